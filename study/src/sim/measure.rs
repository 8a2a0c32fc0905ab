//! The metrics of a game that was recorded earlier.

use crate::metrics::{GameRecord, Observer};
use quadrille_core::at_width;
use quadrille_core::game::PlayError;
use quadrille_core::internals::{TypedGame, counters, resume_at};
use quadrille_core::rules::{Action, HookError, Outcome};
use quadrille_core::state::{Hooks, Setup};
use quadrille_core::tables::CompiledRules;

/// Replays the actions of a game from the array or from another position, and computes its metrics.
/// If the game is not over after the last action, it counts as a game that was stopped at the ply
/// limit.
///
/// # Errors
/// Returns a [`PlayError`] if an action is not legal, or a hook fails.
pub fn measure(
    rules: &CompiledRules,
    hooks: &dyn Hooks,
    start: Option<&Setup>,
    actions: &[Action],
) -> Result<GameRecord, PlayError> {
    at_width!(rules, W => measure_at::<W>(rules, hooks, start, actions))
}

fn measure_at<const W: usize>(
    rules: &CompiledRules,
    hooks: &dyn Hooks,
    start: Option<&Setup>,
    actions: &[Action],
) -> Result<GameRecord, PlayError> {
    let game = match start {
        None => TypedGame::<W>::start(rules, hooks),
        Some(setup) => {
            let resumed =
                resume_at(TypedGame::<W>::bare(rules, hooks), setup).map_err(HookError::from);
            // As in playouts, clauses that fired before a given position do not count.
            resumed.map(|mut game| {
                let given = game.pos.clone();
                game.restart(&given);
                game
            })
        }
    };
    let mut game = game?;
    let begun = game.pos.ply;
    let mut observer = Observer::new();
    observer.begin(&mut game);
    let mut left = actions.iter();
    let outcome: Outcome = loop {
        game.decide()?;
        observer.look(&mut game);
        match (game.outcome().cloned(), left.next()) {
            (Some(outcome), None) => break outcome,
            (Some(_), Some(action)) => return Err(game.illegal(*action)),
            (None, Some(action)) => {
                if !game.list()?.contains(action) {
                    return Err(game.illegal(*action));
                }
                let (seat, stream, _) = game.decider();
                observer.decided(&game, seat, stream, *action);
                game.play_legal(*action)?;
            }
            (None, None) => {
                game.stop()?;
            }
        }
    };
    let record = observer.finish(&mut game, Some(&outcome));
    Ok(GameRecord {
        index: 0,
        plies: game.pos.ply - begun,
        end: Ok(outcome),
        clauses: game.log.clauses.clone(),
        metrics: game.log.metrics.clone(),
        counters: counters(rules.spec(), &game.pos),
        actions: actions.to_vec(),
        micros: Vec::new(),
        measured: Some(Box::new(record)),
    })
}
