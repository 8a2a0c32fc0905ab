//! Who decides in automated games. Agents know decisions and actions alone, so they play every
//! ruleset; what they choose at random comes from a stream that depends on seed, game, seat and ply.
//!
//! `search` plays on copies by the rules, `evaluate` says what a position is worth; the rest are
//! ways of searching. docs/reference/agents.md describes them for those who use them.

use crate::agents::{AGENTS, AgentInfo, AgentSpec, Evaluation};
use crate::numeric::rng::Rng;
use crate::rules::{Action, HookError, Spec};
use crate::turn::Game;

/// Describes the agents; what `quadrille explain agents` prints.
pub const REFERENCE: &str = include_str!("../../docs/agents.md");

/// Why an agent can't play a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{agent} can't play {ruleset}: {reason}")]
pub struct Unsuited {
    /// Which agent.
    pub agent: AgentSpec,
    /// Which ruleset, by its id.
    pub ruleset: String,
    /// Why not.
    pub reason: String,
    /// Which agents can.
    pub instead: String,
}

/// What an agent found.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Advice {
    /// The action it would play; none if the game is over.
    pub action: Option<Action>,
    /// What it expects for its team: a share of the game from zero to one. Zero if it doesn't
    /// search, or has no choice.
    pub share: f64,
    /// Positions reached in the search.
    pub nodes: u64,
    /// The search was stopped before its time.
    pub stopped: bool,
}

impl AgentSpec {
    /// Whether the agent can play a game.
    ///
    /// # Errors
    /// Why it can't: alpha-beta search needs two sides.
    pub fn suits(self, spec: &Spec) -> Result<(), Unsuited> {
        let sides = spec.teams.len();
        if !self.info().two_sides || sides == 2 {
            return Ok(());
        }
        let others = AGENTS.iter().filter(|other| !other.two_sides && other.number.is_some());
        let others: Vec<String> = others.map(AgentInfo::syntax).collect();
        Err(Unsuited {
            agent: self,
            ruleset: spec.id.clone(),
            reason: format!("it needs two sides, and this game has {sides}"),
            instead: format!("use one of: {}", others.join(", ")),
        })
    }
}

/// Decides for seats.
pub(crate) trait Agent<const W: usize> {
    /// One of the actions of the present decision, or none if the game is over. Depends on the
    /// position, its past and `rng` alone, not on what the agent was asked before. A search asks
    /// `stop` now and then; once that says so, it answers with the best it has found.
    fn choose(
        &mut self,
        game: &mut Game<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError>;

    /// What the last choice rested on.
    fn advice(&self) -> Advice {
        Advice::default()
    }
}

/// Any legal action.
pub(crate) struct Random;

impl<const W: usize> Agent<W> for Random {
    fn choose(
        &mut self,
        game: &mut Game<'_, W>,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.draw(rng)
    }
}

/// What each seat may hope for, without looking ahead.
pub(crate) fn prospects<const W: usize>(game: &Game<'_, W>) -> Vec<f64> {
    let shares = Evaluation::new(game.engine).shares(game.engine, &game.pos, 0);
    let team_of = &game.engine.t.team_of;
    (0..game.engine.t.seats).map(|seat| shares[usize::from(team_of[seat])]).collect()
}
