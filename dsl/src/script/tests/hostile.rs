//! Tests with harmful or random scripts. Each script must be rejected, or be stopped quickly and
//! with a reason. No script may exhaust the memory or the stack.

use std::time::{Duration, Instant};

use quadrille_core::{Event, Seat, game};

use crate::script::testing::{answer, chess, cross, declare, findings_of, ruled, rules};

/// The maximum time for any script. It is long enough for slow and busy machines. A script that is
/// not stopped would take hours.
const MAX_SCRIPT_TIME: Duration = Duration::from_secs(300);

/// Runs a task that must end within [`MAX_SCRIPT_TIME`].
#[track_caller]
fn soon<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let took = start.elapsed();
    assert!(took < MAX_SCRIPT_TIME, "{took:?}: {}", what.chars().take(200).collect::<String>());
    result
}

/// Bodies of functions that never end or that need too much memory. Each has a part of the expected
/// message.
const ENDLESS: &[(&str, &str)] = &[
    ("loop { }", "too many operations"),
    ("while true { let x = 1; }", "too many operations"),
    ("do { } while true;", "too many operations"),
    ("for i in 0..9223372036854775807 { let x = i; }", "too many operations"),
    ("loop { try { loop { } } catch { } }", "too many operations"),
    ("loop { try { throw 1; } catch (e) { } }", "too many operations"),
    ("try { deep(1) } catch { } loop { }", "functions call each other too deeply"),
    ("deep(1);", "functions call each other too deeply"),
    ("ping(1);", "functions call each other too deeply"),
    ("let s = \"ab\"; loop { s += s; }", "too much data"),
    ("let s = \"ab\"; loop { s = `${s}${s}`; }", "too much data"),
    ("let s = \"a\"; s.pad(1000000000, \"b\");", "too much data"),
    ("let s = \"aaaaaaaa\"; loop { s.replace(\"a\", \"aaaaaaaa\"); }", "too much data"),
    ("let a = [1]; loop { a += a; }", "too much data"),
    ("let a = [1]; loop { a.push(a); }", "too much data"),
    ("let a = [1]; loop { a = [a, a, a]; }", "too much data"),
    ("let a = []; a.pad(1000000000, 0);", "too much data"),
    ("let a = [1]; loop { try { a += a; } catch { } }", "too much data"),
    ("let m = #{}; let i = 0; loop { m[`k${i}`] = i; i += 1; }", "too many operations"),
    ("let m = #{}; loop { m = #{ a: m, b: m, c: m }; }", "too much data"),
    (
        "let a = []; a.pad(1000, 0); let b = a; loop { b.map(|x| { let c = a; c.map(|y| { let d = a; d.map(|z| z) }) }); }",
        "too many operations",
    ),
    ("let a = []; a.pad(1000, 0); a.sort(|x, y| { loop { } });", "too many operations"),
    ("let a = []; a.pad(1000, 0); loop { a.sort(|x, y| 1); }", "too many operations"),
    ("let a = []; a.pad(1000, 0); loop { a.filter(|x| x == 1); }", "too many operations"),
    ("let a = []; a.pad(1000, \"x\"); loop { a.contains(\"y\"); }", "too many operations"),
    (
        "let a = []; a.pad(1000, 1); let b = []; b.pad(1000, 1); loop { a == b; }",
        "too many operations",
    ),
    ("let a = []; a.pad(1000, \"ab\"); loop { let b = a; b.push(1); }", "too many operations"),
    ("let a = []; a.pad(1000, 7); loop { a.to_string(); }", "too much data"),
    ("let a = []; a.pad(600, 7); loop { a.to_string(); }", "too many operations"),
    (
        "let a = []; a.pad(1000, 7); loop { a.reverse(); a.dedup(); a.pad(1000, 7); }",
        "too many operations",
    ),
    (
        "let s = \"\"; s.pad(2000, \"abc\"); loop { s.to_upper().contains(\"B\"); }",
        "too many operations",
    ),
    ("let s = \"\"; s.pad(1020, \",\"); s += \",,,,\"; loop { s.split(\",\"); }", "too much data"),
    ("let s = \"\"; s.pad(900, \",\"); loop { s.split(\",\"); }", "too many operations"),
    ("loop { seats().map(|s| s.opponents.map(|o| o.partners)); }", "too many operations"),
    ("loop { zone(\"centre\").map(|s| s.step(\"north\")); }", "too many operations"),
    ("let a = [1]; loop { a[0] = a; }", "too much data"),
    ("let m = #{}; loop { m.x = m; }", "too much data"),
    ("let a = [1]; loop { a[0] = #{ a: a }; }", "too much data"),
    ("let a = [[]]; loop { let b = a; a.for_each(|| this = b); a.push([a]); }", "too much data"),
    ("throw \"no\";", "no"),
];

