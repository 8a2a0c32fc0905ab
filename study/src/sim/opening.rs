//! Openings: the positions that the games of a run begin at.

use std::sync::Arc;

use quadrille_core::at_width;
use quadrille_core::internals::{TypedGame, resume_at};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{Action, HookError};
use quadrille_core::state::{Hooks, Position, Setup};
use quadrille_core::tables::CompiledRules;

/// The maximum number of plies of a random opening.
pub const MAX_RANDOM_PLIES: u32 = 1000;
/// The number of random openings in which the game ended, after which a block has none.
const MAX_OPENING_ATTEMPTS: u32 = 100;

/// Where games begin. All games of a block begin at the same position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Opening {
    /// At the array.
    #[default]
    Array,
    /// At one of these positions, one for each block, all equally likely: blocks remain independent,
    /// however many are played.
    Positions(Arc<[Setup]>),
    /// After so many plies by random play, which differs from block to block. Openings in which the game
    /// ends are not used.
    Random(u32),
}

impl Opening {
    /// The number of the position that a block begins at, where there is a list.
    #[must_use]
    pub fn number(&self, seed: u64, block: u64) -> Option<u32> {
        let Self::Positions(list) = self else { return None };
        let mut rng = Rng::new(seed, block, Stream::Opening, 0, 0);
        Some(rng.below(u32::try_from(list.len()).unwrap_or(u32::MAX)))
    }

    /// The position that a block begins at; none for the array.
    ///
    /// # Errors
    /// If a hook fails, or the rules have no random opening of that length.
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

    /// The actions that lead from the array to the position that a block begins at; none if it is one of a list.
    ///
    /// # Errors
    /// As [`Opening::setup`].
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

    /// The position that a block begins at, ready for play; none for the array.
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

/// A position after so many random plies, and what was played.
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
        "the game ended in each of {MAX_OPENING_ATTEMPTS} random openings of {plies} plies"
    );
    Err(HookError::new("none", message))
}
