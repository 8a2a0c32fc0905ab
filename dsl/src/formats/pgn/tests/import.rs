//! Tests of the import format: chess records that other programs or people have written.

use super::*;

/// Returns the moves of a chess record, each as action text.
fn played(text: &str) -> String {
    let rules = testing::chess_rules();
    let replay = replayed(&rules, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let mut game = game::start(&rules, &Ends).unwrap();
    if let Some(setup) = one(text).start(&rules).unwrap() {
        game = game::resume(&rules, &Ends, &setup).unwrap();
    }
    let mut written = Vec::new();
    for action in replay.actions {
        written.push(actions::text_of(&mut *game, action).unwrap());
        game.play(action).unwrap();
    }
    written.join(" ")
}

#[test]
fn annotations_comments_variations_and_escaped_lines_are_skipped() {
    let moves = "c2-c4 e7-e5 b1-c3";
    for text in [
        "1. c4 $1 e5 $6 2. Nc3 $14 *",
        "1. c4$1 e5$146$2 2. Nc3$13 1-0",
        "1. c4! e5?! 2. Nc3!? *",
        "1. c4 !! e5 ?? 2. Nc3 ?! *",
        "1. c4‼ e5⁉ 2. Nc3⩲",
        "1. c4 += e5 +- 2. Nc3 ∞ =",
        "1. c4 N e5 D 2. Nc3 ++",
        "1. c4 {a {nested} comment} e5 {one that {ends at once} 2. Nc3 {another}",
        "1. c4 {; % (} e5 ; a (line) {\n2. Nc3",
        "1. c4 (1. e4 e5 (1... c5 $2 2. Nf3 {x} (2. d4)) 2. d4) 1... e5 (1... c5) 2. Nc3 (2. g3!) *",
        "% a line for { a program\n1. c4 e5\r\n%another\r\n2. Nc3 *",
        "\u{feff}[Event \"a \"quoted\" word {\"]\n\n1. c4 e5 2. Nc3",
        "1 c4 e5 2 Nc3",
        "1.c4 e5 2.Nc3",
        "1. c4 1... e5 2. Nc3",
        "1. c4 1… e5 2. Nc3 1/2",
    ] {
        assert_eq!(played(text), moves, "{text}");
    }
}

#[test]
fn a_game_ends_at_its_result() {
    let records = read("1. e4 e5 1-0 1. d4 * 1. c4 c5 2. Nc3 ½-½").unwrap();
    let results: Vec<_> = records.iter().map(|record| record.result.as_deref()).collect();
    assert_eq!(results, [Some("1-0"), Some("*"), Some("1/2-1/2")]);
    let lengths: Vec<_> = records.iter().map(|record| record.words.len()).collect();
    assert_eq!(lengths, [2, 1, 3]);
}

#[test]
fn moves_may_be_long_or_as_in_uci() {
    let moves = "e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 g8-f6 e1-g1 f6-e4";
    for text in [
        "1. e2e4 e7e5 2. Ng1f3 Nb8c6 3. Bf1c4 Ng8f6 4. O-O Nf6xe4",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 g8f6 4. e1g1 f6e4",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 g8f6 4. e1h1 f6xe4",
        "1. Pe2-e4 Pe7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Ng8-f6 4. 0-0 Nf6:e4",
        "1. Pe4 Pe5 2. ♘f3 ♞c6 3. ♗c4 ♞f6 4. O–O ♞×e4",
        "1. e2–e4 e7–e5 2. Ngf3 Nbc6 3. Bc4 Ngf6 4. o-o Nfxe4",
    ] {
        assert_eq!(played(text), moves, "{text}");
    }
    let rules = testing::chess_rules();
    let notes = |text| replayed(&rules, text).unwrap().notes;
    assert_eq!(notes("1. e2e4 d7d5 2. e4d5 d8d5 3. f1b5"), [], "UCI has no signs");
}

#[test]
fn promotions_are_read_in_every_form() {
    let start = "[FEN \"2r5/P1k5/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. ";
    for (text, letter) in [
        ("a8Q", 'Q'),
        ("a8=Q", 'Q'),
        ("a8(Q)", 'Q'),
        ("a8(=N)", 'N'),
        ("a8=(B)", 'B'),
        ("a8/Q", 'Q'),
        ("a8q", 'Q'),
        ("a8=q", 'Q'),
        ("a7a8n", 'N'),
        ("a7-a8B", 'B'),
        ("a8R", 'R'),
        ("a7a8R!", 'R'),
        ("a8Q!?", 'Q'),
    ] {
        assert_eq!(played(&format!("{start}{text}")), format!("a7-a8={letter}"), "{text}");
    }
    let rules = testing::chess_rules();
    let error = replayed(&rules, "1. e4=Q").unwrap_err();
    assert_eq!(error.to_string(), "`e4=Q` promotes, but no piece promotes by this move");
}

#[test]
fn en_passant_may_be_marked() {
    let moves = "e2-e4 a7-a6 e4-e5 d7-d5 e5-d6";
    for capture in
        ["exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "exd6", "ed6", "e5d6", "exd6 e.p. $1"]
    {
        assert_eq!(played(&format!("1. e4 a6 2. e5 d5 3. {capture} *")), moves, "{capture}");
    }
}

#[test]
fn a_null_move_is_a_pass_or_an_error() {
    let rules = testing::chess_rules();
    for null in ["--", "Z0", "0000", "@@@@"] {
        let error = replayed(&rules, &format!("1. {null} e5")).unwrap_err();
        let seat = &rules.spec().seats[0].name;
        assert_eq!(error.to_string(), format!("`{null}` is a pass, but {seat} can't pass here"));
        assert_eq!(played(&format!("1. e4 (1. {null} e5) 1... e5")), "e2-e4 e7-e5");
    }
}

#[test]
fn what_no_rule_lets_a_player_put_down_is_an_error() {
    let rules = testing::chess_rules();
    for text in ["1. Nf3/H", "1. e4@e5", "1. e4,e5", "1. e2e4,e4e5", "1. e4Θe5", "1. e4 Θe5"] {
        let error = replayed(&rules, text).unwrap_err().to_string();
        assert!(error.contains("places a piece after a move"), "{text}: {error}");
    }
}
