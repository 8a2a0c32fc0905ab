//! The engine alone: orthodox chess written in Rust, without files or scripts.

use quadrille_core::{Ruleset, game};
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
