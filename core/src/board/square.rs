//! Squares and cells, by number and by name.

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

    /// Returns the index of the word that contains this square's bit in a square set. If the square
    /// is on the board, the index is below `W`.
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

/// Returns the file with this name, or `None` if no board can have such a file.
pub(crate) fn file_named(name: &str) -> Option<u8> {
    let place = |letter: u8| letter.is_ascii_lowercase().then(|| u16::from(letter - b'a'));
    let file = match *name.as_bytes() {
        [letter] => place(letter)?,
        [first, second] => (place(first)? + 1) * u16::from(FILE_LETTERS) + place(second)?,
        _ => return None,
    };
    u8::try_from(file).ok()
}

/// The number of letters in the alphabet of file names.
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
}
