//! The messages between a page and the service.

mod hidden;
mod messages;
mod puzzles;
mod types;