/// Returns every fifth of these programs. Tests of further kinds of hooks use this selection,
/// because scripts are stopped in the same way in all hooks.
fn some() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    ENDLESS.iter().step_by(5)
}

const HELPERS: &str =
    "fn deep(n) { deep(n + 1) + 1 }\nfn ping(n) { pong(n) }\nfn pong(n) { ping(n) }";

/// Returns a script with a hook and the helpers. Warnings about unused helpers do not matter here.
fn script(hook: &str) -> String {
    format!("{hook}\n{HELPERS}")
}

#[test]
fn an_event_hook_without_end_is_stopped() {
    for (body, reason) in ENDLESS {
        let text = script(&format!("fn on_mate(game, seat) {{ {body} }}"));
        let (scripts, rules) = rules(&[&text], cross());
        let failed = soon(body, || answer(&scripts, &rules, &Event::Mate(Seat(0))));
        let failed = failed.expect_err(body);
        let message = failed.message();
        assert!(message.contains(reason), "{body}: {message}");
        assert!(message.starts_with("first.rhai:"), "{body}: {message}");
    }
}

/// Scripts in which a limit stops `on_mate`. The character `|` is before the loop or statement that
/// must be reported.
const STOPPED: &[&str] = &[
    "fn on_mate(game, seat) {\n    |loop { let x = 1; }\n}",
    "fn on_mate(game, seat) {\n    |let x = fib(15);\n}\nfn fib(n) {\n    if n < 2 { 1 } else { fib(n - 1) + fib(n - 1) + fib(n - 1) }\n}",
    "fn on_mate(game, seat) {\n    let x = deep(1);\n}\nfn deep(n) {\n    |deep(n + 1)\n}",
    "fn on_mate(game, seat) {\n    let x = deep(1);\n}\nfn deep(n) {\n    let m = n + 1;\n    if m == 0 { return; }\n    |m = deep(m);\n    m\n}",
    "fn on_mate(game, seat) {\n    let t = \"ab\";\n    while true {\n        // Twice.\n        |t += t;\n    }\n}",
    "fn on_mate(game, seat) {\n    let t = [1];\n    for i in 0..9 { let u = i; }\n    loop {\n        let n = 1;\n        |t.push(n);\n    }\n}",
    // The statement called a function earlier, but the place is in the statement, not in this
    // function.
    "fn on_mate(game, seat) {\n    let t = \"ab\";\n    loop {\n        |t += same(t);\n    }\n}\nfn same(t) {\n    let u = t;\n    u\n}",
    "fn on_mate(game, seat) {\n    if seat == () { draw(); } else if grown([]) { lose(seat); }\n}\nfn grown(t) {\n    loop { |t += [1]; }\n}",
    "const OFTEN = 20;\nfn on_mate(game, seat) {\n    let m = #{};\n    for i in 0..OFTEN { |m = #{ a: m, b: m }; }\n}",
];

#[test]
fn a_script_that_a_limit_stops_is_told_where_and_how_to_mend_it() {
    for marked in STOPPED {
        let at = marked.find('|').expect(marked);
        let before = &marked[..at];
        let line = before.matches('\n').count() + 1;
        let column = at - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let (scripts, rules) = rules(&[&marked.replacen('|', "", 1)], cross());
        let failed = answer(&scripts, &rules, &Event::Mate(Seat(0))).expect_err(marked);
        let message = failed.message();
        assert!(
            message.starts_with(&format!("first.rhai:{line}:{column}: ")),
            "{marked}: {message}"
        );
        assert!(message.contains("the script was stopped"), "{marked}: {message}");
    }
    // The place is also reported for tabulated hooks and `define`.
    let grown = "loop { t += [1]; }";
    for (hook, code) in [("may_enter(piece, square)", "Q0352"), ("define(rules)", "Q0350")] {
        let text = format!("fn {hook} {{\n    let t = [];\n    {grown}\n}}");
        let messages = ruled(&[&text], cross()).map(drop).expect_err(hook);
        let place = format!("{code} 3:12 [t]: too much data");
        assert!(messages.len() == 1 && messages[0].starts_with(&place), "{messages:?}");
    }
}

