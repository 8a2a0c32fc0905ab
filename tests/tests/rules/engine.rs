//! The engine alone, with orthodox chess written in Rust, without files or scripts.

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, CompiledRules, Facing, Kind, NoHooks, Piece, Seat, Setup, game};
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

#[test]
fn a_castling_king_does_not_attack_the_squares_that_it_passes() {
    // White's pieces also check White's king. The king castles with a knight, which attacks none of
    // the king's squares.
    let [king, knight] = [Kind(5), Kind(1)];
    let mut spec = orthodox();
    spec.relations[0][0].check = true;
    for castling in &mut spec.castling {
        castling.kinds = Some([king, knight]);
    }
    spec.array.clear();
    spec.handlers.clear();
    spec.insufficient.clear();
    let at = |name: &str| spec.geometry.square_named(name).unwrap();
    let [e1, f1, g1, h1, e8] = ["e1", "f1", "g1", "h1", "e8"].map(at);
    for (square, kind, seat, facing) in [
        (e1, king, Seat(0), Facing::North),
        (h1, knight, Seat(0), Facing::North),
        (e8, king, Seat(1), Facing::South),
    ] {
        spec.array.push((square, Piece::new(kind, seat, facing)));
    }
    let rules = CompiledRules::new(spec).unwrap();
    let castles = |setup: &Setup| {
        let mut game = game::resume(&rules, &NoHooks, setup).unwrap();
        let actions = game.actions().unwrap();
        actions
            .iter()
            .any(|action| matches!(action, Action::Move(mv) if (mv.from, mv.to) == (e1, g1)))
    };
    let mut setup = game::initial(&rules);
    assert!(castles(&setup));
    // A knight on e3 attacks f1.
    let e3 = rules.spec().geometry.square_named("e3").unwrap();
    setup.pieces.push((e3, Piece::new(knight, Seat(0), Facing::North)));
    assert!(!castles(&setup), "an own knight attacks {f1:?}");
}
