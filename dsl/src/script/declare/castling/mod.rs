//! Where kings and rooks go when they castle, worked out from the array.

use quadrille_core::rules::CastlingMove;
use quadrille_core::{ClauseId, Facing, Geometry, Kind, Seat, Spec, Square, Vector, Zone};

/// A line of squares from a king in one direction, as far as the board goes.
fn line(geometry: &Geometry, from: Square, vector: Vector) -> Vec<Square> {
    let next = |square: &Square| geometry.step(*square, vector);
    // A board has at most 256 squares, so a straight line ends.
    std::iter::successors(next(&from), next).collect()
}

/// The castling moves of every seat whose array has exactly one such king: `steps` toward the
/// nearest rook of its own on each side of its line, whatever stands between at the start. The
/// rook lands on the square that the king crossed last; `steps` is at least 2.
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
        let men = |kind: Kind| {
            let own = move |man: &quadrille_core::Piece| man.colour() == seat && man.kind() == kind;
            spec.array.iter().filter(move |(_, man)| own(man)).map(|(square, _)| *square)
        };
        let (Some(home), 1) = (men(king).next(), men(king).count()) else { continue };
        let rooks: Zone = men(rook).collect();
        let sides = sides(spec, home, seat_spec.facing);
        for (side, squares) in sides.iter().enumerate() {
            let Some(from) = squares.iter().find(|square| rooks.contains(**square)) else {
                continue;
            };
            let mut crossed = squares.iter().skip(usize::from(steps).saturating_sub(2));
            let (Some(last), Some(to)) = (crossed.next(), crossed.next()) else { continue };
            let wing = wing(&spec.geometry, seat, (home, *to), (*from, *last));
            wings.extend(wing.map(|wing| CastlingMove { king_side: side == 0, clause, ..wing }));
        }
    }
    wings
}

/// The line on either side of a king: first the side on which the edge is nearer to him, which
/// is called his own; with equal sides, his right.
fn sides(spec: &Spec, home: Square, facing: Facing) -> [Vec<Square>; 2] {
    let right = line(&spec.geometry, home, facing.turned(1).forward());
    let left = line(&spec.geometry, home, facing.turned(3).forward());
    if left.len() < right.len() { [left, right] } else { [right, left] }
}

/// One castling move spelled out; none unless each man goes along a straight line of squares.
/// It counts as king side if the board's edge beyond the rook is not the farther one.
pub(crate) fn wing(
    geometry: &Geometry,
    seat: Seat,
    king: (Square, Square),
    rook: (Square, Square),
) -> Option<CastlingMove> {
    let toward = direction(geometry, king.0, rook.0)?;
    let room = |facing: Facing| line(geometry, king.0, facing.forward()).len();
    let king_side = room(toward) <= room(toward.reversed());
    let king_way = way(geometry, king)?;
    let rook_way = way(geometry, rook)?;
    let mut empty: Zone = king_way.iter().chain(&rook_way).copied().collect();
    empty.remove(king.0);
    empty.remove(rook.0);
    let mut safe: Zone = king_way.into_iter().filter(|square| *square != king.1).collect();
    safe.insert(king.0);
    Some(CastlingMove { seat, king_side, king, rook, empty, safe, clause: None })
}

/// Which way one square lies from another along a rank or file without holes between.
fn direction(geometry: &Geometry, from: Square, to: Square) -> Option<Facing> {
    let leads = |facing: &Facing| line(geometry, from, facing.forward()).contains(&to);
    Facing::ALL.into_iter().find(leads)
}

/// The squares from one to another along a rank or file, the first left out.
fn way(geometry: &Geometry, (from, to): (Square, Square)) -> Option<Vec<Square>> {
    let mut squares = line(geometry, from, direction(geometry, from, to)?.forward());
    squares.truncate(squares.iter().position(|square| *square == to)? + 1);
    Some(squares)
}

#[cfg(test)]
mod tests;
