//! The seats of capital and of lower-case letters.

use quadrille_core::{Facing, Seat, Spec};

/// The seats of capital and of lower-case letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenSides {
    pub(super) upper: Seat,
    pub(super) lower: Seat,
}

impl FenSides {
    /// The seat `w` has the capital letters; where the seats have other keys, the one at the bottom, which is `w` in
    /// other programs.
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

    /// The seat to move: `w` or `b`, or another letter that is a seat's own key.
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
