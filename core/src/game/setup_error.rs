//! [`SetupError`]: the reasons why a game can't be resumed at a position.

use crate::rules::HookError;

/// All reasons why a game can't be resumed at a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .reasons.join("; "))]
pub struct SetupError {
    reasons: Vec<String>,
}

impl SetupError {
    pub(crate) fn new(reasons: Vec<String>) -> Self {
        Self { reasons }
    }

    /// Returns the reasons. Each is a sentence without an initial capital and without a full stop.
    #[must_use]
    pub fn reasons(&self) -> &[String] {
        &self.reasons
    }
}

impl From<SetupError> for HookError {
    fn from(error: SetupError) -> Self {
        Self::new("none", format!("no game can start from the position: {error}"))
    }
}
