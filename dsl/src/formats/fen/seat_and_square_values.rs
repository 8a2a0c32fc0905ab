//! Reads and writes seats, squares and words in the values of options.

use quadrille_core::{Seat, Spec, Square, StateId};

use super::option_syntax::{OptionSpan, OptionValue};
use super::{FenError, Mistake, all_keys, key};

/// Writes a value for each seat. Returns `None` if every seat has the default value.
pub(super) fn per_seat<T: PartialEq>(
    values: &[T],
    default: &[T],
    show: impl Fn(&T) -> String,
) -> Option<OptionValue> {
    (values != default).then(|| OptionValue::texts(values.iter().map(show)))
}

pub(super) fn a_seat(spec: &Spec, value: &OptionSpan) -> Result<Seat, FenError> {
    seat_of(spec, value, value.text()?)
}

/// Reads a list of seats. It is a tuple of their letters, or one string with all letters.
pub(super) fn some_seats(spec: &Spec, value: &OptionSpan) -> Result<Vec<Seat>, FenError> {
    if let Ok(text) = value.text() {
        return text.chars().map(|letter| seat_of(spec, value, &letter.to_string())).collect();
    }
    value.tuple()?.iter().map(|seat| a_seat(spec, seat)).collect()
}

pub(super) fn seat_of(spec: &Spec, value: &OptionSpan, text: &str) -> Result<Seat, FenError> {
    let mut letters = text.chars();
    let seat = letters.next().and_then(|letter| spec.seat_of_key(letter));
    match (seat, letters.next()) {
        (Some(seat), None) => Ok(seat),
        _ => Err(value.error(
            Mistake::UnknownSeat(text.to_owned()),
            match spec.seats.iter().find(|seat| seat.name.eq_ignore_ascii_case(text)) {
                Some(seat) => format!("write `{}`, the key of {}", seat.key, seat.name),
                None => format!("the seats are {}", all_keys(spec)),
            },
        )),
    }
}

/// Reads a seat. An empty string means no seat.
pub(super) fn maybe_seat(spec: &Spec, value: &OptionSpan) -> Result<Option<Seat>, FenError> {
    if value.text()?.is_empty() { Ok(None) } else { a_seat(spec, value).map(Some) }
}

pub(super) fn show_seat(spec: &Spec, seat: Option<Seat>) -> String {
    seat.map(|seat| key(spec, seat).to_string()).unwrap_or_default()
}

pub(super) fn a_square(spec: &Spec, value: &OptionSpan, name: &str) -> Result<Square, FenError> {
    spec.geometry.square_named(name).ok_or_else(|| {
        value.error(
            Mistake::UnknownSquare(name.to_owned()),
            "write a file letter and a rank number, such as `d4`",
        )
    })
}

pub(super) fn show_square(spec: &Spec, square: Square) -> String {
    if spec.geometry.has(square) { spec.geometry.name(square) } else { "?".to_owned() }
}

/// Reads a word, which must be one of the given words.
pub(super) fn word<T: Copy>(
    value: &OptionSpan,
    text: &str,
    words: &[(&str, T)],
) -> Result<T, FenError> {
    match words.iter().find(|(name, _)| *name == text) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let names: Vec<_> = words.iter().map(|(name, _)| format!("`{name}`")).collect();
            Err(value.error(
                Mistake::UnknownWord(text.to_owned()),
                format!("write one of {}", names.join(", ")),
            ))
        }
    }
}

pub(super) fn show_word<T: PartialEq>(meaning: &T, words: &[(&str, T)]) -> String {
    words.iter().find(|(_, other)| other == meaning).map_or("?", |(name, _)| name).to_owned()
}

/// Reads a state for each seat. If a seat has an empty string, the state of this seat does not
/// change.
pub(super) fn read_states(
    spec: &Spec,
    before: &[StateId],
    value: &OptionSpan,
) -> Result<Vec<StateId>, FenError> {
    let states: Vec<_> = spec
        .states
        .iter()
        .enumerate()
        .map(|(number, state)| (state.name.as_str(), StateId(number as u8)))
        .collect();
    let names = value.per_seat(spec.seats.len())?;
    let read = |(name, before): (&OptionSpan, &StateId)| match name.text()? {
        "" => Ok(*before),
        text => word(name, text, &states),
    };
    names.iter().zip(before).map(read).collect()
}
