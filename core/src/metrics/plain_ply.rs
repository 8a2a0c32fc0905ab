//! Plain plies: those that only moved one piece, and perhaps captured or promoted on its target square.
//! What metrics know of the position before then holds but for these two squares.
//!
//! Depends on `state` and below.

use crate::board::{Piece, Square};
use crate::rules::{Action, MoveKind};
use crate::state::Position;
use crate::tables::Tables;

/// A move that may turn out to be a plain ply.
#[derive(Clone, Copy)]
pub(super) struct Planned {
    from: Square,
    to: Square,
    mover: Piece,
    taken: Option<Piece>,
    /// The hash of all other pieces.
    others: u64,
    /// The hash of states before.
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

impl Planned {
    /// An action that is about to be played, if it may be one.
    pub fn new<const W: usize>(
        tables: &Tables<W>,
        pos: &Position<W>,
        action: Action,
    ) -> Option<Self> {
        let Action::Move(mv) = action else { return None };
        if !matches!(mv.kind, MoveKind::Plain | MoveKind::Double { .. }) {
            return None;
        }
        let (mover, taken) = (pos.piece(mv.from)?, pos.piece(mv.to));
        let hash = |square, piece| Position::piece_hash(tables, square, piece);
        let others =
            pos.pieces_hash ^ hash(mv.from, mover) ^ taken.map_or(0, |piece| hash(mv.to, piece));
        Some(Self { from: mv.from, to: mv.to, mover, taken, others, states: pos.states_hash })
    }

    /// What it did, if nothing else has changed pieces, states or controllers since.
    pub fn done<const W: usize>(self, tables: &Tables<W>, pos: &Position<W>) -> Option<PlainPly> {
        let Self { from, to, mover, taken, others, states } = self;
        let placed = pos.piece(to)?;
        let same = pos.states_hash == states
            && pos.pieces_hash == others ^ Position::piece_hash(tables, to, placed);
        same.then_some(PlainPly { from, to, mover, taken, placed })
    }
}
