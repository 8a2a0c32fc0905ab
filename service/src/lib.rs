#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `protocol` holds the messages, `rules` and `view` make them from rulesets and games, `words` puts
//! plies into sentences, `draft` is a library with a page's files in it, `check`, `playouts` and `puzzles` do their work,
//! and `service` holds games and dispatches.
//! Depends on `quadrille-session`, `quadrille-render` and below; touches no clock, thread, network or file.

mod check;
mod draft;
mod playouts;
pub mod protocol;
mod puzzles;
mod rules;
mod service;
mod view;
mod words;

pub use service::{MAX_GAMES, MAX_MESSAGE, Service};
