//! Tests of the lint, which checks functions without running them. Valid code must have no
//! findings.

mod hook_timing;
mod language;
mod names;
mod overrides;

use super::*;
use crate::script::Override;
use crate::script::engine::sandbox::Sandbox;
use crate::script::interface::native::OperationBudget;
use crate::script::testing::{chess, findings, findings_of, ruled, says, sound};

/// Returns the findings about a script whose mate hook has this body.
fn on_mate(body: &str) -> Vec<String> {
    findings_of(&format!("fn on_mate(game, seat) {{ {body} }}"))
}

/// Returns the findings about a script whose `define` has this body.
fn define(body: &str) -> Vec<String> {
    findings_of(&format!("fn define(rules) {{ {body} }}"))
}

/// Returns the findings about a script whose `promotes` has this body.
fn promotes(body: &str) -> Vec<String> {
    findings_of(&format!("fn promotes(piece, square) {{ {body} }}"))
}

/// Returns all findings about a script whose mate hook has this body. The rules are orthodox chess,
/// so findings about names in the rules are included.
fn on_mate_in_chess(body: &str) -> Vec<String> {
    let text = format!("fn on_mate(game, seat) {{ {body} }}");
    ruled(&[&text], chess()).map(drop).err().unwrap_or_default()
}

#[test]
fn a_function_that_nobody_has_is_found_with_a_suggestion() {
    let messages = on_mate("eliminte(seat);");
    says(
        &messages,
        "Q0340 1:26",
        "eliminte",
        "there is no function `eliminte` -- did you mean `eliminate`?",
    );
    says(&define("rules.castlin(1, 2, 3);"), "Q0340", "castlin", "did you mean `castling`?");
    let helper = on_mate_with_helper("hlper(seat);");
    says(&helper, "Q0340", "hlper", "did you mean `helper`?");
    says(&on_mate("[1].fltr(|x| x);"), "Q0340", "fltr", "there is no method `fltr`");
    says(&on_mate("fnoo(seat);"), "Q0340", "fnoo", "see `quadrille explain effects`");
    says(&on_mate("game.zorb(seat);"), "Q0340", "zorb", "see `quadrille explain game`");
    says(&define("rules.zorb(1);"), "Q0340", "zorb", "see `quadrille explain declarations`");
    // The language has a method with this name, but a game has none.
    says(&on_mate("game.replace(seat);"), "Q0341", "replace", "write `replace(square: square");
    says(&on_mate("[1].filtr(|x| true);"), "Q0340", "filtr", "did you mean `filter`?");
}

fn on_mate_with_helper(body: &str) -> Vec<String> {
    findings_of(&format!("fn on_mate(game, seat) {{ {body} helper(1); }}\nfn helper(x) {{ x }}"))
}

#[test]
fn calls_are_found_wherever_they_hide() {
    for body in [
        "let x = gone();",
        "if gone() { }",
        "if true { } else if gone() { }",
        "if false { gone() }",
        "while gone() { }",
        "loop { break gone(); }",
        "loop { if true { break [gone()]; } }",
        "do { gone() } until true",
        "for x in gone() { }",
        "for x in [1] { gone() }",
        "switch 1 { 1 if gone() => 2, _ => 3 }",
        "switch 1 { 1 => gone(), _ => 3 }",
        "switch gone() { 1 => 1, _ => 3 }",
        "switch 1 { 1..5 => gone(), _ => 3 }",
        "`a ${gone()} b`;",
        "[1].map(|x| gone());",
        "[1].map(|x| [2].map(|y| gone()));",
        "try { gone() } catch { }",
        "try { } catch (err) { gone() }",
        "return gone();",
        "throw gone();",
        "[gone()];",
        "#{ a: gone() };",
        "[1][gone()];",
        "1 + gone();",
        "-gone();",
        "!gone();",
        "true && gone();",
        "() ?? gone();",
        "1 in gone();",
        "let x = 1; x = gone();",
        "let x = 1; x += gone();",
        "let x = [1]; x[gone()] = 1;",
        "seat.partner.partners[gone()];",
        "game.count(gone());",
        "[1].filter(|x| gone());",
        "{ gone() }",
        "(gone());",
        "if seat == gone() { }",
        "const x = gone();",
    ] {
        let messages = on_mate(body);
        says(&messages, "Q0340", "gone", "there is no function `gone`");
    }
}

