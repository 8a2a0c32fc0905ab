//! The limits and the answers of the solver.

use quadrille_core::rules::{Action, HookError};

/// The limits of a search for a solution.
#[derive(Clone, Copy)]
pub struct Limit<'s> {
    /// The maximum number of positions that it reaches.
    pub nodes: u64,
    /// Returns `true` when the search has to stop. The search polls it.
    pub stop: &'s dyn Fn() -> bool,
}

impl std::fmt::Debug for Limit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Limit({} nodes)", self.nodes)
    }
}

/// The reasons why a question to the solver has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// The limit was reached.
    #[error("undecided within the limit of the search")]
    Undecided,
    /// The game has dice.
    #[error("a game with dice has no forced lines")]
    Dice,
}

/// The solution of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The least number of the side's plies that are enough; for [`Goal::Save`](crate::solve::Goal::Save),
    /// the least for which not more than one action is left, or the number asked for.
    pub plies: u8,
    /// The first actions that force the goal within so many; at most as many as were asked for.
    pub actions: Vec<Action>,
    /// The number of positions that the search reached.
    pub nodes: u64,
}
