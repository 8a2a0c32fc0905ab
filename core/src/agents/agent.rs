//! Who decides in automated games. Agents know decisions and actions alone, so they play every
//! ruleset; what they draw by lot comes from a stream that depends on seed, game, seat and ply.
//!
//! `search` plays on copies by the rules, `evaluate` says what a position is worth; the rest are
//! empty_board of searching. docs/reference/agents.md describes them for those who use them.

use std::fmt;
use std::str::FromStr;

use crate::agents::{Depth, Evaluation, Greedy, Mcts, Method};
use crate::numeric::rng::Rng;
use crate::rules::{Action, HookError, Spec};
use crate::turn::Game;

/// Describes the agents; what `quadrille explain agents` prints.
pub const REFERENCE: &str = include_str!("../../../docs/reference/agents.md");

/// The deepest that may be searched, in decisions.
pub const MAX_DEPTH: u8 = 20;
/// The most nodes that may be searched for one decision.
pub const MAX_NODES: u32 = 1_000_000;

/// Which agent plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentSpec {
    /// Any legal action, each as likely.
    Random,
    /// Captures by value, and avoids giving material away.
    Greedy,
    /// Alpha-beta search, so many decisions deep, for games between two sides.
    AlphaBeta(u8),
    /// Paranoid search: everybody else is taken to play against the searcher's team.
    Paranoid(u8),
    /// Max^n: everybody plays for his own team.
    Maxn(u8),
    /// BRS+: one of the others at a time answers, the rest play the first move in order.
    BestReply(u8),
    /// Monte Carlo tree search of so many nodes a decision.
    Mcts(u32),
}

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
}

impl AgentSpec {
    /// How agents are spelled.
    pub const NAMES: [&'static str; 7] = [
        "random",
        "greedy",
        "alphabeta:DEPTH",
        "paranoid:DEPTH",
        "maxn:DEPTH",
        "brs:DEPTH",
        "mcts:NODES",
    ];

    /// Whether the agent can play a game.
    ///
    /// # Errors
    /// Why it can't: alpha-beta search needs two sides.
    pub fn suits(self, spec: &Spec) -> Result<(), Unsuited> {
        let sides = spec.teams.len();
        if let Self::AlphaBeta(depth) = self
            && sides != 2
        {
            return Err(Unsuited {
                agent: self,
                ruleset: spec.id.clone(),
                reason: format!(
                    "alpha-beta search needs two sides, one to gain what the other loses, and here \
                     are {sides}"
                ),
                instead: format!("paranoid:{depth}, maxn:{depth} and brs:{depth} play any game"),
            });
        }
        Ok(())
    }
}

impl FromStr for AgentSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("`{text}` is no agent; there are {}", Self::NAMES.join(", "));
        let Some((name, number)) = text.split_once(':') else {
            return match text {
                "random" => Ok(Self::Random),
                "greedy" => Ok(Self::Greedy),
                "alphabeta" | "paranoid" | "maxn" | "brs" => {
                    Err(format!("`{text}` needs a depth, as in {text}:2"))
                }
                "mcts" => Err("`mcts` needs a number of nodes, as in mcts:1000".to_owned()),
                _ => Err(unknown()),
            };
        };
        let within = |most: u32| {
            let range = 1..=most;
            number.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
                format!("`{number}` in `{text}` should be a whole number from 1 to {most}")
            })
        };
        let depth = || within(u32::from(MAX_DEPTH)).map(|depth| depth as u8);
        match name {
            "alphabeta" => depth().map(Self::AlphaBeta),
            "paranoid" => depth().map(Self::Paranoid),
            "maxn" => depth().map(Self::Maxn),
            "brs" => depth().map(Self::BestReply),
            "mcts" => within(MAX_NODES).map(Self::Mcts),
            "random" | "greedy" => Err(format!("`{name}` takes no number")),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::AlphaBeta(depth) => write!(f, "alphabeta:{depth}"),
            Self::Paranoid(depth) => write!(f, "paranoid:{depth}"),
            Self::Maxn(depth) => write!(f, "maxn:{depth}"),
            Self::BestReply(depth) => write!(f, "brs:{depth}"),
            Self::Mcts(nodes) => write!(f, "mcts:{nodes}"),
        }
    }
}

/// Decides for seats.
pub(crate) trait Agent<const W: usize> {
    /// One of the actions of the present decision, or none if the game is over. Depends on the
    /// position, its past and `rng` alone, not on what the agent was asked before.
    fn choose(
        &mut self,
        game: &mut Game<'_, W>,
        rng: &mut Rng,
    ) -> Result<Option<Action>, HookError>;

    /// What the last choice rested on.
    fn advice(&self) -> Advice {
        Advice::default()
    }
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
        AgentSpec::Greedy => Box::new(Greedy::default()),
        AgentSpec::AlphaBeta(depth) | AgentSpec::Paranoid(depth) => {
            Box::new(Depth::new(Method::Paranoid, depth))
        }
        AgentSpec::Maxn(depth) => Box::new(Depth::new(Method::Maxn, depth)),
        AgentSpec::BestReply(depth) => Box::new(Depth::new(Method::BestReply, depth)),
        AgentSpec::Mcts(nodes) => Box::new(Mcts::new(nodes)),
    }
}

/// What each seat may hope for, without looking ahead.
pub(crate) fn prospects<const W: usize>(game: &Game<'_, W>) -> Vec<f64> {
    let shares = Evaluation::new(game.engine).shares(game.engine, &game.pos, 0);
    let team_of = &game.engine.t.team_of;
    (0..game.engine.t.seats).map(|seat| shares[usize::from(team_of[seat])]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_read_as_they_are_written() {
        for text in
            ["random", "greedy", "alphabeta:2", "paranoid:3", "maxn:2", "brs:20", "mcts:1000000"]
        {
            assert_eq!(
                text.parse::<AgentSpec>().map(|agent| agent.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn what_is_no_agent_is_told_why() {
        for (text, mate_reported) in [
            ("minimax", "there are random, greedy, alphabeta:DEPTH"),
            ("minimax:2", "there are random"),
            ("maxn", "needs a depth, as in maxn:2"),
            ("mcts", "needs a number of nodes"),
            ("mcts:0", "from 1 to 1000000"),
            ("brs:21", "from 1 to 20"),
            ("paranoid:two", "whole number"),
            ("greedy:2", "takes no number"),
        ] {
            let error = text.parse::<AgentSpec>().expect_err(text);
            assert!(error.contains(mate_reported), "{text}: {error}");
        }
    }
}
