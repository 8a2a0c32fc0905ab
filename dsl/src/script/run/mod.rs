//! Runs hooks in a game.

mod hook_arguments;
mod hook_errors;
mod hook_memo;
pub(crate) mod host;
mod recorded_reads;

#[cfg(test)]
mod tests;
