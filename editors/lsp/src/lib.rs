#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `text` has documents and positions, and `project` finds the ruleset of a file and checks it.
//! `manifest`, `script` and `locals` find the syntactic context at a position of a TOML file or a
//! script. `symbols` lists the definitions of a file. `actions`, `complete`, `hover` and `navigate`
//! answer requests with these. `server` implements the protocol over `wire`.

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
