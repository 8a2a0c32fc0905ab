//! Tests of hooks that fail, and of the consequences for the game.

use quadrille_core::{Event, Hooks as _, game};

use super::{WHITE, failure};
use crate::script::testing::{answer, chess, rules};

#[test]
fn a_failure_names_file_line_column_and_hook() {
    let (scripts, rules) = rules(
        &[
            "fn on_mate(game, seat) {\n    deep(seat);\n}\nfn deep(x) {\n    x.name + x;\n    throw \"no\";\n}",
        ],
        chess(),
    );
    let error = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap_err();
    assert_eq!(error.hook(), "first.on_mate");
    assert_eq!(error.message(), "first.rhai:6:5: no");
}

#[test]
fn failures_say_what_to_do() {
    for (body, words) in [
        (
            "let a = #{ v: game }.v; eliminate(a);",
            "first.rhai:2:50: there is no function `eliminate(game)`; write `eliminate(seat: seat)`",
        ),
        (
            "let a = [\"absent\"][0]; seat(a);",
            "there is no seat `absent`; use one of: red, blue, yellow, green",
        ),
        ("let a = [\"bleu\"][0]; seat(a);", "did you mean `blue`?"),
        ("let a = [\"z99\"][0]; square(a);", "`z99` is not a square of the board"),
        ("let a = [\"a1\"][0]; square(a);", "`a1` is a hole of the board"),
        (
            "let a = [\"pot\"][0]; game.counter(a, seat);",
            "all seats share the counter `pot`: remove the seat",
        ),
        (
            "let a = [\"each\"][0]; game.counter(a);",
            "each seat has its own counter `each`: name the seat",
        ),
        (
            "let piece = game.piece(square(\"e4\")); piece.kind;",
            "there is no property `kind` of `()`, which is nothing; use `piece.kind`",
        ),
        (
            "let a = #{ v: seat }.v; a.rank;",
            "there is no property `rank` of a seat; use `square.rank`",
        ),
        ("seat == #{ v: 2 }.v;", "a seat can be compared only with a seat, not with a number"),
        ("seat != #{ v: \"red\" }.v;", "a seat can be compared only with a seat"),
        ("square(\"d4\") == #{ v: seat }.v;", "can be compared only with"),
        (
            "game.piece(square(\"h1\")) == #{ v: \"king\" }.v;",
            "a piece can be compared only with a piece",
        ),
        ("[seat].contains(#{ v: 1 }.v);", "a seat can be compared only with a seat"),
        ("set_counter(\"pot\", 1000);", "the counter `pot` can't be 1000: its range is -5 to 99"),
        ("add_counter(\"pot\", 4294967296);", "the number 4294967296 is out of range"),
        ("add_to_hand(seat, \"pawn\", 128);", "128 pieces are too many"),
        ("offer(seat, \"two words\");", "`two words` is not a valid word"),
        ("offer(seat, \"\");", "`` is not a valid word"),
        ("ask(seat, \"q\", [], 0);", "a question needs 1 to 1024 options"),
        ("ask(seat, \"q\", [true], 0);", "an option must be a word, a number or a square"),
        (
            "ask(seat, \"q\", [\"a\"], \"b\");",
            "a question can be about a seat, a square or a number",
        ),
        ("set_order([seat], seat.next);", "blue is not in the order"),
        ("set_order([], seat);", "an order needs 1 to 64 turns"),
        ("set_order([1], seat);", "the array must contain only seats"),
        (
            "restrict(seat, #{ spares: [\"kings\"][0] });",
            "\"royals\" or an array of kinds, not `kings`",
        ),
        (
            "restrict(seat, #{ kinds: [#{ v: 1 }.v] });",
            "the array must contain only names of kinds",
        ),
        ("finish(#{ red: \"win\" });", "blue has no result"),
        ("let m = #{}; m.pink = \"win\"; finish(m);", "there is no seat `pink`"),
        (
            "let v = #{ v: 1 }.v; finish(#{ red: v, blue: v, yellow: v, green: v });",
            "the result of red is not a string",
        ),
        ("let a = [\"won\"][0]; settle(seat, a);", "there is no result `won`"),
        ("let a = [\"saef\"][0]; relax(seat, a);", "did you mean `safe`?"),
        ("let m = #{}; m.a = 1; m.a.b = 2;", "first.rhai:2:"),
        (
            "#{ v: seat.partner.partner.name }.v.within(\"centre\");",
            "there is no function `within(string, string)`; write `square.within(zone: zone's name)`",
        ),
        (
            "let a = [[1]]; a[0].map(|x| a);",
            "a closure uses a variable while a method of this variable runs",
        ),
        ("let a = 1; if a { draw(); }", "a number can't be used here: expected a boolean"),
        ("let a = [1]; a[seat];", "can't be used here: expected a number"),
        ("let a = 1; a.b = 2;", "there is no property `b` of a number"),
        ("seat[0];", "a seat has no elements for an index"),
        ("[1][5];", "there is no element 5 in an array of 1"),
        ("\"ab\"[7];", "there is no character 7 in a string of 2"),
        ("for i in seat { }", "`for` can't iterate over this value"),
        ("let r = 0..3; r.name;", "there is no property `name` of a range"),
        ("this.name;", "`this` exists only in closures"),
        ("1 / 0;", "division by zero"),
        ("9223372036854775807 + 1;", "overflow"),
        ("throw #{ a: 1 };", "the script threw #{"),
        ("throw seat;", "the script threw a seat"),
        ("throw [seat];", "the script threw an array"),
        ("throw 0..3;", "the script threw "),
    ] {
        let message = failure(body);
        assert!(message.contains(words), "{body}: {message}");
        for leak in ["::", "ata race", "i64", "Dynamic", "(line ", "rhai ", "FnPtr"] {
            assert!(!message.contains(leak), "{body}: {message}");
        }
    }
}

