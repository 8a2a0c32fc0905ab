//! The limits of a record.

/// The longest file that is read.
pub const MAX_LENGTH: usize = 8 * 1024 * 1024;

/// How deep variations may nest.
pub(super) const MAX_DEPTH: usize = 64;
