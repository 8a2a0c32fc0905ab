//! Tests of the moves that `extra_moves` offers.

use super::*;

/// A script in which rooks can go past the left and right edges of the board, as on a cylinder.
const CYLINDER: &str = r#"
/// The a-file and the h-file are neighbours for rooks.
/// clause: C1
/// when: every ply
fn extra_moves(game, seat) {
    let moves = [];
    for from in game.pieces(seat) {
        if game.piece(from).kind != "rook" { continue; }
        for way in ["east", "west"] {
            let to = beside(from, way);
            while to != from {
                moves.push(#{ from: from, to: to });
                if game.piece(to) != () { break; }
                to = beside(to, way);
            }
        }
    }
    moves
}

fn beside(at, way) {
    let there = at.step(way);
    if there != () { return there; }
    square(if way == "east" { `a${at.rank}` } else { `h${at.rank}` })
}
"#;

#[test]
fn a_rook_goes_round_the_board() {
    let spec = || pieces("wKe1 wRa4 wPb4 bKe8 bNg4");
    let table = ScriptGame::new(CYLINDER, spec());
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    // Seven by the rook along its file and two around the board, four by the king, two by the pawn,
    // which has not moved.
    assert_eq!(game.perft(1), Ok(15));
    // Twelve of these moves have eleven replies each: five by the king, six by the knight. The move
    // a4-a7 has eight replies, a4-a8 has three, and the capture of the knight has five.
    assert_eq!(game.perft(2), Ok(12 * 11 + 8 + 3 + 5));
    let all = legal(game.as_mut());
    assert!(all.contains(&"a4-h4".to_owned()) && all.contains(&"a4-g4".to_owned()), "{all:?}");
    assert!(!all.contains(&"a4-f4".to_owned()), "the knight stands in the way: {all:?}");

    let plain = ScriptGame::new("", spec());
    let host = plain.host();
    assert_eq!(game::start(&plain.rules, &host).unwrap().perft(1), Ok(13));
}

#[test]
fn a_move_that_is_there_already_is_not_there_twice() {
    let table = ScriptGame::new(CYLINDER, pieces("wKa1 wRd4 bKh8"));
    assert_eq!(table.legal().len(), 14 + 3);
}

#[test]
fn an_extra_move_counts_its_clause_when_it_is_played() {
    let table = ScriptGame::new(CYLINDER, pieces("wKe1 wRa4 wPb4 bKe8 bNg4"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    actions::play(game.as_mut(), "a4-a5").unwrap();
    assert_eq!(game.counts().clauses, [0]);
    actions::play(game.as_mut(), "e8-d8").unwrap();
    actions::play(game.as_mut(), "a5-a4").unwrap();
    actions::play(game.as_mut(), "d8-e8").unwrap();
    actions::play(game.as_mut(), "a4-g4").unwrap();
    assert_eq!(game.counts().clauses, [1]);
    assert_eq!(game.piece(at(table.rules.spec(), "g4")).map(Piece::facing), Some(Facing::North));
}

#[test]
fn extra_moves_owe_to_royals_what_others_do() {
    // A pinned rook stays on its line.
    let pinned = ScriptGame::new(CYLINDER, pieces("wKa1 wRa4 wPb4 bRa8 bKe8")).legal();
    assert!(!pinned.iter().any(|mv| mv == "a4-h4"), "{pinned:?}");
    // The check from e8 can be answered by moving around to e4, but not further.
    let check = ScriptGame::new(CYLINDER, pieces("wKe1 wRa4 wPb4 bRe8 bKa8")).legal();
    assert!(check.contains(&"a4-e4".to_owned()), "{check:?}");
    assert!(!check.contains(&"a4-f4".to_owned()), "{check:?}");
}

#[test]
fn an_extra_move_attacks_nobody_and_saves_from_mate() {
    // The rook could move around to the black king, which is not a check.
    let table = ScriptGame::new(CYLINDER, pieces("wKa1 wRa4 wPb4 bKh4"));
    let host = table.host();
    let game = game::start(&table.rules, &host).unwrap();
    let black = table.rules.spec().seat_named("black").unwrap();
    assert!(!game.in_check(black));
    assert!(!table.legal().iter().any(|mv| mv == "a4-h4"), "royals are not captured so");
    // It is mate on the back rank, unless the rook moves around to f1.
    let mate = "wKh1 wPg2 wPh2 wRa2 wPb2 bRe1 bKe8";
    let status = |script: &str| {
        let table = ScriptGame::new(script, pieces(mate));
        let host = table.host();
        let game = game::start(&table.rules, &host).unwrap();
        game.status(table.rules.spec().seat_named("white").unwrap())
    };
    assert_eq!(status(""), Status::Mate);
    let block = r#"/// when: every ply
        fn extra_moves(game, seat) { [#{ from: square("a2"), to: square("f1") }] }"#;
    assert_eq!(status(block), Status::Ok);
}

#[test]
fn what_can_be_no_move_is_none() {
    let offered = r#"/// when: every ply
        fn extra_moves(game, seat) {
            [["e1", "e8"], ["a1", "b1"], ["e8", "e7"], ["a1", "a1"], ["a1", "h7"], ["a1", "h6"]]
                .map(|ends| #{ from: square(ends[0]), to: square(ends[1]) })
        }"#;
    let spec = || pieces("wKe1 wNa1 wNb1 bKe8 bPh7");
    let with = ScriptGame::new(offered, spec()).legal();
    let without = ScriptGame::new("", spec()).legal();
    let more: Vec<_> = with.iter().filter(|mv| !without.contains(mv)).collect();
    // Captures of royals and of own pieces are excluded, and so are moves of other seats' pieces. A
    // capture and a step to an empty square are included.
    assert_eq!(more, ["a1-h6", "a1-h7"]);
    let barred = format!("{offered}\nfn may_enter(piece, square) {{ square.name != \"h7\" }}");
    let barred = ScriptGame::new(&barred, spec()).legal();
    assert!(barred.contains(&"a1-h6".to_owned()) && !barred.contains(&"a1-h7".to_owned()));
}

#[test]
fn nobody_captures_their_own_pieces_or_a_royal_by_an_extra_move() {
    // This holds even if the relation of a seat to itself allows captures.
    let mut spec = pieces("wKe1 wNb1 wRd2 wPa5 bKc3");
    spec.relations[0][0].capture = true;
    let offered = r#"/// when: every ply
        fn extra_moves(game, seat) {
            ["a5", "c3", "d8"].map(|to| #{ from: square("d2"), to: square(to) })
        }"#;
    let with = ScriptGame::new(offered, spec.clone()).legal();
    let without = ScriptGame::new("", spec).legal();
    assert!(without.contains(&"b1-d2".to_owned()), "{without:?}");
    assert_eq!(with, without, "d8 is reached anyhow");
}

#[test]
fn an_extra_move_captures_whom_its_piece_may_capture() {
    let offered = offers("white", "b1", "h6");
    let capture = |define: &str, captured: &str| {
        let script = format!("fn define(rules) {{ {define} }}\n{offered}");
        let table = ScriptGame::new(&script, pieces(&format!("wKe1 wNb1 bKa8 {captured}")));
        table.legal().contains(&"b1-h6".to_owned())
    };
    assert!(capture("", "bQh6"));
    let pawns_alone = "rules.may_capture(\"knight\", [\"pawn\"]);";
    assert!(capture(pawns_alone, "bPh6") && !capture(pawns_alone, "bQh6"));
    let meek = "rules.state(\"active\").pieces(\"moves checks capturable\");";
    assert!(capture(meek, "") && !capture(meek, "bQh6"));
    let safe = "rules.relate(seat(\"white\"), seat(\"black\"), \"capture\", false);";
    assert!(capture(safe, "") && !capture(safe, "bQh6"));
}

#[test]
fn a_king_goes_to_no_attacked_square_by_an_extra_move() {
    let table = |to| ScriptGame::new(&offers("white", "e1", to), pieces("wKe1 bRa4 bKa8")).legal();
    assert!(table("h5").contains(&"e1-h5".to_owned()));
    assert!(!table("h4").contains(&"e1-h4".to_owned()));
    // No seat may leave itself in check either.
    let check =
        |to| ScriptGame::new(&offers("white", "b2", to), pieces("wKe1 wNb2 bRe8 bKa8")).legal();
    assert!(check("e5").contains(&"b2-e5".to_owned()));
    assert!(check("e8").contains(&"b2-e8".to_owned()));
    assert!(!check("h5").contains(&"b2-h5".to_owned()));
}

#[test]
fn an_extra_move_may_be_forbidden() {
    let script = format!("{}\n{}", offers("white", "b1", "h6"), forbids("every ply", "true"));
    let narrowed = script.replace("{ true }", "{ move.to.name == \"h6\" }");
    let spec = || pieces("wKe1 wNb1 bKa8");
    let all = ScriptGame::new(&offers("white", "b1", "h6"), spec()).legal();
    let mut left = ScriptGame::new(&narrowed, spec()).legal();
    assert!(!left.contains(&"b1-h6".to_owned()), "{left:?}");
    left.push("b1-h6".to_owned());
    left.sort();
    assert_eq!(left, all);
}

#[test]
fn an_extra_move_to_the_last_rank_promotes() {
    let script = r#"/// when: every ply
        fn extra_moves(game, seat) { [#{ from: square("b4"), to: square("c8") }] }"#;
    let all = ScriptGame::new(script, pieces("wKe1 wPb4 bKh6")).legal();
    let promoted = all.iter().filter(|mv| mv.starts_with("b4-c8=")).count();
    assert_eq!(promoted, 4, "{all:?}");
    assert!(!all.contains(&"b4-c8".to_owned()), "{all:?}");
}
