//! Runs hooks in a game.

mod hook_arguments;
mod hook_errors;
pub(crate) mod host;
mod memo;
mod recorded_reads;

#[cfg(test)]
mod tests;
