//! Rulesets and plugins held in memory.

use std::collections::BTreeMap;

use super::{Folder, Library, LibraryError};

/// A library whose files are held in memory. It can serve an editor, a web page or a test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    folders: BTreeMap<String, Folder>,
    plugins: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// Creates an empty library.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file to the folder of a ruleset. If the folder already has a file with this name,
    /// replaces it.
    #[must_use]
    pub fn with_file(mut self, ruleset: &str, file: &str, content: impl Into<Vec<u8>>) -> Self {
        let folder = self.folders.entry(ruleset.to_owned()).or_default();
        folder.name = ruleset.to_owned();
        folder.files.insert(file.to_owned(), content.into());
        self
    }

    /// Adds a plugin. If the library already has a plugin with this name, replaces it.
    #[must_use]
    pub fn with_plugin(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.plugins.insert(name.to_owned(), content.into());
        self
    }
}

impl Library for Memory {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        self.folders.get(name).cloned().ok_or(LibraryError::NotFound)
    }

    fn names(&self) -> Vec<String> {
        self.folders.keys().cloned().collect()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.plugins.get(name).cloned()
    }

    fn plugins(&self) -> Vec<String> {
        self.plugins.keys().cloned().collect()
    }
}
