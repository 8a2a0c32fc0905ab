//! The engine alone: orthodox chess written in Rust, without files or scripts.

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{CompiledRules, game};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::load;
use quadrille_tests::{OrthodoxEnds, orthodox};

fn rules() -> CompiledRules {
    CompiledRules::new(orthodox()).unwrap()
}

#[test]
fn perft_from_the_start() {
    let rules = rules();
    let mut game = game::start(&rules, &OrthodoxEnds).unwrap();
    let counts: Vec<u64> = (0..=4).map(|depth| game.perft(depth).unwrap()).collect();
    assert_eq!(counts, [1, 20, 400, 8902, 197_281]);
}

#[test]
fn what_is_played_by_number_or_at_random_is_what_playing_the_action_makes() {
    let mut lots = Rng::new(8, 0, Stream::Agent, 0, 0);
    for name in ["verney-1881", "chaturaji-albiruni-1030", "blocking-double-8x3", "chesscom-ffa"] {
        let loaded = load(&Shipped, name, &[]).unwrap();
        let (hooks, others) = (loaded.hooks(), loaded.hooks());
        let mut quick = game::start(&loaded.rules, &*hooks).unwrap();
        let mut slow = game::start(&loaded.rules, &*others).unwrap();
        for ply in 0..300 {
            let legal = slow.actions().unwrap();
            let played = if ply % 2 == 0 {
                quick.play_random(&mut lots).unwrap()
            } else {
                let count = legal.len() as u32;
                (count > 0).then(|| quick.play_nth(lots.below(count) as usize).unwrap())
            };
            let Some(action) = played else {
                assert!(legal.is_empty(), "{name}: play goes on");
                break;
            };
            assert!(legal.contains(&action), "{name}: {action:?}");
            slow.play(action).unwrap();
            assert_eq!(quick.decision().unwrap(), slow.decision().unwrap());
            assert_eq!(quick.setup(), slow.setup(), "{name}, ply {ply}");
        }
        let past = slow.actions().unwrap().len();
        assert!(slow.play_nth(past).is_err(), "there are not so many");
    }
}
