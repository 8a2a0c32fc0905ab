//! [`EngineLoop`]: the state of the command `engine`. It contains the ruleset, the position, and
//! the channel that receives lines from the program that controls the engine.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use quadrille_core::{AnyGame, Hooks, Spec};
use quadrille_dsl::Ruleset;

use crate::engines::lines::EngineLine;
use crate::engines::moves::Dialect;

/// The state while `engine` plays one ruleset.
pub(super) struct EngineLoop<'a> {
    pub loaded: &'a Ruleset,
    pub hooks: &'a dyn Hooks,
    pub lines: &'a Receiver<EngineLine>,
    /// Lines that arrived during a search and have not been executed yet.
    pub waiting: &'a RefCell<VecDeque<EngineLine>>,
    /// The time at which the input was found to have ended.
    pub input_end: &'a Cell<Option<Instant>>,
    /// The position to think about, or `None` before the first position is set.
    pub position: Option<EnginePosition<'a>>,
}

/// A position, with the text of the `position` command that set it.
pub(super) struct EnginePosition<'a> {
    pub game: Box<dyn AnyGame + 'a>,
    /// The start of the game: `startpos`, or `fen` and the position.
    pub beginning: String,
    /// The moves since the start of the game.
    pub moves: Vec<String>,
}

impl<'a> EngineLoop<'a> {
    pub fn spec(&self) -> &'a Spec {
        self.loaded.spec()
    }

    pub fn dialect(&self) -> Dialect {
        Dialect::new(self.spec(), &[])
    }
}
