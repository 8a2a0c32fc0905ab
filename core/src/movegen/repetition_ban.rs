//! The ban on moves that repeat a position.

use crate::board::Seat;
use crate::movegen::MoveGen;
use crate::rules::Move;
use crate::state::Position;

impl<const W: usize> MoveGen<'_, W> {
    /// Returns `true` if a seat must not repeat positions, and if the history has earlier positions
    /// that a move of the seat could repeat.
    pub fn may_repeat(&self, pos: &Position<W>, seat: Seat) -> bool {
        self.t.no_repeat[seat.index()].is_some() && pos.turn == seat && !pos.cold().past.is_empty()
    }

    /// Returns `true` if the ban forbids a seat to make this move, because the resulting position
    /// would then have occurred too often.
    pub fn repeats(&self, pos: &Position<W>, seat: Seat, mv: Move) -> bool {
        let Some(times) = self.t.no_repeat[seat.index()] else { return false };
        if !self.may_repeat(pos, seat) {
            return false;
        }
        let past = &pos.cold().past;
        (self.foresight.recurrence)(*self, pos, mv).is_some_and(|hash| {
            let before = past.iter().filter(|other| **other == hash).count();
            before + 1 >= usize::from(times)
        })
    }
}
