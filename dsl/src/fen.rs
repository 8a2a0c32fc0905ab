//! Positions as text: FEN4 in its dialects, and plain FEN.
use quadrille_core::{Ruleset, Setup};
use std::ops::Range;

/// What is wrong with a position's text, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// Reads a position.
///
/// # Errors
/// What is wrong with it.
pub fn read(_rules: &Ruleset, _text: &str) -> Result<Setup, FenError> {
    unimplemented!()
}

/// Writes a position.
#[must_use]
pub fn write(_rules: &Ruleset, _setup: &Setup) -> String {
    unimplemented!()
}
