//! [`Duty`]: requirements and prohibitions for the moves of seats.

use crate::board::Seats;
use crate::rules::ClauseId;

/// A requirement or prohibition for the moves of some seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duty {
    /// The seats to whose moves the duty applies.
    pub seats: Seats,
    /// The requirement or prohibition.
    pub demand: Demand,
    /// The kinds (a bit each) whose captures count for a duty to capture.
    pub kinds: u32,
    /// The clause that states this rule.
    pub clause: Option<ClauseId>,
}

/// The demand of a [`Duty`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// A seat that can capture has to capture.
    Capture,
    /// A seat that can capture has to capture as many pieces as it can in one move.
    CaptureMostPieces,
    /// A seat that can capture has to capture the greatest total value in one move, according to
    /// the values of kinds.
    CaptureMostValue,
    /// A move must not give check to an opponent. [`crate::rules::Spec::impose`] changes the
    /// protection matrix for this demand.
    NoCheck,
    /// A move must not lead to a position that has then occurred `times` times since the last
    /// progress. The demand applies only in the seat's own turn, and never to passes.
    NoRepeat {
        /// The number of the first forbidden occurrence. The number 2 forbids every repetition.
        times: u8,
    },
}

impl Demand {
    /// The words for demands in scripts: first the requirements, then the prohibitions.
    pub const WORDS: [&str; 5] =
        ["capture", "capture_most_pieces", "capture_most_value", "check", "repeat"];
    /// All demands, in the order of their words.
    pub const ALL: [Self; 5] = [
        Self::Capture,
        Self::CaptureMostPieces,
        Self::CaptureMostValue,
        Self::NoCheck,
        Self::NoRepeat { times: 2 },
    ];

    /// Returns `true` if this demand is about captures.
    #[must_use]
    pub const fn of_captures(self) -> bool {
        matches!(self, Self::Capture | Self::CaptureMostPieces | Self::CaptureMostValue)
    }
}
