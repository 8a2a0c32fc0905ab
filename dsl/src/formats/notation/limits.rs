//! Limits of notations.

/// The maximum length of a notation, in bytes.
pub(crate) const MAX_LENGTH: usize = 400;

/// The maximum number of steps in a path. A path with more steps fits on no board.
pub(crate) const MAX_STEPS: u8 = 25;
/// The maximum number of paths in a notation. For comparison, a lion has 64 paths, and a falcon has
/// 96.
pub(crate) const MAX_PATHS: usize = 1024;