#[test]
fn a_hook_that_asks_the_game_without_end_is_stopped() {
    for body in [
        "loop { game.status(seat); }",
        "loop { game.can_lift(seat.partner, square(\"h2\"), square(\"h3\")); }",
        "loop { game.attackers(square(\"g7\"), seat); }",
        "loop { game.in_check(seat); }",
        "loop { let pieces = game.pieces(seat); pieces.map(|s| game.piece(s)); }",
        "loop { game.team_count(seat, \"pawn\"); }",
        "loop { game.order; game.royals(seat); }",
        "loop { draw(); }",
        "loop { ask(seat, \"q\", [\"a\"], 0); }",
        "loop { clause(\"C\"); }",
    ] {
        let text = format!("/// clause: C\nfn on_mate(game, seat) {{ {body} }}");
        let (scripts, rules) = rules(&[&text], cross());
        let failed = soon(body, || answer(&scripts, &rules, &Event::Mate(Seat(0))));
        let failed = failed.expect_err(body);
        let message = failed.message();
        let known = message.contains("too many operations") || message.contains("effects");
        assert!(known, "{body}: {message}");
    }
}

#[test]
fn a_define_without_end_is_stopped() {
    for (body, reason) in some() {
        let text = script(&format!("fn define(rules) {{ {body} }}"));
        let messages = soon(body, || ruled(&[&text], chess()).map(drop)).expect_err(body);
        assert!(
            messages.iter().any(|line| line.starts_with("Q0350") && line.contains(reason)),
            "{messages:?}"
        );
    }
}

#[test]
fn declarations_without_end_are_stopped() {
    for body in [
        "loop { rules.movement(\"king\", \"KNDAHG\"); }",
        "loop { rules.movement(\"kng\", \"K\"); }",
        "loop { rules.set_movement(\"king\", \"KNADHGZC\"); }",
        "let d = rules.movement(\"king\", \"K\"); loop { d.ahead(\"own\", \"pawn\"); }",
        "loop { rules.castling(\"king\", \"rook\", 2); }",
        "loop { rules.castling_move(square_owner(), square(\"e1\"), square(\"g1\"), square(\"h1\"), square(\"f1\")); }",
        "loop { rules.insufficient_force(\"KNNNNNNNN v K v KBBBBB\"); }",
        "loop { rules.hand(seat(\"white\"), #{ pawn: 1 }, \"a1..h8\"); }",
        "loop { rules.protect_in_mate_test(\"own\", \"safe\"); }",
        "let i = 0; loop { rules.clause(`C${i}`, \"text\"); i += 1; }",
        "let i = 0; loop { rules.metric(`m${i}`); i += 1; }",
        "let i = 0; loop { rules.state(`s${i}`); i += 1; }",
        "let i = 0; loop { rules.counter(`c${i}`, \"seat\", 0, 1); i += 1; }",
        "loop { rules.wall(\"d4|e4\"); }",
        "loop { rules.array(\"two\"); rules.order(seats()); rules.ply_limit(5); }",
        "loop { rules.ply_limit(0); }",
    ] {
        let body = body.replace("square_owner()", "seat(\"white\")");
        let mut spec = chess();
        let messages = soon(&body, || declare(&body, &mut spec)).expect_err(&body);
        let last = messages.iter().find(|line| line.starts_with("Q0350")).expect(&body);
        assert!(last.contains("the script was stopped"), "{last}");
        assert!(messages.len() < 3000, "{body}");
    }
}

#[test]
fn a_looked_up_hook_without_end_is_stopped_once() {
    for (body, reason) in some() {
        let text = script(&format!("fn may_enter(piece, square) {{ {body} true }}"));
        let messages = soon(body, || ruled(&[&text], cross()).map(drop)).expect_err(body);
        let [one] = messages.as_slice() else { panic!("{messages:?}") };
        assert!(one.starts_with("Q0352") && one.contains(reason), "{body}: {one}");
    }
}

