//! Reads `lessons.toml`. The expectations are not checked here, but in `run`.

use std::sync::Arc;

use super::{EXPECTATIONS, Lesson, LessonStart, MAX_LESSONS, strings};
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::load::Ruleset;
use crate::manifest::check;
use crate::manifest::schema::{LESSON, LESSONS};
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable};

/// The keys that exclude other keys. Each entry contains a key, the keys that may not be used
/// together with this key, and advice.
const EXCLUSIVE: [(&str, &[&str], &str); 3] = [
    (
        "fen",
        &["pieces", "turn", "options"],
        "remove it: a FEN includes the seat to move and the options",
    ),
    ("unplayable", &["fen", "pieces", "turn", "options", "play", "preset", "set"], UNPLAYABLE),
    ("unplayable", EXPECTATIONS, UNPLAYABLE),
];
const UNPLAYABLE: &str =
    "write only `clause`, `says` and `unplayable` for a lesson that can't be played";

/// Keys that need another key. Each pair contains the key and the key that it needs.
const COMPANIONS: [(&str, &str); 3] =
    [("pieces", "turn"), ("turn", "pieces"), ("options", "pieces")];

/// Returns the lessons of a ruleset. Lessons with mistakes are left out.
#[must_use]
pub fn of(ruleset: &Ruleset) -> Vec<Lesson> {
    ruleset.lessons.as_ref().map(|source| read(source).0).unwrap_or_default()
}

/// Reads lessons. Returns the valid lessons, and the diagnostics of all other lessons.
#[must_use]
pub fn read(source: &Arc<Source>) -> (Vec<Lesson>, Vec<Diagnostic>) {
    let check::CheckedManifest { table, whole, mut found } =
        check::read(source, LESSONS, "lessons");
    if !whole {
        return (Vec::new(), found);
    }
    let top = FileSpan { source: Arc::clone(source), span: 0..0 };
    found.extend(check::complete(&table, LESSONS, &top));
    let items = table.get("lesson").map_or(&[][..], TomlNode::list);
    if let Some(item) = items.get(MAX_LESSONS) {
        let message = format!("the file has {} lessons, more than {MAX_LESSONS}", items.len());
        found.push(item.at.error(Code::LessonCount, message));
    }
    let mut lessons = Vec::new();
    for item in items.iter().take(MAX_LESSONS) {
        let Some(table) = item.table() else { continue };
        // The whole file was already checked against the schema. A key that seems to be missing may
        // be present in a misspelt form.
        if !check::against(table, LESSON, "").is_empty() {
            continue;
        }
        let mut wrong = combination(table, &item.at);
        wrong.extend(wrong_id(table, &lessons));
        if wrong.is_empty() {
            lessons.extend(made(table, &item.at));
        }
        found.extend(wrong);
    }
    (lessons, found)
}

/// Reports the id of a lesson if it is invalid, or if an earlier lesson has it.
fn wrong_id(table: &TomlTable, earlier: &[Lesson]) -> Option<Diagnostic> {
    let node = table.get("id")?;
    let id = node.text()?;
    let of_a_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !id.starts_with(|c: char| c.is_ascii_lowercase()) || !id.chars().all(of_a_name) {
        let message = format!("`{id}` can't be the id of a lesson");
        let help =
            "begin with a lower-case letter, and use only lower-case letters, digits and `-`";
        return Some(node.at.error(Code::LessonId, message).help(help));
    }
    let taken = earlier.iter().any(|lesson| lesson.id.as_deref() == Some(id));
    let message = format!("an earlier lesson has the id `{id}`");
    let help = "give each lesson a different id, or none";
    taken.then(|| node.at.error(Code::LessonId, message).help(help))
}

/// Reports keys that may not be used together, and required keys that are missing.
fn combination(table: &TomlTable, at: &FileSpan) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (key, others, help) in EXCLUSIVE.iter().filter(|(key, ..)| table.entry(key).is_some()) {
        for other in others.iter().filter_map(|other| table.entry(other)) {
            let message = format!("`{key}` and `{}` exclude each other", other.key);
            found.push(other.key_at.error(Code::LessonKeys, message).help(*help));
        }
    }
    let lone = |key: &str| table.entry(key).is_none() && table.entry("fen").is_none();
    for (key, needed) in COMPANIONS {
        if let (Some(entry), true) = (table.entry(key), lone(needed)) {
            let message = format!("`{key}` needs the key `{needed}`");
            let help =
                "write a position as `fen`, or as `pieces` and `turn`, with `options` if necessary";
            found.push(entry.key_at.error(Code::LessonKeys, message).help(help));
        }
    }
    let mut shows = EXPECTATIONS.iter().chain(&["play", "unplayable"]);
    if !shows.any(|key| table.entry(key).is_some()) {
        let help = "write what is legal, what fires or where pieces are, or \
                    `unplayable = \"why\"` if no position can show the clause";
        found.push(at.error(Code::LessonExpectsNothing, "the lesson expects nothing").help(help));
    }
    found
}

/// Creates a lesson from a table that fits the schema. Returns `None` if a required key is missing.
fn made(table: &TomlTable, at: &FileSpan) -> Option<Lesson> {
    let text = |key: &str| table.text(key).map(str::to_owned);
    let position = match (text("fen"), text("pieces"), text("turn")) {
        (Some(fen), _, _) => LessonStart::Fen(fen),
        (None, Some(pieces), Some(turn)) => {
            LessonStart::Pieces { pieces, turn, options: text("options") }
        }
        _ => LessonStart::Start,
    };
    let set =
        |entry: &TomlEntry| Some((entry.key.clone(), check::tunable_value(&entry.node.value)?));
    Some(Lesson {
        id: text("id"),
        clauses: strings(table.get("clause")?).map(|(_, clause)| clause.to_owned()).collect(),
        says: text("says")?,
        preset: text("preset"),
        set: table.entries_of("set").iter().filter_map(set).collect(),
        unplayable: text("unplayable"),
        position,
        play: text("play"),
        table: table.clone(),
        at: at.clone(),
    })
}
