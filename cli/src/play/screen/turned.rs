//! The board as the screen shows it, turned so that a seat's pieces move up.

use quadrille_core::{Facing, board};

/// A turned board, which maps cells to columns and rows of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnedBoard {
    /// The number of files of the board.
    pub files: i32,
    /// The number of ranks of the board.
    pub ranks: i32,
    /// The direction on the board that points up on the screen.
    pub up: Facing,
}

impl TurnedBoard {
    fn lies(self) -> bool {
        matches!(self.up, Facing::East | Facing::West)
    }

    /// Returns the number of columns on the screen.
    #[must_use]
    pub fn columns(self) -> i32 {
        if self.lies() { self.ranks } else { self.files }
    }

    /// Returns the number of rows on the screen.
    #[must_use]
    pub fn rows(self) -> i32 {
        if self.lies() { self.files } else { self.ranks }
    }

    /// Returns the file and rank of the cell in a column and row. Columns and rows are counted from
    /// the top left of the screen.
    #[must_use]
    pub fn cell(self, column: i32, row: i32) -> (i32, i32) {
        match self.up {
            Facing::North => (column, self.ranks - 1 - row),
            Facing::East => (self.files - 1 - row, self.ranks - 1 - column),
            Facing::South => (self.files - 1 - column, row),
            Facing::West => (row, column),
        }
    }

    /// Returns the column and row of a cell.
    #[must_use]
    pub fn place(self, (file, rank): (i32, i32)) -> (i32, i32) {
        match self.up {
            Facing::North => (file, self.ranks - 1 - rank),
            Facing::East => (self.ranks - 1 - rank, self.files - 1 - file),
            Facing::South => (self.files - 1 - file, rank),
            Facing::West => (rank, file),
        }
    }

    /// Returns the direction in which a piece with this facing points on the screen.
    #[must_use]
    pub fn facing(self, facing: Facing) -> Facing {
        facing.turned(4 - self.up as u8)
    }

    /// Returns the name that is shown at the board's edge for a column of the screen.
    #[must_use]
    pub fn column_name(self, column: i32) -> String {
        let (file, rank) = self.cell(column, 0);
        if self.lies() { rank_name(rank) } else { file_name(file) }
    }

    /// Returns the name that is shown at the board's edge for a row of the screen.
    #[must_use]
    pub fn row_name(self, row: i32) -> String {
        let (file, rank) = self.cell(0, row);
        if self.lies() { file_name(file) } else { rank_name(rank) }
    }
}

fn file_name(file: i32) -> String {
    u8::try_from(file).map_or_else(|_| "?".to_owned(), board::file_name)
}

fn rank_name(rank: i32) -> String {
    (rank + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_one_place_however_the_board_is_turned() {
        for up in Facing::ALL {
            let board = TurnedBoard { files: 8, ranks: 3, up };
            for column in 0..board.columns() {
                for row in 0..board.rows() {
                    assert_eq!(board.place(board.cell(column, row)), (column, row), "{up:?}");
                }
            }
            assert_eq!(board.facing(up), Facing::North, "the chosen facing goes up");
        }
    }

    #[test]
    fn the_back_row_of_the_seat_that_it_is_turned_to_is_at_the_bottom() {
        let board = |up| TurnedBoard { files: 14, ranks: 14, up };
        assert_eq!(board(Facing::North).place((5, 0)), (5, 13));
        assert_eq!(board(Facing::South).place((5, 13)), (8, 13));
        assert_eq!(board(Facing::East).place((0, 5)), (8, 13));
        assert_eq!(board(Facing::West).place((13, 5)), (5, 13));
        assert_eq!(board(Facing::West).row_name(13), "n");
        assert_eq!(board(Facing::West).column_name(5), "6");
    }
}
