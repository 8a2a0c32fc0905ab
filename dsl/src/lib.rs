//! From files to rulesets: grammars, the TOML model, rule scripts, diagnostics, FEN and records.
//!
//! It reads what a [`Library`] hands it and touches no disk, terminal or clock itself.

pub mod codes;
pub mod diagnostic;
pub mod fen;
pub mod lesson;
pub mod library;
pub mod load;
pub mod model;
pub mod notation;
pub mod pgn;
mod picture;
#[cfg(test)]
mod sample;
pub mod script;
pub mod squares;
pub mod text;

pub use diagnostic::{Diagnostic, Severity, Source};
pub use library::{Folder, Library};
pub use load::{Loaded, Meta, Tunable, load};
