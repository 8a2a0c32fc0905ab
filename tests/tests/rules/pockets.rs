//! Tests of hands, drops, captures that go to a hand, and promotion by starting square. The rules
//! belong to crazyhouse, shogi and a game for four.

use std::sync::atomic::AtomicBool;

use quadrille_core::game::{Attempt, DropFault, Illegal};
use quadrille_core::{Action, AnyGame, CompiledRules, Seat, Status, game};
use quadrille_dsl::library::Memory;
use quadrille_dsl::script::word_reference;
use quadrille_dsl::{Severity, fen, lessons, load};
use quadrille_tests::Disk;
use quadrille_tests::table::{are_legal, play};

/// Runs a test in a position of a ruleset.
fn at(ruleset: &str, position: &str, look: impl FnOnce(&CompiledRules, &mut dyn AnyGame)) {
    let loaded = load(&Disk::new(), ruleset, &[]).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, position).unwrap_or_else(|error| panic!("{error:?}"));
    let game = game::resume(&loaded.rules, hooks.as_ref(), &setup);
    look(&loaded.rules, game.unwrap_or_else(|errors| panic!("{errors:?}")).as_mut());
}

/// Returns the reason why a drop is illegal.
fn why(
    rules: &CompiledRules,
    game: &mut dyn AnyGame,
    letter: char,
    square: &str,
) -> Option<DropFault> {
    let spec = rules.spec();
    let kind = spec.kind_of_letter(letter).expect("a kind");
    let square = spec.geometry.square_named(square).expect("a square");
    match game.why_not(Attempt::Action(Action::Drop(kind, square)), None).expect("no hook fails") {
        Some(Illegal::Drop { why, .. }) => Some(why),
        _ => None,
    }
}

#[test]
fn a_second_pawn_is_not_dropped_on_a_file() {
    at("minishogi", "4K/5/5/p4/k4[p] b - - 0 1", |rules, game| {
        assert!(are_legal(game, "P@b3 P@b1 P@e4 a2-a3"));
        for wrong in ["P@a3", "P@a4", "P@b5"] {
            assert!(!are_legal(game, wrong), "{wrong}");
        }
        assert_eq!(why(rules, game, 'P', "a3"), Some(DropFault::Line));
        assert_eq!(why(rules, game, 'P', "b5"), Some(DropFault::Zone));
    });
    at("minishogi", "4K/5/5/t4/k4[p] b - - 0 1", |_, game| {
        assert!(are_legal(game, "P@a3"), "a promoted pawn is none");
    });
}

/// A rule about the arrival of pieces in a zone also applies to pieces that are dropped there.
#[test]
fn a_hook_is_told_where_a_piece_was_dropped() {
    let script = r#"//! Knights that are dropped in the middle become queens.

fn define(rules) {
    for seat in seats() { rules.hand(seat, #{ knight: 1 }, "all").optional(); }
}

/// when: knight, to centre
fn on_move(game, seat, piece, from, to) { if from == () { replace(to, "queen"); } }
"#;
    let library = Memory::new()
        .with_file("four-camps", "geometry.toml", word_reference::BASE)
        .with_file("four-camps", "example.rhai", script);
    let loaded = load(&library, "four-camps", &[]).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
    play(game.as_mut(), "N@e4 N@c3");
    let letter = |square: &str| {
        let piece = game.piece(loaded.spec().geometry.square_named(square).expect("a square"));
        piece.map(|piece| loaded.spec().kinds[piece.kind().index()].letter)
    };
    assert_eq!((letter("e4"), letter("c3")), (Some('Q'), Some('N')));
}

#[test]
fn a_dropped_pawn_may_check_and_not_mate() {
    at("minishogi", "4K/5/4g/5/k2r1[pg] b - - 0 1", |rules, game| {
        assert!(!are_legal(game, "P@e4"));
        assert_eq!(why(rules, game, 'P', "e4"), Some(DropFault::Mates));
        assert!(are_legal(game, "G@e4"), "other pieces may mate");
    });
    at("minishogi", "4K/5/4g/5/k4[p] b - - 0 1", |_, game| {
        assert!(are_legal(game, "P@e4"), "the king has a square");
    });
    // A drop saves the king, which has no move, so this is not mate.
    at("minishogi", "r3K/3PP/5/5/k4[G] w - - 0 1", |_, game| {
        assert!(are_legal(game, "G@b5 G@d5") && !are_legal(game, "G@a4"));
        assert_eq!(game.status(Seat(1)), Status::Ok);
    });
}

#[test]
fn a_piece_promotes_where_its_move_begins_or_ends_in_the_zone() {
    at("minishogi", "4K/s4/5/2s2/k4 b - - 0 1", |_, game| {
        assert!(are_legal(game, "a4-a5 a4-a5=X c2-c3"));
        assert!(!are_legal(game, "c2-c3=X"));
    });
    at("minishogi", "s3K/5/p4/5/k4 b - - 0 1", |_, game| {
        assert!(are_legal(game, "a5-b4 a5-b4=X"), "leaving the zone promotes");
        assert!(are_legal(game, "a3-a4") && !are_legal(game, "a3-a4=T"));
    });
    at("minishogi", "4K/p4/5/5/k4 b - - 0 1", |_, game| {
        assert!(are_legal(game, "a4-a5=T") && !are_legal(game, "a4-a5"), "it could not move again");
    });
}

#[test]
fn captured_pieces_go_to_a_hand_in_their_base_form() {
    let held = |rules: &CompiledRules, game: &dyn AnyGame, seat: u8, letter: char| {
        let kind = rules.spec().kind_of_letter(letter).expect("a kind");
        game.in_hand(Seat(seat), kind)
    };
    at("crazyhouse", "7k/1P6/8/8/8/8/7K/1r6 w - - 0 1", |rules, game| {
        play(game, "b7-b8=Q b1-b8");
        assert_eq!((held(rules, game, 1, 'P'), held(rules, game, 1, 'Q')), (1, 0), "it was a pawn");
        play(game, "h2-g2 P@a2 g2-f2");
        assert_eq!(held(rules, game, 1, 'P'), 0);
    });
    at("crazyhouse", "1Q5k/8/8/8/8/8/7K/1r6 b - - 0 1", |rules, game| {
        play(game, "b1-b8");
        assert_eq!(
            (held(rules, game, 1, 'P'), held(rules, game, 1, 'Q')),
            (0, 1),
            "it was always a queen"
        );
    });
    at("minishogi", "4K/5/H4/r4/k4 b - - 0 1", |rules, game| {
        play(game, "a2-a3");
        assert_eq!(
            (held(rules, game, 0, 'B'), held(rules, game, 0, 'H')),
            (1, 0),
            "it is turned over"
        );
    });
}

#[test]
fn positions_are_written_with_what_is_in_hand() {
    at("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q2Pn] w - - 0 1", |rules, game| {
        let hands = game.setup().hands;
        let text = fen::write(rules, &game.setup());
        assert!(text.contains("'hand':('Q1P2','N1')"), "{text}");
        assert_eq!(fen::read(rules, &text).expect("its own text").hands, hands);
    });
}

#[test]
fn the_lessons_of_a_game_for_two_teams_hold() {
    let disk = Disk::new();
    let loaded = load(&disk, "bughouse-teams", &[]).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let stop = AtomicBool::new(false);
    let report = lessons::run(&disk, "bughouse-teams", &loaded, false, &stop);
    let errors: Vec<_> =
        report.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}
