//! Tests of the outline of a script: its allowed content, the meaning of this content, and the
//! reports of mistakes.

use super::*;
use crate::script::testing::{findings, findings_of, line, says};
use quadrille_core::{CountedPieces, Trouble};

/// Returns the outline of a script without errors.
#[track_caller]
fn outline(text: &str) -> Outline {
    let mut findings = Vec::new();
    let outline = read(&Source::new("test.rhai", text), &[], &mut findings);
    assert!(findings.is_empty(), "{:#?}", findings.iter().map(line).collect::<Vec<_>>());
    outline.unwrap()
}

/// Returns the findings from reading the outline of a script.
fn slips(text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    read(&Source::new("test.rhai", text), &[], &mut findings);
    findings.iter().map(line).collect()
}

#[test]
fn a_script_is_a_sentence_tunables_and_functions() {
    let text = "\
//! The first mate
//! decides.

// How many
// mates it takes.
const MATES = 1;

// What then?
// one of: win, draw
const THEN = \"win\";
const LOUD = false;

/// A mated seat has lost,
/// for good.
/// clause: V-11.a
/// when: every ply
fn on_turn(game, seat) { lose(seat); }

fn helper(a, b,) { a }
";
    let outline = outline(text);
    assert_eq!(outline.header, "The first mate decides.");
    let [mates, then, loud] = outline.tunables.as_slice() else { panic!() };
    assert_eq!(mates.doc, "How many mates it takes.");
    assert_eq!((mates.name.value.as_str(), &mates.value.value), ("MATES", &Literal::Int(1)));
    assert_eq!(
        (then.doc.as_str(), &then.one_of[..]),
        ("What then?", &["win", "draw"].map(String::from)[..])
    );
    assert_eq!(then.value.value, Literal::Text("win".to_owned()));
    assert_eq!(&text[then.span.clone()], "const THEN = \"win\";");
    assert_eq!(&text[then.value.span.clone()], "\"win\"");
    assert_eq!((loud.doc.as_str(), &loud.value.value), ("", &Literal::Bool(false)));
    let [hook, helper] = outline.functions.as_slice() else { panic!() };
    assert_eq!(hook.doc, "A mated seat has lost, for good.");
    assert_eq!(hook.clause.as_ref().unwrap().value, "V-11.a");
    assert_eq!(hook.when.as_ref().unwrap().value, [Condition::EveryPly]);
    assert_eq!(hook.hook.unwrap().name, "on_turn");
    assert_eq!(&text[hook.span.clone()], "fn on_turn(game, seat) { lose(seat); }");
    assert_eq!(&text[hook.body.clone()], "{ lose(seat); }");
    assert!(helper.hook.is_none());
    assert_eq!(helper.params.iter().map(|p| p.value.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn tunables_are_bools_whole_numbers_and_plain_strings() {
    let value = |text: &str| outline(&format!("const A = {text};")).tunables[0].value.value.clone();
    assert_eq!(value("true"), Literal::Bool(true));
    assert_eq!(value("-12"), Literal::Int(-12));
    assert_eq!(value("1_000"), Literal::Int(1000));
    assert_eq!(value("9223372036854775807"), Literal::Int(i64::MAX));
    assert_eq!(value("-9223372036854775808"), Literal::Int(i64::MIN));
    assert_eq!(value("\"\""), Literal::Text(String::new()));
    assert_eq!(value("\"a {b} ; é\""), Literal::Text("a {b} ; é".to_owned()));
    assert_eq!(value("\n  1\n"), Literal::Int(1));
    for not in ["1.5", "[1]", "#{}", "2 * 25", "'a'", "\"a\\n\"", "truely", "`a`", "x", "0x10", ""]
    {
        let text = format!("const A = {not};");
        says(&slips(&text), "Q0311", &text, "a constant must be a literal -- write `const NAME");
    }
    for (other, meant) in [("yes", "true"), ("True", "true"), ("off", "false"), ("no", "false")] {
        let text = format!("const A = {other};");
        says(&slips(&text), "Q0311", &text, &format!("-- write `const A = {meant};`"));
    }
    says(&slips("const A = 9223372036854775808;"), "Q0311", "9223372036854775808", "64 bits");
    says(&slips("const A = 1"), "Q0311", "const A = 1", "must end with a semicolon");
    let two = "const A = 1 // one\n\n// two\nconst B = \"b\";";
    says(&slips(two), "Q0311", "const A = 1", "semicolon -- write `const A = 1;`");
}

#[test]
fn only_the_lines_right_above_belong_to_something() {
    let text = "\
// A stray remark.

// The doc.
const A = 1; // aside
// Another.
const B = 2;

/// Far.

/// Near.
fn define(rules) {}
";
    let outline = outline(text);
    assert_eq!(outline.tunables[0].doc, "The doc.");
    assert_eq!(outline.tunables[1].doc, "Another.");
    assert_eq!(outline.functions[0].doc, "Near.");
}

#[test]
fn braces_in_strings_and_comments_are_no_braces() {
    let text = "\
/* } /* nested */ fn no() { */
fn a() { \"}\" + '}' + `}${ #{ a: \"}\" }.a }}` + #\"}\"# } // }
fn b() {
    // }
    /* } */
    \"\\\"}\"
}
";
    let names: Vec<_> = outline(text).functions.into_iter().map(|f| f.name.value).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn conditions_of_a_when_line_are_separated_by_commas() {
    let when = |text: &str| {
        let outline = outline(&format!("/// when: {text}\nfn on_move(g, s, p, f, t) {{}}"));
        outline.functions[0].when.as_ref().unwrap().value.clone()
    };
    let kinds = |names: &[&str]| Condition::Kinds(names.iter().map(|n| (*n).to_owned()).collect());
    assert_eq!(when("pawn"), [kinds(&["pawn"])]);
    assert_eq!(when("pawn or war-king"), [kinds(&["pawn", "war-king"])]);
    assert_eq!(
        when("to d-row, from home_row"),
        [Condition::To("d-row".to_owned()), Condition::From("home_row".to_owned())]
    );
    assert_eq!(when("capture,no check"), [Condition::Capture(true), Condition::Check(false)]);
    assert_eq!(when("pass"), [Condition::Pass]);
    assert_eq!(when("passer"), [kinds(&["passer"])]);
    assert_eq!(when("no capture, check"), [Condition::Capture(false), Condition::Check(true)]);
    let counted = |(least, most), of| {
        let kinds = vec!["queen".to_owned(), "rook".to_owned()];
        Condition::Count { least, most, kinds, of }
    };
    let few = |of| counted((0, 2), of);
    assert_eq!(
        when("at most 2 of queen or rook, capture"),
        [few(CountedPieces::Board), Condition::Capture(true)]
    );
    assert_eq!(when("at most 2 of queen or rook per team"), [few(CountedPieces::EachTeam)]);
    assert_eq!(when("at most 2 of queen or rook in some army"), [few(CountedPieces::SomeArmy)]);
    let many = counted((3, u16::MAX), CountedPieces::EachTeam);
    assert_eq!(when("at least 3 of queen or rook per team"), [many]);
    assert_eq!(when("at least 2 checked"), [Condition::Checked(2)]);
    let seats = |least, most, states: &[&str]| Condition::Seats {
        least,
        most,
        states: states.iter().map(|state| (*state).to_owned()).collect(),
    };
    assert_eq!(when("at most 2 seats active"), [seats(0, 2, &["active"])]);
    assert_eq!(when("at least 1 seat dead or gone"), [seats(1, u16::MAX, &["dead", "gone"])]);
    assert_eq!(when("every ply"), [Condition::EveryPly]);
    let stands = Condition::Stands { kinds: vec!["king".to_owned()], zone: "hill".to_owned() };
    assert_eq!(when("king on hill, every ply"), [stands, Condition::EveryPly]);
    let counter_condition =
        |number, rounds| Condition::Since { number, rounds, counter: "progress_at".to_owned() };
    let since = |plies| counter_condition(plies, false);
    let rounds = counter_condition(Amount::Tunable(1, "MOVES".to_owned()), true);
    assert_eq!(when("MOVES rounds since progress_at"), [rounds]);
    assert_eq!(when("100 plies since progress_at"), [since(Amount::Number(100))]);
    let moves = |times| since(Amount::Tunable(times, "MOVES".to_owned()));
    assert_eq!(when("MOVES plies since progress_at"), [moves(1)]);
    assert_eq!(when("2 * MOVES plies since progress_at"), [moves(2)]);
    let names = || vec!["frozen".to_owned(), "dead".to_owned()];
    assert_eq!(
        when("state frozen or dead, army frozen or dead"),
        [Condition::State(names()), Condition::Army(names())]
    );
    let trouble = Trouble { in_check: true, no_move: true, ..Trouble::default() };
    let readings = vec![("RISK".to_owned(), "silent".to_owned())];
    assert_eq!(
        when("in check or no move or RISK is silent"),
        [Condition::Trouble { trouble, readings }]
    );
    let of_partner =
        Trouble { partner_in_check: true, partner_settled: true, ..Trouble::default() };
    assert_eq!(
        when("partner in check or partner settled"),
        [Condition::Trouble { trouble: of_partner, readings: Vec::new() }]
    );
    // A word with which a condition begins, such as `state`, is a kind if it is alone. A word such
    // as `torch`, which begins with the keyword `to`, is a kind too.
    assert_eq!(when("state or army"), [kinds(&["state", "army"])]);
    assert_eq!(when("torch or capturer"), [kinds(&["torch", "capturer"])]);
    for wrong in [
        "",
        "pawn king",
        "pawn,",
        ", pawn",
        "to",
        "pawn or",
        "no pawn",
        "every",
        "1",
        "pawn per team",
    ] {
        let text = format!("/// when: {wrong}\nfn on_mate(game, seat) {{}}");
        let messages = slips(&text);
        assert_eq!(messages.len(), 1, "{messages:#?}");
        assert!(
            messages[0].contains("Q0328") && messages[0].contains("list of conditions"),
            "{messages:#?}"
        );
    }
}

#[test]
fn other_words_for_conditions_are_answered_by_the_conditions() {
    for (other, meant) in [
        ("king at hill", "king on hill"),
        ("pawn, onto far", "pawn, to far"),
        ("pawn, without capture", "pawn, no capture"),
        ("capture and check", "capture, check"),
        ("when pawn.", "pawn"),
    ] {
        let line = format!("/// when: {other}");
        let text = format!("{line}\nfn on_mate(game, seat) {{}}");
        says(&slips(&text), "Q0328", &line, &format!("-- write `/// when: {meant}`"));
    }
}

#[test]
fn a_hook_has_one_clause_with_a_plain_id() {
    let hook = |lines: &str| format!("{lines}\nfn on_mate(game, seat) {{}}");
    says(&slips(&hook("/// clause: a b")), "Q0328", "/// clause: a b", "letters, digits");
    says(&slips(&hook("/// clause:")), "Q0328", "/// clause:", "letters, digits");
    let twice = hook("/// clause: A\n/// clause: B");
    says(&slips(&twice), "Q0328", "/// clause: B", "a hook can have only one clause");
}

#[test]
fn lines_for_hooks_do_not_stand_on_helpers() {
    let helper = |line: &str| slips(&format!("{line}\nfn helper() {{}}"));
    says(&helper("/// clause: A"), "Q0327", "/// clause: A", "`helper` is not a hook");
    says(&helper("/// when: pawn"), "Q0327", "/// when: pawn", "can't have a `when:` line");
}

#[test]
fn what_can_not_stand_at_the_top_level_is_told_with_what_to_do() {
    says(&slips("let x = 1;"), "Q0304", "let x = 1;", "nothing is kept between calls");
    says(&slips("import \"a\" as b;")[..1], "Q0304", "import \"a\" as b;", "list plugins");
    says(&slips("private fn a() {}"), "Q0304", "private fn a() {}", "remove the word");
    says(&slips("fn a(1) {}"), "Q0304", "fn a(1) {}", "with plain names");
    says(&slips("fn a {}"), "Q0304", "fn a {}", "with plain names");
    says(&slips("42"), "Q0304", "42", "functions at the top level");
    says(&slips("é"), "Q0304", "é", "functions at the top level");
    says(&slips("if true {\n  1\n}"), "Q0304", "if true {", "functions at the top level");
    // The rest of the script is read nevertheless.
    let both = slips("let x = 1;\nfn on_mated(game, seat) {}");
    assert_eq!(both.len(), 2, "{both:#?}");
    says(&slips("/// Doc.\nconst A = 1;"), "Q0304", "/// Doc.", "documented with `//`");
}

#[test]
fn names_of_hooks_are_checked_and_suggested() {
    let messages = slips("fn on_mated(game, seat) {}");
    says(&messages, "Q0320 1:4", "on_mated", "did you mean `on_mate`?");
    says(&slips("fn promote(piece, square) {}"), "Q0320", "promote", "did you mean `promotes`?");
    says(&slips("fn defin(rules) {}"), "Q0320", "defin", "did you mean `define`?");
    says(&slips("fn on_dawn(game) {}"), "Q0320", "on_dawn", "there is no hook `on_dawn` -- ");
    says(&slips("fn on_xyz_abc(game) {}"), "Q0320", "on_xyz_abc", "use one of: define, ");
    // The name of a helper may resemble the name of a hook.
    for helper in [
        "fn forbid(seat) { lose(seat); }",
        "fn armies() { seats() }",
        "fn promote(game, square) { replace(square, \"queen\"); }",
        "fn promote(piece, square) { 1 }\nfn on_mate(game, seat) { promote(1, 2); }",
        "fn forbid(game, move) { true }\nfn forbids(game, move) { forbid (game, move) }",
        "fn on_edge(square) { square.rank == 1 }\nfn promotes(piece, square) { if on_edge(square) { \"queen\" } }",
    ] {
        assert!(slips(helper).is_empty(), "{helper}: {:#?}", slips(helper));
    }
    says(&slips("fn forbid(game, move) {}"), "Q0320", "forbid", "did you mean `forbids`?");
}

#[test]
fn a_hook_has_the_parameters_of_the_catalogue() {
    let messages = slips("fn on_mate(game) {}");
    says(
        &messages,
        "Q0321",
        "on_mate",
        "`on_mate` has 2 parameters, not 1 -- write `fn on_mate(game, seat)`",
    );
    says(&slips("fn define() {}"), "Q0321", "define", "has 1 parameter, not 0");
    assert!(slips("fn on_mate(position, loser) {}").is_empty(), "their names are free");
}

#[test]
fn names_are_given_once_and_capitals_are_for_tunables() {
    let twice = slips("fn a() {}\nfn a(x) {}");
    says(&twice, "Q0322 2:4", "a", "first in line 1");
    says(&slips("const A = 1;\nconst A = 2;"), "Q0322 2:7", "A", "first in line 1");
    says(&slips("const after_mate = 1;"), "Q0310", "after_mate", "write `AFTER_MATE`");
    says(&slips("const _A = 1;"), "Q0310", "_A", "not in upper case");
    says(&slips("fn a(MAX) {}"), "Q0314", "MAX", "a name for a tunable");
}

#[test]
fn the_values_of_a_string_are_listed_and_its_default_is_among_them() {
    let messages = slips("// one of: a, b\nconst A = \"c\";");
    says(
        &messages,
        "Q0315 2:11",
        "\"c\"",
        "`c` is not among the values that `A` may have -- use one of: a, b",
    );
    let close = slips("// one of: freeze, remove\nconst A = \"remov\";");
    says(&close, "Q0315", "\"remov\"", "did you mean `remove`? use one of: freeze, remove");
    says(
        &slips("// one of: a b\nconst A = \"a\";"),
        "Q0318",
        "// one of: a b",
        "`// one of: a, b`",
    );
    for wrong in ["// one of: a,\nconst A = \"a\";", "// one of: 1, 2\nconst A = 1;"] {
        let marked = wrong.lines().next().unwrap();
        says(&slips(wrong), "Q0318", marked, "this list of values can't be used");
    }
}

#[test]
fn words_that_reach_outside_are_refused_wherever_they_stand() {
    for word in ["import", "export", "eval", "Fn", "curry", "print", "debug", "sleep", "timestamp"]
    {
        let messages = slips(&format!("fn on_mate(game, seat) {{ `${{ {word}(1) }}`; }}"));
        says(&messages, "Q0306", word, &format!("`{word}` can't be used in a rule script -- "));
    }
    let messages = slips("const A = 1;\nfn on_mate(game, seat) { global :: A }");
    says(&messages, "Q0306", "global", "only the name of the tunable");
    assert!(
        slips("fn on_mate(game, seat) { \"eval\"; /* print */ let global = 1; } // Fn").is_empty()
    );
}

#[test]
fn what_can_not_be_skimmed_is_told_where_it_begins() {
    says(&findings_of("fn a() {\n  (\n}"), "Q0302 2:3", "(", "this bracket is not closed");
    says(&findings_of("fn a()\n  b();\n}"), "Q0302 1:1", "fn a()", "a `{` is missing after this");
    let body = |head: &str| format!("fn a() {{\n  {head}\n    c();\n  }}\n}}\n\nfn d() {{ }}\n");
    for head in ["if b", "for x in b", "while b", "loop"] {
        says(&findings_of(&body(head)), "Q0302 2:3", head, "a `{` is missing after this");
    }
    says(&findings_of(&body("if b // {")), "Q0302 2:3", "if b", "a `{` is missing after this");
    says(
        &findings_of("fn a() {\n  if b {\n  } else\n  }\n}"),
        "Q0302 3:3",
        "} else",
        "write `else { … }`",
    );
    says(&findings_of("fn a() {\n  if b\n  {\n  }\n}\n}"), "Q0302 6:1", "}", "closes nothing");
    says(&findings_of("fn a() {"), "Q0302 1:8", "{", "this bracket is not closed");
    says(&findings_of("}"), "Q0302 1:1", "}", "closes nothing");
    says(&findings_of("fn a() { \"abc\n}"), "Q0302 1:10", "\"", "this string is not closed");
    says(&findings_of("/* fn"), "Q0302 1:1", "/*", "this comment is not closed");
    says(&findings_of("fn a() { 1 }\0"), "Q0301 1:13", "\0", "a NUL character");
    says(&findings_of(&"(".repeat(500_000)), "Q0300", "", "500000 bytes");
    says(&findings_of(&"(".repeat(200_000)), "Q0303 1:65", "(", "more than 64 brackets");
}

#[test]
fn all_slips_of_all_scripts_are_told_at_once() {
    let messages =
        findings(&["const a = 1;\nfn on_mated(g, s) {}", "fn on_mate(g) {}"], &[("X", "1")]);
    let codes: Vec<_> = messages.iter().map(|line| &line[..5]).collect();
    assert_eq!(codes, ["Q0310", "Q0320", "Q0321", "Q0316"], "{messages:#?}");
}

#[test]
fn windows_line_ends_and_empty_files_are_fine() {
    let outline = outline(
        "//! One.\r\n\r\n// Doc.\r\nconst A = 1;\r\n/// Two.\r\nfn define(rules) {\r\n A }\r\n",
    );
    assert_eq!((outline.header.as_str(), outline.tunables[0].doc.as_str()), ("One.", "Doc."));
    assert_eq!(outline.functions[0].doc, "Two.");
    assert!(read(&Source::new("empty", ""), &[], &mut Vec::new()).unwrap().functions.is_empty());
}

#[test]
fn a_hook_under_another_word_is_told_by_its_own() {
    for (name, hook) in [
        ("on_checkmate", "on_mate"),
        ("on_mated", "on_mate"),
        ("on_stale_mate", "on_stalemate"),
        ("on_chek", "on_check"),
        ("on_take", "on_capture"),
        ("on_promoted", "on_promotion"),
        ("on_start", "on_setup"),
        ("on_game_over", "outcome"),
    ] {
        let messages = slips(&format!("fn {name}(game, seat) {{ }}"));
        says(&messages, "Q0320", name, &format!("did you mean `{hook}`?"));
    }
}

#[test]
fn lines_that_look_like_a_hooks_and_are_comments_are_told() {
    for (line, does, help) in [
        (
            "//// clause: V11",
            "read as a comment, so `V11` is not recorded",
            "write `/// clause: V11`",
        ),
        (
            "// clause: V11",
            "read as a comment, so `V11` is not recorded",
            "write `/// clause: V11`",
        ),
        (
            "/// Clause: V11",
            "read as documentation, so `V11` is not recorded",
            "write `/// clause: V11`",
        ),
        (
            "/// claus: V11",
            "read as documentation, so `V11` is not recorded",
            "write `/// clause: V11`",
        ),
        (
            "/// clause V11",
            "read as documentation, so `V11` is not recorded",
            "write `/// clause: V11`",
        ),
        (
            "/// clauseV11 :",
            "read as documentation, so `V11` is not recorded",
            "write `/// clause: V11`",
        ),
        (
            "// when: every ply",
            "read as a comment, so it sets no condition",
            "write `/// when: every ply`",
        ),
        (
            "/// when every ply",
            "read as documentation, so it sets no condition",
            "write `/// when: every ply`",
        ),
        ("/// clause; V11", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// clause clause: V11", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// clause :: V11", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// : clause V11", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// V11: clause", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// - clause: V11", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// cluase V11", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// : V11", "`V11` is not recorded", "write `/// clause: V11`"),
        ("/// : X", "nothing is before its colon", "write `/// clause: X` or `/// when: X`"),
        ("/// when when: king", "sets no condition", "write `/// when: king`"),
        ("/// when when king", "sets no condition", "write `/// when: king`"),
        ("/// when; king, to hill", "sets no condition", "write `/// when: king, to hill`"),
        ("/// if: king or pawn", "sets no condition", "write `/// when: king or pawn`"),
        ("/// : king or pawn", "sets no condition", "write `/// when: king or pawn`"),
        ("/// judged yes", "no move is judged", "write `/// judged: yes`"),
        ("/// jugded: yes", "no move is judged", "write `/// judged: yes`"),
        ("/// : yes", "no move is judged", "write `/// judged: yes`"),
        ("/// when at most 1 of king", "sets no condition", "write `/// when: at most 1 of king`"),
        ("/// :clause V11", "`V11` is not recorded", "write `/// clause: V11`"),
    ] {
        let messages = slips(&format!("/// A rule.\n{line}\nfn on_mate(game, seat) {{ }}"));
        assert_eq!(messages.len(), 1, "{messages:#?}");
        says(&messages, "Q0332 2:1", line, does);
        assert!(messages[0].contains(help), "{}", messages[0]);
    }
    for fine in [
        "/// clause: V11",
        "/// When two kings meet, both leave.",
        "/// The clause that follows",
        "// Note: when this runs",
        "/// A clause: no seat wins.",
        "/// Only: kings that stand still.",
        "/// When: in the end, no seat wins.",
        "/// ... and when kings meet: nothing.",
        "/// Judged as V11 is.",
        "/// when a king is mated",
        "// : )",
        "/// when promoted",
    ] {
        assert_eq!(slips(&format!("{fine}\nfn on_mate(game, seat) {{ }}")), [""; 0], "{fine}");
    }
}

#[test]
fn lines_of_a_hook_that_are_not_right_above_it_are_told() {
    let hook = "fn on_mate(game, seat) { }";
    let messages = slips(&format!("/// clause: V1\n\n{hook}"));
    says(
        &messages,
        "Q0332 1:1",
        "/// clause: V1",
        "not right above a hook, so `V1` is not recorded",
    );
    let messages = slips(&format!("/// when: king\n\n/// A rule.\n{hook}"));
    says(&messages, "Q0332 1:1", "/// when: king", "so it sets no condition");
    let messages = slips("fn on_mate(game, seat) {\n    // clause: V1\n}");
    says(&messages, "Q0332 2:5", "// clause: V1", "call `clause(\"V1\")`");
    for fine in [
        "/// clause: V1\nfn helper() { }",
        "fn on_mate(game, seat) { } // clause: no seat wins",
        "fn on_mate(game, seat) {\n    // clause: no seat wins\n}",
    ] {
        assert!(!slips(fine).iter().any(|message| message.contains("Q0332")), "{fine}");
    }
}

#[test]
fn lines_of_a_hook_in_comments_of_other_kinds_are_told() {
    let hook = "fn on_mate(game, seat) { }";
    for (line, block) in [
        ("clause: V1", "/** clause: V1 */"),
        ("when: king", "/*\n * A rule.\n * when: king\n */"),
        ("judged: yes", "/* judged: yes */ "),
    ] {
        let messages = slips(&format!("{block}\n{hook}"));
        assert_eq!(messages.len(), 1, "{messages:#?}");
        says(&messages, "Q0332", line, "this line is in a block comment, so");
        assert!(
            messages[0].contains(&format!("write `/// {line}` on a separate line")),
            "{messages:?}"
        );
    }
    let messages = slips(&format!("//! A file.\n//! clause: V1\n// Why.\n{hook}"));
    says(&messages, "Q0332 2:1", "//! clause: V1", "describes the file, so `V1` is not recorded");
    assert!(messages[0].contains("write `/// clause: V1`"), "{messages:?}");
    let messages = slips(&format!("//! when: king\n\n{hook}"));
    says(&messages, "Q0332 1:1", "//! when: king", "write `/// when: king` right above the hook");
    let messages = slips("fn on_mate(game, seat) {\n    /* clause: V1 */\n}");
    says(&messages, "Q0332 2:8", "clause: V1", "call `clause(\"V1\")`");
    for fine in [
        "//! Clauses: V1, V2.\n//! clause by clause",
        "/* Note: clause: V1 */",
        "fn helper() {\n    /* clause: V1 */\n}",
        "/* clause: no seat wins */",
    ] {
        let text = format!("{fine}\n{hook}");
        assert!(!slips(&text).iter().any(|message| message.contains("Q0332")), "{fine}");
    }
    // Returns the outline after the editor has applied a fix. The fixed text must be valid.
    let corrected = |text: &str| {
        let mut findings = Vec::new();
        read(&Source::new("test.rhai", text), &[], &mut findings);
        let fix = findings.remove(0).fixes.remove(0);
        let mut text = text.to_owned();
        text.replace_range(fix.span, &fix.replacement);
        outline(&text)
    };
    for text in [
        format!("/**\n * A rule.\n * clause: V1\n */\n{hook}"),
        format!("/// A rule.\n//! clause: V1\n{hook}"),
    ] {
        let outline = corrected(&text);
        let hook = &outline.functions[0];
        assert_eq!(hook.doc, "A rule.");
        assert_eq!(hook.clause.as_ref().map(|clause| clause.value.as_str()), Some("V1"));
    }
}

#[test]
fn a_comment_does_not_cut_off_the_lines_above_it() {
    let outline = outline("/// A rule.\n/// clause: V1\n// why\nfn on_mate(game, seat) { }");
    let hook = &outline.functions[0];
    assert_eq!((hook.doc.as_str(), hook.clause.is_some()), ("A rule.", true));
}

#[test]
fn a_list_of_values_that_is_read_as_prose_is_told() {
    for line in [
        "// one of freeze, remove",
        "// One of: freeze, remove",
        "// One of freeze, remove.",
        "// oen of: freeze, remove",
        "// one :of freeze, remove",
        "// values: freeze, remove",
        "// one of; freeze, remove",
        "// one one of: freeze, remove",
        "// : freeze, remove",
        "// freeze, remove",
    ] {
        let messages = slips(&format!("// What then?\n{line}\nconst AFTER = \"freeze\";"));
        says(&messages, "Q0332 2:1", line, "write `// one of: freeze, remove`");
    }
    // The warning also appears if the list does not contain the tunable's value.
    let messages = slips("// one of freezes, remove\nconst AFTER = \"freeze\";");
    says(&messages, "Q0332", "// one of freezes, remove", "write `// one of: freezes, remove`");
    for apart in [
        "const AFTER = \"freeze\"; // one of: freeze, remove",
        "const AFTER = \"freeze\";\n// one of: freeze, remove\n",
        "// one of: freeze, remove\n\nconst AFTER = \"freeze\";",
        "// one of: freeze, remove\nfn define(rules) {}",
    ] {
        let messages = slips(apart);
        assert_eq!(messages.len(), 1, "{apart}: {messages:#?}");
        says(&messages, "Q0332", "// one of: freeze, remove", "not right above a tunable");
    }
    for fine in [
        "// one of: freeze, remove",
        "// One of the readings: the first.",
        "// Either freeze, or remove",
        "// one of the kings, or both, freeze",
    ] {
        assert_eq!(slips(&format!("{fine}\nconst AFTER = \"freeze\";")), [""; 0], "{fine}");
    }
}
