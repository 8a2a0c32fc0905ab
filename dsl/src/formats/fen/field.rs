//! Defines [`Field`], a part of a position's text with its offset.

use std::ops::Range;

use super::error::{FenError, FenErrorKind as Mistake};
use crate::diagnostic::NameSuggestion;

/// A part of a position's text, and its offset in the whole text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Field<'a> {
    /// Creates a part without surrounding white space.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        let trimmed = text.trim_start();
        Self { text: trimmed.trim_end(), at: at + text.len() - trimmed.len() }
    }

    pub(super) fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    pub(super) fn error(self, kind: Mistake, help: impl Into<NameSuggestion>) -> FenError {
        FenError::new(self.span(), kind).help(help)
    }

    /// Returns the parts of the field between commas.
    pub(super) fn items(self) -> impl Iterator<Item = Field<'a>> {
        let mut at = self.at;
        self.text.split(',').map(move |item| {
            let field = Field::new(item, at);
            at += item.len() + 1;
            field
        })
    }

    pub(super) fn number<N: std::str::FromStr>(
        self,
        expected: &'static str,
        help: &str,
    ) -> Result<N, FenError> {
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match self.text.parse() {
            Ok(number) if plain => Ok(number),
            _ => Err(self.error(Mistake::Expected { found: self.text.to_owned(), expected }, help)),
        }
    }
}
