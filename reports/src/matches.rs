//! Matches of agents and engines: who is stronger, and by how much. They are played elsewhere.

use std::fmt::Write as _;

use quadrille_study::experiments::matches::MatchAnswer;
use serde::Serialize;

use crate::command_line;
use crate::figures::{confidence, grouped, percent, signed};
use crate::table::{Align, WIDTH, head, paragraph, section};

/// A report of matches.
#[derive(Serialize, Clone, Debug)]
pub struct MatchReport {
    /// An equal share of a game: one over the number of sides.
    pub even: f64,
    /// One less the level of each match's interval; all together hold at 95 %.
    pub alpha: f64,
    /// Who played.
    pub agents: Vec<AgentRow>,
    /// Matches of two.
    pub matches: Vec<MatchRow>,
    /// Ratings, where more than two played; the mean is zero.
    pub ratings: Vec<RatingRow>,
    /// The number of games.
    pub games: u64,
    /// Games among them that were decided because both sides agreed.
    pub adjudicated: u64,
    /// Games among them that were stopped for their length, which count as shared evenly.
    pub stopped: u64,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// Duration in seconds.
    pub seconds: f64,
    /// The command that repeats it.
    pub again: String,
}

/// An agent or engine.
#[derive(Serialize, Clone, Debug)]
pub struct AgentRow {
    /// As it was written.
    pub agent: String,
    /// What it is called.
    pub name: String,
    /// The number of its decisions.
    pub decisions: u64,
    /// Seconds that a decision took it on average.
    pub seconds: Option<f64>,
    /// Seconds of processor time that a decision took it on average, where the system tells that.
    pub processor: Option<f64>,
    /// Games that it lost because it took too long.
    pub late: u64,
    /// Games that it lost because it ended.
    pub crashes: u64,
    /// Games that it lost because its action was not legal.
    pub illegal: u64,
    /// The first thing that it said which was no legal action, or why it could not be started.
    pub said: Option<String>,
}

/// A match of two.
#[derive(Serialize, Clone, Debug)]
pub struct MatchRow {
    /// The first agent's name.
    pub a: String,
    /// The second's.
    pub b: String,
    /// The number of blocks.
    pub blocks: u64,
    /// The number of games in them.
    pub games: u64,
    /// Games that the first won.
    pub wins: u64,
    /// Games that it shared.
    pub shared: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Its share of the games.
    pub share: f64,
    /// The interval of the share.
    pub interval: [f64; 2],
    /// Its advantage in Elo; none if it won or lost all.
    pub elo: Option<f64>,
    /// The interval of the advantage; none where it has no end.
    pub elo_interval: [Option<f64>; 2],
    /// The probability that it is the stronger one.
    pub superiority: f64,
    /// How often its games of a block added up to so many wins.
    pub sums: Vec<SumRow>,
    /// What is known of the question: more or less, if anything.
    pub answer: Option<&'static str>,
}

/// How often a block had a sum.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct SumRow {
    /// Wins in a block, a shared game being a part of one.
    pub sum: f64,
    /// The number of blocks.
    pub blocks: u64,
}

/// A rating.
#[derive(Serialize, Clone, Debug)]
pub struct RatingRow {
    /// The agent's name.
    pub name: String,
    /// Its rating in Elo.
    pub elo: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// The duels in its games: one with each side of another agent.
    pub duels: u64,
}

/// The word for an answer.
#[must_use]
pub fn word(answer: MatchAnswer) -> &'static str {
    match answer {
        MatchAnswer::More => "more",
        MatchAnswer::Less => "less",
    }
}

