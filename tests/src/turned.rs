//! A ruleset whose board is turned by a quarter. The game is the same, seen from another side of
//! the board.

use quadrille_core::rules::Path;
use quadrille_core::rules::{CastlingMove, EntryLimit, Hand, Shuffle};
use quadrille_core::{Cell, Geometry, Piece, Spec, Square, Vector, Zone};

/// Returns the ruleset on a board that is turned clockwise by a quarter.
///
/// # Panics
/// Panics if the turned board is invalid.
#[must_use]
pub fn turned(spec: &Spec) -> Spec {
    let old = &spec.geometry;
    let cell = |c: Cell| Cell { file: c.rank, rank: old.files() - 1 - c.file };
    let mut rows = vec![vec![false; old.ranks().into()]; old.files().into()];
    for square in old.squares() {
        let Cell { file, rank } = cell(old.cell(square));
        rows[usize::from(old.files() - 1 - rank)][usize::from(file)] = true;
    }
    let mut board = Geometry::new(&rows).expect("a board turned is a board");
    for (a, b) in old.walls() {
        board.add_wall(cell(*a), cell(*b)).expect("cells that touched still touch");
    }
    for (from, to) in old.one_way() {
        board.add_one_way(cell(from), cell(to)).expect("cells that touched still touch");
    }
    let [files, ranks] = old.wraps();
    board.set_wraps(ranks, files);
    let at = |square: Square| {
        let Cell { file, rank } = cell(old.cell(square));
        board.at(file.into(), rank.into()).expect("a square is still one")
    };
    let mut whole = board.clone();
    for portal in old.portals() {
        let squares: Vec<Square> = portal.iter().map(|square| at(*square)).collect();
        whole.add_portal(&squares).expect("squares that were a portal still are");
    }
    let zone = |zone: Zone| -> Zone { zone.into_iter().map(at).collect() };
    let piece = |piece: Piece| piece.with_facing(piece.facing().turned(1));
    let mut new = spec.clone();
    for (_, squares) in &mut new.zones {
        *squares = zone(*squares);
    }
    for seat in &mut new.seats {
        seat.facing = seat.facing.turned(1);
    }
    // Paths are relative to the piece, but their zones belong to the board.
    for Path { from, to, along, .. } in new.kinds.iter_mut().flat_map(|kind| &mut kind.paths) {
        *from = from.map(zone);
        *to = to.map(zone);
        *along = along.map(zone);
    }
    for EntryLimit { zone: squares, .. } in &mut new.entry_limits {
        *squares = zone(*squares);
    }
    for (a, b) in new.gates.iter_mut().flat_map(|gate| &mut gate.edges) {
        (*a, *b) = whole.edge(cell(*a), cell(*b)).expect("cells that touched still touch");
    }
    for (square, who) in &mut new.array {
        (*square, *who) = (at(*square), piece(*who));
    }
    for CastlingMove { king, rook, empty, safe, .. } in &mut new.castling {
        (*king, *rook) = ((at(king.0), at(king.1)), (at(rook.0), at(rook.1)));
        (*empty, *safe) = (zone(*empty), zone(*safe));
    }
    for Shuffle { squares, outcomes, .. } in &mut new.shuffles {
        squares.iter_mut().for_each(|square| *square = at(*square));
        let pieces = outcomes.iter_mut().flat_map(|outcome| &mut outcome.pieces);
        pieces.flatten().for_each(|it| *it = piece(*it));
    }
    for leap in new.blast.iter_mut().flat_map(|blast| &mut blast.reach) {
        *leap = Vector::new(leap.dy, -leap.dx);
    }
    for (who, square, promotion) in &mut new.promotions {
        (*who, *square) = (piece(*who), at(*square));
        promotion.from = promotion.from.map(zone);
    }
    for (who, square, arrival) in &mut new.arrivals {
        (*who, *square) = (piece(*who), at(*square));
        arrival.turn = arrival.turn.map(|facing| facing.turned(1));
    }
    for (who, square) in &mut new.restricted_squares {
        (*who, *square) = (piece(*who), at(*square));
    }
    for Hand { zone: squares, .. } in &mut new.hands {
        *squares = zone(*squares);
    }
    new.geometry = whole;
    new
}
