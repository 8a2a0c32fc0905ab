//! The position as event hooks see it: `game`, to be read and never written.
//!
//! Functions registered with Rhai can't borrow, so a hook that reads the game gets a copy of the
//! position ([`View::detach`]). It shows the position before the effects that the hook itself emits.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use quadrille_core::rules::Held;
use quadrille_core::{Candidate, Hypothetical, Move, Seat, Square, Status, View};
use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Position};

use super::values::{Facts, MemoryPlace, optional, seats, squares};
use crate::script::native::{Fallible, Meter, failure};

/// The cost of a question that generates legal moves, in operations.
pub(crate) const SEARCH: u64 = 500;

/// The `game` of event hooks: a copy of the position, and answers of the game itself. Only the game
/// takes into account what scripts do about captures of royals, and runs hooks about moves.
#[derive(Clone)]
pub(crate) struct GameValue(pub Rc<dyn View>, pub Rc<Asked>);

/// A question that only the game can answer, and its copy can't.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Question {
    /// `status`.
    Status(Seat),
    /// `can_lift`.
    Lift(Seat, Square, Square),
}

/// What the game answered.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    Status(Status),
    Lift(bool),
}

/// Answers of the game itself, for hooks that may ask it.
#[derive(Default)]
pub(crate) struct Asked {
    /// Whether the game has to be asked for a status that its copy can't know.
    pub statuses: Cell<bool>,
    /// Whether the game has to be asked what lifts a check, and not its copy.
    pub lifts: Cell<bool>,
    /// The answers so far.
    pub answers: RefCell<Vec<(Question, Answer)>>,
    /// The question that the game has to answer before the hook can continue.
    pub open: Cell<Option<Question>>,
}

impl Asked {
    /// The game's answer to a question, or the error that interrupts the hook until the game has answered.
    fn ask(&self, question: Question) -> Fallible<Answer> {
        let answers = self.answers.borrow();
        let known = answers.iter().find(|(asked, _)| *asked == question);
        known.map(|(_, answer)| *answer).ok_or_else(|| {
            // A script can't catch this.
            self.open.set(Some(question));
            EvalAltResult::ErrorTerminated("the game has to be asked".into(), Position::NONE).into()
        })
    }

    /// The status of a seat.
    fn status(&self, view: &dyn View, seat: Seat) -> Fallible<Status> {
        if !self.statuses.get() {
            return Ok(view.status(seat));
        }
        if let Some(status) = view.status_without_hooks(seat) {
            return Ok(status);
        }
        let Answer::Status(status) = self.ask(Question::Status(seat))? else {
            return Ok(Status::Ok);
        };
        Ok(status)
    }

    /// Whether a move's check can be lifted.
    fn can_lift(&self, view: &dyn View, seat: Seat, from: Square, to: Square) -> Fallible<bool> {
        if !self.lifts.get() {
            return Ok(view.can_lift(seat, Move::new(from, to)));
        }
        Ok(matches!(self.ask(Question::Lift(seat, from, to))?, Answer::Lift(true)))
    }
}

/// The game after a move or drop.
fn imagined(game: &GameValue, played: Hypothetical) -> Fallible<GameValue> {
    match game.0.after(played) {
        Some(view) => Ok(GameValue(view, Rc::default())),
        None => Err(failure("there is no piece to make this move")),
    }
}

/// What a memory holds, as scripts see it.
fn held(facts: &Facts, game: &GameValue, memory: MemoryPlace<'_>, seat: Seat) -> Dynamic {
    let (id, holds) = match memory {
        MemoryPlace::Counter(id, holds) => (id, holds),
        MemoryPlace::Mark(memory) => {
            let mark = memory.mark_of(seat);
            let bears = |square: &Square| {
                game.0.piece(*square).is_some_and(|piece| piece.marks() >> mark & 1 == 1)
            };
            return optional(facts.colours().flat_map(|c| game.0.pieces(c)).find(bears));
        }
    };
    match holds.read(game.0.counter(id, seat)) {
        None | Some(Held::Nothing) => Dynamic::UNIT,
        Some(Held::Seat(seat)) => Dynamic::from(seat),
        Some(Held::Seats(all)) => seats(all.iter()).into(),
        Some(Held::Square(square)) => Dynamic::from(square),
        Some(Held::Kind(kind)) => facts.kind_name(kind).into(),
    }
}

