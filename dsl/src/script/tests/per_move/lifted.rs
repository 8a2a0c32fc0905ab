//! Tests of event hooks that ask the game if a move would lift a check.

use super::*;

/// A hook that makes two queries about red's king on h1: can yellow lift all checks to red after
/// the king's move to h2, and after its move to g1? The counter `pot` records the answers.
const ASKING: &str = r#"
/// clause: L1
fn on_setup(game) {
    add_counter("pot", 1);
    for (to, n) in ["h2", "g1"] {
        if game.can_lift(seat("yellow"), square("h1"), square(to)) { add_counter("pot", 10 * (n + 1)); }
    }
}
"#;

/// Returns the value that the hook added to the counter `pot`, and the number of times that each
/// clause was counted.
fn lifted_by(array: &str, script: &str) -> Result<(i32, Vec<u32>), HookError> {
    let table = ScriptGame::new(&format!("{script}\n{ASKING}"), with_pieces(cross(), array));
    let host = table.host();
    let game = game::start(&table.rules, &host)?;
    Ok((game.counter(CounterId(0), game.turn()) - 3, game.counts().clauses.to_vec()))
}

/// Returns the result of `lifted_by` for a position in which a rook attacks h2. Yellow's rook can
/// move between the attacker and h2.
fn lifted(script: &str) -> Result<(i32, Vec<u32>), HookError> {
    lifted_by("rKh1 yRd5 yKg14 yNm9 bRh10 bKa7 gBn9 gKn8", script)
}

#[test]
fn a_check_is_lifted_by_moves_that_hooks_leave_or_offer() {
    // The rook interposes.
    let plain = lifted("").unwrap();
    assert_eq!(plain.0, 1 + 10 + 20);
    let barred = forbids("rook, every ply", "move.to.file == 8");
    assert_eq!(lifted(&barred).unwrap().0, 1 + 20);
    let offered = format!("{barred}\n{}", offers("yellow", "m9", "h6"));
    assert_eq!(lifted(&offered).unwrap(), plain, "nothing is done twice");
    let elsewhere = format!("{barred}\n{}", offers("yellow", "m9", "i6"));
    assert_eq!(lifted(&elsewhere).unwrap().0, 1 + 20);
}

#[test]
fn hooks_about_moves_that_are_asked_whether_a_check_is_lifted_may_fail() {
    let failing = forbids("rook, every ply", "throw `no idea of ${move.to}`;");
    assert_eq!(lifted(&failing).unwrap_err().hook(), "first.forbids");
    // This failure is reported first, whatever the querying hook does.
    let late = format!(
        "{failing}\n{}",
        ASKING.replace("add_counter(\"pot\", 10 * (n + 1))", "throw \"late\"")
    );
    let table = ScriptGame::new(&late, with_pieces(cross(), "rKh1 yRd5 yKg14 bRh10 bKa7 gKn8"));
    assert_eq!(table.fault().hook(), "first.forbids");
    // These hooks do not recurse endlessly, because their copy of the game calls no hooks.
    let asks = "game.can_lift(move.seat, move.from, move.to)";
    assert_eq!(lifted(&forbids("rook, every ply", asks)).unwrap().0, 1 + 20);
}

