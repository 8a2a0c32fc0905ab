//! Castling moves for arrays that are not known when the rules are loaded.

use quadrille_core::rules::CastlingMove;
use quadrille_core::{Facing, Geometry, Kind, Seat, Spec, Square, Zone};

use super::{direction, line, wing};

/// Returns a castling move of a seat for each pair of squares from which a king and a rook can
/// castle to the given squares. The direction from the rook's end square to the king's end square
/// determines the side on which the rook starts: the rook starts in this direction from the king.
///
/// # Errors
/// Returns the reason if the end squares are not on one line, or if no pair of squares is suitable.
pub(crate) fn from_any_array(
    spec: &Spec,
    seat: Seat,
    [king, rook]: [Kind; 2],
    home: Zone,
    [king_to, rook_to]: [Square; 2],
) -> Result<Vec<CastlingMove>, String> {
    let geometry = &spec.geometry;
    let name = |square| geometry.name(square);
    let Some(side) = direction(geometry, rook_to, king_to) else {
        let (king_to, rook_to) = (name(king_to), name(rook_to));
        return Err(format!("{king_to} and {rook_to} are not on one rank or file"));
    };
    let pairs = home.into_iter().flat_map(|from| home.into_iter().map(move |at| (from, at)));
    let beside =
        pairs.filter(|(from, at)| from != at && direction(geometry, *from, *at) == Some(side));
    let moves: Vec<CastlingMove> = beside
        .filter_map(|(from, at)| wing(spec, seat, (from, king_to), (at, rook_to)).ok())
        .map(|wing| CastlingMove { kinds: Some([king, rook]), shares_rights: true, ..wing })
        .collect();
    if moves.is_empty() {
        let (king_to, rook_to) = (name(king_to), name(rook_to));
        return Err(format!("no two of these squares lead to {king_to} and {rook_to}"));
    }
    Ok(moves)
}

/// Sets the sides of a seat's castling moves that share rights.
///
/// The king side is the side on which the king's end square is closer to the edge. If the king ends
/// equally close on both sides, or castles to one side only, the right side is the king side.
pub(crate) fn set_sides(spec: &mut Spec, seat: Seat) {
    let right = spec.seats[seat.index()].facing.turned(1);
    let geometry = spec.geometry.clone();
    let distance = |castling: &CastlingMove| to_edge(&geometry, castling);
    let shared = |castling: &&CastlingMove| castling.seat == seat && castling.shares_rights;
    let closest = |on_right: bool| {
        let of_side = spec.castling.iter().filter(shared).filter_map(distance);
        of_side.filter(|(to, _)| (*to == right) == on_right).map(|(_, squares)| squares).min()
    };
    let left_is_closer =
        closest(false).zip(closest(true)).is_some_and(|(left, right)| left < right);
    for castling in spec.castling.iter_mut().filter(|castling| shared(&&**castling)) {
        let on_right = to_edge(&geometry, castling).is_some_and(|(to, _)| to == right);
        castling.king_side = on_right != left_is_closer;
    }
}

/// Returns the direction from the king to the rook, and the number of squares between the king's
/// end square and the edge of the board in this direction.
fn to_edge(geometry: &Geometry, castling: &CastlingMove) -> Option<(Facing, usize)> {
    let to = direction(geometry, castling.king.0, castling.rook.0)?;
    Some((to, line(geometry, castling.king.1, to.forward()).len()))
}
