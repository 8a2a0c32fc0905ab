//! The result of a tournament: standings with ratings and a crosstable, as text and as a page.

use std::fmt::Write as _;

use quadrille_render::svg::escape;
use serde::Serialize;

use crate::command_line;
use crate::figures::signed;
use crate::matches::AgentRow;
use crate::table::{Align, WIDTH, paragraph, section};

/// The report of a tournament.
#[derive(Serialize, Clone, Debug)]
pub struct TournamentReport {
    /// `round-robin`, `gauntlet` or `swiss`.
    pub system: &'static str,
    /// The number of rounds played.
    pub rounds: u32,
    /// The players, the best first.
    pub standings: Vec<StandingRow>,
    /// Times and failures of the players, in the order of the command line.
    pub agents: Vec<AgentRow>,
    /// The number of games.
    pub games: u64,
    /// The number of games decided early because both sides agreed on the result.
    pub adjudicated: u64,
    /// The number of games stopped because of their length.
    pub stopped: u64,
    /// `true` if the tournament was stopped before its end.
    pub interrupted: bool,
    /// The duration in seconds.
    pub seconds: f64,
    /// The command that repeats the tournament.
    pub again: String,
}

/// A player in the standings.
#[derive(Serialize, Clone, Debug)]
pub struct StandingRow {
    /// The place. Players with equal points share the better place.
    pub place: usize,
    /// The player's name.
    pub name: String,
    /// The points of all games and byes.
    pub points: f64,
    /// The number of games, byes included.
    pub games: u64,
    /// The sum of the opponents' points, which Swiss tournaments use to order equal players.
    pub opponents_points: f64,
    /// The rating in Elo.
    pub elo: f64,
    /// The 95 % interval of the rating.
    pub interval: [f64; 2],
    /// `true` if the rating is fixed by `--anchor`.
    pub anchor: bool,
    /// The points against each player, in the order of the standings. `None` if the two did not
    /// play.
    pub against: Vec<Option<PairPoints>>,
}

/// The points of a player in the games against another player.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct PairPoints {
    /// The points.
    pub points: f64,
    /// The number of games.
    pub games: u64,
}

/// Formats points. Halves are written as in chess.
fn points(points: f64) -> String {
    let doubled = (points * 2.0).round();
    if (points * 2.0 - doubled).abs() > 1e-6 {
        return format!("{points:.2}");
    }
    let whole = (doubled / 2.0).trunc();
    match (doubled % 2.0 == 0.0, whole == 0.0) {
        (true, _) => format!("{whole}"),
        (false, true) => "½".to_owned(),
        (false, false) => format!("{whole}½"),
    }
}

/// Returns the cells of the table of standings, with a head.
fn standings(report: &TournamentReport) -> Vec<Vec<String>> {
    let mut words = vec!["".to_owned(), "player".to_owned()];
    words.extend((1..=report.standings.len()).map(|number| number.to_string()));
    words.extend(["points", "games", "opponents", "Elo", "95 % interval"].map(str::to_owned));
    let mut rows = vec![words];
    for (number, row) in report.standings.iter().enumerate() {
        let mut cells = vec![row.place.to_string(), row.name.clone()];
        cells.extend(row.against.iter().enumerate().map(|(other, cell)| match cell {
            _ if other == number => "·".to_owned(),
            Some(cell) => points(cell.points),
            None => String::new(),
        }));
        let [low, high] = row.interval;
        let span = match row.anchor {
            true => "anchor".to_owned(),
            false => format!("{} to {}", signed(low, 0), signed(high, 0)),
        };
        cells.extend([
            points(row.points),
            row.games.to_string(),
            points(row.opponents_points),
            signed(row.elo, 0),
            span,
        ]);
        rows.push(cells);
    }
    rows
}

