//! A lesson: clauses, the position that shows them, and the expectations.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};

/// The most lessons of a file.
pub const MAX_LESSONS: usize = 1000;

/// The most actions that a lesson plays.
pub const MAX_ACTIONS: usize = 500;

/// The most actions or pieces that one key of a lesson expects.
pub const MAX_TOKENS: usize = 2000;

/// The most mistakes that are reported of one key of a lesson.
pub(super) const MAX_MISTAKES: usize = 20;

/// A clause, or several, shown in a position.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The clauses.
    pub clauses: Vec<String>,
    /// What is to be seen, in prose.
    pub says: String,
    /// The preset it needs.
    pub preset: Option<String>,
    /// The tunables it sets, as `script.CONST` and value.
    pub set: Vec<(String, String)>,
    /// Why no position shows it.
    pub unplayable: Option<String>,
    /// The position.
    pub position: LessonStart,
    /// The actions that are played in it.
    pub play: Option<String>,
    /// All of it, with places.
    pub(super) table: TomlTable,
    pub(super) at: FileSpan,
}

/// Where a lesson begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LessonStart {
    /// At the start of the game.
    Start,
    /// At a FEN.
    Fen(String),
    /// With some pieces on the board.
    Pieces {
        /// The pieces with their squares.
        pieces: String,
        /// The name of the seat to move.
        turn: String,
        /// The options of FEN.
        options: Option<String>,
    },
}

impl Lesson {
    /// The file.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.at.source
    }

    /// The line where it begins.
    #[must_use]
    pub fn line(&self) -> usize {
        self.at.source.position(self.at.span.start).0
    }

    /// The expectations as written: the key, and its value on one line.
    #[must_use]
    pub fn expectations(&self) -> Vec<(&str, String)> {
        let entries = self.table.entries.iter();
        let expected = entries.filter(|entry| EXPECTATIONS.contains(&entry.key.as_str()));
        expected.map(|entry| (entry.key.as_str(), written(&entry.node))).collect()
    }

    /// The place of the value of a key; of the whole lesson if it has no such key.
    pub(super) fn place(&self, key: &str) -> &FileSpan {
        self.table.get(key).map_or(&self.at, |node| &node.at)
    }
}

/// A value on a line.
pub(super) fn written(node: &TomlNode) -> String {
    match &node.value {
        TomlValue::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        TomlValue::Integer(number) => number.to_string(),
        TomlValue::Boolean(truth) => truth.to_string(),
        TomlValue::List(items) if items.is_empty() => "none".to_owned(),
        TomlValue::List(items) => items.iter().map(written).collect::<Vec<_>>().join(", "),
        TomlValue::Table(table) => {
            let pair = |entry: &TomlEntry| format!("{} = {}", entry.key, written(&entry.node));
            table.entries.iter().map(pair).collect::<Vec<_>>().join(", ")
        }
        TomlValue::Other(what) => (*what).to_owned(),
    }
}

/// The strings of a value that is one or several.
pub(super) fn strings(node: &TomlNode) -> impl Iterator<Item = (&TomlNode, &str)> {
    std::iter::once(node).chain(node.list()).filter_map(|item| Some((item, item.text()?)))
}

/// The keys of expectations.
pub(super) const EXPECTATIONS: &[&str] = &[
    "legal",
    "illegal",
    "only",
    "count",
    "fires",
    "silent",
    "board",
    "next",
    "asks",
    "seat_state",
    "army_state",
    "controller",
    "counter",
    "memory",
    "check",
    "result",
    "team_result",
    "metric",
    "ends",
    "ongoing",
];
