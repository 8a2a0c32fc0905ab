//! Broken and hostile input: a clear diagnostic and the documented exit code, never a panic or a
//! hang.

mod common;

use common::{DUEL, ENDS, Scene};

#[test]
fn files_that_are_no_rulesets() {
    let noise: Vec<u8> =
        (0..5000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut half = b"[variant]\nid = \"\xff\xfe".to_vec();
    half.extend_from_slice(&noise);
    let cases: [(&str, Vec<u8>, &str); 6] = [
        ("empty", Vec::new(), "Q0005"),
        ("large", vec![b'#'; 10 << 20], "Q0003"),
        ("long line", [b"a = \"".to_vec(), vec![b'x'; 900 << 10]].concat(), "Q0006"),
        ("noise", noise, "Q0004"),
        ("half", half, "Q0004"),
        ("deep", "[".repeat(200_000).into_bytes(), "Q0"),
    ];
    for (name, bytes, code) in cases {
        let scene = Scene::new().file("v/geometry.toml", bytes);
        for command in ["check", "playout", "show", "explain"] {
            let ended =
                scene.run(&format!("{command} ./v")).code(3).complains(&format!("error[{code}"));
            assert!(ended.err.len() < 5000, "{name}: a wall of text\n{}", ended.err);
        }
    }
}

#[test]
fn a_typo_in_any_key_is_found_with_a_suggestion() {
    for key in ["variant", "board", "seats", "pieces", "array", "rules"] {
        let typo = format!("{}{}", &key[..key.len() - 1], "z");
        let text = DUEL.replace(&format!("[{key}]"), &format!("[{typo}]"));
        let scene = Scene::duel().file("duel/geometry.toml", text);
        scene.run("check ./duel").code(3).complains(&format!("`{key}`"));
    }
    for key in
        ["id", "title", "mask", "name", "key", "facing", "picture", "scripts", "moves", "letter"]
    {
        let text = DUEL.replacen(&format!("{key} = "), &format!("{key}z = "), 1);
        assert_ne!(text, DUEL, "{key}");
        let scene = Scene::duel().file("duel/geometry.toml", text);
        scene.run("check ./duel").code(3).complains(&format!("did you mean `{key}`?"));
    }
}

#[test]
fn boards_and_arrays_that_do_not_fit() {
    let cases = [
        (
            "ply_limit = 200",
            "ply_limit = 200\n\n[presets.x]\nabout = \"\"\nboard.walls = [\"a1|c1\"]",
            0,
        ),
        ("mask = \"\"\"\n", "walls = [\"a1|c3\"]\nmask = \"\"\"\n", 3),
        ("bK bR .  .  .\n", "bK bR .  .  .  .  .  .\n", 3),
        (".  .  .  wR wK\n", ".  .  .  wR wK\n.  .  .  .  .\n", 3),
        ("bK bR .  .  .\n", "bK bR .  .  gX\n", 3),
        (".....\n\"\"\"", "....\n\"\"\"", 3),
    ];
    for (from, to, code) in cases {
        let text = DUEL.replacen(from, to, 1);
        assert_ne!(text, DUEL, "{from}");
        let scene = Scene::duel().file("duel/geometry.toml", text);
        let ended = scene.run("show ./duel --format svg").code(code);
        assert_eq!(ended.err.contains(" --> "), code == 3, "{to}: {}", ended.err);
    }
}

#[test]
fn scripts_that_misbehave_in_a_game() {
    let cases = [
        "fn on_setup(game) { let x = 0; while true { x += 1; } }",
        "fn on_setup(game) { loop { } }",
        "fn deeper(x) { deeper(x + 1) }\nfn on_setup(game) { deeper(0); }",
        "fn on_setup(game) { let s = \"a\"; loop { s += s; } }",
        "fn on_setup(game) { let a = [1]; loop { a += a; } }",
        "fn on_setup(game) { throw \"no\"; }",
        "fn on_setup(game) { let x = 1 / 0; }",
        "fn on_setup(game) { place(square(\"d1\"), \"rook\", seat(\"white\")); }",
        "fn on_setup(game) { let name = \"asl\"; name += \"eep\"; set_state(seat(\"white\"), name); }",
        "fn on_setup(game) { let n = 9223372036854775807; n += 1; }",
    ];
    for hook in cases {
        let scene = Scene::duel_with(hook);
        let ended = scene.run("playout ./duel -n 3").code(4);
        assert!(ended.err.contains("ends.on_setup"), "{hook}: {}", ended.err);
        assert!(ended.err.len() < 3000, "{hook}: {}", ended.err);
        scene.run("check ./duel --games 3").code(4).complains("error[Q0601]");
    }
}

#[test]
fn scripts_that_ask_for_what_they_may_not_have() {
    let cases = [
        "import \"os\" as os;",
        "fn on_setup(game) { import \"os\" as os; }",
        "fn on_setup(game) { sleep(1000); }",
        "fn on_setup(game) { eval(\"1\"); }",
        "fn on_setup(game) { print(1); }",
        "fn on_setup(game) { open_file(\"/etc/passwd\"); }",
        "fn on_setup(game) { let t = timestamp(); }",
        "fn on_setup(game) { let r = rand(); }",
        "fn on_setup(game, more) { }",
        "fn on_setpu(game) { }",
        "let x = 1;",
    ];
    for hook in cases {
        let ended = Scene::duel_with(hook).run("check ./duel").code(3);
        assert!(ended.err.contains("duel/ends.rhai:"), "{hook}: {}", ended.err);
    }
}

#[test]
fn scripts_that_misbehave_at_load() {
    let cases = [
        "fn arrives(piece, square) { loop { } }",
        "fn arrives(piece, square) { throw \"no\"; }",
        "fn promotes(piece, square) { 5 }",
        "fn may_enter(piece, square) { \"yes\" }",
    ];
    for hook in cases {
        Scene::duel_with(hook).run("check ./duel").code(3).complains("error[Q0");
    }
    let define = ENDS.replace("rules.repetition(3);", "loop { }");
    Scene::duel().file("duel/ends.rhai", define).run("check ./duel").code(3).complains("error[Q0");
}

#[test]
fn all_errors_are_shown_and_counted() {
    let text = DUEL
        .replace("moves = \"K\"", "moves = \"Ky\"")
        .replace("facing = \"north\"", "facing = \"up\"");
    let scene = Scene::duel().file("duel/geometry.toml", text);
    scene
        .run("playout ./duel")
        .code(3)
        .complains("duel/geometry.toml:21:10")
        .complains("duel/geometry.toml:30:34")
        .complains("2 errors");
}

#[test]
fn positions_that_can_t_be_read() {
    let scene = Scene::duel();
    let noise = "-/{},'()0123456789wbxKR\u{7}\u{7f}é日".repeat(50);
    let fens = [
        "",
        " ",
        "-",
        "8/8 w",
        "{",
        "W-0,0-0,0-0,0-0,0-0-5/5/5/5",
        "K".repeat(1 << 16).as_str(),
        &noise,
    ]
    .map(str::to_owned);
    for fen in fens {
        let words = ["show", "./duel", &format!("--fen={fen}")].map(str::to_owned);
        let ended = scene.run_words(&words).code(2).complains("--fen:");
        assert!(ended.err.len() < 4000, "{}", ended.err);
    }
}

#[test]
fn a_question_about_no_square_of_the_board() {
    let scene = Scene::duel_with(
        "fn on_answer(game, seat, question, choice, king) { if king.file > 9 { draw(); } }",
    );
    // Squares are told as 2 to the power of 41 and their number, seats as that of 40.
    let (square, seat) = (1_i64 << 41, 1_i64 << 40);
    for about in [square + 250, square + 25, seat + 7, 1 << 42, 7, -1, i64::MIN, i64::MAX] {
        let fen = format!(
            "W-0,0-0,0-0,0-0,0-0-{{'pending':(('w','bonus',{about},('queen','rook')))}}-\
             bK,bR,3/5/5/5/3,wR,wK"
        );
        let words = ["show", "./duel", "--play", "choose=queen", &format!("--fen={fen}")];
        let ended = scene.run_words(&words.map(str::to_owned)).code(2);
        ended.complains("property `file`").complains("there is `square.file`");
    }
    let fen = format!(
        "W-0,0-0,0-0,0-0,0-0-{{'pending':(('w','bonus',{square},('queen','rook')))}}-\
         bK,bR,3/5/5/5/3,wR,wK"
    );
    let words = ["show", "./duel", "--play", "choose=queen", &format!("--fen={fen}")];
    scene.run_words(&words.map(str::to_owned)).code(0);
}
