//! Sweeps. A sweep changes the tunables of a ruleset one after another, to find the rules that
//! matter. All variations are sides of one comparison with the unchanged ruleset.

use std::fmt::Write as _;
use std::sync::Arc;

use quadrille_core::HookError;
use quadrille_dsl::Ruleset;
use quadrille_study::experiments::compare::{Difference, Estimate, Trial, Verdict};
use quadrille_study::experiments::metric::BoundedMetric;
use quadrille_study::metrics::{self, Unit};
use serde::Serialize;

use crate::choices::{Choice, choices};
use crate::command_line::{self, CommandLine};
use crate::compare::contest::{ALPHA, ComparisonRun, Contestant};
use crate::compare::question::{ComparisonQuestion, QuestionError, advised};
use crate::compare::report::{EstimateReport, estimate, line_up, random_play};
use crate::figures;
use crate::statistics::rounded;
use crate::table::{Align, WIDTH, head, paragraph, section};

/// The default margin for a share. Smaller changes do not matter.
const DEFAULT_SHARE_MARGIN: f64 = 0.05;

/// A tunable, with a value that differs from the value in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The tunable, with its script.
    pub tunable: String,
    /// The new value.
    pub value: String,
    /// The value in the unchanged ruleset.
    pub instead_of: String,
}

/// The importance of one changed rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Importance {
    /// The rule changes the primary metric.
    Matters,
    /// The primary metric does not change by more than the margin, but another metric changes.
    MattersElsewhere,
    /// The result is undecided.
    Open,
    /// The primary metric does not change by more than the margin, and no other change was found.
    /// Other metrics may still change by up to [`RuleRow::at_most`].
    NoChangeFound,
    /// The change had no effect: in every game, every metric was the same as without the change.
    NeverInPlay,
}

impl Importance {
    /// Returns the importance in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Matters => "matters",
            Self::MattersElsewhere => "matters elsewhere",
            Self::Open => "undecided",
            Self::NoChangeFound => "no change found",
            Self::NeverInPlay => "never in play",
        }
    }
}

/// The report of a sweep. Only `seconds` depends on the clock. No field depends on the number of
/// threads.
#[derive(Serialize, Clone, Debug)]
#[non_exhaustive]
pub struct SweepReport {
    /// The primary metric.
    pub primary: String,
    /// The margin of the primary metric: smaller changes do not matter.
    pub margin: f64,
    /// The maximum probability that at least one answer is false, for all rules together.
    pub alpha: f64,
    /// The results of each line-up.
    pub trials: Vec<TrialRows>,
    /// The tunables that could not be changed, with the reasons.
    pub not_swept: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// `true` if the sweep was stopped before its end.
    pub interrupted: bool,
    /// The duration in seconds.
    pub seconds: f64,
    /// The command that repeats the sweep.
    pub again: String,
}

/// The results of one line-up.
#[derive(Serialize, Clone, Debug)]
#[non_exhaustive]
pub struct TrialRows {
    /// Each seat's agent.
    pub agents: Vec<String>,
    /// `true` if all agents play at random.
    pub random_play: bool,
    /// The line-up as text.
    #[serde(skip)]
    pub name: String,
    /// The rules, sorted by importance. Among rules of equal importance, the rule with the largest
    /// proved change of the primary metric is first. The proved change is the distance from zero to
    /// the interval of the change.
    pub rules: Vec<RuleRow>,
}

/// The effect of one changed rule.
#[derive(Serialize, Clone, Debug)]
pub struct RuleRow {
    /// The tunable, with its script.
    pub tunable: String,
    /// The new value.
    pub value: String,
    /// The value in the unchanged ruleset.
    pub instead_of: String,
    /// The importance of the change.
    pub worth: Importance,
    /// The number of blocks played.
    pub blocks: u64,
    /// The change of the primary metric.
    pub change: EstimateReport,
    /// Other metrics that change.
    pub also_changed: Vec<String>,
    /// The maximum change of each metric for which no change was found.
    pub at_most: Vec<AtMost>,
}

/// A metric for which no change was found, with the greatest change that its interval still allows.
/// This is the end of the interval that is farther from zero. The intervals of all metrics are
/// valid jointly.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct AtMost {
    /// The metric.
    pub metric: String,
    /// The unit.
    pub unit: &'static str,
    /// The maximum change.
    pub change: f64,
    /// The maximum change relative to the metric's mean under the unchanged rules. `None` if that
    /// mean is zero.
    pub relative: Option<f64>,
    #[serde(skip)]
    share: bool,
}

