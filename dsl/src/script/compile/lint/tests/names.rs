//! Tests with misspelt names in comparisons, lists, switches and maps, and with values of the wrong
//! type.

use super::{chess, on_mate_in_chess, ruled, says};

/// Asserts that a mate hook with this body has exactly one finding, about a name that the rules do
/// not have.
#[track_caller]
fn misspelt(body: &str, marked: &str, words: &str) {
    let found = on_mate_in_chess(body);
    assert_eq!(found.len(), 1, "{body}: {found:#?}");
    says(&found, "Q0344", marked, words);
}

/// Returns all findings about whole scripts. The rules are orthodox chess, so findings about names
/// in the rules are included.
fn findings_in_chess(texts: &[&str]) -> Vec<String> {
    ruled(texts, chess()).map(drop).err().unwrap_or_default()
}

#[test]
fn a_name_is_compared_with_one_that_there_is() {
    misspelt(
        "if seat.name == \"whte\" { }",
        "whte",
        "there is no seat `whte` -- did you mean `white`?",
    );
    misspelt("if \"whte\" != seat.next.name { }", "whte", "did you mean `white`?");
    let key = "there is no seat `w` -- `w` is the key of white: write `white`";
    misspelt("if seat.name == \"w\" { }", "w", key);
    misspelt("if seat.team == \"blak\" { }", "blak", "there is no team `blak`");
    misspelt("if game.royals(seat)[0].name == \"z99\" { }", "z99", "is not a square of the board");
    misspelt("if game.piece(square(\"a1\")).kind == \"quen\" { }", "quen", "did you mean");
    misspelt("if game.piece(square(\"a1\")).colour.name == \"whte\" { }", "whte", "`white`");
    misspelt("if seat.facing == \"nroth\" { }", "nroth", "did you mean `north`?");
    assert_eq!(
        on_mate_in_chess("if seat.name == \"white\" || seat.team == \"team 1\" { }"),
        [""; 0]
    );
}

#[test]
fn a_tunable_has_one_of_the_values_that_it_lists() {
    let with = |body: &str| {
        let tunables = "// one of: mover, team\nconst PAID = \"mover\";\nconst GOAL = 6;";
        findings_in_chess(&[&format!(
            "{tunables}\nfn on_mate(game, seat) {{ {body} lose(seat); }}"
        )])
    };
    let use_both = "if PAID == \"team\" && game.ply > GOAL { }";
    assert_eq!(with(use_both), [""; 0]);
    let wrong = |body: &str, marked: &str, words: &str| {
        says(&with(&format!("{use_both} {body}")), "Q0345", marked, words);
    };
    wrong(
        "if PAID == \"tem\" { }",
        "tem",
        "`tem` is not among the values that `PAID` may have -- did you mean `team`?",
    );
    wrong("switch PAID { \"movr\" => 1, _ => 2 };", "movr", "did you mean `mover`?");
    wrong("if PAID == 7 { }", "PAID", "comparing a string with a number is always false");
    wrong("if GOAL < \"x\" { }", "GOAL", "neither smaller nor larger");
}

#[test]
fn variables_are_what_they_were_given() {
    misspelt("let all = seats(); for s in all { if s.name == \"whte\" { } }", "whte", "`white`");
    misspelt(
        "for s in game.pieces(seat) { let p = game.piece(s); if p.kind == \"pwn\" { } }",
        "pwn",
        "`pawn`",
    );
    misspelt(
        "let k = (); k = game.piece(square(\"a1\")).kind; if k == \"pwn\" { }",
        "pwn",
        "`pawn`",
    );
    misspelt(
        "let all = game.find(#{ }); all.filter(|s| game.piece(s).kind == \"pwn\");",
        "pwn",
        "`pawn`",
    );
    misspelt("let me = seat; seats().some(|s| me != s && s.name == \"whte\");", "whte", "`white`");
    misspelt(
        "let who = seats().filter(|s| s != seat)[0].name; if who == \"whte\" { }",
        "whte",
        "`white`",
    );
    // A variable with several or unknown values may have any type.
    for body in [
        "let k = seat.name; if true { k = \"none\".to_upper(); } if k == \"whte\" { }",
        "let k = seat.name; k += \"-rear\"; if k == \"whte-rear\" { }",
        "let k = #{ a: \"x\" }.a; if k == \"whte\" { }",
        "let t = #{ name: \"x\" }; if t.name == \"whte\" { }",
        "for x in [seat, 1] { if x == \"white\" { } }",
    ] {
        assert_eq!(on_mate_in_chess(body), [""; 0], "{body}");
    }
}

