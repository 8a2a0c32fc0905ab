//! Derives castling moves from the squares of kings and rooks in the array.

use quadrille_core::rules::CastlingMove;
use quadrille_core::{ClauseId, Facing, Geometry, Kind, Seat, Spec, Square, Vector, Zone};

/// Returns the squares of the line from a king in one direction, up to the edge of the board or the
/// next hole. The king's square is not included.
fn line(geometry: &Geometry, from: Square, vector: Vector) -> Vec<Square> {
    let next = |square: &Square| geometry.step(*square, vector);
    // On a board that wraps around, the line returns to its start.
    std::iter::successors(next(&from), next).take_while(|square| *square != from).collect()
}

mod any_array;

pub(crate) use any_array::{from_any_array, set_sides};

/// Returns the castling moves of every seat that begins with kings of this kind.
///
/// On each side of a king, the nearest rook takes part. The king moves `steps` squares toward
/// this rook, and the rook lands on the last square that the king crossed. The array may contain
/// pieces between the king and the rook. `steps` is at least 2.
pub(crate) fn wings(
    spec: &Spec,
    king: Kind,
    rook: Kind,
    steps: u8,
    clause: Option<ClauseId>,
) -> Vec<CastlingMove> {
    let mut wings = Vec::new();
    for (i, seat_spec) in spec.seats.iter().enumerate() {
        let seat = Seat(i as u8);
        let pieces = |kind: Kind| {
            let own =
                move |piece: &quadrille_core::Piece| piece.colour() == seat && piece.kind() == kind;
            spec.array.iter().filter(move |(_, piece)| own(piece)).map(|(square, _)| *square)
        };
        let rooks: Zone = pieces(rook).collect();
        for home in pieces(king) {
            let sides = sides(&spec.geometry, home, seat_spec.facing, rooks);
            for (side, squares) in sides.iter().enumerate() {
                let Some(from) = squares.iter().find(|square| rooks.contains(**square)) else {
                    continue;
                };
                let mut crossed = squares.iter().skip(usize::from(steps).saturating_sub(2));
                let (Some(last), Some(to)) = (crossed.next(), crossed.next()) else { continue };
                let wing = wing(spec, seat, (home, *to), (*from, *last));
                wings.extend(wing.ok().map(|wing| CastlingMove {
                    king_side: side == 0,
                    kinds: Some([king, rook]),
                    clause,
                    ..wing
                }));
            }
        }
    }
    wings
}

/// Returns the lines to the two sides of a king, with the king side first.
///
/// The king side is the side whose nearest rook is closer to the king. If both rooks are equally
/// close, or if one side has no rook, the king side is the side whose edge is closer. If the edges
/// are equally close too, the right side is the king side. Rooks take precedence over edges because
/// a board may extend further on one side.
fn sides(geometry: &Geometry, home: Square, facing: Facing, rooks: Zone) -> [Vec<Square>; 2] {
    let right = line(geometry, home, facing.turned(1).forward());
    let left = line(geometry, home, facing.turned(3).forward());
    let rook = |line: &[Square]| line.iter().position(|square| rooks.contains(*square));
    let left_is_closer = match (rook(&left), rook(&right)) {
        (Some(left), Some(right)) if left != right => left < right,
        _ => left.len() < right.len(),
    };
    if left_is_closer { [left, right] } else { [right, left] }
}

/// Returns a castling move with all its squares. Either the king or the rook may stay on its
/// square, but not both.
///
/// The function compares the given rook with the nearest rook on the other side of the king. The
/// king side is the side of the closer rook. If both rooks are equally close, or if there is no
/// rook on the other side, the king side is the side of the closer edge. If the edges are equally
/// close too, the given rook is on the king side.
///
/// # Errors
/// Returns the reason if both pieces start on the same square, if both stay, or if a path is not a
/// straight line of squares.
pub(crate) fn wing(
    spec: &Spec,
    seat: Seat,
    king: (Square, Square),
    rook: (Square, Square),
) -> Result<CastlingMove, String> {
    let geometry = &spec.geometry;
    let name = |square| geometry.name(square);
    if king.0 == rook.0 {
        return Err(format!("the king and the rook both start on {}", name(king.0)));
    }
    if king.0 == king.1 && rook.0 == rook.1 {
        return Err("the king and the rook both stay where they are".to_owned());
    }
    let not_straight = |what: &str, (from, to)| {
        format!("{what} {} to {} is not straight over squares of the board", name(from), name(to))
    };
    let toward = direction(geometry, king.0, rook.0)
        .ok_or_else(|| not_straight("the line from the king to the rook,", (king.0, rook.0)))?;
    let piece = |square: Square| spec.array.iter().find(|(at, _)| *at == square);
    let rooks: Zone = match piece(rook.0) {
        Some((_, piece)) => spec
            .array
            .iter()
            .filter(|(_, other)| (other.kind(), other.colour()) == (piece.kind(), piece.colour()))
            .map(|(square, _)| *square)
            .collect(),
        None => Zone::default(),
    };
    let [first, _] = sides(geometry, king.0, toward.turned(3), rooks);
    let king_side = first.contains(&rook.0);
    let king_way = way(geometry, king).ok_or_else(|| not_straight("the king's way from", king))?;
    let rook_way = way(geometry, rook).ok_or_else(|| not_straight("the rook's way from", rook))?;
    let mut empty: Zone = king_way.iter().chain(&rook_way).copied().collect();
    empty.remove(king.0);
    empty.remove(rook.0);
    let mut safe: Zone = king_way.into_iter().filter(|square| *square != king.1).collect();
    safe.insert(king.0);
    Ok(CastlingMove {
        seat,
        king_side,
        king,
        rook,
        kinds: None,
        shares_rights: false,
        empty,
        safe,
        clause: None,
    })
}

/// Sets the kinds of the two pieces in castling moves that were declared by squares. The array's
/// pieces on these squares determine the kinds. The first `given` castling moves are skipped.
pub(crate) fn name_kinds(spec: &mut Spec, given: usize) {
    let kind = |seat: Seat, square: Square| {
        let mut pieces = spec.array.iter();
        let there = pieces.find(|(at, piece)| *at == square && piece.colour() == seat);
        there.map(|(_, piece)| piece.kind())
    };
    let kinds: Vec<_> = spec
        .castling
        .iter()
        .skip(given)
        .map(|wing| Some([kind(wing.seat, wing.king.0)?, kind(wing.seat, wing.rook.0)?]))
        .collect();
    for (wing, kinds) in spec.castling.iter_mut().skip(given).zip(kinds) {
        wing.kinds = wing.kinds.or(kinds);
    }
}

/// Returns the direction from one square to another. Returns `None` if the two are not on one rank
/// or file, or if the board has a hole between them.
fn direction(geometry: &Geometry, from: Square, to: Square) -> Option<Facing> {
    let leads = |facing: &Facing| line(geometry, from, facing.forward()).contains(&to);
    Facing::ALL.into_iter().find(leads)
}

/// Returns the squares on the way from one square to another along a rank or file. The first square
/// is not included.
fn way(geometry: &Geometry, (from, to): (Square, Square)) -> Option<Vec<Square>> {
    if from == to {
        return Some(Vec::new());
    }
    let mut squares = line(geometry, from, direction(geometry, from, to)?.forward());
    squares.truncate(squares.iter().position(|square| *square == to)? + 1);
    Some(squares)
}

#[cfg(test)]
mod tests;
