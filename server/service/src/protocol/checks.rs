//! Findings in files, and results of games between agents.

use std::collections::BTreeMap;

use quadrille_reports::compare::report::CompareReport;
use serde::Serialize;

use super::RulesetView;

/// The findings in a ruleset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckReport {
    /// All findings.
    pub findings: Vec<Finding>,
    /// The ruleset, if it can be played.
    pub ruleset: Option<Box<RulesetView>>,
    /// The number of lessons that hold.
    pub passed: usize,
    /// The number of lessons that were played.
    pub lessons: usize,
}

/// A mistake, or a probable mistake.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Finding {
    /// The code of the finding, such as `Q0316`. It is also the name of the page that explains the
    /// finding.
    pub code: Option<String>,
    /// `true` for an error, which makes the ruleset unplayable.
    pub error: bool,
    /// The mistake as a sentence.
    pub message: String,
    /// Advice on how to fix the mistake.
    pub help: Option<String>,
    /// The places in files. The first is the main place.
    pub places: Vec<FileRange>,
    /// Changes that fix the mistake.
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
    /// The start of the place, in UTF-16 units from the start of the file.
    pub from: usize,
    /// The end of the place, in UTF-16 units from the start of the file.
    pub to: usize,
    /// The label of the place.
    pub text: String,
}

/// A change to a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FixView {
    /// The file's name.
    pub file: String,
    /// The start of the replaced text, in UTF-16 units from the start of the file.
    pub from: usize,
    /// The end of the replaced text, in UTF-16 units from the start of the file.
    pub to: usize,
    /// The new text.
    pub text: String,
}

/// The results of games between agents.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayedGames {
    /// The number of games.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub games: u64,
    /// The number of plies in all games.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub plies: u64,
    /// The number of games that ended with a fault of the rules.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub faults: u64,
    /// For each seat, the numbers of games won, drawn and lost.
    #[cfg_attr(feature = "typescript", ts(type = "Array<[number, number, number]>"))]
    pub seats: Vec<[u64; 3]>,
    /// The number of games for each ending. An ending is a clause's id, or the name of a built-in
    /// end.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub endings: BTreeMap<String, u64>,
    /// The number of games in which each clause fired.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub clauses: BTreeMap<String, u64>,
    /// The first fault, as a sentence.
    pub fault: Option<String>,
}

/// The present state of a comparison.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparisonView {
    /// The name of the comparison in requests.
    pub comparison: String,
    /// The number of blocks played. In one block, every side plays one seed with every rotation of
    /// the agents.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub blocks: u64,
    /// The maximum number of blocks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub cap: u64,
    /// `true` if the comparison has ended. It ends at the maximum number of games. It ends earlier
    /// if the question is answered and the minimum number of games has been played.
    pub over: bool,
    /// The metrics that are available on all sides. Any of them can be the primary metric.
    pub metrics: Vec<MetricTitle>,
    /// The present report, or `None` before the first block.
    pub report: Option<CompareReport>,
    /// The first fault of a script, as a sentence. The report does not include games with a fault.
    pub fault: Option<String>,
}

/// A metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MetricTitle {
    /// The name of the metric.
    pub name: String,
    /// A description of the metric.
    pub about: String,
    /// The unit of the metric.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub unit: &'static str,
}
