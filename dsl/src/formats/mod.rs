//! The text formats: notation, FEN, PGN, square sets and pictures. Every format has a reader. Most
//! formats also have a writer.

pub mod actions;
pub mod circumstance_text;
mod error;
pub mod fen;
pub mod mechanism_sentences;
pub mod memory_text;
pub mod notation;
pub mod pgn;
pub(crate) mod picture;
pub mod squares;
pub mod variant_names;
pub mod why_illegal;

pub use error::ParseError;
