//! The shipped rulesets and recipes with one file replaced, for tests of small mistakes.

use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Folder, Library, LibraryError};

/// A library in which one file of a ruleset is replaced.
#[derive(Debug)]
pub struct Changed {
    /// The ruleset with the replaced file.
    pub ruleset: String,
    /// The name of the file.
    pub file: String,
    /// The new text of the file.
    pub text: String,
}

impl Library for Changed {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let mut folder = Shipped.folder(name)?;
        if name == self.ruleset {
            folder.files.insert(self.file.clone(), self.text.clone().into_bytes());
        }
        Ok(folder)
    }

    fn names(&self) -> Vec<String> {
        Shipped.names()
    }

    fn recipes(&self) -> Vec<String> {
        Shipped.recipes()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        Shipped.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        Shipped.plugins()
    }
}
