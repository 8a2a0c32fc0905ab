//! A game at the terminal: its players, its file, and its two front ends. The front end `plain`
//! prints lines, and `screen` uses the whole terminal.
//!
//! | module | holds |
//! |---|---|
//! | `players` | the players of the seats |
//! | `keeper` | the file in which a game is kept |
//! | `exercises` | lessons and puzzles, one after the other |
//! | `asked` | an external engine at a seat |
//! | `table` | a game with its players, its file and maybe its exercise |
//! | `spoken` | positions in words |
//! | `command` | the lines that a player can type |
//! | `obey` | the execution of a typed line |
//! | `plain`, `screen` | the two front ends |

pub mod asked;
pub mod command;
pub mod exercises;
pub mod keeper;
pub mod obey;
pub mod plain;
pub mod players;
#[cfg(feature = "play")]
pub mod screen;
pub mod spoken;
pub mod table;

/// The reference page of `play`.
pub const REFERENCE: &str = include_str!("../../docs/play.md");
