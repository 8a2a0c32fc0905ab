//! Writes `puzzles.toml`. Removes puzzles that are nearly equal to other puzzles.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Puzzle;
use crate::formats::actions::tokens;

/// The maximum number of differences between two nearly equal positions. A difference is a piece
/// that stands on its square in only one of the two positions.
const MAX_MOVED_PIECES: usize = 8;

/// Returns the text of a ruleset's puzzle file. `ruleset` is an id or path. `made` explains how the
/// puzzles were made. It becomes a comment in the file.
#[must_use]
pub fn write(ruleset: &str, puzzles: &[Puzzle], made: &str) -> String {
    let mut out = String::new();
    for line in made.lines() {
        let _ = writeln!(out, "# {line}");
    }
    let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let _ = writeln!(out, "\nruleset = {}", text(ruleset));
    for puzzle in puzzles {
        let from = &puzzle.from;
        let _ = writeln!(out, "\n[[puzzle]]");
        let _ = writeln!(out, "goal = {}", text(&puzzle.goal));
        let _ = writeln!(out, "plies = {}\ngrade = {}", puzzle.plies, puzzle.grade);
        if let Some(preset) = &puzzle.preset {
            let _ = writeln!(out, "preset = {}", text(preset));
        }
        let _ = writeln!(out, "fen = {}", text(&puzzle.fen));
        let _ = writeln!(out, "solution = {}", text(&puzzle.solution));
        let _ = writeln!(
            out,
            "from = {{ agents = {}, seed = {}, index = {}, ply = {} }}",
            text(&from.agents),
            from.seed,
            from.index,
            from.ply
        );
    }
    out
}

/// Removes puzzles that are nearly equal to an earlier puzzle. Two nearly equal puzzles have the
/// same goal and the same first action, and nearly all their pieces are on the same squares.
#[must_use]
pub fn distinct(puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let mut kept: Vec<(Puzzle, BTreeSet<(usize, String)>)> = Vec::new();
    for puzzle in puzzles {
        let pieces = pieces(&puzzle.fen);
        let first =
            |puzzle: &Puzzle| tokens(&puzzle.solution).next().map(|(_, action)| action.to_owned());
        let same = |(other, others): &(Puzzle, BTreeSet<(usize, String)>)| {
            other.goal == puzzle.goal
                && first(other) == first(&puzzle)
                && pieces.symmetric_difference(others).count() <= MAX_MOVED_PIECES
        };
        if !kept.iter().any(same) {
            kept.push((puzzle, pieces));
        }
    }
    kept.into_iter().map(|(puzzle, _)| puzzle).collect()
}

/// Returns the pieces in a FEN4. Each piece has the number of its cell.
fn pieces(fen: &str) -> BTreeSet<(usize, String)> {
    // The board is the last field. Options before it are in braces.
    let board = fen.rsplit(['}', '-']).next().unwrap_or(fen);
    let mut pieces = BTreeSet::new();
    for (rank, row) in board.split('/').enumerate() {
        let mut file = 0;
        for cell in row.split(',') {
            match cell.trim().parse::<usize>() {
                Ok(empty) => file += empty,
                Err(_) => {
                    pieces.insert((rank * 64 + file, cell.trim().to_owned()));
                    file += 1;
                }
            }
        }
    }
    pieces
}