/// The report for people.
#[must_use]
pub fn text(report: &MatchReport, ruleset: &str) -> String {
    let mut out = String::new();
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let _ = writeln!(out, "Match in {ruleset}{stop}");
    matches(report, &mut out);
    ratings(report, &mut out);
    agents(report, &mut out);
    let mut notes = Vec::new();
    for (count, what) in [
        (report.adjudicated, "decided because both sides agreed for long enough"),
        (report.stopped, "stopped at the ply limit, which count as an even share for each side"),
    ] {
        if count > 0 {
            notes.push(format!(
                "{} of {} games were {what}.",
                grouped(count),
                grouped(report.games)
            ));
        }
    }
    for agent in &report.agents {
        if let Some(said) = &agent.said {
            notes.push(format!("{}: {said}", agent.name));
        }
    }
    if !report.matches.is_empty() {
        notes.push(format!(
            "A block is one opening, played with every assignment of the agents to the sides. Blocks by sum: how many \
             blocks had 0, 1/2, 1, … won games for the first agent. An equal share is {}. LOS is the likelihood of superiority. The intervals hold \
             jointly at 95 %.",
            percent(report.even)
        ));
    }
    if !notes.is_empty() {
        out.push('\n');
        notes.iter().for_each(|note| out.push_str(&paragraph(note, 2, WIDTH)));
    }
    command_line::ending(report.games, report.seconds, &report.again, &mut out);
    out
}

fn matches(report: &MatchReport, out: &mut String) {
    let interval = format!("{} % interval", confidence(report.alpha));
    let words = [
        "first",
        "second",
        "blocks",
        "games",
        "+ = -",
        "share",
        "Elo",
        &interval,
        "LOS",
        "blocks by sum",
    ];
    let mut rows = vec![head(&words)];
    rows.extend(report.matches.iter().map(cells));
    use Align::{Left, Right};
    let sides = [Left, Left, Right, Right, Left, Right, Right, Left, Right, Left];
    section("Matches", &sides, &rows, out);
}

fn cells(row: &MatchRow) -> Vec<String> {
    let [low, high] = row.elo_interval;
    let sums: Vec<String> = row.sums.iter().map(|sum| sum.blocks.to_string()).collect();
    vec![
        row.a.clone(),
        row.b.clone(),
        row.blocks.to_string(),
        row.games.to_string(),
        format!("+{} ={} -{}", row.wins, row.shared, row.losses),
        percent(row.share),
        elo(row.elo, row.share > 0.5),
        format!("{} to {}", elo(low, false), elo(high, true)),
        percent(row.superiority),
        format!("[{}]", sums.join(" ")),
    ]
}

/// An advantage; without an end where there is none.
fn elo(elo: Option<f64>, high: bool) -> String {
    match (elo, high) {
        (Some(elo), _) => signed(elo, 0),
        (None, true) => "+inf".to_owned(),
        (None, false) => "-inf".to_owned(),
    }
}

fn ratings(report: &MatchReport, out: &mut String) {
    let mut rows = vec![head(&["agent", "Elo", "95 % interval", "duels"])];
    for row in &report.ratings {
        let [low, high] = row.interval;
        rows.push(vec![
            row.name.clone(),
            signed(row.elo, 0),
            format!("{} to {}", signed(low, 0), signed(high, 0)),
            row.duels.to_string(),
        ]);
    }
    let sides = [Align::Left, Align::Right, Align::Left, Align::Right];
    section("Ratings (the mean is 0)", &sides, &rows, out);
}

fn agents(report: &MatchReport, out: &mut String) {
    let mut rows = vec![head(&[
        "agent",
        "decisions",
        "ms each",
        "processor ms each",
        "lost on time",
        "crashed",
        "illegal",
    ])];
    let millis = |seconds: Option<f64>| {
        seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{:.2}", seconds * 1000.0))
    };
    for row in &report.agents {
        rows.push(vec![
            row.name.clone(),
            row.decisions.to_string(),
            millis(row.seconds),
            millis(row.processor),
            row.late.to_string(),
            row.crashes.to_string(),
            row.illegal.to_string(),
        ]);
    }
    let sides = [
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
    ];
    section("Agents", &sides, &rows, out);
}

/// What is known of a match, in a line.
#[must_use]
pub fn line(row: &MatchRow) -> String {
    let [low, high] = row.elo_interval;
    format!(
        "{} v {}: +{} ={} -{}, Elo {} ({} to {}), LOS {}",
        row.a,
        row.b,
        row.wins,
        row.shared,
        row.losses,
        elo(row.elo, row.share > 0.5),
        elo(low, false),
        elo(high, true),
        percent(row.superiority)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advantage_without_end_is_said_so() {
        assert_eq!((elo(None, true), elo(None, false)), ("+inf".to_owned(), "-inf".to_owned()));
        assert_eq!(
            (elo(Some(12.4), true), elo(Some(-0.2), false)),
            ("+12".to_owned(), "0".to_owned())
        );
    }
}
