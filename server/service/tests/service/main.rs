//! The messages between a page and the service.

mod english;
mod hidden;
mod messages;
mod puzzles;
mod types;