impl AtMost {
    fn new(metric: &BoundedMetric, difference: &Difference) -> Self {
        let (low, high) = difference.joint;
        let change = high.max(-low).max(0.0);
        let mean = difference.first.mean.abs();
        Self {
            metric: metric.name.clone(),
            unit: metric.unit.name(),
            change: rounded(change, 6),
            relative: (mean > 0.0).then(|| rounded(change / mean, 6)),
            share: metric.unit == Unit::Share,
        }
    }
}

/// A sweep: a comparison of a ruleset with its variations.
#[derive(Debug)]
pub struct Sweep {
    /// The comparison. Its first side is the unchanged ruleset.
    pub contest: ComparisonRun,
    wanted: Vec<String>,
    swept: Vec<Variation>,
    not_swept: Vec<String>,
}

impl Sweep {
    /// Creates a sweep before its first game.
    ///
    /// `wanted` names tunables, optionally with values as in `script.CONST=1,2`. If `wanted` is
    /// empty, the sweep covers each tunable that lists its values, and each tunable that is `true`
    /// or `false`. `load` loads the ruleset with changed settings, and fails if a value does not
    /// fit the other rules. If `wanted` is empty, the sweep leaves out such a value, and its report
    /// describes the failure with the text from `why`. If `why` returns an error, this function
    /// returns the same error.
    ///
    /// # Errors
    /// Returns an error if a tunable is unknown, the rules reject a wanted value, nothing is left
    /// to sweep, or the question is invalid.
    pub fn new<E: From<QuestionError>>(
        base: Contestant,
        wanted: Vec<String>,
        mut question: ComparisonQuestion,
        mut load: impl FnMut(&[(String, String)]) -> Result<Arc<Ruleset>, E>,
        why: impl Fn(E) -> Result<String, E>,
    ) -> Result<Self, E> {
        question.margin = Some(margin(&question)?);
        let (variations, mut not_swept) = variations(&base.loaded, &wanted)?;
        let name = base.name.clone();
        let (own, weights) = (base.set.clone(), base.weights.clone());
        let mut sides = vec![base];
        let mut swept = Vec::new();
        for variation in variations {
            let mut set = own.clone();
            set.push((variation.tunable.clone(), variation.value.clone()));
            match load(&set) {
                Ok(loaded) => {
                    let side = Contestant::new(sides.len(), &name, set, loaded);
                    sides.push(Contestant { weights: weights.clone(), ..side });
                    swept.push(variation);
                }
                Err(error) if wanted.is_empty() => {
                    let what = format!("{} = {}", variation.tunable, variation.value);
                    not_swept.push(format!("{what}: {}", why(error)?));
                }
                Err(error) => return Err(error),
            }
        }
        if swept.is_empty() {
            let message = format!("nothing to sweep in `{name}`");
            return Err(advised(message, not_swept.first().cloned()).into());
        }
        Ok(Self {
            contest: ComparisonRun::new(sides, question)?.pursuing(),
            wanted,
            swept,
            not_swept,
        })
    }

    /// Returns the present report.
    #[must_use]
    pub fn report(&self) -> SweepReport {
        let (contest, question) = (&self.contest, &self.contest.question);
        let trials = contest.trials.iter().map(|trial| TrialRows {
            agents: trial.table.agents.iter().map(ToString::to_string).collect(),
            random_play: random_play(trial),
            name: line_up(trial),
            rules: rules(contest, trial, &self.swept),
        });
        SweepReport {
            primary: question.primary.clone(),
            margin: question.margin.unwrap_or_default(),
            alpha: ALPHA,
            trials: trials.collect(),
            not_swept: self.not_swept.clone(),
            games: contest.games(),
            interrupted: !contest.is_over(),
            seconds: rounded(contest.seconds, 3),
            again: self.command_line(),
        }
    }

    /// Returns the command line that repeats the sweep.
    fn command_line(&self) -> String {
        let mut line = CommandLine::new("sweep");
        line.folders(&self.contest.folders);
        let base = &self.contest.sides[0];
        line.word(&base.name);
        line.settings(base.settings());
        line.weights(base.weights.as_ref());
        self.wanted.iter().for_each(|tunable| line.option("--tunable", tunable));
        self.contest.question.write(&mut line);
        line.text()
    }

    /// Returns the first failure of a script.
    #[must_use]
    pub fn fault(&self) -> Option<&HookError> {
        self.contest.fault()
    }
}

