//! The metrics of a game that was recorded earlier.
//!
//! Depends on `metrics` and below.

use crate::game::PlayError;
use crate::metrics::{GameRecord, Observer};
use crate::rules::{Action, Outcome};
use crate::state::Hooks;
use crate::tables::{Ruleset, at_width};
use crate::turn::Game;

/// Replays the actions of a game from the start, and computes its metrics. If the game is not over
/// after the last action, it counts as stopped there.
///
/// # Errors
/// If an action is not legal, or a hook fails.
pub fn measure(
    rules: &Ruleset,
    hooks: &dyn Hooks,
    actions: &[Action],
) -> Result<GameRecord, PlayError> {
    at_width!(rules, W => measure_at::<W>(rules, hooks, actions))
}

fn measure_at<const W: usize>(
    rules: &Ruleset,
    hooks: &dyn Hooks,
    actions: &[Action],
) -> Result<GameRecord, PlayError> {
    let mut game = Game::<W>::start(rules, hooks)?;
    let mut observer = Observer::new();
    observer.begin(&mut game);
    let mut left = actions.iter();
    let outcome: Outcome = loop {
        game.decide()?;
        observer.look(&mut game);
        match (game.outcome().cloned(), left.next()) {
            (Some(outcome), None) => break outcome,
            (Some(_), Some(_)) => return Err(PlayError::Illegal),
            (None, Some(action)) => {
                if !game.list()?.contains(action) {
                    return Err(PlayError::Illegal);
                }
                let (seat, stream, _) = game.decider();
                observer.decided(&game, seat, stream, *action);
                observer.arm(&mut game);
                game.play_legal(*action)?;
            }
            (None, None) => {
                observer.arm(&mut game);
                game.stop()?;
            }
        }
    };
    let record = observer.finish(&mut game, Some(&outcome));
    Ok(GameRecord {
        index: 0,
        plies: game.pos.ply,
        end: Ok(outcome),
        clauses: game.log.clauses.clone(),
        metrics: game.log.metrics.clone(),
        actions: actions.to_vec(),
        micros: Vec::new(),
        measured: Some(Box::new(record)),
    })
}
