//! Movement notation: Betza's funny notation with the XBetza extensions, read strictly.
//!
//! A notation describes movement as the piece sees it. [`parse`] converts it to the paths of
//! `core`, one for each sequence of directions. `core` rotates the paths for a facing and applies
//! them to the board. Every letter either has a meaning, which [`REFERENCE`] defines, or is an
//! error.

use quadrille_core::Seats;
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

/// The point of the compass that is straight ahead for a piece that faces north.
const NORTH: directions::Point = 0;
/// The point of the compass that is straight ahead for a piece that faces north-east.
const NORTH_EAST: directions::Point = 2;

/// The reference page of movement notation.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/notation.md"));

/// Parses a notation, and returns its paths. A path is left out if another path includes it.
///
/// ```
/// use quadrille_dsl::notation;
///
/// // A king has eight paths, and a rook four that slide.
/// assert_eq!(notation::parse("K")?.len(), 8);
/// assert_eq!(notation::parse("R")?.len(), 4);
/// // An error contains the place of the mistake, and advice.
/// assert!(notation::parse("fQ(").is_err());
/// # Ok::<(), notation::NotationErrors>(())
/// ```
///
/// # Errors
/// Returns [`NotationErrors`] with all errors in the text.
pub fn parse(text: &str) -> Result<Vec<Path>, NotationErrors> {
    read(text, NORTH).map(|(_, paths)| paths)
}

/// Parses a notation for a game with this number of seats. The armies of the seats in `diagonal`
/// face diagonally. For such an army, `text` is read from the point of view of an army that faces
/// north-east. The paths are then rotated so that the army faces north. A path that only some
/// armies have is limited to their colours.
///
/// # Errors
/// Returns [`NotationErrors`] with all errors in the text.
pub fn parse_for(text: &str, seats: usize, diagonal: Seats) -> Result<Vec<Path>, NotationErrors> {
    let mut paths = parse(text)?;
    if diagonal.is_empty() {
        return Ok(paths);
    }
    let (_, seen_diagonally) = read(text, NORTH_EAST)?;
    if diagonal.len() as usize == seats {
        return Ok(seen_diagonally);
    }
    for path in &mut paths {
        path.colours = (!seen_diagonally.contains(path)).then_some(!diagonal.0);
    }
    let more = seen_diagonally.into_iter().filter(|path| !paths.contains(path));
    let more: Vec<Path> = more.map(|path| Path { colours: Some(diagonal.0), ..path }).collect();
    paths.extend(more);
    Ok(paths)
}

/// Returns the normal form of a notation. The normal form has the same paths as the notation. Its
/// modifiers are in the usual order, and each atom has its shortest name.
///
/// ```
/// # use quadrille_dsl::notation;
/// assert_eq!(notation::normalise("mfW")?, "fmW");
/// # Ok::<(), notation::NotationErrors>(())
/// ```
///
/// # Errors
/// Returns [`NotationErrors`] with all errors in the text.
pub fn normalise(text: &str) -> Result<String, NotationErrors> {
    read(text, NORTH).map(|(terms, _)| print::print(&terms))
}

/// Parses a notation. Returns its terms and paths, or its errors in the order of the text. An error
/// is reported once, although a leg in brackets may be read twice.
fn read(
    text: &str,
    ahead: directions::Point,
) -> Result<(Vec<syntax::NotationTerm>, Vec<Path>), NotationErrors> {
    let (terms, mut errors) = syntax::parse(text, &|text| parse(text).is_ok());
    let (paths, more) = expand::expand(&terms, ahead);
    errors.extend(more);
    if errors.is_empty() {
        return Ok((terms, paths));
    }
    errors.sort_by_cached_key(|error| (error.span.start, error.span.end, error.to_string()));
    errors.dedup();
    Err(NotationErrors(errors))
}
