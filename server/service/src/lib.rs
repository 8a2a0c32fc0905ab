#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `protocol` holds the messages, `rules` and `view` make them from rulesets and games, `words` puts
//! plies into sentences, `threats` says what a position threatens, `draft` is a library with a page's files in it, `shared` keeps rulesets loaded,
//! `game` is a game with its messages, `check`, `playouts`, `comparisons` and `puzzles` do their work, and `service` holds
//! games and comparisons and dispatches.

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
mod words;

pub use game::HeldGame;
pub use service::{
    Answered, Dispatched, MAX_GAMES, MAX_MESSAGE, Service, ServiceLimits, Work, read, respond,
};
pub use shared::Rulesets;

/// Services can be sent to another thread, and rulesets shared.
const _: fn() = || {
    fn assert_send<T: Send>() {}
    fn assert_send_sync<T: Send + Sync>() {}
    assert_send::<Service>();
    assert_send::<HeldGame>();
    assert_send_sync::<Rulesets>();
};
