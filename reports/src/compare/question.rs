//! The question of a comparison, and checks that the rulesets can answer it.

use std::fmt;
use std::str::FromStr;

use quadrille_agents::{AgentSpec, InvalidAgent};
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::{Diagnostic, RulesetError};
use quadrille_study::experiments::block::BlockDesign;
use quadrille_study::experiments::metric::{BoundedMetric, Catalogue};
use quadrille_study::metrics::Unit;
use quadrille_study::sim::Opening;

use super::contestant::Contestant;
use crate::command_line::CommandLine;
use crate::opening::Openings;

/// The question of a comparison, and the settings of its games.
#[derive(Clone, PartialEq, Debug)]
pub struct ComparisonQuestion {
    /// The primary metric.
    pub primary: String,
    /// The smallest change of the primary metric that matters.
    pub margin: Option<f64>,
    /// The line-ups of agents, each of which is tested separately.
    pub agents: Vec<LineUp>,
    /// The maximum number of games per side for each line-up.
    pub number: u64,
    /// The minimum number of games per side. Even if the answer is known earlier, this number of
    /// games is played, so that the other metrics are measured too.
    pub at_least: u64,
    /// The openings of the games.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// A ply limit that replaces the rulesets' ply limits.
    pub ply_limit: Option<u32>,
    /// The number of threads. Results do not depend on this number.
    pub jobs: usize,
}

impl ComparisonQuestion {
    /// Adds the options that repeat the question to a command line.
    pub fn write(&self, line: &mut CommandLine) {
        line.option("--primary", &self.primary);
        if let Some(margin) = self.margin {
            line.option("--margin", margin);
        }
        line.agents(&self.agents);
        line.option("-n", self.number);
        line.option("--at-least", self.at_least);
        self.openings.write(line);
        line.seed(self.seed, self.ply_limit);
    }
}

/// An agent for all seats, or an agent for each seat: `greedy+random+greedy+random`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineUp(pub Vec<AgentSpec>);

impl FromStr for LineUp {
    type Err = InvalidAgent;

    fn from_str(text: &str) -> Result<Self, InvalidAgent> {
        text.split('+').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for LineUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&names.join("+"))
    }
}

/// The reason why rulesets can't be compared by a question.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct QuestionError {
    /// The text of the error.
    pub message: String,
    /// Advice for the reader of the error, if there is any.
    pub help: Option<String>,
    /// Errors in a file that the question names. The field `message` has the first of these errors.
    pub findings: Vec<Diagnostic>,
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl std::error::Error for QuestionError {}

impl QuestionError {
    /// Creates an error from the errors in a file that the question names.
    #[must_use]
    pub fn of_file(error: RulesetError) -> Self {
        let findings = error.into_diagnostics();
        let first = findings.first().map(|finding| finding.message.clone());
        Self { message: first.unwrap_or_default(), help: None, findings }
    }
}

/// Creates an error with advice.
pub(crate) fn advised(message: String, help: Option<String>) -> QuestionError {
    QuestionError { message, help, findings: Vec::new() }
}

/// Returns a catalogue of metrics for each side. The catalogues contain only metrics that all sides
/// have. The metrics are in the same order for all sides. Metrics about clauses are included only
/// if the question names them.
///
/// # Errors
/// Returns a [`QuestionError`] if the primary metric is not among these metrics.
pub fn catalogues<'a>(
    sides: &'a [Contestant],
    question: &ComparisonQuestion,
) -> Result<Vec<Catalogue<'a>>, QuestionError> {
    let limit = |side: &Contestant| question.ply_limit.unwrap_or(side.loaded.spec().ply_limit);
    let new = |side: &'a Contestant| Catalogue::new(&side.loaded.rules, limit(side));
    let mut all: Vec<Catalogue<'a>> = sides.iter().map(new).collect();
    let names = |catalogue: &Catalogue<'_>| -> Vec<String> {
        catalogue.metrics().map(|metric| metric.name.clone()).collect()
    };
    let primary = &question.primary;
    for (side, catalogue) in sides.iter().zip(&all) {
        let names = names(catalogue);
        if names.contains(primary) {
            continue;
        }
        let elsewhere = all.iter().any(|other| other.metrics().any(|m| m.name == *primary));
        if elsewhere {
            return Err(advised(
                format!("`{}` has no metric `{primary}`", side.name),
                Some(
                    "choose a metric that all rulesets have, such as `decided` or `length`"
                        .to_owned(),
                ),
            ));
        }
        let close = did_you_mean(primary, names.iter().map(String::as_str));
        let plain = names.iter().filter(|name| !name.starts_with("clause."));
        let plain: Vec<&str> = plain.map(String::as_str).collect();
        return Err(advised(
            format!("unknown metric `{primary}`"),
            Some(close.unwrap_or_else(|| {
                format!("expected one of: {}, or clause.NAME", plain.join(", "))
            })),
        ));
    }
    if let Some(why) = incomparable(sides, primary) {
        return Err(advised(
            format!("`{primary}` is not comparable between these rulesets: {why}"),
            Some("choose another metric, such as `decided` or `length`".to_owned()),
        ));
    }
    let shared: Vec<String> = names(&all[0])
        .into_iter()
        .filter(|name| name == primary || is_usual(sides, name))
        .filter(|name| all.iter().all(|other| other.metrics().any(|m| m.name == *name)))
        .filter(|name| incomparable(sides, name).is_none())
        .collect();
    for catalogue in &mut all {
        catalogue.keep(&shared);
    }
    Ok(all)
}

