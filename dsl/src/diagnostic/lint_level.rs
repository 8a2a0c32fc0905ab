//! The levels of lints: allow, warn, deny.

/// The treatment of a lint's findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LintLevel {
    /// The findings of the lint are omitted.
    Allow,
    /// The findings of the lint are reported as warnings.
    Warn,
    /// The findings of the lint are reported as errors.
    Deny,
}

impl LintLevel {
    /// The words for the levels, in the order of the levels.
    pub const WORDS: &[&str] = &["allow", "warn", "deny"];

    /// Returns the word for this level.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// Returns the level for a word. Returns `None` if no level has this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        [Self::Allow, Self::Warn, Self::Deny].into_iter().find(|level| level.word() == word)
    }
}
