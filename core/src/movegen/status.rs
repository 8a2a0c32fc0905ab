//! The status that a seat would have if its turn came now, and the states that would end
//! automatically.

use crate::board::{MAX_SEATS, Seat, Seats, Square, SquareSet};
use crate::movegen::{Any, MoveGen, ProtectedRoyal, Sink};
use crate::rules::{Protect, Royals, Tested, Until};
use crate::state::{Position, Status};
use crate::tables::ShiftException;

impl<const W: usize> MoveGen<'_, W> {
    /// Returns the status that a seat would have if its turn came now. If the seat's state gives it
    /// no turn, the seat is treated as active.
    pub fn status(&self, pos: &Position<W>, seat: Seat) -> Status {
        self.status_with(pos, seat, Seats(0))
    }

    /// Returns the status that a seat would have if its turn came now. The caller knows that the
    /// seats in `unchecked` are not in check.
    pub fn status_with(&self, pos: &Position<W>, seat: Seat, mut unchecked: Seats) -> Status {
        let awake;
        let pos = if self.board.has_turn(pos, seat) {
            pos
        } else {
            unchecked = Seats(0);
            awake = self.board.awake(pos, seat);
            &awake
        };
        let mut row = self.protection(pos, seat);
        if let Some(matrix) = &self.spec.protect_in_mate_test {
            for (cell, how) in row.iter_mut().zip(&matrix[seat.index()]) {
                *cell = *how;
            }
        }
        if self.surely_moves(pos, seat, &row, unchecked) {
            return Status::Ok;
        }
        let mut any = Any::default();
        self.moves(pos, seat, &row, any.erased());
        if !any.0 {
            self.drops(pos, seat, &row, any.erased());
        }
        if any.0 {
            Status::Ok
        } else if self.in_check(pos, seat) {
            Status::Mate
        } else {
            Status::Stale
        }
    }

    /// Returns `true` if one of two quick tests shows that a seat has a legal move. If both tests
    /// fail, the seat may still have a legal move. For most seats that can move, one of the tests
    /// succeeds. The caller knows that the seats in `unchecked` are not in check.
    ///
    /// - The first test fails if a royal that the seat has to protect is in check. Without such a
    ///   check, the test succeeds if a piece has a free target square and stands on no line to such
    ///   a royal.
    /// - The second test succeeds if only one king has to be protected, and this king has a safe
    ///   target square.
    pub fn surely_moves(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        unchecked: Seats,
    ) -> bool {
        if self.t.per_move
            || self.t.judged_moves.is_some()
            || self.spec.judge_after_release && pos.waiting
        {
            return false;
        }
        let movers = pos.pieces_in(pos.masks[seat.index()].moves);
        let mut free = movers - pos.royals;
        let mut protected = SquareSet::EMPTY;
        for owner in (0..self.t.seats as u8).map(Seat) {
            if row[owner.index()] == Protect::None {
                continue;
            }
            let royals = self.royals_at_stake(pos, owner);
            let threats = pos.pieces_in(pos.masks[owner.index()].threats);
            if threats.meets(&movers)
                || !pos.complex.is_empty()
                || self.t.blast.is_some()
                || royals.many() && self.spec.royals == Royals::All
            {
                return false;
            }
            if !unchecked.contains(owner) && self.in_check(pos, owner) {
                // If the seat is in check, only a safe square for its king proves that it has a
                // move. If another seat's royal is in check, neither test can succeed.
                if owner != seat || row[seat.index()] == Protect::NoNewAttacker {
                    return false;
                }
                free = SquareSet::EMPTY;
            }
            for royal in royals {
                free = free - self.t.rays.onto(royal, &[self.t.all; 2]);
            }
            protected |= royals;
        }
        let empty = self.t.all - pos.occupied;
        free.into_iter().any(|from| self.has_free_square(pos, from, &empty))
            || !protected.many()
                && protected.meets(&movers)
                && protected.into_iter().any(|king| self.has_safe_square(pos, seat, king, &empty))
    }

    /// Returns `true` if a piece has a free target square.
    #[inline]
    fn has_free_square(&self, pos: &Position<W>, from: Square, empty: &SquareSet<W>) -> bool {
        let Some(piece) = pos.piece(from) else { return false };
        let profile = self.t.profile(piece);
        if let Some(pawn_shifts) = self.t.pawn_shifts.as_ref().filter(|_| profile.pawn_shifts) {
            let shifts = &pawn_shifts.by_facing[piece.facing() as usize];
            let plain = *empty - profile.promotes - profile.royalty_changing;
            let open = plain & profile.enter.unwrap_or(self.t.all);
            let alike = |exception: &ShiftException<W>| {
                !exception.on[piece.colour().index()].contains(from)
            };
            return shifts.exceptions.iter().all(alike)
                && shifts.quiet.iter().any(|number| {
                    pawn_shifts.step(*number).targets(SquareSet::of(from)).meets(&open)
                });
        }
        let mover = &self.t.simple_movers[piece.profile()];
        mover.applies && mover.next[from].meets(empty)
    }

    /// Returns `true` if a king has a free target square on which it would not be attacked.
    #[inline(never)]
    fn has_safe_square(
        &self,
        pos: &Position<W>,
        seat: Seat,
        king: Square,
        empty: &SquareSet<W>,
    ) -> bool {
        let Some(piece) = pos.piece(king) else { return false };
        let mover = &self.t.simple_movers[piece.profile()];
        if !mover.applies || self.board.controller_of(pos, piece) != seat {
            return false;
        }
        let protected = ProtectedRoyal {
            royal: king,
            safe: true,
            threats: self.threats(pos, seat, king, piece),
            checkers: SquareSet::EMPTY,
            check_mask: SquareSet([u64::MAX; W]),
        };
        let to = mover.reach(king, &pos.occupied) & *empty;
        to.into_iter().any(|to| self.royal_may_go(pos, &protected, to) == Some(true))
    }

    /// Returns `true` if `until`, the condition for the end of a seat's state, holds now.
    pub fn ends_now(&self, pos: &Position<W>, seat: Seat, until: Until) -> bool {
        let awake = self.board.awake(pos, seat);
        match until {
            Until::NotMated => {
                !self.in_check(&awake, seat) || self.status(&awake, seat) != Status::Mate
            }
            Until::NotInCheck => !self.in_check(&awake, seat),
            Until::HasMove => self.status(&awake, seat) == Status::Ok,
            Until::NotStale => self.status(&awake, seat) != Status::Stale,
        }
    }

    /// Returns the seats whose own state or whose army's state ends now, because the condition for
    /// the end of this state is true.
    pub fn releases(&self, pos: &Position<W>) -> Seats {
        let mut released = Seats(0);
        for seat in 0..self.t.seats {
            if let Some(until) = self.board.until(pos, seat, Tested::Continuous)
                && self.ends_now(pos, Seat(seat as u8), until)
            {
                released.insert(Seat(seat as u8));
            }
        }
        released
    }
}
