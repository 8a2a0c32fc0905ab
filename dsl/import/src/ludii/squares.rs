//! The board of a game, and sets of its squares.

use std::fmt::Write as _;

use super::syntax::{Ludeme, Value};
use crate::error::ImportError;

/// The greatest number of files and ranks.
const MAX_SIDE: i32 = 32;
/// The number of 64-bit integers that represent a set of squares.
const WORDS: usize = 16;

/// A set of squares, by their numbers. Ludii numbers squares from the bottom left, rank by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Squares([u64; WORDS]);

impl Squares {
    pub(super) fn of(squares: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }

    pub(super) fn insert(&mut self, square: usize) {
        if let Some(word) = self.0.get_mut(square / 64) {
            *word |= 1 << (square % 64);
        }
    }

    pub(super) fn contains(self, square: usize) -> bool {
        self.0.get(square / 64).is_some_and(|word| word & 1 << (square % 64) != 0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    pub(super) fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    pub(super) fn difference(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & !other.0[n]))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..WORDS * 64).filter(move |square| self.contains(*square))
    }
}

/// A direction on the board: files to the east, and ranks to the north.
pub(super) type Step = (i32, i32);

/// The eight directions of a king, clockwise from the north, with their names.
pub(super) const COMPASS: [(&str, Step); 8] = [
    ("N", (0, 1)),
    ("NE", (1, 1)),
    ("E", (1, 0)),
    ("SE", (1, -1)),
    ("S", (0, -1)),
    ("SW", (-1, -1)),
    ("W", (-1, 0)),
    ("NW", (-1, 1)),
];

/// A board of squares.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) files: usize,
    pub(super) ranks: usize,
    /// The file and rank of each square, in the order of their numbers.
    places: Vec<(i32, i32)>,
    pub(super) all: Squares,
}

impl Board {
    /// Reads the ludeme `(board …)`.
    pub(super) fn read(board: &Ludeme) -> Result<Self, ImportError> {
        let wrong = |line, why| ImportError::Line { line, why };
        let shape = board.args().find(|item| !matches!(item.value, Value::Set(_)));
        let shape = shape.ok_or_else(|| wrong(board.line, "the board has no shape"))?;
        let mut places = cells(shape)?;
        places.sort_unstable_by_key(|(file, rank)| (*rank, *file));
        places.dedup();
        let least = |of: fn(&(i32, i32)) -> i32| places.iter().map(of).min().unwrap_or_default();
        let (left, bottom) = (least(|place| place.0), least(|place| place.1));
        for place in &mut places {
            *place = (place.0 - left, place.1 - bottom);
        }
        let most = |of: fn(&(i32, i32)) -> i32| places.iter().map(of).max().unwrap_or(-1) + 1;
        let (files, ranks) = (most(|place| place.0), most(|place| place.1));
        if places.is_empty() || files > MAX_SIDE || ranks > MAX_SIDE {
            return Err(wrong(shape.line, "a board has 1 to 32 files and ranks"));
        }
        let all = Squares::of(0..places.len());
        Ok(Self { files: files as usize, ranks: ranks as usize, places, all })
    }

    pub(super) fn place(&self, square: usize) -> Option<(i32, i32)> {
        self.places.get(square).copied()
    }

    pub(super) fn at(&self, place: (i32, i32)) -> Option<usize> {
        self.places.binary_search_by_key(&(place.1, place.0), |(file, rank)| (*rank, *file)).ok()
    }

    /// Returns the square that is `times` steps away.
    pub(super) fn beyond(&self, square: usize, step: Step, times: i32) -> Option<usize> {
        let (file, rank) = self.place(square)?;
        self.at((file + step.0 * times, rank + step.1 * times))
    }

    /// Returns the squares whose file and rank satisfy `test`.
    pub(super) fn filter(&self, test: impl Fn(i32, i32) -> bool) -> Squares {
        let found = self.places.iter().enumerate().filter(|(_, (file, rank))| test(*file, *rank));
        Squares::of(found.map(|(square, _)| square))
    }

