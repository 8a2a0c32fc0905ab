//! [`HiddenKinds`]: pieces whose kinds only some seats know.

use std::collections::BTreeSet;

use crate::board::{Colour, Kind, Piece};
use crate::rules::MarkId;

/// The seats that know the hidden kind of a piece. The owners of a piece are the seat of its colour
/// and the seat that controls this colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownTo {
    /// The owners.
    Seat,
    /// The owners and their partners.
    Team,
    /// No seat. Even the owners see the kind that is shown instead.
    Nobody,
}

impl KnownTo {
    /// The words for the variants in rule files.
    pub const WORDS: [&str; 3] = ["seat", "team", "none"];
    /// All variants, in the order of their words.
    pub const ALL: [Self; 3] = [Self::Seat, Self::Team, Self::Nobody];
}

/// The pieces whose kinds are hidden. Seats that do not know the kind of such a piece see a piece
/// of the kind `shown_as` instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenKinds {
    /// The colours and kinds of the hidden pieces.
    pub pieces: BTreeSet<(Colour, Kind)>,
    /// The kind that is shown instead of a hidden kind.
    pub shown_as: Kind,
    /// The seats that know the kind of a hidden piece.
    pub known_to: KnownTo,
    /// The mark of a piece whose kind has been revealed.
    pub revealed: MarkId,
    /// `true` if a capture reveals the kind of the capturing piece.
    pub captures_reveal: bool,
}

impl HiddenKinds {
    /// The name of the mark of revealed pieces.
    pub const REVEALED: &str = "revealed";

    /// Returns `true` if the kind of this piece is hidden from some seats.
    #[must_use]
    pub fn conceals(&self, piece: Piece) -> bool {
        piece.marks() >> self.revealed.0 & 1 == 0
            && self.pieces.contains(&(piece.colour(), piece.kind()))
    }

    /// Returns the piece with the mark of revealed pieces.
    #[must_use]
    pub fn reveal(&self, piece: Piece) -> Piece {
        piece.with_marks(piece.marks() | 1 << self.revealed.0)
    }
}