/// Registers what event hooks may read.
pub(crate) fn register(engine: &mut Engine, facts: &Rc<Facts>, meter: &Rc<Meter>) {
    engine.register_type_with_name::<GameValue>("game");
    engine.register_get("turn", |game: &mut GameValue| game.0.turn());
    engine.register_get("ply", |game: &mut GameValue| i64::from(game.0.ply()));
    engine.register_get("moves_this_turn", |game: &mut GameValue| i64::from(game.0.made()));
    engine.register_get("halfmove_clock", |game: &mut GameValue| i64::from(game.0.halfmove()));
    engine.register_get("order", |game: &mut GameValue| seats(game.0.order()));
    engine.register_fn("piece", |game: &mut GameValue, square: Square| {
        optional(game.0.piece(square))
    });
    engine.register_fn("pieces", |game: &mut GameValue, seat: Seat| squares(game.0.pieces(seat)));
    engine.register_fn("count", |game: &mut GameValue, seat: Seat| {
        i64::from(game.0.count(seat, None))
    });
    let f = Rc::clone(facts);
    engine.register_fn("count", move |game: &mut GameValue, seat: Seat, kind: &str| {
        f.kind(kind).map(|kind| i64::from(game.0.count(seat, Some(kind))))
    });
    let f = Rc::clone(facts);
    engine.register_fn("team_count", move |game: &mut GameValue, seat: Seat, kind: &str| {
        let kind = f.kind(kind)?;
        let team = f.seats().filter(|other| f.team(*other) == f.team(seat));
        let counts = team.map(|mate| i64::from(game.0.count(mate, Some(kind))));
        Fallible::Ok(counts.sum::<i64>())
    });
    let f = Rc::clone(facts);
    engine.register_fn("counter", move |game: &mut GameValue, name: &str| {
        f.counter(name, false).map(|(id, _)| i64::from(game.0.counter(id, Seat(0))))
    });
    let f = Rc::clone(facts);
    engine.register_fn("counter", move |game: &mut GameValue, name: &str, seat: Seat| {
        f.counter(name, true).map(|(id, _)| i64::from(game.0.counter(id, seat)))
    });
    let f = Rc::clone(facts);
    engine.register_fn("recall", move |game: &mut GameValue, name: &str| {
        f.memory(name, false).map(|memory| held(&f, game, memory, Seat(0)))
    });
    let f = Rc::clone(facts);
    engine.register_fn("recall", move |game: &mut GameValue, name: &str, seat: Seat| {
        f.memory(name, true).map(|memory| held(&f, game, memory, seat))
    });
    let f = Rc::clone(facts);
    engine.register_fn("seat_state", move |game: &mut GameValue, seat: Seat| {
        f.state_name(game.0.seat_state(seat))
    });
    let f = Rc::clone(facts);
    engine.register_fn("army_state", move |game: &mut GameValue, seat: Seat| {
        f.state_name(game.0.army_state(seat))
    });
    engine.register_fn("controller", |game: &mut GameValue, seat: Seat| {
        optional(game.0.controller(seat))
    });
    engine.register_fn("visible", |game: &mut GameValue, seat: Seat| squares(game.0.visible(seat)));
    engine.register_fn("royals", |game: &mut GameValue, seat: Seat| squares(game.0.royals(seat)));
    engine.register_fn("in_check", |game: &mut GameValue, seat: Seat| game.0.in_check(seat));
    super::queries::register(engine, facts);
    let m = Rc::clone(meter);
    let words: [ImmutableString; 3] = ["ok", "mate", "stalemate"].map(Into::into);
    engine.register_fn("status", move |game: &mut GameValue, seat: Seat| {
        m.charge(SEARCH);
        let status = game.1.status(&*game.0, seat)?;
        let number = match status {
            Status::Ok => 0,
            Status::Mate => 1,
            Status::Stale => 2,
        };
        Fallible::Ok(words[number].clone())
    });
    engine.register_fn("attackers", |game: &mut GameValue, square: Square, seat: Seat| {
        squares(game.0.attackers(square, seat))
    });
    let m = Rc::clone(meter);
    engine.register_fn("moves", move |game: &mut GameValue, seat: Seat| {
        m.charge(SEARCH);
        game.0.moves(seat).into_iter().map(Dynamic::from).collect::<Array>()
    });
    let m = Rc::clone(meter);
    engine.register_fn(
        "can_lift",
        move |game: &mut GameValue, seat: Seat, from: Square, to: Square| {
            if !game.1.lifts.get() {
                m.charge(SEARCH);
            }
            game.1.can_lift(&*game.0, seat, from, to)
        },
    );
    engine.register_fn("after", |game: &mut GameValue, candidate: Candidate| {
        let played = match candidate.played {
            Some(mv) => Hypothetical::Move(mv),
            None => Hypothetical::Drop(candidate.piece, candidate.to),
        };
        imagined(game, played)
    });
    engine.register_fn("after", |game: &mut GameValue, from: Square, to: Square| {
        imagined(game, Hypothetical::Move(Move::new(from, to)))
    });
    engine.register_get("last_mover", |game: &mut GameValue| optional(game.0.last_mover()));
    engine.register_fn("last_checker", |game: &mut GameValue, seat: Seat| {
        optional(game.0.last_checker(seat))
    });
    let f = Rc::clone(facts);
    engine.register_fn("in_hand", move |game: &mut GameValue, seat: Seat, kind: &str| {
        f.kind(kind).map(|kind| i64::from(game.0.in_hand(seat, kind)))
    });
    engine.register_fn("settled", |game: &mut GameValue, seat: Seat| {
        game.0.settled(seat).map_or(Dynamic::UNIT, |result| result.word().into())
    });
}
