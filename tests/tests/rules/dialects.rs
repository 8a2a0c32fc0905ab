//! Tests of records from chess.com, read by the rules of chess.com. They concern named starts,
//! castling, en passant captures, seats that are out, kings that walk without a player, and queens
//! that are worth one point.

use quadrille_core::{Action, AnyGame, Declaration, Kind, Piece, Seat, Setup, game};
use quadrille_dsl::{Ruleset, fen, load, pgn};
use quadrille_tests::Disk;

fn open(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

/// Returns the start position of these rules after some changes. `a1-a2` moves a piece, and `a1`
/// alone removes the piece on this square.
fn start(loaded: &Ruleset, moved: &[&str]) -> Setup {
    let hooks = loaded.hooks();
    let mut setup = game::start(&loaded.rules, &*hooks).expect("it starts").setup();
    let at = |name: &str| loaded.spec().geometry.square_named(name).expect("a square");
    for way in moved {
        let (from, to) = way.split_once('-').unwrap_or((way, ""));
        let place = setup.pieces.iter().position(|(square, _)| *square == at(from));
        let (_, piece) = setup.pieces.remove(place.unwrap_or_else(|| panic!("nobody on {from}")));
        if !to.is_empty() {
            setup.pieces.push((at(to), piece));
        }
    }
    setup.pieces.sort_by_key(|(square, _)| *square);
    setup
}

/// Plays a record that starts from a position. The record must cause no notes. Passes the game at
/// its end, and its actions, to `look`.
fn plays(
    loaded: &Ruleset,
    setup: &Setup,
    moves: &str,
    look: impl FnOnce(&mut dyn AnyGame, &[Action]),
) {
    let fen = fen::write(&loaded.rules, setup);
    let text = format!("[StartFen4 \"{fen}\"]\n\n{moves}\n");
    let record = pgn::read(&text).unwrap_or_else(|error| panic!("{text}: {error:?}")).remove(0);
    let start = record.start(&loaded.rules).expect("a position").expect("it is given");
    assert_eq!(start, *setup, "{fen}");
    let hooks = loaded.hooks();
    let mut game = game::resume(&loaded.rules, &*hooks, &start).expect("it can be played from");
    let replay = pgn::replay(&record, &mut *game).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    assert_eq!(replay.notes, [], "{text}");
    look(&mut *game, &replay.actions);
}

fn piece(game: &dyn AnyGame, square: &str) -> Option<Piece> {
    game.piece(game.rules().spec().geometry.square_named(square).expect("a square"))
}

fn kind(game: &dyn AnyGame, name: &str) -> Kind {
    game.rules().spec().kind_named(name).expect("a kind")
}

#[test]
fn each_named_start_is_that_of_its_preset_alone() {
    let starts = [
        ("4PC", "chesscom-teams", "h1 a7 g14 n8"),
        ("4PCo", "chesscom-teams@old", "h1 a8 g14 n7"),
        ("4PCb", "chesscom-teams@by", "h1 a7 h14 n7"),
        ("4PCn", "chesscom-teams@byg", "h1 a7 h14 n8"),
        ("4PCrg", "chesscom-teams@rg", "g1 a8 g14 n8"),
    ];
    for (_, preset, kings) in starts {
        let loaded = open(preset);
        let hooks = loaded.hooks();
        let game = game::start(&loaded.rules, &*hooks).expect("it starts");
        for (seat, square) in kings.split(' ').enumerate() {
            let king = piece(&*game, square).expect("somebody stands there");
            let expected = (Seat(seat as u8), kind(&*game, "king"));
            assert_eq!((king.colour(), king.kind()), expected, "{preset}: {square}");
        }
        for (name, other, _) in starts {
            let record = pgn::read(&format!("[StartFen4 \"{name}\"]\n1. d2-d3")).unwrap().remove(0);
            let started = record.start(&loaded.rules);
            assert_eq!(started.is_ok(), preset == other, "{name} by {preset}: {started:?}");
        }
    }
}

#[test]
fn short_castling_goes_to_the_side_where_the_king_starts() {
    // The first move, the pieces between, the notation, and the final squares of king and rook.
    let castlings = [
        ("", "i1 j1", "O-O", "j1 i1"),
        ("", "g1 f1 e1", "O-O-O", "f1 g1"),
        ("h2-h3 .. ", "a5 a6", "O-O", "a5 a6"),
        ("h2-h3 .. ", "a8 a9 a10", "O-O-O", "a9 a8"),
        ("h2-h3 .. b10-c10 .. ", "e14 f14", "O-O", "e14 f14"),
        ("h2-h3 .. b10-c10 .. ", "h14 i14 j14", "O-O-O", "i14 h14"),
        ("h2-h3 .. b10-c10 .. g13-g12 .. ", "n9 n10", "O-O", "n10 n9"),
        ("h2-h3 .. b10-c10 .. g13-g12 .. ", "n5 n6 n7", "O-O-O", "n6 n7"),
    ];
    let loaded = open("chesscom-teams");
    for (before, between, word, after) in castlings {
        let between: Vec<&str> = between.split(' ').collect();
        // Old files write castling with zeros.
        for word in [word.to_owned(), word.replace('O', "0")] {
            plays(&loaded, &start(&loaded, &between), &format!("1. {before}{word}"), |game, _| {
                let stands = |square: &str| piece(game, square).map(Piece::kind);
                let (king, rook) = after.split_once(' ').expect("two squares");
                let expected = (Some(kind(game, "king")), Some(kind(game, "rook")));
                assert_eq!((stands(king), stands(rook)), expected, "{before}{word}");
            });
        }
    }
}

#[test]
fn an_en_passant_capture_is_written_like_any_capture_on_the_skipped_square() {
    let loaded = open("chesscom-teams");
    let setup = start(&loaded, &["d2-d4"]);
    plays(&loaded, &setup, "1. h2-h3 .. b5-d5 .. g13-g12 .. m6-l6\n2. d4xc5", |game, _| {
        assert_eq!((piece(game, "d5"), piece(game, "d4")), (None, None));
        assert_eq!(piece(game, "c5").map(Piece::colour), Some(Seat(0)));
    });
    // A piece on the skipped square is captured together with the pawn, and the move names this
    // piece.
    let setup = start(&loaded, &["d2-d4", "n5-e6"]);
    let text = "1. h2-h3 .. b5-d5 .. g13-g12 .. Ne6-c5\n2. d4xNc5";
    plays(&loaded, &setup, text, |game, _| {
        assert_eq!(piece(game, "d5"), None);
        assert_eq!(piece(game, "c5").map(Piece::colour), Some(Seat(0)));
    });
}

#[test]
fn seats_that_are_out_are_passed_over_without_a_word() {
    let loaded = open("chesscom-ffa");
    let mut setup = start(&loaded, &[]);
    let dead = loaded.spec().states.iter().position(|state| state.name == "dead");
    let dead = quadrille_core::StateId(dead.expect("predefined") as u8);
    (setup.seat_states[1], setup.army_states[1]) = (dead, dead);
    plays(&loaded, &setup, "1. h2-h3 .. g13-g12 .. m6-l6\n2. g2-g3 .. h13-h12", |_, actions| {
        assert_eq!(actions.len(), 5);
    });
}

#[test]
fn a_king_that_walks_on_alone_carries_the_reason_behind_its_move() {
    let loaded = open("chesscom-ffa");
    let setup = start(&loaded, &["b7"]);
    for (reason, word) in [("R", Declaration::Resign), ("T", Declaration::Flag)] {
        // The reason after the king's first move removes the player. The king's later moves only
        // repeat the reason.
        let text = format!(
            "1. h2-h3 .. Ka7-b7{reason} .. g13-g12 .. m6-l6\n2. g2-g3 .. Kb7-c7{reason} .. h13-h12"
        );
        plays(&loaded, &setup, &text, |game, actions| {
            assert_eq!(piece(game, "c7").map(Piece::kind), Some(kind(game, "king")));
            assert_eq!(game.controller(Seat(1)), None, "nature controls it");
            let declared: Vec<&Action> =
                actions.iter().filter(|action| matches!(action, Action::Declare(..))).collect();
            assert_eq!(declared, [&Action::Declare(Seat(1), word)]);
        });
    }
}

/// Public games on chess.com with their rules and final scores. The records in `records/` are as
/// published, except for the players' names.
const GAMES: [(&str, &str, &[i32]); 16] = [
    ("100527014", "chesscom-ffa", &[72, 14, 61, 33]),
    ("100711262", "chesscom-ffa", &[61, 3, 40, 30]),
    ("100781745", "chesscom-ffa", &[38, 28, 115, 25]),
    ("100807186", "chesscom-ffa", &[29, 43, 4, 89]),
    ("101866321", "chesscom-ffa", &[49, 29, 6, 60]),
    ("102892509", "chesscom-ffa", &[34, 31, 0, 76]),
    ("103145215", "chesscom-ffa", &[105, 28, 41, 40]),
    ("12020876", "chesscom-ffa@old", &[58, 35, 59, 0]),
    ("12042181", "chesscom-ffa@old", &[63, 43, 39, 5]),
    ("12076553", "chesscom-ffa@old", &[94, 17, 9, 24]),
    ("12079115", "chesscom-ffa@old", &[62, 49, 75, 9]),
    ("12101520", "chesscom-ffa@old", &[68, 26, 77, 48]),
    ("25888844", "chesscom-ffa", &[19, 41, 85, 52]),
    ("97969768", "chesscom-ffa", &[33, 76, 29, 77]),
    ("26780486", "chesscom-teams", &[]),
    ("519084", "chesscom-teams@old", &[]),
];
/// The number of a record whose last entry is missing. In the missing entry, Blue leaves the game,
/// so that only Green remains.
const CUT_OFF: &str = "102892509";

#[test]
fn public_games_end_with_the_scores_that_they_had() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    for (name, rules, scores) in GAMES {
        let loaded = open(rules);
        let text =
            std::fs::read_to_string(folder.join(format!("{name}.pgn4"))).expect("it is there");
        let text = if name == CUT_OFF { format!("{text} .. R") } else { text };
        let record = pgn::read(&text).unwrap_or_else(|error| panic!("{name}: {error:?}")).remove(0);
        assert_eq!(record.start(&loaded.rules), Ok(None), "{name}");
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
        let replay = pgn::replay(&record, &mut *game).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert!(game.outcome().is_some(), "{name} ends");
        let result = record.tag("Result").expect("it states one");
        let about_it: Vec<_> =
            replay.notes.iter().filter(|note| note.span == result.span).collect();
        assert!(about_it.is_empty(), "{name}: {about_it:?}");
        if !scores.is_empty() {
            let spec = loaded.spec();
            let points = spec.counters.iter().position(|counter| counter.name == "points");
            let points = points.expect("a counter");
            assert_eq!(game.setup().counters[points], scores, "{name}");
        }
    }
}

#[test]
fn a_queen_of_one_point_has_a_letter_of_its_own() {
    let loaded = open("chesscom-ffa");
    let setup = start(&loaded, &["h2-h7"]);
    for letter in ["D", "Q"] {
        let text = format!("1. h7-h8={letter}");
        plays(&loaded, &setup, &text, |game, _| {
            let queen = piece(game, "h8").expect("it stands there");
            assert_ne!(queen.kind(), kind(game, "pawn"));
        });
    }
}
