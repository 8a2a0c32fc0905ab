//! Sampling: draws a random legal move without listing the legal moves. All legal moves are equally
//! likely.
//!
//! This is rejection sampling. The sample space has a point for every move that a piece would have
//! on the empty board. It also has a point for every castling move, and for every drop on an open
//! square. A promoting move has a point for each choice. Random points are drawn until a point's
//! move is legal, so every legal move has the same probability.
//!
//! Sampling gives no result in the following cases, in which the caller has to list the moves:
//!
//! - the position has other kinds of moves (en passant, paths, …);
//! - moves may contain choices;
//! - the seat is in check or has to drop a piece;
//! - too many attempts have failed.

use arrayvec::ArrayVec;

use crate::board::{Facing, Kind, Piece, Seats, Square, SquareSet};
use crate::movegen::{
    Constraints, Count, Ends, ForbidHooks, MoveContext, MoveGen, MoveSet, MovesToTest, Sink,
};
use crate::numeric::rng::Rng;
use crate::rules::{Action, Demand, Move, Protect};
use crate::state::Position;
use crate::tables::{BoardCastling, EmptyBoardMove, EmptyBoardMoves, Route, bits};

/// The maximum number of attempts. After that, the caller has to list the moves.
const MAX_ATTEMPTS: u32 = 64;
/// The maximum number of pieces in the sample space, not counting the pawns in groups.
const MAX_SINGLE_PIECES: usize = 32;
/// The maximum number of pawn groups in the sample space. The pawns of a group have the same colour
/// and face the same way.
const MAX_PAWN_GROUPS: usize = 4;

