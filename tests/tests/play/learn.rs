//! Tests of learning. After learning, the weights must explain games better than before. They must
//! not depend on the number of threads. If learning is interrupted and resumed, nothing is lost.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::rules::NetworkShape;
use quadrille_dsl::{Ruleset, load};
use quadrille_study::learn::{LearnPlan, Learned, Learner};
use quadrille_tests::Disk;

fn loaded(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

fn plan(network: bool, games: u64, jobs: usize) -> LearnPlan {
    let agent = "search-paranoid:depth=1".parse().expect("an agent");
    LearnPlan { agent, games, seed: 1, ply_limit: 120, openings: 0, jobs, network }
}

/// Learns for a number of stages.
fn learn(loaded: &Ruleset, plan: &LearnPlan, before: Option<Learned>, stages: usize) -> Learned {
    let mut learner = Learner::new(&loaded.rules, plan.clone(), before).expect("weights that fit");
    let stop = AtomicBool::new(false);
    for _ in 0..stages {
        let done = learner.stage(&|| loaded.hooks(), &stop, &|| {}, &|_| {});
        assert!(done.expect("no hook fails"));
    }
    learner.learned().clone()
}

#[test]
fn what_is_learned_does_not_depend_on_threads_or_interruptions() {
    for (name, network) in
        [("chesscom-teams", false), ("chesscom-teams", true), ("chesscom-ffa", true)]
    {
        let loaded = loaded(name);
        let at_once = learn(&loaded, &plan(network, 6, 1), None, 2);
        assert_eq!(at_once.weights.network.is_some(), network);
        let first = learn(&loaded, &plan(network, 6, 2), None, 1);
        assert_eq!(learn(&loaded, &plan(network, 6, 2), Some(first), 1), at_once, "{name}");
    }
}

fn learned_weights_explain_other_games(network: bool, games: u64) {
    let loaded = loaded("orthodox-chess");
    let learned = learn(&loaded, &plan(network, games, 2), None, 1);
    let (before, after) = learned.stages[0].held_out;
    assert!(after < before, "{before} before, {after} after");
}

#[test]
fn what_is_learned_explains_other_games_better() {
    learned_weights_explain_other_games(false, 240);
}

#[test]
#[ignore = "a network has more weights to teach: a minute"]
fn what_a_network_learns_explains_other_games_better() {
    learned_weights_explain_other_games(true, 1200);
}

#[test]
fn training_that_is_stopped_has_learned_nothing() {
    let loaded = loaded("orthodox-chess");
    let mut learner = Learner::new(&loaded.rules, plan(true, 12, 2), None).expect("a learner");
    let before = learner.learned().clone();
    let stop = AtomicBool::new(false);
    let stopped = learner.stage(&|| loaded.hooks(), &stop, &|| {}, &|_| {
        stop.store(true, Ordering::Relaxed);
    });
    assert!(!stopped.expect("no hook fails"));
    assert_eq!(*learner.learned(), before);
}

#[test]
fn a_network_tells_frozen_pieces_from_others_where_pieces_freeze() {
    let differ = |name| {
        let shape = NetworkShape::of(loaded(name).rules.spec());
        shape.pieces(0, 1, true) != shape.pieces(0, 1, false)
    };
    assert!(differ("verney-1881"));
    assert!(!differ("orthodox-chess") && !differ("chesscom-teams"));
}

#[test]
fn rules_of_another_family_by_a_tunable_play_without_the_weights_that_are_shipped() {
    let set = [("knight.KNIGHT_PATH".to_owned(), "either".to_owned())];
    let varied = load(&Disk::new(), "fortress-chess", &set).expect("it loads");
    assert!(varied.rules.spec().weights.is_none());
    assert!(loaded("fortress-chess").rules.spec().weights.is_some());
}
