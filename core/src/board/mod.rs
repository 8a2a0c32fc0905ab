//! Boards and everything on them: squares, sets of squares, pieces, and the numbers that stand for
//! seats and kinds.

mod board_turn;
mod geometry;
mod piece;
mod seats_and_kinds;
mod square;
pub(crate) mod square_map;
mod square_set;
mod vectors_and_facings;

pub use board_turn::BoardTurn;
pub use geometry::{Geometry, GeometryError, MAX_SIDE, MAX_SQUARES};
pub use piece::Piece;
pub use seats_and_kinds::{
    Colour, Kind, MAX_KINDS, MAX_MARKS, MAX_SEATS, MOVED, NOTE_BITS, Seat, Seats,
};
pub(crate) use square::file_named;
pub use square::{Cell, Square, file_name};
pub(crate) use square_map::{SharedSquareMap, SquareMap};
pub(crate) use square_set::Shift;
pub(crate) use square_set::words_for;
pub use square_set::{SquareSet, Squares, Zone};
pub use vectors_and_facings::{Facing, Vector};
