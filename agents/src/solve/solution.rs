//! The limits and the answers of the solver.

use quadrille_core::rules::{Action, HookError};

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct Limit<'s> {
    /// How many positions it may reach.
    pub nodes: u64,
    /// Polled to find out whether it should stop.
    pub stop: &'s dyn Fn() -> bool,
}

impl std::fmt::Debug for Limit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Limit({} nodes)", self.nodes)
    }
}

/// Why a question to the solver has no answer.
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
    /// How many positions were reached.
    pub nodes: u64,
}
