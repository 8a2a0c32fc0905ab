//! Determines which seat has the upper-case letters and which has the lower-case letters.

use quadrille_core::{Facing, Seat, Spec};

/// The seat with upper-case letters, and the seat with lower-case letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenSides {
    pub(super) upper: Seat,
    pub(super) lower: Seat,
}

impl FenSides {
    /// Determines the two seats. If the seats have the keys `w` and `b`, then `w` has the
    /// upper-case letters. Otherwise, the seat at the bottom of the board has them, because other
    /// programs call this seat `w`.
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

    /// Reads the seat to move. The field contains `w`, `b`, or the key of a seat.
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
