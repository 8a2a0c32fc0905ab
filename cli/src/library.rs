//! Finds rulesets and plugins: embedded in the program, or in folders on the disk.
//!
//! The shipped rulesets stand in `rulesets/` of this package, which in the repository is a link
//! to the folder of that name beside it; packaging follows the link, so that a published package
//! has them too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use quadrille_dsl::{Folder, Library};

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// The file without which a folder is no ruleset.
pub const GEOMETRY: &str = "geometry.toml";
const PLUGINS: &str = "plugins";
const SCRIPT: &str = ".rhai";
/// No file of a ruleset may be larger, as the loader sees to.
const MOST_BYTES: u64 = 1 << 20;
/// No ruleset has more files.
const MOST_FILES: usize = 64;

/// The shipped rulesets, and those in folders named on the command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shelf {
    /// Folders with a folder for each ruleset; looked at before the shipped ones.
    pub rulesets: Vec<PathBuf>,
    /// Folders with plugin scripts; looked at before the shipped ones.
    pub plugins: Vec<PathBuf>,
}

impl Shelf {
    /// Whether there is a ruleset of that name (an id or a path, without preset).
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        is_path(name) || self.names().iter().any(|known| known == name) || is_ruleset(name.as_ref())
    }

    /// Whether the program has a ruleset of that id inside.
    #[must_use]
    pub fn ships(&self, id: &str) -> bool {
        shipped().any(|dir| id_of(dir) == id)
    }

    /// The ruleset folder in one of the named folders.
    fn named(&self, id: &str) -> Option<PathBuf> {
        let folders = self.rulesets.iter().filter(|_| is_plain(id));
        folders.map(|folder| folder.join(id)).find(|path| is_ruleset(path))
    }
}

impl Library for Shelf {
    fn folder(&self, name: &str) -> Result<Folder, String> {
        if is_path(name) {
            return read_folder(name.as_ref());
        }
        if let Some(path) = self.named(name) {
            return read_folder(&path);
        }
        if let Some(dir) = shipped().find(|dir| id_of(dir) == name) {
            let file = |file: &include_dir::File<'_>| {
                let name = file.path().file_name()?.to_str()?;
                is_read(name).then(|| (name.to_owned(), file.contents().to_vec()))
            };
            let files = dir.files().filter_map(file).collect();
            return Ok(Folder { name: name.to_owned(), files });
        }
        if is_ruleset(name.as_ref()) {
            return read_folder(name.as_ref());
        }
        Err("there is none of that name".to_owned())
    }

    fn names(&self) -> Vec<String> {
        let mut names: BTreeSet<String> = shipped().map(|dir| id_of(dir).to_owned()).collect();
        for folder in &self.rulesets {
            names.extend(entries(folder).into_iter().filter(|id| is_ruleset(&folder.join(id))));
        }
        names.into_iter().collect()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        if !is_plain(name) {
            return None;
        }
        let file = format!("{name}{SCRIPT}");
        let found = self.plugins.iter().map(|folder| folder.join(&file)).find(|path| path.exists());
        match found {
            Some(path) => read_file(&path).ok(),
            None => {
                let shipped = SHIPPED.get_file(Path::new(PLUGINS).join(&file))?;
                Some(shipped.contents().to_vec())
            }
        }
    }

    fn plugins(&self) -> Vec<String> {
        let shipped = SHIPPED.get_dir(PLUGINS).into_iter().flat_map(Dir::files);
        let shipped =
            shipped.filter_map(|file| Some(file.path().file_name()?.to_str()?.to_owned()));
        let others = self.plugins.iter().flat_map(|folder| entries(folder));
        let names =
            shipped.chain(others).filter_map(|name| Some(name.strip_suffix(SCRIPT)?.to_owned()));
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The embedded rulesets.
fn shipped() -> impl Iterator<Item = &'static Dir<'static>> {
    SHIPPED.dirs().filter(|dir| dir.get_file(dir.path().join(GEOMETRY)).is_some())
}

fn id_of(dir: &'static Dir<'static>) -> &'static str {
    dir.path().file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Whether a name is meant as a path even if an id looks like it.
fn is_path(name: &str) -> bool {
    name.starts_with('.') || name.contains(std::path::is_separator)
}

/// Whether a name can be joined to a folder without leaving it.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && !is_path(name) && !name.contains(['/', '\\', ':', '\0'])
}

fn is_ruleset(path: &Path) -> bool {
    path.join(GEOMETRY).exists()
}

/// Whether a file of a ruleset's folder matters.
fn is_read(name: &str) -> bool {
    !name.starts_with('.') && (name.ends_with(".toml") || name.ends_with(SCRIPT))
}

/// The names in a folder, sorted; none if it can't be read.
fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}

