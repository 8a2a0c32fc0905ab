//! The rulesets and plugins that come with this crate, embedded in it.
//!
//! They are in `rulesets/` of the package. In the repository that is a link to the folder at its
//! root; packaging follows the link.

use std::path::Path;

use include_dir::{Dir, include_dir};

use super::{Folder, GEOMETRY, Library, LibraryError, SCRIPT, is_read};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// The folder of the plugins.
const PLUGINS: &str = "plugins";

/// The library of the shipped rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shipped;

impl Shipped {
    /// Whether a ruleset of that id is shipped.
    #[must_use]
    pub fn has(self, id: &str) -> bool {
        find(id).is_some()
    }
}

impl Library for Shipped {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let dir = find(name).ok_or(LibraryError::NotFound)?;
        let file = |file: &include_dir::File<'_>| {
            let name = file.path().file_name()?.to_str()?;
            is_read(name).then(|| (name.to_owned(), file.contents().to_vec()))
        };
        let files = dir.files().filter_map(file).collect();
        Ok(Folder { name: name.to_owned(), files, single: false })
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = rulesets().map(|dir| id_of(dir).to_owned()).collect();
        names.sort_unstable();
        names
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        let file = FILES.get_file(Path::new(PLUGINS).join(format!("{name}{SCRIPT}")))?;
        Some(file.contents().to_vec())
    }

    fn plugins(&self) -> Vec<String> {
        let files = FILES.get_dir(PLUGINS).into_iter().flat_map(Dir::files);
        let name = |file: &include_dir::File<'_>| {
            Some(file.path().file_name()?.to_str()?.strip_suffix(SCRIPT)?.to_owned())
        };
        let mut names: Vec<String> = files.filter_map(name).collect();
        names.sort_unstable();
        names
    }
}

/// The folders of the embedded rulesets.
fn rulesets() -> impl Iterator<Item = &'static Dir<'static>> {
    FILES.dirs().filter(|dir| dir.get_file(dir.path().join(GEOMETRY)).is_some())
}

fn find(id: &str) -> Option<&'static Dir<'static>> {
    rulesets().find(|dir| id_of(dir) == id)
}

fn id_of(dir: &'static Dir<'static>) -> &'static str {
    dir.path().file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_rulesets_and_plugins_are_found_by_name_only() {
        let names = Shipped.names();
        assert!(names.contains(&"verney-1881".to_owned()) && names.is_sorted());
        assert!(Shipped.has("verney-1881") && !Shipped.has("plugins") && !Shipped.has("none"));
        assert!(Shipped.folder("verney-1881").unwrap().files.contains_key(GEOMETRY));
        assert!(Shipped.folder("none").is_err());
        for plugin in Shipped.plugins() {
            assert!(Shipped.plugin(&plugin).is_some(), "{plugin}");
        }
        assert_eq!(Shipped.plugin("../verney-1881/mate"), None);
    }
}
