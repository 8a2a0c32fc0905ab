//! Tests of the data about seats, squares, pieces and the game that hooks can read.

use quadrille_core::{Event, Facing, Hooks as _, Kind, Piece, Protect, Seat, game};

use super::{BLACK, WHITE, effects, holds, said};
use crate::formats::actions;
use crate::script::testing::{answer, at, chess, rules};

#[test]
fn seats_show_their_place_at_the_table() {
    holds("seat.name == \"red\" && seat.team == \"team 0\" && seat.facing == \"north\"");
    holds("seat == seat(\"red\") && seat != seat(\"blue\") && seat != ()");
    holds("seat.partner == seat(\"yellow\") && seat.partners == [seat(\"yellow\")]");
    holds("seat.opponents == [seat(\"blue\"), seat(\"green\")]");
    holds("seat.next == seat(\"blue\") && seat(\"green\").next == seat");
    holds("seat.previous == seat(\"green\") && seat(\"green\").previous == seat(\"yellow\")");
    holds("seat.opposite == seat(\"yellow\") && seat(\"green\").opposite == seat(\"blue\")");
    holds("seats().len == 4 && seats()[2].name == \"yellow\"");
    holds("`${seat} ${seats()}` == \"red [red, blue, yellow, green]\"");
    holds("kinds() == [\"pawn\", \"knight\", \"bishop\", \"rook\", \"queen\", \"king\"]");
}

#[test]
fn a_seat_alone_has_no_partner() {
    let text =
        "fn on_mate(game, seat) { if seat.partner == () && seat.partners == [] { draw(); } }";
    let (scripts, rules) = rules(&[text], chess());
    assert_eq!(answer(&scripts, &rules, &Event::Mate(BLACK)).unwrap().len(), 1);
}

#[test]
fn squares_show_where_they_lie() {
    holds("square(\"d4\").name == \"d4\" && square(\"d4\").file == 4 && square(\"n9\").rank == 9");
    holds("square(\"d4\") == square(\"d4\") && square(\"d4\") != square(\"d5\")");
    holds("square(\"d4\").within(\"centre\") && !square(\"f4\").within(\"centre\")");
    holds("square(\"d4\").step(\"north\") == square(\"d5\")");
    holds("square(\"d4\").step(\"southwest\") == ()");
    holds("square(\"d4\").step(\"northwest\") == square(\"c5\")");
    holds("square(\"d1\").step(\"south\") == ()");
    holds("zone(\"centre\").len == 4 && zone(\"centre\")[0] == square(\"d4\")");
    holds("square(\"d4\") in zone(\"centre\")");
    holds("`${square(\"d4\")}` == \"d4\"");
}

#[test]
fn every_seat_counts_ranks_from_its_own_side_and_files_from_its_left() {
    let of = |seat: &str, file: u8, rank: u8| {
        let seat = format!("seat(\"{seat}\")");
        holds(&format!(
            "square(\"d2\").file_for({seat}) == {file} && square(\"d2\").rank_for({seat}) == {rank}"
        ));
    };
    of("red", 4, 2);
    of("blue", 13, 4);
    of("yellow", 11, 13);
    of("green", 2, 11);
}

#[test]
fn squares_know_how_far_apart_they_are_and_what_lies_between() {
    holds("square(\"d4\").distance(square(\"d4\")) == 0");
    holds("square(\"d4\").distance(square(\"f9\")) == 5");
    holds("square(\"d4\").between(square(\"g7\")) == [square(\"e5\"), square(\"f6\")]");
    holds("square(\"d4\").between(square(\"d5\")) == []");
    holds("square(\"d4\").between(square(\"e6\")) == []");
    holds("square(\"d9\").between(square(\"d4\")).len == 4");
    // b3 and c2, which are between these squares, are holes.
    holds("square(\"a4\").between(square(\"d1\")) == []");
}

#[test]
fn pieces_show_what_they_are() {
    let piece = "game.piece(square(\"h1\"))";
    holds(&format!("{piece}.kind == \"king\" && {piece}.colour == seat && {piece}.royal"));
    holds("game.piece(square(\"b7\")).facing == \"east\" && !game.piece(square(\"b7\")).royal");
    holds("game.piece(square(\"b7\")).forward(square(\"b7\")) == square(\"c7\")");
    holds("game.piece(square(\"b7\")).forward(square(\"n7\")) == ()");
    holds(
        "game.piece(square(\"b7\")).value == 1 && !game.piece(square(\"b7\")).has_mark(\"vowed\")",
    );
    holds("game.piece(square(\"g7\")) == ()");
    holds(&format!("`${{{piece}}}` == \"red king\" && {piece} != game.piece(square(\"g1\"))"));
}

#[test]
fn the_game_shows_its_position() {
    holds("game.turn == seat && game.ply == 0 && game.halfmove_clock == 0");
    holds("game.order.map(|s| s.name) == [\"red\", \"blue\", \"yellow\", \"green\"]");
    holds("game.pieces(seat).len == 16 && square(\"h1\") in game.pieces(seat)");
    holds("game.pieces(seat, \"rook\") == [square(\"d1\"), square(\"k1\")]");
    holds("game.seats(\"active\") == seats() && game.seats(\"gone\") == []");
    holds("game.next(seat) == seat(\"blue\") && game.previous(seat) == seat(\"green\")");
    holds("game.checkers(seat) == [] && game.checked_by(seat) == []");
    holds("game.count(seat) == 16 && game.count(seat, \"pawn\") == 8");
    holds("game.team_count(seat, \"knight\") == 4");
    holds("game.counter(\"pot\") == 3 && game.counter(\"each\", seat) == 0");
    holds("game.seat_state(seat) == \"active\" && game.army_state(seat) == \"active\"");
    holds("game.controller(seat) == seat && game.royals(seat) == [square(\"h1\")]");
    holds("!game.in_check(seat) && game.status(seat) == \"ok\" && game.settled(seat) == ()");
    holds("game.attackers(square(\"f3\"), seat).len == 3");
    holds("game.moves(seat).len == 20 && game.moves(seat.partner).len == 20");
    holds("game.moves(seat).filter(|m| m.from == square(\"h2\")).len == 2");
    holds("game.can_lift(seat.partner, square(\"h2\"), square(\"h3\"))");
    holds("game.last_checker(seat) == () && game.in_hand(seat, \"pawn\") == 0");
}