/// Returns `true` if a metric is included by default. Metrics about clauses are excluded, because
/// the report has a separate table of clauses. In games with teams, metrics about seats are
/// excluded, because the seats of a team share the team's results.
fn is_usual(sides: &[Contestant], metric: &str) -> bool {
    let teamed = sides.iter().any(|side| {
        let spec = side.loaded.spec();
        spec.teams.len() < spec.seats.len()
    });
    !(metric.starts_with("clause.") || teamed && metric.starts_with("seat."))
}

/// Returns the reason why a metric about results can't be compared between the rulesets `sides`, or
/// `None` if it can be compared.
fn incomparable(sides: &[Contestant], metric: &str) -> Option<String> {
    let of_result = metric.starts_with("first_side")
        || metric.starts_with("seat.")
        || metric.starts_with("team.");
    if !of_result {
        return None;
    }
    let shape = |side: &Contestant| {
        let spec = side.loaded.spec();
        (spec.seats.len(), spec.teams.len())
    };
    let first = sides.first()?;
    let other = sides.iter().find(|side| shape(side) != shape(first))?;
    let describe = |side: &Contestant| {
        let (seats, teams) = shape(side);
        if teams < seats {
            format!("{} has {seats} seats in {teams} teams", side.name)
        } else {
            format!("{} has {seats} seats without teams", side.name)
        }
    };
    Some(format!("{}; {}", describe(first), describe(other)))
}

/// Returns the metrics of all sides, with bounds that are valid on all sides.
pub fn shared_metrics(catalogues: &[Catalogue<'_>]) -> Vec<BoundedMetric> {
    let mut metrics: Vec<BoundedMetric> =
        catalogues.first().map(|first| first.metrics().cloned().collect()).unwrap_or_default();
    for other in catalogues {
        for (metric, same) in metrics.iter_mut().zip(other.metrics()) {
            metric.low = metric.low.min(same.low);
            metric.high = metric.high.max(same.high);
        }
    }
    metrics
}

/// Returns the openings of each side.
///
/// # Errors
/// Returns a [`QuestionError`] if the openings are not possible under the rules of a side.
pub fn openings(
    sides: &[Contestant],
    question: &ComparisonQuestion,
) -> Result<Vec<Opening>, QuestionError> {
    let side = |side: &Contestant| {
        let openings = side.openings.as_ref().unwrap_or(&question.openings);
        openings.by(&side.loaded).map_err(|error| {
            let mut findings = error.into_diagnostics();
            for finding in &mut findings {
                finding.message = format!("{} (by the rules of {})", finding.message, side.name);
            }
            QuestionError::of_file(findings.into())
        })
    };
    sides.iter().map(side).collect()
}

/// Returns the design of the blocks for each line-up.
///
/// # Errors
/// Returns a [`QuestionError`] if a line-up's number of agents does not fit a ruleset, or an agent
/// can't play by the rules of a ruleset.
pub fn tables(
    sides: &[Contestant],
    question: &ComparisonQuestion,
) -> Result<Vec<BlockDesign>, QuestionError> {
    let table = |line_up: &LineUp| -> Result<BlockDesign, QuestionError> {
        let agents = seated(line_up, sides)?;
        Ok(BlockDesign { seed: question.seed, agents, ply_limit: question.ply_limit })
    };
    question.agents.iter().map(table).collect()
}

/// Returns the agents of a line-up, one for each seat.
fn seated(line_up: &LineUp, sides: &[Contestant]) -> Result<Vec<AgentSpec>, QuestionError> {
    if let [agent] = line_up.0[..] {
        // If one agent has all seats, all rotations are the same game, so any number of seats fits.
        let seats = sides.iter().map(|side| side.loaded.spec().seats.len()).max();
        return Ok(vec![agent; seats.unwrap_or(1)]);
    }
    for side in sides {
        let seats = side.loaded.spec().seats.len();
        if seats != line_up.0.len() {
            return Err(advised(
                format!(
                    "`{line_up}` has {} agents, and {} has {seats} seats",
                    line_up.0.len(),
                    side.name
                ),
                Some("give one agent for all seats, or one per seat, joined by `+`".to_owned()),
            ));
        }
    }
    Ok(line_up.0.clone())
}

/// Checks that the margin is smaller than the range of the metric.
///
/// # Errors
/// Returns a [`QuestionError`] if the margin is as large as the range, or larger.
pub fn check_margin(
    question: &ComparisonQuestion,
    metric: &BoundedMetric,
) -> Result<(), QuestionError> {
    let range = metric.high - metric.low;
    match question.margin {
        Some(margin) if margin >= range => Err(advised(
            format!("a margin of {margin} exceeds the range of `{}`", metric.name),
            (metric.unit == Unit::Share).then(|| {
                format!(
                    "the metric is a share from 0 to 1; for {margin} percentage points write {}",
                    margin / 100.0
                )
            }),
        )),
        _ => Ok(()),
    }
}
