//! Fields of a position's text, and the seats that they are about.

use std::ops::Range;

use quadrille_core::{Seat, Spec};

use super::error::{FenError, FenErrorKind as Mistake};
use crate::diagnostic::NameSuggestion;

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

/// A part of the text and its offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Field<'a> {
    /// A part without the white space around it.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        let trimmed = text.trim_start();
        Self { text: trimmed.trim_end(), at: at + text.len() - trimmed.len() }
    }

    pub(super) fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    pub(super) fn error(self, kind: Mistake, help: impl Into<NameSuggestion>) -> FenError {
        FenError::new(self.span(), kind).help(help)
    }

    /// The parts between commas.
    pub(super) fn items(self) -> impl Iterator<Item = Field<'a>> {
        let mut at = self.at;
        self.text.split(',').map(move |item| {
            let field = Field::new(item, at);
            at += item.len() + 1;
            field
        })
    }

    pub(super) fn number<N: std::str::FromStr>(
        self,
        expected: &'static str,
        help: &str,
    ) -> Result<N, FenError> {
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match self.text.parse() {
            Ok(number) if plain => Ok(number),
            _ => Err(self.error(Mistake::Expected { found: self.text.to_owned(), expected }, help)),
        }
    }
}

/// The first index of a seat in the turn order; zero if it has none.
pub(super) fn index_in_order(order: &[Seat], seat: Seat) -> u8 {
    order.iter().position(|other| *other == seat).map_or(0, |index| index as u8)
}
