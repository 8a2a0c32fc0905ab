//! A small ruleset for tests. Each test adds its own lessons.

use std::sync::atomic::AtomicBool;

use crate::diagnostic::{Code, Diagnostic};
use crate::lessons::{LessonReport, run};
use crate::library::Memory;
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
    rules.memory("captor", "seat", "seat");
    rules.memory("captors", "game", "seats");
    rules.memory("taken_on", "game", "square");
    rules.memory("taken", "seat", "kind");
    rules.memory("hero", "seat", "piece");
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
    if game.recall("captor", piece.colour) != () || game.recall("captors") != [] { throw "too early"; }
    remember("captor", piece.colour, seat);
    remember("captors", [seat, piece.colour]);
    remember("taken_on", square);
    remember("taken", piece.colour, piece.kind);
    remember("hero", seat, game.royals(piece.colour)[0]);
    ask(seat, "bonus", ["yes", "no", "fail"], 0);
}

/// The pool pays.
fn on_answer(game, seat, question, choice, about) {
    if game.recall("captor", seat) == () && game.recall("taken_on") != () { remember("taken_on", ()); }
    if choice == "fail" { throw "no such bonus"; }
    if choice == "yes" { add_counter("pool", -1); }
}
"#;

const PLUGIN: &str = "//! Thrice the same position is a draw.\n\nfn define(rules) {\n    \
    rules.repetition(3);\n}\n";

/// The ruleset with additional files.
#[derive(Default)]
pub(super) struct Siege(pub(super) Memory);

impl Siege {
    pub(super) fn with(lessons: &str) -> Self {
        Self::without_lessons().file("siege", "lessons.toml", lessons)
    }

    pub(super) fn without_lessons() -> Self {
        Self(Memory::new().with_plugin("thrice", PLUGIN))
            .file("siege", "geometry.toml", GEOMETRY)
            .file("siege", "siege.rhai", SCRIPT)
    }

    pub(super) fn file(self, folder: &str, file: &str, text: &str) -> Self {
        Self(self.0.with_file(folder, file, text))
    }

    /// Returns the report on a ruleset's lessons.
    pub(super) fn report(&self, name: &str, required: bool) -> LessonReport {
        let loaded = load(&self.0, name, &[]).unwrap();
        run(&self.0, name, &loaded, required, &AtomicBool::new(false))
    }
}

/// Lessons that show all clauses. Tests add these lessons so that no clause is reported as missing
/// a lesson.
pub(super) const TAUGHT: &str = "\n[[lesson]]\nclause = [\"C1\", \"C2\", \"C3\", \"C4\"]\n\
    says = \"All.\"\nunplayable = \"a test\"\n";

/// Returns the findings about lessons. Each has its code, the marked text, the message and the
/// help.
pub(super) fn diagnostic_rows(lessons: &str) -> Vec<(Code, String, String, String)> {
    let report = Siege::with(&format!("{lessons}{TAUGHT}")).report("siege", false);
    report.findings.iter().map(diagnostic_row).collect()
}

fn diagnostic_row(found: &Diagnostic) -> (Code, String, String, String) {
    let at = found.place().unwrap();
    let marked = at.source.text[at.span.clone()].to_owned();
    let help = found.help.clone().unwrap_or_default();
    (found.code.unwrap(), marked, found.message.clone(), help)
}
