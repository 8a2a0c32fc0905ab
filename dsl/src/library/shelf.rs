//! The rulesets and plugins that a program finds: in folders that it was given, shipped with this crate, or at a path.

use super::over::either;
use super::{Disk, Folder, Library, LibraryError, Shipped};

/// The shipped rulesets and those on the disk; folders that are named come first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shelf {
    /// The folders that are named.
    pub disk: Disk,
}

impl Shelf {
    /// Whether there is a ruleset of that name (an id or a path, without preset).
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        Shipped.has(name) || self.disk.has(name)
    }

    /// Whether a ruleset of that id is shipped.
    #[must_use]
    pub fn ships(&self, id: &str) -> bool {
        Shipped.has(id)
    }
}

impl Library for Shelf {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        if Shipped.has(name) && !self.disk.lists(name) {
            Shipped.folder(name)
        } else {
            self.disk.folder(name)
        }
    }

    fn names(&self) -> Vec<String> {
        either(Shipped.names(), self.disk.names())
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.disk.plugin(name).or_else(|| Shipped.plugin(name))
    }

    fn plugins(&self) -> Vec<String> {
        either(Shipped.plugins(), self.disk.plugins())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_names_are_found_beside_those_of_the_disk() {
        let shelf = Shelf::default();
        assert!(shelf.has("verney-1881") && !shelf.has("no-such-ruleset"));
        assert!(shelf.names().contains(&"verney-1881".to_owned()));
        assert_eq!(shelf.folder("verney-1881").unwrap().name, "verney-1881");
        assert!(shelf.folder("no-such-ruleset").is_err());
    }
}
