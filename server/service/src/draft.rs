//! A library that adds one ruleset to another library. The new ruleset consists of a page's files,
//! and may extend a ruleset of the other library.

use std::collections::BTreeMap;

use quadrille_dsl::{Folder, Library, LibraryError, Limits};

/// The name of the folder with the files.
pub(crate) const DRAFT: &str = "draft";
/// The prefix of the files' names in diagnostics.
pub(crate) const DRAFT_FOLDER: &str = "draft/";

/// A library with the files of a page and the rulesets of another library.
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

    fn limits(&self) -> Limits {
        Limits::SERVER
    }
}
