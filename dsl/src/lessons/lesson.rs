//! Defines a lesson: clauses, a position that shows these clauses, and expectations.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};

/// The maximum number of lessons in a file.
pub const MAX_LESSONS: usize = 1000;

/// The maximum number of actions that a lesson plays.
pub const MAX_ACTIONS: usize = 500;

/// The maximum number of actions or pieces in one key of a lesson's expectations.
pub const MAX_TOKENS: usize = 2000;

/// The maximum number of errors reported for one key of a lesson.
pub(super) const MAX_MISTAKES: usize = 20;

/// A lesson, which shows one or more clauses in a position.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The name by which courses and commands refer to the lesson.
    pub id: Option<String>,
    /// The ids of the clauses.
    pub clauses: Vec<String>,
    /// An explanation of what the position shows.
    pub says: String,
    /// The preset that the lesson needs.
    pub preset: Option<String>,
    /// The tunables that the lesson sets. Each has a name in the form `script.CONST` and a value.
    pub set: Vec<(String, String)>,
    /// The reason why no position can show the clauses. `None` if the lesson has a position.
    pub unplayable: Option<String>,
    /// The start position.
    pub position: LessonStart,
    /// The actions that are played from the start position.
    pub play: Option<String>,
    /// The table of the whole lesson, with the places of its values.
    pub(super) table: TomlTable,
    pub(super) at: FileSpan,
}

/// The start position of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LessonStart {
    /// The start of the game.
    Start,
    /// A position in FEN.
    Fen(String),
    /// A position with the given pieces.
    Pieces {
        /// The pieces with their squares.
        pieces: String,
        /// The name of the seat to move.
        turn: String,
        /// The block of options, as in FEN4.
        options: Option<String>,
    },
}

impl Lesson {
    /// Returns the file that contains the lesson.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.at.source
    }

    /// Returns the line where the lesson begins.
    #[must_use]
    pub fn line(&self) -> usize {
        self.at.source.position(self.at.span.start).0
    }

    /// Returns the expectations as the file states them. Each expectation has a key, and a value on
    /// one line.
    #[must_use]
    pub fn expectations(&self) -> Vec<(&str, String)> {
        let entries = self.table.entries.iter();
        let expected = entries.filter(|entry| EXPECTATIONS.contains(&entry.key.as_str()));
        expected.map(|entry| (entry.key.as_str(), written(&entry.node))).collect()
    }

    /// Returns the place of the value of a key. If the lesson does not have the key, returns the
    /// place of the whole lesson.
    pub(super) fn place(&self, key: &str) -> &FileSpan {
        self.table.get(key).map_or(&self.at, |node| &node.at)
    }
}

/// Returns a value as text on one line.
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

/// Returns the strings of a value, which is one string or a list of strings.
pub(super) fn strings(node: &TomlNode) -> impl Iterator<Item = (&TomlNode, &str)> {
    std::iter::once(node).chain(node.list()).filter_map(|item| Some((item, item.text()?)))
}

/// The keys that contain expectations.
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
