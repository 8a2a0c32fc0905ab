//! The result of a comparison as text.

use std::fmt::Write as _;

use quadrille_study::experiments::compare::{Difference, Pair, Trial};
use quadrille_study::experiments::metric::Bound;
use quadrille_study::sim::Summary;

use super::contest::ComparisonRun;
use super::report::{
    CompareReport, EndingShare, endings, line_up, random_play, verdict_word, weights_left_out,
};
use crate::command_line;
use crate::figures;
use crate::table::{Align, SCREEN_WIDTH, WIDTH, columns, head, paragraph, section, with_text};
use quadrille_dsl::text::prose::quantity;

/// The maximum number of lines about changed rules on the screen.
const MAX_CHANGED_RULES: usize = 3;
/// The maximum number of changed metrics that the answer on one screen lists.
const SCREEN_METRICS: usize = 5;
/// The maximum width of the text that explains a metric on the screen, in columns.
const MAX_MEANING_COLUMNS: usize = 40;

/// Returns the answer on one screen: the rules, the answer, the largest changes of other metrics,
/// and the command that prints all tables.
#[must_use]
pub fn screen(contest: &ComparisonRun, report: &CompareReport) -> String {
    let mut out = String::new();
    for side in &contest.sides {
        let name = paragraph(&side.label(), 3, SCREEN_WIDTH);
        let _ = write!(out, "{}  {}", side.letter.to_ascii_uppercase(), name.trim_start());
    }
    for (side, differing) in contest.sides[1..].iter().zip(&report.differing) {
        // If only one setting has changed, the label of the ruleset shows this setting.
        if differing.len() < 2 {
            continue;
        }
        let _ = writeln!(out, "\nRules that {} changes", side.letter.to_ascii_uppercase());
        for one in differing.iter().take(MAX_CHANGED_RULES) {
            out.push_str(&paragraph(&one.line(), 2, SCREEN_WIDTH));
        }
        if differing.len() > MAX_CHANGED_RULES {
            let _ = writeln!(out, "  and {} more", differing.len() - MAX_CHANGED_RULES);
        }
    }
    if let Some(opening) = &report.opening {
        let _ = writeln!(out, "\nAll games begin {opening}.");
    }
    out.push('\n');
    for row in &report.conclusions {
        out.push_str(&paragraph(&row.sentence, 0, SCREEN_WIDTH));
    }
    // The last agents are the strongest.
    if let Some(trial) = contest.trials.last() {
        for pair in &trial.pairs {
            largest_changes(contest, trial, pair, &mut out);
        }
        if trial.faults > 0 {
            let blocks = quantity(trial.faults, "block");
            let _ = writeln!(out, "\n{blocks} left out because a script failed.");
        }
    }
    if let Some(note) = weights_left_out(contest) {
        let _ = write!(out, "\n{}", paragraph(&note, 0, SCREEN_WIDTH));
    }
    let stopped = if report.interrupted { " (interrupted)" } else { "" };
    let games = quantity(report.games, "game");
    let _ = writeln!(
        out,
        "\n{games} in {:.1} s{stopped}. All tables\n  {} --full",
        report.seconds, report.again
    );
    out
}

/// Writes the metrics that changed most, measured in standard deviations between blocks.
fn largest_changes(contest: &ComparisonRun, trial: &Trial, pair: &Pair, out: &mut String) {
    let effect = |difference: &Difference| {
        let change = difference.change;
        if change.deviation > 0.0 { change.mean.abs() / change.deviation } else { f64::INFINITY }
    };
    let mut changed: Vec<&Difference> = pair
        .differences
        .iter()
        .filter(|difference| difference.metric != contest.design.primary)
        .filter(|difference| difference.blocks > 0 && difference.called)
        .collect();
    changed.sort_by(|a, b| effect(b).total_cmp(&effect(a)).then(a.metric.cmp(&b.metric)));
    let letter = contest.sides[pair.other].letter.to_ascii_uppercase().to_string();
    let mut rows = vec![head(&["", "A", &letter, "change (interval)"])];
    for difference in changed.iter().take(SCREEN_METRICS) {
        let metric = &contest.design.metrics[difference.metric];
        let mut meaning: String = metric.about.chars().take(MAX_MEANING_COLUMNS).collect();
        if meaning.len() < metric.about.len() {
            meaning.push('…');
        }
        rows.push(vec![
            meaning,
            figures::value(metric.unit, difference.first.mean),
            figures::value(metric.unit, difference.other.mean),
            figures::span(metric.unit, difference.change.interval),
        ]);
    }
    let sides = [Align::Left, Align::Right, Align::Right, Align::Left];
    let play = if random_play(trial) { "random".to_owned() } else { line_up(trial) };
    let most = changed.len().min(SCREEN_METRICS);
    let title = match changed.len() {
        many if many > most => {
            format!("Other changes: the {most} clearest of {many} ({play} agents)")
        }
        _ => format!("Other changes ({play} agents)"),
    };
    section(&title, &sides, &rows, out);
    let stopped = pair.differences.iter().find(|difference| {
        contest.design.metrics[difference.metric].name == "stopped"
            && difference.first.mean + difference.other.mean > 0.0
    });
    if let Some(difference) = stopped {
        let [a, b] = [&difference.first, &difference.other].map(|side| figures::percent(side.mean));
        let _ =
            writeln!(out, "\nStopped at the ply limit: {a} of the games in A, {b} in {letter}.");
    }
}

