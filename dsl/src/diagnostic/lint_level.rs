//! The levels of lints: allow, warn, deny.

/// The treatment of a lint's findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LintLevel {
    /// Findings are omitted.
    Allow,
    /// Findings are reported as warnings.
    Warn,
    /// Findings are reported as errors.
    Deny,
}

impl LintLevel {
    /// The words of the levels.
    pub const WORDS: &[&str] = &["allow", "warn", "deny"];

    /// Returns the word of this level.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// Returns the level that a word names.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        [Self::Allow, Self::Warn, Self::Deny].into_iter().find(|level| level.word() == word)
    }
}
