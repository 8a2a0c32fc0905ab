//! The levels of lints: allow, warn, deny.

/// What becomes of a lint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LintLevel {
    /// It is left out.
    Allow,
    /// It is reported.
    Warn,
    /// It is reported as an error.
    Deny,
}

impl LintLevel {
    /// The words of the levels.
    pub const WORDS: &[&str] = &["allow", "warn", "deny"];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// The level of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        [Self::Allow, Self::Warn, Self::Deny].into_iter().find(|level| level.word() == word)
    }
}
