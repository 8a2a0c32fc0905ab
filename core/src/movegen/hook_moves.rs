//! Moves judged one by one: those that hooks add or forbid, and those that may not repeat a
//! position.
//!
//! This is slow: moves are listed one by one, and hooks may be asked about each. Rulesets without
//! such rules never use this module. Depends on `state` and below.

use std::rc::Rc;

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::movegen::{Constraints, MoveContext, MoveGen, MoveSet, PositionView, Sink};
use crate::rules::{
    Action, Candidate, Emitted, Event, EventFacts, EventKind, Filter, HookError, Move, MoveKind,
    PieceLimit, Protect,
};
use crate::state::{Hooks, Position, View};

/// The hooks that may forbid moves, and the position they are asked about.
pub(crate) struct ForbidHooks<'p, 'a, const W: usize> {
    movegen: MoveGen<'a, W>,
    pos: &'p Position<W>,
    game: Rc<dyn View>,
}

impl<'a, const W: usize> MoveGen<'a, W> {
    /// Returns `done`, or the fault if a hook about moves has failed.
    #[inline(always)]
    pub fn or_fault<T>(&self, done: T) -> Result<T, HookError> {
        if self.t.per_move { self.hooks.fault().map_or(Ok(done), Err) } else { Ok(done) }
    }

    /// Lists a seat's legal moves where hooks about moves have a say.
    #[cold]
    pub fn moves_by_hooks(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) {
        let forbid_hooks = self.forbid_hooks(pos);
        let emit_plain = |list: &[Action], sink: &mut dyn Sink<W>| {
            for action in list {
                if sink.is_full() {
                    return;
                }
                if let Action::Move(mv) = action
                    && !forbid_hooks.as_ref().is_some_and(|hooks| hooks.forbid(seat, *mv))
                    && !self.repeats(pos, seat, *mv)
                {
                    sink.add(MoveSet::One(*action));
                }
            }
        };
        let mut declared: Vec<Action> = Vec::new();
        self.declared_moves(pos, seat, row, declared.erased());
        emit_plain(&declared, sink);
        // A sink that only wants to know whether a move exists need not call hooks for more.
        if !sink.is_full() {
            emit_plain(&self.extra_moves(pos, seat, row, &declared), sink);
        }
    }

    /// Whether a move would bring about a position as often as its seat may not.
    pub fn repeats(&self, pos: &Position<W>, seat: Seat, mv: Move) -> bool {
        let Some(times) = self.t.no_repeat[seat.index()] else { return false };
        let past = &pos.cold().past;
        if pos.turn != seat || past.is_empty() {
            return false;
        }
        (self.foresight.recurrence)(*self, pos, mv).is_some_and(|hash| {
            let before = past.iter().filter(|other| **other == hash).count();
            before + 1 >= usize::from(times)
        })
    }

    /// The legal moves that hooks add to those declared.
    fn extra_moves(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        declared: &[Action],
    ) -> Vec<Action> {
        let mut extra: Vec<Action> = Vec::new();
        let handlers = &self.t.handlers[EventKind::ExtraMoves as usize];
        if handlers.is_empty() {
            return extra;
        }
        let game = PositionView { movegen: *self, pos }.detach();
        let mut constraints = Constraints::default();
        let context = self.context(pos, seat, row, &mut constraints);
        for &number in handlers {
            if !self.within_piece_limit(pos, &self.spec.handlers[usize::from(number)].filter) {
                continue;
            }
            let mut pairs = Vec::new();
            self.hooks.extra_moves(usize::from(number), seat, &game, &mut pairs);
            for (from, to) in pairs {
                let there = |action: &Action| matches!(action, Action::Move(mv) if (mv.from, mv.to) == (from, to));
                if declared.iter().chain(&extra).any(there) {
                    continue;
                }
                if let Some(piece) = self.may_go_extra(&context, from, to) {
                    let mv = Move { kind: MoveKind::Extra(number), ..Move::new(from, to) };
                    self.emit_if_legal(&context, piece, mv, &mut extra);
                }
            }
        }
        extra
    }

    /// The piece that an extra move would move, if it may make that move by everything except the
    /// protection of royals.
    fn may_go_extra(
        &self,
        context: &MoveContext<'_, W>,
        from: Square,
        to: Square,
    ) -> Option<Piece> {
        let board = &self.spec.geometry;
        if !board.has(from) || !board.has(to) || !context.movers.contains(from) {
            return None;
        }
        let piece = context.pos.piece(from)?;
        let enters = self.t.profile(piece).enter.is_none_or(|enter| enter.contains(to));
        let captures = || {
            let capturable = context.capturable - context.own - context.pos.royals;
            let capturable = self.capturable_by(context.pos, piece, capturable & SquareSet::of(to));
            context.captors.contains(from) && !capturable.is_empty()
        };
        (enters && (context.empty.contains(to) || captures())).then_some(piece)
    }

