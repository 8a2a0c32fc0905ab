//! Tests of Chess960: shuffled arrays, castling from any array, and its records.

use std::collections::BTreeSet;

use quadrille_core::{Action, AnyGame, Decision, Illegal, game};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Ruleset, actions, fen, load, pgn};

fn chess960() -> Ruleset {
    load(&Shipped, "chess960", &[]).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// Plays actions from the start of the game, and returns the game.
fn after<'a>(
    loaded: &'a Ruleset,
    hooks: &'a dyn quadrille_core::Hooks,
    text: &str,
) -> Box<dyn AnyGame + 'a> {
    let mut game = game::start(&loaded.rules, hooks).expect("it starts");
    actions::play(&mut *game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game
}

fn plain_fen(loaded: &Ruleset, game: &dyn AnyGame) -> String {
    fen::write_plain(&loaded.rules, &game.setup()).expect("a position of chess")
}

#[test]
fn all_orders_with_bishops_apart_and_the_king_between_the_rooks_are_equally_likely() {
    let loaded = chess960();
    let [shuffle] = &loaded.spec().shuffles[..] else { panic!("one shuffle") };
    let names: BTreeSet<&str> = shuffle.outcomes.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((shuffle.outcomes.len(), names.len()), (960, 960));
    for name in &names {
        let bishops: Vec<usize> = name.match_indices('B').map(|(at, _)| at).collect();
        assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{name}");
        let [first, king, last] = [name.find('R'), name.find('K'), name.rfind('R')];
        assert!(first < king && king < last, "{name}");
    }
    assert!(names.contains("RNBQKBNR"));
}

#[test]
fn a_game_begins_with_the_shuffle() {
    let loaded = chess960();
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    assert!(matches!(game.decision(), Ok(Decision::Roll(_))));
    assert_eq!(actions::why_not(&mut *game, "e2-e4", None), Ok(Some(Illegal::MustShuffle)));
    let written = fen::write(&loaded.rules, &game.setup());
    assert!(written.contains("'shuffled':0"), "{written}");
    assert_eq!(fen::read(&loaded.rules, &written).as_ref(), Ok(&game.setup()));
    let mut game = after(&loaded, &*hooks, "shuffle=NQBBRKNR");
    assert!(matches!(game.decision(), Ok(Decision::Turn(_))));
    assert_eq!(
        plain_fen(&loaded, &*game),
        "nqbbrknr/pppppppp/8/8/8/8/PPPPPPPP/NQBBRKNR w KQkq - 0 1"
    );
    let again = actions::why_not(&mut *game, "shuffle=NQBBRKNR", None);
    assert_eq!(again, Ok(Some(Illegal::NoSuchShuffle)));
}

#[test]
fn castling_letters_are_those_of_x_fen_and_shredder_fen() {
    let loaded = chess960();
    let read =
        |text: &str| fen::read(&loaded.rules, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    for (board, letters, others) in [
        ("nqbbrknr/pppppppp/8/8/8/8/PPPPPPPP/NQBBRKNR", "KQkq", "HEhe"),
        ("1k6/8/8/8/8/8/8/1R2KR1R", "KQ", "HB"),
        // The inner of two rooks has the right.
        ("1k6/8/8/8/8/8/8/1R2KR1R", "FQ", "FB"),
        ("1k6/8/8/8/8/8/8/1R2KR1R", "Q", "B"),
    ] {
        let [x_fen, shredder] =
            [letters, others].map(|letters| read(&format!("{board} w {letters} - 0 1")));
        assert_eq!(x_fen, shredder, "{board} {letters}");
        let text = fen::write_plain(&loaded.rules, &x_fen).expect("plain FEN has it all");
        assert_eq!(text, format!("{board} w {letters} - 0 1"));
        let four = fen::write(&loaded.rules, &x_fen);
        assert_eq!(fen::read(&loaded.rules, &four).as_ref(), Ok(&x_fen), "{four}");
    }
}

#[test]
fn a_rook_that_takes_the_place_of_another_can_not_castle() {
    let loaded = chess960();
    let hooks = loaded.hooks();
    let start = "1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let setup = fen::read(&loaded.rules, start).expect("it is read");
    let mut game = game::resume(&loaded.rules, &*hooks, &setup).expect("it is a position");
    actions::play(&mut *game, "h1-h8 b8-c7 a1-a8 c7-b7 a8-a1 b7-c7 h8-h1 c7-b7").expect("legal");
    let castles = |action: &Action| matches!(action, Action::Move(mv) if matches!(mv.kind, quadrille_core::MoveKind::Castle(_)));
    assert!(!game.actions().expect("no hook fails").iter().any(castles));
}

#[test]
fn a_record_repeats_the_shuffle() {
    let loaded = chess960();
    let hooks = loaded.hooks();
    let words = "shuffle=NQBBRKNR g2-g3 g7-g6 g1-f3 g8-f6 f1-h1-g1";
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    let mut played = Vec::new();
    for word in words.split(' ') {
        let action = actions::read(&mut *game, word).expect("a legal action");
        game.play(action).expect("it is legal");
        played.push(action);
    }
    let end = game.setup();
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    for action in &played {
        game.play(*action).expect("it was legal");
    }
    assert_eq!(game.setup(), end);
    // Other programs do not shuffle, so their records begin with the shuffled array.
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    let text = pgn::write(&mut *game, &[], &played).expect("it was legal");
    assert!(text.contains("[Variant \"Chess960\"]"), "{text}");
    assert!(text.contains("NQBBRKNR w KQkq - 0 1\"]"), "{text}");
    assert!(text.contains("3. O-O"), "{text}");
    let record = pgn::read(&text).expect("it was written").remove(0);
    let setup = record.start(&loaded.rules).expect("it was written").expect("a position");
    let mut game = game::resume(&loaded.rules, &*hooks, &setup).expect("it is a position");
    let replay = pgn::replay(&record, &mut *game).expect("the moves are legal");
    assert_eq!(replay.actions, played[1..]);
    assert_eq!(game.setup().pieces, end.pieces);
}
