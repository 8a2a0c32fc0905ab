//! Variants of two players in the form of `variants.ini`, as other programs read it, to rulesets.
//!
//! A section has keys for the board, the pieces, the start and a list of rules. What a key says is
//! written as a geometry.toml and a rule script; a key without a counterpart is listed, never left out
//! unsaid.

mod betza;
mod error;
mod game;
mod inherit;
mod ini;
mod piece_keys;
mod read;
mod square_lists;
mod start_fen;
mod write;

pub use error::{ImportError, Untranslated};

/// The reference page, as `quadrille explain import` shows it.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/import.md"));

/// A ruleset that was made of a section.
#[derive(Clone, Debug)]
pub struct ImportedRuleset {
    /// Its files: the name and the text of each.
    pub files: Vec<(&'static str, String)>,
    /// What the section says and the ruleset does not.
    pub missing: Vec<Untranslated>,
}

/// The name of a ruleset that is made of a section: its own, in lower-case letters, digits and `-`.
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

/// The names of the variants that the sections of any file may inherit from.
#[must_use]
pub fn built_in() -> Vec<String> {
    names(ini::BUILT_IN_VARIANTS).unwrap_or_default()
}

/// The names of a file's variants, in order.
///
/// # Errors
/// Why it can't be read.
pub fn names(text: &str) -> Result<Vec<String>, ImportError> {
    Ok(ini::read(text)?.into_iter().map(|section| section.name).collect())
}

/// Makes a ruleset of the variant of this name, which is called `id`.
///
/// # Errors
/// Why the file can't be read, or nothing can be made of the variant.
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

#[cfg(test)]
mod tests;