#[test]
fn effects_of_a_hook_that_failed_are_dropped() {
    let (scripts, rules) = rules(
        &[
            "fn on_mate(game, seat) { draw(); throw \"no\"; }\nfn on_stalemate(game, seat) { add_counter(\"pot\", 1); }",
        ],
        chess(),
    );
    let host = scripts.host(&rules);
    let game = game::start(&rules, &quadrille_core::NoHooks).unwrap();
    let mut out = Vec::new();
    host.call(0, &Event::Mate(WHITE), game.view(), &mut out).unwrap_err();
    assert!(out.is_empty());
    host.call(1, &Event::Stalemate(WHITE), game.view(), &mut out).unwrap();
    assert_eq!(out.len(), 1);
}

#[test]
fn effects_that_make_no_sense_stop_the_game_and_say_why() {
    for (effect, words) in [
        ("place(square(\"e1\"), \"pawn\", seat);", "first.rhai:2:26: e1 is occupied"),
        ("remove(square(\"e4\"));", "first.rhai:2:26: there is no piece on e4"),
        ("capture(square(\"e4\"));", "there is no piece on e4"),
        ("replace(square(\"e4\"), \"rook\");", "there is no piece on e4"),
        ("set_facing(square(\"e4\"), \"west\");", "there is no piece on e4"),
        ("set_mark(square(\"e4\"), \"late\");", "there is no piece on e4"),
        ("add_to_hand(seat, \"pawn\", -1);", "fewer than zero pieces"),
        ("for n in 0..99 { add_counter(\"pot\", 1); }", "counter `pot` would be"),
        ("for n in 0..20 { ask(seat, \"q\", [\"a\"], n); }", "more than 16 questions"),
        ("for n in 0..99 { offer(seat, `w${n}`); }", "more than 64 offers"),
        (
            "restrict(seat, #{ safe: true }); for f in [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\"] { for r in 1..9 { restrict(seat, #{ lifts: square(f + r) }); } }",
            "more than 64 restrictions",
        ),
        ("skip(seat.next);", "only the turn of the seat to move can be skipped"),
        (
            "set_state(seat, \"frozen\"); set_state(seat, \"dead\");",
            "first.rhai:2:53: contradictory effects of one event",
        ),
        ("win(seat); lose(seat);", "contradictory effects of one event"),
        ("loop { draw(); }", "more than 4096 effects"),
    ] {
        let text = format!("/// when: every ply\nfn on_turn(game, seat) {{ {effect} }}");
        let (scripts, rules) = rules(&[&text], chess());
        let host = scripts.host(&rules);
        let error = game::start(&rules, &host).map(drop).unwrap_err();
        assert_eq!(error.hook(), "first.on_turn", "{effect}");
        assert!(error.message().contains(words), "{effect}: {}", error.message());
        assert!(error.message().starts_with("first.rhai:2:"), "{effect}: {}", error.message());
    }
}

#[test]
fn a_hook_that_is_not_there_is_a_fault() {
    let (scripts, rules) = rules(&["fn on_mate(game, seat) { }"], chess());
    let host = scripts.host(&rules);
    let game = game::start(&rules, &quadrille_core::NoHooks).unwrap();
    let error = host.call(7, &Event::Mate(WHITE), game.view(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.message(), "there is no such hook");
    let wrong = host.call(0, &Event::Limit, game.view(), &mut Vec::new()).unwrap_err();
    assert!(wrong.message().contains("there is no function `on_mate("), "{}", wrong.message());
}
