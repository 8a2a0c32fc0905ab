//! The messages between a page and the service.

mod answer_kinds;
mod english;
mod hidden;
mod messages;
mod puzzles;
mod types;
mod weights;
