//! The small languages of texts: each read, and written back where it makes sense, on its own.
//!
//! Depends on [`diagnostic`](crate::diagnostic) for suggestions, and on no other module. `pgn` uses
//! `fen` and `actions`; `fen` uses `memory`; the others stand alone.

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
