//! Special moves: castling, en passant, promotion and arrivals.

use crate::board::{Facing, Kind, Seat, Square, Zone};
use crate::rules::ClauseId;

/// One castling move of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingMove {
    /// The seat.
    pub seat: Seat,
    /// `true` if the castling field of a FEN4 writes the right to this move with the letter of the
    /// king side. `false` if the field writes the right with the letter of the queen side.
    pub king_side: bool,
    /// The squares of the king before and after the move.
    pub king: (Square, Square),
    /// The squares of the rook before and after the move.
    pub rook: (Square, Square),
    /// The kinds of the king and the rook. If `None`, any royal can be the king, and any other
    /// piece can be the rook.
    pub kinds: Option<[Kind; 2]>,
    /// `true` if the castling move needs two rights: one of the king and one of the rook. Other
    /// castling moves of the same kinds can need the same rights. Such moves are for arrays that
    /// are not known in advance. `false` if the castling move has a separate right.
    pub shares_rights: bool,
    /// Squares that must be empty for the castling move.
    pub empty: Zone,
    /// Squares on which the king must not be attacked, including its starting square. The king's
    /// target square is not listed, because it is tested as for any other move.
    pub safe: Zone,
    /// The clause that the move cites.
    pub clause: Option<ClauseId>,
}

/// The consequence for an en passant right if a piece stands on the skipped square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpOccupied {
    /// The en passant right can't be used.
    Void,
    /// A capture on the skipped square captures both that piece and the pawn.
    CaptureBoth,
}

/// The duration of an en passant right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpWindow {
    /// Until the next turn of the pawn's controller opens or is skipped.
    OwnTurn,
    /// For the next player's action only.
    NextPlayer,
}

/// A promotion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Promotion {
    /// The kinds from which the player chooses. If there is only one kind, there is no choice.
    pub kinds: Vec<Kind>,
    /// `true` if the piece may also keep its kind.
    pub optional: bool,
    /// `true` if a piece may move to the square only while the limits on promotion allow at least
    /// one of the kinds in `kinds`.
    pub required: bool,
    /// The squares from which the move must start; `None` for all squares.
    pub from: Option<Zone>,
    /// `true` if a piece promotes only by a capture.
    pub by_capture: bool,
    /// `true` if a piece that already stands on the square may promote there instead of moving.
    /// `false` if a piece promotes when it arrives on the square.
    pub in_place: bool,
    /// The mark that the promoted piece gets.
    pub set_mark: Option<u8>,
    /// The clause that the promotion cites.
    pub clause: Option<ClauseId>,
}

/// The changes of a piece when it arrives on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arrival {
    /// The kind that the piece becomes.
    pub become_kind: Option<Kind>,
    /// The facing that the piece gets.
    pub turn: Option<Facing>,
    /// The mark that the piece gets.
    pub set_mark: Option<u8>,
    /// The mark that the piece loses.
    pub clear_mark: Option<u8>,
    /// The clause that the arrival cites.
    pub clause: Option<ClauseId>,
}
