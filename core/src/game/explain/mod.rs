//! Finds the reason why an action is not legal, by testing which change would make it legal.
//!
//! A move is looked up in three lists of the seat's moves. The first list ignores protection and
//! the hooks that forbid moves. The second respects protection. The third also respects dice,
//! restrictions and hooks. If no list contains the move, it is tried on boards that differ by one
//! or two pieces. These tests are slow, and the engine makes them only if a caller requests the
//! reason.

mod drops_and_passes;
mod reach;
mod royals;

use crate::board::{Facing, Kind, MAX_SEATS, Piece, Seat, Square, SquareSet, Zone};
use crate::game::illegal::{Attempt, Illegal};
use crate::movegen::{MoveGen, UNPROTECTED, WithoutForbids};
use crate::rules::{Action, ClauseId, Decision, Demand, HookError, Move, Protect, StateId};
use crate::state::{NOBODY, Position};
use crate::turn::{Machine, TypedGame};

impl<const W: usize> TypedGame<'_, W> {
    /// Returns the reason why an attempt is illegal at the current decision, or `None` if it is
    /// legal.
    pub fn explain(
        &mut self,
        attempt: Attempt,
        by: Option<Seat>,
    ) -> Result<Option<Illegal>, HookError> {
        let legal = self.list()?;
        let (machine, pos) = (self.machine, &self.pos);
        let decision = machine.decision(pos);
        if let Attempt::Action(Action::Declare(seat, _)) = attempt {
            return Ok(why_undeclared(&machine, pos, &decision, seat));
        }
        let turn = match &decision {
            Decision::Over => return Ok(Some(Illegal::GameOver)),
            Decision::Turn(seat) | Decision::Roll(seat) => *seat,
            Decision::Question(question) => question.seat,
        };
        if let Some(seat) = by.filter(|seat| *seat != turn) {
            return Ok(Some(Illegal::OutOfTurn { seat, turn }));
        }
        let fits = |action: &Action| match (attempt, action) {
            (Attempt::Action(wanted), action) => wanted == *action,
            (Attempt::Move { from, to, promotion }, Action::Move(mv)) => {
                (mv.from, mv.to, mv.promotion) == (from, to, promotion)
            }
            _ => false,
        };
        if legal.iter().any(fits) {
            return Ok(None);
        }
        let why = match decision {
            Decision::Question(question) => match attempt {
                Attempt::Action(Action::Choose(_)) => {
                    Illegal::NoSuchAnswer { options: question.options }
                }
                _ => Illegal::QuestionPending { seat: question.seat, question: question.name },
            },
            Decision::Roll(_) if machine.next_shuffle(pos).is_some() => match attempt {
                Attempt::Action(Action::Shuffle(_)) => Illegal::NoSuchShuffle,
                _ => Illegal::MustShuffle,
            },
            Decision::Roll(seat) => match attempt {
                Attempt::Action(Action::Roll(_)) => Illegal::NoSuchRoll,
                _ => Illegal::MustRoll { seat },
            },
            Decision::Turn(_) | Decision::Over => {
                let hooks = WithoutForbids(machine.movegen.hooks);
                let mut unbound = pos.clone();
                machine.forget_past(&mut unbound);
                let inquiry = Inquiry {
                    machine,
                    lenient: machine.movegen.with_hooks(&hooks),
                    unbound: &unbound,
                    pos,
                    seat: pos.turn,
                    legal: &legal,
                };
                inquiry.turn(attempt)
            }
        };
        // If a hook has failed during the search, the result is the hook's error and not the
        // reason.
        machine.movegen.or_fault(Some(why))
    }
}

/// Returns the reason why a seat can't make a declaration, or `None` if the seat can make it.
fn why_undeclared<const W: usize>(
    machine: &Machine<'_, W>,
    pos: &Position<W>,
    decision: &Decision,
    seat: Seat,
) -> Option<Illegal> {
    match decision {
        Decision::Over => Some(Illegal::GameOver),
        Decision::Question(question) => {
            let question = question.clone();
            Some(Illegal::QuestionPending { seat: question.seat, question: question.name })
        }
        _ if machine.may_declare(pos, seat) => None,
        _ => Some(Illegal::NoTurns { seat, state: pos.seat_state[seat.index() & 7] }),
    }
}

/// Returns the moves of the list `all` that lead from one square to another.
fn joining(all: &[Action], from: Square, to: Square) -> impl Iterator<Item = Move> {
    all.iter().filter_map(move |action| match action {
        Action::Move(mv) if (mv.from, mv.to) == (from, to) => Some(*mv),
        _ => None,
    })
}

/// The context for explaining an attempt at a turn.
struct Inquiry<'p, 'a, const W: usize> {
    machine: Machine<'a, W>,
    /// The move generation of the rules, with hooks that forbid nothing.
    lenient: MoveGen<'p, W>,
    /// A copy of `pos` without the ban on repetition. Tests of moves use it if they ignore the ban.
    unbound: &'p Position<W>,
    pos: &'p Position<W>,
    seat: Seat,
    legal: &'p [Action],
}

