//! A game that is defined in code, with the engine alone. White has two rooks against a single
//! king, and mate wins.
//!
//! `cargo run --example spec`

#![allow(clippy::print_stdout)]

use std::error::Error;

use quadrille::engine::rules::{KindSpec, Path, Spec};
use quadrille::engine::{CompiledRules, Geometry, MateLoses, RustRules};
use quadrille::study::sim::Playouts;

fn main() -> Result<(), Box<dyn Error>> {
    let king = [Path::leaper(1, 0), Path::leaper(1, 1)].concat();
    let kinds =
        vec![KindSpec::royal("king", 'K', king), KindSpec::new("rook", 'R', 5, Path::rider(1, 0))];
    let mut spec = Spec::two_player(Geometry::rectangle(6, 6)?, kinds);
    spec.place("white", "king", &["c1"])?;
    spec.place("white", "rook", &["a1", "f1"])?;
    spec.place("black", "king", &["d6"])?;
    let mut hooks = RustRules::default();
    hooks.add(&mut spec, MateLoses);
    let rules = CompiledRules::new(spec)?;
    let report =
        Playouts::new(&rules, || Box::new(hooks.clone())).games(20).ply_limit(400).run()?;
    let [wins, draws, losses] = report.summary.seats[0];
    println!("white: {wins} wins, {draws} draws, {losses} losses");
    Ok(())
}