    /// The actions that only hooks forbid to the seat to move, each with the first hook that
    /// forbids it.
    #[cold]
    pub fn forbidden(&self, pos: &Position<W>) -> Result<Vec<(Action, usize)>, HookError> {
        let Some(forbid_hooks) = self.forbid_hooks(pos) else { return Ok(Vec::new()) };
        let hooks = WithoutForbids(self.hooks);
        let lenient = self.with_hooks(&hooks);
        let mut open: Vec<Action> = Vec::new();
        lenient.actions(pos, open.erased())?;
        let mut found = Vec::new();
        for action in open {
            let by = match action {
                Action::Move(mv) | Action::Announce(mv) => forbid_hooks.of_move(pos.turn, mv),
                Action::Drop(kind, to) => forbid_hooks.of_drop(self.held(pos.turn, kind), to),
                _ => None,
            };
            found.extend(by.map(|handler| (action, handler)));
        }
        self.or_fault(found)
    }

    /// A seat's move as hooks see it; none if no piece is there to move.
    pub fn candidate(&self, pos: &Position<W>, seat: Seat, mv: Move) -> Option<Candidate> {
        Some(Candidate {
            seat,
            piece: pos.piece(mv.from)?,
            from: Some(mv.from),
            to: mv.to,
            promotion: mv.promotion,
            castling: matches!(mv.kind, MoveKind::Castle(_)),
            captures: self.captured_by(pos, mv).resize(),
            played: Some(mv),
        })
    }

    /// Whether the pieces on the board are within a filter's limit.
    pub fn within_piece_limit(&self, pos: &Position<W>, filter: &Filter) -> bool {
        filter.piece_limit.is_none_or(|PieceLimit { kinds, most, each_team }| {
            let mut counts = [0; MAX_SEATS];
            pos.occupied.into_iter().filter_map(|square| pos.piece(square)).all(|piece| {
                let team = if each_team { self.t.team_of[piece.colour().index()] } else { 0 };
                let count = &mut counts[usize::from(team)];
                *count += u16::from(kinds >> piece.kind().0 & 1 != 0);
                *count <= most
            })
        })
    }

    /// The hooks that may forbid moves of a position, if the ruleset has any.
    pub fn forbid_hooks<'p>(&self, pos: &'p Position<W>) -> Option<ForbidHooks<'p, 'a, W>> {
        let any = !self.t.handlers[EventKind::Forbids as usize].is_empty();
        any.then(|| {
            let movegen = *self;
            ForbidHooks { movegen, pos, game: PositionView { movegen, pos }.detach() }
        })
    }
}

impl<const W: usize> ForbidHooks<'_, '_, W> {
    /// Whether a hook forbids a seat's move.
    fn forbid(&self, seat: Seat, mv: Move) -> bool {
        self.of_move(seat, mv).is_some()
    }

    /// Whether a hook forbids dropping a piece on a square.
    pub fn forbid_drop(&self, piece: Piece, to: Square) -> bool {
        self.of_drop(piece, to).is_some()
    }

    /// The first hook that forbids a seat's move.
    pub fn of_move(&self, seat: Seat, mv: Move) -> Option<usize> {
        self.first(&self.movegen.candidate(self.pos, seat, mv)?)
    }

    /// The first hook that forbids dropping a piece on a square.
    pub fn of_drop(&self, piece: Piece, to: Square) -> Option<usize> {
        self.first(&Candidate {
            seat: piece.colour(),
            piece,
            from: None,
            to,
            promotion: None,
            castling: false,
            captures: SquareSet::EMPTY,
            played: None,
        })
    }

    fn first(&self, candidate: &Candidate) -> Option<usize> {
        let facts = EventFacts {
            kind: Some(candidate.piece.kind()),
            from: candidate.from,
            to: Some(candidate.to),
            capture: !candidate.captures.is_empty(),
            check: false,
        };
        let (spec, hooks) = (self.movegen.spec, self.movegen.hooks);
        let handlers = &self.movegen.t.handlers[EventKind::Forbids as usize];
        handlers.iter().map(|number| usize::from(*number)).find(|number| {
            let filter = &spec.handlers[*number].filter;
            facts.pass(filter)
                && self.movegen.within_piece_limit(self.pos, filter)
                && hooks.forbids(*number, candidate, &self.game)
        })
    }
}

/// Hooks that forbid nothing, and otherwise pass everything on.
pub(crate) struct WithoutForbids<'h>(pub &'h dyn Hooks);

impl Hooks for WithoutForbids<'_> {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        self.0.call(handler, event, view, out)
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        self.0.extra_moves(handler, seat, game, out);
    }

    fn fault(&self) -> Option<HookError> {
        self.0.fault()
    }

    fn operations(&self) -> u64 {
        self.0.operations()
    }

    fn place(&self, handler: usize, line: u32) -> String {
        self.0.place(handler, line)
    }
}
