//! Hands: pieces off the board, where they may be dropped, and what is put there.

use crate::board::{Kind, Seat, Zone};
use crate::rules::ClauseId;

/// The pieces that a seat holds at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The seat.
    pub seat: Seat,
    /// Kinds and numbers.
    pub pieces: Vec<(Kind, u8)>,
    /// The zone where they may be dropped.
    pub zone: Zone,
    /// Whether a seat with pieces in hand has to drop one. Otherwise it may, instead of moving.
    pub first: bool,
    /// What else a drop has to keep to.
    pub limits: DropLimits,
    /// The clause that a drop counts.
    pub clause: Option<ClauseId>,
}

/// What a drop has to keep to, besides its zone and the protection of royals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DropLimits {
    /// The most pieces of the dropped kind and colour, that one included, on the file (the rank, if
    /// it faces east or west) of the square, however many holes that has.
    pub on_line: Option<u8>,
    /// Whether the drop may not mate another seat.
    pub no_mate: bool,
}

/// Whose hand captured pieces go to. A piece in hand belongs to the seat that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureHand {
    /// That of the seat that captures.
    Captor,
    /// That of its first team mate; its own if it has none.
    Partner,
    /// That of the seat whose colour the piece has.
    Owner,
}

/// The kind in which pieces of another kind go to a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// The kind that is captured.
    pub kind: Kind,
    /// The mark that the piece must have, if not any piece of the kind is meant.
    pub mark: Option<u8>,
    /// The kind in the hand.
    pub base: Kind,
    /// The clause that it counts.
    pub clause: Option<ClauseId>,
}
