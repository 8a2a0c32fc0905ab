//! Empty-board moves: the moves that a piece would have on an empty board. Sampling draws from
//! these moves. Empty-board moves also show quickly if a piece is blocked.

use crate::board::{SharedSquareMap, Square, SquareSet};
use crate::tables::BySquare;

/// The way in which an empty-board move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// The move is a leap.
    Leap,
    /// The move runs along the ray with this number.
    Ride(u8),
    /// The move has several routes, such as a leap and a ray, or several rays. The move can be made
    /// if at least one of these routes is open.
    Several,
    /// The move follows the path with this number.
    Path(u16),
}

/// A move that a piece would have on an empty board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EmptyBoardMove {
    pub route: Route,
    pub to: Square,
    /// `true` if the move may go to an empty square. `take` is `true` if the move may capture.
    pub quiet: bool,
    pub take: bool,
}

/// The empty-board moves of the pieces of one class. Cheap to clone, because the tables that are
/// used in play are shared. Most classes have the same moves in all facings.
#[derive(Clone, Debug, Default)]
pub struct EmptyBoardMoves<const W: usize> {
    pub(super) by_square: BySquare<EmptyBoardMove>,
    /// The maximum number of moves from one square.
    pub most: u32,
    /// For each square, the targets of leaps from it and the first squares of rides from it.
    pub next: SharedSquareMap<SquareSet<W>, W>,
    /// `true` if the moves can be sampled. This requires that each of them stands for at most one
    /// move in any position. Moves that differ only in the promotion count as one move.
    pub drawn: bool,
}

impl<const W: usize> EmptyBoardMoves<W> {
    /// Returns the moves from a square.
    #[inline(always)]
    pub fn from(&self, square: Square) -> &[EmptyBoardMove] {
        self.by_square.from(square)
    }

    /// Returns the target squares of all moves from a square.
    pub fn leads(&self, from: Square) -> SquareSet<W> {
        self.from(from).iter().map(|found_move| found_move.to).collect()
    }
}
