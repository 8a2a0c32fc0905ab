//! [`MoveGen`], the type whose methods find attacks and legal moves.
//!
//! Depends on `state` and below.

use std::ops::Deref;

use crate::board::Seat;
use crate::rules::{HookError, Move};
use crate::state::{Hooks, Position, PositionRules};
use crate::tables::Ruleset;

/// Plays a move with all that hooks make of it, and returns the position after it.
///
/// Whether the capture of a royal, or a move with a judged hook, is legal depends on this, and only
/// the turn machine, a layer above, can tell.
pub(crate) type Consequences<const W: usize> =
    fn(MoveGen<'_, W>, &Position<W>, Seat, Move) -> Result<Position<W>, HookError>;

/// Finds attacks, legal moves and legal actions. Reads positions and changes none. Cheap to copy.
pub(crate) struct MoveGen<'a, const W: usize> {
    position_rules: PositionRules<'a, W>,
    /// Asked about moves that they add or forbid.
    pub hooks: &'a dyn Hooks,
    pub consequences: Consequences<W>,
}

impl<const W: usize> Clone for MoveGen<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for MoveGen<'_, W> {}

impl<'a, const W: usize> Deref for MoveGen<'a, W> {
    type Target = PositionRules<'a, W>;

    #[inline(always)]
    fn deref(&self) -> &PositionRules<'a, W> {
        &self.position_rules
    }
}

impl<'a, const W: usize> MoveGen<'a, W> {
    /// The move generation of a ruleset, or `None` if its board has another width.
    pub fn new(
        rules: &'a Ruleset,
        hooks: &'a dyn Hooks,
        consequences: Consequences<W>,
    ) -> Option<Self> {
        Some(Self { position_rules: PositionRules::new(rules)?, hooks, consequences })
    }

    /// The same with other hooks.
    pub fn with_hooks<'h>(&self, hooks: &'h dyn Hooks) -> MoveGen<'h, W>
    where
        'a: 'h,
    {
        MoveGen { hooks, ..*self }
    }
}
