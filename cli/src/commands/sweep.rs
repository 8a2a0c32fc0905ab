//! `sweep`: changes each tunable of a ruleset in turn, to see which rules matter.

use std::fmt::Write as _;

use quadrille_core::metrics::{self, Unit};
use quadrille_core::study::compare::{Difference, Trial, Verdict};
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::{Loaded, Tunable};
use quadrille_reports::command_line::{self, CommandLine};
use quadrille_reports::compare::contest::{ALPHA, Contest};
use quadrille_reports::compare::question::Question;
use quadrille_reports::compare::report::{EstimateReport, estimate, line_up, random_play};
use quadrille_reports::figures;
use quadrille_reports::statistics::rounded;
use quadrille_reports::table::{Align, WIDTH, head, paragraph, section};
use serde::Serialize;

use super::contest::{contestant, hold, question};
use crate::args::{QuestionArgs, Setting, SweepArgs};
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::output::interrupt;

/// Where no margin is given, smaller changes of a share than this do not matter.
const MARGIN: f64 = 0.05;

/// A tunable with one of its other values.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Variation {
    tunable: String,
    value: String,
    instead_of: String,
}

/// What a change of one rule does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Importance {
    /// It changes the primary metric.
    Matters,
    /// The primary metric does not change by more than the margin, but another one changes.
    MattersElsewhere,
    /// It is undecided.
    Open,
    /// Nothing changes by more than the margin, and no other metric that was looked at.
    Decorative,
    /// Every game was the same as without it, in every metric.
    NeverInPlay,
}

impl Importance {
    fn words(self) -> &'static str {
        match self {
            Self::Matters => "matters",
            Self::MattersElsewhere => "matters elsewhere",
            Self::Open => "open",
            Self::Decorative => "decorative",
            Self::NeverInPlay => "never in play",
        }
    }
}

#[derive(Serialize, Debug)]
struct SweepReport {
    primary: String,
    margin: f64,
    alpha: f64,
    trials: Vec<TrialRows>,
    not_swept: Vec<String>,
    games: u64,
    interrupted: bool,
    seconds: f64,
    again: String,
}

#[derive(Serialize, Debug)]
struct TrialRows {
    agents: Vec<String>,
    random_play: bool,
    #[serde(skip)]
    name: String,
    /// By how surely and how much they change the primary metric.
    rules: Vec<RuleRow>,
}

#[derive(Serialize, Debug)]
struct RuleRow {
    tunable: String,
    value: String,
    instead_of: String,
    worth: Importance,
    blocks: u64,
    change: EstimateReport,
    /// Other metrics that change.
    also_changed: Vec<String>,
}

/// Sweeps and reports.
pub fn run(args: &SweepArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let name = &args.rules.ruleset;
    let base = contestant(&context.shelf, 0, name, args.rules.change.set.clone())?;
    let (variations, mut not_swept) = variations(&base.loaded, &args.tunables)?;
    let mut sides = vec![base];
    let mut swept = Vec::new();
    for variation in variations {
        let mut set = args.rules.change.set.clone();
        set.push(Setting { name: variation.tunable.clone(), value: variation.value.clone() });
        match contestant(&context.shelf, sides.len(), name, set) {
            Ok(side) => {
                sides.push(side);
                swept.push(variation);
            }
            // A value of a listed tunable may not go with the rest of the rules.
            Err(failure) if args.tunables.is_empty() => {
                let why = failure.diagnostics().into_iter().map(|d| d.message).next();
                let what = format!("{} = {}", variation.tunable, variation.value);
                not_swept.push(format!("{what}: {}", why.unwrap_or_default()));
            }
            Err(failure) => return Err(failure),
        }
    }
    if swept.is_empty() {
        return Err(Failure::advised(
            format!("nothing to sweep in `{name}`"),
            not_swept.first().cloned(),
        ));
    }
    let margin = Some(margin(&args.question)?);
    let question = Question { margin, ..question(&args.question, &args.run)? };
    let stop = context.interrupt.watch();
    let contest = hold(sides, question, &args.keep, &stop)?;
    let report = report(args, &contest, &swept, not_swept);
    let made_from = (&*contest.sides[0].loaded, args.run.seed);
    super::print_report(context, args.format, made_from, &report, || text(&contest, &report))?;
    if report.interrupted {
        context.out.note(interrupt::told(report.games, &report.again, &args.keep));
        return Ok(exit::INTERRUPTED);
    }
    match contest.trials.iter().find_map(|trial| trial.first_fault.as_ref()) {
        Some((.., error)) => Err(Failure::Script(error.clone())),
        None => Ok(exit::FINE),
    }
}

/// The margin in force: that of shares is five points, others must be given.
fn margin(question: &QuestionArgs) -> Result<f64, Failure> {
    if let Some(margin) = question.margin {
        return Ok(margin);
    }
    let unit = metrics::metric(&question.primary).map_or(Unit::Share, |metric| metric.unit);
    if unit == Unit::Share && !question.primary.starts_with("count.") {
        return Ok(MARGIN);
    }
    Err(Failure::advised(
        format!("`{}` needs a margin", question.primary),
        Some(format!("add `--margin SIZE`, in {}", unit.name())),
    ))
}

