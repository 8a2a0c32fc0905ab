//! The limits of a notation.

/// The longest notation that is read.
pub(crate) const MAX_LENGTH: usize = 400;

/// The most steps of a path that fits on any board.
pub(crate) const MAX_STEPS: u8 = 25;
/// The most paths a notation may mean; a lion has 64, a falcon 96.
pub(crate) const MAX_PATHS: usize = 1024;
