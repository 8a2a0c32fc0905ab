//! A custom agent that plays the first capture it finds. It plays against `greedy`, and the two
//! agents rotate through the seats.
//!
//! `cargo run --example agent`

#![allow(clippy::print_stdout)]

use std::error::Error;

use quadrille::engine::numeric::rng::Rng;
use quadrille::{Action, Agent, AgentSpec, AnyGame, HookError, PlayoutAgent};

struct Grabber;

impl Agent for Grabber {
    fn choose(
        &mut self,
        game: &mut dyn AnyGame,
        _rng: &mut Rng,
        _stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        let actions = game.actions()?;
        let captures = |action: &&Action| match action {
            Action::Move(played) => !game.captured_by(*played).is_empty(),
            _ => false,
        };
        Ok(actions.iter().find(captures).or(actions.first()).copied())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = quadrille::shipped("orthodox-chess")?;
    let agents = [PlayoutAgent::custom("grabber", || Grabber), AgentSpec::Greedy.into()];
    let report = quadrille::playouts(&ruleset).agents(agents).rotate().games(20).run()?;
    if let Some(share) = report.agent_share("grabber") {
        println!("grabber against greedy: {share}");
    }
    Ok(())
}
