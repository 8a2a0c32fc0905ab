//! [`BySquare`]: a list of values for each square.

use std::sync::Arc;

use crate::board::{Geometry, Square};

/// One list of values per square. All lists are in one block of memory, one after another. Cheap to
/// clone.
#[derive(Clone, Debug)]
pub struct BySquare<T> {
    all: Arc<[T]>,
    /// For each square, the index in `all` where its list starts, and the list's length. Empty if
    /// all lists are empty.
    spans: Arc<[(u32, u32)]>,
}

impl<T> Default for BySquare<T> {
    fn default() -> Self {
        Self { all: Arc::new([]), spans: Arc::new([]) }
    }
}

impl<T> BySquare<T> {
    /// Builds the lists square by square. `list` is called for each square, and adds the values of
    /// this square.
    pub fn new(geometry: &Geometry, mut list: impl FnMut(Square, &mut Vec<T>)) -> Self {
        let (mut all, mut spans) = (Vec::new(), vec![(0, 0); geometry.span()]);
        for square in geometry.squares() {
            let first = all.len();
            list(square, &mut all);
            spans[square.index()] = (first as u32, (all.len() - first) as u32);
        }
        if all.is_empty() { Self::default() } else { Self { all: all.into(), spans: spans.into() } }
    }

    /// Returns `true` if all lists are empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns all values, square by square.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.all.iter()
    }

    /// Returns the length of the longest list.
    pub fn longest(&self) -> u32 {
        self.spans.iter().map(|(_, count)| *count).max().unwrap_or(0)
    }

    /// Returns the list of a square.
    #[inline(always)]
    pub fn from(&self, square: Square) -> &[T] {
        let (first, count) = self.spans.get(square.index()).copied().unwrap_or_default();
        self.all.get(first as usize..(first + count) as usize).unwrap_or_default()
    }
}
