//! What is wrong with a file, where, and what to write instead.
//!
//! Data only; the command line draws it. Depends on no other module.

pub mod code;
mod source;
mod suggest;

use std::ops::Range;
use std::sync::Arc;

pub use source::Source;
pub use suggest::did_you_mean;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth a look; the ruleset can be used.
    Warning,
    /// The ruleset can't be used.
    Error,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its code: `Q` and four digits. `Q00`: files, `Q01`: geometry.toml, `Q02`: notation,
    /// `Q03`: rule scripts, `Q04`: the rules as a whole, `Q05`: FEN, actions and records, `Q06`:
    /// lessons and games.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// What is wrong: a lower-case fragment, no full stop.
    pub message: String,
    /// Where: a file and a byte range in it; none if it is about no place.
    pub place: Option<(Arc<Source>, Range<usize>)>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(
        code: &'static str,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            place: Some((Arc::clone(source), span)),
            help: None,
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(
        code: &'static str,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, source, span, message) }
    }

    /// An error about no place in a file.
    #[must_use]
    pub fn general(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, message: message.into(), place: None, help: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
