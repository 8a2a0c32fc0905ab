//! A game at the terminal: who plays it, where it is kept, and the two ways to show it, line by line
//! (`plain`) and as a `screen`.
//!
//! | module | holds |
//! |---|---|
//! | `players` | who plays which seat |
//! | `keeper` | the file that a game is kept in |
//! | `walk` | lessons, one after the other |
//! | `asked` | an engine of another program at a seat |
//! | `table` | a game with its players, its file and maybe its lesson |
//! | `spoken` | positions in words |
//! | `command` | what can be typed |
//! | `obey` | does what was typed |
//! | `plain`, `screen` | the two front ends |

pub mod asked;
pub mod command;
pub mod keeper;
pub mod obey;
pub mod plain;
pub mod players;
#[cfg(feature = "play")]
pub mod screen;
pub mod spoken;
pub mod table;
pub mod walk;

/// The reference page of `play`.
pub const REFERENCE: &str = include_str!("../../docs/play.md");
