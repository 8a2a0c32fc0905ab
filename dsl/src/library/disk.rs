//! Finds rulesets and plugins on the disk. A ruleset is a folder or a single file.
//!
//! This module only reads files. It does not interpret their content.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{Folder, GEOMETRY, Library, LibraryError, MANIFEST, SCRIPT, is_read};

/// The maximum size of a ruleset's file, in bytes. The loader rejects a larger file.
const MAX_BYTES: u64 = 1 << 20;
/// The maximum number of files in a ruleset's folder.
const MAX_FILES: usize = 64;

/// A library of folders on the disk. A ruleset can also be found by a path: the path of its folder,
/// of its `geometry.toml`, or of its single file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Disk {
    /// The folders that are searched for rulesets. Each ruleset in them is a folder or a single
    /// file.
    pub rulesets: Vec<PathBuf>,
    /// Folders that contain plugin scripts.
    pub plugins: Vec<PathBuf>,
}

impl Disk {
    /// Returns all folders of the library.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.rulesets.iter().chain(&self.plugins).map(PathBuf::as_path)
    }

    /// Returns `true` if a name is a path, or the id of a ruleset in the folders. The name must not
    /// contain a preset. A name with a separator, or with a dot at its start, is a path even if no
    /// ruleset is there.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        is_path(name) || self.lists(name) || is_ruleset(name.as_ref())
    }

    /// Returns `true` if one of the [folders](Self::rulesets) contains a ruleset with this id.
    #[must_use]
    pub fn lists(&self, id: &str) -> bool {
        self.listed(id).is_some()
    }

    /// Returns the path of the ruleset with this id in one of the folders.
    fn listed(&self, id: &str) -> Option<PathBuf> {
        let folders = self.rulesets.iter().filter(|_| is_plain(id));
        let paths =
            folders.flat_map(|folder| [folder.join(id), folder.join(format!("{id}{MANIFEST}"))]);
        paths.into_iter().find(|path| is_ruleset(path))
    }
}

impl Library for Disk {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        if is_path(name) {
            return self.read_folder(name.as_ref());
        }
        match self.listed(name) {
            Some(path) => self.read_folder(&path),
            None if is_ruleset(name.as_ref()) => self.read_folder(name.as_ref()),
            None => Err(LibraryError::NotFound),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for folder in &self.rulesets {
            names.extend(entries(folder).into_iter().filter_map(|name| {
                let path = folder.join(&name);
                if is_single(&path) {
                    return extends(&path).then(|| name.trim_end_matches(MANIFEST).to_owned());
                }
                is_ruleset(&path).then_some(name)
            }));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    fn neighbours(&self, path: &str) -> Vec<String> {
        let end = path.trim_end_matches(std::path::is_separator);
        let start = end.rfind(std::path::is_separator).map_or(0, |at| at + 1);
        let folder = Path::new(if start == 0 { "." } else { &end[..start] });
        let beside = entries(folder).into_iter().filter(|name| is_ruleset(&folder.join(name)));
        beside.map(|name| format!("{}{name}", &end[..start])).collect()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        let file = format!("{name}{SCRIPT}");
        let folders = self.plugins.iter().filter(|_| is_plain(name));
        let folder = folders.into_iter().find(|folder| folder.join(&file).exists())?;
        self.read_inside(folder, &file).ok()
    }

    fn plugins(&self) -> Vec<String> {
        let files = self.plugins.iter().flat_map(|folder| entries(folder));
        let names = files.filter_map(|name| Some(name.strip_suffix(SCRIPT)?.to_owned()));
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl Disk {
    /// Reads a ruleset's folder or single file.
    fn read_folder(&self, path: &Path) -> Result<Folder, LibraryError> {
        if is_single(path)
            && let Some(file) = path.file_name().and_then(|name| name.to_str())
        {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            let folder = folder.unwrap_or(Path::new("."));
            if file == GEOMETRY {
                return self.read_folder(folder);
            }
            let text = self.read_inside(folder, file).map_err(LibraryError::Unreadable)?;
            let files = BTreeMap::from([(GEOMETRY.to_owned(), text)]);
            return Ok(Folder { name: path.display().to_string(), files, single: true });
        }
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => LibraryError::NotFound,
            _ => LibraryError::Unreadable(in_words(&error)),
        };
        if !fs::metadata(path).map_err(failed)?.is_dir() {
            let folder = path.parent().filter(|folder| is_ruleset(folder));
            let help = folder.map_or_else(String::new, |folder| {
                let folder = folder.display().to_string();
                let folder = if folder.is_empty() { ".".to_owned() } else { folder };
                format!(", but a file of the ruleset `{folder}`")
            });
            return Err(LibraryError::Unreadable(format!("it is not a folder{help}")));
        }
        fs::read_dir(path).map_err(failed)?;
        let mut files = BTreeMap::new();
        for file in entries(path).into_iter().filter(|file| is_read(file)) {
            if files.len() == MAX_FILES {
                let why = format!("it has more than {MAX_FILES} files");
                return Err(LibraryError::Unreadable(why));
            }
            let text = self
                .read_inside(path, &file)
                .map_err(|why| LibraryError::Unreadable(format!("`{file}`: {why}")))?;
            files.insert(file, text);
        }
        // Slashes at the end are removed, because messages add a slash before the name of a file.
        let name = path.display().to_string();
        let short = name.trim_end_matches(std::path::is_separator);
        let name = if short.is_empty() { name } else { short.to_owned() };
        Ok(Folder { name, files, single: false })
    }

    /// Reads a file of a folder. If the file is larger than the maximum size, reads one byte more
    /// than the maximum. The loader can then report that the file is too large. If the file is a
    /// link, its target must be in the same folder or in one of the library's folders.
    fn read_inside(&self, folder: &Path, file: &str) -> Result<Vec<u8>, String> {
        let real = fs::canonicalize(folder.join(file)).map_err(|error| in_words(&error))?;
        let own = std::iter::once(folder);
        let open = self.rulesets.iter().chain(&self.plugins).map(PathBuf::as_path);
        let inside = |folder: &Path| fs::canonicalize(folder).is_ok_and(|f| real.starts_with(f));
        if !own.chain(open).any(inside) {
            return Err("it is a link to a file outside the ruleset's folder; copy that file \
                        into the folder"
                .to_owned());
        }
        read_at_most(&real, MAX_BYTES + 1).map_err(|why| why.to_string())
    }
}

/// Returns `true` if a name is a path because it begins with a dot or contains a separator.
fn is_path(name: &str) -> bool {
    name.starts_with('.') || name.contains(std::path::is_separator)
}

/// Returns `true` if a name has no part that could lead out of the folder to which it is joined.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && !is_path(name) && !name.contains(['/', '\\', ':', '\0'])
}

fn is_ruleset(path: &Path) -> bool {
    path.join(GEOMETRY).exists() || is_single(path)
}

/// Returns `true` if a file is a ruleset that extends another ruleset. The other TOML files in a
/// folder of rulesets are not rulesets.
fn extends(path: &Path) -> bool {
    let text = read_at_most(path, MAX_BYTES).unwrap_or_default();
    text.split(|byte| *byte == b'\n').any(|line| {
        let rest = line.strip_prefix(b"extends").map(<[u8]>::trim_ascii_start);
        rest.is_some_and(|rest| rest.starts_with(b"="))
    })
}

/// Returns `true` if a path leads to a ruleset that is a single file.
fn is_single(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toml") && path.is_file()
}

/// Returns the names of the files and folders in a folder, sorted. The result is empty if the
/// folder can't be read.
fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}

/// Returns the reason why a file or folder can't be read or written. The system's error number is
/// left out.
#[must_use]
pub fn in_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "permission is denied",
        ErrorKind::IsADirectory => "it is a folder, not a file",
        ErrorKind::NotADirectory => "a part of its path is a file, not a folder",
        ErrorKind::StorageFull => "there is no space left on the disk",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::InvalidFilename => "this is not a valid file name",
        _ => {
            let said = error.to_string();
            return said.split(" (os error").next().unwrap_or_default().to_owned();
        }
    };
    words.to_owned()
}

