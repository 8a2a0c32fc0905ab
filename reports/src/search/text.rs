//! A search as text.

use std::fmt::Write as _;

use super::report::{ReadingRow, ReadingState, SearchReport};
use crate::command_line;
use crate::figures::confidence;
use crate::table::{Align, WIDTH, columns, head, paragraph};
use quadrille_dsl::text::prose::capital;

/// The maximum number of readings without confirmation that the report lists.
const MAX_UNCONFIRMED: usize = 8;

/// Returns the settings of a reading in one line.
#[must_use]
pub fn name(row: &ReadingRow) -> String {
    match row.set.is_empty() {
        true => "unchanged rules".to_owned(),
        false => row.set.join(" "),
    }
}

/// Describes the method of the search, and explains how far its results are valid.
#[must_use]
pub fn method(report: &SearchReport) -> String {
    let level = confidence(report.alpha);
    format!(
        "Readings were explored in rungs with increasing numbers of games. After each rung, readings that were \
         proved to miss a clause were dropped, then the less promising half. The best of many readings may be lucky, so the \
         finalists played new games, in a number fixed beforehand. All their intervals hold together at {level} %. \
         For the other readings, only the proofs of a miss hold, with {level} % for all together. Agents are weak: \
         people may miss a goal that agents meet."
    )
}

/// Returns the whole report as text.
#[must_use]
pub fn whole(name_of: &str, report: &SearchReport) -> String {
    let mut out = String::new();
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let _ = writeln!(
        out,
        "Search of {name_of} for {}{stop}\n  played by {}; {} of {} readings tried",
        report.goal,
        report.agents.join(", "),
        report.tried,
        report.combinations
    );
    if let Some(opening) = &report.opening {
        let _ = writeln!(out, "  games begin {opening}");
    }
    let _ = write!(out, "\n{}", paragraph(&report.answer, 0, WIDTH));
    let confirmed = |row: &&ReadingRow| {
        use ReadingState::{Met, Missed, Undecided};
        [Met, Undecided, Missed].contains(&row.state)
    };
    for row in report.readings.iter().filter(confirmed) {
        let mut rows = vec![head(&["clause", "", "", "mean", "interval", ""])];
        for term in &row.terms {
            rows.push(vec![
                term.clause.clone(),
                term.metric.clone(),
                if report.agents.len() > 1 { term.agents.clone() } else { String::new() },
                term.figures.0.clone(),
                term.figures.1.clone(),
                term.judgement.to_owned(),
            ]);
        }
        let sides = [Align::Left, Align::Left, Align::Left, Align::Right, Align::Left, Align::Left];
        let title =
            format!("{} in {} blocks of new games:", capital(row.state.words()), row.confirmed);
        let _ = write!(out, "\n{}", paragraph(&format!("{title} {}", name(row)), 0, WIDTH));
        out.push_str(&columns(&sides, &rows));
        let _ = writeln!(out, "  {}", row.play);
    }
    let others: Vec<&ReadingRow> = report.readings.iter().filter(|row| !confirmed(row)).collect();
    if !others.is_empty() {
        out.push_str("\nExplored only\n");
    }
    for row in others.iter().take(MAX_UNCONFIRMED) {
        let worst = match worst(row) {
            none if none.is_empty() => none,
            worst => format!("; {worst}"),
        };
        let text = format!("{}, {} blocks{worst}: {}", row.state.words(), row.explored, name(row));
        out.push_str(&paragraph(&text, 2, WIDTH));
    }
    if others.len() > MAX_UNCONFIRMED {
        let _ = writeln!(out, "  and {} more", others.len() - MAX_UNCONFIRMED);
    }
    let _ = write!(out, "\n{}", paragraph(&method(report), 2, WIDTH));
    for one in &report.not_tried {
        out.push_str(&paragraph(&format!("not tried: {one}"), 2, WIDTH));
    }
    command_line::ending(report.games, report.seconds, &report.again, &mut out);
    out
}

/// Returns the clause of the goal that a reading fulfils worst. If the search proved that the
/// reading misses a clause, returns this clause. If nothing was proved, returns the first clause
/// whose metric has a mean outside the clause's limits.
#[must_use]
pub fn worst(row: &ReadingRow) -> String {
    let outside = |term: &&super::report::TermRow| {
        term.mean.is_some_and(|mean| mean < term.wanted[0] || mean > term.wanted[1])
    };
    let missed = row.terms.iter().find(|term| term.judgement == "missed");
    let term = missed.or_else(|| row.terms.iter().find(outside));
    term.map_or_else(String::new, |term| {
        let (metric, (mean, span)) = (&term.metric, &term.figures);
        format!("{}: {metric} {mean} ({span})", term.clause)
    })
}
