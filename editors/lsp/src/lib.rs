#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `text` handles documents and positions. `project` finds the ruleset of a file and checks it.
//! `manifest`, `script` and `locals` find the syntactic context at a position of a TOML file or a
//! script. `symbols` lists the definitions of a file. `actions`, `complete`, `hover` and `navigate`
//! use these modules to answer requests. `server` implements the protocol, and `wire` transmits its
//! messages.

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