#[test]
fn helpers_are_given_what_their_callers_give() {
    let helper = "fn on_mate(game, seat) { far(seat, square(\"a1\")); }\nfn far(who, s) { who.name == \"whte\" }";
    says(&findings_in_chess(&[helper]), "Q0344 2:31", "whte", "did you mean `white`?");
    let both = "fn on_mate(game, seat) { far(seat); far(square(\"a1\")); }\nfn far(who) { who.name == \"whte\" }";
    assert_eq!(findings_in_chess(&[both]), [""; 0]);
    let shared = "fn far(who) { who.name == \"whte\" }";
    assert_eq!(
        findings_in_chess(&[shared, "fn on_mate(game, seat) { if far(seat) { draw() } }"]),
        [""; 0]
    );
}

#[test]
fn listed_names_are_checked_too() {
    let piece = "let p = game.piece(square(\"a1\"));";
    for body in [
        "if p.kind in [\"pwn\", \"rook\"] { }",
        "if [\"rook\", \"pwn\"].contains(p.kind) { }",
        "let small = [\"pwn\", \"rook\"]; if small.contains(p.kind) { }",
        "let worth = #{ pwn: 1, rook: 5 }[p.kind];",
        "switch p.kind { \"rook\" => 1, \"pwn\" => 2, _ => 3 }",
        "switch p.kind { \"rook\" | \"pwn\" if p.royal => { 2 } _ => 3 }",
        "switch p.kind { \"rook\" => { \"knigt\" } \"pwn\" => [\"x\"], _ => \"none\" }",
        "for k in [\"pwn\", \"rook\"] { game.pieces(seat, k); }",
        "let k = \"pwn\"; game.count(seat, k);",
    ] {
        misspelt(&format!("{piece} {body}"), "pwn", "did you mean `pawn`?");
    }
    misspelt("switch seat.name { \"whte\" => 1, _ => 2 }", "whte", "did you mean `white`?");
    says(
        &on_mate_in_chess("if \"white\" in seat.opponents { }"),
        "Q0345",
        "white",
        "comparing a seat with a string is always false",
    );
    // A rule for many games queries the existing kinds.
    for body in [
        "if kinds().contains(\"archbishop\") { }",
        "for k in [\"rook\", \"archbishop\"] { if k in kinds() { game.pieces(seat, k); } }",
        "if \"a\" in \"abc\" { }",
        "switch \"a\" { \"b\" => 1, _ => 2 }",
    ] {
        assert_eq!(on_mate_in_chess(body), [""; 0], "{body}");
    }
}

#[test]
fn questions_options_and_offers_are_those_that_there_are() {
    let asks = "fn on_mate(game, seat) { ask(seat, \"heir\", [\"knight\", \"rook\", 3], ()); offer(seat, \"truce\"); }\n";
    let answer = |body: &str| {
        findings_in_chess(&[&format!(
            "{asks}fn on_answer(game, seat, question, choice, about) {{ {body} draw(); }}"
        )])
    };
    says(
        &answer("if question == \"hier\" { }"),
        "Q0344 2:69",
        "hier",
        "there is no question `hier` -- did you mean `heir`?",
    );
    says(
        &answer("if choice == \"rok\" { }"),
        "Q0344",
        "rok",
        "there is no question with the option `rok`",
    );
    says(
        &answer("switch choice { \"knigth\" => 1, _ => 2 }"),
        "Q0344",
        "knigth",
        "did you mean `knight`?",
    );
    assert_eq!(answer("if question == \"heir\" && choice == \"3\" { }"), [""; 0]);
    let says_so = |word: &str| {
        findings_in_chess(&[&format!(
            "{asks}fn on_say(game, seat, word) {{ if word == \"{word}\" {{ draw() }} }}"
        )])
    };
    says(&says_so("truse"), "Q0344", "truse", "did you mean `truce`?");
    assert_eq!(says_so("resign"), [""; 0]);
    // Questions in other scripts count, and a computed name may be any name.
    let other =
        "fn on_answer(game, seat, question, choice, about) { if question == \"heir\" { draw() } }";
    assert_eq!(findings_in_chess(&[asks, other]), [""; 0]);
    let any = "fn on_mate(game, seat) { ask(seat, `q${game.ply}`, game.empty(), ()); }\n\
               fn on_answer(game, seat, question, choice, about) { if question == \"q1\" && choice == \"a1\" { draw() } }";
    assert_eq!(findings_in_chess(&[any]), [""; 0]);
}

