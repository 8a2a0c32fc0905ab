//! Who decides in automated games. Agents know decisions and actions alone, so they play every
//! ruleset; what they draw by lot comes from a stream that depends on seed, game, seat and ply.

mod greedy;

use std::fmt;
use std::str::FromStr;

use crate::action::Action;
use crate::game::Game;
use crate::hooks::HookError;
use crate::rng::Rng;

/// Which agent plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentSpec {
    /// Any legal action, each as likely.
    Random,
    /// Captures by value, and avoids giving material away.
    Greedy,
}

impl AgentSpec {
    /// The names agents are known by.
    pub const NAMES: [&'static str; 2] = ["random", "greedy"];
}

impl FromStr for AgentSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => Err(format!("`{text}` is no agent; there are {}", Self::NAMES.join(", "))),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        })
    }
}

/// Decides for seats.
pub(crate) trait Agent<const W: usize> {
    /// One of the actions of the present decision, or none if the game is over.
    fn choose(
        &mut self,
        game: &mut Game<'_, W>,
        rng: &mut Rng,
    ) -> Result<Option<Action>, HookError>;
}

/// Any legal action.
struct Random;

impl<const W: usize> Agent<W> for Random {
    fn choose(
        &mut self,
        game: &mut Game<'_, W>,
        rng: &mut Rng,
    ) -> Result<Option<Action>, HookError> {
        game.draw(rng)
    }
}

/// Makes an agent.
pub(crate) fn make<const W: usize>(spec: AgentSpec) -> Box<dyn Agent<W>> {
    match spec {
        AgentSpec::Random => Box::new(Random),
        AgentSpec::Greedy => Box::new(greedy::Greedy::default()),
    }
}
