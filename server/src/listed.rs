//! Rulesets that strangers may name: those that a library lists, and no paths.

use quadrille_dsl::{Folder, Library, LibraryError};

/// A library of which only what it lists can be had.
pub(crate) struct Listed(pub Box<dyn Library + Send + Sync>);

impl Library for Listed {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        if self.0.names().iter().any(|listed| listed == name) {
            self.0.folder(name)
        } else {
            Err(LibraryError::NotFound)
        }
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.0.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        self.0.plugins()
    }
}
