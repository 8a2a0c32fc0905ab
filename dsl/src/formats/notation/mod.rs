//! Movement notation: Betza's funny notation with the XBetza extensions, read strictly.
//!
//! A notation is written once, from the piece's own view. [`parse`] reads it into the paths of
//! `core`, one for each sequence of directions; rotating them for a facing, and meeting the
//! board, is done by `core`. Every letter has a meaning or is an error; [`REFERENCE`] says which.

use quadrille_core::rules::Path;

mod describe;
mod directions;
mod error;
pub(crate) mod expand;
mod legs;
pub(crate) mod limits;
mod print;
#[cfg(test)]
mod proptests;
pub(crate) mod syntax;
#[cfg(test)]
mod tests;

pub use describe::{describe, movement};
pub use error::{NotationError, NotationErrorKind, NotationErrors};

/// The language of movement, for people.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/notation.md"));

/// Returns the paths of a notation, without those that others include.
///
/// ```
/// use quadrille_dsl::notation;
///
/// // A king has eight paths, and a rook four that slide.
/// assert_eq!(notation::parse("K")?.len(), 8);
/// assert_eq!(notation::parse("R")?.len(), 4);
/// // A mistake has its place and advice.
/// assert!(notation::parse("fQ(").is_err());
/// # Ok::<(), notation::NotationErrors>(())
/// ```
///
/// # Errors
/// Every mistake in the text.
pub fn parse(text: &str) -> Result<Vec<Path>, NotationErrors> {
    read(text).map(|(_, paths)| paths)
}

/// Returns the normal form of a notation: the same paths, its modifiers in the usual order, each
/// atom under its shortest name.
///
/// ```
/// # use quadrille_dsl::notation;
/// assert_eq!(notation::normalise("mfW")?, "fmW");
/// # Ok::<(), notation::NotationErrors>(())
/// ```
///
/// # Errors
/// As [`parse`].
pub fn normalise(text: &str) -> Result<String, NotationErrors> {
    read(text).map(|(terms, _)| print::print(&terms))
}

/// The terms and what they mean. Errors come in the order of the text, each once: a leg in
/// brackets can be read twice.
fn read(text: &str) -> Result<(Vec<syntax::NotationTerm>, Vec<Path>), NotationErrors> {
    let (terms, mut errors) = syntax::parse(text, &|text| parse(text).is_ok());
    let (paths, more) = expand::expand(&terms);
    errors.extend(more);
    if errors.is_empty() {
        return Ok((terms, paths));
    }
    errors.sort_by_cached_key(|error| (error.span.start, error.span.end, error.to_string()));
    errors.dedup();
    Err(NotationErrors(errors))
}
