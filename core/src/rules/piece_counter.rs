//! Counters of pieces: numbers that each piece carries with it, as it carries its marks.
//!
//! A piece has room for [`NOTE_BITS`] bits of notes. Marks take one each, from the lowest up, and
//! counters as many as their values need, from the highest down; so notes cost a position nothing.

use crate::board::NOTE_BITS;

/// A number that each piece carries with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceCounter {
    /// Its name.
    pub name: String,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// The value of a piece that comes on the board.
    pub start: i32,
}

impl PieceCounter {
    /// The bits that its values need; none if they don't fit.
    #[must_use]
    pub fn bits(&self) -> Option<u32> {
        let values = i64::from(self.max) - i64::from(self.min) + 1;
        let bits =
            u64::try_from(values).ok()?.checked_sub(1).map(|last| u64::BITS - last.leading_zeros());
        bits.filter(|bits| *bits <= NOTE_BITS)
    }
}