#[test]
fn the_keys_and_values_of_maps_are_checked() {
    misspelt(
        "game.find(#{ knd: \"pawn\" });",
        "knd",
        "`find` has no key `knd` -- did you mean `kind`?",
    );
    misspelt("game.find(#{ kind: [\"pawn\", \"rok\"] });", "rok", "did you mean `rook`?");
    misspelt("game.find(#{ zone: \"hub\" });", "hub", "there is no zone `hub`");
    misspelt("game.find(#{ mark: \"vow\" });", "vow", "there is no mark `vow`");
    misspelt("let w = #{ kind: \"rok\" }; game.find(w);", "rok", "did you mean `rook`?");
    misspelt("restrict(seat, #{ saef: true });", "saef", "did you mean `safe`?");
    misspelt("restrict(seat, #{ kinds: [\"rok\"] });", "rok", "did you mean `rook`?");
    misspelt("restrict(seat, #{ to: \"hub\" });", "hub", "there is no zone `hub`");
    misspelt("restrict(seat, #{ spares: \"royal\" });", "royal", "did you mean `royals`?");
    misspelt("finish(#{ whte: \"win\", black: \"loss\" });", "whte", "did you mean `white`?");
    misspelt("finish_with_points(#{ whte: 1, black: 0 });", "whte", "did you mean `white`?");
    misspelt("finish(#{ white: \"wins\", black: \"loss\" });", "wins", "did you mean `win`?");
    says(
        &on_mate_in_chess("game.find(#{ colour: \"white\" });"),
        "Q0341",
        "white",
        "`colour` of `find` takes a seat, not a string -- write `seat(\"white\")`",
    );
    says(
        &on_mate_in_chess("restrict(seat, #{ safe: 1 });"),
        "Q0341",
        "1",
        "takes a boolean, not a number",
    );
    for body in [
        "game.find(#{ kind: \"pawn\", colour: seat, controller: seats(), zone: \"centre\", royal: false });",
        "game.find(#{ zone: game.empty(), colour: [seat, seat.next] });",
        "restrict(seat, #{ kinds: [\"rook\"], captures: seat.opponents, lifts: square(\"a1\") });",
        "restrict(seat, #{ spares: \"royals\", safe: true });",
        "restrict(seat, #{ colours: [seat], from: \"centre\", to: game.empty() });",
        "finish(#{ white: \"win\", black: \"loss\" });",
        "let m = #{ anything: 1 }; m.anything;",
    ] {
        assert_eq!(on_mate_in_chess(body), [""; 0], "{body}");
    }
}

#[test]
fn arguments_have_the_types_that_a_function_takes() {
    let wrong = |body: &str, marked: &str, words: &str| {
        says(&on_mate_in_chess(body), "Q0341", marked, words);
    };
    let piece = "let at = square(\"a1\"); let p = game.piece(at);";
    let placed = on_mate_in_chess(&format!("{piece} place(at, p, seat);"));
    says(
        &placed,
        "Q0341",
        "p",
        "`place` takes a kind's name here, not a piece -- write its `.kind`",
    );
    let placed = on_mate_in_chess("place(\"pawn\", square(\"a1\"), seat);");
    assert_eq!(placed.len(), 2, "{placed:#?}");
    assert!(placed[0].contains("takes a square here, not a string"), "{placed:#?}");
    wrong(
        "remove(seat);",
        "seat",
        "`remove` takes a square here, not a seat -- write `remove(square: square)`",
    );
    wrong("remove(());", "(", "`remove` takes a square here, not `()`");
    wrong(
        "eliminate(seat.name);",
        "seat",
        "takes a seat here, not a seat's name -- remove `.name`",
    );
    wrong("game.pieces(seat, seat.name);", "seat", "takes a kind's name here, not a seat's name");
    wrong("game.counter(\"pot\", 3);", "3", "`counter` takes a seat here, not a number");
    wrong(
        "add_counter(\"pot\", \"3\");",
        "3",
        "takes a number here, not a string -- write `3` without quotes",
    );
    wrong("for s in game.pieces(seat) { eliminate(s); }", "s", "takes a seat here, not a square");
    wrong("ask(seat, \"heir\", \"rook\", ());", "rook", "takes an array here, not a string");
    wrong("win(seats());", "seats", "takes a seat here, not an array");
    for body in [
        "for s in game.pieces(seat) { place(s, game.piece(s).kind, game.piece(s).colour); }",
        "set_controller(seat, ()); set_controller(seat, seat.next);",
        "ask(seat, \"heir\", [\"rook\"], 3);",
        "let x = #{ s: seat }; eliminate(x.s);",
    ] {
        assert_eq!(on_mate_in_chess(body), [""; 0], "{body}");
    }
}

