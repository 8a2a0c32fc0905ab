//! The lint levels that users choose, and their effect on findings.

use std::collections::BTreeMap;
use std::fmt;

use super::lint_level::LintLevel;
use super::{Code, Diagnostic, Severity};

/// The lint or group of lints that a level applies to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum LintName {
    /// All lints whose level is [`LintLevel::Warn`] before this choice is applied.
    Warnings,
    /// All lints for which no level was chosen by name. Lints that are allowed by default are not
    /// included. Their levels must be chosen by name.
    All,
    /// A single lint.
    One(Code),
}

impl LintName {
    /// The words that name several lints.
    pub const WORDS: [(&str, Self); 2] = [("all", Self::All), ("warnings", Self::Warnings)];

    /// Reads the name or code of a lint, or a word for several lints.
    ///
    /// # Errors
    /// Returns [`NoLint::Error`] if the text is the code of an error, and [`NoLint::Unknown`] if it
    /// is neither a lint nor a code.
    pub fn read(text: &str) -> Result<Self, NoLint> {
        if let Some((_, lint)) = Self::WORDS.into_iter().find(|(word, _)| *word == text) {
            return Ok(lint);
        }
        let code: Code = text.parse().map_err(|_| NoLint::Unknown)?;
        if code.lint().is_some() { Ok(Self::One(code)) } else { Err(NoLint::Error(code)) }
    }

    /// Returns every name that [`Self::read`] accepts, except codes.
    pub fn names() -> impl Iterator<Item = String> {
        let words = Self::WORDS.into_iter().map(|(word, _)| word.to_owned());
        Code::lints().map(Code::name).chain(words)
    }
}

impl fmt::Display for LintName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Warnings => f.write_str("warnings"),
            Self::All => f.write_str("all"),
            Self::One(code) => f.write_str(&code.name()),
        }
    }
}

/// The reason why a text does not name a lint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoLint {
    /// The text is the code of an error, and only warnings have levels.
    #[error("{0} is an error: only lints have levels")]
    Error(Code),
    /// No lint or code has this name.
    #[error("there is no such lint; see `quadrille explain lints`")]
    Unknown,
}

/// The levels that a user has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Levels(BTreeMap<LintName, LintLevel>);

impl Levels {
    /// Sets a level. It replaces an earlier level for the same lint.
    pub fn set(&mut self, lint: LintName, level: LintLevel) {
        self.0.insert(lint, level);
    }

    /// Returns the level that was set for exactly this lint or group.
    #[must_use]
    pub fn chosen(&self, lint: LintName) -> Option<LintLevel> {
        self.0.get(&lint).copied()
    }

    /// Combines two sets of levels. The levels of `self` override the levels of `under`. A level
    /// for `all` in `self` overrides the level of every single lint in `under`, except lints that
    /// are allowed by default.
    #[must_use]
    pub fn over(&self, under: &Self) -> Self {
        let all = self.chosen(LintName::All).is_some();
        let mut both = under.clone();
        let common = |lint: &LintName| matches!(lint, LintName::One(code) if code.lint().is_some_and(|level| level != LintLevel::Allow));
        both.0.retain(|lint, _| !(all && common(lint)));
        both.0.extend(&self.0);
        both
    }

    /// Returns the level of a lint. The level of a code that is not a lint is [`LintLevel::Deny`].
    #[must_use]
    pub fn of(&self, code: Code) -> LintLevel {
        let Some(default) = code.lint() else { return LintLevel::Deny };
        let all = self.chosen(LintName::All).filter(|_| default != LintLevel::Allow);
        let chosen = self.chosen(LintName::One(code)).or(all);
        match chosen.unwrap_or(default) {
            LintLevel::Warn => self.chosen(LintName::Warnings).unwrap_or(LintLevel::Warn),
            level => level,
        }
    }

    /// Removes findings whose lint is allowed, and turns denied warnings into errors. Errors do not
    /// change.
    #[must_use]
    pub fn apply(&self, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let levelled = |mut finding: Diagnostic| {
            let lint = finding.code.filter(|code| code.lint().is_some());
            if let (Severity::Warning, Some(code)) = (finding.severity, lint) {
                match self.of(code) {
                    LintLevel::Allow => return None,
                    LintLevel::Warn => {}
                    LintLevel::Deny => finding.severity = Severity::Error,
                }
            }
            Some(finding)
        };
        findings.into_iter().filter_map(levelled).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    const ZONE: Code = Code::UnusedZone;

    fn levels(chosen: &[(&str, LintLevel)]) -> Levels {
        let mut levels = Levels::default();
        chosen.iter().for_each(|(name, level)| levels.set(LintName::read(name).unwrap(), *level));
        levels
    }

    fn warnings(code: Code) -> Vec<Diagnostic> {
        vec![Diagnostic::warning(code, &Source::new("file", ""), 0..0, "unlikely")]
    }

    #[test]
    fn a_lint_is_named_by_name_or_code_and_errors_are_not() {
        assert_eq!(LintName::read("unused-zone"), Ok(LintName::One(ZONE)));
        assert_eq!(LintName::read("q0404"), Ok(LintName::One(ZONE)));
        assert_eq!(LintName::read("unknown-key"), Err(NoLint::Error(Code::UnknownKey)));
        assert_eq!(LintName::read("unused-zones"), Err(NoLint::Unknown));
        assert!(LintName::names().all(|name| LintName::read(&name).is_ok()));
    }

    #[test]
    fn what_names_a_lint_decides_before_what_names_all() {
        let chosen = levels(&[("unused-zone", LintLevel::Allow), ("all", LintLevel::Deny)]);
        assert_eq!(chosen.of(ZONE), LintLevel::Allow);
        assert_eq!(chosen.of(Code::UnusedHelper), LintLevel::Deny);
        assert_eq!(chosen.of(Code::UnknownKey), LintLevel::Deny);
        assert_eq!(chosen.of(Code::RuleNeverFired), LintLevel::Allow, "it has to be named");
        let strict = levels(&[("warnings", LintLevel::Deny)]);
        assert_eq!(
            strict.over(&levels(&[("unused-zone", LintLevel::Allow)])).of(ZONE),
            LintLevel::Allow
        );
        assert_eq!(strict.of(ZONE), LintLevel::Deny);
    }

    #[test]
    fn the_command_line_decides_before_the_file() {
        let file = levels(&[("unused-zone", LintLevel::Deny), ("unused-helper", LintLevel::Allow)]);
        let asked = levels(&[("unused-zone", LintLevel::Allow)]).over(&file);
        assert_eq!(
            (asked.of(ZONE), asked.of(Code::UnusedHelper)),
            (LintLevel::Allow, LintLevel::Allow)
        );
        let all = levels(&[("all", LintLevel::Warn)]).over(&file);
        assert_eq!((all.of(ZONE), all.of(Code::UnusedHelper)), (LintLevel::Warn, LintLevel::Warn));
    }

    #[test]
    fn a_denied_lint_is_an_error_and_an_error_is_never_silenced() {
        let deny = levels(&[("all", LintLevel::Deny)]);
        assert_eq!(deny.apply(warnings(ZONE))[0].severity, Severity::Error);
        let allow = levels(&[("all", LintLevel::Allow)]);
        assert_eq!(allow.apply(warnings(ZONE)), []);
        // Only lints have levels. A warning with any other code stays.
        assert_eq!(allow.apply(warnings(Code::UnknownKey)).len(), 1);
        let mut error = warnings(ZONE);
        error[0].severity = Severity::Error;
        assert_eq!(allow.apply(error).len(), 1);
    }
}
