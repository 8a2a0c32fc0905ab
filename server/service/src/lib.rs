#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `protocol` holds the messages. `rules` and `view` create messages from rulesets and games.
//! `words` classifies the changes of plies, and `threats` finds attacks and pins. `draft` is a
//! library that includes a page's files, and `weights` a library that includes weights from a page.
//! `shared` keeps loaded rulesets in memory. `game` holds one game, and creates the messages about
//! it. `check`, `playouts`, `comparisons` and `puzzles` do the work of the requests about these
//! subjects. `web_pages` returns pages of rulesets for the web. `service` holds games and
//! comparisons, and passes each request to the right module.

mod check;
mod comparisons;
mod draft;
mod game;
mod playouts;
pub mod protocol;
mod puzzles;
mod rules;
mod service;
mod shared;
mod threats;
mod view;
mod web_pages;
mod weights;
mod words;

pub use game::HeldGame;
pub use service::{
    Answered, Dispatched, MAX_GAMES, Service, ServiceLimits, Work, read, request_number, respond,
};
pub use shared::Rulesets;

/// Checks that services can be sent to another thread, and that rulesets can be shared between
/// threads.
const _: fn() = || {
    fn assert_send<T: Send>() {}
    fn assert_send_sync<T: Send + Sync>() {}
    assert_send::<Service>();
    assert_send::<HeldGame>();
    assert_send_sync::<Rulesets>();
};
