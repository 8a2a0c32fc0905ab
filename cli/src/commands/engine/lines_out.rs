//! Writes lines to the program that controls the engine.

use std::io::Write as _;

use crate::output::broken;
use crate::output::exit::Failure;

/// Writes a line and flushes the output, because the program that controls the engine waits for the
/// line.
pub fn say(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| broken(&error))
}

/// Removes the characters from a text that could end the line.
pub fn one_line(text: &str) -> String {
    text.split(char::is_control).collect::<Vec<_>>().join(" ").chars().take(300).collect()
}
