//! Sources of the files of rulesets and plugins. A source is memory, the disk, or this crate.
//!
//! A library returns bytes. It does not interpret the bytes.

#[cfg(all(feature = "fs", feature = "shipped"))]
mod available_rulesets;
mod chess_history;
#[cfg(feature = "fs")]
pub mod disk;
mod memory;
mod overlay;
#[cfg(feature = "rulesets")]
mod shipped;

use std::collections::BTreeMap;

use crate::limits::Limits;

#[cfg(all(feature = "fs", feature = "shipped"))]
pub use available_rulesets::Shelf;
pub use chess_history::{History, HistoryEvent, HistoryKind, HistorySource, history};
#[cfg(feature = "fs")]
pub use disk::Disk;
pub use memory::Memory;
pub use overlay::Over;
#[cfg(feature = "rulesets")]
pub use shipped::Shipped;

/// The name of the file by which a folder is recognised as a ruleset.
pub const GEOMETRY: &str = "geometry.toml";

/// The suffix of the file name of a ruleset that is a single file.
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

/// Returns `true` if a library reads a file with this name from the folder of a ruleset. A library
/// ignores all other files.
#[cfg(any(feature = "fs", feature = "rulesets"))]
fn is_read(name: &str) -> bool {
    let known = name.ends_with(MANIFEST) || name.ends_with(SCRIPT);
    // Near misses of the manifest's name are included so that they can be reported.
    let like_manifest = || name.to_lowercase().starts_with("geometry");
    !name.starts_with('.') && (known || like_manifest())
}

/// The files of one ruleset, which is a folder or a single file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folder {
    /// The name of the ruleset in diagnostics. It is the id, or the path that the author used. A
    /// ruleset and its ancestors must all have different names.
    pub name: String,
    /// The contents of the files, by name. If the ruleset is a single file, the name of this file
    /// is `geometry.toml` here.
    pub files: BTreeMap<String, Vec<u8>>,
    /// `true` if the ruleset is a single file. `name` is then the file's name, from which the id
    /// and the title of the ruleset are derived.
    pub single: bool,
}

impl Folder {
    /// Returns the name by which diagnostics refer to a file.
    #[must_use]
    pub fn path_of(&self, file: &str) -> String {
        if self.single { self.name.clone() } else { format!("{}/{file}", self.name) }
    }

    /// Returns the id of the ruleset, which is the last part of the name.
    pub(crate) fn stem(&self) -> &str {
        let name = self.name.trim_end_matches(['/', '\\']);
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        if self.single { last.strip_suffix(MANIFEST).unwrap_or(last) } else { last }
    }

    /// Returns the folder to which paths in `extends` are relative. The boolean is `true` if such a
    /// path may lead out of this folder.
    pub(crate) fn base(&self) -> (&str, bool) {
        if !self.single {
            return (&self.name, true);
        }
        (self.name.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder), false)
    }
}

/// A source of folders and plugins, which finds them by name.
pub trait Library {
    /// Returns the files of the ruleset with this id or path. If the `extends` of a ruleset is a
    /// path, `name` is this path joined to the folder of the ruleset. If possible, the joined path
    /// has no `..`. For example, `../parent` in `games/child` becomes `games/parent`.
    ///
    /// # Errors
    /// Returns a [`LibraryError`] if the folder does not exist or can't be read.
    fn folder(&self, name: &str) -> Result<Folder, LibraryError>;

    /// Returns the ids of all rulesets. They are used in lists and suggestions.
    fn names(&self) -> Vec<String>;

    /// Returns the names of the recipes. A recipe is a ruleset that shows a single rule.
    /// [`Library::names`] does not include recipes.
    fn recipes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the names of all rulesets, followed by the names of all recipes.
    fn all_names(&self) -> Vec<String> {
        let mut names = self.names();
        names.extend(self.recipes());
        names
    }

    /// Returns `true` if a ruleset's file of weights exists but is not part of this library. The
    /// library in a web page has no weights, because they are large.
    fn lacks_weights(&self, _name: &str) -> bool {
        false
    }

    /// Returns the paths of the rulesets in the same folder as a path. Messages about a misspelt
    /// path suggest one of them.
    fn neighbours(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    /// Returns the content of a plugin's script. The name does not include `.rhai`.
    fn plugin(&self, name: &str) -> Option<Vec<u8>>;

    /// Returns the names of the plugins. They are used in suggestions.
    fn plugins(&self) -> Vec<String>;

    /// Returns the limits on the memory of a ruleset.
    fn limits(&self) -> Limits {
        Limits::default()
    }
}