/// Returns the whole report as text.
#[must_use]
pub fn whole(contest: &ComparisonRun, report: &CompareReport) -> String {
    let mut out = String::new();
    header(contest, report, &mut out);
    verdicts(report, &mut out);
    primary(contest, &mut out);
    for trial in &contest.trials {
        for pair in &trial.pairs {
            exploratory(contest, trial, pair, &mut out);
        }
        ending_table(contest, trial, &mut out);
    }
    notes(contest, &mut out);
    command_line::ending(report.games, report.seconds, &report.again, &mut out);
    out
}

fn header(contest: &ComparisonRun, report: &CompareReport, out: &mut String) {
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let _ = writeln!(out, "Comparison by {}{stop}", report.primary);
    let rows: Vec<Vec<String>> = contest
        .sides
        .iter()
        .map(|side| {
            let letter = side.letter.to_ascii_uppercase().to_string();
            vec![letter, side.label(), side.loaded.hash.clone()]
        })
        .collect();
    out.push_str(&columns(&[Align::Left; 3], &rows));
    if let Some(opening) = &report.opening {
        let _ = writeln!(out, "\nAll games begin {opening}.");
    }
    for (side, differing) in contest.sides[1..].iter().zip(&report.differing) {
        let letter = side.letter.to_ascii_uppercase();
        if differing.is_empty() {
            let _ = writeln!(out, "\nA and {letter} are the same rules.");
            continue;
        }
        let _ = writeln!(out, "\nWhat {letter} changes");
        for one in differing.iter().take(12) {
            out.push_str(&paragraph(&one.line(), 2, WIDTH));
            if !one.about.is_empty() {
                out.push_str(&paragraph(&one.about, 6, WIDTH));
            }
        }
        if differing.len() > 12 {
            let _ = writeln!(out, "  and {} more", differing.len() - 12);
        }
    }
}

fn verdicts(report: &CompareReport, out: &mut String) {
    let _ = writeln!(out, "\nAnswer");
    for row in &report.conclusions {
        out.push_str(&paragraph(&row.sentence, 2, WIDTH));
    }
}

/// Writes the primary metric with each line-up.
fn primary(contest: &ComparisonRun, out: &mut String) {
    let letter = contest.sides[1].letter.to_ascii_uppercase().to_string();
    let other = if contest.sides.len() == 2 { &letter } else { "other" };
    let mut rows = vec![head(&[
        "agents",
        "",
        "blocks",
        "known after",
        "A",
        other,
        "change",
        &format!(
            "{} % sequence",
            figures::confidence(contest.level / (contest.sides.len() - 1) as f64)
        ),
        "",
        "pairing",
    ])];
    for trial in &contest.trials {
        for pair in &trial.pairs {
            let difference = &pair.differences[contest.design.primary];
            let unit = contest.primary().unit;
            let label = if random_play(trial) { " (random play)" } else { "" };
            rows.push(vec![
                format!("{}{label}", line_up(trial)),
                format!("{}", contest.sides[pair.other].letter.to_ascii_uppercase()),
                pair.blocks.to_string(),
                pair.answered.map_or_else(|| "-".to_owned(), |n| n.to_string()),
                figures::value(unit, difference.first.mean),
                figures::value(unit, difference.other.mean),
                figures::change(unit, difference.change.expected),
                figures::span(unit, difference.change.interval),
                verdict_word(pair.verdict).to_owned(),
                pairing(difference),
            ]);
        }
    }
    let sides = [
        Align::Left,
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Left,
        Align::Left,
        Align::Left,
    ];
    let metric = contest.primary();
    section(&format!("Primary metric: {}, {}", metric.name, metric.about), &sides, &rows, out);
}

