//! [`MoveGen`], the type whose methods find attacks and legal moves.

use std::num::NonZeroU16;

use crate::board::Seat;
use crate::rules::{HookError, Move, Spec};
use crate::state::{Hooks, Position, PositionRules};
use crate::tables::{CompiledRules, Tables};

/// Callbacks into the turn machine, which is a layer above move generation. Only the turn machine
/// can determine the consequences of moves.
pub(crate) struct Foresight<const W: usize> {
    /// Plays a move with all effects of hooks, and returns the position after the move. This
    /// position determines if a capture of a royal, or a move with a judged hook, is legal.
    pub consequences:
        fn(MoveGen<'_, W>, &Position<W>, Seat, Move) -> Result<Position<W>, HookError>,
    /// Returns the hash of the position after a move of the seat to move. Repetitions are counted
    /// by this hash. `None` if the position would not be counted, because the move is irreversible,
    /// or because the turn continues after the move.
    pub recurrence: fn(MoveGen<'_, W>, &Position<W>, Move) -> Option<u64>,
    /// Calls a function with the number of each choice within a move.
    pub choices: fn(MoveGen<'_, W>, &Position<W>, Move, &mut dyn FnMut(NonZeroU16)),
}

/// The layer that finds attacks, legal moves and legal actions. It reads positions, but changes
/// none. It is cheap to copy.
pub struct MoveGen<'a, const W: usize> {
    /// The description of the rules.
    pub spec: &'a Spec,
    /// The tables of the rules.
    pub t: &'a Tables<W>,
    /// The layer below, which changes positions.
    pub board: PositionRules<'a, W>,
    /// The hooks that may add or forbid moves.
    pub hooks: &'a dyn Hooks,
    pub(crate) foresight: &'static Foresight<W>,
}

impl<const W: usize> std::fmt::Debug for MoveGen<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MoveGen").finish_non_exhaustive()
    }
}

impl<const W: usize> Clone for MoveGen<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for MoveGen<'_, W> {}

impl<'a, const W: usize> MoveGen<'a, W> {
    /// Returns the move generation of a ruleset, or `None` if the width of its board is not `W`.
    pub(crate) fn new(
        rules: &'a CompiledRules,
        hooks: &'a dyn Hooks,
        foresight: &'static Foresight<W>,
    ) -> Option<Self> {
        let board = PositionRules::new(rules)?;
        Some(Self { spec: board.spec, t: board.t, board, hooks, foresight })
    }

    /// Returns the same move generation, but with another description of the rules. The tables are
    /// not built again, so the two descriptions may differ only in the conditions under which gates
    /// stand.
    pub fn with_spec<'s>(&self, spec: &'s Spec) -> MoveGen<'s, W>
    where
        'a: 's,
    {
        MoveGen { spec, board: PositionRules { spec, ..self.board }, ..*self }
    }

    /// Returns the move generation with other hooks.
    pub fn with_hooks<'h>(&self, hooks: &'h dyn Hooks) -> MoveGen<'h, W>
    where
        'a: 'h,
    {
        MoveGen { hooks, ..*self }
    }
}
