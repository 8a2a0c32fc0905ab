//! Sources of the files of rulesets and plugins: memory, the disk, or this crate.
//!
//! Libraries return bytes. They do not interpret them.

#[cfg(feature = "fs")]
pub mod disk;
mod memory;
mod overlay;
#[cfg(all(feature = "fs", feature = "shipped"))]
mod shelf;
#[cfg(feature = "shipped")]
mod shipped;

use std::collections::BTreeMap;

#[cfg(feature = "fs")]
pub use disk::Disk;
pub use memory::Memory;
pub use overlay::Over;
#[cfg(all(feature = "fs", feature = "shipped"))]
pub use shelf::Shelf;
#[cfg(feature = "shipped")]
pub use shipped::Shipped;

/// The name of the file that makes a folder a ruleset.
pub const GEOMETRY: &str = "geometry.toml";

/// The suffix of a ruleset that is a single file.
pub(crate) const MANIFEST: &str = ".toml";

/// The suffix of rule scripts.
pub(crate) const SCRIPT: &str = ".rhai";

/// The reason why a library can't return a ruleset's folder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The library has no ruleset with this name.
    #[error("there is no such ruleset")]
    NotFound,
    /// The ruleset exists but can't be read. The string is the reason.
    #[error("{0}")]
    Unreadable(String),
}

/// Returns `true` for files of a ruleset's folder that a library reads. Other files are ignored.
#[cfg(any(feature = "fs", feature = "shipped"))]
fn is_read(name: &str) -> bool {
    let known = name.ends_with(MANIFEST) || name.ends_with(SCRIPT);
    // Near misses of the manifest's name are included so that they can be reported.
    let like_manifest = || name.to_lowercase().starts_with("geometry");
    !name.starts_with('.') && (known || like_manifest())
}

/// The files of one ruleset: its folder, or a single file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folder {
    /// The name in diagnostics: the id, or the path as the author knows it. A ruleset and all its
    /// ancestors must have different names.
    pub name: String,
    /// The content of each file by name. A single file has the name `geometry.toml` here.
    pub files: BTreeMap<String, Vec<u8>>,
    /// `true` if the ruleset is a single file. Its name is then the file's name, which determines
    /// the ruleset's id and title.
    pub single: bool,
}

impl Folder {
    /// Returns the name of a file in diagnostics.
    #[must_use]
    pub fn path_of(&self, file: &str) -> String {
        if self.single { self.name.clone() } else { format!("{}/{file}", self.name) }
    }

    /// Returns the last part of the name, which is the ruleset's id.
    pub(crate) fn stem(&self) -> &str {
        let name = self.name.trim_end_matches(['/', '\\']);
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        if self.single { last.strip_suffix(MANIFEST).unwrap_or(last) } else { last }
    }

    /// Returns the folder that paths in `extends` are relative to. Also returns `true` if such
    /// paths may lead to the neighbours of this folder.
    pub(crate) fn base(&self) -> (&str, bool) {
        if !self.single {
            return (&self.name, true);
        }
        (self.name.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder), false)
    }
}

/// Finds folders and plugins by name.
pub trait Library {
    /// Returns the ruleset folder with this id or path. If an heir's `extends` is a path, `name` is
    /// this path joined to the heir's folder. It has no `..` if possible: `games/parent` for
    /// `../parent` in `games/child`.
    ///
    /// # Errors
    /// If the folder does not exist or can't be read.
    fn folder(&self, name: &str) -> Result<Folder, LibraryError>;

    /// Returns the ids of the rulesets, for lists and suggestions.
    fn names(&self) -> Vec<String>;

    /// Returns the names of the recipes. A recipe is a ruleset that shows one rule. `names` does
    /// not include recipes.
    fn recipes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the names of all rulesets, then of all recipes.
    fn all_names(&self) -> Vec<String> {
        let mut names = self.names();
        names.extend(self.recipes());
        names
    }

    /// Returns the neighbours of a path, written as paths. Messages suggest them if the path is
    /// misspelt.
    fn neighbours(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    /// Returns the content of a plugin script. The name is without `.rhai`.
    fn plugin(&self, name: &str) -> Option<Vec<u8>>;

    /// Returns the names of the plugins, for suggestions.
    fn plugins(&self) -> Vec<String>;
}
