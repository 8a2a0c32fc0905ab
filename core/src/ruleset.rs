//! A ruleset checked and compiled: everything immutable that games are played by.

use crate::spec::Spec;

/// The rules of a game, ready to play. Shared between threads.
#[derive(Debug)]
pub struct Ruleset {
    spec: Spec,
}

/// Why a [`Spec`] is no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(pub String);

impl Ruleset {
    /// Checks and compiles a description.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn new(spec: Spec) -> Result<Self, Vec<SpecError>> {
        Ok(Self { spec })
    }

    /// The description.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }
}
