//! The program `quadrille`. It parses arguments, runs a command and prints the results.
//!
//! The program consists of layers. Each layer may use only the layers above it in this table:
//!
//! | folder | holds |
//! |---|---|
//! | `processor` | the instructions that the program needs |
//! | `args` | the arguments of the commands |
//! | `output` | standard output and error, files, exit codes, progress |
//! | `context` | the ruleset and the position on a command line |
//! | `engines` | external engines: their processes, and the messages to them |
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
mod processor;
mod store;
#[cfg(test)]
mod testing;

use std::io::Write as _;
use std::process::ExitCode;

/// Runs the command in the arguments of the process, and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(message) = processor::too_old() {
        // Without standard error, the exit code remains.
        let _ = writeln!(std::io::stderr(), "{message}");
        return ExitCode::from(output::exit::USAGE);
    }
    ExitCode::from(commands::main())
}
