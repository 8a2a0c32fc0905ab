//! Syntax errors, and habits from other languages.

use super::*;

#[test]
fn a_syntax_error_is_told_once_and_where() {
    says(&on_mate("let = 1;"), "Q0305 1:30", "=", "expecting name of a variable");
    says(&on_mate("seat.;"), "Q0305 1:31", ";", "expecting name of a property");
    let after = findings_of("const A = \"é\"; fn on_mate(game, seat) { A; let = 1; }");
    says(&after, "Q0305 1:48", "=", "expecting name of a variable");
    says(
        &on_mate("unknown;"),
        "Q0305",
        "unknown",
        "there is no variable `unknown` -- declare it first: `let unknown = …;`",
    );
}

#[test]
fn a_variable_that_is_not_there_is_compared_with_tunables_and_variables() {
    let told_of = |body: &str| {
        findings_of(&format!(
            "const AFTER_MATE = \"x\";\nfn on_mate(game, seat) {{ let count = 1; AFTER_MATE; {body} }}"
        ))
    };
    says(&told_of("AFTR_MATE;"), "Q0305", "AFTR_MATE", "did you mean `AFTER_MATE`?");
    says(&told_of("after_mate;"), "Q0305", "after_mate", "did you mean `AFTER_MATE`?");
    says(&told_of("if AFTER_MAT == \"x\" { }"), "Q0305", "AFTER_MAT", "did you mean `AFTER_MATE`?");
    says(&told_of("[1].map(|x| AFTER_MAT);"), "Q0305", "AFTER_MAT", "did you mean `AFTER_MATE`?");
    says(&told_of("lose(saet);"), "Q0305", "saet", "did you mean `seat`?");
    says(&told_of("retrn;"), "Q0305", "retrn", "did you mean `return`?");
    says(&told_of("seats().some(|other| oter == seat);"), "Q0305", "oter", "did you mean `other`?");
    says(&told_of("cout + 1;"), "Q0305", "cout", "did you mean `count`?");
    says(
        &told_of("SPEED;"),
        "Q0305",
        "SPEED",
        "declare the tunable above the functions: `const SPEED = …;`",
    );
}

#[test]
fn habits_of_other_languages_are_told_in_rhai() {
    for (body, marked, words) in [
        ("if seat == seat:\n lose(seat);", ":", "write a block in braces"),
        ("if true { } else:\n lose(seat);", ":", "write a block in braces"),
        ("for s in seats():\n lose(s);", ":", "write a block in braces"),
        ("while true:\n draw();", ":", "write a block in braces"),
        ("if true and false { }", "and", "write `&&`"),
        ("let a = true or false;", "or", "write `||`"),
        ("if not true { }", "not", "write `!`"),
        ("let a = not true;", "not", "write `!`"),
        ("if true { } elif false { }", "elif", "write `else if`"),
        ("if true then draw();", "then", "in braces"),
        ("let a = None;", "None", "write `()`"),
        ("if seat == null { }", "null", "write `()`"),
        ("let a = True;", "True", "write `true`"),
        ("var a = 1;", "var", "write `let`"),
        ("let a = 1; a++;", "++", "write `+= 1`"),
        ("if 1 <> 2 { }", "<>", "write `!=`"),
        ("let a = true ? 1 : 2;", "?", "write `if condition { a } else { b }`"),
        ("# a comment\n draw();", "#", "begin a comment with `//`"),
        ("let a = 'text';", "'text'", "write `\"text\"`"),
        ("set_state(seat, 'frozen');", "'frozen'", "write `\"frozen\"`"),
        ("[1].map(lambda x: x);", "lambda", "write a closure as `|x| …`"),
        ("function a() { }", "function", "write `fn name(first, second) { … }`"),
        ("match 1 { 1 => 2 }", "match", "write `switch value"),
        ("let a = 2.5;", "2.5", "count in smaller units"),
        ("if seat.name = \"red\" { }", "=", "write `==`"),
        ("if true { } else if seat = seat { }", "=", "write `==`"),
        ("if game.ply => 20 { draw(); }", "=>", "write `>=`"),
        ("if (game.ply + 1) => 20 { draw(); }", "=>", "write `>=`"),
        ("let late = game.ply => 20;", "=>", "write `>=`"),
        ("if game.ply =< 20 { draw(); }", "=<", "write `<=`"),
        ("let f = (seat) => draw();", "=>", "write a closure as `|x| …`"),
    ] {
        let messages = on_mate(body);
        let [one] = messages.as_slice() else { panic!("{body}: {messages:#?}") };
        let shown = one.starts_with("Q0305") && one.contains(&format!("[{marked}]"));
        assert!(shown && one.contains(words), "{body}: {one}");
    }
    says(
        &on_mate("seat.name == 'a';"),
        "Q0345",
        "'a'",
        "write `\"a\"`: strings are in double quotes",
    );
    says(&on_mate("game.count(seat, 'k');"), "Q0341", "'k'", "a character, not a string");
}

