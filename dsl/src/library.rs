//! Where ruleset folders and plugins come from: embedded in a binary, or read from disk by it.

use std::collections::BTreeMap;

/// The files of one ruleset folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folder {
    /// How diagnostics name it: the id, or the path as the author knows it. Two folders of one
    /// ruleset's inheritance must not have the same.
    pub name: String,
    /// File name to content.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Finds folders and plugins by name.
pub trait Library {
    /// The ruleset folder of that id or path. What `extends` says arrives here too, a path joined to
    /// the heir's: `games/child/../parent`.
    ///
    /// # Errors
    /// Why there is none, or it can't be read.
    fn folder(&self, name: &str) -> Result<Folder, String>;

    /// The ids of the rulesets it has, for suggestions.
    fn names(&self) -> Vec<String>;

    /// The text of the plugin script of that name (without `.rhai`).
    fn plugin(&self, name: &str) -> Option<Vec<u8>>;

    /// The names of the plugins it has, for suggestions.
    fn plugins(&self) -> Vec<String>;
}