/// The reason why a file can't be read, without the file's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableFile(String);

impl From<std::io::Error> for UnreadableFile {
    fn from(error: std::io::Error) -> Self {
        Self(in_words(&error))
    }
}

/// Reads at most `limit` bytes of a regular file. The function never blocks, because it does not
/// open pipes or devices.
///
/// # Errors
/// Returns an [`UnreadableFile`] if the path is not a regular file, or if the system can't read it.
pub fn read_at_most(path: &Path, limit: u64) -> Result<Vec<u8>, UnreadableFile> {
    let mut bytes = Vec::new();
    open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file. The function never blocks, because it does not open pipes or devices.
///
/// # Errors
/// Returns an [`UnreadableFile`] if the path is not a regular file, or if the system can't open it.
pub fn open(path: &Path) -> Result<File, UnreadableFile> {
    if !fs::metadata(path)?.is_file() {
        return Err(UnreadableFile("it is not a plain file".to_owned()));
    }
    Ok(File::open(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test. It is removed at the end of the test.
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
        let folder = Disk::default().folder(&scratch.name("v")).unwrap();
        assert_eq!(folder.files.keys().collect::<Vec<_>>(), ["geometry.toml", "mate.rhai"]);
        assert_eq!(folder.name, scratch.name("v"));
    }

    #[test]
    fn a_folder_of_rulesets_adds_their_names() {
        let scratch = Scratch::new("names");
        scratch.file("mine/geometry.toml", "a").file("other/readme.md", "b");
        let disk = Disk { rulesets: vec![scratch.0.clone()], plugins: Vec::new() };
        assert!(disk.names().contains(&"mine".to_owned()));
        assert!(!disk.names().contains(&"other".to_owned()));
        assert_eq!(disk.folder("mine").unwrap().files["geometry.toml"], b"a");
        assert!(disk.has("mine") && !disk.has("other"));
    }

    #[test]
    fn a_ruleset_may_be_a_single_file() {
        let scratch = Scratch::new("single");
        scratch
            .file("all/mine.toml", "extends = \"theirs\"")
            .file("all/Cargo.toml", "[package]")
            .file("all/v/geometry.toml", "a");
        let disk = Disk { rulesets: vec![scratch.0.join("all")], plugins: Vec::new() };
        assert_eq!(disk.names(), ["mine", "v"]);
        assert!(disk.has("mine"));
        let mine = disk.folder("mine").unwrap();
        assert_eq!((mine.single, mine.stem()), (true, "mine"));
        assert_eq!(mine.files[GEOMETRY], b"extends = \"theirs\"");
        assert_eq!(disk.folder(&scratch.name("all/mine.toml")).unwrap(), mine);
        // A folder is also found by its manifest.
        let folder = disk.folder(&scratch.name("all/v/geometry.toml")).unwrap();
        assert_eq!(folder, disk.folder(&scratch.name("all/v")).unwrap());
    }

    #[test]
    fn plugins_are_found_by_name_and_never_by_path() {
        let scratch = Scratch::new("plugins");
        scratch.file("in/good.rhai", "x").file("outside.rhai", "y");
        let disk = Disk { rulesets: Vec::new(), plugins: vec![scratch.0.join("in")] };
        assert_eq!(disk.plugin("good"), Some(b"x".to_vec()));
        assert!(disk.plugins().contains(&"good".to_owned()));
        assert_eq!(disk.plugin("../outside"), None);
        assert_eq!(disk.plugin("missing"), None);
    }

    #[test]
    fn no_more_of_a_file_is_read_than_shows_that_it_is_too_large() {
        let scratch = Scratch::new("large");
        scratch.file("big/geometry.toml", vec![b'#'; 3 << 20]);
        let folder = Disk::default().folder(&scratch.name("big")).unwrap();
        assert_eq!(folder.files["geometry.toml"].len() as u64, MAX_BYTES + 1);
    }

    #[test]
    fn a_folder_with_too_many_files_is_refused() {
        let scratch = Scratch::new("many");
        for i in 0..=MAX_FILES {
            scratch.file(&format!("v/{i}.rhai"), "");
        }
        let refused = Disk::default().folder(&scratch.name("v")).unwrap_err();
        assert_eq!(refused.to_string(), "it has more than 64 files");
    }

    #[test]
    fn what_is_no_plain_file_or_folder_is_refused() {
        let scratch = Scratch::new("plain");
        scratch.file("file", "");
        fs::create_dir_all(scratch.0.join("v/geometry.toml")).unwrap();
        let disk = Disk::default();
        let refused = |name: &str| disk.folder(&scratch.name(name)).unwrap_err();
        assert!(refused("v").to_string().contains("not a plain file"));
        assert!(refused("file").to_string().contains("not a folder"));
        assert_eq!(refused("none"), LibraryError::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_read_only_if_it_stays_in_the_folders_of_the_library() {
        use std::os::unix::fs::symlink;
        let scratch = Scratch::new("outward");
        scratch
            .file("secret/notes.toml", "secret")
            .file("all/v/geometry.toml", "a")
            .file("all/shared.rhai", "shared")
            .file("plugins/own.rhai", "own");
        let folder = scratch.0.join("all/v");
        symlink("geometry.toml", folder.join("same.toml")).unwrap();
        let name = scratch.name("all/v");
        assert_eq!(Disk::default().folder(&name).unwrap().files["same.toml"], b"a");
        symlink("../shared.rhai", folder.join("mate.rhai")).unwrap();
        let refused = Disk::default().folder(&name).unwrap_err().to_string();
        assert!(refused.contains("`mate.rhai`") && refused.contains("outside"), "{refused}");
        let disk = Disk {
            rulesets: vec![scratch.0.join("all")],
            plugins: vec![scratch.0.join("plugins")],
        };
        assert_eq!(disk.folder("v").unwrap().files["mate.rhai"], b"shared");
        symlink("../../secret/notes.toml", folder.join("lessons.toml")).unwrap();
        assert!(disk.folder("v").unwrap_err().to_string().contains("`lessons.toml`"));
        symlink("../secret/notes.toml", scratch.0.join("plugins/stolen.rhai")).unwrap();
        assert_eq!(disk.plugin("stolen"), None);
        assert_eq!(disk.plugin("own"), Some(b"own".to_vec()));
        // The author named this folder, so it may be a link as a whole.
        fs::remove_file(folder.join("lessons.toml")).unwrap();
        symlink("all/v", scratch.0.join("linked")).unwrap();
        assert_eq!(disk.folder(&scratch.name("linked")).unwrap().files["geometry.toml"], b"a");
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_nowhere_or_to_a_device_are_refused() {
        use std::os::unix::fs::symlink;
        let scratch = Scratch::new("links");
        for (name, target) in [("loop", "geometry.toml"), ("device", "/dev/zero")] {
            fs::create_dir_all(scratch.0.join(name)).unwrap();
            symlink(target, scratch.0.join(name).join(GEOMETRY)).unwrap();
            assert!(Disk::default().folder(&scratch.name(name)).is_err(), "{name}");
        }
    }
}
