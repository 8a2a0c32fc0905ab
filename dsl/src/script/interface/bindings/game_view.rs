//! The position that event hooks can read. It is the value `game`.
//!
//! Rhai's functions can't borrow values. A hook that reads the game therefore gets a copy of the
//! position ([`View::detach`]). The copy does not include the effects that the hook itself causes.

use std::rc::Rc;

use quadrille_core::rules::Held;
use quadrille_core::{Candidate, Hypothetical, Move, Seat, SeatResult, Square, Status};

use super::board_values::seats;
use super::rule_facts::{Facts, MemoryPlace};
use crate::script::interface::native::game_value::GameValue;
use crate::script::interface::native::{Fallible, Gives, Meter, Registrar, Text, Value, failure};

/// The number of operations that a query of legal moves costs.
pub(crate) const MOVE_GENERATION_OPERATIONS: u64 = 500;

/// Returns the game as it would be after a move or drop. Effects of hooks are not included.
fn imagined(game: &GameValue, played: Hypothetical) -> Fallible<GameValue> {
    match game.0.after(played) {
        Some(view) => Ok(GameValue(view, Rc::default())),
        None => Err(failure("there is no piece to make this move")),
    }
}

/// Returns the content of a memory as a script value.
fn held(facts: &Facts, game: &GameValue, memory: MemoryPlace<'_>, seat: Seat) -> Fallible<Value> {
    let (id, holds) = match memory {
        MemoryPlace::Counter(id, holds) => (id, holds),
        MemoryPlace::Mark(memory) => {
            let mark = memory.mark_of(seat);
            let bears = |square: &Square| {
                game.0.piece(*square).is_some_and(|piece| piece.marks() >> mark & 1 == 1)
            };
            return facts.colours().flat_map(|c| game.0.pieces(c)).find(bears).give();
        }
    };
    match holds.read(game.0.counter(id, seat)) {
        None | Some(Held::Nothing) => ().give(),
        Some(Held::Seat(seat)) => seat.give(),
        Some(Held::Seats(all)) => seats(all.iter()).give(),
        Some(Held::Square(square)) => square.give(),
        Some(Held::Kind(kind)) => facts.kind_name(kind).give(),
    }
}

/// Registers everything that event hooks may read.
pub(crate) fn register(api: &mut Registrar<'_>, facts: &Rc<Facts>, meter: &Rc<Meter>) {
    api.engine.register_type_with_name::<GameValue>("game");
    api.get("turn", |game: &GameValue| game.0.turn());
    api.get("ply", |game: &GameValue| i64::from(game.0.ply()));
    api.get("moves_this_turn", |game: &GameValue| i64::from(game.0.made()));
    api.get("halfmove_clock", |game: &GameValue| i64::from(game.0.halfmove()));
    api.get("order", |game: &GameValue| seats(game.0.order()));
    api.method("piece", |game: &GameValue, square: Square| game.0.piece(square));
    api.method("pieces", |game: &GameValue, seat: Seat| game.0.pieces(seat));
    api.method("count", |game: &GameValue, seat: Seat| i64::from(game.0.count(seat, None)));
    let f = Rc::clone(facts);
    api.method("count", move |game: &GameValue, seat: Seat, kind: Text| {
        f.kind(&kind).map(|kind| i64::from(game.0.count(seat, Some(kind))))
    });
    let f = Rc::clone(facts);
    api.method("team_count", move |game: &GameValue, seat: Seat, kind: Text| {
        let kind = f.kind(&kind)?;
        let team = f.seats().filter(|other| f.team(*other) == f.team(seat));
        let counts = team.map(|mate| i64::from(game.0.count(mate, Some(kind))));
        Fallible::Ok(counts.sum::<i64>())
    });
    let f = Rc::clone(facts);
    api.method("counter", move |game: &GameValue, name: Text| {
        f.counter(&name, false).map(|(id, _)| i64::from(game.0.counter(id, Seat(0))))
    });
    let f = Rc::clone(facts);
    api.method("counter", move |game: &GameValue, name: Text, seat: Seat| {
        f.counter(&name, true).map(|(id, _)| i64::from(game.0.counter(id, seat)))
    });
    let f = Rc::clone(facts);
    api.method("recall", move |game: &GameValue, name: Text| {
        f.memory(&name, false).map(|memory| held(&f, game, memory, Seat(0)))
    });
    let f = Rc::clone(facts);
    api.method("recall", move |game: &GameValue, name: Text, seat: Seat| {
        f.memory(&name, true).map(|memory| held(&f, game, memory, seat))
    });
    let f = Rc::clone(facts);
    api.method("seat_state", move |game: &GameValue, seat: Seat| {
        f.state_name(game.0.seat_state(seat))
    });
    let f = Rc::clone(facts);
    api.method("army_state", move |game: &GameValue, seat: Seat| {
        f.state_name(game.0.army_state(seat))
    });
    api.method("controller", |game: &GameValue, seat: Seat| game.0.controller(seat));
    api.method("visible", |game: &GameValue, seat: Seat| game.0.visible(seat));
    api.method("royals", |game: &GameValue, seat: Seat| game.0.royals(seat));
    api.method("in_check", |game: &GameValue, seat: Seat| game.0.in_check(seat));
    super::find_queries::register(api, facts);
    let m = Rc::clone(meter);
    let words: [Text; 3] = ["ok", "mate", "stalemate"].map(Into::into);
    api.method("status", move |game: &GameValue, seat: Seat| {
        m.charge(MOVE_GENERATION_OPERATIONS);
        let status = game.1.status(&*game.0, seat)?;
        let number = match status {
            Status::Ok => 0,
            Status::Mate => 1,
            Status::Stale => 2,
        };
        Fallible::Ok(words[number].clone())
    });
    api.method("attackers", |game: &GameValue, square: Square, seat: Seat| {
        game.0.attackers(square, seat)
    });
    let m = Rc::clone(meter);
    api.method("moves", move |game: &GameValue, seat: Seat| {
        m.charge(MOVE_GENERATION_OPERATIONS);
        game.0.moves(seat)
    });
    let m = Rc::clone(meter);
    api.method("can_lift", move |game: &GameValue, seat: Seat, from: Square, to: Square| {
        if !game.1.lifts.get() {
            m.charge(MOVE_GENERATION_OPERATIONS);
        }
        game.1.can_lift(&*game.0, seat, from, to)
    });
    api.method("after", |game: &GameValue, candidate: Candidate| {
        let played = match candidate.played {
            Some(mv) => Hypothetical::Move(mv),
            None => Hypothetical::Drop(candidate.piece, candidate.to),
        };
        imagined(game, played)
    });
    api.method("after", |game: &GameValue, from: Square, to: Square| {
        imagined(game, Hypothetical::Move(Move::new(from, to)))
    });
    api.get("last_mover", |game: &GameValue| game.0.last_mover());
    api.method("last_checker", |game: &GameValue, seat: Seat| game.0.last_checker(seat));
    let f = Rc::clone(facts);
    api.method("in_hand", move |game: &GameValue, seat: Seat, kind: Text| {
        f.kind(&kind).map(|kind| i64::from(game.0.in_hand(seat, kind)))
    });
    api.method("settled", |game: &GameValue, seat: Seat| {
        game.0.settled(seat).map(SeatResult::word)
    });
}
