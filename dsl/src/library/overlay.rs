//! Combines two libraries.

use std::collections::BTreeSet;

use super::{Folder, Library, LibraryError};

/// A library in front of another library. If both libraries have a ruleset or plugin with the same
/// name, the library in front is used. Rulesets of each library may extend rulesets of the other
/// library.
#[derive(Clone, Copy)]
pub struct Over<'a> {
    /// The library in front, whose rulesets and plugins take precedence.
    pub first: &'a dyn Library,
    /// The library behind the one in front.
    pub then: &'a dyn Library,
}

impl std::fmt::Debug for Over<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Over").finish_non_exhaustive()
    }
}

impl Library for Over<'_> {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        match self.first.folder(name) {
            Err(LibraryError::NotFound) => self.then.folder(name),
            found => found,
        }
    }

    fn names(&self) -> Vec<String> {
        either(self.first.names(), self.then.names())
    }

    fn recipes(&self) -> Vec<String> {
        either(self.first.recipes(), self.then.recipes())
    }

    fn lacks_weights(&self, name: &str) -> bool {
        match self.first.folder(name) {
            Err(LibraryError::NotFound) => self.then.lacks_weights(name),
            _ => self.first.lacks_weights(name),
        }
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.first.plugin(name).or_else(|| self.then.plugin(name))
    }

    fn plugins(&self) -> Vec<String> {
        either(self.first.plugins(), self.then.plugins())
    }
}

/// Returns the names that are in one list or in both. They are sorted, without duplicates.
pub(super) fn either(names: Vec<String>, others: Vec<String>) -> Vec<String> {
    names.into_iter().chain(others).collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Memory;

    #[test]
    fn the_first_library_hides_what_the_other_has() {
        let first = Memory::new().with_file("duel", "geometry.toml", "mine").with_plugin("p", "1");
        let then = Memory::new()
            .with_file("duel", "geometry.toml", "theirs")
            .with_file("other", "geometry.toml", "theirs")
            .with_plugin("q", "2");
        let both = Over { first: &first, then: &then };
        let text = |name: &str| both.folder(name).unwrap().files["geometry.toml"].clone();
        assert_eq!((text("duel"), text("other")), (b"mine".to_vec(), b"theirs".to_vec()));
        assert_eq!(both.folder("none"), Err(LibraryError::NotFound));
        assert_eq!(both.names(), ["duel", "other"]);
        assert_eq!(
            (both.plugin("q"), both.plugins()),
            (Some(b"2".to_vec()), either(vec!["p".into()], vec!["q".into()]))
        );
    }
}
