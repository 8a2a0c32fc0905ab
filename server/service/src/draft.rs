//! A library with one ruleset more: files that a page has, which may extend what the other library has.

use std::collections::BTreeMap;

use quadrille_dsl::{Folder, Library, LibraryError};

/// The name of the folder that the files are in.
pub(crate) const DRAFT: &str = "draft";
/// What their names begin with in diagnostics.
pub(crate) const DRAFT_FOLDER: &str = "draft/";

/// The library.
pub(crate) struct Drafts<'a> {
    pub files: &'a BTreeMap<String, String>,
    pub others: &'a dyn Library,
}

impl Library for Drafts<'_> {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        if name != DRAFT {
            return self.others.folder(name);
        }
        let files = self.files.iter();
        let files = files.map(|(name, text)| (name.clone(), text.clone().into_bytes()));
        Ok(Folder { name: DRAFT.to_owned(), files: files.collect(), single: false })
    }

    fn names(&self) -> Vec<String> {
        self.others.names()
    }

    fn recipes(&self) -> Vec<String> {
        self.others.recipes()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.others.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        self.others.plugins()
    }
}
