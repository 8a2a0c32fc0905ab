//! Quadrille on the command line: reads what is typed, runs a command, prints what it found.
//!
//! In layers, each of which may use those before it:
//!
//! | folder | holds |
//! |---|---|
//! | `args` | what can be typed |
//! | `output` | standard output and error, files, exit codes, progress |
//! | `context` | the ruleset and the position that a command line asks for |
//! | `engines` | engines of other programs: their processes and what is said to them |
//! | `versus` | the games of a match by agents and engines |
//! | `store` | games in a database |
//! | `play` | a game at the terminal: its players, its file, its screen |
//! | `commands` | the commands |

mod args;
mod commands;
mod context;
mod engines;
mod output;
mod play;
mod store;
#[cfg(test)]
mod testing;
mod versus;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(commands::main())
}
