//! Constructs of rule scripts: tokens, statements, functions, words and hooks.

use std::sync::LazyLock;

use quadrille_dsl::script::api::{self, Form};
use quadrille_dsl::script::hook_catalogue::HOOKS;

use crate::cases::{Case, Files, read_ruleset, read_script};
use crate::manifests::GEOMETRY;

/// The number of repetitions of letters and of signs, which are short.
const LETTERS: usize = 300;

/// The number of repetitions of statements. A script may have 2000 statements and blocks.
const STATEMENTS: usize = 60;

/// Texts that a script may repeat.
const TOKENS: &[&str] = &[
    "\n",
    "\r\n",
    " ",
    "é",
    "a",
    "a ",
    "1",
    "{",
    "}",
    "{}",
    "(",
    ")",
    "[",
    "]",
    "#{",
    ";",
    ",",
    ".",
    ".a",
    "a.a",
    "!",
    "-",
    "+",
    "1+",
    "a+",
    "a&&",
    "=",
    "a=",
    "|",
    "|a|",
    "\"",
    "\"s\"",
    "\"s\";",
    "\"s\"+",
    "'",
    "`",
    "`${",
    "`a`",
    "\\",
    "//",
    "//\n",
    "///\n",
    "//!\n",
    "/*",
    "/**/",
    "/* a */\n",
    "/// clause: M1\n",
    "/// when: pawn\n",
    "fn",
    "fn ",
    "fn a",
    "fn a(",
    "fn a() {",
    "const ",
    "let ",
    "let a",
    "if ",
    "if a {",
    "else {",
    "for a in ",
    "while a {",
    "switch a {",
    "f(",
    "a[",
    "“",
    "@",
    "?",
    "\u{1}",
    "“a”;\n",
    "a;\n",
    "f();\n",
    "if a == b { }\n",
];

/// Statements, which are repeated in a hook. `@` stands for a number.
const STATEMENTS_OF_HOOKS: &[&str] = &[
    "{}",
    "let v@ = 1;",
    "let v = 1;",
    "let v@ = game.ply; if v@ > 1 { draw(); }",
    "if game.ply == @ { draw(); }",
    "if game.ply == 1 { } else { }",
    "while false { }",
    "for v in [1] { }",
    "switch game.ply { @ => draw(), _ => () }",
    "seat_@();",
    "draw();",
    "clause(\"M@\");",
    "set_counter(\"c@\", 1);",
    "set_counter(\"c\", 1);",
    "ask(seat, \"q@\", [\"a\", \"b\"]);",
    "offer(seat, \"w@\");",
    "count_metric(\"m@\");",
    "set_state(seat, \"s@\");",
    "let v@ = [1, 2].map(|a| a + 1);",
    "let v@ = #{ a: 1, b: 2 };",
    "let v@ = `${game.ply}`;",
    "let v@ = \"text @\";",
    "game.unknown_@;",
    "seat.nam@;",
    "\"text @\";",
    "// A remark.",
    "/* A remark. */",
    "let v@ = game.pieces(seat, \"kind@\");",
    "if seat.name == \"white@\" { draw(); }",
    "relate(seat, seat.partner, \"capture\", true);",
];

/// Parts of one expression, which are repeated. They have a start, the part and an end.
const EXPRESSIONS: &[(&str, &str, &str)] = &[
    ("let v = [", "1, ", "];"),
    ("let v = [", "[1], ", "];"),
    ("let v = #{", "a@: 1, ", "};"),
    ("let v = ", "1 + ", "1;"),
    ("let v = ", "(", "1;"),
    ("let v = \"", "a", "\";"),
    ("let v = \"", "\\n", "\";"),
    ("let v = `", "${1}", "`;"),
    ("let v = seat", ".next", ";"),
    ("let v = f(", "1, ", "1);"),
    ("let v = ", "if true { 1 } else ", "{ 2 };"),
    ("let v = game.ply == 1", " || game.ply == @", ";"),
    ("switch game.ply { ", "@ => 1, ", "_ => 2 }"),
    ("let v = ", "!", "true;"),
    ("if true { ", "if true { ", "}"),
    ("let v = seat.name in [", "\"kind@\", ", "];"),
];

