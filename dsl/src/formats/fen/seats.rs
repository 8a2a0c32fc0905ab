//! The seats that parts of a position's text are about: their letters, castling moves and places in the turn order.

use quadrille_core::{Seat, Spec};

/// All seats in order.
pub(super) fn seats(spec: &Spec) -> impl Iterator<Item = Seat> + use<> {
    (0..spec.seats.len()).map(|seat| Seat(seat as u8))
}

/// The letter of a seat.
pub(super) fn key(spec: &Spec, seat: Seat) -> char {
    spec.seats.get(seat.index()).map_or('?', |seat| seat.key)
}

/// The letters of all seats, for messages.
pub(super) fn all_keys(spec: &Spec) -> String {
    list(spec.seats.iter().map(|seat| seat.key))
}

/// The letters of all colours, for messages.
pub(super) fn all_colours(spec: &Spec) -> String {
    list(spec.colours().map(|colour| spec.colour_key(colour)))
}

/// The indices of a seat's castling moves to one side.
pub(super) fn wings(spec: &Spec, seat: Seat, king_side: bool) -> impl Iterator<Item = usize> {
    spec.castling
        .iter()
        .enumerate()
        .filter(move |(_, wing)| wing.seat == seat && wing.king_side == king_side)
        .map(|(number, _)| number)
}

/// The index of the counter that FEN calls points.
pub(crate) fn points(spec: &Spec) -> Option<usize> {
    spec.counters.iter().position(|counter| counter.per_seat && counter.name == "points")
}

/// Items separated by commas.
pub(super) fn list<T: std::fmt::Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}

/// The first index of a seat in the turn order; zero if it has none.
pub(super) fn index_in_order(order: &[Seat], seat: Seat) -> u8 {
    order.iter().position(|other| *other == seat).map_or(0, |index| index as u8)
}
