//! Automated games of a shipped ruleset: who wins, and how long games last.
//!
//! `cargo run --example playouts`

use std::error::Error;
use std::io::{Write as _, stdout};
use std::sync::atomic::AtomicBool;

use quadrille::study::sim;
use quadrille::{AgentSpec, Plan, Shipped, load};

fn main() -> Result<(), Box<dyn Error>> {
    let loaded = load(&Shipped, "chesscom-teams", &[])?;
    let spec = loaded.spec();
    let plan = Plan {
        seed: 1,
        games: 0..20,
        agents: vec![AgentSpec::Random; spec.seats.len()],
        jobs: 2,
        ..Plan::default()
    };
    // Set this from another thread to stop early.
    let stop = AtomicBool::new(false);
    let summary = sim::run(&loaded.rules, &|| loaded.hooks(), &plan, &stop, &|_game| {});
    let mut out = stdout().lock();
    writeln!(out, "{} games, {} plies", summary.games, summary.plies)?;
    for (team, [wins, draws, losses]) in spec.teams.iter().zip(&summary.teams) {
        writeln!(out, "{team}: {wins} wins, {draws} draws, {losses} losses")?;
    }
    Ok(())
}
