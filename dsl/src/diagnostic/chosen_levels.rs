//! The levels that users choose for lints, and their effect on findings.

use std::collections::BTreeMap;
use std::fmt;

use super::lint_level::LintLevel;
use super::{Code, Diagnostic, Severity};

/// What a level is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum LintName {
    /// What is left at [`LintLevel::Warn`] when everything else is decided.
    Warnings,
    /// All lints that no other choice names, but for those that are allowed where nobody has chosen: these have to be
    /// named.
    All,
    /// One lint.
    One(Code),
}

impl LintName {
    /// The words for several lints.
    pub const WORDS: [(&str, Self); 2] = [("all", Self::All), ("warnings", Self::Warnings)];

    /// Reads the name or code of a lint, or a word for several.
    ///
    /// # Errors
    /// [`NoLint::Error`] if that is the code of an error, else [`NoLint::Unknown`].
    pub fn read(text: &str) -> Result<Self, NoLint> {
        if let Some((_, lint)) = Self::WORDS.into_iter().find(|(word, _)| *word == text) {
            return Ok(lint);
        }
        let code: Code = text.parse().map_err(|_| NoLint::Unknown)?;
        if code.lint().is_some() { Ok(Self::One(code)) } else { Err(NoLint::Error(code)) }
    }

    /// Every name that [`Self::read`] reads, apart from codes.
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

/// Why a text names no lint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoLint {
    /// It is the code of something that has no level.
    #[error("{0} has no level: only warnings about what is valid have one")]
    Error(Code),
    /// There is no such name or code.
    #[error("there is no such lint; `quadrille explain lints` lists them")]
    Unknown,
}

/// Chosen levels.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Levels(BTreeMap<LintName, LintLevel>);

impl Levels {
    /// Chooses a level, instead of one that was chosen for the same before.
    pub fn set(&mut self, lint: LintName, level: LintLevel) {
        self.0.insert(lint, level);
    }

    /// The level that was chosen for exactly this.
    #[must_use]
    pub fn chosen(&self, lint: LintName) -> Option<LintLevel> {
        self.0.get(&lint).copied()
    }

    /// These levels, and those of `under` where these choose none. `all` of these chooses for every lint.
    #[must_use]
    pub fn over(&self, under: &Self) -> Self {
        let all = self.chosen(LintName::All).is_some();
        let mut both = under.clone();
        let common = |lint: &LintName| matches!(lint, LintName::One(code) if code.lint().is_some_and(|level| level != LintLevel::Allow));
        both.0.retain(|lint, _| !(all && common(lint)));
        both.0.extend(&self.0);
        both
    }

    /// The level of a lint; that of any other code is [`LintLevel::Deny`].
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

    /// Leaves out what is allowed, and makes errors of what is denied. Errors stay as they are.
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
        // A code that is no lint is no lint as a warning either.
        assert_eq!(allow.apply(warnings(Code::UnknownKey)).len(), 1);
        let mut error = warnings(ZONE);
        error[0].severity = Severity::Error;
        assert_eq!(allow.apply(error).len(), 1);
    }
}
