//! Duties of seats, blasts and fog: what moves have to do, what captures do besides, and who sees it.

use crate::board::{Seats, Vector};
use crate::rules::{ClauseId, Relation};

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

/// What a capture removes besides the pieces that it captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blast {
    /// Where it reaches, as steps from the square on which the capturing piece arrives. Pieces
    /// don't stop it.
    pub reach: Vec<Vector>,
    /// Whose pieces it removes, as seen from the capturing piece.
    pub removes: Relation,
    /// The kinds (a bit each) that it spares. The capturing piece is not among those it reaches.
    pub spares: u32,
    /// Whether the capturing piece goes too.
    pub captor: bool,
    /// The clause.
    pub clause: Option<ClauseId>,
}

impl Blast {
    /// The maximum number of squares that a blast reaches.
    pub const MAX_SQUARES: usize = 24;
}

/// Fog: a seat sees the squares where its pieces stand, those where they could capture something and
/// those where they may go. What stands elsewhere is hidden from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fog {
    /// Each seat sees by its own pieces.
    Seat,
    /// Partners see by each other's pieces, too.
    Team,
}

impl Fog {
    /// The words for those who see together, in scripts.
    pub const WORDS: [&str; 2] = ["seat", "team"];
    /// All, in the order of their words.
    pub const ALL: [Self; 2] = [Self::Seat, Self::Team];
}
