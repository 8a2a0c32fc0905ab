//! Tests of the warnings about hooks that misjudge the time of an effect, of `outcome` or of a turn.

use super::{findings_of, on_mate, says};

#[test]
fn a_query_after_an_effect_on_the_same_value_is_told() {
    for (effect, query, marked) in [
        ("add_counter(\"n\", seat, 1);", "game.counter(\"n\", seat) > 3", "counter"),
        ("set_counter(\"n\", 1);", "game.counter(\"n\") > 3", "counter"),
        ("remember(\"m\", seat, seat);", "game.recall(\"m\", seat) == ()", "recall"),
        ("set_seat_state(seat, \"gone\");", "game.seat_state(seat) == \"gone\"", "seat_state"),
        ("set_state(seat.next, \"gone\");", "game.army_state(seat.next) == \"gone\"", "army_state"),
        ("set_controller(seat, ());", "game.controller(seat) == ()", "controller"),
        ("add_to_hand(seat, \"rook\", 1);", "game.in_hand(seat, \"rook\") > 3", "in_hand"),
        (
            "if seat.team == \"a\" { eliminate(seat); }",
            "game.seat_state(seat) == \"gone\"",
            "seat_state",
        ),
        ("for s in seats() { add_counter(\"n\", 1); }", "game.counter(\"n\") > 3", "counter"),
    ] {
        let found = on_mate(&format!("{effect} if {query} {{ lose(seat); }}"));
        says(&found, "Q0360", marked, "returns the value before");
        let before = format!("if {query} {{ lose(seat); }} {effect}");
        assert_eq!(on_mate(&before), [""; 0], "the query comes first");
    }
}

#[test]
fn a_query_or_an_effect_in_a_helper_counts_with_its_arguments() {
    let helpers = "
        fn pay(player, n) { add_counter(\"n\", player, n); }
        fn poor(game, player) { game.counter(\"n\", player) < 3 }
        fn pay_twice(player) { pay(player, 1); pay(player, 1); }
        fn again(game, seat) { if game.ply > 9 { again(game, seat); } }";
    let hook = |body: &str| findings_of(&format!("fn on_mate(game, seat) {{ {body} }}{helpers}"));
    for body in [
        "pay(seat, 1); if game.counter(\"n\", seat) > 3 { lose(seat); }",
        "pay_twice(seat); if poor(game, seat) { lose(seat); }",
        "add_counter(\"n\", seat, 1); if poor(game, seat) { lose(seat); }",
    ] {
        let found = hook(body);
        assert!(found.iter().any(|found| found.starts_with("Q0360")), "{body}: {found:?}");
    }
    for body in [
        "if poor(game, seat) { pay(seat, 1); }",
        "pay(seat, 1); if poor(game, seat.next) { lose(seat); }",
        "let player = seat.next; pay(player, 1); if poor(game, seat) { again(game, seat); }",
    ] {
        let found = hook(body);
        assert!(!found.iter().any(|found| found.starts_with("Q0360")), "{body}: {found:?}");
    }
}

#[test]
fn a_query_of_another_value_or_in_another_branch_is_fine() {
    for body in [
        "add_counter(\"n\", seat, 1); if game.counter(\"n\", seat.next) > 3 { lose(seat); }",
        "add_counter(\"n\", seat, 1); if game.counter(\"other\", seat) > 3 { lose(seat); }",
        "add_counter(\"n\", seat, 1); if game.counter(\"n\", seat) + 1 > 3 { lose(seat); }",
        "if game.ply > 9 { add_counter(\"n\", 1); } else if game.counter(\"n\") > 3 { lose(seat); }",
        "if game.ply > 9 { add_counter(\"n\", 1); return; } if game.counter(\"n\") > 3 { lose(seat); }",
        "switch game.ply { 1 => add_counter(\"n\", 1), _ => set_counter(\"n\", game.counter(\"n\")) }",
        "set_counter(\"n\", game.counter(\"n\") * 2);",
        "for s in seats() { if game.counter(\"n\", s) > 3 { set_counter(\"n\", s, 0); } }",
    ] {
        assert_eq!(on_mate(body), [""; 0], "{body}");
    }
}

#[test]
fn an_outcome_that_examines_only_squares_is_told() {
    let outcome = |when: &str, body: &str| {
        findings_of(&format!("{when}fn outcome(game) {{ for seat in seats() {{ {body} }} }}"))
    };
    let hill = "if game.royals(seat).some(|s| s.within(\"hill\")) { win(seat); }";
    let helped = "fn outcome(game) { if there(game) { draw(); } }\nfn there(game) { game.piece(square(\"a1\")) != () }";
    says(&outcome("", hill), "Q0361", "outcome", "/// when: KIND on ZONE");
    says(&findings_of(helped), "Q0361", "outcome", "/// when: every ply");
    for (when, body) in [
        ("/// when: king on hill\n", hill),
        ("/// when: every ply\n", hill),
        ("/// when: at most 2 of king\n", hill),
        ("", "if game.count(seat) == 1 && game.pieces(seat)[0].within(\"hill\") { win(seat); }"),
        ("", "if game.seats(\"active\").len() == 1 && seat.facing == \"north\" { win(seat); }"),
    ] {
        assert_eq!(outcome(when, body), [""; 0], "{when}{body}");
    }
}

#[test]
fn a_seat_that_leaves_the_game_as_its_turn_opens_must_skip_the_turn() {
    let on_turn = |body: &str| {
        findings_of(&format!("/// when: every ply\nfn on_turn(game, seat) {{ {body} }}"))
    };
    for body in [
        "eliminate(seat);",
        "set_state(seat, \"gone\");",
        "if game.ply > 9 { set_seat_state(game.turn, \"gone\"); }",
    ] {
        let marked = if body.starts_with("eli") { "eliminate" } else { "set_" };
        let found = on_turn(body);
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(found[0].starts_with("Q0362") && found[0].contains(marked), "{found:?}");
        assert!(found[0].contains("`skip(seat);`"), "{found:?}");
        assert_eq!(on_turn(&format!("{body} skip(seat);")), [""; 0]);
    }
    assert_eq!(on_turn("eliminate(seat.next);"), [""; 0], "the seat has no turn now");
    assert_eq!(on_mate("eliminate(seat);"), [""; 0]);
}
