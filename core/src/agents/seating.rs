//! How agents share the seats of games that are played in rotation.

use crate::agents::AgentSpec;

/// How many games a block has: one, or as many as there are different rotations of the agents.
pub(crate) fn rotations(agents: &[AgentSpec], rotate: bool) -> u32 {
    let n = agents.len();
    let same = |by: &usize| (0..n).all(|i| agents[i] == agents[(i + by) % n]);
    let period = if rotate { (1..=n).find(same) } else { None };
    period.unwrap_or(1) as u32
}

/// The agents without repetition, in the order of their first seats.
pub(crate) fn distinct(agents: &[AgentSpec]) -> Vec<AgentSpec> {
    let mut all: Vec<AgentSpec> = Vec::new();
    for agent in agents {
        if !all.contains(agent) {
            all.push(*agent);
        }
    }
    all
}
