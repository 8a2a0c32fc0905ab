//! [`GameState`]: a game's state without its rules, to be kept, sent to another thread and resumed.

use std::any::Any;
use std::sync::Arc;

use crate::at_width;
use crate::game::AnyGame;
use crate::state::{History, Hooks, Position};
use crate::tables::CompiledRules;
use crate::turn::TypedGame;

/// The state of a game: position, clause counts, and positions that may still be repeated.
///
/// It borrows nothing, is cheap to clone, and may be sent to another thread. [`AnyGame::state`] makes
/// one, and [`restore`] turns it back into a game.
#[derive(Clone)]
pub struct GameState {
    rules: CompiledRules,
    /// A `Saved<W>` with the ruleset's width.
    saved: Arc<dyn Any + Send + Sync>,
}

struct SavedGame<const W: usize> {
    pos: Position<W>,
    clauses: Vec<u32>,
    metrics: Vec<u32>,
    /// Hashes of the positions since the last irreversible ply.
    hashes: Vec<u64>,
}

impl GameState {
    /// The ruleset it belongs to.
    #[must_use]
    pub fn rules(&self) -> &CompiledRules {
        &self.rules
    }
}

impl std::fmt::Debug for GameState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameState({:?})", self.rules)
    }
}

/// The state belongs to another ruleset than the one given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the state belongs to another ruleset")]
pub struct ForeignState;

/// Turns a state back into a game.
///
/// # Errors
/// If the state was made with another ruleset. Clones of a [`CompiledRules`] count as the same.
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

/// Saves the state of a game.
pub fn save<const W: usize>(game: &TypedGame<'_, W>) -> GameState {
    let saved = SavedGame {
        pos: game.pos.clone(),
        clauses: game.log.clauses.clone(),
        metrics: game.log.metrics.clone(),
        hashes: game.history.recent(game.pos.halfmove).to_vec(),
    };
    GameState { rules: game.machine.rules.clone(), saved: Arc::new(saved) }
}
