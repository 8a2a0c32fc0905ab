//! Legal actions of the seat to move: the moves that dice and restrictions allow, drops, offers,
//! passes and announcements.

use crate::board::{Facing, MAX_KINDS, MAX_SEATS, MAX_SIDE, Piece, Seat, Square, SquareSet};
use crate::movegen::restricted_sink::Compliant;
use crate::movegen::{Constraints, MoveContext, MoveGen, MoveSet, Moves, Sink};
use crate::rules::{Action, Again, DropLimits, Hand, HookError, Move, Protect, Restriction};
use crate::state::{Cold, Position, Status};

/// Returns the restrictions on a seat's next action.
fn restricting(cold: &Cold, seat: Seat) -> impl Iterator<Item = &Restriction> {
    let own = cold.restrictions.iter().filter(move |(other, _)| *other == seat);
    own.map(|(_, how)| how).filter(|how| **how != Restriction::Again(Again::Any))
}

impl<const W: usize> MoveGen<'_, W> {
    /// Lists the legal actions of the seat to move.
    pub fn actions<S: Sink<W> + ?Sized>(
        &self,
        pos: &Position<W>,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let seat = pos.turn;
        let row = self.protection(pos, seat);
        if self.t.choosing.is_empty() {
            self.actions_without_choices(pos, &row, sink);
        } else {
            self.actions_with_choices(pos, &row, sink.erased());
        }
        self.or_fault(())
    }

    /// Lists the legal actions of the seat to move. A move with choices is listed once, without a
    /// choice.
    #[inline(always)]
    pub(super) fn actions_without_choices<S: Sink<W> + ?Sized>(
        &self,
        pos: &Position<W>,
        row: &[Protect; MAX_SEATS],
        sink: &mut S,
    ) {
        match self.t.capture_duties[pos.turn.index()] {
            Some(duty) => self.dutiful_actions(pos, row, duty, sink.erased()),
            None => self.undutiful_actions(pos, row, sink),
        }
    }

    /// Lists the legal actions of the seat to move, as if the seat had no duty to capture.
    #[inline(always)]
    pub fn undutiful_actions<S: Sink<W> + ?Sized>(
        &self,
        pos: &Position<W>,
        row: &[Protect; MAX_SEATS],
        sink: &mut S,
    ) {
        let all_moves = pos.cold.as_deref().is_none_or(|cold| self.has_all_moves(pos, cold));
        if !all_moves || !self.spec.announcers.is_empty() {
            self.qualified_actions(pos, row, sink.erased());
            return;
        }
        self.moves(pos, pos.turn, row, sink);
        if let Some(cold) = &pos.cold {
            self.offers(pos, cold, row, sink.erased());
        }
    }

    /// Returns `true` if the legal actions of the seat to move are exactly the moves of the seat's
    /// pieces. The test ignores actions that accept offers.
    #[inline(never)]
    fn has_all_moves(&self, pos: &Position<W>, cold: &Cold) -> bool {
        cold.restricts_nothing() && cold.dice.is_empty() && !self.holds_pieces(pos)
    }

    /// Lists the legal actions of the seat to move. Used if these actions may differ from the moves
    /// of the seat's pieces.
    fn qualified_actions(
        &self,
        pos: &Position<W>,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) {
        let seat = pos.turn;
        let cold = pos.cold();
        if let Some(mv) = cold.announced {
            sink.add(MoveSet::One(Action::Move(mv)));
            return;
        }
        let mut restrictions: Vec<&Restriction> = restricting(cold, seat).collect();
        let safe = restrictions.contains(&&Restriction::Safe);
        let again = restrictions.iter().any(|how| matches!(how, Restriction::Again(_)));
        if !again && self.drops(pos, seat, row, sink) {
            return;
        }
        let dice = if self.spec.dice.is_some() && pos.rolled { cold.dice.as_slice() } else { &[] };
        let unqualified = restrictions.is_empty() && dice.is_empty();
        let announces = self.spec.announcers.contains(seat) && !safe;
        if announces
            && unqualified
            && let Some(moves) = sink.as_moves()
        {
            let of = self.listed_moves(pos, seat, row, moves);
            let announced = self.announcements(pos, seat, row, (moves, of));
            announced.into_iter().for_each(|mv| moves.add(MoveSet::One(Action::Announce(mv))));
        } else {
            let mut compliant;
            let moves: &mut dyn Sink<W> = if unqualified {
                sink
            } else {
                compliant = Compliant::new(self, pos, dice, &mut restrictions, sink);
                compliant.erased()
            };
            self.moves(pos, seat, row, moves);
            if announces && !sink.is_full() {
                let mut legal = Moves::default();
                let of = self.listed_moves(pos, seat, row, &mut legal);
                let announced = self.announcements(pos, seat, row, (&legal, of));
                announced.into_iter().for_each(|mv| sink.add(MoveSet::One(Action::Announce(mv))));
            }
        }
        self.offers(pos, cold, row, sink);
    }

    /// Lists the offers to the seat to move. The sink must already contain all other actions of the
    /// seat.
    fn offers(
        &self,
        pos: &Position<W>,
        cold: &Cold,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) {
        let offers = cold.offers.iter().enumerate();
        for (i, (_, word)) in offers.filter(|(_, (offered, _))| *offered == pos.turn) {
            // A pass is an action like a move, so a seat that may pass is not mated. Other offers
            // do not save a seat from mate, so they are listed only if the seat has another action.
            if word == "pass" {
                if self.pass_satisfies(pos, row) {
                    sink.add(MoveSet::One(Action::Pass));
                }
            } else if !sink.is_empty() {
                sink.add(MoveSet::One(Action::Say(i as u8)));
            }
        }
    }

    /// Returns `true` if all actions of the seat to move are declared moves and drops, and if no
    /// dice or restrictions apply. Hooks may still forbid some of these actions.
    #[inline]
    pub fn free_turn(&self, pos: &Position<W>) -> bool {
        if self.t.per_move && self.judges_more_than_forbids(pos, pos.turn)
            || self.spec.announcers.contains(pos.turn)
        {
            return false;
        }
        let Some(cold) = &pos.cold else { return true };
        cold.announced.is_none()
            && cold.dice.is_empty()
            && restricting(cold, pos.turn).next().is_none()
            && cold.offers.iter().all(|(seat, _)| *seat != pos.turn)
    }

    /// Returns `true` if the seat to move has pieces in hand.
    pub fn holds_pieces(&self, pos: &Position<W>) -> bool {
        let held = |cold: &Cold| cold.hands[pos.turn.index()] != [0; MAX_KINDS];
        pos.cold.as_deref().is_some_and(held)
    }

    /// Returns the kinds (a bit each) whose moves are allowed by at least one of these dice.
    pub fn kinds_by_dice(&self, dice: &[u8]) -> u32 {
        let Some(rules) = self.spec.dice.as_ref().filter(|_| !dice.is_empty()) else {
            return u32::MAX;
        };
        let faces = rules.faces.iter().filter(|(face, _, _)| dice.contains(face));
        faces.fold(0, |all, (_, _, kinds)| all | kinds)
    }

    /// Returns `true` if a move satisfies a restriction.
    pub fn complies(&self, pos: &Position<W>, restriction: &Restriction, mv: Move) -> bool {
        match restriction {
            // This restriction changes the row of the protection matrix.
            Restriction::Safe => true,
            Restriction::Kinds(kinds) => {
                pos.piece(mv.from).is_some_and(|piece| kinds >> piece.kind().0 & 1 != 0)
            }
            Restriction::Colours(colours) => {
                pos.piece(mv.from).is_some_and(|piece| colours & piece.colour().bit() != 0)
            }
            Restriction::From(squares) => squares.contains(&mv.from),
            Restriction::To(squares) => squares.contains(&mv.to),
            Restriction::Captures(colours) => {
                let taken = self.board.make_move(&mut pos.clone(), mv);
                taken.iter().all(|(_, piece)| colours & piece.colour().bit() != 0)
            }
            Restriction::Spares(kinds) => {
                let taken = self.board.make_move(&mut pos.clone(), mv);
                taken.iter().all(|(_, piece)| kinds >> piece.kind().0 & 1 == 0)
            }
            Restriction::Again(Again::Any) => true,
            Restriction::Again(Again::Move(square)) => mv.from == *square,
            Restriction::Again(Again::Capture(square)) => {
                mv.from == *square && !self.board.captured_by(pos, mv).is_empty()
            }
            Restriction::Lifts(royal) => {
                let mut after = pos.clone();
                self.board.make_move(&mut after, mv);
                let Some(king) = after.piece(*royal) else {
                    return false;
                };
                self.checkers(&after, self.board.controller_of(&after, king), *royal).is_empty()
            }
        }
    }

    /// Lists drops from the hand. Returns `true` if a drop is compulsory.
    pub fn drops(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) -> bool {
        let hand = &pos.cold().hands[seat.index()];
        let rules = self.spec.hands.iter().filter(|rule| rule.seat == seat);
        let held = |rule: &&Hand| rule.pieces.iter().any(|(kind, _)| hand[kind.index()] > 0);
        let mut rules = rules.filter(held).peekable();
        if rules.peek().is_none() {
            return false;
        }
        let constraints = self.constraints(pos, seat, row);
        let forbid_hooks = self.forbid_hooks(pos);
        let mut only = false;
        for rule in rules {
            let free = rule.zone.resize::<W>() - pos.occupied;
            for (kind, _) in rule.pieces.iter().filter(|(kind, _)| hand[kind.index()] > 0) {
                let piece = self.board.held(seat, *kind);
                let open = self.on_open_lines(pos, rule.limits, piece, free);
                let tested = self.drops_tested(pos, row, &constraints, piece);
                let open = open & (constraints.check_mask | tested);
                let mut judged = tested;
                if rule.limits.no_mate {
                    judged |= self.may_check(pos, piece);
                }
                if let Some(hooks) = &forbid_hooks {
                    judged |= hooks.suspects(*kind, None, open);
                }
                let plain = open - judged;
                only |= rule.first && !plain.is_empty();
                sink.add(MoveSet::Drops { kind: *kind, to: plain });
                for square in open & judged {
                    if sink.is_full() {
                        return only;
                    }
                    let stands = !tested.contains(square)
                        || self.drop_satisfies(pos, row, &constraints, piece, square);
                    if stands
                        && !(rule.limits.no_mate && self.drop_mates(pos, piece, square))
                        && !forbid_hooks
                            .as_ref()
                            .is_some_and(|hooks| hooks.forbid_drop(piece, square))
                    {
                        only |= rule.first;
                        sink.add(MoveSet::Drops { kind: *kind, to: SquareSet::of(square) });
                    }
                }
            }
        }
        only
    }

    /// Returns the squares from which a piece may give check to a seat other than its own. Seats
    /// without turns are ignored. The set may also contain squares from which the piece gives no
    /// check.
    fn may_check(&self, pos: &Position<W>, piece: Piece) -> SquareSet<W> {
        if self.t.profile(piece).complex {
            return self.t.all;
        }
        let others = (0..self.t.seats as u8).map(Seat).filter(|seat| *seat != piece.colour());
        let royals = others
            .filter(|seat| self.board.has_turn(pos, *seat))
            .fold(SquareSet::EMPTY, |royals, seat| royals | self.royals_at_stake(pos, seat));
        royals.into_iter().fold(SquareSet::EMPTY, |near, royal| near | self.t.attack_sources(royal))
    }

    /// Returns the members of `squares` on whose line another piece of this kind may be dropped.
    /// The rules limit the number of pieces of the kind on a line.
    pub fn on_open_lines(
        &self,
        pos: &Position<W>,
        limits: DropLimits,
        piece: Piece,
        squares: SquareSet<W>,
    ) -> SquareSet<W> {
        let Some(most) = limits.on_line else { return squares };
        let upright = matches!(piece.facing(), Facing::North | Facing::South);
        let line = |square: Square| {
            let cell = self.spec.geometry.cell(square);
            usize::from(if upright { cell.file } else { cell.rank })
        };
        let mut there = [0_u8; MAX_SIDE];
        for square in pos.colours[piece.colour().index()] {
            if pos.piece(square).is_some_and(|other| other.kind() == piece.kind()) {
                there[line(square)] = there[line(square)].saturating_add(1);
            }
        }
        squares.into_iter().filter(|square| there[line(*square)] < most).collect()
    }

    /// Returns `true` if a drop of a piece on a square mates another seat. The piece comes from its
    /// seat's hand.
    pub fn drop_mates(&self, pos: &Position<W>, piece: Piece, square: Square) -> bool {
        let mut after = pos.clone();
        self.board.drop_held(&mut after, piece.colour(), piece.kind(), square);
        let others = (0..self.t.seats).map(|seat| Seat(seat as u8));
        others.filter(|seat| *seat != piece.colour() && self.board.has_turn(pos, *seat)).any(
            |seat| {
                let checks = |royal| self.checkers(&after, seat, royal).contains(square);
                self.royals_at_stake(&after, seat).into_iter().any(checks)
                    && self.status(&after, seat) == Status::Mate
            },
        )
    }

    /// Lists a seat's legal moves. Returns the squares of the pieces that may also have moves that
    /// the protection of royals forbids. The list does not contain such moves.
    fn listed_moves(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        moves: &mut Moves<W>,
    ) -> SquareSet<W> {
        if self.judges_moves(pos, seat) {
            self.moves(pos, seat, row, moves.erased());
            return self.t.all;
        }
        let mut constraints = Constraints::default();
        let context = self.context(pos, seat, row, &mut constraints);
        self.moves_into(&context, moves);
        self.bound_by_royals(&context)
    }

    /// Returns the moves that a seat may announce. Only moves of the pieces on the squares `of` are
    /// considered. A move may be announced if it is illegal only because the seat has to protect
    /// its own royals.
    fn announcements(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        (legal, of): (&Moves<W>, SquareSet<W>),
    ) -> Vec<Move> {
        let mut free = *row;
        free[seat.index()] = Protect::None;
        let refused = &pos.cold().refused;
        let mut announced = Vec::new();
        let masks = &pos.masks[seat.index()];
        let movers = pos.pieces_in(masks.moves) & of;
        let by_squares = of != self.t.all
            && free == [Protect::None; MAX_SEATS]
            && row[seat.index()] != Protect::NoNewAttacker
            && masks.moves == masks.captures
            && !self.t.complex
            && pos.castling == 0;
        if by_squares {
            // In most positions, protection forbids moves of kings only. These moves are found as
            // sets: the squares that a king reaches, minus the king's legal targets.
            let open = self.open_squares(pos, seat);
            let simple = |from| {
                pos.piece(from).is_some_and(|piece| self.t.simple_movers[piece.profile()].applies)
            };
            if movers.into_iter().all(simple) {
                for from in movers {
                    let Some(piece) = pos.piece(from) else { continue };
                    let mover = &self.t.simple_movers[piece.profile()];
                    let to = mover.reach(from, &pos.occupied) & open;
                    legal.without(MoveSet::Piece { from, to }).each(|action| {
                        if let Action::Move(mv) = action
                            && !refused.contains(&mv)
                        {
                            announced.push(mv);
                        }
                    });
                }
                return announced;
            }
        }
        let mut all = Moves::default();
        if self.judges_moves(pos, seat) {
            self.moves(pos, seat, &free, all.erased());
        } else {
            let mut constraints = Constraints::default();
            let context = self.context(pos, seat, &free, &mut constraints);
            self.moves_into(&MoveContext { movers, ..context }, &mut all);
        }
        all.sets(self.t, |moves| {
            legal.without(moves).each(|action| {
                if let Action::Move(mv) = action
                    && !refused.contains(&mv)
                    && !legal.contains(self.t, mv)
                {
                    announced.push(mv);
                }
            });
        });
        announced
    }

    /// Returns the squares that are empty or hold a piece that the seat may capture.
    fn open_squares(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        (self.t.all - pos.occupied) | pos.pieces_in(pos.masks[seat.index()].capturable)
    }

    /// Calls [`Self::moves_in`]. This function is compiled only once.
    #[inline(never)]
    fn moves_into(&self, context: &MoveContext<'_, W>, moves: &mut Moves<W>) {
        self.moves_in(context, moves);
    }

    /// Returns the pieces of a seat for which the protection of royals may forbid moves. Ignores
    /// castling.
    fn bound_by_royals(&self, context: &MoveContext<'_, W>) -> SquareSet<W> {
        let constraints = context.constraints;
        let by_squares = constraints.masks_suffice()
            && constraints.check_mask == SquareSet([u64::MAX; W])
            && !context.tested_captures.meets(&context.capturable)
            && !self.t.royalty_changing
            && !self.t.promotes_in_place
            && self.t.blast.is_none()
            && !self.t.special_paths;
        if !by_squares {
            return self.t.all;
        }
        context.pos.royals | constraints.pinned | context.en_passant_candidates
    }
}
