//! The limits and the results of the solver.

use quadrille_core::rules::{Action, HookError};

/// The limits of a search for a solution.
#[derive(Clone, Copy)]
pub struct Limit<'s> {
    /// The maximum number of positions that the search may reach.
    pub nodes: u64,
    /// A callback that the search polls. If the callback returns `true`, the search has to stop.
    pub stop: &'s dyn Fn() -> bool,
}

impl std::fmt::Debug for Limit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Limit({} nodes)", self.nodes)
    }
}

/// The reason why the solver has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// The search reached its limit without a result.
    #[error("the search reached its limit without a result")]
    Undecided,
    /// The game has dice.
    #[error("a game with dice has no forced lines, so it can't be solved")]
    Dice,
}

/// The solution of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The least number of the side's plies that is enough to force the goal.
    ///
    /// This field has another meaning for [`Goal::Save`](crate::solve::Goal::Save), because more
    /// plies make this goal harder. The field is then the least number of plies for which exactly
    /// one action forces the goal. If there is no such number, the field is the greatest number of
    /// plies for which at least one action forces the goal. This number is not greater than the
    /// task's number of plies. If only one action was requested, the search can't test if a second
    /// action forces the goal.
    pub plies: u8,
    /// The first actions that force the goal within `plies`. The side has to play only one of them.
    /// The list has at most the requested number of actions.
    pub actions: Vec<Action>,
    /// The number of positions that the search reached.
    pub nodes: u64,
}
