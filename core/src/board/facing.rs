//! The four directions that a piece may face.

use super::Vector;

/// The direction a piece calls forward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Facing {
    /// Toward rising ranks.
    #[default]
    North,
    /// Toward rising files.
    East,
    /// Toward falling ranks.
    South,
    /// Toward falling files.
    West,
}

impl Facing {
    /// All four facings, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the facing with number `bits & 3`, clockwise from north.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self::ALL[(bits & 3) as usize]
    }

    /// Returns the facing after `quarters` quarter turns clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, quarters: u8) -> Self {
        Self::ALL[(self as usize + quarters as usize) & 3]
    }

    /// Returns the opposite facing.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        self.turned(2)
    }

    /// Returns the step straight ahead.
    #[inline]
    #[must_use]
    pub const fn forward(self) -> Vector {
        Vector::new(0, 1).turned(self)
    }

    /// Returns the letter of this facing: `n`, `e`, `s` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self as usize]
    }

    /// Returns the word for this facing in rule files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }
}

impl std::fmt::Display for Facing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}
