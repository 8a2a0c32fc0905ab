//! Quadrille on the command line: reads what is typed, runs a command, prints what it found.
//!
//! `args` is what can be typed, `command` does it, `output` prints it, `exit` says how it ends.

mod again;
mod args;
mod board;
mod command;
mod diagnose;
mod exit;
mod interrupt;
mod library;
mod output;
mod progress;
mod report;
mod session;
mod statistics;
mod store;
mod table;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(command::main())
}
