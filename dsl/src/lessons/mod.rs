//! Lessons: each clause of a source shown in a position, with what must be so in it. One text is
//! test, tutorial and documentation.
//!
//! [`read`] reads a `lessons.toml`, [`run`] plays its lessons and says which do not hold and which
//! clauses have none. Depends on the loader, and plays through core's `Play` alone.

mod expect;
mod read;
mod run;
mod stage;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::manifest::tree::{At, Entry, Node, Table, Value};
pub use read::read;
pub use run::{Report, run};

/// The file of a ruleset's folder that holds them.
pub const FILE: &str = crate::load::LESSONS;

/// The language of lessons, for people.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lessons.md"));

/// The code of a script that failed in a lesson.
pub const SCRIPT: &str = "Q0621";
/// The most lessons of a file.
pub const MAX_LESSONS: usize = 1000;
/// The most actions that a lesson plays.
pub const MAX_ACTIONS: usize = 500;

/// A clause, or several, shown.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The clauses.
    pub clauses: Vec<String>,
    /// What is to be seen.
    pub says: String,
    /// The preset it needs.
    pub preset: Option<String>,
    /// The tunables it sets, as `script.CONST` and value.
    pub set: Vec<(String, String)>,
    /// Why no position shows it.
    pub unplayable: Option<String>,
    /// The position.
    pub position: Position,
    /// The actions that are played in it.
    pub play: Option<String>,
    /// The whole, with places.
    table: Table,
    at: At,
}

/// Where a lesson begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Position {
    /// At the start of the game.
    Start,
    /// At a FEN.
    Fen(String),
    /// With some men on the board.
    Men {
        /// The men with their squares.
        men: String,
        /// The name of the seat to move.
        turn: String,
        /// The options of FEN.
        options: Option<String>,
    },
}

impl Lesson {
    /// The file it stands in.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.at.source
    }

    /// The line it begins at.
    #[must_use]
    pub fn line(&self) -> usize {
        self.at.source.position(self.at.span.start).0
    }

    /// What must be so, as it is written: the key, and its value on a line.
    #[must_use]
    pub fn expectations(&self) -> Vec<(&str, String)> {
        let entries = self.table.entries.iter();
        let expected = entries.filter(|entry| read::EXPECTATIONS.contains(&entry.key.as_str()));
        expected.map(|entry| (entry.key.as_str(), written(&entry.node))).collect()
    }

    /// The place of the value of a key; of the whole lesson where it has none.
    fn place(&self, key: &str) -> &At {
        self.table.get(key).map_or(&self.at, |node| &node.at)
    }
}

/// A value on a line.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        Value::List(items) if items.is_empty() => "none".to_owned(),
        Value::List(items) => items.iter().map(written).collect::<Vec<_>>().join(", "),
        Value::Table(table) => {
            let pair = |entry: &Entry| format!("{} = {}", entry.key, written(&entry.node));
            table.entries.iter().map(pair).collect::<Vec<_>>().join(", ")
        }
        Value::Other(what) => (*what).to_owned(),
    }
}

/// The strings of a value that is one or several.
fn strings(node: &Node) -> impl Iterator<Item = (&Node, &str)> {
    std::iter::once(node).chain(node.list()).filter_map(|item| Some((item, item.text()?)))
}
