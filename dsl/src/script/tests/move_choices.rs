//! Tests of choices within moves.

use quadrille_core::rules::Decision;
use quadrille_core::{AnyGame, game};

use crate::formats::{actions, pgn};
use crate::script::testing::rules;
use crate::script::tests::per_move::pieces;

/// A script by which a capture puts a piece on a square. The capturing player chooses the kind, and
/// then the square. Only a rook may go to a8.
const GIFT: &str = "
/// when: knight
fn on_capture(game, seat, piece, square) { choose(\"kind\", [\"pawn\", \"rook\"], ()); }

fn on_answer(game, seat, question, choice, about) {
    if question == \"kind\" {
        let squares = [\"a4\", \"b4\"];
        if choice == \"rook\" { squares.push(\"a8\"); }
        choose(`${choice}-square`, squares.map(|name| square(name)), ());
    } else {
        place(square(choice), question.split(\"-\")[0], seat);
    }
}";

/// Calls a function with a chess game at the start. `board` lists the pieces.
#[track_caller]
fn with_game(script: &str, board: &str, test: impl FnOnce(&mut dyn AnyGame)) {
    let (scripts, rules) = rules(&[script], pieces(board));
    let host = scripts.host(&rules);
    test(game::start(&rules, &host).unwrap().as_mut());
}

fn legal(game: &mut dyn AnyGame) -> Vec<String> {
    actions::legal(game).unwrap().into_iter().map(|(text, _)| text).collect()
}

#[test]
fn a_choice_is_a_part_of_the_move() {
    with_game(GIFT, "wKe1 wRa1 bNh1 bKe8", |game| {
        let all = legal(game);
        let gifts: Vec<&str> =
            all.iter().map(String::as_str).filter(|text| text.starts_with("a1-a2")).collect();
        assert_eq!(gifts, ["a1-a2"]);
        assert_eq!(game.perft(1).unwrap(), all.len() as u64);
    });
    with_game(GIFT, "wKe1 wRh3 bNh1 bKe8", |game| {
        let all = legal(game);
        let gifts: Vec<&str> =
            all.iter().map(String::as_str).filter(|text| text.starts_with("h3-h1")).collect();
        let expected = [
            "h3-h1,kind=pawn,pawn-square=a4",
            "h3-h1,kind=pawn,pawn-square=b4",
            "h3-h1,kind=rook,rook-square=a4",
            "h3-h1,kind=rook,rook-square=a8",
            "h3-h1,kind=rook,rook-square=b4",
        ];
        assert_eq!(gifts, expected);
        assert_eq!(game.perft(1).unwrap(), all.len() as u64);
        actions::play(game, expected[3]).unwrap();
        assert_eq!(game.ply(), 1);
        let black = game.rules().spec().seat_of_key('b').unwrap();
        assert_eq!(game.decision().unwrap(), Decision::Turn(black));
        let a8 = game.rules().spec().geometry.square_named("a8").unwrap();
        assert!(game.piece(a8).is_some_and(|piece| piece.colour() != black));
    });
}

#[test]
fn a_move_without_its_choice_asks_the_questions_afterwards() {
    with_game(GIFT, "wKe1 wRh3 bNh1 bKe8", |game| {
        actions::play(game, "h3-h1 choose=rook choose=a8").unwrap();
        assert_eq!(game.ply(), 3);
        let a8 = game.rules().spec().geometry.square_named("a8").unwrap();
        assert!(game.piece(a8).is_some());
    });
}

#[test]
fn a_choice_that_does_not_exist_is_refused_with_the_choices() {
    with_game(GIFT, "wKe1 wRh3 bNh1 bKe8", |game| {
        let error = actions::read(game, "h3-h1,kind=queen").unwrap_err();
        let help = error.help.map(|help| help.to_string()).unwrap_or_default();
        assert!(help.contains("h3-h1,kind=pawn,pawn-square=a4"), "{help}");
        assert!(actions::read(game, "e1-e2,kind=pawn").is_err());
    });
}

#[test]
fn records_contain_choices() {
    with_game(GIFT, "wKe1 wRh3 bNh1 bKe8", |game| {
        let capture = actions::read(game, "h3-h1,kind=rook,rook-square=b4").unwrap();
        let record = pgn::write(game.fork().as_mut(), &[], &[capture]).unwrap();
        assert!(record.contains(",kind=rook,rook-square=b4"), "{record}");
        let records = pgn::read(&record).unwrap();
        assert_eq!(pgn::replay(&records[0], game).unwrap().actions, [capture]);
    });
}

#[test]
fn a_move_with_too_many_choices_asks_its_questions_afterwards() {
    let script = "
fn on_move(game, seat, piece, from, to) {
    let all = game.empty();
    choose(\"one\", all, ());
    choose(\"two\", all, ());
}
fn on_answer(game, seat, question, choice, about) {}";
    with_game(script, "wKe1 wRa1 bKe8", |game| {
        assert!(legal(game).contains(&"a1-a2".to_owned()));
        actions::play(game, "a1-a2 choose=a1 choose=a1").unwrap();
        assert_eq!(game.ply(), 3);
    });
}

#[test]
fn outside_of_moves_a_choice_is_a_question() {
    let script = "
fn on_turn(game, seat) { choose(\"word\", [\"yes\", \"no\"], ()); }
fn on_answer(game, seat, question, choice, about) {}";
    with_game(script, "wKe1 wRa1 bKe8", |game| {
        assert_eq!(legal(game), ["choose=no", "choose=yes"]);
    });
}
