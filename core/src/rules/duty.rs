//! [`Duty`]: what moves of seats have to do, or may not do.

use crate::board::Seats;
use crate::rules::ClauseId;

/// A duty of some seats' moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duty {
    /// The seats.
    pub seats: Seats,
    /// What their moves have to do, or may not do.
    pub demand: Demand,
    /// The clause.
    pub clause: Option<ClauseId>,
}

/// What a [`Duty`] demands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// A seat that can capture has to.
    Capture,
    /// A seat that can capture has to capture as many pieces as any of its moves does.
    CaptureMostPieces,
    /// A seat that can capture has to capture as much, by the values of kinds, as any of its moves
    /// does.
    CaptureMostValue,
    /// A move may not give check to an opponent. The protection matrix enforces it; see
    /// [`crate::rules::Spec::impose`].
    NoCheck,
    /// A move may not bring about a position that has occurred so often, less one, since the last
    /// progress. Asked only in the seat's own turn; passes are free of it.
    NoRepeat {
        /// The forbidden occurrence; 2 forbids every repetition.
        times: u8,
    },
}

impl Demand {
    /// The words for demands in scripts: those that a move must satisfy, then what it may not do.
    pub const WORDS: [&str; 5] =
        ["capture", "capture_most_pieces", "capture_most_value", "check", "repeat"];
    /// All, in the order of their words.
    pub const ALL: [Self; 5] = [
        Self::Capture,
        Self::CaptureMostPieces,
        Self::CaptureMostValue,
        Self::NoCheck,
        Self::NoRepeat { times: 2 },
    ];

    /// Whether it demands a capture.
    #[must_use]
    pub const fn of_captures(self) -> bool {
        matches!(self, Self::Capture | Self::CaptureMostPieces | Self::CaptureMostValue)
    }
}
