//! The text formats: notation, FEN, PGN, squares and pictures, each with its reader and most with a writer.

pub mod actions;
mod error;
pub mod fen;
pub mod mechanisms;
pub mod memory;
pub mod notation;
pub mod pgn;
pub(crate) mod picture;
pub mod reason;
pub mod squares;
pub mod variant_names;

pub use error::ParseError;
