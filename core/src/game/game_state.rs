//! [`GameState`]: a game's state and a handle to its rules. A state can be stored, sent to another
//! thread and resumed.

use std::any::Any;
use std::sync::Arc;

use crate::state::Position;
use crate::tables::CompiledRules;
use crate::turn::TypedGame;

/// The state of a game: its position, the counts of its clauses, and the hashes of the positions
/// that may still be repeated.
///
/// A state borrows nothing, is cheap to clone, and may be sent to another thread.
/// [`AnyGame::state`](crate::game::AnyGame::state) returns a game's state, and
/// [`restore`](crate::game::restore) makes a game from a state.
#[derive(Clone)]
pub struct GameState {
    pub(super) rules: CompiledRules,
    /// A `SavedGame<W>` with the width of the ruleset's board.
    pub(super) saved: Arc<dyn Any + Send + Sync>,
}

/// The parts of a game that change during play.
pub(super) struct SavedGame<const W: usize> {
    pub pos: Position<W>,
    pub clauses: Vec<u32>,
    pub metrics: Vec<u32>,
    /// The hashes of the positions since the last irreversible ply.
    pub hashes: Vec<u64>,
}

impl GameState {
    /// Returns the ruleset of the game.
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

/// Saves the state of a game.
pub fn save<const W: usize>(game: &TypedGame<'_, W>) -> GameState {
    let saved = SavedGame {
        pos: game.pos.clone(),
        clauses: game.log.clauses.clone(),
        metrics: game.log.metrics.clone(),
        hashes: game.history.recent(game.pos.halfmove).to_vec(),
    };
    GameState { rules: game.machine.board.rules.clone(), saved: Arc::new(saved) }
}
