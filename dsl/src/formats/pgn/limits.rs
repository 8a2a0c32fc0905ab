//! Limits of records.

/// The maximum length of a game, in bytes.
pub const MAX_LENGTH: usize = 8 * 1024 * 1024;

/// The maximum nesting depth of variations.
pub(super) const MAX_DEPTH: usize = 64;
