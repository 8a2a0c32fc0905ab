//! Whether a seat could move if it were its turn, and which states would end by themselves.
//!
//! Depends on `state` and below.

use crate::board::{Seat, Seats};
use crate::movegen::{Any, MoveGen, Sink};
use crate::rules::{Tested, Until};
use crate::state::{Position, Status};

impl<const W: usize> MoveGen<'_, W> {
    /// Whether a seat would be mated or stalemated if it were its turn. A seat whose state gives it
    /// no turn is treated as active.
    pub fn status(&self, pos: &Position<W>, seat: Seat) -> Status {
        let awake;
        let pos = if self.has_turn(pos, seat) {
            pos
        } else {
            awake = self.awake(pos, seat);
            &awake
        };
        let mut row = self.protection(pos, seat);
        if let Some(matrix) = &self.spec.protect_in_mate_test {
            for (cell, how) in row.iter_mut().zip(&matrix[seat.index()]) {
                *cell = *how;
            }
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

    /// Whether the condition for the end of a state now holds.
    pub fn ends_now(&self, pos: &Position<W>, seat: Seat, until: Until) -> bool {
        let awake = self.awake(pos, seat);
        match until {
            Until::NotMated => {
                !self.in_check(&awake, seat) || self.status(&awake, seat) != Status::Mate
            }
            Until::NotInCheck => !self.in_check(&awake, seat),
            Until::HasMove => self.status(&awake, seat) == Status::Ok,
            Until::NotStale => self.status(&awake, seat) != Status::Stale,
        }
    }

    /// The seats with a state whose condition for ending holds.
    pub fn releases(&self, pos: &Position<W>) -> Seats {
        let mut released = Seats(0);
        for seat in 0..self.t.seats {
            if let Some(until) = self.until(pos, seat, Tested::Continuous)
                && self.ends_now(pos, Seat(seat as u8), until)
            {
                released.insert(Seat(seat as u8));
            }
        }
        released
    }
}
