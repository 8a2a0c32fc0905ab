//! The error that every format gives: a place, a kind, and advice.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, NameSuggestion, Source};

/// A mistake in a text, of one of the format's kinds `K`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct ParseError<K> {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// What the mistake is; its display is the message.
    pub kind: K,
    /// What to write instead.
    pub help: Option<NameSuggestion>,
}

impl<K> ParseError<K> {
    /// An error without advice.
    pub(crate) fn new(span: Range<usize>, kind: impl Into<K>) -> Self {
        Self { span, kind: kind.into(), help: None }
    }

    /// The same with advice.
    #[must_use]
    pub(crate) fn help(mut self, advice: impl Into<NameSuggestion>) -> Self {
        self.help = Some(advice.into());
        self
    }

    /// The same error in a text that has `offset` bytes before this one.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }

    /// The same error as one of another format.
    pub(crate) fn into_kind<L: From<K>>(self) -> ParseError<L> {
        ParseError { span: self.span, kind: self.kind.into(), help: self.help }
    }
}

impl<K: std::fmt::Display> ParseError<K> {
    /// The error as a diagnostic without a code, where `source` is the text that was read.
    #[must_use]
    pub fn in_input(&self, source: &Arc<Source>) -> Diagnostic {
        let made = Diagnostic::input(source, self.span.clone(), self.kind.to_string());
        made.maybe_help(self.help.clone())
    }

    /// The error as a diagnostic with a code, where `source` is the text that was read.
    #[must_use]
    pub fn in_file(&self, code: Code, source: &Arc<Source>) -> Diagnostic {
        Diagnostic { code: Some(code), ..self.in_input(source) }
    }
}
