//! Tests of hooks whose `when:` lines have conditions about seats and positions.

use quadrille_core::{CounterId, Seat, game};

use crate::formats::actions;
use crate::script::testing::rules;
use crate::script::tests::per_move::pieces;

/// Plays a game with an `on_turn` hook that has this condition. Returns the numbers of the plies
/// before which the hook was called.
#[track_caller]
fn called(when: &str, board: &str, played: &str) -> Vec<u32> {
    let script = format!(
        "const RISK = \"silent\";
        fn define(rules) {{
            rules.counter(\"calls\", \"game\", 0, 99);
            rules.counter(\"begun\", \"game\", 0, 99);
            rules.state(\"tired\");
        }}
        /// when: king\nfn on_move(game, seat, piece, from, to) {{
            set_counter(\"begun\", game.ply);
            set_army_state(seat, \"tired\");
        }}
        /// when: {when}\nfn on_turn(game, seat) {{ add_counter(\"calls\", 1); }}"
    );
    let (scripts, rules) = rules(&[&script], pieces(board));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    let number = rules.spec().counters.iter().position(|counter| counter.name == "calls");
    let counter = CounterId(number.unwrap() as u8);
    let mut plies = Vec::new();
    let mut before = 0;
    let mut words = played.split_whitespace();
    loop {
        game.decision().unwrap();
        let calls = game.view().counter(counter, Seat(0));
        if calls > before {
            plies.push(game.view().ply());
        }
        before = calls;
        let Some(word) = words.next() else { return plies };
        actions::play(game.as_mut(), word).unwrap();
    }
}

#[test]
fn a_hook_may_wait_for_a_check_or_for_a_seat_without_moves() {
    let board = "wKe1 wRa1 bKe8";
    let line = "a1-a8 e8-e7 a8-a7 e7-e6";
    assert_eq!(called("in check", board, line), [1, 3]);
    assert_eq!(called("no move", board, line), [0; 0]);
    // The black king is stalemated.
    assert_eq!(called("in check or no move", "wKf6 wQa4 bKh8", "a4-f4"), [0; 0]);
    assert_eq!(called("in check or no move", "wKf6 wQa7 bKh8", "a7-f7"), [1]);
}

#[test]
fn in_a_reading_that_is_named_the_hook_is_always_called() {
    let board = "wKe1 wRa1 bKe8";
    assert_eq!(called("in check or RISK is silent", board, "a1-a8 e8-e7"), [0, 1, 2]);
    assert_eq!(called("in check or RISK is open", board, "a1-a8 e8-e7"), [1]);
}

#[test]
fn a_hook_may_wait_for_a_piece_on_a_zone_a_counter_or_a_state() {
    let board = "wKe3 wRa1 bKe8";
    let line = "e3-e4 e8-e7 e4-f4 e7-e6 a1-a2 e6-e7";
    assert_eq!(called("king on centre", board, line), [1, 2]);
    assert_eq!(called("rook on centre", board, line), [0; 0]);
    // `begun` is the number of the last ply in which a king moved, from 1. The rook's move does not
    // count.
    assert_eq!(called("1 plies since begun", board, line), [5]);
    // An army is tired after its king has moved. White's king moves first.
    assert_eq!(called("army tired", board, line), [2, 3, 4, 5, 6]);
    assert_eq!(called("state active, army active", board, line), [0, 1]);
}

#[test]
fn a_hook_may_wait_for_rounds_and_for_the_number_of_seats_in_a_state() {
    let board = "wKe3 wRa1 bKe8";
    let line = "e3-e4 e8-e7 e4-f4 e7-e6 a1-a2 e6-e7 a2-a3 e7-e8";
    // `begun` is the number of the last ply in which a king moved, from 1. A round of two seats has
    // two plies.
    assert_eq!(called("1 rounds since begun", board, line), [0; 0]);
    let rooks = "e3-e4 e8-e7 a1-a2 a8-a7 a2-a3 a7-a6";
    let board = "wKe3 wRa1 bKe8 bRa8";
    assert_eq!(called("2 plies since begun", board, rooks), [4, 5, 6]);
    assert_eq!(called("1 rounds since begun", board, rooks), [4, 5, 6]);
    assert_eq!(called("2 rounds since begun", board, rooks), [6]);
    assert_eq!(called("at least 2 seats active", board, rooks), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(called("at most 1 seat active", board, rooks), [0; 0]);
    assert_eq!(
        called("at most 2 seats active, at least 1 of rook, 2 rounds since begun", board, rooks),
        [6]
    );
}

#[test]
fn a_hook_may_wait_for_several_kings_in_check() {
    let called = |when: &str| {
        let script = format!(
            "fn define(rules) {{ rules.counter(\"calls\", \"game\", 0, 99); rules.protect(\"own\", \"none\"); }}
            /// when: {when}\nfn on_check(game, seat, royals) {{ add_counter(\"calls\", 1); }}"
        );
        let (scripts, rules) = rules(&[&script], pieces("wKh4 wRb2 bKa8 bKd1"));
        let host = scripts.host(&rules);
        let mut game = game::start(&rules, &host).unwrap();
        for word in ["b2-b8", "a8-a7", "b8-b1", "a7-a8", "b1-a1"] {
            actions::play(game.as_mut(), word).unwrap();
        }
        game.decision().unwrap();
        let number = rules.spec().counters.iter().position(|counter| counter.name == "calls");
        game.view().counter(CounterId(number.unwrap() as u8), Seat(0))
    };
    // The rook checks one king, then the other, then both.
    assert_eq!(called("at least 1 checked"), 3);
    assert_eq!(called("at least 2 checked"), 1);
    assert_eq!(called("at least 3 checked"), 0);
}
