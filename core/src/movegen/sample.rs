//! One of a seat's legal moves, each equally likely, without a list of them.
//!
//! Rejection sampling: a point of the sample space is a piece and one of the moves that it would have on
//! an empty board, or a castling move; if that is not legal now, another point is drawn. A promoting move
//! has a point for each choice of promotion. So every legal move is one of equally many points. Where some
//! move is not of this kind (en passant, paths that are more than leaps and rides, …) nothing is drawn, and
//! the list has to be made; so it is after too many attempts, as where checks have to be answered.

use arrayvec::ArrayVec;

use crate::board::{Facing, Piece, Seats, Square, SquareSet};
use crate::movegen::{Constraints, Ends, Engine, MoveContext, MoveSet, Sink};
use crate::numeric::rng::Rng;
use crate::rules::{Action, Move};
use crate::state::Position;
use crate::tables::{BoardCastling, Class, EmptyBoardMove, Route, bits};

/// How often to draw before making the list after all.
const ATTEMPTS: u32 = 64;
/// The most pieces to draw from that do not step together.
const SINGLES: usize = 32;
/// The most colours and facings of pieces that do.
const PAWN_GROUPS: usize = 4;

/// What a number drawn stands for.
enum SamplePoint<'t, const W: usize> {
    /// A piece, one of its moves on an empty board, and which choice of promotion.
    Piece_(Square, u32, u32),
    /// A castling move.
    CastlingMove(&'t BoardCastling<W>),
}

/// What is drawn from: numbers below `total`, each of which stands for a point, or for nothing.
struct SampleSpace<'t, const W: usize> {
    total: u32,
    /// Pieces that step together, with the most moves that any of them may have.
    pawn_groups: ArrayVec<(u32, SquareSet<W>), PAWN_GROUPS>,
    /// Single pieces, each with its first number and how many numbers a move has.
    singles: ArrayVec<(u32, Square, u8), SINGLES>,
    /// Open castling, a number each, the last ones.
    castling: ArrayVec<&'t BoardCastling<W>, 2>,
}

impl<'t, const W: usize> SampleSpace<'t, W> {
    fn new() -> Self {
        Self {
            total: 0,
            pawn_groups: ArrayVec::new(),
            singles: ArrayVec::new(),
            castling: ArrayVec::new(),
        }
    }

    /// The lot of a number.
    #[inline(always)]
    fn sample(&self, number: u32) -> Option<SamplePoint<'t, W>> {
        let mut n = number;
        for (empty_board, pieces) in &self.pawn_groups {
            if let Some(from) = pieces.nth(n / empty_board) {
                return Some(SamplePoint::Piece_(from, n % empty_board, 0));
            }
            n -= empty_board * pieces.len();
        }
        if let Some(castling) = self.castling.get((self.total - 1 - number) as usize) {
            return Some(SamplePoint::CastlingMove(castling));
        }
        let after = self.singles.iter().filter(|(first, ..)| *first <= number).count();
        let (first, from, choices) = *self.singles.get(after.checked_sub(1)?)?;
        let choices = u32::from(choices);
        let way = number - first;
        if choices == 1 {
            Some(SamplePoint::Piece_(from, way, 0))
        } else {
            Some(SamplePoint::Piece_(from, way / choices, way % choices))
        }
    }
}

/// The one action that comes, after some that are passed over.
struct NthAction {
    before: u32,
    action: Option<Action>,
}

impl NthAction {
    #[inline(always)]
    fn push(&mut self, action: Action) {
        if self.before == 0 {
            self.action.get_or_insert(action);
        }
        self.before = self.before.saturating_sub(1);
    }
}

impl<const W: usize> Sink<W> for NthAction {
    #[inline(always)]
    fn add(&mut self, moves: MoveSet<'_, W>) {
        match moves {
            MoveSet::Piece { from, to } => {
                if let Some(to) = to.lowest() {
                    self.push(Action::Move(Move::new(from, to)));
                }
            }
            // Pieces are looked at one by one here.
            MoveSet::Shift { .. } | MoveSet::DoubleShift { .. } => {}
            MoveSet::One(action) => self.push(action),
        }
    }

