//! Errors of the importer, and the keys that it can't translate.

use std::fmt;

/// A key or a ludeme that has no counterpart in rulesets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Untranslated {
    /// The name of the key, or the beginning of a ludeme.
    pub key: String,
    /// The value of the key. Empty for a ludeme.
    pub value: String,
    /// The key's line in the file. Zero if the key is inherited from a variant outside the file.
    pub line: usize,
    /// The reason why the key was not translated.
    pub why: String,
}

/// An error that prevents reading a file or importing one of its sections.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file has no section.
    #[error("the file has no section: write `[name]`, then `key = value` lines")]
    Empty,
    /// The file is too long.
    #[error("the file is longer than {most} bytes")]
    TooLong {
        /// The maximum number of bytes.
        most: usize,
    },
    /// A line can't be read.
    #[error("line {line}: {why}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The reason why the line can't be read.
        why: &'static str,
    },
    /// Two sections have the same name.
    #[error("line {line}: there is already a section `{name}`, in line {first}")]
    Twice {
        /// The line of the second section.
        line: usize,
        /// The name of both sections.
        name: String,
        /// The line of the first section.
        first: usize,
    },
    /// A section with this name does not exist.
    #[error("{}there is no variant `{name}`; {help}", at(*.line))]
    Unknown {
        /// The line that refers to the missing section. Zero if no line of the file refers to this
        /// section.
        line: usize,
        /// The missing name.
        name: String,
        /// Advice: a similar name, or a list of the existing names.
        help: String,
    },
    /// A section inherits from itself.
    #[error("line {line}: `{name}` inherits from itself")]
    Loop {
        /// The line of the section's heading.
        line: usize,
        /// The name of the section.
        name: String,
    },
    /// The value of a required key can't be used.
    #[error("{}`{key} = {value}`: {why}", at(*.line))]
    Value {
        /// The number of the line, or zero.
        line: usize,
        /// The name of the key.
        key: &'static str,
        /// The value that can't be used.
        value: String,
        /// The reason why the value can't be used.
        why: String,
    },
    /// A section has neither a base nor an array, and the default array does not fit the section's
    /// board.
    #[error(
        "line {line}: `[{name}]` has neither a base nor an array: write `[{name}:chess]`, or a \
         `startFen`"
    )]
    NoBase {
        /// The line of the section's heading.
        line: usize,
        /// The name of the section.
        name: String,
    },
    /// A section inherits an array that does not fit the section's own values.
    #[error("line {line}: `{said}`: the inherited array does not fit: {why}; write a `startFen`")]
    Inherited {
        /// The line that conflicts with the array. If there is no such line, the line of the
        /// section's heading.
        line: usize,
        /// The conflicting line's content.
        said: String,
        /// The reason why the array does not fit.
        why: String,
    },
    /// A `.lud` file has no game.
    #[error("the file has no `(game …)`")]
    NoGame,
    /// A `.lud` file uses definitions that it does not contain.
    #[error(
        "these definitions are missing: `{}`; name the folder that contains them with \
         `--definitions`", names.join("`, `")
    )]
    Definitions {
        /// The names of some missing definitions.
        names: Vec<String>,
    },
    /// The requested item of an option does not exist in the `.lud` file.
    #[error("there is no option `{name}`; the file has: `{known}`")]
    Choice {
        /// The unknown name.
        name: String,
        /// The known names.
        known: String,
    },
    /// A section can't be imported. Some of its keys are unknown, and may be the cause.
    #[error("{}{error}", keys.iter().map(|key| format!("{key}\n")).collect::<String>())]
    Unread {
        /// The unknown keys.
        keys: Vec<Untranslated>,
        /// The error that prevents the import.
        error: Box<ImportError>,
    },
}

impl fmt::Display for Untranslated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, Self { key, value, why, .. }) = (at(self.line), self);
        if value.is_empty() {
            return write!(f, "{line}`{key}`: {why}");
        }
        write!(f, "{line}`{key} = {value}`: {why}")
    }
}

fn at(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}
