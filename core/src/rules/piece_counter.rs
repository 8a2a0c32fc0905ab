//! Counters of pieces. Each piece has its own value of such a counter, just as each piece has its
//! own marks.
//!
//! A piece has room for [`NOTE_BITS`] bits of notes. Each mark takes one bit, and the marks begin
//! with the lowest bit. Each counter takes the bits that its values need, and the counters begin
//! with the highest bit. Notes are part of the piece's 32 bits, so a position needs no further
//! memory for them.

use crate::board::NOTE_BITS;

/// A number that each piece carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceCounter {
    /// The name of the counter.
    pub name: String,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// The value that a piece has when it enters the board.
    pub start: i32,
}

impl PieceCounter {
    /// Returns the number of bits that the counter's values need, or `None` if these bits don't fit
    /// into a piece.
    #[must_use]
    pub fn bits(&self) -> Option<u32> {
        let values = i64::from(self.max) - i64::from(self.min) + 1;
        let bits =
            u64::try_from(values).ok()?.checked_sub(1).map(|last| u64::BITS - last.leading_zeros());
        bits.filter(|bits| *bits <= NOTE_BITS)
    }
}
