//! A survey as text and CSV.

use std::fmt::Write as _;

use quadrille_study::metrics::Unit;
use unicode_width::UnicodeWidthStr as _;

use super::report::{LandscapeReport, SurveyCell, SurveyReport};
use super::{Survey, SurveyMetric};
use crate::command_line;
use crate::figures::{confidence, percent, scale};
use crate::table::{Align, WIDTH, paragraph, section};

/// Returns a metric's name for a table header, with its unit if it is a share.
#[must_use]
pub fn header(metric: &SurveyMetric) -> String {
    match metric.unit {
        Unit::Share => format!("{} %", metric.name),
        _ => metric.name.clone(),
    }
}

/// Formats a mean with its interval: `mean ±half`, or `mean (low to high)` if the mean is not in
/// the middle of the interval.
#[must_use]
pub fn cell(unit: Unit, cell: Option<&SurveyCell>) -> String {
    let Some(cell) = cell else { return "-".to_owned() };
    let (scale, places) = scale(unit);
    let show = |value: f64| format!("{:.places$}", value * scale);
    let [low, high] = cell.interval;
    let [below, above] = [show(cell.mean - low), show(high - cell.mean)];
    if below == above {
        format!("{} ±{above}", show(cell.mean))
    } else {
        format!("{} ({} to {})", show(cell.mean), show(low), show(high))
    }
}

/// Returns the whole report.
#[must_use]
pub fn whole(survey: &Survey, report: &SurveyReport) -> String {
    let mut out = String::new();
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let _ = writeln!(
        out,
        "Survey of {} games by {} metrics{stop}",
        survey.entries.len(),
        survey.metrics.len()
    );
    if let Some(opening) = &report.opening {
        let _ = writeln!(out, "  games begin {opening}");
    }
    for at in 0..report.agents.len() {
        table(survey, report, at, &mut out);
    }
    let wrong = (report.intervals as f64 * report.alpha).round();
    let notes = format!(
        "Means, with their {} % intervals. Each interval holds alone: of these {} intervals, about \
         {wrong} miss the true value. JSON and CSV also have intervals that hold together. A hyphen marks a metric \
         that no game has. These agents are weak, so the results describe the rules, not the play of people. Unless \
         every game ships weights, agents derive the values of positions from the rules in all games.",
        confidence(report.alpha),
        report.intervals,
    );
    let _ = write!(out, "\n{}", paragraph(&notes, 2, WIDTH));
    match &report.landscape {
        Some(landscape) => describe(report, landscape, &mut out),
        None => out.push_str(&paragraph(
            "There is no map, because it needs three games that differ in a metric.",
            2,
            WIDTH,
        )),
    }
    command_line::ending(report.games, report.seconds, &report.again, &mut out);
    out
}

/// Writes the table of an agent. A table that would be too wide is divided.
fn table(survey: &Survey, report: &SurveyReport, agent: usize, out: &mut String) {
    let names: Vec<&str> = report.surveyed.iter().map(|game| game.name.as_str()).collect();
    let column = |at: usize| -> Vec<String> {
        let metric = &survey.metrics[at];
        let cells = report.surveyed.iter().map(|game| {
            cell(metric.unit, game.results[agent].metrics.get(at).and_then(Option::as_ref))
        });
        std::iter::once(header(metric)).chain(cells).collect()
    };
    let first = names.iter().map(|name| name.width()).max().unwrap_or(0) + 2;
    let mut next = 0;
    while next < survey.metrics.len() {
        let mut columns: Vec<Vec<String>> = Vec::new();
        let mut wide = first;
        while next < survey.metrics.len() {
            let column = column(next);
            wide += column.iter().map(|cell| cell.width()).max().unwrap_or(0) + 2;
            if wide > WIDTH && !columns.is_empty() {
                break;
            }
            columns.push(column);
            next += 1;
        }
        let rows: Vec<Vec<String>> = (0..=names.len())
            .map(|row| {
                let name = row.checked_sub(1).map_or("", |row| names[row]);
                let cells = columns.iter().map(|column| column[row].clone());
                std::iter::once(name.to_owned()).chain(cells).collect()
            })
            .collect();
        let sides: Vec<Align> =
            std::iter::once(Align::Left).chain(columns.iter().map(|_| Align::Right)).collect();
        let up_to = if report.interrupted { "up to " } else { "" };
        let (name, number) = (&report.agents[agent], survey.question.number);
        let title = format!("By {name}, {up_to}{number} games each");
        section(&title, &sides, &rows, out);
    }
}