    /// Reads the name of a square, such as `E4` or `AB12`.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        let letters = name.bytes().take_while(u8::is_ascii_uppercase).count();
        if !(1..=2).contains(&letters) {
            return None;
        }
        let file =
            name.bytes().take(letters).fold(0, |file, c| file * 26 + i32::from(c - b'A') + 1);
        self.at((file - 1, name[letters..].parse::<i32>().ok()?.checked_sub(1)?))
    }

    /// Returns a square's name in rulesets.
    pub(super) fn name(&self, square: usize) -> String {
        let (file, rank) = self.place(square).unwrap_or_default();
        format!("{}{}", file_name(file), rank + 1)
    }

    /// Returns the text of a set of squares for rulesets.
    pub(super) fn text(&self, set: Squares) -> String {
        if set == self.all {
            return "all".to_owned();
        }
        let mut out = String::new();
        let mut part = |text: &str| {
            let plus = if out.is_empty() { "" } else { " + " };
            let _ = write!(out, "{plus}{text}");
        };
        let mut left = set;
        for rank in 0..self.ranks as i32 {
            let row = self.filter(|_, other| other == rank);
            if !row.is_empty() && row.difference(set).is_empty() {
                part(&format!("rank {}", rank + 1));
                left = left.difference(row);
            }
        }
        for file in 0..self.files as i32 {
            let column = self.filter(|other, _| other == file);
            if !column.is_empty() && column.difference(left).is_empty() {
                part(&format!("file {}", file_name(file)));
                left = left.difference(column);
            }
        }
        left.iter().for_each(|square| part(&self.name(square)));
        out
    }
}

/// Returns the letters of a file in rulesets: `a` to `z`, then `aa`.
fn file_name(file: i32) -> String {
    let letter = |n: i32| char::from(b'a' + (n % 26) as u8);
    if file < 26 { letter(file).to_string() } else { format!("a{}", letter(file)) }
}

/// Returns the cells of a shape, as files and ranks.
fn cells(shape: &Ludeme) -> Result<Vec<(i32, i32)>, ImportError> {
    let wrong = |why| Err(ImportError::Line { line: shape.line, why });
    let numbers: Vec<i32> = shape
        .args()
        .filter_map(|item| item.number().map(|n| n.clamp(-1000, 1000) as i32))
        .collect();
    let shapes = || -> Result<Vec<Vec<(i32, i32)>>, ImportError> {
        let parts = shape.args().flat_map(Ludeme::each);
        parts.filter(|part| matches!(part.value, Value::Call(_))).map(cells).collect()
    };
    let block = |ranks: i32, files: i32| -> Result<Vec<(i32, i32)>, ImportError> {
        if !(1..=MAX_SIDE).contains(&ranks) || !(1..=MAX_SIDE).contains(&files) {
            return wrong("a board has 1 to 32 files and ranks");
        }
        Ok((0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect())
    };
    match (shape.name(), numbers.as_slice()) {
        ("square", [side]) => block(*side, *side),
        ("rectangle", [ranks]) => block(*ranks, *ranks),
        ("rectangle", [ranks, files]) => block(*ranks, *files),
        ("merge", []) => Ok(shapes()?.concat()),
        ("shift", [x, y]) => {
            let moved = shapes()?.concat().into_iter().map(|(file, rank)| (file + x, rank + y));
            Ok(moved.collect())
        }
        ("remove", []) => {
            let mut kept = shapes()?.concat();
            kept.sort_unstable_by_key(|(file, rank)| (*rank, *file));
            let removed = shape.named("cells").or_else(|| shape.named("vertices"));
            let Some(removed) = removed else {
                return wrong("only cells can be removed from a board");
            };
            let removed: Vec<i64> = removed.items().iter().filter_map(Ludeme::number).collect();
            let kept = kept.into_iter().zip(0..).filter(|(_, number)| !removed.contains(number));
            Ok(kept.map(|(cell, _)| cell).collect())
        }
        ("hex" | "tri" | "concentric" | "wheel" | "celtic" | "tiling", _) => {
            wrong("only boards of squares have a counterpart")
        }
        _ => wrong("this shape of a board has no counterpart"),
    }
}
