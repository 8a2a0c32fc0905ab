//! Which moves a seat's constraints to royals allow.
//!
//! Checkers and pins of every protected royal are found once a ply; then a plain move is emit_if_legal by
//! masks. Moves that change more than two squares, and everything while pieces that hop or go by
//! paths give check, are made and tested.

use arrayvec::ArrayVec;

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::movegen::Engine;
use crate::rules::{Move, MoveKind, Protect, Royals};
use crate::state::Position;

/// A royal that the mover must not expose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProtectedRoyal<const W: usize> {
    pub royal: Square,
    /// It may be attacked afterwards by nobody; otherwise by nobody new.
    pub safe: bool,
    /// Pieces that may give check to it.
    pub threats: SquareSet<W>,
    /// Pieces that do.
    pub checkers: SquareSet<W>,
    /// Where a move by another piece must end to answer the check.
    pub check_mask: SquareSet<W>,
}

/// The most royals looked after fast; rulesets with more have every move tested.
const PROTECTED_ROYALS: usize = 4;
/// The most pins kept; a royal has at most one a ray.
const PINS: usize = 16;

/// A piece who alone stands between a royal and somebody who would check it.
#[derive(Clone, Copy, Debug)]
struct Pin {
    piece: Square,
    by: Square,
    royal: Square,
    /// Along which ray, or [`UNBOUND`].
    ray: u8,
}

/// In place of a ray: the piece may go anywhere after all.
const UNBOUND: u8 = u8::MAX;

/// Everything a seat owes to royals at one ply.
#[derive(Clone, Debug)]
pub(crate) struct Constraints<const W: usize> {
    protected: ArrayVec<ProtectedRoyal<W>, PROTECTED_ROYALS>,
    /// Where pieces that are not is_protected royals may go.
    pub check_mask: SquareSet<W>,
    pub pinned: SquareSet<W>,
    pins: ArrayVec<Pin, PINS>,
    /// Every move must be made and tested.
    pub test_every_move: bool,
}

impl<const W: usize> Default for Constraints<W> {
    /// Nothing is owed.
    #[inline(always)]
    fn default() -> Self {
        Self {
            protected: ArrayVec::new(),
            check_mask: SquareSet([u64::MAX; W]),
            pinned: SquareSet::EMPTY,
            pins: ArrayVec::new(),
            test_every_move: false,
        }
    }
}

impl<const W: usize> Constraints<W> {
    pub fn protected(&self) -> &[ProtectedRoyal<W>] {
        &self.protected
    }

    /// Where a is_protected royal may go as far as the other protected are concerned.
    pub fn check_mask_without(&self, royal: Square) -> SquareSet<W> {
        let mut check_mask = SquareSet([u64::MAX; W]);
        for protected in self.protected().iter().filter(|protected| protected.royal != royal) {
            check_mask &= protected.check_mask;
        }
        check_mask
    }
}