/// Returns the notes below the tables.
fn notes(report: &TournamentReport) -> Vec<String> {
    let mut notes = Vec::new();
    let scale = match report.standings.iter().any(|row| row.anchor) {
        true => "Ratings are relative to the anchors.",
        false => "The mean of the ratings is 0.",
    };
    notes.push(format!(
        "The numbered columns have the points against each player. `opponents` is the sum of the \
         opponents' points. {scale}"
    ));
    if report.adjudicated > 0 {
        notes.push(format!(
            "{} games were decided because both sides agreed for long enough.",
            report.adjudicated
        ));
    }
    if report.stopped > 0 {
        notes.push(format!(
            "{} games were stopped at the ply limit and count as an even share.",
            report.stopped
        ));
    }
    for agent in &report.agents {
        let forfeits = agent.late + agent.crashes + agent.illegal;
        if forfeits > 0 {
            let said = agent.said.as_ref().map(|said| format!(": {said}")).unwrap_or_default();
            notes.push(format!("{} forfeited {forfeits} games{said}", agent.name));
        }
    }
    notes
}

/// Returns the report as text.
#[must_use]
pub fn text(report: &TournamentReport, ruleset: &str) -> String {
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let mut out = format!("{}{stop}\n", title(report, ruleset));
    let rows = standings(report);
    let sides: Vec<Align> = (0..rows.first().map_or(0, Vec::len))
        .map(|column| if column == 1 { Align::Left } else { Align::Right })
        .collect();
    section("Standings", &sides, &rows, &mut out);
    out.push('\n');
    notes(report).iter().for_each(|note| out.push_str(&paragraph(note, 2, WIDTH)));
    command_line::ending(report.games, report.seconds, &report.again, &mut out);
    out
}

fn title(report: &TournamentReport, ruleset: &str) -> String {
    let system = match report.system {
        "swiss" => format!("Swiss tournament over {} rounds", report.rounds),
        "gauntlet" => "Gauntlet".to_owned(),
        _ => "Round robin".to_owned(),
    };
    format!("{system}: {ruleset}")
}

/// Returns the report as a page of HTML.
#[must_use]
pub fn page(report: &TournamentReport, ruleset: &str) -> String {
    let title = escape(&title(report, ruleset)).to_string();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <table>\n",
        include_str!("compare/page/style.css")
    );
    for (number, row) in standings(report).iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let class = if column == 1 { "" } else { " class=\"n\"" };
            format!("<{tag}{class}>{}</{tag}>", escape(cell))
        });
        let _ = writeln!(out, "<tr>{}</tr>", cells.collect::<String>());
    }
    out.push_str("</table>\n");
    for note in notes(report) {
        let _ = writeln!(out, "<p>{}</p>", escape(&note));
    }
    if report.interrupted {
        out.push_str("<p>The tournament was interrupted.</p>\n");
    }
    let _ = writeln!(
        out,
        "<p>{} games. To repeat the tournament: <code>{}</code></p>\n</main>\n</body>\n</html>",
        report.games,
        escape(&report.again)
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> TournamentReport {
        let cell = |points| Some(PairPoints { points, games: 2 });
        let row = |place, name: &str, points, against| StandingRow {
            place,
            name: name.to_owned(),
            points,
            games: 2,
            opponents_points: 2.0 - points,
            elo: 0.0,
            interval: [-10.0, 10.0],
            anchor: place == 2,
            against,
        };
        TournamentReport {
            system: "round-robin",
            rounds: 1,
            standings: vec![
                row(1, "a", 1.5, vec![None, cell(1.5)]),
                row(2, "<b>", 0.5, vec![cell(0.5), None]),
            ],
            agents: Vec::new(),
            games: 2,
            adjudicated: 0,
            stopped: 0,
            interrupted: false,
            seconds: 0.0,
            again: "quadrille tournament".to_owned(),
        }
    }

    #[test]
    fn points_are_written_as_in_chess() {
        for (value, text) in [(0.0, "0"), (0.5, "½"), (3.0, "3"), (10.5, "10½"), (0.75, "0.75")] {
            assert_eq!(points(value), text);
        }
    }

    #[test]
    fn text_and_page_have_the_same_crosstable() {
        let (text, page) = (text(&report(), "duel"), page(&report(), "duel"));
        for part in ["1½", "½", "anchor", "-10 to +10"] {
            assert!(text.contains(part) && page.contains(part), "{part}\n{text}\n{page}");
        }
        assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"));
    }
}
