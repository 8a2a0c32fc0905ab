//! Lessons: positions with expectations. The lessons of a ruleset show each clause of its source.
//! Each lesson serves as a test, as a tutorial and as documentation.
//!
//! [`read`] reads a `lessons.toml`. [`run`] plays its lessons, and reports failed lessons and
//! clauses without a lesson.

mod expectations;
mod lesson;
mod read;
mod run;
mod setup_and_moves;
#[cfg(test)]
mod tests;

use lesson::{EXPECTATIONS, MAX_MISTAKES, strings};
pub use lesson::{Lesson, LessonStart, MAX_ACTIONS, MAX_LESSONS, MAX_TOKENS};
pub use read::{of, read};
pub use run::{CheckedExpectation, LessonReport, run};

/// The name of the lessons file in a ruleset's folder.
pub const FILE: &str = crate::load::LESSONS;

/// The reference page of lessons.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lessons.md"));