/// Returns the margin of the question. If the question has no margin, the default for a share is
/// five percentage points. Other metrics have no default, so the question must give their margin.
fn margin(question: &ComparisonQuestion) -> Result<f64, QuestionError> {
    if let Some(margin) = question.margin {
        return Ok(margin);
    }
    let unit = metrics::metric(&question.primary).map_or(Unit::Share, |metric| metric.unit);
    if unit == Unit::Share && !question.primary.starts_with("count.") {
        return Ok(DEFAULT_SHARE_MARGIN);
    }
    Err(advised(
        format!("`{}` needs a margin", question.primary),
        Some(format!("add `--margin SIZE`, in {}", unit.name())),
    ))
}

/// Returns the variations. Each variation sets one tunable to one of its listed values other than
/// the value in force. Also returns the reasons why other tunables are not swept.
fn variations(
    loaded: &Ruleset,
    wanted: &[String],
) -> Result<(Vec<Variation>, Vec<String>), QuestionError> {
    let (choices, not_swept) = choices(loaded, wanted)?;
    let of = |Choice { tunable, values }: Choice| {
        let instead_of = values[0].clone();
        values.into_iter().skip(1).map(move |value| Variation {
            tunable: tunable.clone(),
            value,
            instead_of: instead_of.clone(),
        })
    };
    Ok((choices.into_iter().flat_map(of).collect(), not_swept))
}

/// Returns the effect of each variation. The effects are sorted by importance. Among effects of
/// equal importance, the effect with the largest proved change of the primary metric is first. The
/// proved change is the distance from zero to the interval of the change.
fn rules(contest: &ComparisonRun, trial: &Trial, swept: &[Variation]) -> Vec<RuleRow> {
    let mut rows: Vec<RuleRow> = trial
        .pairs
        .iter()
        .zip(swept)
        .map(|(pair, variation)| {
            let primary = &pair.differences[contest.design.primary];
            let others = pair.differences.iter().filter(|d| d.metric != contest.design.primary);
            let (changed, same): (Vec<_>, Vec<_>) =
                others.filter(|d| d.blocks > 0).partition(|d| d.called);
            let metric = |d: &Difference| &contest.design.metrics[d.metric];
            let also: Vec<String> = changed.iter().map(|d| metric(d).name.clone()).collect();
            // A metric that was zero in every game gives no information about the rule.
            let same = same.into_iter().filter(|d| !(still(&d.first) && still(&d.other)));
            RuleRow {
                tunable: variation.tunable.clone(),
                value: variation.value.clone(),
                instead_of: variation.instead_of.clone(),
                worth: worth(pair.verdict, &pair.differences, also.is_empty()),
                blocks: pair.blocks,
                change: estimate(&primary.change),
                also_changed: also,
                at_most: same.map(|d| AtMost::new(metric(d), d)).collect(),
            }
        })
        .collect();
    let sure = |row: &RuleRow| {
        let [low, high] = row.change.interval;
        if low > 0.0 { low } else { (-high).max(0.0) }
    };
    rows.sort_by(|a, b| {
        let by_worth = a.worth.cmp(&b.worth);
        let by_size = sure(b).total_cmp(&sure(a));
        by_worth.then(by_size).then(b.change.mean.abs().total_cmp(&a.change.mean.abs()))
    });
    rows
}

/// Returns `true` if the estimated quantity had the value zero in every block.
fn still(number: &Estimate) -> bool {
    number.mean == 0.0 && number.deviation == 0.0
}

fn worth(verdict: Verdict, differences: &[Difference], nothing_else: bool) -> Importance {
    match verdict {
        Verdict::Different => Importance::Matters,
        _ if differences.iter().all(|d| d.blocks == 0 || still(&d.change)) => {
            Importance::NeverInPlay
        }
        Verdict::Equivalent if nothing_else => Importance::NoChangeFound,
        Verdict::Equivalent => Importance::MattersElsewhere,
        Verdict::Inconclusive => Importance::Open,
    }
}

/// Describes the maximum changes: the largest among shares, and the largest among other numbers.
fn at_most(bounds: &[AtMost]) -> String {
    let size = |one: &AtMost| if one.share { Some(one.change) } else { one.relative };
    let greatest = |share: bool| {
        let some = bounds.iter().filter(|one| one.share == share);
        let sized = some.filter_map(|one| Some((size(one)?, one)));
        sized.max_by(|(a, _), (b, _)| a.total_cmp(b))
    };
    let describe = |(size, one): (f64, &AtMost)| {
        let number = if one.share {
            figures::change(Unit::Share, size).trim_start_matches('+').to_owned()
        } else {
            figures::percent(size)
        };
        format!("{number} ({})", one.metric)
    };
    let parts: Vec<String> = [true, false].into_iter().filter_map(greatest).map(describe).collect();
    if parts.is_empty() { String::new() } else { format!("others at most {}", parts.join(", ")) }
}

