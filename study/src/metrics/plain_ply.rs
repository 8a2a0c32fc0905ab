//! Plain plies: those that only moved one piece, and perhaps captured or promoted on its target square.
//! What metrics know of the position before then holds but for these two squares.

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
    /// Whether the player chose what the piece becomes.
    pub promotes: bool,
    /// Whether it may turn out to be a plain ply.
    plain: bool,
    /// The hashes of pieces and of states before.
    pieces: u64,
    states: u64,
}

/// All that a plain ply did.
#[derive(Clone, Copy)]
pub(super) struct PlainPly {
    pub from: Square,
    pub to: Square,
    /// The piece that moved, as it was.
    pub mover: Piece,
    /// The piece that stood on `to`.
    pub taken: Option<Piece>,
    /// The piece that stands there now.
    pub placed: Piece,
}

impl PlannedMove {
    /// An action that is about to be played, if it is a move.
    #[inline(always)]
    pub fn new<const W: usize>(pos: &Position<W>, action: Action) -> Option<Self> {
        let Action::Move(Move { from, to, promotion, kind }) = action else { return None };
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

    /// What it did, if it was a plain ply: if nothing else has changed pieces, states or controllers since.
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
    /// Whether kind, colour and facing of the piece are what they were.
    pub fn keeps_profile(&self) -> bool {
        self.placed.profile() == self.mover.profile()
    }
}
