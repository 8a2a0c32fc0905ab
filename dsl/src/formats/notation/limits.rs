//! Limits of notations.

/// The maximum length of a notation, in bytes.
pub(crate) const MAX_LENGTH: usize = 400;

/// The maximum number of steps in a path that fits on any board.
pub(crate) const MAX_STEPS: u8 = 25;
/// The maximum number of paths in a notation. A lion has 64, a falcon 96.
pub(crate) const MAX_PATHS: usize = 1024;
