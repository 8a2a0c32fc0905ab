//! Exit codes, and the failures that lead to them.

use std::io::ErrorKind;
use std::path::Path;

use quadrille_core::{HookError, PlayError};
use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::library::disk::in_words;
use quadrille_dsl::{Diagnostic, RulesetError};
use quadrille_reports::claims::tester::ClaimError;
use quadrille_reports::compare::question::QuestionError;

/// The command succeeded.
pub const FINE: u8 = 0;
/// `check`, or `fmt --check`, found something.
pub const FINDINGS: u8 = 1;
/// The command line is wrong: an option, a name, a FEN, an illegal action.
pub const USAGE: u8 = 2;
/// A file is invalid, or can't be read or written.
pub const FILE: u8 = 3;
/// A script failed or exceeded a limit.
pub const SCRIPT: u8 = 4;
/// The maximum number of games was played, but the question is still not answered.
pub const INCONCLUSIVE: u8 = 5;
/// Interrupted; partial results were printed.
pub const INTERRUPTED: u8 = 130;

/// Every exit code with its meaning, for `--help`.
pub const ALL: [(u8, &str); 7] = [
    (FINE, "ok"),
    (FINDINGS, "`check` or `fmt --check` found something"),
    (USAGE, "usage error: invalid option, name, FEN or move"),
    (FILE, "file error: invalid, unreadable or unwritable"),
    (SCRIPT, "a script failed or exceeded a limit"),
    (INCONCLUSIVE, "inconclusive: the games allowed don't answer the question"),
    (INTERRUPTED, "interrupted; partial results were printed"),
];

/// The reason why a command failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The command line is wrong.
    Usage {
        /// The message.
        message: String,
        /// A suggestion for a correct command line.
        help: Option<String>,
    },
    /// A part of the command line is wrong. The diagnostic shows the wrong part.
    Input(Box<Diagnostic>),
    /// The command line makes an invalid change to rules.
    Change(Vec<Diagnostic>),
    /// Files of rules contain mistakes.
    Files(Vec<Diagnostic>),
    /// A file can't be read or written.
    Io {
        /// The name of the file.
        name: String,
        /// The reason why the file can't be read or written.
        why: String,
    },
    /// A script failed.
    Script(HookError),
    /// The program that reads the results has closed the pipe. The exit code then reports no
    /// failure.
    Closed,
}

impl Failure {
    /// Creates a usage error without a suggestion.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), help: None }
    }

    /// Creates a usage error with a suggestion if there is one.
    #[must_use]
    pub fn advised(message: impl Into<String>, help: Option<String>) -> Self {
        Self::Usage { message: message.into(), help }
    }

    /// Creates the failure of a file that can't be read or written. If a folder is missing, the
    /// message names it.
    #[must_use]
    pub fn io(name: impl Into<String>, error: &std::io::Error) -> Self {
        let name = name.into();
        let absent = (error.kind() == ErrorKind::NotFound).then(|| missing_folder(&name));
        let why = absent.flatten().unwrap_or_else(|| in_words(error));
        Self::Io { name, why }
    }

    /// Returns the exit code.
    #[must_use]
    pub fn code(&self) -> u8 {
        match self {
            Self::Change(found) | Self::Files(found) if is_stopped(found) => INTERRUPTED,
            Self::Usage { .. } | Self::Input(_) | Self::Change(_) => USAGE,
            Self::Files(_) | Self::Io { .. } => FILE,
            Self::Script(_) => SCRIPT,
            Self::Closed => FINE,
        }
    }

    /// Converts the failure to diagnostics.
    #[must_use]
    pub fn diagnostics(self) -> Vec<Diagnostic> {
        let bare =
            |message: String, help: Option<String>| Diagnostic::plain(message).maybe_help(help);
        match self {
            Self::Usage { message, help } => vec![bare(message, help)],
            Self::Input(diagnostic) => vec![*diagnostic],
            Self::Change(list) | Self::Files(list) => list,
            Self::Io { name, why } => vec![bare(format!("{name}: {why}"), None)],
            Self::Script(error) => vec![bare(format!("a script failed: {error}"), None)],
            Self::Closed => Vec::new(),
        }
    }
}

/// Returns `true` if loading was stopped before it was complete.
fn is_stopped(found: &[Diagnostic]) -> bool {
    found.iter().any(|finding| finding.code == Some(Code::LoadingStopped))
}

impl From<RulesetError> for Failure {
    fn from(error: RulesetError) -> Self {
        Self::Files(error.into_diagnostics())
    }
}

/// Returns a message about the first missing folder on the path to a file. Returns `None` if all
/// folders exist.
#[must_use]
pub fn missing_folder(file: &str) -> Option<String> {
    let folders = Path::new(file).ancestors().skip(1);
    let missing =
        folders.filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()).last()?;
    Some(format!("there is no folder `{}`; make it first", missing.display()))
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Self {
        match error.findings.is_empty() {
            true => Self::advised(error.message, error.help),
            false => Self::Files(error.findings),
        }
    }
}

impl From<ClaimError> for Failure {
    fn from(error: ClaimError) -> Self {
        Self::Io { name: error.file, why: error.why }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Hook(error) => Self::Script(error),
            error => Self::usage(format!("a move of the game can't be played again: {error}")),
        }
    }
}

impl From<HookError> for Failure {
    fn from(error: HookError) -> Self {
        Self::Script(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed_once_and_in_order() {
        assert!(ALL.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn loading_that_was_stopped_is_an_interruption() {
        let stopped = Diagnostic::general(Code::LoadingStopped, "stopped");
        assert_eq!(Failure::Files(vec![stopped]).code(), INTERRUPTED);
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        assert_eq!(Failure::Closed.code(), FINE);
        assert!(Failure::Closed.diagnostics().is_empty());
    }
}
