//! Imports games from the formats of other programs.
//!
//! - [`variant`] reads two-player variants from a `variants.ini`. A section has keys for the board,
//!   the pieces, the start and many rules.
//! - [`ludii_game`] reads a game of the program Ludii. A `.lud` file describes a game by nested
//!   ludemes.
//!
//! The importer translates keys and ludemes into a `geometry.toml` and rule scripts. It reports
//! everything that it can't translate.

mod betza;
mod error;
mod game;
mod inherit;
mod ini;
mod ludii;
mod piece_keys;
mod read;
mod square_lists;
mod start_fen;
mod write;

pub use error::{ImportError, Untranslated};

/// The reference page, as shown by `quadrille explain import`.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/import.md"));

/// A ruleset made from a section or a game.
#[derive(Clone, Debug)]
pub struct ImportedRuleset {
    /// The files, each with its name and content.
    pub files: Vec<(&'static str, String)>,
    /// The keys or ludemes that could not be translated.
    pub missing: Vec<Untranslated>,
}

/// Returns a ruleset id for a section: its name in lower-case letters, digits and `-`.
#[must_use]
pub fn id(section: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let id: String = section.chars().take(50).map(letter).collect();
    let id = id.trim_matches('-');
    if id.starts_with(|c: char| c.is_ascii_lowercase()) {
        id.to_owned()
    } else {
        format!("variant-{id}")
    }
}

/// Returns the names of the built-in variants, which the sections of any file may inherit from.
#[must_use]
pub fn built_in() -> Vec<String> {
    names(ini::BUILT_IN_VARIANTS).unwrap_or_default()
}

/// Returns the names of a file's variants, in order.
///
/// # Errors
/// Returns an [`ImportError`] if the file can't be read.
pub fn names(text: &str) -> Result<Vec<String>, ImportError> {
    Ok(ini::read(text)?.into_iter().map(|section| section.name).collect())
}

/// Makes a ruleset with the id `id` from the variant `name`.
///
/// # Errors
/// Returns an [`ImportError`] if the file can't be read or the variant can't be imported.
pub fn variant(text: &str, name: &str, id: &str) -> Result<ImportedRuleset, ImportError> {
    let sections = ini::read(text)?;
    let entries = inherit::flattened(&sections, name)?;
    let mut reader = read::KeyReader::new(entries, ini::heading(&sections, name));
    let game = match reader.game() {
        Ok(game) => game,
        Err(error) => {
            let keys = reader.unknown();
            let error = Box::new(error);
            return Err(if keys.is_empty() { *error } else { ImportError::Unread { keys, error } });
        }
    };
    let files = write::files(&game, id, name);
    Ok(ImportedRuleset { files, missing: reader.missing() })
}

/// Makes a ruleset with the id `id` from a game of the program Ludii, a `.lud` file.
///
/// `definitions` are the contents of the files with the definitions that games of Ludii share. Each
/// entry of `choices` is an item of one of the game's options, written as `Heading/Item`, or the
/// name of one of the game's rulesets.
///
/// # Errors
/// Returns an [`ImportError`] if the file can't be read, or if a definition or a choice is unknown.
/// Also returns an error if the board, the players or the pieces have no counterpart.
pub fn ludii_game(
    text: &str,
    id: &str,
    definitions: &[String],
    choices: &[String],
) -> Result<ImportedRuleset, ImportError> {
    let (files, missing) = ludii::game(text, id, definitions, choices)?;
    Ok(ImportedRuleset { files, missing })
}

#[cfg(test)]
mod tests;
