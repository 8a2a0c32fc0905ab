//! Where the files of rulesets and plugins come from: memory, the disk, or this crate itself.
//!
//! Hands out bytes; what they say is not looked at here.

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

/// The file that makes a folder a ruleset.
pub const GEOMETRY: &str = "geometry.toml";

/// How the name of a ruleset that is a single file ends.
pub(crate) const MANIFEST: &str = ".toml";

/// How the names of rule scripts end.
pub(crate) const SCRIPT: &str = ".rhai";

/// Why a library can't give a ruleset's folder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// It has no ruleset of that name.
    #[error("there is no such ruleset")]
    NotFound,
    /// It has one, which can't be read; the text says why.
    #[error("{0}")]
    Unreadable(String),
}

/// Whether a file of a ruleset's folder is read.
#[cfg(any(feature = "fs", feature = "shipped"))]
fn is_read(name: &str) -> bool {
    let known = name.ends_with(MANIFEST) || name.ends_with(SCRIPT);
    // What was meant as the manifest is told of.
    let like_manifest = || name.to_lowercase().starts_with("geometry");
    !name.starts_with('.') && (known || like_manifest())
}

/// The files of one ruleset: those of its folder, or a single file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folder {
    /// How diagnostics name it: the id, or the path as the author knows it. Two folders of one
    /// ruleset's inheritance must not have the same.
    pub name: String,
    /// File name to content. A single file is here as `geometry.toml`.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Whether the ruleset is a single file. Its name is then that of the file, and its id and title follow
    /// from that.
    pub single: bool,
}

impl Folder {
    /// How diagnostics name one of the files.
    #[must_use]
    pub fn path_of(&self, file: &str) -> String {
        if self.single { self.name.clone() } else { format!("{}/{file}", self.name) }
    }

    /// The last part of the name, by which the ruleset is found: its id.
    pub(crate) fn stem(&self) -> &str {
        let name = self.name.trim_end_matches(['/', '\\']);
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        if self.single { last.strip_suffix(MANIFEST).unwrap_or(last) } else { last }
    }

    /// The folder that paths in `extends` are relative to, and whether they may lead to its neighbours.
    pub(crate) fn base(&self) -> (&str, bool) {
        if !self.single {
            return (&self.name, true);
        }
        (self.name.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder), false)
    }
}

/// Finds folders and plugins by name.
pub trait Library {
    /// The ruleset folder of that id or path. What `extends` says arrives here too, a path joined to
    /// the heir's folder, without `..` if possible: `games/parent` for `../parent` in `games/child`.
    ///
    /// # Errors
    /// If there is none, or it can't be read.
    fn folder(&self, name: &str) -> Result<Folder, LibraryError>;

    /// The ids of the rulesets it has, for lists and suggestions.
    fn names(&self) -> Vec<String>;

    /// The names of the recipes it has: rulesets that show a rule each, which it does not list among the others.
    fn recipes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The names of all that it has: the rulesets, then the recipes.
    fn all_names(&self) -> Vec<String> {
        let mut names = self.names();
        names.extend(self.recipes());
        names
    }

    /// The rulesets that the path of one may be misspelt of, as that path is written: its neighbours.
    fn neighbours(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    /// The text of the plugin script of that name (without `.rhai`).
    fn plugin(&self, name: &str) -> Option<Vec<u8>>;

    /// The names of the plugins it has, for suggestions.
    fn plugins(&self) -> Vec<String>;
}