/// Reads a ruleset's folder.
fn read_folder(path: &Path) -> Result<Folder, String> {
    let meta = fs::metadata(path).map_err(|error| error.to_string())?;
    if !meta.is_dir() {
        return Err("it is not a folder".to_owned());
    }
    fs::read_dir(path).map_err(|error| error.to_string())?;
    let mut files = BTreeMap::new();
    for file in entries(path).into_iter().filter(|file| is_read(file)) {
        if files.len() == MOST_FILES {
            return Err(format!("it has more than {MOST_FILES} files"));
        }
        let text = read_file(&path.join(&file)).map_err(|why| format!("`{file}`: {why}"))?;
        files.insert(file, text);
    }
    Ok(Folder { name: path.display().to_string(), files })
}

/// Reads a file of a ruleset, no more of it than shows that it is too large: the loader says so.
fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    read_at_most(path, MOST_BYTES + 1)
}

/// Reads so much of a plain file; never waits for a pipe or a device.
///
/// # Errors
/// Why it can't be read.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let wrong = |error: std::io::Error| error.to_string();
    if !fs::metadata(path).map_err(wrong)?.is_file() {
        return Err("it is not a plain file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(wrong)?;
    file.take(most).read_to_end(&mut bytes).map_err(wrong)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test, removed at its end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = format!("quadrille-library-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
            self
        }

        fn name(&self, name: &str) -> String {
            self.0.join(name).display().to_string()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_folder_on_the_disk_is_read_without_what_is_no_rule() {
        let scratch = Scratch::new("read");
        scratch
            .file("v/geometry.toml", "a")
            .file("v/mate.rhai", "b")
            .file("v/picture.png", "c")
            .file("v/.hidden.toml", "d");
        let folder = Shelf::default().folder(&scratch.name("v")).unwrap();
        assert_eq!(folder.files.keys().collect::<Vec<_>>(), ["geometry.toml", "mate.rhai"]);
        assert_eq!(folder.name, scratch.name("v"));
    }

    #[test]
    fn a_folder_of_rulesets_adds_their_names() {
        let scratch = Scratch::new("names");
        scratch.file("mine/geometry.toml", "a").file("other/readme.md", "b");
        let shelf = Shelf { rulesets: vec![scratch.0.clone()], plugins: Vec::new() };
        assert!(shelf.names().contains(&"mine".to_owned()));
        assert!(!shelf.names().contains(&"other".to_owned()));
        assert_eq!(shelf.folder("mine").unwrap().files["geometry.toml"], b"a");
        assert!(shelf.has("mine") && !shelf.has("other"));
    }

    #[test]
    fn plugins_are_found_by_name_and_never_by_path() {
        let scratch = Scratch::new("plugins");
        scratch.file("in/good.rhai", "x").file("outside.rhai", "y");
        let shelf = Shelf { rulesets: Vec::new(), plugins: vec![scratch.0.join("in")] };
        assert_eq!(shelf.plugin("good"), Some(b"x".to_vec()));
        assert!(shelf.plugins().contains(&"good".to_owned()));
        assert_eq!(shelf.plugin("../outside"), None);
        assert_eq!(shelf.plugin("missing"), None);
    }

    #[test]
    fn no_more_of_a_file_is_read_than_shows_that_it_is_too_large() {
        let scratch = Scratch::new("large");
        scratch.file("big/geometry.toml", vec![b'#'; 3 << 20]);
        let folder = Shelf::default().folder(&scratch.name("big")).unwrap();
        assert_eq!(folder.files["geometry.toml"].len() as u64, MOST_BYTES + 1);
    }

    #[test]
    fn a_folder_with_too_many_files_is_refused() {
        let scratch = Scratch::new("many");
        for i in 0..=MOST_FILES {
            scratch.file(&format!("v/{i}.rhai"), "");
        }
        let refused = Shelf::default().folder(&scratch.name("v")).unwrap_err();
        assert_eq!(refused, "it has more than 64 files");
    }

    #[test]
    fn what_is_no_plain_file_or_folder_is_refused() {
        let scratch = Scratch::new("plain");
        scratch.file("file", "");
        fs::create_dir_all(scratch.0.join("v/geometry.toml")).unwrap();
        let shelf = Shelf::default();
        assert!(shelf.folder(&scratch.name("v")).unwrap_err().contains("not a plain file"));
        assert!(shelf.folder(&scratch.name("file")).unwrap_err().contains("not a folder"));
        assert!(shelf.folder(&scratch.name("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_nowhere_or_to_a_device_are_refused() {
        use std::os::unix::fs::symlink;
        let scratch = Scratch::new("links");
        for (name, target) in [("loop", "geometry.toml"), ("device", "/dev/zero")] {
            fs::create_dir_all(scratch.0.join(name)).unwrap();
            symlink(target, scratch.0.join(name).join(GEOMETRY)).unwrap();
            assert!(Shelf::default().folder(&scratch.name(name)).is_err(), "{name}");
        }
    }
}