#[test]
fn a_looked_up_hook_that_always_takes_long_is_stopped() {
    // A hook runs once for equivalent squares, so this hook must distinguish all squares.
    let text = "fn may_enter(piece, square) { for i in 0..30000 { let x = i; } square.name + \"\" != \"\" }\n\
                fn promotes(piece, square) { for i in 0..30000 { let x = i; } if square.name + \"\" == \"\" { \"queen\" } }";
    let messages = soon("tables", || ruled(&[text], cross()).map(drop)).unwrap_err();
    assert!(messages.iter().all(|line| line.contains("too many operations")), "{messages:?}");
    let many = "fn promotes(piece, square) { #{ kinds: \"queen\", clause: `${piece.colour.name}-${piece.kind}-${square.name}` } }";
    let messages = soon("clauses", || ruled(&[many], cross()).map(drop)).unwrap_err();
    assert!(
        messages[0].contains("names too many clauses -- use at most 1024 clauses")
            && messages.len() == 1,
        "{messages:?}"
    );
}

#[test]
fn texts_that_would_choke_a_parser_are_refused() {
    let body = |inner: String| format!("fn on_mate(game, seat) {{ {inner} }}");
    let many = |text: &str| text.repeat(120_000 / text.len());
    let texts = [
        "(".repeat(250_000),
        many("("),
        many("{"),
        many("[({"),
        many("`${"),
        many("/*"),
        many("\""),
        many("é"),
        many("fn a() {}\n"),
        many("fn on_mate(game, seat) {}\n"),
        (0..20_000).map(|n| format!("fn a{n}() {{}}\n")).collect(),
        (0..9_000).map(|n| format!("fn on_a{n}() {{}}\n")).collect(),
        (0..15_000).map(|n| format!("const A{n} = 1;\n")).collect(),
        many("const A = 1;\n"),
        many("const a = ;\n"),
        many("let x = 1;\n"),
        many("// one of: a, b\n"),
        many("/// clause: A\n"),
        many("/// when: pawn or\n"),
        format!("/// when: {}\nfn on_capture(a, b, c, d) {{ }}", many("pawn or ")),
        body(many("!")),
        body(many("-")),
        body(many("1 + ")),
        body(many("seat.next.")),
        body(many("[1]")),
        body(many("f(")),
        body(many("|x| ")),
        body(many("if true { } else ")),
        body(format!("1{}", many(" + 1"))),
        body(format!("1{}", many(" ?? 1"))),
        body(format!("seat{}", many(".next"))),
        body(format!("seat{}", many("[0]"))),
        body(format!("let x = 1; x = {} 1;", many("x = "))),
        body(format!("|x| {}", many("|x| "))),
        body(format!("if true {{ }} {}", many("else if true { } "))),
        body(many("draw(); ")),
        body(many("freze(); ")),
        body(many("draw();\n")),
        body(many("\"ab\"; ")),
        body(many("'é'; ")),
        body(many("let x = 1; ")),
        body(many("[1].map(|x| x); ")),
        body(many("seat == \"a\"; ")),
        body(many("seat.nam; ")),
        body(many("eval; ")),
        body(many("import \"a\"; ")),
        body("switch 1 { 0..1000000000 => 1, _ => 2 }".to_owned()),
        body(format!("`{}`", many("${1}"))),
        body(format!("\"{}\"", "a".repeat(200_000))),
        body(format!("[{}]", many("1,"))),
        body(format!("#{{ {} }}", many("a: 1, "))),
    ];
    for text in texts {
        // The stack of an external thread may be small.
        let thread = std::thread::Builder::new().stack_size(1 << 20);
        let run = thread
            .spawn(move || soon(&text.chars().take(90).collect::<String>(), || findings_of(&text)))
            .unwrap();
        let messages = run.join().unwrap();
        assert!(messages.len() < 400, "{} findings, such as {}", messages.len(), messages[0]);
    }
}

#[test]
fn nothing_reaches_outside() {
    for body in [
        "import \"a\" as a;",
        "export seat;",
        "eval(\"1\");",
        "print(1);",
        "debug(1);",
        "sleep(1);",
        "timestamp();",
        "let f = Fn(\"a\");",
        "let f = \"a\".curry(1);",
        "seat.call(1);",
        "global::A;",
        "open_file(\"/etc/passwd\");",
        "rand();",
        "exit();",
        "call_fn(\"a\");",
    ] {
        let text = format!("fn on_mate(game, seat) {{ {body} }}");
        assert!(!findings_of(&text).is_empty(), "{body}");
    }
}

