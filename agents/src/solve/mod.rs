//! The solver: tests if a side can force a goal within a few plies against every answer of the
//! other seats.
//!
//! The solver works for any rules without dice. It plays by the turn machine, including hooks.

mod goal;
mod limit_and_solution;
mod search;

pub use goal::{Goal, GoalStatus, GoalTask};
pub use limit_and_solution::{Limit, Solved, Unsolved};
use search::Solver;

use quadrille_core::board::Seat;
use quadrille_core::game::AnyGame;
use quadrille_core::internals::{NOBODY, TypedGame};
use quadrille_core::rules::{Action, HookError};
use quadrille_core::with_typed;

/// The maximum number of plies in a task.
pub const MAX_PLIES: u8 = 8;

/// Returns the goals that apply to the side to move. The list is empty if no seat is to move, or if
/// the game has dice.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
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
    Ok(all.filter(|goal| goal::is_open(&game.machine.movegen, &game.pos, seat, *goal)).collect())
}

/// Returns the state of a task at the current decision. The side has `task.plies` plies left. A
/// position does not show if a seat that is out was mated or stalemated. For [`Goal::Mate`], this
/// function therefore returns [`GoalStatus::Reached`] in both cases. For [`solve`],
/// [`solve_by_checks`] and [`judge`], a stalemate does not reach the goal.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn goal_status(game: &mut dyn AnyGame, task: &GoalTask) -> Result<GoalStatus, HookError> {
    with_typed!(game, game => {
        game.decide().map(|()| goal::status(&game.machine.movegen, &game.pos, task))
    })
}

/// Returns the least number of plies in which the side to move forces a task's goal, and the first
/// actions that force this goal. The search stops when the number of these actions reaches
/// `enough`. Returns `None` if the side can't force the goal within the task's plies, or if another
/// side decides.
///
/// ```
/// use quadrille_agents::solve::{Goal, GoalTask, Limit, solve};
/// use quadrille_core::rules::{KindSpec, Path, Spec};
/// use quadrille_core::{CompiledRules, Geometry, MateLoses, RustRules, Seat, game};
///
/// let king = [Path::leaper(1, 0), Path::leaper(1, 1)].concat();
/// let kinds = vec![KindSpec::royal("king", 'K', king), KindSpec::new("rook", 'R', 5, Path::rider(1, 0))];
/// let mut spec = Spec::two_player(Geometry::rectangle(6, 6)?, kinds);
/// spec.place("white", "king", &["c4"])?;
/// spec.place("white", "rook", &["a1"])?;
/// spec.place("black", "king", &["c6"])?;
/// let mut hooks = RustRules::default();
/// hooks.add(&mut spec, MateLoses);
/// let rules = CompiledRules::new(spec)?;
/// let mut game = game::start(&rules, &hooks)?;
///
/// let task = GoalTask { side: Seat(0), goal: Goal::Win, plies: 1 };
/// let solved = solve(&mut *game, &task, 1, Limit { nodes: 10_000, stop: &|| false })?;
/// assert_eq!(solved.ok_or("no mate in one")?.plies, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`Unsolved::Undecided`] if the search reaches its limit without a result,
/// [`Unsolved::Dice`] if the game has dice, and [`Unsolved::Hook`] if a hook of the rules fails.
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

/// Solves a task like [`solve`], but tries only plies of the side that give check, and stops at the
/// first solution. This is much faster than [`solve`], but it misses solutions with quiet moves.
///
/// # Errors
/// Returns an [`Unsolved`] under the same conditions as [`solve`].
pub fn solve_by_checks(
    game: &mut dyn AnyGame,
    task: &GoalTask,
    limit: Limit<'_>,
) -> Result<Option<Solved>, Unsolved> {
    with_typed!(game, game => {
        solver(game, task, limit).and_then(|mut solver| solver.solve_by_checks(&game.pos))
    })
}

/// Returns each legal action of the current decision, with the least number of plies in which the
/// solving side then forces the goal. If the solving side decides now, the action counts as the
/// first of these plies. The number is `None` if the side can't force the goal within the task's
/// plies after this action. For [`Goal::Save`], the number is always either the task's number of
/// plies or `None`.
///
/// # Errors
/// Returns an [`Unsolved`] under the same conditions as [`solve`].
pub fn judge(
    game: &mut dyn AnyGame,
    task: &GoalTask,
    limit: Limit<'_>,
) -> Result<Vec<(Action, Option<u8>)>, Unsolved> {
    with_typed!(game, game => {
        solver(game, task, limit).and_then(|mut solver| solver.judge(&game.pos))
    })
}

/// Judges one action like [`judge`]. Also returns `None` if the action is not legal.
///
/// # Errors
/// Returns an [`Unsolved`] under the same conditions as [`solve`].
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
