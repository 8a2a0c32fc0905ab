//! [`BoardTurn`]: turns the board so that a seat sees its own side at the bottom.

use crate::board::{Cell, Facing, Geometry};

/// A turn of the board, which turns one facing into another.
///
/// In a game of two seats that face each other, the board is flipped instead of turned. A half turn
/// would reverse the order of the files, but a flip does not change this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardTurn {
    quarters: u8,
    flips_files: bool,
    flips_ranks: bool,
}

impl BoardTurn {
    /// Returns the turn that changes the facing `facing` to the facing `becomes`, in a game of
    /// `seats` seats.
    #[must_use]
    pub fn new(facing: Facing, becomes: Facing, seats: usize) -> Self {
        let quarters = (becomes as u8 + 4 - facing as u8) & 3;
        let flips = seats == 2 && quarters == 2;
        let upright = matches!(facing, Facing::North | Facing::South);
        Self { quarters, flips_files: flips && !upright, flips_ranks: flips && upright }
    }

    /// Returns `true` if the turn is a flip, so that the board is seen as in a mirror.
    #[inline]
    #[must_use]
    pub fn is_mirrored(self) -> bool {
        self.flips_files || self.flips_ranks
    }

    /// Returns the place of a cell on the turned board. After a quarter turn, the files of the
    /// board are ranks, and the ranks of the board are files.
    #[inline]
    #[must_use]
    pub fn cell(self, geometry: &Geometry, cell: Cell) -> Cell {
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let Cell { file, rank } = cell;
        let (file, rank) = match self.quarters {
            0 => (file, rank),
            1 => (rank, files - 1 - file),
            2 if self.flips_ranks => (file, ranks - 1 - rank),
            2 if self.flips_files => (files - 1 - file, rank),
            2 => (files - 1 - file, ranks - 1 - rank),
            _ => (ranks - 1 - rank, file),
        };
        Cell { file, rank }
    }
}
