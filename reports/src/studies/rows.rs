//! The games of a study as CSV, with the metrics that the study names.

use std::fmt::Write as _;

use quadrille_study::metrics::METRICS;

use super::file::StudyFile;
use crate::compare::contest::ComparisonRun;
use crate::row::GameRow;
use crate::statistics::rounded;

/// The table of a study's games.
#[derive(Clone, Debug)]
pub struct GamesTable {
    text: String,
    /// The indices of the named metrics.
    metrics: Vec<usize>,
}

impl GamesTable {
    /// Creates a table without games.
    #[must_use]
    pub fn new(study: &StudyFile) -> Self {
        let named =
            |name: &str| study.primary == name || study.exploratory.iter().any(|n| n == name);
        let metrics: Vec<usize> =
            (0..METRICS.len()).filter(|number| named(METRICS[*number].name)).collect();
        let names: String =
            metrics.iter().map(|number| format!(",{}", METRICS[*number].name)).collect();
        let text = format!("agents,side,game,block,outcome,winners,ending,plies,utility{names}\n");
        Self { text, metrics }
    }

    /// Adds the games of a line-up on one side.
    pub fn add(&mut self, contest: &ComparisonRun, line_up: usize, side: usize, rows: &[GameRow]) {
        let agents = contest.question.agents[line_up].to_string();
        for row in rows {
            let ending = row.clause.as_ref().or(row.ending.as_ref()).map_or("", String::as_str);
            let utility: Vec<String> =
                row.utility.iter().flatten().map(|u| rounded(*u, 4).to_string()).collect();
            let _ = write!(
                self.text,
                "{agents},{},{},{},{},{},{ending},{},{}",
                contest.sides[side].letter,
                row.game,
                row.block,
                row.outcome,
                row.winners.join(" "),
                row.plies,
                utility.join(" ")
            );
            for number in &self.metrics {
                let value = row.metrics.get(*number).copied().flatten();
                let value = value.map_or_else(String::new, |value| rounded(value, 4).to_string());
                let _ = write!(self.text, ",{value}");
            }
            self.text.push('\n');
        }
    }

    /// Returns the table as CSV.
    #[must_use]
    pub fn csv(&self) -> &str {
        &self.text
    }
}
