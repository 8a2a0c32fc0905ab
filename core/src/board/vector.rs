//! Steps and leaps as vectors.

use super::Facing;

/// A step or leap: files to the right, ranks upward.
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

    /// Returns all turns and reflections of the vector, sorted, each once: eight for a knight's
    /// leap, four for a rook's step.
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

    /// Turns a vector, which is given for a piece that faces north, for a piece that faces
    /// `facing`. This is a rotation, never a reflection.
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

    /// Splits the vector into the smallest equal steps. Returns the number of steps, and the step.
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
