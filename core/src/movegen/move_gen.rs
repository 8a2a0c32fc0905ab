//! [`MoveGen`], the type whose methods find attacks and legal moves.

use crate::board::Seat;
use crate::rules::{HookError, Move, Spec};
use crate::state::{Hooks, Position, PositionRules};
use crate::tables::{CompiledRules, Tables};

/// What becomes of moves, which only the turn machine, a layer above, can tell.
pub(crate) struct Foresight<const W: usize> {
    /// Plays a move with all that hooks make of it, and returns the position after it. Whether the
    /// capture of a royal, or a move with a judged hook, is legal depends on this.
    pub consequences:
        fn(MoveGen<'_, W>, &Position<W>, Seat, Move) -> Result<Position<W>, HookError>,
    /// The hash under which the position after a move of the seat to move would count for
    /// repetition. `None` if it would not count: the move is progress, or the turn goes on.
    pub recurrence: fn(MoveGen<'_, W>, &Position<W>, Move) -> Option<u64>,
}

/// Finds attacks, legal moves and legal actions. Reads positions and changes none. Cheap to copy.
pub struct MoveGen<'a, const W: usize> {
    /// The description of the rules.
    pub spec: &'a Spec,
    /// Its tables.
    pub t: &'a Tables<W>,
    /// Sets up positions and keeps their records.
    pub board: PositionRules<'a, W>,
    /// Asked about moves that they add or forbid.
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
    /// The move generation of a ruleset, or `None` if its board has another width.
    pub(crate) fn new(
        rules: &'a CompiledRules,
        hooks: &'a dyn Hooks,
        foresight: &'static Foresight<W>,
    ) -> Option<Self> {
        let board = PositionRules::new(rules)?;
        Some(Self { spec: board.spec, t: board.t, board, hooks, foresight })
    }

    /// The same with a description that differs in what tables don't know: when gates stand.
    pub fn with_spec<'s>(&self, spec: &'s Spec) -> MoveGen<'s, W>
    where
        'a: 's,
    {
        MoveGen { spec, board: PositionRules { spec, ..self.board }, ..*self }
    }

    /// The same with other hooks.
    pub fn with_hooks<'h>(&self, hooks: &'h dyn Hooks) -> MoveGen<'h, W>
    where
        'a: 'h,
    {
        MoveGen { hooks, ..*self }
    }
}
