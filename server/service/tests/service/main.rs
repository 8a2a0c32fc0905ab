//! The messages between a page and the service.

mod answer_kinds;
mod hidden;
mod messages;
mod puzzles;
mod types;