/// Programs that try to keep a function as a value. Some store the function in a variable, an
/// array, a map or another closure. Others return it from a function or a closure, or pass it to a
/// helper. The character `|` marks the place that must be reported.
const KEPT: &[&str] = &[
    "let f = || 0;",
    "let f = || 0; for i in 0..12000 { let g = f; f = || g; }",
    "for i in 0..100 { let big = []; big.pad(1000, 1); let m = #{ b: big }; let f = || m; m.f = f; }",
    "let m = #{}; m.f = || m;",
    "let m = #{ f: |x| x };",
    "let a = [|x| x];",
    "let a = []; a.push(|| a);",
    "let a = []; a += || a;",
    "let a = [0]; a[0] = || a;",
    "let a = []; a.insert(0, |x| a);",
    "let a = []; a.pad(3, || a);",
    "let a = []; push(a, || a);",
    "let a = [1]; a.map(|x| |y| [a, x, y]);",
    "let a = [1]; a.map(|x| { return |y| x; });",
    "let a = [1]; a.reduce(|sum, x| sum, || a);",
    "let a = [1]; a.contains(|x| a);",
    "keep(|x| x);",
    "let a = [1]; a.for_each(|| this = |x| a);",
    "return || seat;",
    "throw || seat;",
    "(|x| x).call(1);",
    "if true { || 1 } else { || 2 }",
    "switch 1 { 1 => || 1, _ => 2 }",
    "loop { break || 1; }",
    "let f = (); f ?? || 1;",
    "[{ || 1 }].len();",
    "let f = keep;",
    "[keep];",
    "let m = #{ f: keep };",
    "[1].map(keep);",
    "[1].map(|x| keep);",
    "return keep;",
    "let keep = 1; [1].map(|x| keep);",
];

#[test]
fn no_function_is_a_value() {
    for body in KEPT {
        let messages =
            findings_of(&format!("fn keep(f) {{ f }}\nfn on_mate(game, seat) {{ {body} }}"));
        assert!(messages.iter().any(|line| line.starts_with("Q0348")), "{body}: {messages:?}");
    }
    // A closure that is called immediately may capture anything.
    let fine = "let b = [1]; [1].map(|x| b.map(|y| [x, y]).filter(|z| z.len() > 1)); \
                map([1], |x| x); #{ a: 1 }.filter(|k| k == 1); [2, 1].sort(|x, y| x - y);";
    assert_eq!(findings_of(&format!("fn on_mate(game, seat) {{ {fine} }}")), [""; 0]);
}

#[test]
fn effects_that_cause_themselves_are_stopped() {
    // Each capture causes one, two or a thousand further captures.
    for n in [1, 2, 1000] {
        let text = format!(
            "fn on_capture(game, seat, piece, on) {{ for i in 0..{n} {{ place(square(\"a5\"), \"pawn\", piece.colour); capture(square(\"a5\")); }} }}"
        );
        let (scripts, rules) = rules(&[&text], chess());
        let host = scripts.host(&rules);
        let mut game = game::start(&rules, &host).unwrap();
        for word in ["e2-e4", "d7-d5"] {
            crate::formats::actions::play(game.as_mut(), word).unwrap();
        }
        let failed =
            soon(&text, || crate::formats::actions::play(game.as_mut(), "e4-d5")).unwrap_err();
        let message = format!("{failed:?}");
        assert!(message.contains("without end"), "{message}");
    }
}

#[test]
fn rules_that_never_let_anyone_move_come_to_an_end() {
    for hooks in [
        "/// when: every ply\nfn on_turn(game, seat) { skip(seat); }",
        "/// when: every ply\nfn on_turn(game, seat) { set_state(seat, \"frozen\"); }",
        "/// when: every ply\nfn on_turn(game, seat) { remove_army(seat); }\nfn on_stalemate(game, seat) { relax(seat, \"none\"); }",
        "fn on_setup(game) { for s in seats() { set_state(s, \"frozen\"); } }\nfn on_release(game, seat) { set_state(seat, \"frozen\"); }",
        "/// when: every ply\nfn on_turn(game, seat) { set_order([seat], seat); skip(seat); }",
        "fn on_setup(game) { for s in seats() { set_controller(s, ()); set_seat_state(s, \"gone\"); } }",
        "fn outcome(game) { add_counter(\"pot\", if game.counter(\"pot\") > 50 { -1 } else { 1 }); }\nfn on_setup(game) { add_counter(\"pot\", 1); }",
    ] {
        let (scripts, rules) = rules(&[hooks], chess());
        let host = scripts.host(&rules);
        soon(hooks, || {
            let Ok(mut game) = game::start(&rules, &host) else { return };
            for _ in 0..50 {
                let Ok(actions) = game.actions() else { return };
                let Some(action) = actions.first() else { return };
                if game.play(*action).is_err() {
                    return;
                }
            }
        });
    }
}
