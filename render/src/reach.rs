//! Finds the squares that a piece can reach on an empty board, for diagrams of movements.

use std::collections::BTreeMap;

use quadrille_core::rules::{End, Path};
use quadrille_core::{Kind, Piece, Seat, Spec, Square, Zone};

use super::layout::Mark;

/// Returns the squares that a piece can reach from `from`. The mark of each square shows how the
/// piece can move there.
///
/// If a movement needs other pieces, these pieces are assumed to be in place. Such pieces can be
/// hurdles, pieces captured on the way, or pieces that a condition names. The mark
/// [`Mark::Assisted`] is for squares that are reached only with the help of such pieces, or only
/// under a condition about the game.
#[must_use]
pub fn reach(spec: &Spec, piece: Piece, from: Square) -> BTreeMap<Square, Mark> {
    let mut marks = BTreeMap::new();
    let kind = spec.kinds.get(piece.kind().index());
    for walk in kind.iter().flat_map(|kind| &kind.paths).filter(|w| starts(spec, w, piece, from)) {
        let Some(mark) = ends(walk) else { continue };
        for square in landings(spec, walk, piece, from) {
            let barred = spec
                .restricted_squares
                .iter()
                .any(|(barred, at)| *at == square && barred.profile() == piece.profile());
            if walk.to.is_none_or(|zone| zone.contains(square)) && !barred {
                marks.entry(square).and_modify(|old| *old = both(*old, mark)).or_insert(mark);
            }
        }
    }
    marks
}

/// Returns a square from which a diagram shows the movement of a kind well. If the kind has a
/// special first move, this is a square on which a piece of this kind and seat starts the game.
/// Otherwise it is in the middle of the board.
#[must_use]
pub fn vantage(spec: &Spec, kind: Kind, seat: Seat) -> Option<Square> {
    let board = &spec.geometry;
    let centre = (i32::from(board.files()) - 1, i32::from(board.ranks()) - 1);
    let off_centre = |square: &Square| {
        let cell = board.cell(*square);
        let (x, y) = (i32::from(cell.file) * 2 - centre.0, i32::from(cell.rank) * 2 - centre.1);
        x * x + y * y
    };
    let initial = spec.kinds.get(kind.index())?.paths.iter().any(|walk| walk.initial);
    let starts = spec.array.iter().filter(|(square, piece)| {
        initial && piece.kind() == kind && piece.colour() == seat && square.index() < board.len()
    });
    starts
        .map(|(square, _)| *square)
        .min_by_key(off_centre)
        .or_else(|| board.squares().min_by_key(off_centre))
}

/// Returns `true` if the piece may begin this path on the square. A special first move must begin
/// on a square where the piece starts the game.
fn starts(spec: &Spec, walk: &Path, piece: Piece, from: Square) -> bool {
    let at_start = || spec.array.iter().any(|&(at, other)| at == from && other == piece);
    walk.with_mark.is_none()
        && walk.from.is_none_or(|zone| zone.contains(from))
        && (!walk.initial || at_start())
}

/// Returns the mark for the squares where a path ends. Returns `None` if the path serves only to
/// give check.
fn ends(walk: &Path) -> Option<Mark> {
    let (_, way) = walk.legs.split_last()?;
    let helped = !walk.conditions.is_empty()
        || !walk.circumstances.is_empty()
        || walk.swaps
        || way.iter().any(|leg| !matches!(leg.end, End::Empty | End::Any));
    let takes = (walk.take.enemy || walk.take.own) && !walk.take.checks_only;
    match (walk.quiet, takes) {
        (false, false) => None,
        _ if helped => Some(Mark::Assisted),
        (true, true) => Some(Mark::Either),
        (true, false) => Some(Mark::Quiet),
        (false, true) => Some(Mark::Capture),
    }
}

/// Combines two marks of the same square into one mark.
fn both(a: Mark, b: Mark) -> Mark {
    match (a, b) {
        (Mark::Assisted, other) | (other, Mark::Assisted) => other,
        (a, b) if a == b => a,
        _ => Mark::Either,
    }
}

/// Returns the squares where the last leg of a path may end.
fn landings(spec: &Spec, walk: &Path, piece: Piece, from: Square) -> Zone {
    if !walk.turns.is_empty() {
        return walk.turning_reach(&spec.geometry, piece.facing(), from);
    }
    let mut stops: Zone = [from].into_iter().collect();
    for leg in &walk.legs {
        let vector = leg.vector.turned(piece.facing());
        let mut next = Zone::EMPTY;
        for start in stops {
            let mut square = start;
            for steps in 1..=leg.max {
                let Some(reached) = spec.geometry.step(square, vector) else { break };
                if reached == square || walk.along.is_some_and(|zone| !zone.contains(reached)) {
                    break;
                }
                square = reached;
                if steps >= leg.min {
                    next.insert(square);
                }
            }
        }
        stops = next;
    }
    stops.remove(from);
    stops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{orthodox, piece};

    fn names(spec: &Spec, letter: char, from: &str) -> Vec<(String, Mark)> {
        let square = spec.geometry.square_named(from).unwrap();
        let reach = reach(spec, piece(spec, 0, letter), square);
        reach.into_iter().map(|(square, mark)| (spec.geometry.name(square), mark)).collect()
    }

    #[test]
    fn a_pawn_goes_straight_and_captures_diagonally_and_starts_with_a_choice() {
        let (spec, _) = orthodox();
        let expect = |names: &[(&str, Mark)]| -> Vec<(String, Mark)> {
            names.iter().map(|(n, m)| ((*n).to_owned(), *m)).collect()
        };
        assert_eq!(
            names(&spec, 'P', "e2"),
            expect(&[
                ("d3", Mark::Capture),
                ("e3", Mark::Quiet),
                ("f3", Mark::Capture),
                ("e4", Mark::Quiet),
            ])
        );
        assert_eq!(names(&spec, 'P', "e3").len(), 3);
        assert_eq!(names(&spec, 'P', "e8"), []);
    }

    #[test]
    fn a_ride_ends_at_the_edge_and_at_a_wall() {
        let (mut spec, _) = orthodox();
        assert_eq!(names(&spec, 'R', "d4").len(), 14);
        let cell = |name: &str| spec.geometry.cell_named(name).unwrap();
        let (d5, d6) = (cell("d5"), cell("d6"));
        spec.geometry.add_wall(d5, d6).unwrap();
        assert_eq!(names(&spec, 'R', "d4").len(), 11);
    }

    #[test]
    fn a_hop_is_shown_as_needing_help() {
        let (spec, _) = orthodox();
        let reached = names(&spec, 'H', "d4");
        let squares: Vec<_> = reached.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(squares, ["d6", "d7", "d8"]);
        assert!(reached.iter().all(|(_, mark)| *mark == Mark::Assisted));
    }

    #[test]
    fn a_kind_with_a_first_move_is_seen_where_it_starts_and_others_in_the_middle() {
        let (spec, _) = orthodox();
        let at = |name| {
            let square = vantage(&spec, spec.kind_named(name).unwrap(), Seat(0)).unwrap();
            spec.geometry.name(square)
        };
        assert_eq!(at("pawn"), "d2");
        assert_eq!(at("queen"), "d4");
    }
}
