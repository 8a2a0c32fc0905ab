//! The version of recorded games, and the maximum length of a game.

/// The version of the JSON format of games. Other versions are refused. A new field that readers
/// can ignore does not change the version.
pub const VERSION: u32 = 1;
/// The maximum number of plies in a game.
pub const MAX_PLIES: usize = 20_000;
