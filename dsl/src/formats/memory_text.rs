//! Reads and writes the values of memories. A value is the name of a seat, a square or a kind, or
//! several seats joined by `+`. An empty memory is `-`. FEN4, lessons and traces use this form.

use quadrille_core::rules::{Held, Holds};
use quadrille_core::{Seat, Seats, Spec};

/// The text of an empty memory.
const NOTHING: &str = "-";

/// Returns the text of a memory's value.
#[must_use]
pub fn show(spec: &Spec, held: Held) -> String {
    let seat = |seat: Seat| spec.seats.get(seat.index()).map_or("?", |seat| &seat.name).to_owned();
    match held {
        Held::Nothing => NOTHING.to_owned(),
        Held::Seat(held) => seat(held),
        Held::Seats(seats) if seats.is_empty() => NOTHING.to_owned(),
        Held::Seats(seats) => seats.iter().map(seat).collect::<Vec<_>>().join("+"),
        Held::Square(square) if spec.geometry.has(square) => spec.geometry.name(square),
        Held::Square(_) => "?".to_owned(),
        Held::Kind(kind) => spec.kinds.get(kind.index()).map_or("?", |kind| &kind.name).to_owned(),
    }
}

/// Reads a memory's value from its text.
#[must_use]
pub fn read(spec: &Spec, holds: Holds, text: &str) -> Option<Held> {
    if text == NOTHING {
        return holds.read(0);
    }
    match holds {
        Holds::Number => None,
        Holds::Seat => spec.seat_named(text).map(Held::Seat),
        Holds::Seats => {
            let seats: Option<Seats> = text.split('+').map(|name| spec.seat_named(name)).collect();
            seats.map(Held::Seats)
        }
        Holds::Square => spec.geometry.square_named(text).map(Held::Square),
        Holds::Kind => spec.kind_named(text).map(Held::Kind),
    }
}
