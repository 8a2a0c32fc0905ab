//! Moves judged one by one: moves that hooks add or forbid, and moves that must not repeat a
//! position.
//!
//! This is slow, because hooks may be called for each move. A hook is called only for moves that
//! its filter accepts. If no hook about moves and no ban on repetition applies to a position, moves
//! are generated and sampled as usual. Rulesets without such hooks and bans never use this module.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::board::{Kind, MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::movegen::{Constraints, MoveContext, MoveGen, MoveSet, PositionView, Sink};
use crate::rules::{
    Action, Candidate, Emitted, Event, EventFacts, EventKind, HookError, Move, MoveKind, Protect,
    ScriptPlace,
};
use crate::state::{Hooks, Position, View};

/// The hooks that may forbid moves of a position, and this position.
pub(crate) struct ForbidHooks<'p, 'a, const W: usize> {
    movegen: MoveGen<'a, W>,
    pos: &'p Position<W>,
    /// The copy of the position that the hooks read. It is made when the first hook is called.
    game: OnceCell<Rc<dyn View>>,
}

/// A sink that forwards moves to another sink. It drops the moves that hooks or the ban on
/// repetition forbid.
struct PermittedMoves<'s, 'p, 'a, const W: usize> {
    movegen: MoveGen<'a, W>,
    pos: &'p Position<W>,
    seat: Seat,
    hooks: Option<&'s ForbidHooks<'p, 'a, W>>,
    /// `true` if every move has to be tested for repetition.
    may_repeat: bool,
    /// A list of all moves, permitted or not. It is needed only if hooks may add further moves.
    all: Option<&'s mut Vec<Action>>,
    into: &'s mut dyn Sink<W>,
}

impl<const W: usize> PermittedMoves<'_, '_, '_, W> {
    /// Passes a move to the other sink if hooks and the ban on repetition permit the move.
    fn test(&mut self, mv: Move) {
        let refused = self.into.is_full()
            || self.hooks.is_some_and(|hooks| hooks.forbid(self.seat, mv))
            || self.may_repeat && self.movegen.repeats(self.pos, self.seat, mv);
        if !refused {
            self.into.add(MoveSet::One(Action::Move(mv)));
        }
    }

    /// Returns the squares in `to` that need a test if a piece of this kind makes a plain move
    /// there.
    fn suspects(&self, kind: Kind, from: Option<Square>, to: SquareSet<W>) -> SquareSet<W> {
        if self.may_repeat {
            return to;
        }
        self.hooks.map_or(SquareSet::EMPTY, |hooks| hooks.suspects(kind, from, to))
    }
}

impl<const W: usize> Sink<W> for PermittedMoves<'_, '_, '_, W> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        if let Some(all) = &mut self.all {
            moves.each(|action| all.push(action));
        }
        let shifted = self.movegen.t.pawn_shifts.as_ref().map(|pawns| pawns.kind);
        match moves {
            MoveSet::Piece { from, to } => {
                let Some(piece) = self.pos.piece(from) else { return };
                let suspects = self.suspects(piece.kind(), Some(from), to);
                self.into.add(MoveSet::Piece { from, to: to - suspects });
                suspects.into_iter().for_each(|to| self.test(Move::new(from, to)));
            }
            MoveSet::Shift { number, step, to } => {
                let Some(kind) = shifted else { return };
                let suspects = self.suspects(kind, None, to);
                self.into.add(MoveSet::Shift { number, step, to: to - suspects });
                suspects.into_iter().for_each(|to| self.test(step.single(to)));
            }
            MoveSet::DoubleShift { number, step, to } => {
                let Some(kind) = shifted else { return };
                let suspects = self.suspects(kind, None, to);
                self.into.add(MoveSet::DoubleShift { number, step, to: to - suspects });
                suspects.into_iter().for_each(|to| self.test(step.double(to)));
            }
            MoveSet::One(Action::Move(mv)) => self.test(mv),
            MoveSet::Drops { .. } | MoveSet::One(_) => self.into.add(moves),
        }
    }

    fn is_empty(&self) -> bool {
        self.into.is_empty()
    }

    fn is_full(&self) -> bool {
        self.into.is_full()
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

impl<'a, const W: usize> MoveGen<'a, W> {
    /// Returns the error of a hook about moves if such a hook has failed, and `done` otherwise.
    #[inline(always)]
    pub fn or_fault<T>(&self, done: T) -> Result<T, HookError> {
        if self.t.per_move { self.hooks.fault().map_or(Ok(done), Err) } else { Ok(done) }
    }

    /// Lists a seat's legal moves in a position to which hooks about moves apply.
    #[cold]
    pub fn moves_by_hooks(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) {
        let forbid_hooks = self.forbid_hooks(pos);
        let adds = self.any_suits(pos, EventKind::ExtraMoves);
        let mut declared: Vec<Action> = Vec::new();
        let hooks = forbid_hooks.as_ref();
        let may_repeat = self.may_repeat(pos, seat);
        let mut permitted =
            PermittedMoves { movegen: *self, pos, seat, hooks, may_repeat, all: None, into: sink };
        if !adds {
            self.declared_moves(pos, seat, row, permitted.erased());
            return;
        }
        permitted.all = Some(&mut declared);
        self.declared_moves(pos, seat, row, permitted.erased());
        // If the sink only tests for the existence of a move and has found one, no hook needs to
        // add moves.
        if !sink.is_full() {
            let mut permitted = PermittedMoves {
                movegen: *self,
                pos,
                seat,
                hooks,
                may_repeat,
                all: None,
                into: sink,
            };
            for action in self.extra_moves(pos, seat, row, &declared) {
                if let Action::Move(mv) = action {
                    permitted.test(mv);
                }
            }
        }
    }

    /// Returns `true` if a seat's moves have to be judged one by one in this position.
    #[inline(always)]
    pub fn judges_moves(&self, pos: &Position<W>, seat: Seat) -> bool {
        self.t.per_move
            && (self.judges_more_than_forbids(pos, seat) || self.any_suits(pos, EventKind::Forbids))
    }

    /// Returns `true` if moves can't be sampled, because hooks may add moves or because the seat
    /// must not repeat positions.
    #[cold]
    pub fn judges_more_than_forbids(&self, pos: &Position<W>, seat: Seat) -> bool {
        self.may_repeat(pos, seat) || self.any_suits(pos, EventKind::ExtraMoves)
    }

    /// Returns `true` if the position satisfies the filter of at least one hook for this event.
    #[cold]
    fn any_suits(&self, pos: &Position<W>, event: EventKind) -> bool {
        let mut handlers = self.t.handlers[event as usize].iter();
        handlers.any(|number| self.suits(pos, &self.spec.handlers[usize::from(*number)].filter))
    }

    /// Returns the legal moves that hooks add to the declared moves.
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
            if !self.suits(pos, &self.spec.handlers[usize::from(number)].filter) {
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

    /// Returns the piece that would make an extra move. Returns `None` if the move is not allowed.
    /// The protection of royals is not tested.
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

    /// Returns the actions of the seat to move that are illegal only because a hook forbids them.
    /// Each action comes with the number of the first hook that forbids it.
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
                Action::Drop(kind, to) => forbid_hooks.of_drop(self.board.held(pos.turn, kind), to),
                _ => None,
            };
            found.extend(by.map(|handler| (action, handler)));
        }
        self.or_fault(found)
    }

    /// Returns a seat's move in the form that hooks read; `None` if there is no piece to move.
    pub fn candidate(&self, pos: &Position<W>, seat: Seat, mv: Move) -> Option<Candidate> {
        Some(Candidate {
            seat,
            piece: pos.piece(mv.from)?,
            from: Some(mv.from),
            to: mv.to,
            promotion: mv.promotion,
            castling: matches!(mv.kind, MoveKind::Castle(_)),
            captures: self.board.captured_by(pos, mv).resize(),
            played: Some(mv),
        })
    }

    /// Returns the hooks that may forbid moves of a position, if there are any.
    pub(crate) fn forbid_hooks<'p>(&self, pos: &'p Position<W>) -> Option<ForbidHooks<'p, 'a, W>> {
        let any = self.any_suits(pos, EventKind::Forbids);
        any.then(|| ForbidHooks { movegen: *self, pos, game: OnceCell::new() })
    }
}