/// A protected royal that would be attacked after a move, so that the move is illegal.
struct Exposure<const W: usize> {
    owner: Seat,
    royal: Square,
    /// The royal's square before the move.
    at: Option<Square>,
    /// The royal's attackers after the move (`now`) and before the move (`before`).
    now: SquareSet<W>,
    before: SquareSet<W>,
}

impl<const W: usize> Inquiry<'_, '_, W> {
    /// Returns the reason why an attempt is not legal at a turn.
    fn turn(&self, attempt: Attempt) -> Illegal {
        let cold = self.pos.cold();
        if let Some(announced) = cold.announced {
            return Illegal::MustPlayAnnounced { announced };
        }
        let listed = |of: fn(&Action) -> bool| self.legal.iter().any(of);
        let only_drops = listed(|action| matches!(action, Action::Drop(..)))
            && !listed(|action| !matches!(action, Action::Drop(..)))
            && self.machine.spec.hands.iter().any(|hand| {
                let held = |kind: Kind| cold.hands[self.seat.index()][kind.index()] > 0;
                let mut kinds = hand.pieces.iter().map(|(kind, _)| *kind);
                hand.seat == self.seat && hand.first && kinds.any(held)
            });
        match attempt {
            Attempt::Action(Action::Drop(kind, square)) => self.drop(kind, square),
            Attempt::Action(Action::Choose(_)) => Illegal::NoQuestion,
            Attempt::Action(Action::Roll(_)) => Illegal::NoRoll,
            Attempt::Action(Action::Shuffle(_)) => Illegal::NoSuchShuffle,
            _ if only_drops => Illegal::MustDrop,
            Attempt::Move { from, to, promotion } => self.moves(from, to, promotion),
            Attempt::Action(Action::Move(mv)) => self.moves(mv.from, mv.to, mv.promotion),
            Attempt::Action(Action::Announce(mv)) => self.announcement(mv),
            Attempt::Action(Action::Pass) => self.pass(),
            Attempt::Action(Action::Say(_) | Action::Declare(..)) => Illegal::NoSuchOffer,
        }
    }

    /// Returns the moves from one square to another that leave royals as safe as `row` demands.
    /// `row` is a row of the protection matrix. Ignores hooks that forbid moves, and the ban on
    /// repetition.
    fn between(&self, row: &[Protect; MAX_SEATS], from: Square, to: Square) -> Vec<Move> {
        let mut all: Vec<Action> = Vec::new();
        self.lenient.moves(self.unbound, self.seat, row, &mut all);
        joining(&all, from, to).collect()
    }

    fn moves(&self, from: Square, to: Square, promotion: Option<Kind>) -> Illegal {
        let row = self.machine.movegen.protection(self.pos, self.seat);
        match self.movable(&row, from, to, promotion) {
            Ok(mv) => self.why_limited(mv),
            Err(why) => why,
        }
    }

