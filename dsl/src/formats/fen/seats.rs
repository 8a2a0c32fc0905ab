//! Finds the letters, the castling moves and the turns of seats, for the text of a position.

use quadrille_core::{Seat, Setup, Spec};

/// Returns all seats in order.
pub(super) fn seats(spec: &Spec) -> impl Iterator<Item = Seat> + use<> {
    (0..spec.seats.len()).map(|seat| Seat(seat as u8))
}

/// Returns the letter of a seat.
pub(super) fn key(spec: &Spec, seat: Seat) -> char {
    spec.seats.get(seat.index()).map_or('?', |seat| seat.key)
}

/// Lists the letters of all seats, for use in messages.
pub(super) fn all_keys(spec: &Spec) -> String {
    list(spec.seats.iter().map(|seat| seat.key))
}

/// Lists the letters of all colours, for use in messages.
pub(super) fn all_colours(spec: &Spec) -> String {
    list(spec.colours().map(|colour| spec.colour_key(colour)))
}

/// Returns the indices of a seat's castling moves to one side.
pub(super) fn wings(spec: &Spec, seat: Seat, king_side: bool) -> impl Iterator<Item = usize> {
    spec.castling
        .iter()
        .enumerate()
        .filter(move |(_, wing)| wing.seat == seat && wing.king_side == king_side)
        .map(|(number, _)| number)
}

/// Returns the indices of a seat's castling moves to one side in a position. A castling move that
/// shares its rights is left out if its king or its rook is not on its starting square.
pub(super) fn wings_in(
    spec: &Spec,
    setup: &Setup,
    seat: Seat,
    king_side: bool,
) -> impl Iterator<Item = usize> {
    wings(spec, seat, king_side).filter(|number| {
        let wing = &spec.castling[*number];
        !wing.shares_rights || setup.at_home(wing)
    })
}

/// Returns the index of the counter that contains the points in FEN.
pub(crate) fn points(spec: &Spec) -> Option<usize> {
    spec.counters.iter().position(|counter| counter.per_seat && counter.name == "points")
}

/// Joins items with commas.
pub(super) fn list<T: std::fmt::Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}

/// Returns the index of a seat's first turn in the turn order. Returns zero if the seat has no
/// turn.
pub(super) fn index_in_order(order: &[Seat], seat: Seat) -> u8 {
    order.iter().position(|other| *other == seat).map_or(0, |index| index as u8)
}