#[test]
fn pieces_are_found_by_all_that_is_asked_of_them() {
    holds("game.find(#{}).len == 64");
    holds("game.find(#{ kind: \"king\" }).len == 4 && game.find(#{ royal: true }).len == 4");
    holds(
        "game.find(#{ kind: [\"king\", \"queen\"], colour: seat }) == [square(\"g1\"), square(\"h1\")]",
    );
    holds("game.find(#{ colour: seat.opponents, kind: \"pawn\" }).len == 16");
    holds("game.find(#{ controller: seat }) == game.pieces(seat)");
    holds("game.find(#{ zone: \"centre\" }) == [] && game.find(#{ mark: \"vowed\" }) == []");
    holds("game.find(#{ zone: [square(\"d1\"), square(\"e1\"), square(\"d4\")] }).len == 2");
}

#[test]
fn who_moved_last_is_known_if_it_is_tracked() {
    let hook = "/// when: every ply\nfn on_turn(game, seat) { if game.last_mover != () && game.last_mover.name == \"white\" { draw(); } }";
    let tracks = "fn define(rules) { rules.track(\"last_mover\"); }";
    let drawn = |texts: &[&str]| {
        let (scripts, rules) = rules(texts, chess());
        let host = scripts.host(&rules);
        let mut game = game::start(&rules, &host).unwrap();
        assert!(game.outcome().is_none(), "no seat has moved");
        actions::play(&mut *game, "e2-e4").unwrap();
        let kept = game.setup();
        (game.outcome().is_some(), kept.last_mover)
    };
    assert_eq!(drawn(&[tracks, hook]), (true, Some(Seat(0))));
    assert_eq!(drawn(&[hook]), (false, None));
}

#[test]
fn the_game_is_seen_as_it_stood_before_the_hook() {
    let found = effects("remove(square(\"h2\")); if game.piece(square(\"h2\")) != () { draw(); }");
    assert_eq!(found.len(), 2);
}

#[test]
fn how_a_seat_stands_takes_account_of_what_scripts_make_of_captured_kings() {
    // White's only possible move captures Black's king, which a rook guards. The script then also
    // removes the rook.
    let spec = || {
        let mut spec = chess();
        let piece = |kind, seat: u8| Piece::new(Kind(kind), Seat(seat), Facing::North);
        spec.array = vec![
            (at(&spec, "a1"), piece(5, 0)),
            (at(&spec, "b1"), piece(5, 1)),
            (at(&spec, "b3"), piece(3, 1)),
        ];
        spec.protect[1][1] = Protect::None;
        spec
    };
    let asks = "/// when: every ply\nfn on_turn(game, seat) { if seat.name == \"white\" && fine(game, seat) { draw(); } }\n\
                fn fine(game, seat) { game.status(seat) == \"ok\" }";
    let over = |texts: &[&str]| {
        let (scripts, rules) = rules(texts, spec());
        let host = scripts.host(&rules);
        let game = game::start(&rules, &host).unwrap();
        game.outcome().is_some()
    };
    let takes = "fn on_royal_captured(game, seat, piece, square) { remove_army(piece.colour); }";
    assert!(over(&[asks, takes]));
    assert!(!over(&[asks, &takes.replace("remove_army(piece.colour)", "piece.kind")]));
    // A script that makes this query about judged captures does not recurse endlessly.
    let again = takes.replace("{ remove", "{ game.status(seat); remove");
    assert!(over(&[asks, &again]));
}

#[test]
fn a_hook_that_reads_the_same_again_answers_the_same_and_is_said_to_take_as_long() {
    let hook = "fn define(rules) { rules.counter(\"points\", \"seat\", 0, 99); }\n\
                fn on_mate(game, seat) { if game.count(seat, \"pawn\") > 2 { lose(seat); } }";
    let (scripts, rules) = rules(&[hook], chess());
    let host = scripts.host(&rules);
    let game = game::start(&rules, &host).unwrap();
    let ask = |seat| {
        let (before, mut out) = (host.operations(), Vec::new());
        host.call(0, &Event::Mate(seat), &*game, &mut out).unwrap();
        (out, host.operations() - before)
    };
    let first = ask(WHITE);
    assert_eq!(first, ask(WHITE));
    assert!(first.1 > 3);
    assert_ne!(first.0, ask(BLACK).0, "another seat is another question");
}

#[test]
fn an_argument_may_be_mentioned_in_a_text_alone() {
    assert_eq!(
        said(
            "fn on_capture(game, seat, piece, square) { if `${piece.kind} ${square}` == \"pawn d5\" { clause(\"S1\"); withdraw(seat, \"claim\"); } }",
            "e2-e4 d7-d5 e4-d5"
        ),
        ["S1x1"]
    );
}
