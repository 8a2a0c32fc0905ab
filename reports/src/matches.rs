//! Reports of matches between agents and engines, with estimates of the difference in strength.
//! This module does not play the matches.

use std::fmt::Write as _;

use quadrille_study::experiments::matches::MatchAnswer;
use serde::Serialize;

use crate::command_line;
use crate::figures::{confidence, grouped, percent, signed};
use crate::table::{Align, WIDTH, head, paragraph, section};

/// A report of matches.
#[derive(Serialize, Clone, Debug)]
pub struct MatchReport {
    /// The score of an agent that is as strong as the other agents: 1 divided by the number of
    /// sides.
    pub even: f64,
    /// The error probability of the interval of each match. The probability that all intervals are
    /// correct is at least 95 %.
    pub alpha: f64,
    /// The agents that played.
    pub agents: Vec<AgentRow>,
    /// The matches between two agents.
    pub matches: Vec<MatchRow>,
    /// The ratings, if more than two agents played. Their mean is zero.
    pub ratings: Vec<RatingRow>,
    /// The number of games that were played.
    pub games: u64,
    /// The number of games decided early because both sides agreed on the result.
    pub adjudicated: u64,
    /// The number of games that were stopped because of their length. The points of such a game are
    /// shared equally.
    pub stopped: u64,
    /// `true` if the run was stopped before its end.
    pub interrupted: bool,
    /// The duration in seconds.
    pub seconds: f64,
    /// The command that repeats the matches.
    pub again: String,
}

/// An agent or engine.
#[derive(Serialize, Clone, Debug)]
pub struct AgentRow {
    /// The agent as the command named it.
    pub agent: String,
    /// The agent's name.
    pub name: String,
    /// The number of decisions that the agent made.
    pub decisions: u64,
    /// The mean time of a decision in seconds.
    pub seconds: Option<f64>,
    /// The mean CPU time of a decision in seconds, if the system reports it.
    pub processor: Option<f64>,
    /// The number of games that the agent lost because it exceeded its time.
    pub late: u64,
    /// The number of games that the agent lost because its process ended.
    pub crashes: u64,
    /// The number of games that the agent lost because it chose an action that is not legal.
    pub illegal: u64,
    /// The agent's first answer that was not a legal action. If the agent could not be started, the
    /// reason for this failure.
    pub said: Option<String>,
}

/// A match between two agents.
#[derive(Serialize, Clone, Debug)]
pub struct MatchRow {
    /// The first agent's name.
    pub a: String,
    /// The second agent's name.
    pub b: String,
    /// The number of blocks.
    pub blocks: u64,
    /// The number of games in the blocks of the match.
    pub games: u64,
    /// The number of games won by the first agent.
    pub wins: u64,
    /// The number of games whose points the two agents shared.
    pub shared: u64,
    /// The number of games lost by the first agent.
    pub losses: u64,
    /// The first agent's mean score, from 0 to 1.
    pub share: f64,
    /// The interval of the score.
    pub interval: [f64; 2],
    /// The first agent's advantage in Elo. `None` if the agent won all games or lost all games.
    pub elo: Option<f64>,
    /// The interval of the advantage. An infinite end is `None`.
    pub elo_interval: [Option<f64>; 2],
    /// The probability that the first agent is stronger.
    pub superiority: f64,
    /// For each sum of the first agent's wins in a block, the number of blocks with this sum.
    pub sums: Vec<SumRow>,
    /// The answer to the question of the match, `more` or `less`. `None` if there is no answer yet.
    pub answer: Option<&'static str>,
    /// The state of the sequential probability ratio test, if the match has one.
    pub likelihood_ratio: Option<RatioRow>,
}

/// The state of a sequential probability ratio test.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct RatioRow {
    /// The advantage under the first hypothesis, in Elo.
    pub elo0: f64,
    /// The advantage under the second hypothesis, in Elo.
    pub elo1: f64,
    /// The logarithm of the likelihood ratio of the second hypothesis to the first.
    pub log_ratio: f64,
    /// The bounds of the logarithm. Outside these bounds, a hypothesis is accepted.
    pub bounds: [f64; 2],
}

/// A sum of the first agent's wins, and the number of blocks with this sum.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct SumRow {
    /// The sum of the first agent's wins in a block. A shared game counts as a fraction of a win.
    pub sum: f64,
    /// The number of blocks with this sum.
    pub blocks: u64,
}

/// A rating.
#[derive(Serialize, Clone, Debug)]
pub struct RatingRow {
    /// The agent's name.
    pub name: String,
    /// The rating in Elo.
    pub elo: f64,
    /// The 95 % interval of the rating.
    pub interval: [f64; 2],
    /// The number of the agent's duels. In each game, every two sides with different agents play
    /// one duel.
    pub duels: u64,
}

/// Returns the word for an answer.
#[must_use]
pub fn word(answer: MatchAnswer) -> &'static str {
    match answer {
        MatchAnswer::More => "more",
        MatchAnswer::Less => "less",
    }
}

/// Returns the report as text.
#[must_use]
pub fn text(report: &MatchReport, ruleset: &str) -> String {
    let mut out = String::new();
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let _ = writeln!(out, "Match in {ruleset}{stop}");
    matches(report, &mut out);
    likelihood_ratios(report, &mut out);
    ratings(report, &mut out);
    agents(report, &mut out);
    let mut notes = Vec::new();
    for (count, what) in [
        (report.adjudicated, "decided because both sides agreed for long enough"),
        (report.stopped, "stopped at the ply limit and count as an even share for each side"),
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
            "A block is one opening, played with every assignment of the agents to the sides. Blocks by sum: the \
             numbers of blocks in which the first agent won 0, 1/2, 1, … games. An equal share is {}. LOS is the likelihood of superiority. The intervals hold \
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

/// Adds the table of sequential probability ratio tests.
fn likelihood_ratios(report: &MatchReport, out: &mut String) {
    let mut rows = vec![head(&["first", "second", "H0", "H1", "log ratio", "bounds", "accepted"])];
    for row in &report.matches {
        let Some(test) = &row.likelihood_ratio else { continue };
        let [lower, upper] = test.bounds;
        let accepted = match row.answer {
            Some("more") => "H1",
            Some(_) => "H0",
            None => "neither yet",
        };
        rows.push(vec![
            row.a.clone(),
            row.b.clone(),
            format!("{} Elo", test.elo0),
            format!("{} Elo", test.elo1),
            format!("{:.2}", test.log_ratio),
            format!("{lower:.2} to {upper:.2}"),
            accepted.to_owned(),
        ]);
    }
    use Align::{Left, Right};
    let sides = [Left, Left, Right, Right, Right, Left, Left];
    section("Sequential probability ratio test", &sides, &rows, out);
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

/// Formats an advantage in Elo. An infinite advantage is `+inf` or `-inf`.
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
        "CPU ms each",
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

/// Returns the present result of a match in one line.
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
