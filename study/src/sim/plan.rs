//! Plans: the games to play, with their agents and random streams.

use std::ops::Range;

use crate::sim::Opening;
use quadrille_agents::AgentSpec;
use quadrille_agents::internals::{distinct, rotations};

/// A plan of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The seed of all games.
    pub seed: u64,
    /// The indices of the games.
    pub games: Range<u64>,
    /// The agent of each seat.
    pub agents: Vec<AgentSpec>,
    /// `true` if the agents change seats from game to game. [`Plan::deal`] determines the seats.
    pub rotate: bool,
    /// The number of threads. 0 means one for each processor.
    pub jobs: usize,
    /// `true` to keep the actions of every game.
    pub record: bool,
    /// `true` to compute the metrics of every game.
    pub measure: bool,
    /// `true` to measure the time of each decision. If a run is repeated, only these times differ.
    pub timed: bool,
    /// A ply limit that replaces the ruleset's ply limit.
    pub ply_limit: Option<u32>,
    /// The opening of the games.
    pub opening: Opening,
}

/// The random streams and the seating of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The number of the block. All games of a block have the same random streams.
    pub block: u64,
    /// The rotation of the agents. The agent in seat `s` is the agent that the plan lists for seat
    /// `s + rotation`, modulo the number of seats.
    pub rotation: u32,
}

impl Plan {
    /// Returns the number of games in a block. If agents rotate, a block has one game for each
    /// different rotation. Otherwise it has one game.
    #[must_use]
    pub fn rotations(&self) -> u32 {
        rotations(&self.agents, self.rotate)
    }

    /// Returns the block and rotation of a game. The block and the rotation depend only on the
    /// game's index. Games therefore depend neither on the number of threads nor on the division of
    /// a run into parts.
    #[must_use]
    pub fn deal(&self, index: u64) -> Deal {
        let rotations = u64::from(self.rotations());
        Deal { block: index / rotations, rotation: (index % rotations) as u32 }
    }

    /// Returns the agent of a seat in a rotation. If a plan has one agent, that agent plays all
    /// seats.
    #[must_use]
    pub fn agent(&self, seat: usize, rotation: u32) -> AgentSpec {
        let at = (seat + rotation as usize) % self.agents.len().max(1);
        self.agents.get(at).copied().unwrap_or(AgentSpec::Random)
    }

    /// Returns the distinct agents, in the order of their first seats.
    #[must_use]
    pub fn different(&self) -> Vec<AgentSpec> {
        distinct(&self.agents)
    }
}
