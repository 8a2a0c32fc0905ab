//! Rotations of agents over the seats, in blocks of games.

use crate::agent_spec::AgentSpec;

/// Returns the number of games in a block. Without `rotate`, a block has one game. With `rotate`,
/// it has one game for each different rotation of the agents.
pub fn rotations(agents: &[AgentSpec], rotate: bool) -> u32 {
    let n = agents.len();
    let same = |by: &usize| (0..n).all(|i| agents[i] == agents[(i + by) % n]);
    let period = if rotate { (1..=n).find(same) } else { None };
    period.unwrap_or(1) as u32
}

/// Returns the agents without duplicates. They are sorted by the first seat that each agent plays.
pub fn distinct(agents: &[AgentSpec]) -> Vec<AgentSpec> {
    let mut all: Vec<AgentSpec> = Vec::new();
    for agent in agents {
        if !all.contains(agent) {
            all.push(*agent);
        }
    }
    all
}
