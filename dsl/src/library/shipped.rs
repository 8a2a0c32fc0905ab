//! The rulesets, recipes and plugins that are embedded in this crate.
//!
//! The package contains the files in `rulesets/` and `cookbook/`. In the repository, `rulesets` and
//! `cookbook` are links to folders outside the package. When the package is built, it gets the
//! contents of these folders.

use std::collections::BTreeMap;

use super::{Folder, Library, LibraryError, SCRIPT, is_read};

/// A folder: its name, and the name and content of each of its files.
type EmbeddedFolder = (&'static str, &'static [(&'static str, &'static [u8])]);

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The name of the plugins' folder.
const PLUGINS: &str = "plugins";

/// The name of the file with the explanation of a recipe.
const PAGE: &str = "README.md";

/// The library of shipped rulesets. It includes the recipes of the cookbook if the feature
/// `recipes` is on. Without the feature `shipped`, it has no weights and no pages of recipes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shipped;

impl Shipped {
    /// Returns `true` if a shipped ruleset has this id. Recipes are not included.
    #[must_use]
    pub fn has(self, id: &str) -> bool {
        rulesets().any(|(name, _)| *name == id)
    }

    /// Returns the page of a recipe in Markdown. The page explains the rule and its code, and shows
    /// possible variations.
    #[must_use]
    pub fn page(self, recipe: &str) -> Option<&'static str> {
        let (_, files) = RECIPES.iter().find(|(name, _)| *name == recipe)?;
        let (_, page) = files.iter().find(|(name, _)| *name == PAGE)?;
        std::str::from_utf8(page).ok()
    }
}

impl Library for Shipped {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let mut folders = rulesets().chain(RECIPES);
        let (_, files) = folders.find(|(id, _)| *id == name).ok_or(LibraryError::NotFound)?;
        let read = files.iter().filter(|(file, _)| is_read(file));
        let files: BTreeMap<_, _> =
            read.map(|(file, bytes)| ((*file).to_owned(), bytes.to_vec())).collect();
        Ok(Folder { name: name.to_owned(), files, single: false })
    }

    fn names(&self) -> Vec<String> {
        rulesets().map(|(id, _)| (*id).to_owned()).collect()
    }

    fn recipes(&self) -> Vec<String> {
        RECIPES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn lacks_weights(&self, name: &str) -> bool {
        WEIGHTS_LEFT_OUT.contains(&name)
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        let (_, text) = plugins().find(|(plugin, _)| *plugin == name)?;
        Some(text.to_vec())
    }

    fn plugins(&self) -> Vec<String> {
        plugins().map(|(name, _)| name.to_owned()).collect()
    }
}

/// Returns the folders of the embedded rulesets.
fn rulesets() -> impl Iterator<Item = &'static EmbeddedFolder> {
    RULESETS.iter().filter(|(name, _)| *name != PLUGINS)
}

/// Returns the embedded plugins. Each has a name and a content.
fn plugins() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let folder = RULESETS.iter().find(|(name, _)| *name == PLUGINS);
    let files = folder.into_iter().flat_map(|(_, files)| *files);
    files.filter_map(|(file, text)| Some((file.strip_suffix(SCRIPT)?, *text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::GEOMETRY;

    #[test]
    fn shipped_rulesets_and_plugins_are_found_by_name_only() {
        let names = Shipped.names();
        assert!(names.contains(&"verney-1881".to_owned()) && names.is_sorted());
        assert!(Shipped.has("verney-1881") && !Shipped.has("plugins") && !Shipped.has("none"));
        assert!(Shipped.folder("verney-1881").unwrap().files.contains_key(GEOMETRY));
        assert!(Shipped.folder("none").is_err());
        assert!(Shipped.plugins().is_sorted());
        for plugin in Shipped.plugins() {
            assert!(Shipped.plugin(&plugin).is_some(), "{plugin}");
        }
        assert_eq!(Shipped.plugin("../verney-1881/mate"), None);
    }

    #[test]
    fn a_ruleset_either_has_its_weights_or_lacks_them() {
        let holds = |id: &str| Shipped.folder(id).unwrap().files.contains_key(crate::weights::FILE);
        assert!(holds("chesscom-teams") != Shipped.lacks_weights("chesscom-teams"));
        assert!(!holds("verney-1881") && !Shipped.lacks_weights("verney-1881"));
        assert_eq!(holds("chesscom-teams"), cfg!(feature = "shipped"));
    }

    #[cfg(feature = "recipes")]
    #[test]
    fn recipes_are_found_by_name_and_not_listed_among_the_rulesets() {
        let recipes = Shipped.recipes();
        assert!(recipes.contains(&"at-once".to_owned()) && recipes.is_sorted());
        for recipe in recipes {
            let folder = Shipped.folder(&recipe).unwrap();
            assert!(folder.files.keys().all(|file| is_read(file)), "{recipe}");
            assert!(folder.files.contains_key(GEOMETRY), "{recipe}");
            #[cfg(feature = "shipped")]
            assert!(Shipped.page(&recipe).unwrap().starts_with("# "), "{recipe}");
            assert!(!Shipped.names().contains(&recipe), "{recipe} is a ruleset too");
        }
        assert_eq!(Shipped.page("verney-1881"), None);
        // `fog` extends a neighbouring ruleset.
        assert!(crate::load(&Shipped, "fog", &[]).is_ok());
    }
}
