//! Hands: pieces off the board, the zones where they may be dropped, and the captures that go to a
//! hand.

use crate::board::{Kind, Seat, Zone};
use crate::rules::ClauseId;

/// The pieces that a seat holds at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The seat.
    pub seat: Seat,
    /// The kinds in the hand, and the number of pieces of each kind.
    pub pieces: Vec<(Kind, u8)>,
    /// The zone in which the pieces in the hand may be dropped.
    pub zone: Zone,
    /// `true` if a seat with pieces in hand has to drop one before it may move. `false` if it may
    /// choose between a drop and a move.
    pub first: bool,
    /// Limits on drops besides the zone.
    pub limits: DropLimits,
    /// The clause that a drop cites.
    pub clause: Option<ClauseId>,
}

/// Limits on drops, besides the zone and the protection of royals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DropLimits {
    /// The maximum number of pieces of the dropped kind and colour on the file of the square,
    /// including the dropped piece. Holes do not divide a file. For pieces that face east or west,
    /// the rank is used instead of the file.
    pub on_line: Option<u8>,
    /// `true` if a drop must not mate another seat.
    pub no_mate: bool,
}

/// The seat whose hand receives a captured piece. The piece then belongs to this seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureHand {
    /// The seat that captures.
    Captor,
    /// The first team mate of the seat that captures, or the capturing seat itself if it has no
    /// team mate.
    Partner,
    /// The seat whose colour the piece has.
    Owner,
}

/// The change of a captured piece into another kind in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// The kind that is captured.
    pub kind: Kind,
    /// The mark that the captured piece must have; `None` if the mark does not matter.
    pub mark: Option<u8>,
    /// The kind in the hand.
    pub base: Kind,
    /// The clause that the change cites.
    pub clause: Option<ClauseId>,
}
