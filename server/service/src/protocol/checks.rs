//! Mistakes in files, and what became of games played in bulk.

use std::collections::BTreeMap;

use quadrille_reports::compare::report::CompareReport;
use serde::Serialize;

use super::RulesetView;

/// What is wrong with a ruleset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckReport {
    /// Everything that was found.
    pub findings: Vec<Finding>,
    /// The ruleset, if it can be played.
    pub ruleset: Option<Box<RulesetView>>,
    /// How many lessons hold.
    pub passed: usize,
    /// How many lessons were played.
    pub lessons: usize,
}

/// A mistake, or something doubtful.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Finding {
    /// The code of its page, such as `Q0316`.
    pub code: Option<String>,
    /// Whether it is an error, which can't be played with.
    pub error: bool,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Where; the first is the main place.
    pub places: Vec<FileRange>,
    /// Changes that mend it.
    pub fixes: Vec<FixView>,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FileRange {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Where it begins, in UTF-16 units from the start of the file.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What is to be said about it.
    pub text: String,
}

/// A change of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FixView {
    /// The file's name.
    pub file: String,
    /// Where the text begins that is replaced, in UTF-16 units from the start of the file.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What takes its place.
    pub text: String,
}

/// What became of some games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayedGames {
    /// How many games.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub games: u64,
    /// How many plies in all.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub plies: u64,
    /// How many ended with a fault of the rules.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub faults: u64,
    /// For each seat: games won, drawn, lost.
    #[cfg_attr(feature = "typescript", ts(type = "Array<[number, number, number]>"))]
    pub seats: Vec<[u64; 3]>,
    /// How games ended, with how many: a clause's id or a built-in end.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub endings: BTreeMap<String, u64>,
    /// In how many games each clause fired.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub clauses: BTreeMap<String, u64>,
    /// The first fault, in words.
    pub fault: Option<String>,
}

/// A comparison as far as it has been played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparisonView {
    /// What to call it in requests.
    pub comparison: String,
    /// The blocks played. A block is one seed on all sides, with every rotation of the agents.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub blocks: u64,
    /// The most blocks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub cap: u64,
    /// Whether it is over: the question is answered and the fewest games are played, or the most.
    pub over: bool,
    /// The metrics that could decide: those that all sides have.
    pub metrics: Vec<MetricTitle>,
    /// What is known now; none before the first block.
    pub report: Option<CompareReport>,
    /// The first fault of a script, in words. Games with one are left out.
    pub fault: Option<String>,
}

/// A metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MetricTitle {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it is counted in.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub unit: &'static str,
}
