//! Variants of two players in the form of `variants.ini`, as other programs read it, to rulesets.
//!
//! A section has keys for the board, the pieces, the start and a list of rules. What a key says is
//! written as a geometry.toml and a rule script; a key without a counterpart is listed, never left out
//! unsaid.

mod armies;
mod betza;
mod castling;
mod goals;
mod inherit;
mod ini;
mod pieces;
mod promotes;
mod reader;
mod squares;
mod start;
mod writer;

/// The reference page, as `quadrille explain import` shows it.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/import.md"));

/// A ruleset that was made of a section.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its files: the name and the text of each.
    pub files: Vec<(&'static str, String)>,
    /// What the section says and the ruleset does not.
    pub missing: Vec<Missing>,
}

/// A key without a counterpart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Its line in the file; zero if it is inherited from a variant that is not in the file.
    pub line: usize,
    /// Why it is not in the ruleset.
    pub why: String,
}

/// Why a file, or a section of it, can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// There is no section.
    #[error("the file has no section: write `[name]`, then `key = value` lines")]
    Empty,
    /// It is too long.
    #[error("the file is longer than {most} bytes")]
    TooLong {
        /// The most bytes.
        most: usize,
    },
    /// A line can't be read.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// Why not.
        why: &'static str,
    },
    /// Two sections have one name.
    #[error("line {line}: there is a section `{name}` already, in line {first}")]
    Twice {
        /// The line of the second.
        line: usize,
        /// The name.
        name: String,
        /// The line of the first.
        first: usize,
    },
    /// A section is named and not there.
    #[error("{}there is no variant `{name}`; {help}", at(*.line))]
    Unknown {
        /// The line that names it, or zero.
        line: usize,
        /// The name.
        name: String,
        /// What may be meant.
        help: String,
    },
    /// A section inherits from itself.
    #[error("line {line}: `{name}` inherits from itself")]
    Loop {
        /// The line of a section that does.
        line: usize,
        /// Its name.
        name: String,
    },
    /// A key's value can't be used, and nothing can be made without it.
    #[error("{}`{key} = {value}`: {why}", at(*.line))]
    Value {
        /// The line, or zero.
        line: usize,
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// Why not.
        why: String,
    },
    /// A section has neither a base nor an array of its own, and the usual array is none for it.
    #[error(
        "line {line}: `[{name}]` has no base, and no array of its own: write `[{name}:chess]`, or a \
         `startFen`"
    )]
    NoBase {
        /// The line of its heading.
        line: usize,
        /// Its name.
        name: String,
    },
    /// The array that a section inherits can't be its own.
    #[error("line {line}: `{said}`: the inherited array does not fit: {why}; write a `startFen`")]
    Inherited {
        /// The line that it does not fit, or that of the section's heading.
        line: usize,
        /// What is there.
        said: String,
        /// Why the array does not fit.
        why: String,
    },
    /// Nothing can be made of a section, and it has keys that nobody knows, from which that may follow.
    #[error("{}{error}", keys.iter().map(|key| format!("{key}\n")).collect::<String>())]
    Unread {
        /// The keys.
        keys: Vec<Missing>,
        /// Why nothing can be made of it.
        error: Box<ImportError>,
    },
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}`{} = {}`: {}", at(self.line), self.key, self.value, self.why)
    }
}

fn at(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
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
    names(ini::BUILT_IN).unwrap_or_default()
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
pub fn variant(text: &str, name: &str, id: &str) -> Result<Imported, ImportError> {
    let sections = ini::read(text)?;
    let entries = ini::flattened(&sections, name)?;
    let mut reader = reader::Reader::new(entries, ini::heading(&sections, name));
    let game = match reader.game() {
        Ok(game) => game,
        Err(error) => {
            let keys = reader.unknown();
            let error = Box::new(error);
            return Err(if keys.is_empty() { *error } else { ImportError::Unread { keys, error } });
        }
    };
    let files = writer::files(&game, id, name);
    Ok(Imported { files, missing: reader.missing() })
}

#[cfg(test)]
mod tests;
