//! Solving: whether a side can force a goal within a few plies, whatever the others answer.
//!
//! Works for any rules without dice: it plays by the turn machine, hooks included.

mod goal;
mod search;

pub use goal::{Goal, GoalStatus, GoalTask};
use search::Solver;

use quadrille_core::board::Seat;
use quadrille_core::game::AnyGame;
use quadrille_core::internals::{NOBODY, TypedGame};
use quadrille_core::rules::{Action, HookError};
use quadrille_core::with_typed;

/// The most plies of its own that a side may be given.
pub const MAX_PLIES: u8 = 8;

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
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Solved {
    /// The least number of the side's plies that are enough; for [`Goal::Save`], the least for which not
    /// more than one action is left, or the number asked for.
    pub plies: u8,
    /// The first actions that force the goal within so many; at most as many as were asked for.
    pub actions: Vec<Action>,
    /// How many positions were reached.
    pub nodes: u64,
}

/// Returns the goals that make sense for the side whose turn it is; none if no seat has its turn, or if
/// the game has dice.
///
/// # Errors
/// If a hook fails.
pub fn goals(game: &mut dyn AnyGame) -> Result<Vec<Goal>, HookError> {
    with_typed!(game, game => typed_goals(game))
}

fn typed_goals<const W: usize>(game: &mut TypedGame<'_, W>) -> Result<Vec<Goal>, HookError> {
    game.decide()?;
    let (seat, t) = (game.pos.turn, game.machine.t);
    let played = game.pos.controller[seat.index()] != NOBODY;
    if !game.at_turn() || !played || game.machine.spec.dice.is_some() {
        return Ok(Vec::new());
    }
    let seats = || (0..t.seats).map(|seat| Seat(seat as u8));
    let all = std::iter::once(Goal::Win)
        .chain(seats().map(Goal::Mate))
        .chain(seats().map(Goal::Save))
        .chain(seats().map(Goal::Thaw));
    Ok(all.filter(|goal| goal::is_open(&game.machine, &game.pos, seat, *goal)).collect())
}

/// Returns how the present decision stands to a task that leaves the side so many more plies. A
/// stalemate counts as a mate if it puts a seat out; [`solve`], [`solve_by_checks`] and [`judge`] tell
/// them apart.
///
/// # Errors
/// If a hook fails.
pub fn standing(game: &mut dyn AnyGame, task: &GoalTask) -> Result<GoalStatus, HookError> {
    with_typed!(game, game => {
        game.decide().map(|()| goal::standing(&game.machine, &game.pos, task))
    })
}

/// Returns the least number of plies within which the side to move forces the goal of a task, and the
/// actions that do: all of them, or the first `enough`. `None` if it can't within the task's plies, or
/// if another side decides.
///
/// # Errors
/// If there is no answer within the limit, or the game has dice.
pub fn solve(
    game: &mut dyn AnyGame,
    task: &GoalTask,
    enough: usize,
    limit: Limit<'_>,
) -> Result<Option<Solved>, Unsolved> {
    with_typed!(game, game => {
        solver(game, task, limit).and_then(|mut solver| solver.solve(&game.pos, enough))
    })
}

/// Solves a task as [`solve`] does, up to the first action found, with checks by the side only. Much
/// faster, but it misses solutions with quiet moves.
///
/// # Errors
/// As [`solve`].
pub fn solve_by_checks(
    game: &mut dyn AnyGame,
    task: &GoalTask,
    limit: Limit<'_>,
) -> Result<Option<Solved>, Unsolved> {
    with_typed!(game, game => {
        solver(game, task, limit).and_then(|mut solver| solver.solve_by_checks(&game.pos))
    })
}

/// Returns each legal action, whichever side decides, with the least number of the side's plies (this
/// one included, if it is one) within which the goal is then forced; `None` if it takes more than the
/// task's. For [`Goal::Save`], the number is the task's or `None`.
///
/// # Errors
/// As [`solve`].
pub fn judge(
    game: &mut dyn AnyGame,
    task: &GoalTask,
    limit: Limit<'_>,
) -> Result<Vec<(Action, Option<u8>)>, Unsolved> {
    with_typed!(game, game => {
        solver(game, task, limit).and_then(|mut solver| solver.judge(&game.pos))
    })
}

/// Judges one action as [`judge`] does; `None` also if it is not legal.
///
/// # Errors
/// As [`solve`].
pub fn judge_one(
    game: &mut dyn AnyGame,
    task: &GoalTask,
    action: Action,
    limit: Limit<'_>,
) -> Result<Option<u8>, Unsolved> {
    with_typed!(game, game => match game.list() {
        Err(error) => Err(error.into()),
        Ok(list) if !list.contains(&action) => Ok(None),
        Ok(_) => solver(game, task, limit).and_then(|mut solver| solver.judge_one(&game.pos, action)),
    })
}

/// Returns a solver for the next decision of a game.
fn solver<'a, 's, const W: usize>(
    game: &mut TypedGame<'a, W>,
    task: &GoalTask,
    limit: Limit<'s>,
) -> Result<Solver<'a, 's, W>, Unsolved> {
    game.decide()?;
    Solver::new(game.machine, *task, limit)
}