/// Every value of every tunable but those in force, and what has no values to try.
fn variations(
    loaded: &Loaded,
    wanted: &[String],
) -> Result<(Vec<Variation>, Vec<String>), Failure> {
    let (mut all, mut not_swept) = (Vec::new(), Vec::new());
    let full = |tunable: &Tunable| format!("{}.{}", tunable.script, tunable.name);
    let mut add = |tunable: &Tunable, values: Option<Vec<String>>| {
        let values = values.unwrap_or_else(|| match tunable.value.as_str() {
            "true" | "false" => vec!["true".to_owned(), "false".to_owned()],
            _ => tunable.one_of.clone(),
        });
        if values.is_empty() {
            let name = full(tunable);
            not_swept.push(format!("{name}: needs values, as in `--tunable {name}=1,2,3`"));
        }
        for value in values.into_iter().filter(|value| *value != tunable.value) {
            let instead_of = tunable.value.clone();
            all.push(Variation { tunable: full(tunable), value, instead_of });
        }
    };
    if wanted.is_empty() {
        loaded.tunables.iter().for_each(|tunable| add(tunable, None));
        return Ok((all, not_swept));
    }
    for text in wanted {
        let (name, values) = match text.split_once('=') {
            Some((name, values)) => {
                (name, Some(values.split(',').map(|v| v.trim().to_owned()).collect()))
            }
            None => (text.as_str(), None),
        };
        let named = |t: &&Tunable| full(t) == name || t.name == name;
        let found: Vec<&Tunable> = loaded.tunables.iter().filter(named).collect();
        match found[..] {
            [tunable] => add(tunable, values),
            [] => {
                let names: Vec<String> = loaded.tunables.iter().map(full).collect();
                let close = did_you_mean(name, names.iter().map(String::as_str));
                return Err(Failure::advised(
                    format!("unknown tunable `{name}`"),
                    Some(close.unwrap_or_else(|| format!("expected one of: {}", names.join(", ")))),
                ));
            }
            _ => {
                let names: Vec<String> = found.into_iter().map(full).collect();
                return Err(Failure::advised(
                    format!("several scripts have a tunable `{name}`"),
                    Some(format!("write {}", names.join(" or "))),
                ));
            }
        }
    }
    Ok((all, not_swept))
}

fn report(
    args: &SweepArgs,
    contest: &Contest,
    swept: &[Variation],
    not_swept: Vec<String>,
) -> SweepReport {
    let question = &contest.question;
    let trials = contest.trials.iter().map(|trial| TrialRows {
        agents: trial.table.agents.iter().map(ToString::to_string).collect(),
        random_play: random_play(trial),
        name: line_up(trial),
        rules: rules(contest, trial, swept),
    });
    let mut line = CommandLine::new("sweep");
    line.word(&args.rules.ruleset);
    line.settings(&args.rules.change.set);
    args.tunables.iter().for_each(|tunable| line.option("--tunable", tunable));
    question.write(&mut line);
    SweepReport {
        primary: question.primary.clone(),
        margin: question.margin.unwrap_or_default(),
        alpha: ALPHA,
        trials: trials.collect(),
        not_swept,
        games: contest.games(),
        interrupted: !contest.is_over(),
        seconds: rounded(contest.seconds, 3),
        again: line.text(),
    }
}

/// What each variation does, those that surely do most first.
fn rules(contest: &Contest, trial: &Trial, swept: &[Variation]) -> Vec<RuleRow> {
    let mut rows: Vec<RuleRow> = trial
        .pairs
        .iter()
        .zip(swept)
        .map(|(pair, variation)| {
            let primary = &pair.differences[contest.design.primary];
            let others = pair.differences.iter().filter(|d| d.metric != contest.design.primary);
            let changed = others.filter(|d| d.called);
            let also: Vec<String> =
                changed.map(|d| contest.design.metrics[d.metric].name.clone()).collect();
            RuleRow {
                tunable: variation.tunable.clone(),
                value: variation.value.clone(),
                instead_of: variation.instead_of.clone(),
                worth: worth(pair.verdict, &pair.differences, also.is_empty()),
                blocks: pair.blocks,
                change: estimate(&primary.change),
                also_changed: also,
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

fn worth(verdict: Verdict, differences: &[Difference], nothing_else: bool) -> Importance {
    let still = |d: &Difference| d.change.mean == 0.0 && d.change.deviation == 0.0;
    match verdict {
        Verdict::Different => Importance::Matters,
        _ if differences.iter().all(|d| d.blocks == 0 || still(d)) => Importance::NeverInPlay,
        Verdict::Equivalent if nothing_else => Importance::Decorative,
        Verdict::Equivalent => Importance::MattersElsewhere,
        Verdict::Inconclusive => Importance::Open,
    }
}

fn text(contest: &Contest, report: &SweepReport) -> String {
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
    let notes = "Decorative: the metric changes by less than the margin, and no other metric was \
                 found to change. Never in play: every game was the same in every metric. \
                 Intervals are valid at any time, jointly for all rules.";
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
    fn a_rule_is_decorative_only_within_the_margin() {
        assert_eq!(worth(Verdict::Different, &[], true), Importance::Matters);
        assert!(
            Importance::Matters < Importance::Open && Importance::Open < Importance::Decorative
        );
        let difference = |mean: f64| {
            let estimate = quadrille_core::study::compare::Estimate {
                mean,
                expected: mean,
                deviation: mean.abs(),
                interval: (-0.1, 0.1),
            };
            Difference {
                metric: 0,
                blocks: 9,
                first: estimate,
                other: estimate,
                change: estimate,
                alpha: 0.05,
                p: 1.0,
                raw_p: 1.0,
                called: false,
                correlation: None,
                gain: None,
            }
        };
        let moved = [difference(0.01)];
        assert_eq!(worth(Verdict::Inconclusive, &moved, true), Importance::Open);
        assert_eq!(worth(Verdict::Equivalent, &moved, true), Importance::Decorative);
        assert_eq!(worth(Verdict::Equivalent, &moved, false), Importance::MattersElsewhere);
        assert_eq!(worth(Verdict::Inconclusive, &[difference(0.0)], true), Importance::NeverInPlay);
    }
}
