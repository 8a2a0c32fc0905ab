//! The error type of all formats. An error has a place, a kind and advice.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, NameSuggestion, Source};

/// An error in a text. The parameter `K` is the format's own type for the kinds of its errors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct ParseError<K> {
    /// The byte range of the error in the text.
    pub span: Range<usize>,
    /// The kind of the error. Its `Display` text is the message.
    pub kind: K,
    /// Advice that explains how to correct the error. `None` if there is none.
    pub help: Option<NameSuggestion>,
}

impl<K> ParseError<K> {
    /// Creates an error without advice.
    pub(crate) fn new(span: Range<usize>, kind: impl Into<K>) -> Self {
        Self { span, kind: kind.into(), help: None }
    }

    /// Adds advice to the error.
    #[must_use]
    pub(crate) fn help(mut self, advice: impl Into<NameSuggestion>) -> Self {
        self.help = Some(advice.into());
        self
    }

    /// Moves the place of the error by `offset` bytes. This is needed if the text is a part of a
    /// longer text.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }

    /// Converts the error into an error of another format.
    pub(crate) fn into_kind<L: From<K>>(self) -> ParseError<L> {
        ParseError { span: self.span, kind: self.kind.into(), help: self.help }
    }
}

impl<K: std::fmt::Display> ParseError<K> {
    /// Converts the error into a diagnostic without a code. The text in which the error was found
    /// must be in `source`.
    #[must_use]
    pub fn in_input(&self, source: &Arc<Source>) -> Diagnostic {
        let made = Diagnostic::input(source, self.span.clone(), self.kind.to_string());
        made.maybe_help(self.help.clone())
    }

    /// Converts the error into a diagnostic with a code. The text in which the error was found must
    /// be in `source`.
    #[must_use]
    pub fn in_file(&self, code: Code, source: &Arc<Source>) -> Diagnostic {
        Diagnostic { code: Some(code), ..self.in_input(source) }
    }
}
