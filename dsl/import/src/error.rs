//! Errors of the importer, and keys without a counterpart.

use std::fmt;

/// A key without a counterpart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Untranslated {
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
        keys: Vec<Untranslated>,
        /// Why nothing can be made of it.
        error: Box<ImportError>,
    },
}

impl fmt::Display for Untranslated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}`{} = {}`: {}", at(self.line), self.key, self.value, self.why)
    }
}

fn at(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}
