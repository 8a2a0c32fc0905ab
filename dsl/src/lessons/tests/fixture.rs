//! A small ruleset whose lessons are what a test writes.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::diagnostic::Diagnostic;
use crate::lessons::{Report, run};
use crate::library::{Folder, Library};
use crate::load::load;

pub(super) const GEOMETRY: &str = r##"
[variant]
id = "siege"
title = "Siege"

[board]
mask = """
.....
.....
.....
.....
.....
"""

[[seats]]
name = "white"
key = "w"
facing = "north"

[[seats]]
name = "black"
key = "b"
facing = "south"

[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "R" }
pawn = { letter = "P", moves = "mfWcfF" }

[array]
picture = """
bK .  .  .  bR
.  .  .  .  .
.  .  .  .  .
.  .  .  .  wP
wK wR .  .  .
"""

[rules]
scripts = ["siege.rhai", "plugin:thrice"]

[clauses]
C1 = "White begins."
C2 = "A mated player has lost."
C3 = "A pawn at the end of its file becomes a rook."
C4 = "A captor has five points and is asked for more."

[presets.mercy]
about = "A mated army freezes."
"siege.MATED" = "freeze"
"##;

const SCRIPT: &str = r#"//! Mate, promotion and booty.

// What becomes of a mated player.
// one of: lose, freeze
const MATED = "lose";

fn define(rules) {
    rules.counter("points", "seat", 0, 99);
    rules.counter("pool", "game", 0, 99).start(3);
    rules.mark("proud");
}

/// A mated player has lost.
/// clause: C2
fn on_mate(game, seat) {
    if MATED == "freeze" { set_state(seat, "frozen") } else { lose(seat) }
}

/// At the end of its file a pawn becomes a rook.
/// clause: C3
/// when: pawn
fn promotes(piece, square) {
    if piece.forward(square) == () { "rook" } else { () }
}

/// A capture is worth five points.
/// clause: C4
fn on_capture(game, seat, piece, square) {
    add_counter("points", seat, 5);
    ask(seat, "bonus", ["yes", "no", "fail"], 0);
}

/// The pool pays.
fn on_answer(game, seat, question, choice, about) {
    if choice == "fail" { throw "no such bonus"; }
    if choice == "yes" { add_counter("pool", -1); }
}
"#;

const PLUGIN: &str = "//! Thrice the same position is a draw.\n\nfn define(rules) {\n    \
    rules.repetition(3);\n}\n";

/// The ruleset with other files in it.
#[derive(Default)]
pub(super) struct Siege {
    folders: BTreeMap<String, Folder>,
}

impl Siege {
    pub(super) fn with(lessons: &str) -> Self {
        Self::default()
            .file("siege", "geometry.toml", GEOMETRY)
            .file("siege", "siege.rhai", SCRIPT)
            .file("siege", "lessons.toml", lessons)
    }

    pub(super) fn file(mut self, folder: &str, file: &str, text: &str) -> Self {
        let entry = self.folders.entry(folder.to_owned()).or_default();
        entry.name = folder.to_owned();
        entry.files.insert(file.to_owned(), text.into());
        self
    }

    pub(super) fn without_lessons(mut self) -> Self {
        if let Some(folder) = self.folders.get_mut("siege") {
            folder.files.remove("lessons.toml");
        }
        self
    }

    /// The report on a ruleset's lessons.
    pub(super) fn report(&self, name: &str, required: bool) -> Report {
        let loaded = load(self, name, &[]).unwrap();
        run(self, name, &loaded, required, &AtomicBool::new(false))
    }
}

impl Library for Siege {
    fn folder(&self, name: &str) -> Result<Folder, String> {
        self.folders.get(name).cloned().ok_or_else(|| "not on the shelf".to_owned())
    }

    fn names(&self) -> Vec<String> {
        self.folders.keys().cloned().collect()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        (name == "thrice").then(|| PLUGIN.into())
    }

    fn plugins(&self) -> Vec<String> {
        vec!["thrice".to_owned()]
    }
}

/// Lessons about every clause, so that none is missed.
pub(super) const TAUGHT: &str = "\n[[lesson]]\nclause = [\"C1\", \"C2\", \"C3\", \"C4\"]\n\
    says = \"All.\"\nunplayable = \"a test\"\n";

/// Code, marked text, message and help of what is found about lessons.
pub(super) fn found(lessons: &str) -> Vec<(&'static str, String, String, String)> {
    let report = Siege::with(&format!("{lessons}{TAUGHT}")).report("siege", false);
    report.findings.iter().map(told).collect()
}

fn told(found: &Diagnostic) -> (&'static str, String, String, String) {
    let (source, span) = found.place.clone().unwrap();
    let help = found.help.clone().unwrap_or_default();
    (found.code, source.text[span].to_owned(), found.message.clone(), help)
}
