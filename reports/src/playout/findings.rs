//! What stands out in a run of games, a sentence each, with 95 % intervals.

use super::measures::{MetricRow, ShareRow};
use super::{ClauseRow, PlayoutReport};
use crate::statistics::wilson;

/// So many sentences.
const MOST: usize = 3;

/// A sentence, and how much it tells: nothing at 0, everything at 1.
struct Finding {
    weight: f64,
    sentence: String,
}

/// The most telling sentences about the games, the most telling first.
#[must_use]
pub fn findings(report: &PlayoutReport) -> Vec<String> {
    let mut all: Vec<Finding> =
        [balance(report), length(report), clause(report)].into_iter().flatten().collect();
    let metric = |name: &str| {
        let measures = report.measures.as_ref()?;
        measures.metrics.iter().find(|metric| metric.name == name)
    };
    let about = [
        ("dead_time", 2.0, "A seat is frozen or out of the game for {} of the time."),
        ("lead_changes", 0.04, "The lead changes {} times a game."),
        ("decision_threshold", 0.5, "A losing side held up to {} of all strength before it lost."),
        ("repetition", 1.5, "{} of the turns repeat an earlier position."),
        ("checks", 0.01, "Seats come into check {} times a game."),
    ];
    all.extend(about.iter().filter_map(|(name, scale, words)| {
        let metric = metric(name)?;
        let mean = metric.mean.filter(|mean| *mean > 0.0)?;
        let weight = (mean * scale).min(0.9);
        Some(Finding { weight, sentence: words.replace("{}", &with_interval(metric)?) })
    }));
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all.into_iter().take(MOST).map(|finding| finding.sentence).collect()
}

/// A metric's mean with its interval.
fn with_interval(metric: &MetricRow) -> Option<String> {
    let mean = metric.mean?;
    let share = metric.unit == "share";
    let (scale, sign) = if share { (100.0, " %") } else { (1.0, "") };
    let of = |value: f64| format!("{:.1}", value * scale);
    let interval =
        metric.interval.map(|[low, high]| format!(" ({} to {}{sign})", of(low), of(high)));
    Some(format!("{}{sign}{}", of(mean), interval.unwrap_or_default()))
}

/// Whether some seat is better off than the others.
fn balance(report: &PlayoutReport) -> Option<Finding> {
    let measures = report.measures.as_ref()?;
    let sides = if report.teams.is_empty() { report.seats.len() } else { report.teams.len() };
    let even = 1.0 / sides.max(1) as f64;
    let sure = |share: &&ShareRow| {
        share.interval.map_or(0.0, |[low, high]| if low > 0.0 { low } else { (-high).max(0.0) })
    };
    let size = |share: &&ShareRow| share.mean.unwrap_or(0.0).abs();
    let most = measures
        .advantage
        .iter()
        .filter(|share| share.interval.is_some())
        .max_by(|a, b| sure(a).total_cmp(&sure(b)).then(size(a).total_cmp(&size(b))))?;
    let [low, high] = most.interval?;
    let mean = most.mean?;
    // By few games the interval of the mean reaches beyond what can be.
    let share = |value: f64| format!("{:.1}", (value + even).clamp(0.0, 1.0) * 100.0);
    let numbers = format!(
        "{} % of the points ({} to {} %), where {:.0} % is even",
        share(mean),
        share(low),
        share(high),
        even * 100.0
    );
    // Seats of a team have what their team has.
    let team = report.seats.iter().find(|seat| seat.name == most.name)?.team.as_ref();
    let who = team.map_or_else(|| most.name.clone(), |team| format!("team {team}"));
    let certain = sure(&most) > 0.0;
    let sentence = if certain {
        format!("The sides are not equal: {who} scores {numbers}.")
    } else {
        format!("No side is measurably favoured: {who} scores {numbers}.")
    };
    Some(Finding { weight: if certain { 0.95 } else { 0.55 }, sentence })
}

/// How long games are.
fn length(report: &PlayoutReport) -> Option<Finding> {
    let length = &report.length;
    let (lower, upper) = (length.lower_quartile?, length.upper_quartile?);
    let metric = report.measures.as_ref().and_then(|measures| {
        with_interval(measures.metrics.iter().find(|metric| metric.name == "length")?)
    });
    let mean = metric.unwrap_or_else(|| format!("{:.1}", length.mean));
    let sentence =
        format!("Games last {mean} plies on average; the middle half, {lower} to {upper}.");
    Some(Finding { weight: 0.6, sentence })
}

/// The clause whose coming into play is least certain beforehand.
fn clause(report: &PlayoutReport) -> Option<Finding> {
    let share = |row: &ClauseRow| row.games as f64 / report.games.max(1) as f64;
    let uncertainty = |row: &ClauseRow| 0.5 - (share(row) - 0.5).abs();
    let counted = report.clauses.iter().filter(|row| row.counted);
    let row = counted.max_by(|a, b| uncertainty(a).total_cmp(&uncertainty(b)))?;
    if uncertainty(row) <= 0.02 {
        return None;
    }
    let (low, high) = wilson(row.games as f64, report.games);
    let sentence = format!(
        "Clause {} applies in {:.1} % of the games ({:.1} to {:.1} %): {}",
        row.id,
        share(row) * 100.0,
        low * 100.0,
        high * 100.0,
        row.text
    );
    Some(Finding { weight: 0.4 + uncertainty(row) / 2.0, sentence })
}
