//! [`MoveContext`]: a position and a seat, as used by move generation.

use crate::board::{MAX_SEATS, Seat, SquareSet};
use crate::movegen::Constraints;
use crate::rules::Protect;
use crate::state::Position;

/// The data that move generation uses about a position and the seat that moves.
pub(crate) struct MoveContext<'p, const W: usize> {
    pub pos: &'p Position<W>,
    pub seat: Seat,
    pub row: &'p [Protect; MAX_SEATS],
    pub constraints: &'p Constraints<W>,
    pub movers: SquareSet<W>,
    pub captors: SquareSet<W>,
    pub empty: SquareSet<W>,
    /// The squares of pieces that the seat may capture.
    pub capturable: SquareSet<W>,
    /// The squares of pieces whose capture has to be made and tested. These are the royals, or all
    /// pieces if captures have further consequences. The seat's own pieces are included, because
    /// some paths capture own pieces.
    pub tested_captures: SquareSet<W>,
    pub own: SquareSet<W>,
    /// The squares of pieces that may be able to capture en passant.
    pub en_passant_candidates: SquareSet<W>,
}
