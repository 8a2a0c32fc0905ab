//! The error for a ruleset that can't be used.

use std::fmt;
use std::slice;
use std::vec;

use super::{Diagnostic, render_all, sort_by_place};

/// The mistakes in a ruleset that can't be used, and the warnings about this ruleset.
///
/// `Display` prints each mistake with its line, a caret and advice, as the command line does.
/// `Debug` prints the same text, for a `main` function that returns the error.
///
/// ```
/// use quadrille_dsl::library::Memory;
/// use quadrille_dsl::load;
///
/// let library = Memory::new().with_file("tiny", "geometry.toml", "[board]\nmaks = \"..\"\n");
/// let error = load(&library, "tiny", &[]).err().expect("a slip");
/// assert!(error.to_string().contains("did you mean `mask`?"));
/// assert!(error.diagnostics().iter().all(|mistake| mistake.code.is_some()));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RulesetError(Vec<Diagnostic>);

impl RulesetError {
    /// Returns the mistakes and warnings, by file and line.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0
    }

    /// Converts the error to its mistakes and warnings.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.0
    }

    /// Iterates over the mistakes and warnings.
    pub fn iter(&self) -> slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }
}

impl From<Vec<Diagnostic>> for RulesetError {
    fn from(mut diagnostics: Vec<Diagnostic>) -> Self {
        sort_by_place(&mut diagnostics);
        Self(diagnostics)
    }
}

impl From<Diagnostic> for RulesetError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl IntoIterator for RulesetError {
    type Item = Diagnostic;
    type IntoIter = vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a RulesetError {
    type Item = &'a Diagnostic;
    type IntoIter = slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(render_all(&self.0, false).as_str().trim_end())
    }
}

impl fmt::Debug for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for RulesetError {}
