//! Plain plies. A plain ply moves one piece, and perhaps captures or promotes on the target square.
//! It affects cached metrics only at the two squares of the move.

use quadrille_core::board::{Piece, Square};
use quadrille_core::internals::Tables;
use quadrille_core::rules::{Action, Move, MoveKind};
use quadrille_core::state::Position;

/// A move that is about to be played.
#[derive(Clone, Copy)]
pub(super) struct PlannedMove {
    pub from: Square,
    pub to: Square,
    pub mover: Piece,
    taken: Option<Piece>,
    /// `true` if the player chose a promotion.
    pub promotes: bool,
    /// `true` if the move may turn out to be a plain ply.
    plain: bool,
    /// The hashes of pieces and of states before the move.
    pieces: u64,
    states: u64,
}

/// All changes of a plain ply.
#[derive(Clone, Copy)]
pub(super) struct PlainPly {
    pub from: Square,
    pub to: Square,
    /// The piece that moved, before the move.
    pub mover: Piece,
    /// The piece that stood on the square `to` before the move.
    pub taken: Option<Piece>,
    /// The piece on the square `to` after the move.
    pub placed: Piece,
}

impl PlannedMove {
    /// Describes an action that is about to be played. Returns `None` if the action is not a move.
    #[inline(always)]
    pub fn new<const W: usize>(pos: &Position<W>, action: Action) -> Option<Self> {
        let Action::Move(Move { from, to, promotion, kind, .. }) = action else { return None };
        Some(Self {
            from,
            to,
            mover: pos.piece(from)?,
            taken: pos.piece(to),
            promotes: promotion.is_some(),
            plain: matches!(kind, MoveKind::Plain | MoveKind::Double { .. }),
            pieces: pos.pieces_hash,
            states: pos.states_hash,
        })
    }

    /// Returns the changes of the move if it was a plain ply. If anything else has changed pieces,
    /// states or controllers since the move was planned, the ply was not plain.
    #[inline(always)]
    pub fn done<const W: usize>(&self, tables: &Tables<W>, pos: &Position<W>) -> Option<PlainPly> {
        let Self { from, to, mover, taken, pieces, states, .. } = *self;
        let placed = pos.piece(to)?;
        let hash = |square, piece| Position::piece_hash(tables, square, piece);
        let others = pieces ^ hash(from, mover) ^ taken.map_or(0, |piece| hash(to, piece));
        let same =
            self.plain && pos.states_hash == states && pos.pieces_hash == others ^ hash(to, placed);
        same.then_some(PlainPly { from, to, mover, taken, placed })
    }
}

impl PlainPly {
    /// Returns `true` if kind, colour and facing of the piece are unchanged.
    pub fn keeps_profile(&self) -> bool {
        self.placed.profile() == self.mover.profile()
    }
}
