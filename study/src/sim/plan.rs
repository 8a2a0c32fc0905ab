//! Plans: which games to play, with which agents and random streams.

use std::ops::Range;

use crate::sim::Opening;
use quadrille_agents::AgentSpec;
use quadrille_agents::internals::{distinct, rotations};

/// A plan of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The seed of all games.
    pub seed: u64,
    /// The games' indices.
    pub games: Range<u64>,
    /// The agent of each seat.
    pub agents: Vec<AgentSpec>,
    /// Whether agents change seats from game to game; see [`Plan::deal`].
    pub rotate: bool,
    /// The number of threads; 0 means one for each processor.
    pub jobs: usize,
    /// Whether to keep the actions of every game.
    pub record: bool,
    /// Whether to compute the metrics of every game.
    pub measure: bool,
    /// Whether to measure how long each decision takes. That alone differs from run to run.
    pub timed: bool,
    /// A ply limit instead of the ruleset's.
    pub ply_limit: Option<u32>,
    /// Where the games begin.
    pub opening: Opening,
}

/// The random streams and the seating of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The block. All its games have the same random streams.
    pub block: u64,
    /// The rotation of the agents: seat `s` has the agent listed for seat `s + rotation`, modulo
    /// the number of seats.
    pub rotation: u32,
}

impl Plan {
    /// The games in a block: one, or one for each different rotation of the agents.
    #[must_use]
    pub fn rotations(&self) -> u32 {
        rotations(&self.agents, self.rotate)
    }

    /// The block and rotation of a game. They depend on its index only, so games don't depend on
    /// the number of threads, or on how a run is split.
    #[must_use]
    pub fn deal(&self, index: u64) -> Deal {
        let rotations = u64::from(self.rotations());
        Deal { block: index / rotations, rotation: (index % rotations) as u32 }
    }

    /// Returns the agent of a seat in a rotation. A plan with one agent has it on all seats.
    #[must_use]
    pub fn agent(&self, seat: usize, rotation: u32) -> AgentSpec {
        let at = (seat + rotation as usize) % self.agents.len().max(1);
        self.agents.get(at).copied().unwrap_or(AgentSpec::Random)
    }

    /// The agents without repetitions, in the order of their first seats.
    #[must_use]
    pub fn different(&self) -> Vec<AgentSpec> {
        distinct(&self.agents)
    }
}