#[test]
fn the_language_is_there() {
    let body = "
        let a = [3, 1, 2];
        a.sort(); a.push(4); a.len; a.len(); len(a);
        let b = a.map(|x| x + seat.name.len).filter(|x| x > 1).reduce(|sum, x| sum + x, 0);
        let m = #{ first: 1, second: [2] };
        m.first = 3; m.keys(); m[\"third\"] = 4; m.second[0];
        let s = `${a} ${b} ${m}`; s.to_upper(); s.contains(\"x\"); \"a\" in s;
        switch s { \"A\" => 1, _ => type_of(s).len };
        for (x, i) in a { if x == i { continue; } else { break; } }
        let x = a.find(|x| x > 1) ?? 2; x.max(3); min(x, 3); parse_int(\"3\"); x.abs();
        try { throw \"no\" } catch (error) { error.to_string(); }
        a?.len; a.some(|v| v == 1); a.index_of(1);
        do { x -= 1; } while x > 0;
    ";
    assert_eq!(on_mate(body), [""; 0]);
}

#[test]
fn the_number_of_arguments_is_counted() {
    let messages = on_mate("eliminate();");
    says(
        &messages,
        "Q0341 1:26",
        "eliminate",
        "without arguments -- write `eliminate(seat: seat)`",
    );
    says(
        &on_mate("set_counter(\"a\");"),
        "Q0341",
        "set_counter",
        "write `set_counter(name: counter's name, n: number)`, or `set_counter(",
    );
    says(&on_mate("game.count();"), "Q0341", "count", "`game.count(seat: seat)`");
    says(
        &on_mate("[1].push();"),
        "Q0341",
        "push",
        "`push` can't be called without arguments -- pass 1 instead",
    );
    let messages = on_mate_with_helper("helper(1, 2);");
    says(&messages, "Q0341", "helper", "`helper` has 1 parameter, but this call passes 2");
    says(&on_mate("counter(\"points\", seat);"), "Q0341", "counter", "write `game.counter(name: ");
    says(&on_mate("counter(\"points\", seat);"), "Q0341", "counter", "seat: seat)`");
    says(&on_mate("seat.eliminate();"), "Q0341", "eliminate", "write `eliminate(seat: seat)`");
    says(&on_mate("count(game, seat);")[..1], "Q0341", "count", "`count` is not called like this");
    says(
        &on_mate("within(square(\"a1\"), \"x\");"),
        "Q0341",
        "within",
        "write `square.within(zone: zone's name)`",
    );
}

#[test]
fn properties_that_nothing_has_are_found() {
    says(
        &on_mate("seat.nam;"),
        "Q0342",
        "nam",
        "there is no property `nam` -- did you mean `name`?",
    );
    // If no name is similar, all names are listed.
    let piece = "a piece has `kind`, `colour`, `facing`, `royal` and `value`";
    let owner = on_mate("for at in game.pieces(seat) { game.piece(at).owner; }");
    says(&owner, "Q0342", "owner", "-- use `piece.colour`, ");
    says(&owner, "Q0342", "owner", &format!("; {piece}"));
    let other = on_mate("for at in game.pieces(seat) { game.piece(at).frob; }");
    says(&other, "Q0342", "frob", &format!("-- {piece}"));
    let any = on_mate("let list = [seat, 1]; list[0].owner;");
    says(&any, "Q0342", "owner", &format!("; {piece}; "));
    says(&on_mate("game.count;"), "Q0342", "count", "write `.count(…)`: it is a method");
    says(&on_mate("seat.count;"), "Q0342", "count", "a seat has");
    says(&on_mate("game.pieces(seat).length;"), "Q0342", "length", "use `.len()`");
    says(&on_mate("winner(seat);"), "Q0340", "winner", "use `win(seat: seat)`");
    says(&on_mate("game.piece_on(seat);"), "Q0340", "piece_on", "`game.piece(square: square)`");
    says(&on_mate("seat.partner.nme == \"a\";"), "Q0342", "nme", "did you mean `name`?");
    assert_eq!(on_mate("let m = #{ nme: 1 }; m.nme;"), [""; 0], "a map's");
    assert_eq!(on_mate("let m = #{}; m.nme = 1; m.nme + 1;"), [""; 0], "a map's that is set");
    assert_eq!(on_mate("let m = #{}; m.order = 1; m.order += 1;"), [""; 0], "a map's that is set");
}

#[test]
fn what_is_shown_can_not_be_set() {
    for (body, name) in [
        ("game.turn = seat;", "turn"),
        ("seat.name = \"x\";", "name"),
        ("seat.partner.name = \"x\";", "name"),
        ("game.ply += 1;", "ply"),
        ("game.plies = 1;", "plies"),
        ("game.turn.name = \"x\";", "name"),
    ] {
        says(
            &on_mate(body),
            "Q0342",
            name,
            &format!("`{name}` can only be read -- change the game by an effect"),
        );
    }
}

#[test]
fn texts_of_a_fixed_list_are_checked_when_the_script_is_read() {
    let messages = define("rules.protect(\"own\", \"saf\");");
    says(&messages, "Q0344 1:42", "saf", "unknown word `saf` -- did you mean `safe`?");
    says(&on_mate("settle(seat, \"lost\");"), "Q0344", "lost", "did you mean `loss`?");
    says(
        &on_mate("if game.status(seat) == \"mated\" { }"),
        "Q0344",
        "mated",
        "did you mean `mate`?",
    );
    says(&on_mate("if \"nort\" == seat.facing { }"), "Q0344", "nort", "did you mean `north`?");
    says(&on_mate("if game.settled(seat) == \"won\" { }"), "Q0344", "won", "did you mean `win`?");
}

#[test]
fn names_of_the_rules_are_checked_when_those_are_known() {
    for (body, marked, words) in [
        ("game.count(seat, \"pwn\");", "pwn", "there is no kind `pwn` -- did you mean `pawn`?"),
        ("eliminate(seat(\"whit\"));", "whit", "did you mean `white`?"),
        ("remove(square(\"e9\"));", "e9", "`e9` is not a square of the board"),
        ("zone(\"center\");", "center", "did you mean `centre`?"),
        ("set_state(seat, \"frosen\");", "frosen", "did you mean `frozen`?"),
        ("if game.seat_state(seat) == \"frosen\" { }", "frosen", "did you mean `frozen`?"),
        ("set_mark(square(\"a1\"), \"vow\");", "vow", "there is no mark `vow`"),
        ("count_metric(\"mates\");", "mates", "there is no metric `mates`"),
        ("clause(\"X1\");", "X1", "there is no clause `X1`"),
        ("add_counter(\"pots\", 1);", "pots", "did you mean `pot`?"),
        ("square(\"a1\").within(\"hub\");", "hub", "there is no zone `hub`"),
    ] {
        says(&on_mate_in_chess(body), "Q0344", marked, words);
    }
    assert_eq!(
        on_mate_in_chess("let where_to = \"pwn\"; where_to += \"x\"; game.count(seat, where_to);"),
        [""; 0],
        "not a literal"
    );
}

#[test]
fn a_counter_is_used_as_it_was_declared() {
    says(
        &on_mate_in_chess("add_counter(\"pot\", seat, 1);"),
        "Q0344",
        "pot",
        "all seats share the counter `pot`: remove the seat",
    );
    says(
        &on_mate_in_chess("game.counter(\"pot\", seat);"),
        "Q0344",
        "pot",
        "all seats share the counter `pot`: remove the seat",
    );
    assert_eq!(on_mate_in_chess("add_counter(\"pot\", game.counter(\"pot\"));"), [""; 0]);
}

#[test]
fn comparisons_that_never_hold_are_found() {
    says(
        &on_mate("if seat == \"red\" { }"),
        "Q0345",
        "red",
        "write `seat(\"red\")`, or compare its `.name`",
    );
    says(
        &on_mate("if \"red\" != seat.partner { }"),
        "Q0345",
        "red",
        "comparing a seat with a string is always true",
    );
    says(&promotes("if piece == \"pawn\" { }"), "Q0345", "pawn", "compare its `.kind`");
    says(&promotes("if square == \"d4\" { }"), "Q0345", "d4", "write `square(\"d4\")`");
}

#[test]
fn a_text_is_no_seat_and_no_square() {
    says(
        &on_mate("eliminate(\"red\");"),
        "Q0341",
        "red",
        "`eliminate` takes a seat here, not a string -- write `seat(\"red\")`",
    );
    says(&on_mate("remove(\"d4\");"), "Q0341", "d4", "write `square(\"d4\")`");
    says(&on_mate("game.piece(\"d4\");"), "Q0341", "d4", "`piece` takes a square here");
    says(
        &define(
            "rules.castling_move(\"red\", square(\"a1\"), square(\"a1\"), square(\"a1\"), square(\"a1\"));",
        ),
        "Q0341",
        "red",
        "takes a seat here",
    );
    assert_eq!(define("rules.state(\"stalled\").royals(\"moves\").pieces(\"\");"), [""; 0]);
}

#[test]
fn switch_does_not_tell_seats_apart() {
    says(&on_mate("switch seat { 1 => 2, _ => 3 }"), "Q0343", "switch", "one seat from another");
    says(
        &promotes("switch piece.colour { 1 => 2, _ => 3 }"),
        "Q0343",
        "switch",
        "compare with `==`",
    );
    assert_eq!(on_mate("switch seat.name { \"a\" => 2, _ => 3 }"), [""; 0]);
}

#[test]
fn a_tunable_before_a_dot_is_given_to_a_variable_first() {
    let with_tunable = |body: &str| {
        findings_of(&format!(
            "// Names.\nconst NAMES = \"a,b\";\nfn on_mate(game, seat) {{ {body} }}"
        ))
    };
    for change in ["NAMES = \"c\";", "NAMES += \"c\";"] {
        says(&with_tunable(change), "Q0314", "NAMES", "its value can't be changed");
    }
    says(&with_tunable("NAMES.split(\",\");"), "Q0312", "NAMES", "`let names = NAMES;`");
    says(&with_tunable("if NAMES.len > 1 { }"), "Q0312", "NAMES", "before a dot");
    says(&with_tunable("NAMES[0];"), "Q0312", "NAMES", "before a dot");
    assert_eq!(
        with_tunable("let names = NAMES; names.split(\",\").filter(|n| n == NAMES);"),
        [""; 0]
    );
}

#[test]
fn effects_belong_to_event_hooks_and_declarations_to_define() {
    says(
        &define("eliminate(seats()[0]);"),
        "Q0346",
        "eliminate",
        "can't be used by define -- use effects and the game",
    );
    says(&promotes("remove(square); ()"), "Q0346", "remove", "can't be used by tabulated hooks");
    says(
        &promotes("set_order(seats(), piece.colour); ()"),
        "Q0346",
        "set_order",
        "tabulated hooks",
    );
    says(&promotes("clause(\"A\"); ()"), "Q0346", "clause", "tabulated hooks");
    let through =
        findings_of("fn promotes(piece, square) { helper(square) }\nfn helper(s) { remove(s) }");
    says(&through, "Q0346 2:16", "remove", "tabulated hooks");
    let both = findings_of(
        "fn promotes(piece, square) { helper(square) }\nfn on_mate(game, seat) { helper(square(\"a1\")) }\n\
         fn helper(s) { remove(s) }",
    );
    says(&both, "Q0346", "remove", "tabulated hooks");
    let declared = findings_of("fn on_mate(game, seat) { game.castling(\"king\", \"rook\", 2) }");
    says(
        &declared,
        "Q0346",
        "castling",
        "`castling` is a declaration and can't be used by on_mate",
    );
    says(
        &promotes("if piece.has_mark(\"vowed\") { \"queen\" }"),
        "Q0346",
        "has_mark",
        "tabulated hooks",
    );
}

#[test]
fn helpers_do_not_hide_functions() {
    let redefine = |name: &str| {
        findings_of(&format!("fn on_mate(game, seat) {{ {name}(1) }}\nfn {name}(x) {{ x }}"))
    };
    says(&redefine("eliminate"), "Q0324", "eliminate", "there is already a function `eliminate`");
    says(&redefine("draw"), "Q0324", "draw", "there is already a function `draw`");
    says(&redefine("abs"), "Q0324", "abs", "belongs to the language of scripts");
    says(&redefine("seat"), "Q0324", "seat", "see `quadrille explain seat`");
    says(&redefine("type_of"), "Q0305", "type_of", "a reserved word");
    // A helper may have the name of a method or property.
    for free in ["after", "castling", "kind"] {
        assert_eq!(redefine(free), [""; 0], "{free}");
    }
    let both = "fn on_mate(game, seat) { if game.after(square(\"a1\"), square(\"a2\")).ply > after(2) { lose(seat); } }\n";
    assert_eq!(findings_of(&format!("{both}fn after(n) {{ n + 1 }}")), [""; 0]);
    let hidden = format!("{}fn after(from, to) {{ 1 }}", both.replace("after(2)", "after(2, 3)"));
    says(&findings_of(&hidden), "Q0324", "after", "the helper `after` hides this method");
}

#[test]
fn variables_do_not_look_like_tunables() {
    for (body, marked) in [
        ("let STEPS = 1;", "STEPS"),
        ("const STEPS = 1;", "STEPS"),
        ("for STEPS in [1] { }", "STEPS"),
        ("for (x, STEPS) in [1] { }", "STEPS"),
        ("[1].map(|STEPS| 1);", "STEPS"),
        ("[1].map(|a, STEPS| seat.name + [2].map(|b| b));", "STEPS"),
        ("try { } catch (STEPS) { }", "STEPS"),
        ("let OTHER = 1;", "OTHER"),
    ] {
        let messages =
            findings_of(&format!("const STEPS = 2;\nfn on_mate(game, seat) {{ {body} STEPS; }}"));
        says(&messages, "Q0314", marked, &format!("rename it to `{}`", marked.to_lowercase()));
    }
}

#[test]
fn closures_may_use_tunables() {
    let text = "const A = 1;\nconst B = 2;\nfn on_mate(game, seat) { [1].map(|x| x + A | B); [A, B, A].map(|x| [1].map(|y| [x, A, y])); A || B || A }";
    assert_eq!(findings_of(text), [""; 0]);
}

#[test]
fn a_closure_does_not_use_what_its_chain_begins_with() {
    let messages = on_mate("game.pieces(seat).filter(|s| game.piece(s).kind == \"pawn\");");
    says(
        &messages,
        "Q0347 1:55",
        "game",
        "`game` is locked while this chain runs -- start the chain with a variable: `let list = game.pieces(…);`",
    );
    let later = on_mate("game.pieces(seat).map(|s| 1).filter(|s| game.ply == s);");
    says(&later, "Q0347", "game", "locked");
    for fine in [
        "let pieces = game.pieces(seat); pieces.filter(|s| game.piece(s).kind == \"pawn\");",
        "game.pieces(seat).map(|s| s.name);",
        "game.count([seat].filter(|s| game.in_check(s))[0]);",
        "[seat].filter(|s| game.in_check(s));",
        "seats().filter(|s| s == seat);",
    ] {
        assert_eq!(on_mate(fine), [""; 0]);
    }
}

#[test]
fn such_a_closure_fails_when_it_runs() {
    let run = |body: &str| {
        let sandbox = Sandbox::new(OperationBudget::EVENTS);
        let ast = sandbox.engine.compile(format!("fn f(a) {{ {body} }}")).unwrap();
        let result = sandbox.call(
            &sandbox.callable(ast),
            "f",
            &mut [rhai::Array::from([1.into(), 2.into()]).into()],
        );
        result.map(drop).map_err(|error| error.unwrap_inner().to_string())
    };
    for body in [
        "a.map(|x| a.len);",
        "a.filter(|x| true).map(|x| a.len);",
        "a.map(|x| 1).map(|x| [a]);",
        "a.filter(|x| x > [1].filter(|y| a.len > y).len);",
    ] {
        assert!(run(body).unwrap_err().starts_with("Data race"), "{body}");
        says(
            &findings_of(&format!("fn on_answer(g, s, q, c, a) {{ {body} }}")),
            "Q0347",
            "a",
            "locked",
        );
    }
    for body in [
        "let b = a; b.map(|x| a.len);",
        "a.push([1].map(|y| a.len)[0]);",
        "a.map(|x| { let a = [x]; a.len });",
    ] {
        assert_eq!(run(body), Ok(()), "{body}");
        assert_eq!(findings_of(&format!("fn on_answer(g, s, q, c, a) {{ {body} }}")), [""; 0]);
    }
}

#[test]
fn what_nothing_uses_is_told() {
    let messages = findings_of(
        "const A = 1;\nfn on_mate(game, seat) { throw \"A\"; /* A */ }\nfn a() { b() }\nfn b() { a() }",
    );
    let short: Vec<_> =
        messages.iter().map(|line| line.split(':').next_back().unwrap().trim()).collect();
    assert_eq!(
        short,
        [
            "no hook calls `a` -- remove it, or call it",
            "no hook calls `b` -- remove it, or call it",
            "the tunable `A` is never used -- remove it, or use it"
        ]
    );
    sound(&[
        "const A = 1;\nfn on_mate(game, seat) { `${A}`; b(1); }\nfn b(x) { [1].map(|y| c(y)) }\nfn c(y) { y }",
    ]);
}

#[test]
fn hooks_at_every_ply_say_so() {
    let told_of = |line: &str, name: &str| findings_of(&format!("{line}\nfn {name} {{ }}"));
    says(&told_of("", "on_turn(game, seat)"), "Q0330", "on_turn", "`on_turn` runs at every ply");
    says(&told_of("", "on_move(game, seat, piece, from, to)"), "Q0330", "on_move", "every ply");
    let move_ = told_of("", "on_move(game, seat, piece, from, to)");
    says(&move_, "Q0330", "on_move", "as in `/// when: king, to ZONE`");
    assert!(!told_of("", "on_turn(game, seat)").concat().contains("ZONE"), "turns have no zones");
    assert_eq!(told_of("/// when: every ply", "on_turn(game, seat)"), [""; 0]);
    assert_eq!(told_of("/// when: king", "on_move(game, seat, piece, from, to)"), [""; 0]);
    assert_eq!(told_of("", "on_capture(game, seat, piece, square)"), [""; 0]);
}

#[test]
fn a_looked_up_hook_has_one_definer_and_an_event_any_number() {
    let both = ["fn may_enter(piece, square) { true }"; 2];
    let messages = findings(&both, &[]);
    says(&messages, "Q0325 1:4", "may_enter", "`may_enter` is already defined in `first.rhai`");
    sound(&["fn on_mate(game, seat) { }"; 2]);
}

#[test]
fn switches_that_multiply_are_not_walked_without_end() {
    let values: Vec<_> = (0..50).map(|n| n.to_string()).collect();
    let case = |inner: &str| format!("switch 1 {{ {} => {inner}, _ => 0 }}", values.join(" | "));
    let nested = (0..8).fold("1".to_owned(), |inner, _| case(&inner));
    assert!(on_mate(&nested)[0].starts_with("Q0307"));
    assert_eq!(on_mate(&case(&case("1"))), [""; 0]);
}

#[test]
fn a_method_is_that_of_what_it_is_called_on() {
    // A game also has `pieces` and `count`.
    says(
        &define("rules.state(\"away\").pieces([\"moves\"]);"),
        "Q0341",
        "[",
        "`pieces` takes a string here, not an array",
    );
    says(
        &on_mate("game.pieces(\"moves\");"),
        "Q0341",
        "moves",
        "`pieces` takes a seat here, not a string",
    );
}
