//! The values of pieces and captures for move ordering and exchanges, in hundredths of a unit.

use crate::eval::Evaluation;
use quadrille_core::board::{Kind, MAX_KINDS, Piece, Square};
use quadrille_core::internals::{BoardBlast, MoveGen};
use quadrille_core::rules::{Action, Move, MoveKind};
use quadrille_core::state::Position;

/// The value of a royal in exchanges. It is greater than the value of any army.
pub(super) const ROYAL_EXCHANGE_VALUE: i32 = 100_000;

/// The values of kinds.
pub(super) struct Values([i32; MAX_KINDS]);

impl Values {
    pub fn new<const W: usize>(movegen: &MoveGen<'_, W>, eval: &Evaluation<W>) -> Self {
        let mut values = [0; MAX_KINDS];
        for (k, (value, kind)) in values.iter_mut().zip(&movegen.spec.kinds).enumerate() {
            *value = if kind.royal { ROYAL_EXCHANGE_VALUE } else { eval.value(Kind(k as u8)) };
        }
        Self(values)
    }

    #[inline(always)]
    pub fn of(&self, kind: Kind) -> i32 {
        self.0[kind.index()]
    }

    /// Returns the value of the piece that an action moves.
    pub fn mover<const W: usize>(&self, pos: &Position<W>, action: Action) -> i32 {
        let Action::Move(mv) = action else { return 0 };
        pos.piece(mv.from).map_or(0, |piece| self.of(piece.kind()))
    }

    /// Returns the value that an action immediately gains by captures and promotion.
    #[inline]
    pub fn gain<const W: usize>(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        action: Action,
    ) -> i32 {
        let Action::Move(mv) = action else { return 0 };
        if mv.kind == MoveKind::Plain && mv.promotion.is_none() && !pos.occupied.contains(mv.to) {
            return 0;
        }
        let Some(piece) = pos.piece(mv.from) else { return 0 };
        if let Some(blast) = &movegen.t.blast
            && (pos.occupied.contains(mv.to) || mv.kind == MoveKind::EnPassant)
        {
            return self.blown_up(movegen, pos, blast, mv);
        }
        let mut won = self.captured(movegen, pos, piece, mv.to);
        match mv.kind {
            MoveKind::EnPassant => won += self.of(piece.kind()),
            MoveKind::Path { takes, .. } => {
                let takes = takes.into_iter().flatten();
                won += takes.map(|at| self.captured(movegen, pos, piece, at)).sum::<i32>();
            }
            _ => {}
        }
        if let Some(kind) = mv.promotion {
            won += self.of(kind) - self.of(piece.kind());
        }
        won
    }

    /// Returns the gain of a capture with a blast. The values of the captured piece and of other
    /// teams' pieces that the blast removes are added. The values of the capturing team's pieces
    /// that the blast removes are subtracted. If the capturing piece survives, the gain of its
    /// promotion is added.
    #[cold]
    fn blown_up<const W: usize>(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        blast: &BoardBlast<W>,
        mv: Move,
    ) -> i32 {
        let Some(captor) = pos.piece(mv.from) else { return 0 };
        let team = |piece| movegen.t.team_of[movegen.board.controller_of(pos, piece).index()];
        let mut won = match mv.kind {
            MoveKind::EnPassant => self.of(captor.kind()),
            _ => self.captured(movegen, pos, captor, mv.to),
        };
        let mut reached = movegen.board.reached(pos, blast, captor, mv.to);
        reached.remove(mv.from);
        for piece in reached.into_iter().filter_map(|square| pos.piece(square)) {
            let value = self.of(piece.kind());
            won += if team(piece) == team(captor) { -value } else { value };
        }
        let own = self.of(captor.kind());
        let promoted = mv.promotion.map_or(0, |kind| self.of(kind) - own);
        if blast.captor { won - own } else { won + promoted }
    }

    /// Returns the value of capturing the piece on a square. The value is very small if the piece
    /// will never move again.
    fn captured<const W: usize>(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        captor: Piece,
        square: Square,
    ) -> i32 {
        let Some(victim) = pos.piece(square) else { return 0 };
        let masks = &pos.masks[movegen.board.controller_of(pos, captor).index()];
        if (masks.capturable.pieces | masks.capturable.royals) & victim.colour().bit() == 0 {
            return 0;
        }
        let state = &movegen.spec.states[usize::from(pos.army_state[victim.colour().index()].0)];
        let alive = state.pieces.moves || state.until.is_some();
        let value = self.of(victim.kind());
        if alive { value } else { value / 100 }
    }
}
