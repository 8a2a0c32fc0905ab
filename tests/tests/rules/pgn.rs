//! Checks random games of every ruleset. If a record of a game is read, the result must be the same
//! game. If the text of a position is read, the result must be the same position.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quadrille_core::{Action, game};
use quadrille_dsl::{Library as _, Ruleset, actions, fen, load, pgn};
use quadrille_study::sim::Plan;
use quadrille_tests::Disk;
use quadrille_tests::games::{plan, records};

/// Returns a random game of at most `plies` plies. Panics if a hook fails.
fn random_game(loaded: &Ruleset, seed: u64, plies: u32) -> Vec<Action> {
    let plan = Plan { seed, record: true, ..plan(1, Some(plies)) };
    let (_, mut records) = records(&loaded.rules, &|| loaded.hooks(), &plan);
    let record = records.remove(&0).expect("a game was played");
    assert_eq!(record.end.as_ref().err(), None, "a hook fails");
    record.actions
}

/// Plays a record from its start position.
fn replayed(loaded: &Ruleset, text: &str) -> pgn::Replay {
    let mut records = pgn::read(text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let record = records.pop().unwrap_or_default();
    assert!(records.is_empty(), "one game: {text}");
    let hooks = loaded.hooks();
    let start = record.start(&loaded.rules).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let mut game = match start {
        None => game::start(&loaded.rules, &*hooks).expect("it starts"),
        Some(setup) => game::resume(&loaded.rules, &*hooks, &setup)
            .unwrap_or_else(|errors| panic!("{text}\n{errors:?}")),
    };
    pgn::replay(&record, &mut *game).unwrap_or_else(|error| panic!("{text}\n{error:?}"))
}

/// Checks that the text of every position in a game reads back as the same position. The text of
/// every action must read back as the same action.
fn positions_read_back(loaded: &Ruleset, actions: &[Action]) {
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    for action in actions {
        let setup = game.setup();
        let text = fen::write(&loaded.rules, &setup);
        assert_eq!(fen::read(&loaded.rules, &text), Ok(setup), "{text}");
        let written = actions::text_of(&mut *game, *action).expect("no hook fails");
        assert_eq!(actions::read(&mut *game, &written), Ok(*action), "{written} in {text}");
        game.play(*action).expect("it was played");
    }
}

/// Writes the part of a game after its first `cut` plies as a record. Checks that the record reads
/// back as the same actions. A record in the notation of chess begins after the shuffle of the
/// pieces.
fn reads_back(loaded: &Ruleset, actions: &[Action], cut: usize) {
    let (before, after) = actions.split_at(cut);
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    for action in before {
        game.play(*action).expect("it was played");
    }
    let text = pgn::write(&mut *game, &[], after).expect("it was played");
    let replay = replayed(loaded, &text);
    let shuffled = after.iter().take_while(|it| matches!(it, Action::Shuffle(_))).count();
    let skipped = if replay.actions.len() < after.len() { shuffled } else { 0 };
    assert_eq!(replay.actions, after[skipped..], "{text}");
    assert_eq!(replay.notes, [], "{text}");
}

/// Resumes a game from the text of its position after `cut` plies. Checks that the game continues
/// in the same way. Only the end of the game may differ if it depends on earlier positions, which
/// the text does not contain.
fn goes_on(loaded: &Ruleset, actions: &[Action], cut: usize) {
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    for action in &actions[..cut] {
        game.play(*action).expect("it was played");
    }
    let text = fen::write(&loaded.rules, &game.setup());
    let setup = fen::read(&loaded.rules, &text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let mut again = game::resume(&loaded.rules, &*hooks, &setup)
        .unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    for action in &actions[cut..] {
        game.play(*action).expect("it was played");
        again.play(*action).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
        if game.outcome().is_none() {
            let texts = [&game, &again].map(|game| fen::write(&loaded.rules, &game.setup()));
            assert_eq!(texts[0], texts[1], "from {text}");
        }
    }
    if loaded.spec().repetition.is_none() {
        assert_eq!(game.outcome(), again.outcome(), "from {text}");
    }
}

/// Tests a property with a random game of every ruleset, cut at a random ply. By default there is
/// one case for each ruleset. `PROPTEST_CASES` sets another number.
fn every_ruleset(holds: impl Fn(&Ruleset, &[Action], usize)) {
    let disk = Disk::new();
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    for name in disk.names() {
        let loaded = load(&disk, &name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        let mut runner = TestRunner::new_with_rng(
            Config { cases: cases.unwrap_or(1), failure_persistence: None, ..Config::default() },
            prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
        );
        let games = (any::<u64>(), any::<prop::sample::Index>());
        let judged = runner.run(&games, |(seed, cut)| {
            let actions = random_game(&loaded, seed, 80);
            holds(&loaded, &actions, cut.index(actions.len() + 1));
            Ok(())
        });
        judged.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn a_game_of_any_ruleset_reads_back_from_its_record() {
    every_ruleset(|loaded, actions, cut| {
        reads_back(loaded, actions, 0);
        reads_back(loaded, actions, cut);
    });
}

#[test]
fn a_position_of_any_ruleset_reads_back_and_goes_on_from_its_text() {
    every_ruleset(|loaded, actions, cut| {
        positions_read_back(loaded, actions);
        goes_on(loaded, actions, cut);
    });
}
