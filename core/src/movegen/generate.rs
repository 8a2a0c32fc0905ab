//! Move generation: lists the legal moves of a seat into a sink.
//!
//! Plain moves are emitted as sets (a piece and its target squares), other moves one by one.

use crate::board::{Facing, MAX_SEATS, Piece, Seat, Seats, Square, SquareSet};
use crate::movegen::{Constraints, Ends, MoveContext, MoveGen, MoveSet, MovesToTest, Sink};
use crate::rules::{Action, ConditionSquare, Move, Protect, Relation};
use crate::state::{ColourMasks, Position};
use crate::tables::{Class, PawnShifts, PlainHop, RideOnto, ShiftException};

/// The targets of pawn shifts whose moves have to be emitted one by one.
struct SpecialTargets<const W: usize> {
    /// The targets for which a legality test has to make the move. The field `all` has these
    /// targets and also the squares where pawns promote.
    tested: SquareSet<W>,
    all: SquareSet<W>,
}

impl<const W: usize> MoveGen<'_, W> {
    /// Returns a seat's row of the protection matrix. If a rule has relaxed or tightened the
    /// protection of the seat's own royals, the row contains this change.
    pub fn protection(&self, pos: &Position<W>, seat: Seat) -> [Protect; MAX_SEATS] {
        let mut row = self.t.protect[seat.index()];
        if pos.cold.is_some() {
            if let Some(relaxed) = pos.cold().relaxed
                && pos.turn == seat
            {
                row[seat.index()] = relaxed;
            }
            for (restricted, how) in &pos.cold().restrictions {
                if *restricted == seat && *how == crate::rules::Restriction::Safe {
                    row[seat.index()] = Protect::Safe;
                }
            }
        }
        row
    }

    /// Prepares the generation of a seat's moves. Fills in `constraints`, which must be empty at
    /// the call.
    #[inline(always)]
    pub(crate) fn context<'p>(
        &self,
        pos: &'p Position<W>,
        seat: Seat,
        row: &'p [Protect; MAX_SEATS],
        constraints: &'p mut Constraints<W>,
    ) -> MoveContext<'p, W> {
        let masks = &pos.masks[seat.index()];
        let own = pos.of_colours(masks.controls);
        let controls = ColourMasks { pieces: masks.controls, royals: masks.controls };
        let movers = pos.pieces_given(masks.moves, (controls, &own));
        let captors =
            if masks.captures == masks.moves { movers } else { pos.pieces_in(masks.captures) };
        let capturable = pos.pieces_in(masks.capturable);
        self.find_constraints(pos, &movers, (masks.capturable, &capturable), row, constraints);
        if let Some(judged) = self.t.judged_moves {
            constraints.test_moves_to(judged);
        }
        MoveContext {
            pos,
            seat,
            row,
            constraints,
            movers,
            captors,
            empty: self.t.all - pos.occupied,
            capturable,
            tested_captures: (capturable | own)
                & (pos.royals | self.t.judged_captures | self.t.attack_changing_captures),
            own,
            en_passant_candidates: self.en_passant_candidates(pos),
        }
    }

    /// Lists all legal moves of a seat's pieces.
    #[inline(always)]
    pub fn moves<S: Sink<W> + ?Sized>(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut S,
    ) {
        if self.judges_moves(pos, seat) {
            self.moves_by_hooks(pos, seat, row, sink.erased());
        } else {
            self.declared_moves(pos, seat, row, sink);
        }
    }

    /// Lists the legal moves that movements declare. Ignores hooks about moves.
    pub fn declared_moves<S: Sink<W> + ?Sized>(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut S,
    ) {
        let mut constraints = Constraints::default();
        self.moves_in(&self.context(pos, seat, row, &mut constraints), sink);
    }

    /// Lists the legal moves that movements declare, for the seat of a context.
    #[inline(always)]
    pub(crate) fn moves_in<S: Sink<W> + ?Sized>(&self, context: &MoveContext<'_, W>, sink: &mut S) {
        let pos = context.pos;
        let mut shifted = SquareSet::EMPTY;
        // Pieces whose moves are tabulated and need no test beyond a mask.
        let mut free = SquareSet::EMPTY;
        let (tested_from, tested_to) = context.constraints.tested.squares();
        let kinds = sink.kinds();
        if !matches!(context.constraints.tested, MovesToTest::Everything) {
            free = context.captors - (context.constraints.pinned | tested_from);
            if let Some(pawn_shifts) = &self.t.pawn_shifts
                && kinds >> pawn_shifts.kind.0 & 1 != 0
            {
                shifted = self.pawn_moves(context, pawn_shifts, sink);
            }
        }
        let open = context.empty | context.capturable;
        let answering = open & context.constraints.check_mask;
        let tested = context.capturable & context.tested_captures | tested_to;
        for from in context.movers - shifted {
            if sink.is_full() {
                return;
            }
            let Some(piece) = pos.piece(from) else { continue };
            if kinds >> piece.kind().0 & 1 == 0 {
                continue;
            }
            let simple_mover = &self.t.simple_movers[piece.profile()];
            if simple_mover.applies {
                if !simple_mover.next[from].meets(&open) {
                    continue;
                }
                if free.contains(from) {
                    let to = simple_mover.reach(from, &pos.occupied);
                    if simple_mover.royal || to.meets(&tested) {
                        self.emit_plain_outlined(context, (from, piece), to & open, sink);
                    } else {
                        sink.add(MoveSet::Piece { from, to: to & answering });
                    }
                    continue;
                }
            } else if simple_mover.whole && free.contains(from) {
                let to = if simple_mover.mixed {
                    self.mixed_targets(context, from, piece)
                } else {
                    simple_mover.reach_lame(from, &pos.occupied) & open
                };
                if simple_mover.tested || to.meets(&tested) {
                    self.emit_plain_outlined(context, (from, piece), to, sink);
                } else {
                    sink.add(MoveSet::Piece { from, to: to & context.constraints.check_mask });
                }
                continue;
            }
            self.piece_moves(context, from, piece, sink);
        }
        if pos.castling != 0 {
            self.castling(context, sink.erased());
        }
        if self.t.promotes_in_place {
            self.promotions_in_place(context, sink.erased());
        }
    }

    /// Lists the moves that pawns make by shifts, for many pawns together. Returns these pawns. The
    /// caller handles the other pawns one by one. The other pawns are pinned pawns, pawns that may
    /// capture en passant, and pawns that may have other moves.
    #[inline(always)]
    pub(crate) fn pawn_moves<S: Sink<W> + ?Sized>(
        &self,
        context: &MoveContext<'_, W>,
        pawn_shifts: &PawnShifts<W>,
        sink: &mut S,
    ) -> SquareSet<W> {
        let pos = context.pos;
        let mut shifted = SquareSet::EMPTY;
        let masks = &pos.masks[context.seat.index()];
        let (tested_from, tested_to) = context.constraints.tested.squares();
        let singly = context.constraints.pinned | tested_from | context.en_passant_candidates;
        for colour in Seats(masks.moves.pieces).iter() {
            let army = pos.colours[colour.index()] - singly;
            let captures = masks.captures.pieces & colour.bit() != 0;
            let mut facings = pos.pawn_facings(&army, self.t.facings[colour.index() & 7]);
            while facings != 0 {
                let facing = Facing::from_bits(facings.trailing_zeros() as u16);
                facings &= facings - 1;
                let shifts = &pawn_shifts.by_facing[facing as usize];
                let mut pieces = army & pos.pawns[facing as usize];
                if pieces.is_empty() {
                    continue;
                }
                for exception in &shifts.exceptions {
                    let there = pieces & exception.on[colour.index()];
                    if !there.is_empty() {
                        pieces = pieces - self.single_out(context, pawn_shifts, exception, there);
                    }
                }
                shifted |= pieces;
                let profile = self.t.profile(Piece::new(pawn_shifts.kind, colour, facing));
                // A move that is made and tested may answer a check even if its target is not in
                // the check mask.
                let mut allowed = context.constraints.check_mask | tested_to;
                let mut takes = allowed | context.tested_captures;
                if let Some(enter) = &profile.enter {
                    allowed &= *enter;
                    takes &= *enter;
                }
                let tested = context.tested_captures | tested_to | profile.royalty_changing;
                let special = SpecialTargets { tested, all: tested | profile.promotes };
                let (empty, capturable) = (context.empty & allowed, context.capturable & takes);
                for number in &shifts.quiet {
                    let step = pawn_shifts.step(*number);
                    let targets = step.targets(pieces);
                    if let Some((twice, over)) = &shifts.double
                        && twice == number
                    {
                        let over = targets & over[colour.index()] & context.empty;
                        let to = step.targets(over) & empty;
                        let to = self.plain_of(context, to, &special, |to| step.double(to), sink);
                        sink.add(MoveSet::DoubleShift { number: *number, step, to });
                    }
                    let to = targets & empty;
                    let to = self.plain_of(context, to, &special, |to| step.single(to), sink);
                    sink.add(MoveSet::Shift { number: *number, step, to });
                }
                if captures {
                    for number in &shifts.take {
                        let step = pawn_shifts.step(*number);
                        let to = step.targets(pieces) & capturable;
                        let to = self.plain_of(context, to, &special, |to| step.single(to), sink);
                        sink.add(MoveSet::Shift { number: *number, step, to });
                    }
                }
            }
        }
        shifted
    }

    /// Returns the members of `pieces` that have to be handled one by one, because `exception`
    /// applies to them.
    fn single_out(
        &self,
        context: &MoveContext<'_, W>,
        pawn_shifts: &PawnShifts<W>,
        exception: &ShiftException<W>,
        pieces: SquareSet<W>,
    ) -> SquareSet<W> {
        let Some((number, relation)) = exception.ahead else { return pieces };
        let step = pawn_shifts.step(number);
        let others = match relation {
            Relation::Own => context.own,
            Relation::Partner | Relation::Enemy => context.pos.occupied - context.own,
            Relation::Friend | Relation::Anyone => context.pos.occupied,
            Relation::Colours(colours) => context.pos.of_colours(colours),
        };
        (step.targets(pieces) & others).into_iter().map(|to| step.origin[to]).collect()
    }

    /// Emits the moves that are not plain, such as royal captures and promotions, one by one.
    /// Returns the targets of the plain moves. The caller must have applied the check mask to all
    /// targets in `to` that need no test.
    #[inline(always)]
    fn plain_of<S: Sink<W> + ?Sized>(
        &self,
        context: &MoveContext<'_, W>,
        to: SquareSet<W>,
        special: &SpecialTargets<W>,
        mv: impl Fn(Square) -> Move,
        sink: &mut S,
    ) -> SquareSet<W> {
        if !to.meets(&special.all) {
            return to;
        }
        for mv in (to & special.all).into_iter().map(mv) {
            let Some(piece) = context.pos.piece(mv.from) else { continue };
            if special.tested.contains(mv.to) {
                self.emit_if_legal(context, piece, mv, sink.erased());
            } else {
                self.emit_promoted(context.pos, piece, mv, sink.erased());
            }
        }
        to - special.all
    }

    /// Lists the legal moves of one piece, except castling.
    #[inline(never)]
    pub(crate) fn piece_moves<S: Sink<W> + ?Sized>(
        &self,
        context: &MoveContext<'_, W>,
        from: Square,
        piece: Piece,
        sink: &mut S,
    ) {
        let pos = context.pos;
        let class = self.t.class(piece);
        let captures = context.captors.contains(from);
        let capturable = if captures { context.capturable } else { SquareSet::EMPTY };
        let mut to = SquareSet::EMPTY;
        if let Some(table) = class.both {
            to |= self.t.leap(table, from) & (context.empty | capturable);
        }
        if let Some(table) = class.quiet {
            to |= self.t.leap(table, from) & context.empty;
        }
        if let Some(table) = class.take {
            to |= self.t.leap(table, from) & capturable;
        }
        if !class.rides.is_empty() {
            let reach = self.t.ridden(&class.rides, from, &pos.occupied);
            to |= reach & (context.empty | capturable);
        }
        if let Some([quiet, take]) = class.partial_rides.as_deref() {
            to |= self.t.ridden(quiet, from, &pos.occupied) & context.empty;
            to |= self.t.ridden(take, from, &pos.occupied) & capturable;
        }
        if !class.lame_leaps.is_empty() {
            let (mut quiet, mut take) = (SquareSet::EMPTY, SquareSet::EMPTY);
            for leaps in class.lame_leaps.from(from) {
                if leaps.way.is_open(&pos.occupied) {
                    quiet |= leaps.quiet;
                    take |= leaps.take;
                }
            }
            to |= (quiet & context.empty) | (take & capturable);
        }
        if !class.hops.is_empty() || !class.rides_onto.is_empty() {
            to |= self.hops(context, class, (from, piece), &capturable);
        }
        if let paths @ [_, ..] = class.other_paths.from(from) {
            let mut ends = Ends::new(to);
            for path in paths.iter().filter(|path| path.suits(piece)) {
                let sink = sink.erased();
                self.path_moves(context, (from, piece), captures, path.number, &mut ends, sink);
            }
            to = ends.plain;
        }
        if captures && class.uses_en_passant && context.en_passant_candidates.contains(from) {
            self.en_passant(context, from, piece, &mut to, sink.erased());
        }
        self.emit_plain(context, (from, piece), to, sink);
    }

    /// Returns the targets of a piece. `SimpleMover::whole` and `SimpleMover::mixed` must be `true`
    /// for the piece.
    #[inline(never)]
    fn mixed_targets(
        &self,
        context: &MoveContext<'_, W>,
        from: Square,
        piece: Piece,
    ) -> SquareSet<W> {
        let mover = &self.t.simple_movers[piece.profile()];
        let class = &self.t.classes[usize::from(mover.class)];
        let mut open = context.empty;
        if !mover.quiet_lines {
            open |= context.capturable;
        }
        let to = mover.reach_lame(from, &context.pos.occupied) & open
            | self.hops(context, class, (from, piece), &context.capturable);
        let taken = to & context.capturable;
        if !mover.limited || taken.is_empty() {
            return to;
        }
        (to - taken) | self.capturable_by(context.pos, piece, taken)
    }

    /// Returns the targets of a piece by two kinds of movement: plain hops, and rides that can
    /// capture only certain pieces.
    #[inline(always)]
    fn hops(
        &self,
        context: &MoveContext<'_, W>,
        class: &Class<W>,
        (from, piece): (Square, Piece),
        capturable: &SquareSet<W>,
    ) -> SquareSet<W> {
        let pos = context.pos;
        let (rays, occupied) = (&self.t.rays, &pos.occupied);
        let of_kinds = |square: Square, kinds: u32| {
            pos.piece(square).is_some_and(|piece| kinds >> piece.kind().0 & 1 != 0)
        };
        let mut to = SquareSet::EMPTY;
        for PlainHop { hop, far, over, onto, quiet } in class.hops.from(from) {
            let Some(hurdle) = rays.first(hop.before, from, occupied) else { continue };
            if *over != u32::MAX && !of_kinds(hurdle, *over) {
                continue;
            }
            let end = match (*far, *quiet) {
                (true, true) => {
                    let found = rays.ride(hop.after, hurdle, occupied);
                    to |= found & context.empty;
                    (found & *capturable).lowest()
                }
                (true, false) => rays.first(hop.after, hurdle, occupied),
                (false, _) => rays.reach(hop.after, hurdle).lowest(),
            };
            let Some(end) = end else { continue };
            let open = if capturable.contains(end) {
                *onto == u32::MAX || of_kinds(end, *onto)
            } else {
                *quiet && context.empty.contains(end)
            };
            if open {
                to.insert(end);
            }
        }
        for RideOnto { ray, path } in class.rides_onto.from(from) {
            let first = rays.first(*ray, from, occupied);
            if let Some(end) = first.filter(|end| capturable.contains(*end))
                && self.conditions_hold(
                    pos,
                    &self.t.paths[usize::from(*path)],
                    piece,
                    ConditionSquare::Onto,
                    end,
                )
            {
                to.insert(end);
            }
        }
        to
    }

    /// Calls [`Self::emit_plain`]; not inlined, for uncommon cases.
    #[inline(never)]
    fn emit_plain_outlined<S: Sink<W> + ?Sized>(
        &self,
        context: &MoveContext<'_, W>,
        piece: (Square, Piece),
        to: SquareSet<W>,
        sink: &mut S,
    ) {
        self.emit_plain(context, piece, to, sink);
    }

    /// Emits the plain moves of a piece that are legal.
    #[inline(always)]
    pub(crate) fn emit_plain<S: Sink<W> + ?Sized>(
        &self,
        context: &MoveContext<'_, W>,
        (from, piece): (Square, Piece),
        mut to: SquareSet<W>,
        sink: &mut S,
    ) {
        let pos = context.pos;
        let profile = self.t.profile(piece);
        if let Some(enter) = &profile.enter {
            to &= *enter;
        }
        if profile.limited {
            let pieces = to & (pos.occupied - SquareSet::of(from));
            to = (to - pieces) | self.capturable_by(pos, piece, pieces);
        }
        let constraints = context.constraints;
        let (tested_from, tested_to) = constraints.tested.squares();
        let mut tested = context.tested_captures | profile.royalty_changing | tested_to;
        if tested_from.contains(from) {
            tested = self.t.all;
        }
        // The targets of moves that were tested and found legal.
        let mut stay_safe = SquareSet::EMPTY;
        if to.meets(&tested) {
            let looked_at = constraints.by_occupancy && !profile.royal;
            let by_more = context.tested_captures | profile.royalty_changing;
            for target in to & tested {
                if !looked_at || by_more.contains(target) {
                    self.emit_if_legal(context, piece, Move::new(from, target), sink.erased());
                } else if self.stays_safe(pos, constraints, from, target) {
                    stay_safe.insert(target);
                }
            }
            to = to - tested;
        }
        let mut protected = None;
        if profile.royal {
            if self.t.blast.is_some() {
                // The king's square decides which captures are possible without the loss of a
                // royal.
                for target in to {
                    self.emit_if_legal(context, piece, Move::new(from, target), sink.erased());
                }
                return;
            }
            protected = constraints.protected().iter().find(|protected| protected.royal == from);
        }
        if let Some(protected) = protected {
            to &= constraints.check_mask_without(from);
            if !protected.safe {
                for target in to {
                    self.emit_if_legal(context, piece, Move::new(from, target), sink.erased());
                }
                return;
            }
            for target in to {
                match self.royal_may_go(pos, protected, target) {
                    Some(true) => {}
                    Some(false) => to.remove(target),
                    None => {
                        self.emit_if_legal(context, piece, Move::new(from, target), sink.erased());
                        to.remove(target);
                    }
                }
            }
        } else {
            to &= constraints.check_mask;
        }
        if constraints.pinned.contains(from) {
            to &= self.pin_mask(constraints, from);
        }
        to |= stay_safe;
        if to.meets(&profile.promotes) {
            for target in to & profile.promotes {
                self.emit_promoted(pos, piece, Move::new(from, target), sink.erased());
            }
            to = to - profile.promotes;
        }
        sink.add(MoveSet::Piece { from, to });
    }

    /// Emits a legal move, once for every kind that the piece may promote to.
    pub fn emit_promoted(&self, pos: &Position<W>, piece: Piece, mv: Move, sink: &mut dyn Sink<W>) {
        self.promoted(pos, piece, mv, |_| true, |mv| sink.add(MoveSet::One(Action::Move(mv))));
    }

    /// Returns the members of `pieces` whose kind `piece` may capture.
    pub fn capturable_by(
        &self,
        pos: &Position<W>,
        piece: Piece,
        pieces: SquareSet<W>,
    ) -> SquareSet<W> {
        let kinds = self.spec.kind_captures[piece.kind().index()];
        pieces
            .into_iter()
            .filter(|square| {
                pos.piece(*square).is_some_and(|other| kinds >> other.kind().0 & 1 != 0)
            })
            .collect()
    }
}
