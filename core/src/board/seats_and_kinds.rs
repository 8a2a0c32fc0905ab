//! Types for seats, colours and kinds, which are identified by numbers, and the limits of these
//! numbers.

/// A kind of piece, by its number in the ruleset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kind(pub u8);

/// A seat, by its number in the ruleset. This number is also the colour of the seat's pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seat(pub u8);

/// The colour of a piece: the seat in whose army it started.
pub type Colour = Seat;

/// The maximum number of seats in a ruleset.
pub const MAX_SEATS: usize = 8;
/// The maximum number of kinds in a ruleset.
pub const MAX_KINDS: usize = 31;
/// The maximum number of marks in a ruleset.
pub const MAX_MARKS: usize = 16;
/// The number of bits for the notes of a piece. Each mark takes one bit, and the counters of the
/// piece share the other bits. The bit for [`MOVED`] is not included.
pub const NOTE_BITS: u32 = 21;
/// The mark of a piece that has moved. It is used for kinds with initial moves
/// ([`crate::rules::Spec::initial_by_mark`]).
pub const MOVED: u8 = 21;

impl Kind {
    /// Returns the kind's number as an index.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Seat {
    /// Returns the seat's number as an index.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the bit of this seat in a [`Seats`] mask.
    #[inline(always)]
    #[must_use]
    pub fn bit(self) -> u8 {
        1 << self.0
    }
}

/// A set of seats or colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seats(pub u8);

impl Seats {
    /// Returns `true` if `seat` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & seat.bit() != 0
    }

    /// Adds `seat`.
    #[inline(always)]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= seat.bit();
    }

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of seats in the set.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the seats of the set in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let seat = Seat(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                seat
            })
        })
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::default();
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}
