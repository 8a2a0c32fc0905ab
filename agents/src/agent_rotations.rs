//! Rotations of agents over the seats, in blocks of games.

use crate::agent_spec::AgentSpec;

/// Returns the number of games in a block. If `rotate` is `false`, a block has one game. If
/// `rotate` is `true`, a block has one game for each different rotation of the agents.
pub fn rotations(agents: &[AgentSpec], rotate: bool) -> u32 {
    let n = agents.len();
    let same = |by: &usize| (0..n).all(|i| agents[i] == agents[(i + by) % n]);
    let period = if rotate { (1..=n).find(same) } else { None };
    period.unwrap_or(1) as u32
}

/// Returns each different agent once, in the order of the seats.
pub fn distinct(agents: &[AgentSpec]) -> Vec<AgentSpec> {
    let mut all: Vec<AgentSpec> = Vec::new();
    for agent in agents {
        if !all.contains(agent) {
            all.push(*agent);
        }
    }
    all
}
