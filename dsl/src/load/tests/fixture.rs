//! A library in memory, and a ruleset that uses every key of the file.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::library::{Folder, Library};
use crate::load::{Loaded, load};

/// Folders and plugins by name.
#[derive(Default)]
pub(super) struct Shelf {
    folders: BTreeMap<String, Folder>,
    plugins: BTreeMap<String, Vec<u8>>,
}

impl Shelf {
    /// With one more file.
    pub(super) fn file(mut self, folder: &str, file: &str, text: impl AsRef<[u8]>) -> Self {
        let entry = self.folders.entry(folder.to_owned()).or_default();
        entry.name = folder.to_owned();
        entry.files.insert(file.to_owned(), text.as_ref().to_vec());
        self
    }

    pub(super) fn plugin(mut self, name: &str, text: &str) -> Self {
        self.plugins.insert(name.to_owned(), text.into());
        self
    }

    pub(super) fn load(&self, name: &str) -> Result<Loaded, Vec<Diagnostic>> {
        load(self, name, &[])
    }

    /// The findings of a ruleset that can't be loaded.
    pub(super) fn errors(&self, name: &str) -> Vec<Diagnostic> {
        match self.load(name) {
            Ok(_) => panic!("{name} loads"),
            Err(errors) => errors,
        }
    }
}

impl Library for Shelf {
    fn folder(&self, name: &str) -> Result<Folder, String> {
        self.folders.get(name).cloned().ok_or_else(|| "not on the shelf".to_owned())
    }

    fn names(&self) -> Vec<String> {
        self.folders.keys().cloned().collect()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.plugins.get(name).cloned()
    }

    fn plugins(&self) -> Vec<String> {
        self.plugins.keys().cloned().collect()
    }
}

/// Every key of the file.
pub(super) const FULL: &str = r##"
[variant]
id = "full"
title = "All Keys"
inventor = "Nobody"
year = 1900
place = "Nowhere"
parents = ["other"]
changes = "Two armies."
summary = "A test."
sources = [{ key = "book", cite = "A book, 1900" }]

[board]
mask = """
#...
....
....
...#
"""
light = "even"
walls = ["a1|a2", "a4|b4"]

[zones]
base = "rank 1"
ends = "base + far - b1"
far = "rank 4"

[[seats]]
name = "yellow"
key = "y"
colour = "#d9b300"
facing = "north"
team = "sun"

[[seats]]
name = "green"
key = "g"
facing = "south"
team = "moon"

[pieces]
pawn = { letter = "P", moves = "W", value = 1 }
king = { letter = "K", moves = "W", royal = true }

[array]
picture = """
#  gK gP .
.  .  .  .
.  .  .  yP>
yK .  yP #
"""

[array.swapped]
picture = """
#  gP gK .
.  .  .  .
.  .  .  .
yK .  yP #
"""

[rules]
scripts = ["mate.rhai", "plugin:draws"]
order = ["green", "yellow", "green"]
ply_limit = 77

[tunables]
"mate.SPEED" = 2

[clauses]
C1 = "Green begins."
C2 = { text = "Mate wins.", source = "book" }

[presets.alternate]
about = "Another array."
"mate.AFTER_MATE" = "remove"
rules = { array = "swapped", ply_limit = 5 }
"##;

/// The scripts of [`FULL`]; they mention what it names.
pub(super) const MATE: &str = r#"//! The mated player loses; see C1 and C2, and the zone of a name such as `${seat.name}-is`.

// How fast.
const SPEED = 1;

// What becomes of the army.
// one of: freeze, remove
const AFTER_MATE = "freeze";

/// The mated player loses, wherever the king is: at the ends or not.
/// clause: C2
fn on_mate(game, seat) {
    let ends = zone("ends");
    if SPEED > ends.len() || AFTER_MATE == "remove" { remove_army(seat) }
    lose(seat);
}
"#;

/// A plugin's text.
pub(super) const DRAWS: &str = "//! Thrice the same position is a draw.\n\n\
    /// Repetition.\n/// clause: C1\nfn define(rules) {\n    rules.repetition(3);\n}\n";

/// A shelf with [`FULL`] on it.
pub(super) fn full() -> Shelf {
    with(FULL)
}

/// A shelf with this geometry.toml in place of [`FULL`].
pub(super) fn with(geometry: impl AsRef<[u8]>) -> Shelf {
    Shelf::default()
        .file("full", "geometry.toml", geometry)
        .file("full", "mate.rhai", MATE)
        .plugin("draws", DRAWS)
}

/// Code, marked text, message and help of each finding.
pub(super) fn told(findings: &[Diagnostic]) -> Vec<(&'static str, String, String, String)> {
    findings
        .iter()
        .map(|found| {
            let place = found.place.as_ref();
            let marked = place.map_or("", |(source, span)| &source.text[span.clone()]);
            let help = found.help.clone().unwrap_or_default();
            (found.code, marked.to_owned(), found.message.clone(), help)
        })
        .collect()
}

/// [`FULL`] with one text in it replaced.
pub(super) fn changed(from: &str, to: &str) -> String {
    assert_eq!(FULL.matches(from).count(), 1, "{from}");
    FULL.replace(from, to)
}
