//! The paper about a study, as a page of Markdown with plots.

use std::fmt::Write as _;

use quadrille_study::experiments::compare::{Difference, Pair, Trial};
use quadrille_study::metrics::Unit;

use super::file::StudyFile;
use super::plan::SealedPlan;
use crate::compare::contest::ComparisonRun;
use crate::compare::page::plot::{IntervalRow, intervals, standalone};
use crate::compare::report::{CompareReport, line_up, verdict_word};
use crate::figures;
use crate::table::{WIDTH, paragraph};

/// The parts of a paper.
#[derive(Debug)]
pub struct Paper<'a> {
    /// The file of the study.
    pub study: &'a StudyFile,
    /// The sealed plan.
    pub sealed: &'a SealedPlan,
    /// The deviations from the plan, as sentences.
    pub deviations: &'a [String],
    /// The games.
    pub contest: &'a ComparisonRun,
    /// The results.
    pub report: &'a CompareReport,
    /// The command that repeats the study.
    pub again: &'a str,
}

impl Paper<'_> {
    /// Returns the paper as Markdown. It refers to a plot for each line-up.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { study, contest, report, .. } = self;
        let mut out = format!("# {}\n\n", study.title);
        prose(&study.question, &mut out);
        let _ = writeln!(out, "**Result**");
        out.push('\n');
        for row in &report.conclusions {
            prose(&format!("{}: {}", self.side(row.side), row.sentence), &mut out);
        }
        if report.interrupted {
            prose("The run is unfinished. These are the results so far.", &mut out);
        }
        self.plan(&mut out);
        self.deviations(&mut out);
        for (number, trial) in contest.trials.iter().enumerate() {
            self.results(number, trial, &mut out);
        }
        out.push_str("## What would change the conclusion\n\n");
        prose(&study.would_change, &mut out);
        out.push_str("## Limits\n\n");
        prose(
            "The players are programs. Results of `random`, `greedy` (one ply deep) or a short search \
             may not hold for people. The exploratory metrics suggest questions for other studies, \
             and prove nothing.",
            &mut out,
        );
        prose(&study.limits, &mut out);
        if !study.discussion.trim().is_empty() {
            out.push_str("## Discussion\n\nThe author wrote this part after the games.\n\n");
            prose(&study.discussion, &mut out);
        }
        let _ = write!(
            out,
            "## Data\n\n`plan.toml` is the sealed plan, `games.csv` has a row for each game, and \
             `results.json` has all\nmetrics. To repeat the study:\n\n```sh\n{}\n```\n",
            self.again
        );
        out
    }

    /// Returns the plots, each with the name of its file.
    #[must_use]
    pub fn plots(&self) -> Vec<(String, String)> {
        let plots = self.contest.trials.iter().enumerate().map(|(number, trial)| {
            let metric = self.contest.primary();
            let (scale, _) = figures::scale(metric.unit);
            let rows: Vec<IntervalRow> =
                trial.pairs.iter().filter_map(|pair| self.interval(trial, pair, scale)).collect();
            let axis =
                format!("change of {} ({})", metric.name, figures::unit_of_change(metric.unit));
            let title = format!("{}, {} agents", self.study.title, line_up(trial));
            let svg = intervals(&title, &axis, &rows, Some(self.study.margin * scale));
            (plot_name(number), standalone(&svg))
        });
        plots.collect()
    }

    fn interval(&self, trial: &Trial, pair: &Pair, scale: f64) -> Option<IntervalRow> {
        let metric = self.contest.primary();
        let difference = primary(self.contest, pair)?;
        let change = difference.change;
        let (low, high) = change.interval;
        (difference.blocks > 0).then(|| IntervalRow {
            name: format!("{} ({})", self.contest.sides[pair.other].label(), line_up(trial)),
            side: pair.other,
            mean: change.expected * scale,
            interval: (low * scale, high * scale),
            figures: words(metric.unit, difference),
        })
    }

    /// Returns the label of the ruleset with this letter.
    fn side(&self, letter: char) -> String {
        let side = self.contest.sides.iter().find(|side| side.letter == letter);
        side.map_or_else(String::new, |side| format!("`{}`", side.label()))
    }

    fn plan(&self, out: &mut String) {
        let Self { study, contest, sealed, .. } = self;
        let metric = contest.primary();
        out.push_str("## Plan\n\n| part | value |\n|---|---|\n");
        let mut row = |part: &str, value: &str| {
            let _ = writeln!(out, "| {part} | {value} |");
        };
        for side in &contest.sides {
            let letter = side.letter.to_ascii_uppercase();
            row(&format!("ruleset {letter}"), &format!("`{}`", side.label()));
        }
        row("primary metric", &format!("`{}`: {}", metric.name, metric.about));
        let margin = figures::change(metric.unit, study.margin);
        row("margin", margin.trim_start_matches('+'));
        row("agents", &study.agents.join(", "));
        let games = figures::grouped(study.games);
        row("games", &format!("at most {games} for each ruleset and line-up of agents"));
        row("openings", contest.question.openings.words().as_deref().unwrap_or("the array"));
        row("seed", &study.seed.to_string());
        row("exploratory metrics", &study.exploratory.join(", "));
        row("seal", &format!("`{}`", sealed.seal));
        out.push('\n');
        prose(
            "All games of a block have the same random numbers. The games end when a confidence \
             sequence decides the question. The probability of any wrong answer about the primary \
             metric is at most 5 %.",
            out,
        );
    }

    fn deviations(&self, out: &mut String) {
        out.push_str("## Deviations from the plan\n\n");
        if self.deviations.is_empty() {
            out.push_str("None.\n\n");
            return;
        }
        for one in self.deviations {
            let _ = writeln!(out, "- {one}");
        }
        out.push('\n');
    }

    fn results(&self, number: usize, trial: &Trial, out: &mut String) {
        let Self { contest, study, .. } = self;
        let name = line_up(trial);
        let _ = writeln!(out, "## Results: {name}\n");
        let title = format!("Changes of {} with {name}", contest.primary().name);
        let _ = writeln!(out, "![{title}]({})\n", plot_name(number));
        out.push_str(
            "| ruleset | games | A | this ruleset | change | verdict |\n|---|--:|--:|--:|---|---|\n",
        );
        for pair in &trial.pairs {
            let Some(difference) = primary(contest, pair) else { continue };
            let unit = contest.primary().unit;
            let _ = writeln!(
                out,
                "| `{}` | {} | {} | {} | {} | {} |",
                contest.sides[pair.other].label(),
                figures::grouped(trial.summaries[pair.other].games),
                figures::value(unit, difference.first.mean),
                figures::value(unit, difference.other.mean),
                words(unit, difference),
                verdict_word(pair.verdict)
            );
        }
        out.push('\n');
        if study.exploratory.is_empty() {
            return;
        }
        out.push_str(
            "Exploratory metrics, with Holm's correction for all metrics:\n\n\
             | ruleset | metric | A | this ruleset | interval of the change | p |\n\
             |---|---|--:|--:|---|--:|\n",
        );
        for pair in &trial.pairs {
            for difference in &pair.differences {
                let metric = &contest.design.metrics[difference.metric];
                if !study.exploratory.contains(&metric.name) || difference.blocks == 0 {
                    continue;
                }
                let _ = writeln!(
                    out,
                    "| `{}` | `{}` | {} | {} | {} | {} |",
                    contest.sides[pair.other].label(),
                    metric.name,
                    figures::value(metric.unit, difference.first.mean),
                    figures::value(metric.unit, difference.other.mean),
                    figures::span(metric.unit, difference.change.interval),
                    figures::p(difference.p)
                );
            }
        }
        out.push('\n');
    }
}

fn primary<'a>(contest: &ComparisonRun, pair: &'a Pair) -> Option<&'a Difference> {
    pair.differences.iter().find(|difference| difference.metric == contest.design.primary)
}

/// Returns a change with its interval.
fn words(unit: Unit, difference: &Difference) -> String {
    let change = difference.change;
    format!("{} ({})", figures::change(unit, change.expected), figures::span(unit, change.interval))
}

fn plot_name(line_up: usize) -> String {
    format!("changes-{}.svg", line_up + 1)
}

/// Adds a paragraph of prose and an empty line.
fn prose(text: &str, out: &mut String) {
    for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        out.push_str(&paragraph(part, 0, WIDTH));
        out.push('\n');
    }
}