/// Items at the top level of a script, which are repeated.
const ITEMS: &[&str] = &[
    "fn f@() {}\n",
    "fn f() {}\n",
    "fn f@(a) { f@(a) }\n",
    "/// About.\nfn f@(a, b) { let c = a; }\n",
    "const A@ = 1;\n",
    "// About.\nconst A@ = \"a\";\n",
    "/// when: king\nfn f@() {}\n",
    "/// clause: M@\nfn on_mate(game, seat) { lose(seat); }\n",
    "let a@ = 1;\n",
    "a@;\n",
    "// Remark.\n",
    "//! Remark.\n",
    "/// Remark.\n",
    "@ = ;\n",
    "fn on_mat@(game, seat) {}\n",
];

/// Returns a text with a number in place of `@`.
fn numbered(text: &str, number: usize) -> String {
    text.replace('@', &number.to_string())
}

fn repeated(text: &str, number: usize) -> String {
    (0..number).map(|i| numbered(text, i)).collect::<Vec<_>>().join("")
}

fn in_hook(body: &str) -> String {
    format!("fn on_mate(game, seat) {{\n{body}\n}}\n")
}

/// Returns the case of a script.
fn script(name: impl Into<String>, text: impl Fn(usize) -> String + 'static) -> Case {
    Case::new(name, move |number| {
        let text = text(number);
        Box::new(move || read_script(&text))
    })
}

/// A statement for each word of scripts, with as many arguments as the word takes.
static WORDS: LazyLock<String> = LazyLock::new(|| {
    let call = |function: &api::Function| {
        let args: Vec<&str> = function.params.iter().map(|_| "seat").collect();
        let args = args.join(", ");
        match function.form {
            Form::Property(_) => format!("let v@ = seat.{};\n", function.name),
            Form::Method(_) => format!("seat.{}({args});\n", function.name),
            _ => format!("{}({args});\n", function.name),
        }
    };
    api::functions().map(call).collect()
});

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for token in TOKENS {
        cases.push(
            script(format!("script: {token:?} at the top"), move |number| token.repeat(number))
                .repeated(LETTERS),
        );
        cases.push(
            script(format!("script: {token:?} in a hook"), move |number| {
                in_hook(&token.repeat(number))
            })
            .repeated(STATEMENTS),
        );
    }
    for statement in STATEMENTS_OF_HOOKS {
        let body = move |number| repeated(&format!("{statement}\n"), number);
        cases.push(
            script(format!("script: statement {statement:?}"), move |number| {
                in_hook(&body(number))
            })
            .repeated(STATEMENTS),
        );
    }
    for (start, part, end) in EXPRESSIONS {
        let body = move |number| format!("{start}{}{end}", repeated(part, number));
        cases.push(script(format!("script: expression {part:?} of {start:?}"), move |number| {
            in_hook(&body(number))
        }));
    }
    for item in ITEMS {
        cases.push(
            script(format!("script: item {item:?}"), move |number| repeated(item, number))
                .repeated(STATEMENTS),
        );
    }
    cases.push(
        script("script: every word", |number| in_hook(&repeated(&WORDS, number))).repeated(2),
    );
    cases.push(
        script("script: every hook", |number| {
            let hooks = HOOKS.iter().map(|hook| format!("fn {}_@() {{ }}\n", hook.name));
            let hooks: String = hooks.collect();
            repeated(&hooks, number)
        })
        .repeated(4),
    );
    cases.push(Case::new("ruleset: functions that call each other", |number| {
        let function = |i| format!("fn f{i}(game) {{ f{}(game) }}\n", i + 1);
        let functions: String = (0..number).map(function).collect();
        let text = format!("{functions}fn f{number}(game) {{ game.ply }}\nfn on_mate(game, seat) {{ f0(game); }}\n");
        Box::new(move || read_script(&text))
    }).repeated(100));
    for (name, define, hook) in [
        ("counters", "rules.counter(\"c@\", \"seat\");", "set_counter(seat, \"c@\", 1);"),
        ("metrics", "rules.metric(\"m@\");", "count_metric(\"m@\");"),
        ("clauses", "", "clause(\"M@\");"),
        ("movements", "rules.movement(\"king\", \"W\");", ""),
        ("walls", "rules.wall(\"d4|d5\");", ""),
    ] {
        cases.push(
            Case::new(format!("ruleset: {name} of a script"), move |number| {
                let text = format!(
                    "fn define(rules) {{\n{}\n}}\n{}",
                    repeated(&format!("{define}\n"), number),
                    in_hook(&repeated(&format!("{hook}\n"), number))
                );
                let geometry = format!("{GEOMETRY}[rules]\nscripts = [\"a.rhai\"]\n");
                let files = Files::from([("geometry.toml", geometry), ("a.rhai", text)]);
                Box::new(move || read_ruleset(&files))
            })
            .repeated(STATEMENTS),
        );
    }
    cases
}
