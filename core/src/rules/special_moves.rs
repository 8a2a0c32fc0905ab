//! What moves do besides going from square to square: castling, en passant, promotion, arrivals.

use crate::board::{Facing, Kind, Seat, Square, Zone};
use crate::rules::ClauseId;

/// One castling move of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingMove {
    /// The seat.
    pub seat: Seat,
    /// Which letter of FEN4's castling field it has: true for the king side's.
    pub king_side: bool,
    /// The king's squares before and after.
    pub king: (Square, Square),
    /// The rook's squares before and after.
    pub rook: (Square, Square),
    /// The kinds of king and rook. Without them, they are any royal, and any piece that is not royal.
    pub kinds: Option<[Kind; 2]>,
    /// Squares that must be empty.
    pub empty: Zone,
    /// Squares that must not be attacked, including the king's own. Its target square is not among
    /// them: it is tested like that of any move.
    pub safe: Zone,
    /// The clause that it counts.
    pub clause: Option<ClauseId>,
}

/// What becomes of an en passant right whose skipped square is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpOccupied {
    /// It cannot be used.
    Void,
    /// A capture there captures both pieces.
    CaptureBoth,
}

/// How long an en passant right lasts.
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
    /// The kinds to choose from. With a single one there is no choice.
    pub kinds: Vec<Kind>,
    /// Whether the piece may also stay what it is.
    pub optional: bool,
    /// Whether a piece for which none of the kinds is left in the supply may not go there.
    pub required: bool,
    /// The squares from which the move must start, if not any.
    pub from: Option<Zone>,
    /// Whether only a move that captures promotes.
    pub by_capture: bool,
    /// Whether the piece promotes where it stands, as its move, instead of on arriving there.
    pub in_place: bool,
    /// The mark that the promoted piece gets.
    pub set_mark: Option<u8>,
    /// The clause that it counts.
    pub clause: Option<ClauseId>,
}

/// What happens to a piece on arriving on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arrival {
    /// Becomes this kind.
    pub become_kind: Option<Kind>,
    /// Gets this facing.
    pub turn: Option<Facing>,
    /// Gets this mark.
    pub set_mark: Option<u8>,
    /// Loses this mark.
    pub clear_mark: Option<u8>,
    /// The clause that it counts.
    pub clause: Option<ClauseId>,
}
