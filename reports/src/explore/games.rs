//! Adds the games of runs and records to opening trees.

use quadrille_core::{AnyGame, Hooks, SetupError, game};
use quadrille_dsl::Ruleset;
use quadrille_dsl::pgn::{self, PgnError, Record};
use quadrille_study::sim::{GameRecord, Plan};

use super::tree::{OpeningTree, TreeError};
use crate::rerun;

/// The reason why a recorded game can't be added to a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The record contains a mistake.
    #[error("{}", .0.kind)]
    Pgn(#[from] PgnError),
    /// No game can begin at the start position of the record.
    #[error("the record starts from an invalid position: {0}")]
    Start(#[from] SetupError),
    /// The tree refuses the game.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl OpeningTree {
    /// Adds games of a run. A game that a failing hook ended has no result.
    ///
    /// # Errors
    /// Returns a [`TreeError`] if a game can't be replayed.
    pub fn add_run(
        &mut self,
        loaded: &Ruleset,
        plan: &Plan,
        games: &[GameRecord],
    ) -> Result<(), TreeError> {
        let hooks = loaded.shared_hooks();
        for record in games {
            let mut game = rerun::start(loaded, &*hooks, plan, record.index)?;
            self.add(&mut *game, rerun::replayable(record), record.end.as_ref().ok())?;
        }
        Ok(())
    }

    /// Adds a recorded game. If the game has no outcome by the rules, the record can state it.
    ///
    /// # Errors
    /// Returns a [`RecordError`] if the game can't be replayed.
    pub fn add_record(&mut self, loaded: &Ruleset, record: &Record) -> Result<(), RecordError> {
        let hooks = loaded.shared_hooks();
        let mut game = start(loaded, &*hooks, record)?;
        let replayed = pgn::replay(record, &mut *game)?;
        game.decision().map_err(TreeError::from)?;
        let stated = || pgn::stated_outcome(record, loaded.spec());
        let outcome = game.outcome().cloned().or_else(stated);
        let mut game = start(loaded, &*hooks, record)?;
        Ok(self.add(&mut *game, &replayed.actions, outcome.as_ref())?)
    }
}

/// Returns a game at the start position of a record.
fn start<'a>(
    loaded: &'a Ruleset,
    hooks: &'a dyn Hooks,
    record: &Record,
) -> Result<Box<dyn AnyGame + 'a>, RecordError> {
    match record.start(&loaded.rules)? {
        Some(setup) => Ok(game::resume(&loaded.rules, hooks, &setup)?),
        None => Ok(game::start(&loaded.rules, hooks).map_err(TreeError::from)?),
    }
}
