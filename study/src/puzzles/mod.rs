//! Puzzles: positions of played games in which exactly one action forces a goal.
//!
//! [`find`] plays games and looks at their positions, [`line()`] says how a puzzle goes on.

mod find;
mod line;

pub use find::{FoundPuzzle, PuzzleFilter, find};
pub use line::{SolutionLine, best, line};
