//! The program `quadrille`: parses arguments, runs a command, prints its results.
//!
//! In layers, each of which may use those before it:
//!
//! | folder | holds |
//! |---|---|
//! | `args` | what can be typed |
//! | `output` | standard output and error, files, exit codes, progress |
//! | `context` | the ruleset and the position that a command line asks for |
//! | `engines` | engines of other programs: their processes and what is said to them |
//! | `matches` | the games of a match by agents and engines |
//! | `store` | games in a database |
//! | `play` | a game at the terminal: its players, its file, its screen |
//! | `commands` | the commands |

mod args;
mod commands;
mod context;
mod engines;
mod matches;
mod output;
mod play;
mod store;
#[cfg(test)]
mod testing;

use std::process::ExitCode;

/// Runs the command that the arguments of the process ask for, and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(commands::main())
}
