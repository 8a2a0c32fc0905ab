//! [`Piece`]: kind, colour, facing and notes in 32 bits.
//!
//! The colour of a piece never changes. The seat that controls a colour can change, and is part of
//! the position.

use crate::board::{Colour, Facing, Kind, Seat};

/// A piece: its kind, colour, facing and notes. The notes are its marks and counters.
///
/// Layout: notes (22 bits), facing (2), colour (3), kind + 1 (5), so the value is never zero. All
/// bits except the notes are the [profile](Piece::profile), which determines how the piece moves
/// and promotes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece(std::num::NonZeroU32);

impl Piece {
    /// Returns a piece without notes.
    #[inline]
    #[must_use]
    pub fn new(kind: Kind, colour: Colour, facing: Facing) -> Self {
        let bits = (facing as u32) << 8 | (colour.0 as u32 & 7) << 5 | ((kind.0 as u32 & 31) + 1);
        Self(std::num::NonZeroU32::new(bits).unwrap_or(std::num::NonZeroU32::MIN))
    }

    /// Returns the kind of the piece.
    #[inline(always)]
    #[must_use]
    pub fn kind(self) -> Kind {
        Kind(((self.0.get() & 31) - 1) as u8)
    }

    /// Returns the colour of the piece: the army in which it started.
    #[inline(always)]
    #[must_use]
    pub fn colour(self) -> Colour {
        Seat((self.0.get() >> 5 & 7) as u8)
    }

    /// Returns the facing of the piece, which is its forward direction.
    #[inline(always)]
    #[must_use]
    pub fn facing(self) -> Facing {
        Facing::from_bits((self.0.get() >> 8) as u16)
    }

    /// Returns the notes of the piece: its marks and counters. Each of the lowest bits is a mark.
    /// Higher bits contain counters; see [`crate::rules::Spec::piece_field`].
    #[inline(always)]
    #[must_use]
    pub fn marks(self) -> u32 {
        self.0.get() >> 10
    }

    /// Returns kind, colour and facing as one number below [`Piece::PROFILES`].
    #[inline(always)]
    #[must_use]
    pub fn profile(self) -> usize {
        (self.0.get() & 1023) as usize
    }

    /// Returns all bits of the piece; never zero.
    #[inline(always)]
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0.get()
    }

    /// Returns the piece with these bits, or `None` for zero, which means an empty square.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        std::num::NonZeroU32::new(bits).map(Self)
    }

    /// The number of profiles: one more than the largest profile.
    pub const PROFILES: usize = 1024;

    /// Returns this piece with another kind.
    #[inline]
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self::new(kind, self.colour(), self.facing()).with_marks(self.marks())
    }

    /// Returns this piece with another colour.
    #[inline]
    #[must_use]
    pub fn with_colour(self, colour: Colour) -> Self {
        Self::new(self.kind(), colour, self.facing()).with_marks(self.marks())
    }

    /// Returns this piece with another facing.
    #[inline]
    #[must_use]
    pub fn with_facing(self, facing: Facing) -> Self {
        Self::new(self.kind(), self.colour(), facing).with_marks(self.marks())
    }

    /// Returns this piece with exactly these notes.
    #[inline]
    #[must_use]
    pub fn with_marks(self, marks: u32) -> Self {
        let bits = self.0.get() & 1023 | marks << 10;
        Self(std::num::NonZeroU32::new(bits).unwrap_or(self.0))
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kind, colour) = (self.kind().0, self.colour().0);
        write!(
            f,
            "Piece(kind {kind}, colour {colour}, {:?}, marks {:b})",
            self.facing(),
            self.marks()
        )
    }
}
