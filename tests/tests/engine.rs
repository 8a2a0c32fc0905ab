//! The engine alone: orthodox chess written in Rust, without files or scripts.

use std::sync::atomic::AtomicBool;

use quadrille_core::playout::{Plan, run};
use quadrille_core::{AgentSpec, Ruleset, game};
use quadrille_tests::{OrthodoxEnds, orthodox};

fn rules() -> Ruleset {
    Ruleset::new(orthodox()).unwrap()
}

#[test]
fn perft_from_the_start() {
    let rules = rules();
    let mut game = game::start(&rules, &OrthodoxEnds).unwrap();
    let counts: Vec<u64> = (0..=4).map(|depth| game.perft(depth).unwrap()).collect();
    assert_eq!(counts, [1, 20, 400, 8902, 197_281]);
}

#[test]
fn playouts_do_not_depend_on_jobs() {
    let rules = rules();
    let plan = |jobs| Plan {
        seed: 1,
        games: 0..60,
        agents: vec![AgentSpec::Random, AgentSpec::Greedy],
        jobs,
        record: false,
        ply_limit: None,
    };
    let stop = AtomicBool::new(false);
    let play = |jobs| run(&rules, &|| Box::new(OrthodoxEnds), &plan(jobs), &stop, &|_| {});
    let one = play(1);
    assert_eq!(one.games, 60);
    assert_eq!(one.faults, 0);
    assert_eq!(one, play(2));
    assert!(one.seats[1][0] > one.seats[0][0], "greedy beats random: {:?}", one.seats);
}
