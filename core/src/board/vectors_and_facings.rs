//! Steps and leaps as vectors, and the four directions that a piece may face.

/// A step or leap, as a number of files to the right and a number of ranks upward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vector {
    /// The number of files to the right.
    pub dx: i8,
    /// The number of ranks upward.
    pub dy: i8,
}

impl Vector {
    /// Returns a vector of `dx` files to the right and `dy` ranks upward.
    #[inline]
    #[must_use]
    pub const fn new(dx: i8, dy: i8) -> Self {
        Self { dx, dy }
    }

    /// Returns all turns and reflections of the vector, sorted and without duplicates. A knight's
    /// leap has eight such vectors, and a rook's step has four.
    #[must_use]
    pub fn images(self) -> Vec<Self> {
        let Self { dx, dy } = self;
        let mut all: Vec<Self> = [(dx, dy), (dy, dx)]
            .into_iter()
            .flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)])
            .map(|(x, y)| Self::new(x, y))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Turns a vector. The vector is given for a piece that faces north, and the result is for a
    /// piece that faces `facing`. This is a rotation, never a reflection.
    #[inline]
    #[must_use]
    pub const fn turned(self, facing: Facing) -> Self {
        let Self { dx, dy } = self;
        match facing {
            Facing::North => Self { dx, dy },
            Facing::East => Self { dx: dy, dy: -dx },
            Facing::South => Self { dx: -dx, dy: -dy },
            Facing::West => Self { dx: -dy, dy: dx },
        }
    }

    /// Returns the opposite vector.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { dx: -self.dx, dy: -self.dy }
    }

    /// Splits the vector into equal steps that are as small as possible. Returns the number of
    /// steps, and the step.
    #[must_use]
    pub fn unit(self) -> (u8, Self) {
        fn gcd(a: u8, b: u8) -> u8 {
            if b == 0 { a } else { gcd(b, a % b) }
        }
        let n = gcd(self.dx.unsigned_abs(), self.dy.unsigned_abs()).max(1);
        (n, Self { dx: self.dx / n as i8, dy: self.dy / n as i8 })
    }

    /// Returns `true` if this is a step to a neighbouring square.
    #[inline]
    #[must_use]
    pub const fn is_step(self) -> bool {
        self.dx.abs() <= 1 && self.dy.abs() <= 1 && (self.dx != 0 || self.dy != 0)
    }
}

/// The facing of a piece: the direction that is forward for the piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Facing {
    /// In the direction of rising ranks.
    #[default]
    North,
    /// In the direction of rising files.
    East,
    /// In the direction of falling ranks.
    South,
    /// In the direction of falling files.
    West,
}

impl Facing {
    /// All four facings, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The words for facings in rule files. The facings along files and ranks come first, then the
    /// diagonal facings, both clockwise.
    pub const WORDS: [&'static str; 8] =
        ["north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"];

    /// Returns the facing whose number is `bits & 3`. North is 0, and the numbers rise clockwise.
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

    /// Returns the step of one square in the direction of this facing.
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

    /// Returns the word for this facing in rule files, for an army that does not face diagonally.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

impl std::fmt::Display for Facing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facing_rotates_and_never_mirrors() {
        let right_forward = Vector::new(1, 2);
        assert_eq!(right_forward.turned(Facing::East), Vector::new(2, -1));
        assert_eq!(right_forward.turned(Facing::South), Vector::new(-1, -2));
        assert_eq!(right_forward.turned(Facing::West), Vector::new(-2, 1));
    }
}
