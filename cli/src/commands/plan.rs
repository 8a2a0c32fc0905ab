//! Plans of playouts: agents and random games.

use quadrille_agents::AgentSpec;
use quadrille_core::Spec;
use quadrille_study::sim::Plan;

use crate::args::RunArgs;
use crate::output::exit::Failure;

/// Returns a plan for random games.
#[must_use]
pub fn random_plan(run: &RunArgs, games: u64, spec: &Spec) -> Plan {
    Plan {
        seed: run.seed,
        games: 0..games,
        agents: vec![AgentSpec::Random; spec.seats.len()],
        jobs: run.threads(),
        ply_limit: run.ply_limit,
        ..Plan::default()
    }
}

/// Returns an agent for each seat.
///
/// # Errors
/// Returns a [`Failure`] if the number of agents is neither one nor the number of seats.
pub fn agents(given: &[AgentSpec], spec: &Spec) -> Result<Vec<AgentSpec>, Failure> {
    let seats = spec.seats.len();
    match given {
        [one] => Ok(vec![*one; seats]),
        several if several.len() == seats => Ok(several.to_vec()),
        several => {
            let names: Vec<_> = spec.seats.iter().map(|seat| seat.name.as_str()).collect();
            Err(Failure::advised(
                format!("{} agents for {seats} seats", several.len()),
                Some(format!("give one agent, or one for each of {}", names.join(", "))),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::exit;
    use crate::testing::verney;

    #[test]
    fn one_agent_serves_all_seats_and_several_need_a_seat_each() {
        let spec = verney();
        use AgentSpec::{Greedy, Random};
        assert_eq!(agents(&[Greedy], &spec), Ok(vec![Greedy; 4]));
        let four = [Random, Greedy, Random, Greedy];
        assert_eq!(agents(&four, &spec), Ok(four.to_vec()));
        assert_eq!(agents(&[Random, Greedy], &spec).unwrap_err().code(), exit::USAGE);
    }
}
