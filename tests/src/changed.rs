//! The shipped rulesets and recipes, with another text of one file: what becomes of a slip in it.

use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Folder, Library, LibraryError};

/// The library.
#[derive(Debug)]
pub struct Changed {
    /// Whose file it is.
    pub ruleset: String,
    /// Its name.
    pub file: String,
    /// What it says instead.
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
