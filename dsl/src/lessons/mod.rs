//! Lessons: each clause of a source shown in a position, with expectations. One text is test, tutorial
//! and documentation.
//!
//! [`read`] reads a `lessons.toml`, [`run`] plays its lessons and reports which fail and which clauses
//! have none.

mod expectations;
mod lesson;
mod read;
mod run;
mod setup_and_moves;
#[cfg(test)]
mod tests;

use lesson::{EXPECTATIONS, MAX_MISTAKES, strings};
pub use lesson::{Lesson, LessonStart, MAX_ACTIONS, MAX_LESSONS, MAX_TOKENS};
pub use read::read;
pub use run::{CheckedExpectation, LessonReport, run};

/// The file of a ruleset's folder that holds them.
pub const FILE: &str = crate::load::LESSONS;

/// The reference page of lessons.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lessons.md"));
