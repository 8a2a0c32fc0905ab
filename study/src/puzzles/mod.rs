//! Puzzles: positions of played games in which exactly one action forces a goal.
//!
//! [`find`] plays games and searches their positions. [`line()`] plays the solution of a puzzle.

mod find;
mod line;

pub use find::{FoundPuzzle, PuzzleFilter, find};
pub use line::{SolutionLine, best, line};
