//! What is to be played: which games, by which agents, with which luck.

use std::ops::Range;

use crate::agents::{AgentSpec, distinct, rotations};

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The seed all games derive from.
    pub seed: u64,
    /// Which games, by index.
    pub games: Range<u64>,
    /// An agent for each seat.
    pub agents: Vec<AgentSpec>,
    /// Let the agents change seats from game to game; see [`Plan::deal`].
    pub rotate: bool,
    /// How many threads.
    pub jobs: usize,
    /// Keep the actions of every game.
    pub record: bool,
    /// Take every game's metrics.
    pub measure: bool,
    /// Stop games at so many plies instead of the ruleset's limit.
    pub ply_limit: Option<u32>,
}

/// Which luck a game has, and who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The block: all its games draw from the same streams of chance.
    pub block: u64,
    /// By how many seats the agents have moved on: seat `s` has the agent given for seat
    /// `s + rotation`, counted in a ring.
    pub rotation: u32,
}

impl Plan {
    /// How many games a block has: one, or as many as there are different rotations of the agents.
    #[must_use]
    pub fn rotations(&self) -> u32 {
        rotations(&self.agents, self.rotate)
    }

    /// Which luck the game of an index has, and who sits where. It depends on the index alone, so
    /// that games are the same on however many threads, and however a run is split.
    #[must_use]
    pub fn deal(&self, index: u64) -> Deal {
        let of = u64::from(self.rotations());
        Deal { block: index / of, rotation: (index % of) as u32 }
    }

    /// The agent of a seat in a rotation.
    #[must_use]
    pub fn agent(&self, seat: usize, rotation: u32) -> AgentSpec {
        let at = (seat + rotation as usize) % self.agents.len().max(1);
        self.agents.get(at).copied().unwrap_or(AgentSpec::Random)
    }

    /// The agents without repetition, in the order of their first seats.
    #[must_use]
    pub fn different(&self) -> Vec<AgentSpec> {
        distinct(&self.agents)
    }
}