#[test]
fn values_have_the_properties_of_their_types() {
    let wrong = |body: &str, marked: &str, words: &str| {
        says(&on_mate_in_chess(body), "Q0342", marked, words);
    };
    wrong(
        "if seat.kind == \"pawn\" { }",
        "kind",
        "a seat has no property `kind` -- use `piece.kind`",
    );
    wrong(
        "for s in game.pieces(seat) { if s.kind == \"pawn\" { } }",
        "kind",
        "a square has no property `kind` -- only a piece has it: write `game.piece(square)`",
    );
    wrong(
        "game.piece(square(\"a1\")).within(\"centre\");",
        "within",
        "a piece has no method `within` -- use `square.within(…)`",
    );
    assert_eq!(on_mate_in_chess("let t = #{ kind: \"x\" }; if t.kind == \"y\" { }"), [""; 0]);
}

#[test]
fn values_of_two_types_are_never_equal() {
    let wrong = |body: &str, words: &str| {
        let found = on_mate_in_chess(body);
        assert!(
            found.len() == 1 && found[0].starts_with("Q0345") && found[0].contains(words),
            "{found:#?}"
        );
    };
    wrong("if seat == square(\"a1\") { }", "comparing a seat with a square is always false");
    wrong(
        "if seat == seat.next.name { }",
        "comparing a seat with a string is always false -- compare its `.name`",
    );
    wrong("if game.piece(square(\"a1\")) == seat { }", "compare the piece's `.colour`");
    wrong("if game.count(seat) == \"3\" { }", "write `3` without quotes");
    assert_eq!(
        on_mate_in_chess("if game.piece(square(\"a1\")) == () || seat.partner == () { }"),
        [""; 0]
    );
}

#[test]
fn a_move_of_extra_moves_has_a_square_to_start_from_and_one_to_end_on() {
    let offers = |map: &str| {
        let body = format!("let all = []; for s in game.pieces(seat) {{ all.push({map}); }} all");
        findings_in_chess(&[&format!(
            "/// when: every ply\nfn extra_moves(game, seat) {{ {body} }}"
        )])
    };
    let wrong = |map: &str, marked: &str, words: &str| says(&offers(map), "Q0344", marked, words);
    wrong("#{ form: s, to: s }", "form", "has no `form` -- did you mean `from`?");
    wrong("#{ from: s, too: s }", "too", "did you mean `to`?");
    wrong("#{ from: s, to: s, optional: true }", "optional", "use only the keys `from` and `to`");
    assert_eq!(offers("#{ from: s, to: s }"), [""; 0]);
    assert_eq!(offers("#{ square: s, count: 2 }"), [""; 0], "what is kept on the way");
    let helped = |map: &str| {
        let hook = "/// when: every ply\nfn extra_moves(game, seat) { offers(game, seat) }";
        let helper = "fn offers(game, seat) { one(game.pieces(seat)[0]) }";
        findings_in_chess(&[&format!("{hook}\n{helper}\nfn one(s) {{ [{map}] }}")])
    };
    says(&helped("#{ form: s, to: s }"), "Q0344", "form", "did you mean `from`?");
    assert_eq!(helped("#{ from: s, to: s, steps: 2 }"), [""; 0], "a helper may keep more");
    let text = offers("#{ from: s, to: \"a1\" }");
    assert!(text[0].contains("[a1]") && text[0].contains("write `square(\"a1\")`"), "{text:?}");
}