/// The move that a number of the sample space represents.
enum SamplePoint<'t, const W: usize> {
    /// A piece's square, its empty-board move, and the number of the promotion choice.
    PieceMove(Square, &'t EmptyBoardMove, u32),
    /// A castling move.
    CastlingMove(&'t BoardCastling<W>),
}

/// The sample space: the numbers below `total`. A number represents a point of the space, or
/// nothing.
struct SampleSpace<'t, const W: usize> {
    total: u32,
    /// The pawns in groups of one colour and facing. Each group has the empty-board moves and the
    /// squares of its pawns. In the sample space, each pawn of a group has the same count of
    /// numbers. This count is enough for a pawn on the square with the most moves.
    pawn_groups: ArrayVec<(&'t EmptyBoardMoves<W>, SquareSet<W>), MAX_PAWN_GROUPS>,
    /// For each single piece, the first number of the sample space that belongs to it.
    firsts: ArrayVec<u32, MAX_SINGLE_PIECES>,
    /// For each single piece: its square, its empty-board moves, and its number of promotion
    /// choices (1 if it has none). A move takes one number of the space for each choice.
    singles: ArrayVec<(Square, &'t [EmptyBoardMove], u8), MAX_SINGLE_PIECES>,
    /// The castling moves whose squares between king and rook are free. Each castling move has one
    /// number of the space. These are the last numbers of the space.
    castling: ArrayVec<&'t BoardCastling<W>, 2>,
}

impl<'t, const W: usize> SampleSpace<'t, W> {
    fn new() -> Self {
        Self {
            total: 0,
            pawn_groups: ArrayVec::new(),
            firsts: ArrayVec::new(),
            singles: ArrayVec::new(),
            castling: ArrayVec::new(),
        }
    }

    /// Returns the point that a number represents, if any.
    #[inline(always)]
    fn sample(&self, number: u32) -> Option<SamplePoint<'t, W>> {
        let mut n = number;
        for (moves, pieces) in &self.pawn_groups {
            let most = moves.most;
            if let Some(from) = pieces.nth(n / most) {
                let found = moves.from(from).get((n % most) as usize)?;
                return Some(SamplePoint::PieceMove(from, found, 0));
            }
            n -= most * pieces.len();
        }
        if let Some(castling) = self.castling.get((self.total - 1 - number) as usize) {
            return Some(SamplePoint::CastlingMove(castling));
        }
        let after = self.firsts.iter().filter(|first| **first <= number).count();
        let place = after.checked_sub(1)?;
        let (from, moves, choices) = *self.singles.get(place)?;
        let (n, choices) = (number - self.firsts[place], u32::from(choices));
        let (n, choice) = if choices == 1 { (n, 0) } else { (n / choices, n % choices) };
        Some(SamplePoint::PieceMove(from, moves.get(n as usize)?, choice))
    }
}

/// The drops of a seat. For each kind in hand, there is a set of squares where the kind may be
/// dropped, and a flag. The flag is `true` if the drop is allowed to mate.
#[derive(Default)]
struct DropPoints<const W: usize> {
    total: u32,
    kinds: Vec<(Kind, SquareSet<W>, bool)>,
}

impl<const W: usize> DropPoints<W> {
    fn sample(&self, mut number: u32) -> Option<(Kind, Square, bool)> {
        for (kind, open, may_mate) in &self.kinds {
            if let Some(to) = open.nth(number) {
                return Some((*kind, to, *may_mate));
            }
            number -= open.len();
        }
        None
    }
}

/// A sink that skips a given number of actions, and then keeps one action.
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
            // Sampling handles one piece at a time, and never generates shifts or drops.
            MoveSet::Shift { .. } | MoveSet::DoubleShift { .. } | MoveSet::Drops { .. } => {}
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

impl<const W: usize> MoveGen<'_, W> {
    /// Returns a random action of the seat to move. All actions are equally likely. Returns `None`
    /// if the caller has to list the actions.
    pub fn sample(&self, pos: &Position<W>, rng: &mut Rng) -> Option<Action> {
        self.sample_and(pos, rng, |_| ()).map(|(action, ())| action)
    }

    /// Returns a random action of the seat to move, and the number of all legal actions of this
    /// seat. At the last ply, perft counts the same number of actions. Checks and pins are computed
    /// once for both results.
    pub fn sample_and_count(&self, pos: &Position<W>, rng: &mut Rng) -> Option<(Action, u32)> {
        let (action, count) = self.sample_and(pos, rng, |context| {
            let mut count = Count::default();
            if self.t.capture_duties[pos.turn.index()].is_none()
                && !self.holds_pieces(pos)
                && !self.t.per_move
            {
                self.moves_in(context, &mut count);
            } else {
                // An error is reported when the action is played.
                let _ = self.actions(pos, &mut count);
            }
            count.0
        })?;
        Some((action, u32::try_from(count).unwrap_or(u32::MAX)))
    }

    /// Returns a random action and a second value. The second value is the result of `ask` for the
    /// context in which the action was found.
    #[inline(always)]
    fn sample_and<T>(
        &self,
        pos: &Position<W>,
        rng: &mut Rng,
        ask: impl FnOnce(&MoveContext<'_, W>) -> T,
    ) -> Option<(Action, T)> {
        if !self.t.choosing.is_empty() || !self.free_turn(pos) {
            return None;
        }
        let seat = pos.turn;
        let row = self.protection(pos, seat);
        // If the seat has to capture, few moves are legal, so most attempts would fail.
        match self.t.capture_duties[seat.index()] {
            Some(Demand::Capture) if !self.can_capture(pos, seat, &row) => {}
            Some(_) => return None,
            None => {}
        }
        let mut constraints = Constraints::default();
        let context = self.context(pos, seat, &row, &mut constraints);
        // Few moves answer a check, so most attempts would fail.
        if matches!(context.constraints.tested, MovesToTest::Everything)
            || context.constraints.check_mask != SquareSet([u64::MAX; W])
        {
            return None;
        }
        let action = if self.t.per_move {
            self.sample_permitted(&context, &row, rng)?
        } else {
            self.sample_in(&context, &row, None, rng)?
        };
        Some((action, ask(&context)))
    }

    /// Returns a random action in a context. No hook forbids the action.
    #[inline(never)]
    fn sample_permitted(
        &self,
        context: &MoveContext<'_, W>,
        row: &[Protect],
        rng: &mut Rng,
    ) -> Option<Action> {
        let hooks = self.forbid_hooks(context.pos);
        let action = self.sample_in(context, row, hooks.as_ref(), rng)?;
        // If a hook has failed, the caller lists the moves, and the list reports the hook's error.
        if hooks.is_some() && self.hooks.fault().is_some() {
            return None;
        }
        Some(action)
    }

    /// Returns a random action in a context.
    #[inline(always)]
    fn sample_in(
        &self,
        context: &MoveContext<'_, W>,
        row: &[Protect],
        hooks: Option<&ForbidHooks<'_, '_, W>>,
        rng: &mut Rng,
    ) -> Option<Action> {
        let (pos, seat) = (context.pos, context.seat);
        // Filled in place, because it is large to copy.
        let mut space = SampleSpace::new();
        self.fill(&mut space, context)?;
        let drops = if self.holds_pieces(pos) {
            if !context.constraints.masks_suffice() {
                return None;
            }
            self.drop_points(pos, row)?
        } else {
            DropPoints::default()
        };
        let total = space.total + drops.total;
        if total == 0 {
            return None;
        }
        for _ in 0..MAX_ATTEMPTS {
            let mut found;
            let number = rng.below(total);
            if number >= space.total {
                let (kind, to, may_mate) = drops.sample(number - space.total)?;
                let piece = self.board.held(seat, kind);
                if (may_mate || !self.drop_mates(pos, piece, to))
                    && !hooks.is_some_and(|hooks| hooks.forbid_drop(piece, to))
                {
                    return Some(Action::Drop(kind, to));
                }
                continue;
            }
            match space.sample(number) {
                None => continue,
                Some(SamplePoint::PieceMove(from, empty_board_move, before)) => {
                    found = NthAction { before, action: None };
                    let piece = pos.piece(from)?;
                    self.try_move(context, (from, piece), *empty_board_move, &mut found);
                }
                Some(SamplePoint::CastlingMove(castling)) => {
                    found = NthAction { before: 0, action: None };
                    self.castle(context, castling, &mut found);
                }
            }
            let Some(action) = &found.action else { continue };
            if let Some(hooks) = hooks
                && let Action::Move(mv) = action
                && hooks.forbid(seat, *mv)
            {
                continue;
            }
            return found.action;
        }
        None
    }

    /// Returns the drops of the seat to move. Returns `None` if the drops can't be sampled. This is
    /// so if a drop is compulsory, drops a royal, or might attack a royal that the seat has to
    /// protect.
    #[cold]
    fn drop_points(&self, pos: &Position<W>, row: &[Protect]) -> Option<DropPoints<W>> {
        let mut points = DropPoints::default();
        let hand = &pos.cold().hands[pos.turn.index()];
        for rule in self.spec.hands.iter().filter(|rule| rule.seat == pos.turn) {
            let free = rule.zone.resize::<W>() - pos.occupied;
            for (kind, _) in rule.pieces.iter().filter(|(kind, _)| hand[kind.index()] > 0) {
                let piece = self.board.held(pos.turn, *kind);
                let royal = self.t.profile(piece).royal;
                if rule.first || royal || self.drops_may_attack(pos, row, piece) {
                    return None;
                }
                let open = self.on_open_lines(pos, rule.limits, piece, free);
                points.total += open.len();
                points.kinds.push((*kind, open, !rule.limits.no_mate));
            }
        }
        Some(points)
    }

    /// Fills in an empty sample space. Returns `None` if the space can't contain all moves of the
    /// seat.
    #[inline(always)]
    fn fill<'t>(
        &'t self,
        space: &mut SampleSpace<'t, W>,
        context: &MoveContext<'_, W>,
    ) -> Option<()> {
        let pos = context.pos;
        if self.t.promotes_in_place {
            return None;
        }
        let mut singles = context.movers;
        if let Some(pawn_shifts) = &self.t.pawn_shifts {
            for colour in Seats(pos.masks[context.seat.index()].moves.pieces).iter() {
                let army = context.movers & pos.colours[colour.index()];
                let mut facings = pos.pawn_facings(&army, self.t.facings[colour.index() & 7]);
                while facings != 0 {
                    let facing = Facing::from_bits(facings.trailing_zeros() as u16);
                    facings &= facings - 1;
                    let mut pieces = army & pos.pawns[facing as usize];
                    if pieces.is_empty() {
                        continue;
                    }
                    let piece = Piece::new(pawn_shifts.kind, colour, facing);
                    let class = self.t.class(piece);
                    if !class.empty_board.drawn
                        || class.uses_en_passant && context.en_passant_candidates.meets(&pieces)
                    {
                        return None;
                    }
                    pieces = pieces - self.t.profile(piece).promotion_sources;
                    singles = singles - pieces;
                    if class.empty_board.most > 0 {
                        space.pawn_groups.try_push((&class.empty_board, pieces)).ok()?;
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
                // A blocked piece needs no points.
                if !simple_mover.next[from].meets(&open) {
                    continue;
                }
            } else {
                class = self.t.class(piece);
                if !class.empty_board.drawn
                    || class.uses_en_passant && context.en_passant_candidates.contains(from)
                {
                    return None;
                }
                let profile = self.t.profile(piece);
                if profile.promotion_sources.contains(from) {
                    choices = profile.choices.max(1);
                }
            }
            let moves = class.empty_board.from(from);
            space.firsts.try_push(space.total).ok()?;
            space.singles.try_push((from, moves, choices)).ok()?;
            space.total += moves.len() as u32 * u32::from(choices);
        }
        if pos.castling != 0 && self.may_castle(pos, context.seat) {
            for castling in &self.t.castling[context.seat.index()] {
                if self.wing_open(pos, castling) {
                    space.castling.try_push(castling).ok()?;
                    space.total += 1;
                }
            }
        }
        Some(())
    }

    /// Adds the legal moves that an empty-board move of a piece represents in the position.
    #[inline(always)]
    fn try_move(
        &self,
        context: &MoveContext<'_, W>,
        (from, piece): (Square, Piece),
        EmptyBoardMove { route, to, quiet, take }: EmptyBoardMove,
        sink: &mut NthAction,
    ) {
        let captures = context.captors.contains(from);
        if let Route::Path(number) = route {
            let mut ends = Ends::new(SquareSet::EMPTY);
            let path = &self.t.paths[usize::from(number)];
            if path.decided_by_start && !self.path_applies(context.pos, path, from, piece) {
                return;
            }
            self.path_moves(context, (from, piece), captures, number, &mut ends, sink);
            self.emit_plain(context, (from, piece), ends.plain, sink);
            return;
        }
        let takes = context.capturable.contains(to);
        if takes && !(take && captures)
            || !takes && (!quiet || context.pos.occupied.contains(to))
            || !self.route_open(context.pos, piece, from, to, (route, takes))
        {
            return;
        }
        let simple_mover = &self.t.simple_movers[piece.profile()];
        let free = simple_mover.applies
            && context.constraints.masks_suffice()
            && !simple_mover.royal
            && !context.constraints.pinned.contains(from);
        if free && !context.tested_captures.contains(to) {
            sink.push(Action::Move(Move::new(from, to)));
        } else {
            self.emit_plain(context, (from, piece), SquareSet::of(to), sink);
        }
    }

    /// Returns `true` if no piece stands between the ends of an empty-board move.
    #[inline(always)]
    fn route_open(
        &self,
        pos: &Position<W>,
        piece: Piece,
        from: Square,
        to: Square,
        (route, takes): (Route, bool),
    ) -> bool {
        let open = |ray| !self.t.rays.between(ray, from, to).meets(&pos.occupied);
        match route {
            Route::Leap => true,
            Route::Ride(ray) => open(ray),
            Route::Several => {
                let class = self.t.class(piece);
                let tables = [class.both, if takes { class.take } else { class.quiet }];
                let rays = if takes { class.ray_takes } else { class.ray_moves };
                tables.into_iter().flatten().any(|table| self.t.leap(table, from).contains(to))
                    || bits(rays & self.t.rays.leading(from, to)).any(open)
            }
            Route::Path(_) => false,
        }
    }
}
