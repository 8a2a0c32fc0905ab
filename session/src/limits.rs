//! The version of recorded games, and the maximum length of a game.

/// The version of the JSON format of games. Games of another version can't be read. If a new field
/// can be ignored by readers, it does not change the version.
pub const VERSION: u32 = 1;
/// The maximum number of plies in a game.
pub const MAX_PLIES: usize = 20_000;
