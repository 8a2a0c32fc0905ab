//! A library in memory, and a ruleset whose manifest has every key.

use crate::diagnostic::{Code, Diagnostic, RulesetError};
use crate::library::Memory;
use crate::load::{Ruleset, load};

/// A library for loading rulesets.
#[derive(Default)]
pub(super) struct Shelf(Memory);

impl Shelf {
    /// Adds a file.
    pub(super) fn file(self, folder: &str, file: &str, text: impl AsRef<[u8]>) -> Self {
        Self(self.0.with_file(folder, file, text.as_ref()))
    }

    pub(super) fn plugin(self, name: &str, text: &str) -> Self {
        Self(self.0.with_plugin(name, text))
    }

    pub(super) fn load(&self, name: &str) -> Result<Ruleset, RulesetError> {
        load(&self.0, name, &[])
    }

    /// Returns the findings about a ruleset that fails to load.
    pub(super) fn errors(&self, name: &str) -> Vec<Diagnostic> {
        match self.load(name) {
            Ok(_) => panic!("{name} loads"),
            Err(error) => error.into_diagnostics(),
        }
    }
}

impl std::ops::Deref for Shelf {
    type Target = Memory;

    fn deref(&self) -> &Memory {
        &self.0
    }
}

/// A manifest that has every key.
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
portals = ["b2=c3"]
lines = ["a1-d4", "b2 - b1", "d4-a1"]

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

/// The scripts of [`FULL`]. They use the names that `FULL` defines.
pub(super) const MATE: &str = r#"//! The mated player loses; see C1 and C2.

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

/// The content of a plugin.
pub(super) const DRAWS: &str = "//! Thrice the same position is a draw.\n\n\
    /// Repetition.\n/// clause: C1\nfn define(rules) {\n    rules.repetition(3);\n}\n";

/// Returns a shelf with [`FULL`].
pub(super) fn full() -> Shelf {
    with(FULL)
}

/// Returns a shelf whose ruleset has this `geometry.toml` in place of [`FULL`].
pub(super) fn with(geometry: impl AsRef<[u8]>) -> Shelf {
    Shelf::default()
        .file("full", "geometry.toml", geometry)
        .file("full", "mate.rhai", MATE)
        .plugin("draws", DRAWS)
}

/// Returns the code, the marked text, the message and the help of each finding.
pub(super) fn diagnostic_rows(findings: &[Diagnostic]) -> Vec<(Code, String, String, String)> {
    findings
        .iter()
        .map(|found| {
            let marked = found.place().map_or("", |at| &at.source.text[at.span.clone()]);
            let help = found.help.clone().unwrap_or_default();
            (found.code.unwrap(), marked.to_owned(), found.message.clone(), help)
        })
        .collect()
}

/// Returns [`FULL`] with one text replaced.
pub(super) fn changed(from: &str, to: &str) -> String {
    assert_eq!(FULL.matches(from).count(), 1, "{from}");
    FULL.replace(from, to)
}
