//! [`ByArrival`]: a table of what happens when a piece arrives on a square.

use crate::board::{Piece, Square};

/// The values of a table whose keys are a profile and a square of arrival. Few profiles have any
/// values.
#[derive(Debug)]
pub struct ByArrival<T> {
    /// For each profile, the number of its row, counted from 1; 0 if the profile has no row.
    rows: Box<[u16]>,
    /// A row for each profile that has values, with a cell for each square. A cell contains the
    /// number of a value, counted from 1, or 0 if there is no value.
    cells: Vec<u32>,
    all: Vec<T>,
    /// The length of a row.
    span: usize,
}

impl<T> ByArrival<T> {
    /// Returns a table without values, for squares with numbers below `span`.
    pub fn new(span: usize) -> Self {
        let rows = vec![0; Piece::PROFILES].into();
        Self { rows, cells: Vec::new(), all: Vec::new(), span }
    }

    /// Sets the value for a piece that arrives on a square.
    pub fn insert(&mut self, piece: Piece, square: Square, value: T) {
        let row = &mut self.rows[piece.profile()];
        if *row == 0 {
            self.cells.resize(self.cells.len() + self.span, 0);
            *row = (self.cells.len() / self.span) as u16;
        }
        let cell = &mut self.cells[(usize::from(*row) - 1) * self.span + square.index()];
        self.all.push(value);
        *cell = self.all.len() as u32;
    }

    /// Returns the value for a piece that arrives on a square.
    #[inline]
    pub fn get(&self, piece: Piece, square: Square) -> Option<&T> {
        let row = usize::from(self.rows[piece.profile()]).checked_sub(1)?;
        let cell = self.cells[row * self.span + square.index()];
        self.all.get((cell as usize).checked_sub(1)?)
    }
}
