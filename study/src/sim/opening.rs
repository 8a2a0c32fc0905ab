//! Openings: the positions at which the games of a run begin.

use std::sync::Arc;

use quadrille_core::at_width;
use quadrille_core::internals::{TypedGame, resume_at};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{Action, HookError};
use quadrille_core::state::{Hooks, Position, Setup};
use quadrille_core::tables::CompiledRules;

/// The maximum number of plies of a random opening.
pub const MAX_RANDOM_PLIES: u32 = 1000;
/// The number of attempts to find a random opening in which the game does not end.
const MAX_OPENING_ATTEMPTS: u32 = 100;

/// The opening of a run. All games of a block begin at the same position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Opening {
    /// All games begin at the array.
    #[default]
    Array,
    /// Each block begins at a position that is drawn from this list. All positions are equally
    /// likely. Blocks remain independent even if there are more blocks than positions.
    Positions(Arc<[Setup]>),
    /// Each block begins at a separate random position: the position after this number of random
    /// plies. Random openings in which the game ends are not used.
    Random(u32),
}

impl Opening {
    /// Returns the index of the position at which a block begins, if the opening is a list.
    #[must_use]
    pub fn number(&self, seed: u64, block: u64) -> Option<u32> {
        let Self::Positions(list) = self else { return None };
        let mut rng = Rng::new(seed, block, Stream::Opening, 0, 0);
        Some(rng.below(u32::try_from(list.len()).unwrap_or(u32::MAX)))
    }

    /// Returns the position at which a block begins, or `None` for the array.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook fails, or the rules have no random opening of that length.
    pub fn setup(
        &self,
        rules: &CompiledRules,
        hooks: &dyn Hooks,
        seed: u64,
        block: u64,
    ) -> Result<Option<Setup>, HookError> {
        match self {
            Self::Array => Ok(None),
            Self::Positions(list) => {
                let number = self.number(seed, block).unwrap_or_default();
                Ok(list.get(number as usize).cloned())
            }
            Self::Random(plies) => {
                let found = at_width!(rules, W => random::<W>(rules, hooks, seed, block, *plies));
                found.map(|(setup, _)| Some(setup))
            }
        }
    }

    /// Returns the actions that lead from the array to the position at which a block begins.
    /// Returns `None` if the opening is a list of positions.
    ///
    /// # Errors
    /// Returns the same errors as [`Opening::setup`].
    pub fn line(
        &self,
        rules: &CompiledRules,
        hooks: &dyn Hooks,
        seed: u64,
        block: u64,
    ) -> Result<Option<Vec<Action>>, HookError> {
        match self {
            Self::Array => Ok(Some(Vec::new())),
            Self::Positions(_) => Ok(None),
            Self::Random(plies) => {
                let found = at_width!(rules, W => random::<W>(rules, hooks, seed, block, *plies));
                found.map(|(_, line)| Some(line))
            }
        }
    }

    /// Returns the position at which a block begins, ready for play, or `None` for the array.
    pub(super) fn position<const W: usize>(
        &self,
        rules: &CompiledRules,
        hooks: &dyn Hooks,
        seed: u64,
        block: u64,
    ) -> Result<Option<Position<W>>, HookError> {
        let Some(setup) = self.setup(rules, hooks, seed, block)? else { return Ok(None) };
        Ok(Some(resume_at(TypedGame::<W>::bare(rules, hooks), &setup)?.pos))
    }
}

/// Returns a position after `plies` random plies, and the actions of these plies.
fn random<const W: usize>(
    rules: &CompiledRules,
    hooks: &dyn Hooks,
    seed: u64,
    block: u64,
    plies: u32,
) -> Result<(Setup, Vec<Action>), HookError> {
    let mut game = TypedGame::<W>::start(rules, hooks)?;
    let start = game.pos.clone();
    let mut line = Vec::new();
    'attempts: for attempt in 0..MAX_OPENING_ATTEMPTS {
        game.restart(&start);
        line.clear();
        for ply in 0..plies {
            let mut rng =
                Rng::new(seed, block, Stream::Opening, u64::from(attempt), u64::from(ply));
            match game.draw(&mut rng)? {
                Some(action) => {
                    line.push(action);
                    game.play_legal(action)?;
                }
                None => continue 'attempts,
            }
        }
        game.decide()?;
        if game.outcome().is_none() {
            return Ok((game.to_setup(), line));
        }
    }
    let message = format!(
        "all {MAX_OPENING_ATTEMPTS} random openings of {plies} plies ended the game; use a shorter opening"
    );
    Err(HookError::new("none", message))
}
