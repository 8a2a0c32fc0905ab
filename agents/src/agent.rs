//! The interface of agents: programs that choose actions.
//!
//! Agents see only decisions and actions, so they play every ruleset. Their random choices come
//! from a stream that is named by seed, game, seat and ply. docs/reference/agents.md describes them
//! for users.

use crate::guess;
use crate::score::Score;
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// The reference of agents, as `quadrille explain agents` prints it.
pub const REFERENCE: &str = include_str!("../docs/agents.md");

/// The result of an agent's choice.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Advice {
    /// The action that it would play, or `None` if the game is over.
    pub action: Option<Action>,
    /// Its team's expected share of the game, from 0 to 1; 0 if the agent doesn't search or has
    /// only one action.
    pub share: f64,
    /// What the position is worth to its team as `search` tells it; no other agent does.
    pub score: Option<Score>,
    /// The number of positions that the search reached.
    pub nodes: u64,
    /// Whether the search was stopped before it was complete.
    pub stopped: bool,
}

/// An agent at work.
pub trait Agent<const W: usize> {
    /// Chooses an action of the current decision; `None` if the game is over. The choice depends
    /// only on the position, its history and `rng`, not on earlier calls. A search polls `stop`;
    /// once that returns true, it answers with the best action found.
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError>;

    /// What the last choice was based on.
    fn advice(&self) -> Advice {
        Advice::default()
    }
}

/// Lets an agent choose by what its seat knows. In fog, hidden pieces stand where they are guessed to be;
/// other seats' sealed answers are replaced by random ones. A choice that is not legal after all, because
/// of something hidden, becomes a random one.
pub fn choose_by_knowledge<const W: usize>(
    agent: &mut dyn Agent<W>,
    game: &mut TypedGame<'_, W>,
    rng: &mut Rng,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Action>, HookError> {
    game.settle()?;
    if game.machine.spec.fog.is_none() && !game.has_sealed() {
        return agent.choose(game, rng, stop);
    }
    let seat = game.decider().0;
    let mut seen = guess::imagined(game, seat, rng);
    match agent.choose(&mut seen, rng, stop)? {
        Some(action) if game.list()?.contains(&action) => Ok(Some(action)),
        _ => game.draw(rng),
    }
}

/// Plays any legal action.
pub struct Random;

impl<const W: usize> Agent<W> for Random {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.draw(rng)
    }
}

/// Never decides: somebody else is to be asked.
pub(crate) struct Absent;

impl<const W: usize> Agent<W> for Absent {
    fn choose(
        &mut self,
        _: &mut TypedGame<'_, W>,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        Ok(None)
    }
}
