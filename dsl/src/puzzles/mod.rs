//! Puzzles: positions that have exactly one solution. They were found in games, and are stored in
//! the `puzzles.toml` of a ruleset.
//!
//! [`of`] returns the puzzles of a ruleset, [`read`] reads a file, [`write()`] writes one, and
//! [`Puzzle::verify`] solves a puzzle again.

mod puzzle;
mod puzzles_of_ruleset;
mod read;
#[cfg(test)]
mod tests;
mod verify;
mod write;

pub use puzzle::{FILE, MAX_PUZZLES, Puzzle, PuzzleOrigin, Puzzles};
pub use puzzles_of_ruleset::{of, source};
pub use read::read;
pub use verify::DEFAULT_NODE_LIMIT;
pub use write::{distinct, write};

/// The reference page of puzzles.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/puzzles.md"));
