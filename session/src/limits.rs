//! The version of recorded games, and the most plies of a game.

/// The version of the JSON format of games. Other versions are refused; a new field that can be ignored does not
/// change it.
pub const VERSION: u32 = 1;
/// The most plies that a game keeps.
pub const MAX_PLIES: usize = 20_000;
