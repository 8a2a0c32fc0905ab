//! Weaker versions of agents, which sometimes play a random legal action.

use crate::agent::{Advice, TypedAgent};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// An agent that plays a random legal action with a fixed probability, and otherwise the action of
/// another agent.
pub(crate) struct Blundering<const W: usize> {
    /// The agent that chooses all actions that are not random.
    agent: Box<dyn TypedAgent<W>>,
    /// The probability of a random action, in percent.
    percent: u8,
    /// `true` if the last action was random.
    blundered: bool,
}

impl<const W: usize> Blundering<W> {
    pub fn new(agent: Box<dyn TypedAgent<W>>, percent: u8) -> Self {
        Self { agent, percent, blundered: false }
    }
}

impl<const W: usize> TypedAgent<W> for Blundering<W> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        self.blundered = rng.below(100) < u32::from(self.percent);
        if self.blundered { game.draw(rng) } else { self.agent.choose(game, rng, stop) }
    }

    fn advice(&self) -> Advice {
        if self.blundered { Advice::default() } else { self.agent.advice() }
    }
}