/// Writes the exploratory metrics that changed between the sides of a pair. Lists the names of the
/// exploratory metrics that did not change.
fn exploratory(contest: &ComparisonRun, trial: &Trial, pair: &Pair, out: &mut String) {
    let letter = contest.sides[pair.other].letter.to_ascii_uppercase();
    let mut rows = vec![head(&["", "A", &letter.to_string(), "change", "interval", "p", ""])];
    let others = pair.differences.iter().filter(|d| d.metric != contest.design.primary);
    let (changed, same): (Vec<_>, Vec<_>) =
        others.filter(|d| d.blocks > 0).partition(|difference| difference.called);
    for difference in changed {
        let metric = &contest.design.metrics[difference.metric];
        rows.push(vec![
            metric.name.clone(),
            figures::value(metric.unit, difference.first.mean),
            figures::value(metric.unit, difference.other.mean),
            figures::change(metric.unit, difference.change.mean),
            figures::span(metric.unit, difference.change.interval),
            figures::p(difference.p),
            metric.about.clone(),
        ]);
    }
    let sides = [
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Left,
        Align::Right,
        Align::Left,
    ];
    let agents = line_up(trial);
    let title = format!("Other metrics that changed from A to {letter}: {agents} (exploratory)");
    section(&title, &sides, &rows, out);
    let same: Vec<&str> =
        same.iter().map(|d| contest.design.metrics[d.metric].name.as_str()).collect();
    if !same.is_empty() {
        let line = format!("no change found ({agents}): {}", same.join(", "));
        let _ = write!(out, "\n{}", paragraph(&line, 2, WIDTH));
    }
}

/// Writes the endings of games on each side.
fn ending_table(contest: &ComparisonRun, trial: &Trial, out: &mut String) {
    let sides: Vec<_> = contest.sides.iter().zip(&trial.summaries).collect();
    let all: Vec<_> = sides.iter().map(|(side, summary)| endings(side, summary)).collect();
    let mut names: Vec<(String, String)> = Vec::new();
    for ending in all.iter().flatten() {
        if !names.iter().any(|(name, _)| *name == ending.ending) {
            names.push((ending.ending.clone(), ending.text.clone()));
        }
    }
    let letters = sides.iter().map(|(side, _)| side.letter.to_ascii_uppercase().to_string());
    let mut rows = vec![std::iter::once(String::new()).chain(letters).collect::<Vec<_>>()];
    for (name, text) in names {
        let share = |(endings, (_, summary)): (&Vec<EndingShare>, &(_, &Summary))| {
            let found = endings.iter().find(|ending| ending.ending == name);
            let games = found.map_or(0, |ending| ending.games);
            if summary.games == 0 {
                return "-".to_owned();
            }
            format!("{:.1} %", games as f64 * 100.0 / summary.games as f64)
        };
        let shares: Vec<String> = all.iter().zip(&sides).map(share).collect();
        let cells = std::iter::once(name.clone()).chain(shares).collect();
        rows.extend(with_text(cells, &text));
    }
    let mut columns = vec![Align::Right; sides.len() + 2];
    columns[0] = Align::Left;
    columns[sides.len() + 1] = Align::Left;
    section(&format!("Endings: {}", line_up(trial)), &columns, &rows, out);
}

fn notes(contest: &ComparisonRun, out: &mut String) {
    let notes_of = |bound: Bound| -> Vec<String> {
        let mine = contest.design.metrics.iter().filter(|metric| metric.bound == bound);
        mine.map(|metric| format!("{} ({})", metric.name, metric.high)).collect()
    };
    let mut notes = vec![
        "The intervals hold at all times, so play can stop as soon as the answer is known. The chance that \
         any answer about the primary metric is wrong is at most 5 %. Its change is corrected for stopping \
         early, and may be smaller than the one in the games played. Exploratory metrics are corrected for \
         their number (Holm): the chance that any change reported among them is false is at most another \
         5 %. Intervals of metrics that are counted within a game hold approximately, from 50 blocks on. A metric \
         without a reported change may still have changed. A block is one seed, played on all \
         sides. Under `pairing`, r is the correlation within blocks, and x how many unpaired blocks a paired \
         one is worth."
            .to_owned(),
        format!(
            "Bounded by the ply limit: {}. Capped, with larger values counted as the cap: {}.",
            notes_of(Bound::PlyLimit).join(", "),
            notes_of(Bound::Cut).join(", ")
        ),
        "Games stopped at the ply limit count with that length, and as an even share for each side."
            .to_owned(),
    ];
    notes.extend(weights_left_out(contest));
    for trial in contest.trials.iter().filter(|trial| trial.faults > 0) {
        notes.push(format!(
            "{} with {} agents left out because a script failed.",
            quantity(trial.faults, "block"),
            line_up(trial)
        ));
    }
    let _ = writeln!(out, "\nNotes");
    for note in notes {
        out.push_str(&paragraph(&note, 2, WIDTH));
    }
}

/// Describes the gain from pairing.
fn pairing(difference: &Difference) -> String {
    match (difference.correlation, difference.gain) {
        (Some(r), Some(gain)) => format!("r {r:.2}, x {gain:.2}"),
        _ => "-".to_owned(),
    }
}
