//! Checks that rulesets and recipes read positions from other programs with the meaning that these
//! programs give them.

use quadrille_core::{AnyGame, Seat, game};
use quadrille_dsl::{Ruleset, actions, fen, load};
use quadrille_tests::Disk;
use quadrille_tests::table::play;

fn open(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

/// Runs a test in a position.
fn at(loaded: &Ruleset, position: &str, look: impl FnOnce(&mut dyn AnyGame)) {
    let setup = fen::read(&loaded.rules, position);
    let setup = setup.unwrap_or_else(|error| panic!("{position}: {error:?}"));
    let hooks = loaded.hooks();
    let game = game::resume(&loaded.rules, &*hooks, &setup);
    look(&mut *game.unwrap_or_else(|errors| panic!("{position}: {errors:?}")));
}

#[test]
fn a_captured_piece_that_was_promoted_goes_to_the_hand_as_a_pawn() {
    let loaded = open("crazyhouse");
    let held = |text: &str, moves: &str| {
        let mut held = String::new();
        at(&loaded, text, |game| {
            play(game, moves);
            held = fen::write_plain(&loaded.rules, &game.setup()).expect("plain FEN has it");
        });
        held
    };
    let after = "r6k/8/8/8/8/8/8/K7[p] w - - 0 2";
    assert_eq!(held("Q~r5k/8/8/8/8/8/8/K7[] b - - 0 1", "b8-a8"), after);
    assert_eq!(held("Q~r5k/8/8/8/8/8/8/K7/ b - - 0 1", "b8-a8"), after);
    let queen = "r6k/8/8/8/8/8/8/K7[q] w - - 0 2";
    assert_eq!(held("Qr5k/8/8/8/8/8/8/K7[] b - - 0 1", "b8-a8"), queen);
    let promoted = "Q~r5k/8/8/8/8/8/8/K7[] b - - 0 1";
    assert_eq!(held("1r5k/P7/8/8/8/8/8/K7[] w - - 0 1", "a7-a8=Q"), promoted);
}

#[test]
fn the_star_of_plain_fen_is_the_duck() {
    let loaded = open("duck");
    let text = "rnbqkbnr/pppppppp/8/8/4P3/4*3/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    at(&loaded, text, |game| {
        let square = loaded.spec().geometry.square_named("e3").expect("a square");
        let duck = game.piece(square).expect("it stands there");
        assert_eq!(duck.kind(), loaded.spec().kind_named("duck").expect("a kind"));
        assert_eq!(fen::write_plain(&loaded.rules, &game.setup()).as_deref(), Some(text));
        play(game, "d7-d5");
    });
}

/// Positions of random games, with the number of legal moves that python-chess 1.11 finds in each.
const COUNTED: &str = include_str!("../../data/positions-python-chess.tsv");

#[test]
fn positions_of_python_chess_have_its_legal_moves() {
    let mut rulesets: Vec<(String, Ruleset)> = Vec::new();
    for line in COUNTED.lines().filter(|line| !line.starts_with('#')) {
        let [name, count, text] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        if rulesets.iter().all(|(known, _)| known != name) {
            rulesets.push((name.to_owned(), open(name)));
        }
        let (_, loaded) = rulesets.iter().find(|(known, _)| known == name).expect("it is there");
        at(loaded, text, |game| {
            let legal = actions::legal(game).expect("no hook fails");
            assert_eq!(legal.len().to_string(), count, "{name}: {text}");
            let plain = fen::write_plain(&loaded.rules, &game.setup());
            // If castling rights in the text name files, they are written by their sides instead.
            if let Some(plain) = plain {
                assert_eq!(fen::read(&loaded.rules, &plain), fen::read(&loaded.rules, text));
            }
        });
    }
}

#[test]
fn a_game_of_two_is_read_from_the_board_of_chess_com() {
    let record = "[Variant \"FFA\"]\n[RuleVariants \"EnPassant Play4Mate\"]\n[StartFen4 \"2PC\"]\n\n\
                  1. h5-h7 .. h10-h8\n2. Nj4-i6 .. Ne11-f9\n3. Bi4-e8 .. d10-d9\n4. O-O";
    let record = quadrille_dsl::pgn::read(record).expect("a record").remove(0);
    let loaded = open("orthodox-chess");
    let hooks = loaded.hooks();
    assert_eq!(record.start(&loaded.rules), Ok(None));
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    quadrille_dsl::pgn::replay(&record, &mut *game).unwrap_or_else(|error| panic!("{error:?}"));
    let text = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4";
    assert_eq!(fen::write_plain(&loaded.rules, &game.setup()).as_deref(), Some(text));
    assert_eq!(game.turn(), Seat(1));
}
