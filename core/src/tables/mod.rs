//! Rules compiled to look-up tables for a board's width. [`CompiledRules::new`] builds the tables
//! once, and they never change.

mod board_path;
mod class;
mod class_builder;
mod compile;
mod compiled_rules;
mod empty_board_by_class;
pub(crate) mod empty_board_moves;
#[allow(missing_docs)]
pub(crate) mod layout;
mod lists_by_square;
mod pawn_shifts;
mod rays;
mod simple_movers;
mod table_budget;
mod values_by_piece_and_square;

pub(crate) use board_path::{
    BoardLeg, BoardPath, Course, Hop, LameLeaps, PathStart, PlainHop, RideOnto, Way,
};
pub(crate) use class::{Class, PieceProfile};
pub(crate) use class_builder::ClassBuilder;
pub use compiled_rules::{CompiledRules, MAX_TABLE_BYTES};
pub(crate) use empty_board_moves::{EmptyBoardMove, EmptyBoardMoves, Route};
pub(crate) use layout::{BoardBlast, BoardCastling, ONE_OF_TWO, Tables, bits};
pub(crate) use lists_by_square::BySquare;
pub(crate) use pawn_shifts::{PawnMovement, PawnShift, PawnShifts, ShiftException};
pub(crate) use rays::{RayBuilder, Rays, Rides, Sight};
pub(crate) use simple_movers::SimpleMover;
pub(crate) use table_budget::{TableBudget, TablesTooLarge};
pub(crate) use values_by_piece_and_square::ByArrival;