    fn is_empty(&self) -> bool {
        self.action.is_none()
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

impl<const W: usize> Engine<'_, W> {
    /// One of the actions of the seat whose turn it is, each as likely; none if the list is needed
    /// to tell.
    pub fn sample(&self, pos: &Position<W>, rng: &mut Rng) -> Option<Action> {
        if !self.free_turn(pos) {
            return None;
        }
        let seat = pos.turn;
        let row = self.protection(pos, seat);
        let mut constraints = Constraints::default();
        let context = self.context(pos, seat, &row, &mut constraints);
        // Few moves answer a check, and most lots would push to nothing.
        if context.constraints.test_every_move
            || context.constraints.check_mask != SquareSet([u64::MAX; W])
        {
            return None;
        }
        let space = self.space(&context)?;
        if space.total == 0 {
            return None;
        }
        for _ in 0..ATTEMPTS {
            let mut found;
            match space.sample(rng.below(space.total))? {
                SamplePoint::Piece_(from, way, before) => {
                    found = NthAction { before, action: None };
                    self.try_move(&context, (from, pos.piece(from)?), way, &mut found);
                }
                SamplePoint::CastlingMove(castling) => {
                    found = NthAction { before: 0, action: None };
                    self.castle(&context, castling, &mut found);
                }
            }
            if found.action.is_some() {
                return found.action;
            }
        }
        None
    }

    /// What a seat's moves can be drawn from; none if some of them can't.
    #[inline(always)]
    fn space(&self, context: &MoveContext<'_, W>) -> Option<SampleSpace<'_, W>> {
        let pos = context.pos;
        let mut space = SampleSpace::new();
        let mut singles = context.movers;
        if let Some(pawn_shifts) = &self.t.pawn_shifts {
            for colour in Seats(pos.masks[context.seat.index()].moves.pieces).iter() {
                for (facing, pieces) in Facing::ALL.into_iter().zip(&pos.pawns) {
                    let mut pieces = context.movers & pos.colours[colour.index()] & *pieces;
                    if pieces.is_empty() {
                        continue;
                    }
                    let piece = Piece::new(pawn_shifts.kind, colour, facing);
                    let class = self.t.class(piece);
                    if !class.empty_board.drawn
                        || class.passable && context.en_passant_candidates.meets(&pieces)
                    {
                        return None;
                    }
                    pieces = pieces - self.t.profile(piece).promotion_sources;
                    singles = singles - pieces;
                    if class.empty_board.most > 0 {
                        space.pawn_groups.try_push((class.empty_board.most, pieces)).ok()?;
                        space.total += class.empty_board.most * pieces.len();
                    }
                }
            }
        }
        let open = context.empty | context.capturable;
        for from in singles {
            let piece = pos.piece(from)?;
            let simple_mover = &self.t.simple_movers[piece.profile()];
            let mut choices = 1;
            let class;
            if simple_mover.applies {
                class = &self.t.classes[usize::from(simple_mover.class)];
                // A blocked piece has no move.
                if !simple_mover.next[from].meets(&open) {
                    continue;
                }
            } else {
                class = self.t.class(piece);
                if !class.empty_board.drawn
                    || class.passable && context.en_passant_candidates.contains(from)
                {
                    return None;
                }
                let profile = self.t.profile(piece);
                if profile.promotion_sources.contains(from) {
                    choices = profile.choices.max(1);
                }
            }
            space.singles.try_push((space.total, from, choices)).ok()?;
            space.total += class.empty_board.count(from) * u32::from(choices);
        }
        if pos.castling != 0 && self.may_castle(pos, context.seat) {
            for castling in &self.t.castling[context.seat.index()] {
                if self.wing_open(pos, castling) {
                    space.castling.try_push(castling).ok()?;
                    space.total += 1;
                }
            }
        }
        Some(space)
    }

    /// Adds the moves that one of a piece's moves on an empty board stands for, if they are legal now.
    #[inline(always)]
    fn try_move(
        &self,
        context: &MoveContext<'_, W>,
        (from, piece): (Square, Piece),
        way: u32,
        sink: &mut NthAction,
    ) {
        let class = self.t.class(piece);
        let Some(EmptyBoardMove { route, to, quiet, take }) = class.empty_board.get(from, way)
        else {
            return;
        };
        let captures = context.captors.contains(from);
        if let Route::Path(number) = route {
            let mut ends = Ends { plain: SquareSet::EMPTY, doubles: SquareSet::EMPTY };
            self.path_moves(context, (from, piece), captures, number, &mut ends, sink);
            return;
        }
        let takes = context.capturable.contains(to);
        if takes && !(take && captures)
            || !takes && (!quiet || context.pos.occupied.contains(to))
            || !self.route_open(context.pos, class, from, to, (route, takes))
        {
            return;
        }
        let simple_mover = &self.t.simple_movers[piece.profile()];
        let free = simple_mover.applies
            && !simple_mover.royal
            && !context.constraints.pinned.contains(from);
        if free && !self.t.limited_captures && !context.capturable_royals.contains(to) {
            sink.push(Action::Move(Move::new(from, to)));
        } else {
            self.emit_plain(context, (from, piece), SquareSet::of(to), sink);
        }
    }

    /// Whether nobody stands between the ends of a way that a piece would have on an empty board.
    #[inline(always)]
    fn route_open(
        &self,
        pos: &Position<W>,
        class: &Class<W>,
        from: Square,
        to: Square,
        (route, takes): (Route, bool),
    ) -> bool {
        let open = |ray| !self.t.rays.between(ray, from, to).meets(&pos.occupied);
        match route {
            Route::Leap => true,
            Route::Ride(ray) => open(ray),
            Route::Several => {
                let tables = [class.both, if takes { class.take } else { class.quiet }];
                let rays = if takes { class.ray_takes } else { class.ray_moves };
                tables.into_iter().flatten().any(|table| self.t.leap(table, from).contains(to))
                    || bits(rays & self.t.rays.leading(from, to)).any(open)
            }
            Route::Path(_) => false,
        }
    }
}
