//! Whether a seat could move if it were its turn, and releases: states that end by themselves.
//!
//! Depends on `state` and below.

use crate::board::{Seat, Seats};
use crate::movegen::{Any, Engine, Sink};
use crate::rules::{StateId, Tested, Until};
use crate::state::{Position, Status};

impl<'a, const W: usize> Engine<'a, W> {
    /// The current order of turns.
    pub fn order<'p>(&self, pos: &'p Position<W>) -> &'p [Seat]
    where
        'a: 'p,
    {
        match &pos.cold {
            Some(cold) => cold.order.as_deref().unwrap_or(&self.spec.order),
            None => &self.spec.order,
        }
    }

    pub fn has_turn(&self, pos: &Position<W>, seat: Seat) -> bool {
        self.spec.states[usize::from(pos.seat_state[seat.index()].0)].has_turn
    }

    /// Whether a seat would be mated or stalemated if it were its turn. A seat whose state gives it
    /// no turn is treated as active.
    pub fn status(&self, pos: &Position<W>, seat: Seat) -> Status {
        let woken;
        let pos = if self.has_turn(pos, seat) {
            pos
        } else {
            let mut copy = pos.clone();
            copy.seat_state[seat.index()] = StateId::ACTIVE;
            copy.army_state[seat.index()] = StateId::ACTIVE;
            self.rebuild_masks(&mut copy);
            // Otherwise testing moves for releases would test this status again, without end.
            copy.waiting = false;
            woken = copy;
            &woken
        };
        let mut row = self.protection(pos, seat);
        if let Some(matrix) = &self.spec.protect_in_mate_test {
            for (cell, how) in row.iter_mut().zip(&matrix[seat.index()]) {
                *cell = *how;
            }
        }
        let mut any = Any::default();
        self.moves(pos, seat, &row, any.erased());
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
        let mut awake = pos.clone();
        awake.seat_state[seat.index()] = StateId::ACTIVE;
        awake.army_state[seat.index()] = StateId::ACTIVE;
        self.rebuild_masks(&mut awake);
        // Otherwise testing moves for releases would test this status again, without end.
        awake.waiting = false;
        match until {
            Until::NotMated => {
                !self.in_check(&awake, seat) || self.status(&awake, seat) != Status::Mate
            }
            Until::NotInCheck => !self.in_check(&awake, seat),
            Until::HasMove => self.status(&awake, seat) == Status::Ok,
            Until::NotStale => self.status(&awake, seat) != Status::Stale,
        }
    }

    pub fn until(&self, pos: &Position<W>, seat: usize, tested: Tested) -> Option<Until> {
        let states = [pos.seat_state[seat], pos.army_state[seat]];
        states
            .iter()
            .map(|state| &self.spec.states[usize::from(state.0)])
            .find(|state| state.until.is_some() && state.tested == tested)
            .and_then(|state| state.until)
    }

    /// Ends all states whose condition for ending holds, all at once; returns their seats.
    pub fn release(&self, pos: &mut Position<W>) -> Seats {
        let mut released = Seats(0);
        for seat in 0..self.t.seats {
            if let Some(until) = self.until(pos, seat, Tested::Continuous)
                && self.ends_now(pos, Seat(seat as u8), until)
            {
                released.insert(Seat(seat as u8));
            }
        }
        for seat in released.iter() {
            self.wake(pos, seat);
        }
        released
    }

    /// Ends those states of a seat and its army that can end by themselves.
    pub fn wake(&self, pos: &mut Position<W>, seat: Seat) {
        let ends = |state: StateId| self.spec.states[usize::from(state.0)].until.is_some();
        let hot = &mut **pos;
        for state in [&mut hot.seat_state[seat.index()], &mut hot.army_state[seat.index()]] {
            if ends(*state) {
                *state = StateId::ACTIVE;
            }
        }
        pos.dirty = true;
        pos.halfmove = 0;
        self.rebuild_masks(pos);
    }
}
