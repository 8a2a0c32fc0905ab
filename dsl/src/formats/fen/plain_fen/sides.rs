//! Assigns upper-case and lower-case letters to the two seats.

use quadrille_core::{Facing, Seat, Spec};

/// The seats with upper-case and with lower-case letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenSides {
    pub(super) upper: Seat,
    pub(super) lower: Seat,
}

impl FenSides {
    /// Determines the seats. If they have the keys `w` and `b`, `w` has the upper-case letters.
    /// Otherwise the seat at the bottom has them, because it is `w` in other programs.
    pub(super) fn of(spec: &Spec) -> Option<Self> {
        let facing = |facing| {
            let place = spec.seats.iter().position(|seat| seat.facing == facing);
            place.map(|place| Seat(place as u8))
        };
        let named = spec.seat_of_key('w').zip(spec.seat_of_key('b'));
        let placed = || facing(Facing::North).zip(facing(Facing::South));
        let (upper, lower) = named.or_else(placed).filter(|_| spec.seats.len() == 2)?;
        Some(Self { upper, lower })
    }

    /// Returns the seat to move: `w`, `b`, or the key of a seat.
    pub(super) fn turn(self, spec: &Spec, letter: &str) -> Option<Seat> {
        let mut letters = letter.chars();
        match (letters.next()?, letters.next()) {
            ('w', None) => Some(self.upper),
            ('b', None) => Some(self.lower),
            (key, None) => spec.seat_of_key(key),
            _ => None,
        }
    }
}
