//! The metrics of a survey: the metrics of comparisons and [`FIRST_ADVANTAGE`], which is comparable
//! between games with different numbers of sides.

use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_study::experiments::metric::{Catalogue, MetricSource};
use quadrille_study::metrics::{GameRecord, Sample};

use super::question::{SurveyEntry, SurveyMetric, SurveyQuestion};
use crate::compare::question::QuestionError;

/// The seat advantage of the side that moves first: its utility minus an equal share.
pub const FIRST_ADVANTAGE: &str = "first_advantage";
/// The metric from which [`FIRST_ADVANTAGE`] is computed.
const FIRST_SIDE: &str = "first_side";

/// The metrics that are measured by default.
pub const DEFAULT_METRICS: [&str; 9] = [
    "decided",
    "length",
    "branching",
    FIRST_ADVANTAGE,
    "dead_time",
    "captures",
    "checks",
    "lead_changes",
    "late_uncertainty",
];

/// The metrics of a survey, for one of its games.
pub struct SurveyMeasure<'a> {
    catalogue: Catalogue<'a>,
    /// The metrics. Each entry has the name of a metric, and the number that is subtracted from the
    /// metric's values.
    shifts: Vec<(String, f64)>,
}

impl std::fmt::Debug for SurveyMeasure<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SurveyMeasure").finish_non_exhaustive()
    }
}

impl SurveyMeasure<'_> {
    /// Returns the metrics.
    #[must_use]
    pub fn metrics(&self) -> Vec<SurveyMetric> {
        let each = self.catalogue.metrics().zip(&self.shifts);
        each.map(|(metric, (name, _))| {
            let about = match name.as_str() {
                FIRST_ADVANTAGE => "seat advantage of the side that moves first".to_owned(),
                _ => metric.about.clone(),
            };
            SurveyMetric { name: name.clone(), about, unit: metric.unit }
        })
        .collect()
    }

    /// Returns the lower and upper bound of each metric.
    #[must_use]
    pub fn bounds(&self) -> Vec<(f64, f64)> {
        let each = self.catalogue.metrics().zip(&self.shifts);
        each.map(|(metric, (_, shift))| (metric.low - shift, metric.high - shift)).collect()
    }
}

impl MetricSource for SurveyMeasure<'_> {
    fn values(&self, game: &GameRecord, sample: Option<&Sample>) -> Vec<f64> {
        let values = self.catalogue.values(game, sample).into_iter();
        values.zip(&self.shifts).map(|(value, (_, shift))| value - shift).collect()
    }
}

/// Returns the metrics for each game.
///
/// # Errors
/// Returns a [`QuestionError`] if a game lacks a metric.
pub fn all<'a>(
    entries: &'a [SurveyEntry],
    question: &SurveyQuestion,
) -> Result<Vec<SurveyMeasure<'a>>, QuestionError> {
    entries.iter().map(|entry| one(entry, entries, question)).collect()
}

fn one<'a>(
    entry: &'a SurveyEntry,
    entries: &[SurveyEntry],
    question: &SurveyQuestion,
) -> Result<SurveyMeasure<'a>, QuestionError> {
    let spec = entry.loaded.spec();
    let limit = |entry: &SurveyEntry| question.ply_limit.unwrap_or(entry.loaded.spec().ply_limit);
    let mut catalogue = Catalogue::new(&entry.loaded.rules, limit(entry));
    let known: Vec<String> = catalogue.metrics().map(|metric| metric.name.clone()).collect();
    let wrong = |message: String, help: String| QuestionError {
        message,
        help: Some(help),
        findings: Vec::new(),
    };
    let source =
        |name: &str| if name == FIRST_ADVANTAGE { FIRST_SIDE.to_owned() } else { name.to_owned() };
    for name in &question.metrics {
        if known.contains(&source(name)) {
            continue;
        }
        let elsewhere = entries.iter().any(|other| {
            let other = Catalogue::new(&other.loaded.rules, limit(other));
            other.metrics().any(|metric| metric.name == *name)
        });
        if elsewhere {
            return Err(wrong(
                format!("`{}` has no metric `{name}`", entry.name),
                "choose metrics that all games have, such as `decided` or `length`".to_owned(),
            ));
        }
        let everywhere = known.iter().map(String::as_str).filter(|name| !name.contains('.'));
        let names: Vec<&str> = everywhere.chain([FIRST_ADVANTAGE]).collect();
        let close = did_you_mean(name, names.iter().copied());
        return Err(wrong(
            format!("unknown metric `{name}`"),
            close.unwrap_or_else(|| format!("choose from: {}", names.join(", "))),
        ));
    }
    let equal = 1.0 / spec.teams.len().max(1) as f64;
    let shift = |name: &String| (name.clone(), if name == FIRST_ADVANTAGE { equal } else { 0.0 });
    catalogue.keep(&question.metrics.iter().map(|name| source(name)).collect::<Vec<_>>());
    Ok(SurveyMeasure { catalogue, shifts: question.metrics.iter().map(shift).collect() })
}
