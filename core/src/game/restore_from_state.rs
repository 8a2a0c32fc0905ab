//! Makes a game from the stored state of a game.

use crate::at_width;
use crate::game::AnyGame;
use crate::game::game_state::{GameState, SavedGame};
use crate::state::{History, Hooks};
use crate::tables::CompiledRules;
use crate::turn::TypedGame;

/// The state belongs to another ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the state belongs to another ruleset")]
pub struct ForeignState;

/// Turns a state back into a game.
///
/// # Errors
/// Returns [`ForeignState`] if the state was made with another ruleset. Clones of a
/// [`CompiledRules`] count as the same ruleset.
pub fn restore<'a>(
    rules: &'a CompiledRules,
    hooks: &'a dyn Hooks,
    state: &GameState,
) -> Result<Box<dyn AnyGame + 'a>, ForeignState> {
    if !rules.is(&state.rules) {
        return Err(ForeignState);
    }
    at_width!(rules, W => {
        let saved: &SavedGame<W> = state.saved.downcast_ref().ok_or(ForeignState)?;
        let mut game = TypedGame::<W>::bare(rules, hooks);
        game.pos.clone_from(&saved.pos);
        game.log.clauses.clone_from(&saved.clauses);
        game.log.metrics.clone_from(&saved.metrics);
        game.history = History::from_hashes(&saved.hashes);
        Ok(Box::new(game))
    })
}
