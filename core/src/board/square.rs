//! Squares, cells, vectors and facings.

/// A square, by its number. [`crate::board::Geometry`] assigns the numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Square(pub u16);

impl Square {
    /// Returns the square's number as an index.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the word of a square set that contains this square; below `W` for squares of the
    /// board.
    #[inline(always)]
    pub fn word<const W: usize>(self) -> usize {
        match W {
            1 => 0,
            // Eight bits are enough for four words, and avoid a bounds check.
            2..=4 => (self.0 as u8 >> 6) as usize,
            _ => (self.0 >> 6) as usize,
        }
    }
}

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

    /// Returns the vector of a piece facing `facing` that corresponds to this vector of a piece
    /// facing north. This is a rotation, never a reflection.
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

    /// Splits the vector into smallest equal steps: returns their number, and the step.
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

/// A cell of the bounding box, by file and rank, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The file from the left, from 0.
    pub file: u8,
    /// The rank from the bottom, from 0.
    pub rank: u8,
}

/// Returns the name of a file from 0: `a` to `z`, then `aa`, `ab` and so on.
#[must_use]
pub fn file_name(file: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n % FILE_LETTERS);
    match file.checked_sub(FILE_LETTERS) {
        None => letter(file).to_string(),
        Some(beyond) => [letter(beyond / FILE_LETTERS), letter(beyond)].iter().collect(),
    }
}

/// Returns the file with this name, or `None` if no board may have it.
pub(crate) fn file_named(name: &str) -> Option<u8> {
    let place = |letter: u8| letter.is_ascii_lowercase().then(|| u16::from(letter - b'a'));
    let file = match *name.as_bytes() {
        [letter] => place(letter)?,
        [first, second] => (place(first)? + 1) * u16::from(FILE_LETTERS) + place(second)?,
        _ => return None,
    };
    u8::try_from(file).ok()
}

/// The number of letters used in file names.
const FILE_LETTERS: u8 = 26;

impl std::fmt::Display for Cell {
    /// Writes the cell's name: the letters of its file, then its rank. The bottom left cell is
    /// `a1`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", file_name(self.file), self.rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_beyond_the_alphabet_have_two_letters() {
        let names: Vec<String> = (0..=u8::MAX).map(file_name).collect();
        for (file, name) in [(0, "a"), (25, "z"), (26, "aa"), (31, "af"), (51, "az"), (52, "ba")] {
            assert_eq!(names[file], name);
        }
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
        for (file, name) in names.iter().enumerate() {
            assert_eq!(file_named(name), Some(file as u8));
        }
        for wrong in ["", "A", "aA", "aaa", "zz", "a1", "é"] {
            assert_eq!(file_named(wrong), None, "{wrong}");
        }
        assert_eq!(Cell { file: 31, rank: 31 }.to_string(), "af32");
    }

    #[test]
    fn facing_rotates_and_never_mirrors() {
        let right_forward = Vector::new(1, 2);
        assert_eq!(right_forward.turned(Facing::East), Vector::new(2, -1));
        assert_eq!(right_forward.turned(Facing::South), Vector::new(-1, -2));
        assert_eq!(right_forward.turned(Facing::West), Vector::new(-2, 1));
    }
}
