//! The main line of a puzzle. The solving side plays the actions that force the goal soonest. The
//! other seats play the actions that delay the goal longest.

use quadrille_agents::solve::{self, GoalStatus, GoalTask, Limit, Unsolved};
use quadrille_core::board::Seat;
use quadrille_core::game::{AnyGame, PlayError};
use quadrille_core::rules::{Action, Decision};

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionLine {
    /// The actions of all seats, up to the action that reaches the goal.
    pub actions: Vec<Action>,
    /// The greatest number of actions that force the goal at one decision of the line. Only turns
    /// of the solving side are examined, and the side's last turn is left out.
    pub ways: usize,
}

/// Returns `true` if the present decision is a turn of the solving side. Such a turn counts as one
/// of the side's plies.
pub(crate) fn is_turn_of(game: &mut dyn AnyGame, side: Seat) -> Result<bool, Unsolved> {
    let teams = game.rules().spec().team_of();
    let of = |seat: Seat| teams[seat.index()] == teams[side.index()];
    Ok(matches!(game.decision()?, Decision::Turn(seat) if of(seat)))
}

/// Returns `true` if the present decision belongs to the solving side. The decision can be a turn
/// of this side, or a question that this side answers.
fn is_decision_of(game: &mut dyn AnyGame, side: Seat) -> Result<bool, Unsolved> {
    let teams = game.rules().spec().team_of();
    Ok(match game.decision()? {
        Decision::Turn(seat) => teams[seat.index()] == teams[side.index()],
        Decision::Question(question) => teams[question.seat.index()] == teams[side.index()],
        Decision::Roll(_) | Decision::Over => false,
    })
}

/// Returns the best action at the present decision, and the minimum number of plies that then force
/// the goal.
///
/// For the solving side, the best action forces the goal soonest. For another seat, the best action
/// prevents the goal, so that the number is `None`. If no action of this seat prevents the goal,
/// the best action delays the goal longest. Returns `None` if the game is over.
///
/// # Errors
/// Returns an [`Unsolved`] if no answer is found within the limit.
pub fn best(
    game: &mut dyn AnyGame,
    task: &GoalTask,
    limit: Limit<'_>,
) -> Result<Option<(Action, Option<u8>)>, Unsolved> {
    let ours = is_decision_of(game, task.side)?;
    let judged = solve::judge(game, task, limit)?;
    // `judge` lists the most forcing actions first, so the first of equal actions is the natural
    // choice.
    let worth = |plies: Option<u8>| u8::MAX - plies.unwrap_or(u8::MAX);
    let mut best: Option<(Action, Option<u8>)> = None;
    for (action, plies) in judged {
        let better = best.is_none_or(|(_, other)| {
            if ours { worth(plies) > worth(other) } else { worth(plies) < worth(other) }
        });
        if better {
            best = Some((action, plies));
        }
    }
    Ok(best)
}

/// Plays the main line of a puzzle on a game that is at the puzzle's position. Returns `None` if
/// the goal is not forced.
///
/// # Errors
/// Returns an [`Unsolved`] if the search does not find the best action at some decision within the
/// limit. The limit applies to each decision separately.
pub fn line(
    game: &mut dyn AnyGame,
    mut task: GoalTask,
    limit: Limit<'_>,
) -> Result<Option<SolutionLine>, Unsolved> {
    let mut line = SolutionLine { actions: Vec::new(), ways: 0 };
    loop {
        match solve::goal_status(game, &task)? {
            GoalStatus::Reached => return Ok(Some(line)),
            GoalStatus::Failed => return Ok(None),
            GoalStatus::Open => {}
        }
        let Some((action, Some(_))) = best(game, &task, limit)? else { return Ok(None) };
        if is_turn_of(game, task.side)? {
            if task.plies > 1 {
                let judged = solve::judge(game, &task, limit)?;
                let ways = judged.iter().filter(|(_, plies)| plies.is_some()).count();
                line.ways = line.ways.max(ways);
            }
            task.plies = task.plies.saturating_sub(1);
        }
        line.actions.push(action);
        game.play(action).map_err(|error| match error {
            PlayError::Hook(error) => Unsolved::Hook(error),
            _ => Unsolved::Undecided,
        })?;
    }
}