impl<const W: usize> ForbidHooks<'_, '_, W> {
    /// Returns the members of `to` for which a hook has to be called if a piece of this kind moves
    /// there or is dropped there. For all other members, the filters of the hooks rule out every
    /// hook.
    pub fn suspects(&self, kind: Kind, from: Option<Square>, to: SquareSet<W>) -> SquareSet<W> {
        let handlers = &self.movegen.t.handlers[EventKind::Forbids as usize];
        let filters = handlers.iter().map(|number| {
            let handler = &self.movegen.spec.handlers[usize::from(*number)];
            &handler.filter
        });
        let asked = filters.map(|filter| {
            let mut asked = to;
            if filter.kinds.is_some_and(|kinds| kinds >> kind.0 & 1 == 0)
                || filter.from.zip(from).is_some_and(|(zone, from)| !zone.contains(from))
            {
                return SquareSet::EMPTY;
            }
            if let Some(zone) = &filter.to {
                asked &= zone.resize();
            }
            match filter.capture {
                Some(true) => asked & self.pos.occupied,
                Some(false) => asked - self.pos.occupied,
                None => asked,
            }
        });
        asked.fold(SquareSet::EMPTY, |all, asked| all | asked)
    }

    /// Returns `true` if a hook forbids a seat's move.
    pub fn forbid(&self, seat: Seat, mv: Move) -> bool {
        self.of_move(seat, mv).is_some()
    }

    /// Returns `true` if a hook forbids dropping a piece on a square.
    pub fn forbid_drop(&self, piece: Piece, to: Square) -> bool {
        self.of_drop(piece, to).is_some()
    }

    /// Returns the first hook that forbids a seat's move.
    pub fn of_move(&self, seat: Seat, mv: Move) -> Option<usize> {
        self.first(&self.movegen.candidate(self.pos, seat, mv)?)
    }

    /// Returns the first hook that forbids dropping a piece on a square.
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
            ..EventFacts::default()
        };
        let (spec, hooks) = (self.movegen.spec, self.movegen.hooks);
        let view = PositionView { movegen: self.movegen, pos: self.pos };
        let game = || self.game.get_or_init(|| view.detach());
        let handlers = &self.movegen.t.handlers[EventKind::Forbids as usize];
        handlers.iter().map(|number| usize::from(*number)).find(|number| {
            let filter = &spec.handlers[*number].filter;
            facts.pass(filter)
                && self.movegen.suits(self.pos, filter)
                && hooks.forbids(*number, candidate, game())
        })
    }
}

/// Hooks that never forbid a move. All other calls go to the real hooks.
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

    fn place(&self, handler: usize, place: u64) -> Option<ScriptPlace> {
        self.0.place(handler, place)
    }
}