#[test]
fn a_missing_semicolon_is_told_where_it_is_missing() {
    for (body, marked) in [
        ("let a = 1\n let b = 2;", "1"),
        ("let a = seats()\n // a, then b\n let b = 2;", ")"),
        ("lose(seat) // \"late\"\n draw();", ")"),
        ("let a = \"//\"\n draw();", "\""),
    ] {
        says(&on_mate(body), "Q0305 1", marked, "a `;` is missing after this -- end a statement");
    }
}

#[test]
fn a_text_that_is_a_statement_is_told() {
    says(&on_mate("(\"B6\");"), "Q0349", "B6", "did you mean `clause(\"B6\");`?");
    says(&on_mate("\"B6\"; draw();"), "Q0349", "B6", "this string does nothing");
    says(&on_mate("if true { (\"mates\"); draw(); }"), "Q0349", "mates", "call the function");
    says(&promotes("\"queen\"; ()"), "Q0349", "queen", "this string does nothing");
    for fine in
        ["\"queen\"", "\"queen\";", "if true { \"queen\" } else { \"rook\" }", "return \"queen\";"]
    {
        assert_eq!(promotes(fine), [""; 0]);
    }
}

#[test]
fn a_reserved_word_is_told_as_such() {
    let until = define("rules.state(\"stalled\").until(\"has_move\");");
    says(&until, "Q0305", "until", "`until` is a reserved word of Rhai -- write `.ends_when(…)`");
    says(&define("rules.new(1);"), "Q0305", "new", "`new` is a reserved word of Rhai -- ");
    says(&on_mate("let match = 1;"), "Q0305", "match", "`match` is a reserved word of Rhai -- ");
}

#[test]
fn the_page_of_the_language_names_what_there_is() {
    let language = RhaiFunctions::new();
    let page = crate::script::RHAI;
    let mut named = 0;
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let code = row.split(" |").next().unwrap_or_default();
        for call in code.split('`').skip(1).step_by(2) {
            let name = call.split('(').next().unwrap_or_default().rsplit('.').next();
            let name = name.unwrap_or_default();
            if call.contains('(') || name == "len" {
                assert!(language.functions.contains_key(name), "{call}");
                named += 1;
            }
        }
    }
    assert!(named > 40, "{named}");
    for example in page.split("```rhai\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        assert_eq!(findings_of(example), [""; 0], "{example}");
    }
    for body in [
        "let t = \"a,b\"; t.trim(); t.replace(\"a\", \"c\"); t.sub_string(0, 1).index_of(\"a\");",
        "let x = 7 / 2 + 2 ** 3; let y = () ?? 1; for i in 0..=3 { } let z = -1 in [1];",
        "let m = #{ a: 1 }; m.total = 1; m[\"b\"] += 1; \"a\" in m; [1].extract(0, 1);",
    ] {
        assert_eq!(on_mate(body), [""; 0], "{body}");
    }
}

#[test]
fn who_looks_for_chance_or_fractions_is_told_what_there_is() {
    for name in ["rand()", "random(6)", "roll(2)"] {
        let messages = on_mate(&format!("{name};"));
        says(&messages, "Q0340", name.split('(').next().unwrap(), "rules.dice");
    }
    says(&on_mate("shuffle([1]);"), "Q0341", "shuffle", "rules.shuffle");
    says(&on_mate("sqrt(4);"), "Q0340", "sqrt", "scripts have only integers");
    says(&on_mate("[1].join(\",\");"), "Q0340", "join", "in a loop");
}
