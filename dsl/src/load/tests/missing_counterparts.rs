//! Tests of the lints about rules without a counterpart, and of the colours of seats.

use super::fixture::{FULL, MATE, changed, diagnostic_rows, with};
use crate::diagnostic::{Code, Diagnostic};

/// Returns the warnings about the full ruleset with this manifest and this script.
fn warnings(geometry: &str, script: &str) -> Vec<Diagnostic> {
    let shelf = with(geometry).file("full", "mate.rhai", script);
    shelf.load("full").unwrap_or_else(|errors| panic!("{errors:#?}")).warnings()
}

/// Returns the marked text, the message and the help of each warning with this code.
fn of(code: Code, geometry: &str, script: &str) -> Vec<(String, String)> {
    let rows = diagnostic_rows(&warnings(geometry, script)).into_iter();
    let rows = rows.filter(|(found, ..)| *found == code);
    rows.map(|(_, marked, message, help)| (marked, format!("{message} -- {help}"))).collect()
}

#[track_caller]
fn one(found: &[(String, String)], marked: &str, words: &str) {
    let [(at, text)] = found else { panic!("{found:#?}") };
    assert_eq!(at, marked, "{text}");
    assert!(text.contains(words), "{text}");
}

/// The tunables of the full ruleset, without its hook.
const TUNABLES: &str = "//! A rule.\n\n// How fast.\nconst SPEED = 1;\n\n// The fate of the army.\n\
                        // one of: freeze, remove\nconst AFTER_MATE = \"freeze\";\n\n";

#[test]
fn royals_need_a_rule_for_mate_or_for_their_capture() {
    let of = |geometry: &str, script: &str| {
        of(Code::MateNotHandled, geometry, &format!("{TUNABLES}{script}"))
    };
    let none = "fn define(rules) {}";
    one(&of(FULL, none), "true", "no hook handles mate");
    one(&of(FULL, none), "true", "fn on_mate(game, seat)");
    let free = "fn define(rules) { rules.protect(\"own\", \"none\"); }";
    one(&of(FULL, free), "true", "no hook handles the capture of a royal");
    for fine in [
        "fn on_royal_captured(game, seat, piece, square) { lose(piece.colour); }",
        "fn on_stalemate(game, seat) { lose(seat); }\nfn on_mate(game, seat) { draw(); }",
        "fn define(rules) { rules.may_not(\"check\"); }",
        "/// when: every ply\nfn on_turn(game, seat) { if game.in_check(seat) { lose(seat); } }",
    ] {
        assert_eq!(of(FULL, fine), [], "{fine}");
    }
    assert_eq!(of(&FULL.replace(", royal = true", ""), none), [], "no royal");
}

#[test]
fn a_question_needs_a_hook_for_its_answer() {
    let code = Code::AnswerNotHandled;
    let asked = |word: &str| {
        format!("{MATE}\nfn on_stalemate(game, seat) {{ {word}(seat, \"side\", [\"left\"], ()); }}")
    };
    let answered = "fn on_answer(game, seat, question, choice, about) { lose(seat); }";
    for word in ["ask", "ask_in_secret"] {
        one(&of(code, FULL, &asked(word)), word, "the answer to the question `side`");
        assert_eq!(of(code, FULL, &format!("{}\n{answered}", asked(word))), []);
    }
}

#[test]
fn en_passant_needs_a_move_that_gives_the_right() {
    let code = Code::EnPassantNeverPossible;
    let moves =
        |pawn: &str| changed("moves = \"W\", value = 1", &format!("moves = \"{pawn}\", value = 1"));
    one(&of(code, &moves("fmWfceF"), MATE), "\"fmWfceF\"", "the pawn captures en passant");
    assert_eq!(of(code, &moves("fmW2fceF"), MATE), []);
    assert_eq!(of(code, &moves("fmWfceFifmnD"), MATE), []);
    assert_eq!(of(code, &moves("fmWfcF"), MATE), []);
    let declared = "fn define(rules) { rules.movement(\"pawn\", \"fmnD\"); }";
    assert_eq!(of(code, &moves("fmWfceF"), &format!("{MATE}\n{declared}")), []);
}

#[test]
fn two_seats_do_not_share_a_colour() {
    let code = Code::SeatColourRepeated;
    let colours = |yellow: &str, green: &str| {
        changed("colour = \"#d9b300\"\n", yellow)
            .replace("key = \"g\"\n", &format!("key = \"g\"\n{green}"))
    };
    let found = of(code, &colours("colour = \"#db0\"\n", "colour = \"#DDBB00\"\n"), MATE);
    one(&found, "\"#DDBB00\"", "green has the same colour as yellow");
    assert_eq!(of(code, &colours("colour = \"#db0\"\n", "colour = \"#db1\"\n"), MATE), []);
}

#[test]
fn default_colours_never_clash() {
    for names in [
        ["yellow", "blue", "red", "dark"],
        ["red", "dark", "light", "blue"],
        ["purple", "violet", "grey", "gray"],
        ["a", "b", "c", "yellow"],
    ] {
        let seats = names.iter().enumerate().map(|(i, name)| {
            let key = ['r', 'b', 'y', 'g'][i];
            format!("[[seats]]\nname = \"{name}\"\nkey = \"{key}\"\nfacing = \"north\"\n")
        });
        let text = format!(
            "[variant]\nid = \"full\"\ntitle = \"Four\"\n[board]\nmask = \"4x2\"\n{}[pieces]\n\
             king = {{ letter = \"K\", moves = \"K\" }}\n[array]\npicture = \"\"\"\n.  .  .  .\nrK bK yK gK\n\"\"\"\n",
            seats.collect::<String>()
        );
        let loaded = with(&text).load("full").unwrap_or_else(|errors| panic!("{errors:#?}"));
        let colours = &loaded.meta.colours;
        let repeated = (1..colours.len()).find(|i| colours[..*i].contains(&colours[*i]));
        assert_eq!(repeated, None, "{names:?}: {colours:?}");
        assert_eq!(of(Code::SeatColourRepeated, &text, MATE), []);
    }
}
