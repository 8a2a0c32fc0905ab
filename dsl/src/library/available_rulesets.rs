//! The rulesets and plugins that a program can use: those in given folders, those shipped with this
//! crate, and those at a path.

use super::overlay::either;
use super::{Disk, Folder, Library, LibraryError, Shipped};

/// The shipped rulesets and recipes, together with the rulesets on the disk. A ruleset in the
/// folders of `disk` is used instead of a shipped ruleset with the same name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shelf {
    /// The folders that are given for rulesets and plugins.
    pub disk: Disk,
}

impl Shelf {
    /// Returns `true` if a name is a path, the id of a ruleset, or the name of a recipe. The name
    /// must not contain a preset. For a path, the result is `true` even if no ruleset is there.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.ships(name) || self.disk.has(name)
    }

    /// Returns `true` if a name refers to a shipped ruleset or recipe, and not to a ruleset on the
    /// disk.
    ///
    /// A shipped ruleset hides a folder of the same name in the working directory. In contrast, a
    /// folder hides a recipe of the same name, because there are many recipes, with names that
    /// authors are likely to choose.
    #[must_use]
    pub fn ships(&self, name: &str) -> bool {
        if Shipped.has(name) { !self.disk.lists(name) } else { self.is_recipe(name) }
    }

    /// Returns `true` if a name refers to a recipe, and not to a ruleset on the disk.
    #[must_use]
    pub fn is_recipe(&self, name: &str) -> bool {
        Shipped.page(name).is_some() && !self.disk.has(name)
    }
}

impl Library for Shelf {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        if self.ships(name) { Shipped.folder(name) } else { self.disk.folder(name) }
    }

    fn names(&self) -> Vec<String> {
        either(Shipped.names(), self.disk.names())
    }

    fn recipes(&self) -> Vec<String> {
        Shipped.recipes().into_iter().filter(|name| self.is_recipe(name)).collect()
    }

    fn neighbours(&self, path: &str) -> Vec<String> {
        self.disk.neighbours(path)
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

    #[cfg(feature = "recipes")]
    #[test]
    fn a_ruleset_on_the_disk_hides_a_recipe_of_its_name() {
        let root = std::env::temp_dir().join(format!("quadrille-shelf-{}", std::process::id()));
        let shelf = Shelf { disk: Disk { rulesets: vec![root.clone()], plugins: Vec::new() } };
        assert!(shelf.ships("duck") && shelf.recipes().contains(&"duck".to_owned()));
        std::fs::create_dir_all(root.join("duck")).unwrap();
        std::fs::write(root.join("duck/geometry.toml"), "mine").unwrap();
        assert!(shelf.has("duck") && !shelf.ships("duck"));
        assert!(!shelf.recipes().contains(&"duck".to_owned()));
        assert_eq!(shelf.folder("duck").unwrap().files["geometry.toml"], b"mine");
        std::fs::remove_dir_all(&root).unwrap();
    }
}