    /// Returns the move from one square to another, if it leaves royals as safe as `row` demands.
    /// Otherwise returns the reason why there is no such move.
    fn movable(
        &self,
        row: &[Protect; MAX_SEATS],
        from: Square,
        to: Square,
        promotion: Option<Kind>,
    ) -> Result<Move, Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        for square in [from, to] {
            if !machine.spec.geometry.has(square) {
                return Err(Illegal::NoSuchSquare { square });
            }
        }
        let Some(piece) = pos.piece(from) else { return Err(Illegal::NoPiece { square: from }) };
        if let Some(why) = self.why_not_movable(from, piece) {
            return Err(why);
        }
        let free = self.between(&UNPROTECTED, from, to);
        if free.is_empty() {
            let required =
                machine.t.promotions.get(piece, to).filter(|promotion| promotion.required);
            let left = |kind: &Kind| machine.movegen.supplied(pos, piece, *kind);
            if required.is_some_and(|promotion| !promotion.kinds.iter().any(left)) {
                let (available, optional) = (Vec::new(), false);
                return Err(Illegal::Promotion { square: to, available, optional });
            }
            return Err(self.unreachable(from, to, piece));
        }
        let Some(mv) = free.iter().copied().find(|mv| mv.promotion == promotion) else {
            return Err(Illegal::Promotion {
                square: to,
                available: free.iter().filter_map(|mv| mv.promotion).collect(),
                optional: free.iter().any(|mv| mv.promotion.is_none()),
            });
        };
        let safe = self.between(row, from, to);
        safe.into_iter().find(|mv| mv.promotion == promotion).ok_or_else(|| self.exposed(row, mv))
    }

    /// Returns the reason why a move is illegal. The caller has tested that the move leaves royals
    /// safe enough. The reason can be the dice, a restriction, a hook, the ban on repetition, or a
    /// duty to capture.
    fn why_limited(&self, mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let cold = pos.cold();
        if let Some(kind) = pos.piece(mv.from).map(Piece::kind)
            && pos.rolled
            && machine.movegen.kinds_by_dice(&cold.dice) >> kind.0 & 1 == 0
        {
            return Illegal::Dice { kind, faces: cold.dice.clone() };
        }
        let broken = cold.restrictions.iter().find(|(seat, restriction)| {
            *seat == self.seat && !machine.movegen.complies(pos, restriction, mv)
        });
        if let Some((_, restriction)) = broken {
            return Illegal::Restricted { restriction: restriction.clone() };
        }
        if let Some(handler) =
            machine.movegen.forbid_hooks(pos).and_then(|hooks| hooks.of_move(self.seat, mv))
        {
            return self.forbidden(handler);
        }
        if machine.movegen.repeats(pos, self.seat, mv) {
            let clause = self.clause_of(|demand| matches!(demand, Demand::NoRepeat { .. }));
            return Illegal::Repeats { clause };
        }
        self.undutiful(&Action::Move(mv))
    }

    /// Returns the reason why an action is illegal. Used for an action that only a duty to capture
    /// can forbid.
    fn undutiful(&self, action: &Action) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let Some(demand) = machine.t.capture_duties[self.seat.index()] else {
            return Illegal::Unlisted;
        };
        let captures = |action: &&Action| machine.movegen.catch(pos, demand, action).is_some();
        let by: Zone = self
            .legal
            .iter()
            .filter(captures)
            .filter_map(|action| match action {
                Action::Move(mv) => Some(mv.from),
                _ => None,
            })
            .collect();
        if by.is_empty() || self.legal.contains(action) {
            return Illegal::Unlisted;
        }
        Illegal::MustCapture { demand, by, clause: self.clause_of(|other| other == demand) }
    }

    /// Returns the clause of the seat's last duty whose demand satisfies `wanted`.
    fn clause_of(&self, wanted: impl Fn(Demand) -> bool) -> Option<ClauseId> {
        let mut duties = self.machine.spec.duties.iter().rev();
        duties.find(|duty| duty.seats.contains(self.seat) && wanted(duty.demand))?.clause
    }

    fn forbidden(&self, handler: usize) -> Illegal {
        let clause = self.machine.spec.handlers.get(handler).and_then(|handler| handler.clause);
        Illegal::Forbidden { handler, clause }
    }

    /// Returns the reason why the seat can't move a piece at all, or `None` if the seat can move
    /// the piece.
    fn why_not_movable(&self, square: Square, piece: Piece) -> Option<Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        let masks = &pos.masks[self.seat.index()];
        let colour = piece.colour();
        if pos.pieces_in(masks.moves).contains(square) {
            return None;
        }
        if masks.controls & colour.bit() == 0 {
            let controller = pos.controller[colour.index()];
            let owner = (controller != NOBODY).then_some(Seat(controller));
            return Some(Illegal::NotYours { square, owner, turn: self.seat });
        }
        let state = self.denying_state(piece, |state, royal| {
            let state = &machine.spec.states[usize::from(state.0)];
            if royal { state.royals.moves } else { state.pieces.moves }
        });
        Some(Illegal::CannotMove { square, colour, state })
    }

    /// Returns the state that denies an ability to a piece. The state of the piece's army comes
    /// first. If the army's state allows the ability, the function returns the state of the piece's
    /// controller.
    fn denying_state(&self, piece: Piece, allows: impl Fn(StateId, bool) -> bool) -> StateId {
        let pos = self.pos;
        let royal = self.machine.t.profile(piece).royal;
        let own = pos.army_state[piece.colour().index()];
        let holder = self.machine.board.controller_of(pos, piece);
        if allows(own, royal) { pos.seat_state[holder.index()] } else { own }
    }

    /// Returns `true` if a piece could go from the square `from` to the square `to` in the position
    /// `pos`. Ignores the protection of royals.
    fn goes(&self, pos: &Position<W>, from: Square, to: Square) -> bool {
        let mut all: Vec<Action> = Vec::new();
        self.lenient.declared_moves(pos, self.seat, &UNPROTECTED, &mut all);
        joining(&all, from, to).next().is_some()
    }

    /// Returns the board without the pieces on some squares.
    fn without(&self, pos: &Position<W>, squares: SquareSet<W>) -> Position<W> {
        let mut cleared = pos.clone();
        for square in squares {
            cleared.take(self.machine.t, square);
        }
        self.machine.board.prune_ep(&mut cleared);
        cleared
    }

    /// Returns a board with a capturable piece on `square`: a piece that `piece` may capture.
    /// Returns `None` if there is no kind or colour that `piece` may capture.
    fn with_capturable(
        &self,
        pos: &Position<W>,
        piece: Piece,
        square: Square,
    ) -> Option<Position<W>> {
        let spec = self.machine.spec;
        let colours = pos.masks[self.seat.index()].capturable.pieces;
        let colour = (0..spec.seats.len() as u8).map(Seat).find(|s| colours & s.bit() != 0)?;
        let kinds = spec.kind_captures[piece.kind().index()];
        let plain = |kind: &Kind| kinds >> kind.0 & 1 != 0 && !spec.kinds[kind.index()].royal;
        let kind = (0..spec.kinds.len() as u8).map(Kind).find(plain)?;
        let mut other = self.without(pos, SquareSet::of(square));
        let facing = spec.seats.get(colour.index()).map_or(Facing::North, |seat| seat.facing);
        other.put(self.machine.t, square, Piece::new(kind, colour, facing));
        Some(other)
    }
}
