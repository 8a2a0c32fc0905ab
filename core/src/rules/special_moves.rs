//! Special moves: castling, en passant, promotion and arrivals.

use crate::board::{Facing, Kind, Seat, Square, Zone};
use crate::rules::ClauseId;

/// One castling move of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingMove {
    /// The seat.
    pub seat: Seat,
    /// `true` for the letter of the king side in FEN4's castling field, `false` for the other
    /// letter.
    pub king_side: bool,
    /// The squares of the king before and after the move.
    pub king: (Square, Square),
    /// The squares of the rook before and after the move.
    pub rook: (Square, Square),
    /// The kinds of king and rook. If `None`, the king is any royal, and the rook any piece that is
    /// not royal.
    pub kinds: Option<[Kind; 2]>,
    /// Squares that must be empty.
    pub empty: Zone,
    /// Squares that must not be attacked, including the king's starting square. The king's target
    /// square is not included, because it is tested as for any move.
    pub safe: Zone,
    /// The clause that the move cites.
    pub clause: Option<ClauseId>,
}

/// The effect of a piece on the skipped square on an en passant right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpOccupied {
    /// The right cannot be used.
    Void,
    /// A capture on the square captures both pieces.
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
    /// The kinds to choose from. With a single one there is no choice.
    pub kinds: Vec<Kind>,
    /// `true` if the piece may also keep its kind.
    pub optional: bool,
    /// `true` if a piece may not move to the square while the supply allows none of the kinds.
    pub required: bool,
    /// The squares from which the move must start; `None` for all squares.
    pub from: Option<Zone>,
    /// `true` if only captures promote.
    pub by_capture: bool,
    /// `true` if the piece promotes on its square, as its move, instead of on arrival there.
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
