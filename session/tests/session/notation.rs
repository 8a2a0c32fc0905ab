//! Tests that moves are written as chess players write them.

use super::{arranged, open, random_game, start};

/// Plays actions, and returns the notation of each.
fn notations(game: &mut quadrille_session::Game, actions: &str) -> Vec<String> {
    game.play_all(actions).unwrap();
    game.plies().map(|ply| ply.notation.clone()).collect()
}

#[test]
fn games_for_two_have_short_notation_with_signs_of_check() {
    let mut game = start("orthodox-chess");
    let found =
        notations(&mut game, "e2-e4 d7-d5 e4-d5 d8-d5 b1-c3 d5-e5 f1-e2 b8-c6 g1-f3 c8-g4 e1-g1");
    let expected = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+", "Be2", "Nc6", "Nf3", "Bg4", "O-O"];
    assert_eq!(found, expected);
    let mut mate = start("orthodox-chess");
    assert_eq!(notations(&mut mate, "f2-f3 e7-e5 g2-g4 d8-h4")[3], "Qh4#");
    let mut promotion = arranged("orthodox-chess", "wKe1 wPa7 bKh7", "white", None);
    assert_eq!(notations(&mut promotion, "a7-a8=Q"), ["a8=Q"]);
}

#[test]
fn games_for_four_name_both_squares_the_captured_piece_and_each_check() {
    let pieces = "rKh1 rRd1 bKa8 bQd7 yKh14 gKn8";
    let mut game = arranged("chesscom-teams", pieces, "red", None);
    let legal = game.legal_actions().unwrap();
    let taking = legal.iter().find(|action| action.text == "d1-d7").unwrap();
    assert_eq!(taking.notation, "Rd1xQd7");
    assert_eq!(notations(&mut game, "d1-d7"), ["Rd1xQd7"]);
    // The rook then checks the kings on both ends of the ninth rank.
    assert_eq!(
        notations(&mut game, "a8-a9 h14-h13 n8-n9 d7-d9"),
        ["Rd1xQd7", "Ka8-a9", "Kh14-h13", "Kn8-n9", "Rd7-d9++"]
    );
}

#[test]
fn every_action_has_a_notation() {
    for name in ["verney-1881", "four-seasons-1283@dice", "fortress-chess", "taurus"] {
        let game = random_game(&open(name), 2, 60);
        assert!(game.plies().all(|ply| !ply.notation.is_empty()), "{name}");
    }
}
