//! [`MoveContext`]: a position and a seat as move generation sees them.

use crate::board::{MAX_SEATS, Seat, SquareSet};
use crate::movegen::Constraints;
use crate::rules::Protect;
use crate::state::Position;

/// Everything that generation needs to know about a position and the seat that moves.
pub(crate) struct MoveContext<'p, const W: usize> {
    pub pos: &'p Position<W>,
    pub seat: Seat,
    pub row: &'p [Protect; MAX_SEATS],
    pub constraints: &'p Constraints<W>,
    pub movers: SquareSet<W>,
    pub captors: SquareSet<W>,
    pub empty: SquareSet<W>,
    /// Squares of pieces that the seat may capture.
    pub capturable: SquareSet<W>,
    /// Squares of pieces whose capture has to be made and tested, the seat's own included, for paths
    /// that capture own pieces: royals, or all where captures have further consequences.
    pub tested_captures: SquareSet<W>,
    pub own: SquareSet<W>,
    /// Squares of pieces that may be able to capture en passant.
    pub en_passant_candidates: SquareSet<W>,
}