#[test]
fn what_a_royals_capture_would_cause_is_found_without_asking_that_again() {
    // Yellow must capture, and can lift red's check by capturing blue's king. In the second script,
    // this capture causes a nested query. If the result is `true`, the pawn on h14 is removed,
    // which exposes yellow's king. The result is `true`, because the nested query does not call
    // `forbids`.
    let array = "rKh1 yRd3 yKg14 yPh14 bKg3 gRk14 gKn8";
    let forced = forbids("no capture, every ply", "true");
    assert_eq!(lifted_by(array, &forced).unwrap().0, 1 + 10 + 20);
    let asking = format!(
        "{forced}\nfn on_royal_captured(game, seat, piece, square) {{
            if game.can_lift(seat, square, square) {{ remove(square(\"h14\")); }}
        }}"
    );
    assert_eq!(lifted_by(array, &asking).unwrap().0, 1);
}

#[test]
fn who_asks_about_checks_without_end_is_stopped() {
    let hook = |body: &str| {
        let script = format!("{}\nfn on_setup(game) {{ {body} }}", forbids("every ply", "false"));
        format!("{}", ScriptGame::new(&script, cross()).fault())
    };
    let same = hook("loop { game.can_lift(seat(\"red\"), square(\"d2\"), square(\"d3\")); }");
    assert!(same.contains("first.on_setup") && same.contains("too many operations"), "{same}");
    let many = hook(
        "for mine in seats() { for from in game.pieces(mine) { for theirs in seats() { for to in game.pieces(theirs) {
            game.can_lift(mine, from, to);
        } } } } throw \"done\";",
    );
    assert!(many.contains("too many operations"), "{many}");
    let some = hook(
        "for from in game.pieces(seat(\"red\")) { for to in zone(\"centre\") {
            game.can_lift(seat(\"red\"), from, to);
        } } throw \"done\";",
    );
    assert!(some.contains("done"), "{some}");
}

// Messages about moves that are not legal.

#[test]
fn a_forbidden_action_is_said_to_be_and_by_what() {
    let refusal = |script: &str, array: &str, play: &str| {
        let table = ScriptGame::new(script, pieces(array));
        let host = table.host();
        let mut game = game::start(&table.rules, &host).unwrap();
        actions::play(game.as_mut(), play).expect_err(play).to_string()
    };
    let by = "`first.forbids` forbids it";
    let knight = forbids("knight, capture, every ply", "move.from.rank == 1");
    let array = "wKe1 wNb1 wNd5 bKe8 bPc3 bPf6";
    assert_eq!(refusal(&knight, array, "b1-c3"), by);
    let clause = format!("/// A knight's first move is quiet.\n/// clause: N7\n{knight}");
    assert_eq!(refusal(&clause, array, "b1-c3"), format!("{by}, clause N7"));
    // A move that is already illegal is not attributed to the hook.
    let why = refusal(&clause, array, "b1-b3");
    assert!(why.starts_with("the knight on b1 does not move to b3"), "{why}");
    let pinned = "wKe1 wNe2 bRe8 bKh8 bPc3";
    let all = forbids("knight, every ply", "true");
    let why = "the knight on e2 is pinned to White's king on e1 by Black's rook on e8";
    assert_eq!(refusal(&all, pinned, "e2-c3"), why);
    let castling = forbids("every ply", "move.castling");
    assert_eq!(refusal(&castling, "wKe1 wRh1 bKe8", "e1-g1"), by);
    assert_eq!(refusal(&castling, "wKe1 wRh1 bKe8", "e1-h1-g1"), by);
    let queens = forbids("every ply", "move.promotion == \"queen\"");
    assert_eq!(refusal(&queens, "wKe1 wPb7 bKh6", "b7-b8=Q"), by);
    let offered = format!("{}\n{}", offers("white", "e1", "e5"), forbids("every ply", "true"));
    let some = offered.replace("{ true }", "{ move.to.rank == 5 }");
    assert_eq!(refusal(&some, "wKe1 bKa8", "e1-e5"), by);
    let define = |body: &str| format!("fn define(rules) {{ {body} }}");
    let drops = format!(
        "{}\n{}",
        define("rules.hand(seat(\"white\"), #{ knight: 1 }, \"a3..h3\");"),
        forbids("every ply", "move.from == () && move.to.file < 7")
    );
    assert_eq!(refusal(&drops, "wKe1 bKe8", "N@a3"), by);
    let proposals = format!(
        "{}\n{}",
        define("rules.announcers([seat(\"white\")]);"),
        forbids("every ply", "move.to.name == \"d2\"")
    );
    let array = "wKe1 bRd8 bKh8";
    assert_eq!(refusal(&proposals, array, "announce=e1-d2"), by);
    // Each of several hooks may be the reason.
    let second = forbids("knight, every ply", "true");
    let (scripts, rules) = rules(&[&castling, &second], pieces("wKe1 wNb1 bKe8"));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    let why = actions::play(game.as_mut(), "b1-c3").unwrap_err().to_string();
    assert_eq!(why, "`second.forbids` forbids it");
}
