//! Plays many games on all processors, and prints each side's mean score with its confidence
//! interval.
//!
//! `cargo run --example playouts`

#![allow(clippy::print_stdout)]

use std::error::Error;

use quadrille::AgentSpec;

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = quadrille::shipped("chesscom-teams")?;
    let report = quadrille::playouts(&ruleset).agent(AgentSpec::Random).games(40).run()?;
    for seat in &ruleset.spec().seats {
        if let Some(share) = report.share(&seat.name) {
            println!("{}: {share}", seat.name);
        }
    }
    println!("{} plies in {} games", report.summary.plies, report.summary.games);
    Ok(())
}
