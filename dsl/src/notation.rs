//! Movement notation.
use quadrille_core::movement::Walk;
use std::ops::Range;

/// What is wrong with a notation, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// Byte range in the notation.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// Reads a notation into the walks it means.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse(_text: &str) -> Result<Vec<Walk>, Vec<NotationError>> {
    unimplemented!()
}
