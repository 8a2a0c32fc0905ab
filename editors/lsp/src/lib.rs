#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `text` has documents and positions, `project` finds the ruleset of a file and checks it, `manifest`, `script` and `locals` say
//! what stands at a place of a TOML file or a script; `symbols` lists what a file defines; `actions` says what can be done about a finding; `complete`, `hover` and `navigate` answer questions with these, and
//! `server` speaks the protocol, over `wire`.

mod actions;
mod complete;
mod hover;
mod locals;
mod manifest;
mod navigate;
mod project;
mod script;
mod server;
mod symbols;
mod text;
mod wire;

pub use server::{LspError, Options, connect, serve};
