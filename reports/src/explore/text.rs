//! The report of an opening tree as text.

use quadrille_dsl::text::prose::quantity;
use unicode_width::UnicodeWidthStr as _;

use super::report::{ExploreReport, ExploredMove};
use crate::table::{Align, SCREEN_WIDTH, columns, paragraph};

/// The sign after a move to a position whose moves are listed after another move.
const TRANSPOSES: &str = "=";

/// Returns the report for people. Moves of later plies are indented.
#[must_use]
pub fn text(report: &ExploreReport) -> String {
    let Some(first) = report.positions.first() else { return String::new() };
    let reached = quantity(first.results.games, "game");
    let mut out = match first.results.games == report.games {
        true => format!("{reached}\n"),
        false => format!("{reached} of {} reach this position\n", report.games),
    };
    let mut moves = Vec::new();
    list(report, 0, 0, &mut moves);
    if moves.is_empty() {
        return out;
    }
    out.push('\n');
    out.push_str(&tables(report, &moves));
    let mut legend =
        "For each side: its mean share of the results / the static evaluation after the \
                      move, in %."
            .to_owned();
    if moves.iter().any(|(name, _)| name.ends_with(TRANSPOSES)) {
        legend.push_str(" After a move with `=`, the position is listed after another move.");
    }
    out.push('\n');
    out.push_str(&paragraph(&legend, 0, SCREEN_WIDTH));
    if report.left_out > 0 {
        let games = quantity(report.left_out, "game");
        let note = format!("The tree is full. {games} left it early; use a lower `--depth`.");
        out.push_str(&paragraph(&note, 0, SCREEN_WIDTH));
    }
    out
}

/// Adds the moves of a position to `moves`, with their names in the table. Each move is followed by
/// the moves of the next position. If several lines lead to this position, its moves are listed
/// only once, after its line in the report.
fn list<'a>(
    report: &'a ExploreReport,
    at: usize,
    depth: usize,
    moves: &mut Vec<(String, &'a ExploredMove)>,
) {
    let position = &report.positions[at];
    for played in &position.moves {
        let name = format!("{}{}", "  ".repeat(depth), played.action);
        let own = played.next.filter(|next| {
            let line = report.positions[*next].line.split_last();
            line.is_some_and(|(last, before)| *last == played.action && before == position.line)
        });
        let sign = if played.next.is_some() && own.is_none() { TRANSPOSES } else { "" };
        moves.push((format!("{name}{sign}"), played));
        if let Some(next) = own {
            list(report, next, depth + 1, moves);
        }
    }
}

/// Returns the moves as a table. If the sides do not fit the width of a screen, there are several
/// tables with fewer sides each.
fn tables(report: &ExploreReport, moves: &[(String, &ExploredMove)]) -> String {
    let sides: Vec<usize> = (0..report.sides.len()).collect();
    for size in (1..=sides.len()).rev() {
        let tables: Vec<String> = sides.chunks(size).map(|of| table(report, moves, of)).collect();
        let fits = |table: &String| table.lines().all(|line| line.width() <= SCREEN_WIDTH);
        if size == 1 || tables.iter().all(fits) {
            return tables.join("\n");
        }
    }
    String::new()
}

fn table(report: &ExploreReport, moves: &[(String, &ExploredMove)], sides: &[usize]) -> String {
    let mut head: Vec<String> = ["move", "games", "%", "plies"].map(str::to_owned).into();
    head.extend(sides.iter().map(|side| report.sides[*side].clone()));
    let mut align = vec![Align::Right; head.len()];
    align[0] = Align::Left;
    let mut rows = vec![head];
    for (name, played) in moves {
        let results = &played.results;
        let mut row = vec![
            name.clone(),
            results.games.to_string(),
            percent(played.frequency),
            format!("{:.0}", results.mean_plies),
        ];
        row.extend(sides.iter().map(|side| {
            let share = results.results[*side].share.map_or("-".to_owned(), percent);
            format!("{share}/{}", percent(played.evaluation[*side]))
        }));
        rows.push(row);
    }
    columns(&align, &rows)
}

fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}