/// Describes the map and the clusters in words.
fn describe(report: &SurveyReport, landscape: &LandscapeReport, out: &mut String) {
    out.push_str("\nThe map\n");
    for (axis, (one, other)) in landscape.axes.iter().zip([("right", "left"), ("top", "bottom")]) {
        let text = format!(
            "To the {one}: {}; to the {other}: {} ({} of the variance).",
            axis.positive,
            axis.negative,
            percent(axis.share)
        );
        out.push_str(&paragraph(&text, 2, WIDTH));
    }
    let _ = writeln!(out, "\nClusters (silhouette {:.2})", landscape.silhouette);
    for cluster in &landscape.clusters {
        let stays = cluster.stays.map_or_else(
            || "alone".to_owned(),
            |stays| format!("together in {} of the resamples", percent(stays)),
        );
        let text = format!(
            "{}  {} ({stays}): {}.",
            cluster.number,
            cluster.games.join(", "),
            cluster.differs
        );
        out.push_str(&paragraph(&text, 2, WIDTH));
    }
    for pair in landscape.pairs.iter().filter(|_| landscape.clusters.len() == 3) {
        let [a, b] = pair.clusters;
        out.push_str(&paragraph(&format!("{a} against {b}: {}.", pair.differs), 2, WIDTH));
    }
    let leaves: Vec<String> = report
        .surveyed
        .iter()
        .filter(|game| game.stays.is_some_and(|stays| stays < 0.8))
        .map(|game| format!("{} ({})", game.name, percent(game.stays.unwrap_or_default())))
        .collect();
    if !leaves.is_empty() {
        let text = format!("Often in another cluster after resampling: {}.", leaves.join(", "));
        out.push_str(&paragraph(&text, 2, WIDTH));
    }
    out.push_str(&paragraph(
        "Games are joined by Ward's linkage of standardised metrics. A resample draws the played games with \
         replacement. It shows the effect of chance, not of other metrics, agents or games.",
        2,
        WIDTH,
    ));
}

/// Returns the report as CSV: one line for each game, agent and metric.
#[must_use]
pub fn csv(report: &SurveyReport) -> String {
    let mut out =
        String::from("game,agent,metric,unit,games,mean,low,high,joint_low,joint_high,cluster\n");
    for game in &report.surveyed {
        let cluster = game.cluster.map_or_else(String::new, |cluster| cluster.to_string());
        for row in &game.results {
            for (metric, cell) in report.metrics.iter().zip(&row.metrics) {
                let start = [&game.name, &row.agent, &metric.name].map(|field| quoted(field));
                let _ = write!(out, "{},{},", start.join(","), metric.unit);
                let _ = match cell {
                    Some(cell) => {
                        let ([low, high], [joint_low, joint_high]) = (cell.interval, cell.joint);
                        let (games, mean) = (cell.games, cell.mean);
                        writeln!(
                            out,
                            "{games},{mean},{low},{high},{joint_low},{joint_high},{cluster}"
                        )
                    }
                    None => writeln!(out, "0,,,,,,{cluster}"),
                };
            }
        }
    }
    out
}

/// Quotes a field of CSV.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_the_places_of_their_unit() {
        let one = SurveyCell { games: 9, mean: 0.6, interval: [0.5, 0.65], joint: [0.4, 0.7] };
        assert_eq!(cell(Unit::Share, Some(&one)), "60.0 (50.0 to 65.0)");
        let even = SurveyCell { interval: [0.5, 0.7], ..one };
        assert_eq!(cell(Unit::Times, Some(&even)), "0.60 ±0.10");
        assert_eq!(cell(Unit::Plies, None), "-");
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("./a,\"b\""), "\"./a,\"\"b\"\"\"");
        assert_eq!(quoted("verney-1881@removal"), "verney-1881@removal");
    }
}