impl<const W: usize> Engine<'_, W> {
    /// Where a pinned piece may go.
    pub fn pin_mask(&self, constraints: &Constraints<W>, square: Square) -> SquareSet<W> {
        let mut allowed = SquareSet([u64::MAX; W]);
        for pin in &constraints.pins {
            if pin.piece == square && pin.ray != UNBOUND {
                allowed &= self.t.rays.between(pin.ray, pin.by, pin.royal) | SquareSet::of(pin.by);
            }
        }
        allowed
    }

    /// What a seat owes, by one row of a protection matrix.
    pub fn constraints(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
    ) -> Constraints<W> {
        let mut constraints = Constraints::default();
        self.find_constraints(
            pos,
            &pos.pieces_in(pos.masks[seat.index()].moves),
            row,
            &mut constraints,
        );
        constraints
    }

    /// Adds to `constraints`, which is none, what is owed by the seat whose pieces are `movers`.
    #[inline(always)]
    pub fn find_constraints(
        &self,
        pos: &Position<W>,
        movers: &SquareSet<W>,
        row: &[Protect; MAX_SEATS],
        constraints: &mut Constraints<W>,
    ) {
        constraints.test_every_move = self.spec.judge_after_release && pos.waiting;
        for owner in (0..self.t.seats as u8).map(Seat) {
            let how = row[owner.index()];
            if how == Protect::None {
                continue;
            }
            let royals = self.royals_at_stake(pos, owner);
            if royals.many() {
                match self.spec.royals {
                    Royals::Any => {}
                    Royals::Last => continue,
                    Royals::All => {
                        constraints.test_every_move = true;
                        continue;
                    }
                }
            }
            // With another royal, the check of this one may not count any more.
            constraints.test_every_move |=
                self.t.royalty_changing && self.spec.royals != Royals::Any;
            let threats = pos.pieces_in(pos.masks[owner.index()].threats);
            // A mover whose own pieces check the owner may attack a royal by any move; so may pieces near
            // enough who hop or go by paths, when it makes their way.
            constraints.test_every_move |= threats.meets(movers);
            for royal in royals {
                let Some(piece) = pos.piece(royal) else { continue };
                if self.t.complex {
                    constraints.test_every_move |=
                        (threats & pos.complex).meets(&self.t.path_sources[royal]);
                }
                let capturers = self.capturers(pos, threats, royal, piece);
                self.protected(pos, constraints, movers, (royal, how, capturers));
            }
        }
    }

    fn protected(
        &self,
        pos: &Position<W>,
        constraints: &mut Constraints<W>,
        movers: &SquareSet<W>,
        (royal, how, threats): (Square, Protect, SquareSet<W>),
    ) {
        let mut protected = ProtectedRoyal {
            royal,
            safe: how != Protect::NoNewAttacker,
            threats,
            checkers: SquareSet::EMPTY,
            check_mask: SquareSet([u64::MAX; W]),
        };
        // A piece that attacks along two paths is answered only by what answers both.
        let mut lines = SquareSet([u64::MAX; W]);
        for from in self.t.leap_sources[royal] & threats {
            if let Some(piece) = pos.piece(from)
                && self.leaps_onto(self.t.class(piece), from, royal)
            {
                protected.checkers.insert(from);
                lines &= SquareSet::of(from);
            }
        }
        let first_pin = constraints.pins.len();
        for from in threats & self.t.rays.onto(royal, &pos.riders) {
            let Some(piece) = pos.piece(from) else { continue };
            let takes = self.t.taking(piece, from, royal);
            for ray in crate::tables::bits(takes) {
                let line = self.t.rays.between(ray, from, royal);
                let blockers = line & pos.occupied;
                match blockers.len() {
                    0 => {
                        protected.checkers.insert(from);
                        lines &= line | SquareSet::of(from);
                    }
                    1 => {
                        if let Some(piece) = (blockers & *movers).lowest()
                            && !constraints.pins.is_full()
                        {
                            constraints.pins.push(Pin { piece, by: from, royal, ray });
                        }
                    }
                    _ => {}
                }
            }
        }
        if self.t.complex && (threats & pos.complex).meets(&self.t.path_sources[royal]) {
            protected.checkers = self.attackers(pos, royal, &threats, &pos.occupied);
        }
        if how == Protect::SafeUnlessInCheck && !protected.checkers.is_empty() {
            constraints.pins.truncate(first_pin);
            return;
        }
        for pin in &mut constraints.pins[first_pin..] {
            if protected.safe || !protected.checkers.contains(pin.by) {
                constraints.pinned.insert(pin.piece);
            } else {
                // It attacks already, and would not be a new attacker.
                pin.ray = UNBOUND;
            }
        }
        if protected.safe {
            match protected.checkers.len() {
                0 => {}
                1 => protected.check_mask = lines,
                _ => protected.check_mask = SquareSet::EMPTY,
            }
            constraints.check_mask &= protected.check_mask;
        }
        if !constraints.protected.is_full() && !constraints.pins.is_full() {
            constraints.protected.push(protected);
        } else {
            // More than is kept apart: every move is made, and `stands` looks at all royals.
            constraints.test_every_move = true;
        }
    }

    /// Whether a is_protected royal may step to a square: nobody attacks it there, with the royal
    /// gone from where it stood and whatever it captures gone too.
    #[inline]
    pub fn royal_may_go(
        &self,
        pos: &Position<W>,
        protected: &ProtectedRoyal<W>,
        to: Square,
    ) -> bool {
        let mut occupied = pos.occupied;
        occupied.remove(protected.royal);
        occupied.insert(to);
        let mut threats = protected.threats;
        if self.t.restricted_squares
            && let Some(piece) = pos.piece(protected.royal)
        {
            threats = self.threats(pos, self.controller_of(pos, piece), to, piece);
        }
        threats.remove(to);
        !self.attacked(pos, to, &threats, &occupied)
    }

    /// Makes a move on a copy of the board and looks whether every constraints is fulfilled.
    pub fn satisfies(
        &self,
        pos: &Position<W>,
        row: &[Protect],
        constraints: &Constraints<W>,
        mv: Move,
    ) -> bool {
        let mut after = pos.clone();
        self.make_move(&mut after, mv);
        if self.spec.judge_after_release && after.waiting {
            self.release(&mut after);
        }
        self.constraints_hold(pos, &after, row, constraints, mv)
    }

    /// Where the royal that stands on a square after a move stood before it.
    #[inline]
    pub fn came_from(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        mv: Move,
        royal: Square,
    ) -> Option<Square> {
        if royal == mv.to {
            return Some(mv.from);
        }
        // Only a swap puts another piece on the square that was left.
        if royal == mv.from {
            return Some(mv.to);
        }
        if let MoveKind::Castle(castling) = mv.kind {
            let castling = &self.spec.castling[usize::from(castling)];
            if royal == castling.king.1 {
                return Some(castling.king.0);
            }
        }
        (before.piece(royal) == after.piece(royal)).then_some(royal)
    }

    /// Whether every constraints is fulfilled when a seat does nothing.
    pub fn pass_satisfies(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
    ) -> bool {
        let nothing = Move::new(Square(0), Square(0));
        self.constraints_hold(pos, pos, row, &self.constraints(pos, seat, row), nothing)
    }

    /// Whether every constraints is fulfilled when a piece from the hand stands on a square.
    pub fn drop_satisfies(
        &self,
        pos: &Position<W>,
        row: &[Protect],
        constraints: &Constraints<W>,
        piece: Piece,
        square: Square,
    ) -> bool {
        if !constraints.test_every_move && !self.t.profile(piece).royal {
            return constraints.check_mask.contains(square);
        }
        let mut after = pos.clone();
        after.put(self.t, square, piece);
        self.constraints_hold(pos, &after, row, constraints, Move::new(square, square))
    }

    /// Whether every constraints is fulfilled in the position `after` a move.
    pub fn constraints_hold(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        row: &[Protect],
        constraints: &Constraints<W>,
        mv: Move,
    ) -> bool {
        for (owner, how) in row.iter().enumerate().take(self.t.seats) {
            if *how == Protect::None {
                continue;
            }
            let owner = Seat(owner as u8);
            let royals = self.royals_at_stake(after, owner);
            if !self.attacks_count(after, owner, royals) {
                continue;
            }
            for royal in royals {
                let now = self.checkers(after, owner, royal);
                if now.is_empty() {
                    continue;
                }
                let then = || {
                    let Some(at) = self.came_from(before, after, mv, royal) else {
                        return SquareSet::EMPTY;
                    };
                    if let Some(protected) =
                        constraints.protected().iter().find(|protected| protected.royal == at)
                    {
                        return protected.checkers;
                    }
                    let all = self.royals_at_stake(before, owner);
                    if all.contains(at) && self.attacks_count(before, owner, all) {
                        self.checkers(before, owner, at)
                    } else {
                        SquareSet::EMPTY
                    }
                };
                let allowed = match how {
                    Protect::None => true,
                    Protect::Safe => false,
                    Protect::NoNewAttacker => (now - then()).is_empty(),
                    Protect::SafeUnlessInCheck => !then().is_empty(),
                };
                if !allowed {
                    return false;
                }
            }
        }
        true
    }
}
