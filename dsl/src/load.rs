//! The whole way from a folder to a ruleset.

use quadrille_core::{Hooks, Ruleset};

use crate::diagnostic::Diagnostic;
use crate::library::Library;

/// A ruleset, and what its files say beyond the rules.
pub struct Loaded {
    /// The rules.
    pub rules: Ruleset,
    /// Title, history, colours.
    pub meta: Meta,
    /// What can be changed from outside.
    pub tunables: Vec<Tunable>,
    /// What is worth a look.
    pub warnings: Vec<Diagnostic>,
    /// A hash of everything that decides the rules (16 hexadecimal digits).
    pub hash: String,
    /// The flattened geometry.toml.
    pub resolved: String,
}

/// What a ruleset's header says about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meta {
    /// The id, as in `[variant]`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub inventor: Option<String>,
    /// When.
    pub year: Option<i64>,
    /// Where.
    pub place: Option<String>,
    /// What it came from.
    pub parents: Vec<String>,
    /// What it says about itself, in a sentence or two.
    pub summary: Option<String>,
    /// Sources: key and citation.
    pub sources: Vec<(String, String)>,
    /// For each seat the colour of its men, as CSS (`#d9b300`).
    pub colours: Vec<String>,
    /// Names of the presets, with a line each.
    pub presets: Vec<(String, String)>,
}

/// A constant of a script that can be set from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The script's stem.
    pub script: String,
    /// The constant's name.
    pub name: String,
    /// What it means, from the comment above it.
    pub doc: String,
    /// The value in force, as written.
    pub value: String,
    /// The value without overrides.
    pub default: String,
    /// The values a string may have, where they are listed.
    pub one_of: Vec<String>,
}

impl Loaded {
    /// The scripts, ready to answer events. One for each thread.
    #[must_use]
    pub fn hooks(&self) -> Box<dyn Hooks + '_> {
        unimplemented!()
    }
}

/// Loads `name` (an id or path, maybe with `@preset`), with `[script.]CONST=value` overrides.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load(
    _library: &dyn Library,
    _name: &str,
    _set: &[(String, String)],
) -> Result<Loaded, Vec<Diagnostic>> {
    unimplemented!()
}