/// Returns the report as text.
#[must_use]
pub fn text(sweep: &Sweep, report: &SweepReport) -> String {
    let contest = &sweep.contest;
    let mut out = String::new();
    let metric = contest.primary();
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let _ = writeln!(
        out,
        "Sweep of {} by {} ({}){stop}\n  changes within {} do not matter",
        contest.sides[0].label(),
        metric.name,
        metric.about,
        figures::change(metric.unit, report.margin).trim_start_matches('+'),
    );
    for trial in &report.trials {
        let mut rows = vec![head(&["rule", "", "", "change", "interval", "blocks", ""])];
        for rule in &trial.rules {
            let [low, high] = rule.change.interval;
            rows.push(vec![
                rule.tunable.clone(),
                format!("{} instead of {}", rule.value, rule.instead_of),
                rule.worth.words().to_owned(),
                figures::change(metric.unit, rule.change.expected),
                figures::span(metric.unit, (low, high)),
                rule.blocks.to_string(),
                match rule.also_changed.len() {
                    0 if rule.worth == Importance::NoChangeFound => at_most(&rule.at_most),
                    0 => String::new(),
                    n if n > 3 => {
                        format!("also {} and {} more", rule.also_changed[..3].join(", "), n - 3)
                    }
                    _ => format!("also {}", rule.also_changed.join(", ")),
                },
            ]);
        }
        let sides = [
            Align::Left,
            Align::Left,
            Align::Left,
            Align::Right,
            Align::Left,
            Align::Right,
            Align::Left,
        ];
        let label = if trial.random_play { " (random play)" } else { "" };
        section(&format!("{}{label}", trial.name), &sides, &rows, &mut out);
    }
    let notes = "No change found: the primary metric changes by less than the margin, and no other metric \
                 was found to change. Other metrics may still change by at most the numbers in the row, \
                 which are for the least certain share and the least certain other number. Never in \
                 play: every game was the same in every metric. The intervals hold at every time, for \
                 all rules together.";
    let _ = write!(out, "\n{}", paragraph(notes, 2, WIDTH));
    for one in &report.not_swept {
        out.push_str(&paragraph(&format!("not swept: {one}"), 2, WIDTH));
    }
    command_line::ending(report.games, report.seconds, &report.again, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_found_may_change_by_the_wider_end_of_its_interval() {
        let bound = |metric: &str, share, change, relative| AtMost {
            metric: metric.to_owned(),
            unit: "",
            change,
            relative,
            share,
        };
        let bounds = [
            bound("coverage", true, 0.012, Some(0.02)),
            bound("dead_time", true, 0.031, Some(0.5)),
            bound("length", false, 4.0, Some(0.025)),
            bound("drops", false, 3.0, None),
            bound("captures", false, 1.0, Some(0.1)),
        ];
        assert_eq!(at_most(&bounds), "others at most 3.1 points (dead_time), 10.0 % (captures)");
        assert_eq!(at_most(&[]), "");
    }

    #[test]
    fn no_change_is_reported_only_within_the_margin() {
        assert_eq!(worth(Verdict::Different, &[], true), Importance::Matters);
        assert!(
            Importance::Matters < Importance::Open && Importance::Open < Importance::NoChangeFound
        );
        let difference = |mean: f64| {
            let estimate =
                Estimate { mean, expected: mean, deviation: mean.abs(), interval: (-0.1, 0.1) };
            Difference {
                metric: 0,
                blocks: 9,
                first: estimate,
                other: estimate,
                change: estimate,
                alpha: 0.05,
                joint: (-0.1, 0.1),
                p: 1.0,
                raw_p: 1.0,
                called: false,
                correlation: None,
                gain: None,
            }
        };
        let moved = [difference(0.01)];
        assert_eq!(worth(Verdict::Inconclusive, &moved, true), Importance::Open);
        assert_eq!(worth(Verdict::Equivalent, &moved, true), Importance::NoChangeFound);
        assert_eq!(worth(Verdict::Equivalent, &moved, false), Importance::MattersElsewhere);
        assert_eq!(worth(Verdict::Inconclusive, &[difference(0.0)], true), Importance::NeverInPlay);
    }
}
