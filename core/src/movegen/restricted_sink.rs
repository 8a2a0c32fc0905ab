//! A sink that forwards only the moves that dice and restrictions allow.

use crate::board::{Kind, Piece, SquareSet};
use crate::movegen::{MoveGen, MoveSet, Sink};
use crate::rules::{Action, Again, Restriction};
use crate::state::Position;

/// A sink that forwards a move only if the move satisfies the dice and restrictions of the seat to
/// move.
pub(super) struct Compliant<'s, 'a, const W: usize> {
    movegen: &'s MoveGen<'a, W>,
    pos: &'s Position<W>,
    /// The kinds that may be moved (a bit each).
    kinds: u32,
    /// The target squares on which a plain move may satisfy the restrictions.
    onto: SquareSet<W>,
    /// The restrictions that have to be tested for each move.
    others: &'s [&'s Restriction],
    sink: &'s mut dyn Sink<W>,
}

impl<'s, 'a, const W: usize> Compliant<'s, 'a, W> {
    pub fn new(
        movegen: &'s MoveGen<'a, W>,
        pos: &'s Position<W>,
        dice: &[u8],
        restrictions: &'s mut Vec<&Restriction>,
        sink: &'s mut dyn Sink<W>,
    ) -> Self {
        let mut kinds = movegen.kinds_by_dice(dice);
        restrictions.retain(|restriction| match restriction {
            Restriction::Kinds(allowed) => {
                kinds &= allowed;
                false
            }
            Restriction::Safe | Restriction::Again(Again::Any) => false,
            _ => true,
        });
        let mut onto = SquareSet([u64::MAX; W]);
        for restriction in restrictions.iter() {
            if let Restriction::Lifts(royal) = restriction
                && let Some(king) = pos.piece(*royal)
            {
                let owner = movegen.board.controller_of(pos, king);
                onto &= movegen.lifting_squares(pos, pos.turn, owner, SquareSet::of(*royal));
            }
        }
        Self { movegen, pos, kinds, onto, others: restrictions, sink }
    }

    fn complies(&self, action: Action) -> bool {
        let Action::Move(mv) = action else { return false };
        self.others.iter().all(|restriction| self.movegen.complies(self.pos, restriction, mv))
    }
}

impl<const W: usize> Sink<W> for Compliant<'_, '_, W> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        let on = |square| self.pos.piece(square).map(Piece::kind);
        let pawn = || self.movegen.t.pawn_shifts.as_ref().map(|shifts| shifts.kind);
        let kind: Option<Kind> = match &moves {
            MoveSet::Piece { from, .. } => on(*from),
            MoveSet::Shift { .. } | MoveSet::DoubleShift { .. } => pawn(),
            MoveSet::One(Action::Move(mv)) => on(mv.from),
            MoveSet::Drops { .. } | MoveSet::One(_) => None,
        };
        if kind.is_none_or(|kind| self.kinds >> kind.0 & 1 == 0) {
            return;
        }
        if self.others.is_empty() {
            self.sink.add(moves);
        } else {
            moves.onto(&self.onto).0.each(|action| {
                if self.complies(action) {
                    self.sink.add(MoveSet::One(action));
                }
            });
        }
    }

    fn is_empty(&self) -> bool {
        self.sink.is_empty()
    }

    fn kinds(&self) -> u32 {
        self.kinds
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}
