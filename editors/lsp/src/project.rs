//! Finds the ruleset that contains a file, and checks it. The text in the editor is used for each
//! file that is open in the editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_core::Spec;
use quadrille_dsl::library::{Disk, Shelf};
use quadrille_dsl::load::{Files, Merged};
use quadrille_dsl::script::{ScriptSource, compile};
use quadrille_dsl::{
    Diagnostic, Folder, Library, LibraryError, Limits, Ruleset, Source, lessons, load, puzzles,
};

const GEOMETRY: &str = "geometry.toml";

/// The texts of the files that are open in the editor, by their paths.
pub type OpenTexts = BTreeMap<PathBuf, String>;

/// The maximum size of a file that is checked, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// The ruleset or plugin that contains a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Project {
    /// A ruleset: the path of its folder or, for a ruleset in a single file, the path of this file.
    Ruleset(PathBuf),
    /// A plugin, by its path. It is a script in a folder without a ruleset.
    Plugin(PathBuf),
}

impl Project {
    /// Returns the path of the ruleset's manifest, or `None` for a plugin.
    pub fn manifest(&self) -> Option<PathBuf> {
        match self {
            Self::Ruleset(root) if root.extension().is_some_and(|end| end == "toml") => {
                Some(root.clone())
            }
            Self::Ruleset(root) => Some(root.join(GEOMETRY)),
            Self::Plugin(_) => None,
        }
    }
}

/// Returns the ruleset or plugin that contains a file. Returns `None` if the file is part of
/// neither.
pub fn of(path: &Path, open: &OpenTexts) -> Option<Project> {
    let folder = path.parent()?;
    let manifest = folder.join(GEOMETRY);
    let beside = manifest.is_file() || open.contains_key(&manifest);
    match path.extension()?.to_str()? {
        "rhai" if beside => Some(Project::Ruleset(folder.to_owned())),
        "rhai" => Some(Project::Plugin(path.to_owned())),
        "toml" if path.file_name()? == GEOMETRY => Some(Project::Ruleset(folder.to_owned())),
        "toml" if beside => Some(Project::Ruleset(folder.to_owned())),
        "toml" => {
            let text = open.get(path)?;
            let says = |line: &str| {
                line.strip_prefix("extends").is_some_and(|rest| rest.trim_start().starts_with('='))
            };
            text.lines().any(says).then(|| Project::Ruleset(path.to_owned()))
        }
        _ => None,
    }
}

/// The library of rulesets and plugins. The text in the editor replaces the saved text of each file
/// that is open in the editor.
pub struct Overlay<'a> {
    /// The folders in the editor's settings, and the shipped rulesets.
    pub shelf: &'a Shelf,
    /// The texts of the files that are open in the editor.
    pub open: &'a OpenTexts,
}

impl Library for Overlay<'_> {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let root = Path::new(name);
        let mut folder = match self.shelf.folder(name) {
            Ok(folder) => folder,
            // The ruleset has not been saved yet.
            Err(LibraryError::NotFound) if self.has_open(root) => {
                let single = self.open.contains_key(root);
                Folder { name: name.to_owned(), files: BTreeMap::new(), single }
            }
            Err(error) => return Err(error),
        };
        if folder.single {
            if let Some(text) = self.open.get(Path::new(&folder.name)) {
                folder.files.insert(GEOMETRY.to_owned(), text.clone().into_bytes());
            }
            return Ok(folder);
        }
        for (path, text) in self.open {
            if path.parent() == Some(Path::new(&folder.name))
                && let Some(file) = path.file_name().and_then(|name| name.to_str())
                && (file.ends_with(".toml") || file.ends_with(".rhai"))
            {
                folder.files.insert(file.to_owned(), text.clone().into_bytes());
            }
        }
        Ok(folder)
    }

    fn names(&self) -> Vec<String> {
        self.shelf.names()
    }

    fn limits(&self) -> Limits {
        Limits::EDITOR
    }

    fn recipes(&self) -> Vec<String> {
        self.shelf.recipes()
    }

    fn neighbours(&self, path: &str) -> Vec<String> {
        self.shelf.neighbours(path)
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        let paths =
            self.shelf.disk.plugins.iter().map(|folder| folder.join(format!("{name}.rhai")));
        let edited = paths.into_iter().find_map(|path| self.open.get(&path));
        edited.map(|text| text.clone().into_bytes()).or_else(|| self.shelf.plugin(name))
    }

    fn plugins(&self) -> Vec<String> {
        self.shelf.plugins()
    }
}

impl Overlay<'_> {
    fn has_open(&self, root: &Path) -> bool {
        self.open.contains_key(root) || self.open.contains_key(&root.join(GEOMETRY))
    }
}

/// A ruleset or plugin after a check.
#[derive(Default)]
pub struct CheckedProject {
    /// All findings in the files of the project.
    pub found: Vec<Diagnostic>,
    /// The ruleset, if it could be loaded.
    pub loaded: Option<Arc<Ruleset>>,
    /// The game that the manifest defines without scripts. `None` if the ruleset was loaded, or if
    /// the manifest is invalid.
    pub outline: Option<Arc<Spec>>,
}

/// Checks a ruleset and the format of its puzzles. The ruleset's lessons are not played. For a
/// plugin, only its script is checked.
pub fn check(project: &Project, overlay: &Overlay<'_>) -> CheckedProject {
    let root = match project {
        Project::Plugin(path) => {
            return CheckedProject { found: plugin(path, overlay), ..CheckedProject::default() };
        }
        Project::Ruleset(root) => root,
    };
    let Some(name) = root.to_str() else { return CheckedProject::default() };
    match load(overlay, name, &[]) {
        Err(error) => {
            let found = error.into_diagnostics();
            let merged = Files::read(overlay, name).and_then(Files::merge);
            let outline = merged.and_then(Merged::outline).ok();
            CheckedProject { found, loaded: None, outline: outline.map(|(_, spec)| Arc::new(spec)) }
        }
        Ok(loaded) => {
            let mut found = loaded.warnings();
            found.extend(puzzles::of(overlay, name).1);
            CheckedProject { found, loaded: Some(Arc::new(loaded)), outline: None }
        }
    }
}

/// Plays a ruleset's lessons, and returns the findings in them. Stops early when `stop` is set.
pub fn lessons(
    root: &Path,
    loaded: &Ruleset,
    overlay: &Overlay<'_>,
    stop: &AtomicBool,
) -> Vec<Diagnostic> {
    let name = root.to_str().unwrap_or_default();
    lessons::run(overlay, name, loaded, false, stop).findings
}

fn plugin(path: &Path, overlay: &Overlay<'_>) -> Vec<Diagnostic> {
    let Some(text) = overlay.open.get(path).filter(|text| text.len() <= MAX_TEXT) else {
        return Vec::new();
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let source = Source::new(path.display().to_string(), text.clone());
    match compile(vec![ScriptSource { stem, source, plugin: None }], &[], &AtomicBool::new(false)) {
        Ok((_, warnings)) => warnings,
        Err(error) => error.into_diagnostics(),
    }
}

/// Returns the library of an editor: the shipped rulesets, and the folders in the editor's
/// settings.
pub fn shelf(rulesets: Vec<PathBuf>, plugins: Vec<PathBuf>) -> Shelf {
    Shelf { disk: Disk { rulesets, plugins } }
}
