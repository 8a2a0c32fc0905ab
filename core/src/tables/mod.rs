//! Rules compiled to look-up tables for a board's width. [`CompiledRules::new`] builds them once; they
//! never change.

mod by_arrival;
mod by_square;
mod compile;
mod compiled_rules;
pub(crate) mod empty_board;
#[allow(missing_docs)]
pub(crate) mod layout;
mod movement_classes;
mod pawn_shifts;
mod rays;
mod simple_movers;

pub(crate) use by_arrival::ByArrival;
pub(crate) use by_square::BySquare;
pub use compiled_rules::CompiledRules;
pub(crate) use empty_board::{EmptyBoardMove, EmptyBoardMoves, Route};
pub(crate) use layout::{
    BoardBlast, BoardCastling, BoardLeg, BoardPath, Class, Course, Hop, LameLeaps, ONE_OF_TWO,
    PathStart, PieceProfile, PlainHop, RideOnto, Rides, Tables, Way, bits,
};
pub(crate) use movement_classes::ClassBuilder;
pub(crate) use pawn_shifts::{PawnMovement, PawnShift, PawnShifts, ShiftException};
pub(crate) use rays::{RayBuilder, Rays, Sight};
pub(crate) use simple_movers::SimpleMover;
