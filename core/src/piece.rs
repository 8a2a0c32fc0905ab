//! What stands on a square: a kind, a colour, a facing and a few marks, in sixteen bits.
//!
//! Depends on `geometry` for facings. A piece keeps its colour for ever; who moves it is the
//! controller of that colour, which is the position's affair.

use crate::geometry::Facing;

/// A kind of piece, by its place in the ruleset's list of kinds, from nought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

/// A seat at the board, by its place in the ruleset's list; also the colour of its men.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

/// The colour of a man: the seat in whose army he was born.
pub type Colour = Seat;

/// The most seats a ruleset may have.
pub const MAX_SEATS: usize = 8;
/// The most kinds of piece a ruleset may have.
pub const MAX_KINDS: usize = 31;
/// The most marks a ruleset may name; one more is kept for [`MOVED`].
pub const MAX_MARKS: usize = 5;
/// The mark of a man that has moved, borne by kinds whose start matters
/// ([`crate::spec::Spec::initial_by_mark`]).
pub const MOVED: u8 = 5;

impl Kind {
    /// The number as an index.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Seat {
    /// The number as an index.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The bit of this seat in a [`Seats`] mask.
    #[inline(always)]
    #[must_use]
    pub fn bit(self) -> u8 {
        1 << self.0
    }
}

/// A set of seats or colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seats(pub u8);

impl Seats {
    /// Whether `seat` is in the set.
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

    /// Whether nobody is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in the set.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats of the set in ascending order.
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

/// A man on the board: kind, colour, facing and marks. Never the empty square.
///
/// Layout: marks (6 bits), facing (2), colour (3), kind + 1 (5). Everything but the marks is
/// the [profile](Piece::profile), which decides how the man moves and promotes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(std::num::NonZeroU16);

impl Piece {
    /// A man without marks.
    #[must_use]
    pub fn new(kind: Kind, colour: Colour, facing: Facing) -> Self {
        let bits = (facing as u16) << 8 | (colour.0 as u16 & 7) << 5 | ((kind.0 as u16 & 31) + 1);
        Self(std::num::NonZeroU16::new(bits).unwrap_or(std::num::NonZeroU16::MIN))
    }

    /// The kind of piece.
    #[inline(always)]
    #[must_use]
    pub fn kind(self) -> Kind {
        Kind(((self.0.get() & 31) - 1) as u8)
    }

    /// The army it was born in.
    #[inline(always)]
    #[must_use]
    pub fn colour(self) -> Colour {
        Seat((self.0.get() >> 5 & 7) as u8)
    }

    /// Which way it looks.
    #[inline(always)]
    #[must_use]
    pub fn facing(self) -> Facing {
        Facing::from_bits(self.0.get() >> 8)
    }

    /// Its marks, a bit each.
    #[inline(always)]
    #[must_use]
    pub fn marks(self) -> u8 {
        (self.0.get() >> 10) as u8
    }

    /// Kind, colour and facing as one number below [`Piece::PROFILES`].
    #[inline(always)]
    #[must_use]
    pub fn profile(self) -> usize {
        (self.0.get() & 1023) as usize
    }

    /// All sixteen bits; never nought.
    #[inline(always)]
    #[must_use]
    pub fn bits(self) -> u16 {
        self.0.get()
    }

    /// The man these bits mean; none for nought, the empty square.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u16) -> Option<Self> {
        std::num::NonZeroU16::new(bits).map(Self)
    }

    /// One more than the largest profile.
    pub const PROFILES: usize = 1024;

    /// The same man as another kind.
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self::new(kind, self.colour(), self.facing()).with_marks(self.marks())
    }

    /// The same man looking another way.
    #[must_use]
    pub fn with_facing(self, facing: Facing) -> Self {
        Self::new(self.kind(), self.colour(), facing).with_marks(self.marks())
    }

    /// The same man with just these marks.
    #[must_use]
    pub fn with_marks(self, marks: u8) -> Self {
        let bits = self.0.get() & 1023 | (marks as u16) << 10;
        Self(std::num::NonZeroU16::new(bits).unwrap_or(self.0))
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kind, colour) = (self.kind().0, self.colour().0);
        write!(
            f,
            "Piece(kind {kind}, colour {colour}, {:?}, marks {:b})",
            self.facing(),
            self.marks()
        )
    }
}
