//! Reads `puzzles.toml`. The solutions are not checked here, but in `verify`.

use std::sync::Arc;

use super::{MAX_PUZZLES, Puzzle, PuzzleOrigin, Puzzles};
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::manifest::check;
use crate::manifest::schema::{PUZZLE, PUZZLES};
use crate::manifest::tree::{FileSpan, TomlNode, TomlTable, TomlValue};

/// Reads the puzzles of a file. Returns the valid puzzles, and the diagnostics of the invalid ones.
#[must_use]
pub fn read(source: &Arc<Source>) -> (Puzzles, Vec<Diagnostic>) {
    let check::CheckedManifest { table, whole, mut found } =
        check::read(source, PUZZLES, "puzzles");
    if !whole {
        return (Puzzles::default(), found);
    }
    let top = FileSpan { source: Arc::clone(source), span: 0..0 };
    found.extend(check::complete(&table, PUZZLES, &top));
    let items = table.get("puzzle").map_or(&[][..], TomlNode::list);
    if let Some(item) = items.get(MAX_PUZZLES) {
        let message = format!("the file has {} puzzles, more than {MAX_PUZZLES}", items.len());
        found.push(item.at.error(Code::PuzzleCount, message));
    }
    let mut puzzles = Vec::new();
    for item in items.iter().take(MAX_PUZZLES) {
        let Some(table) = item.table() else { continue };
        // The whole file was already checked against the schema. This check only decides whether to
        // use the puzzle.
        if check::against(table, PUZZLE, "").is_empty() {
            puzzles.extend(made(table, &item.at));
        }
    }
    let ruleset = table.text("ruleset").unwrap_or_default().to_owned();
    (Puzzles { ruleset, puzzles }, found)
}

/// Creates a puzzle from a table that fits the schema. Returns `None` if a required key is missing.
fn made(table: &TomlTable, at: &FileSpan) -> Option<Puzzle> {
    let text = |key: &str| table.text(key).map(str::to_owned);
    let from = table.table("from")?;
    Some(Puzzle {
        goal: text("goal")?,
        plies: number(table, "plies")?,
        grade: number(table, "grade")?,
        preset: text("preset"),
        fen: text("fen")?,
        solution: text("solution")?,
        from: PuzzleOrigin {
            agents: from.text("agents")?.to_owned(),
            seed: number(from, "seed")?,
            index: number(from, "index")?,
            ply: number(from, "ply")?,
        },
        at: Some(at.clone()),
    })
}

fn number<T: TryFrom<i64>>(table: &TomlTable, key: &str) -> Option<T> {
    match table.get(key)?.value {
        TomlValue::Integer(number) => T::try_from(number).ok(),
        _ => None,
    }
}
