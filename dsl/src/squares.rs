//! Square sets: `a4..a11 + file c - d1`.
use quadrille_core::{Geometry, Zone};
use std::ops::Range;

/// What is wrong with a square set, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquaresError {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// Reads a square set; `zones` are the named ones known so far.
///
/// # Errors
/// What is wrong with it.
pub fn parse(
    _text: &str,
    _geometry: &Geometry,
    _zones: &[(String, Zone)],
) -> Result<Zone, SquaresError> {
    unimplemented!()
}
