//! Broken and hostile input. It must cause a clear diagnostic and the documented exit code, never a
//! panic or a hang.

use std::time::{Duration, Instant};

use crate::common::{DUEL, ENDS, Scene, words};

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
        // All commands read files in the same way.
        let commands = ["check", "playout", "show", "explain"];
        let commands = if bytes.len() < 10_000 { &commands[..] } else { &commands[..1] };
        let scene = Scene::new().file("v/geometry.toml", bytes);
        for command in commands {
            let ended = scene.run(&format!("{command} ./v")).code(3);
            // The findings of `check` are its result, so they are on standard output.
            let said = if *command == "check" { &ended.out } else { &ended.err };
            assert!(said.contains(&format!("error[{code}")), "{name}: {command}\n{said}");
            assert!(said.len() < 5000, "{name}: a wall of text\n{said}");
        }
    }
}

#[test]
fn a_typo_in_any_key_is_found_with_a_suggestion() {
    for key in ["variant", "board", "seats", "pieces", "array", "rules"] {
        let typo = format!("{}{}", &key[..key.len() - 1], "z");
        let text = DUEL.replace(&format!("[{key}]"), &format!("[{typo}]"));
        let scene = Scene::duel().file("duel/geometry.toml", text);
        scene.run("check ./duel").code(3).says(&format!("`{key}`"));
    }
    for key in
        ["id", "title", "mask", "name", "key", "facing", "picture", "scripts", "moves", "letter"]
    {
        let text = DUEL.replacen(&format!("{key} = "), &format!("{key}z = "), 1);
        assert_ne!(text, DUEL, "{key}");
        let scene = Scene::duel().file("duel/geometry.toml", text);
        scene.run("check ./duel").code(3).says(&format!("did you mean `{key}`?"));
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
        scene.run("check ./duel -n 3").code(4).says("error[Q0601]");
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
        assert!(ended.out.contains("duel/ends.rhai:"), "{hook}: {}", ended.out);
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
        Scene::duel_with(hook).run("check ./duel").code(3).says("error[Q0");
    }
    let define = ENDS.replace("rules.repetition(3);", "loop { }");
    Scene::duel().file("duel/ends.rhai", define).run("check ./duel").code(3).says("error[Q0");
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
    let show = |about: &str| {
        let fen = format!(
            "W-0,0-0,0-0,0-0,0-0-{{'pending':(('w','bonus',{about},('queen','rook')))}}-\
             bK,bR,3/5/5/5/3,wR,wK"
        );
        let words = ["show", "./duel", "--play", "choose=queen", &format!("--fen={fen}")];
        scene.run_words(&words.map(str::to_owned))
    };
    // A script may expect a square, while the FEN contains another value.
    for about in ["''", "'w'", "7", "-1", "-2147483648", "2147483647"] {
        show(about).code(2).complains("property `file`").complains("use `square.file`");
    }
    for about in ["'z9'", "'a99'", "'x'", "2147483648", "-9223372036854775808", "('a1')"] {
        show(about).code(2).complains("--fen:1:");
    }
    show("'a1'").code(0);
}

/// A hook that is slow, but stays within the limit for hooks.
const SLOW: &str =
    "fn on_move(game, seat, piece, from, to) { let n = 0; while n < 3000 { n += 1; } }";

#[test]
fn lists_without_end_in_records_and_lessons_are_refused_soon() {
    for text in ["{".repeat(900_000), "[".repeat(900_000), "e2-e4 {".repeat(100_000)] {
        let scene = Scene::duel().file("game.pgn4", text);
        scene.run("replay game.pgn4 --ruleset ./duel").code(3).complains("game.pgn4:1:");
    }
    let lesson =
        |keys: String| format!("[[lesson]]\nclause = [\"D1\", \"D2\"]\nsays = \"S\"\n{keys}\n");
    for keys in [
        format!("turn = \"white\"\npieces = \"{}\"\nongoing = true", "wKz9 ".repeat(100_000)),
        format!("legal = \"{}\"", "d1-d2 ".repeat(100_000)),
        format!("illegal = \"{}\"", "d1-e3 ".repeat(100_000)),
        format!("board = \"{}\"", "wKe1 ".repeat(100_000)),
    ] {
        let scene = Scene::duel().file("duel/lessons.toml", lesson(keys));
        let found = scene.run("check ./duel -n 0").code(1);
        assert!(found.out.len() < 20_000, "{}", found.out.len());
    }
}

#[cfg(unix)]
#[test]
fn a_ruleset_reads_nothing_outside_its_folder() {
    use std::os::unix::fs::symlink;
    let scene = Scene::duel().file("secret/notes.toml", "password = \"swordfish\"\n");
    for (name, target) in [("lessons.toml", "../secret/notes.toml"), ("more.rhai", "/etc/hostname")]
    {
        symlink(target, scene.dir.join("duel").join(name)).unwrap();
        for command in ["check", "show", "playout", "explain"] {
            let ended = scene.run(&format!("{command} ./duel")).code(3);
            let said = format!("{}{}", ended.out, ended.err);
            assert!(said.contains(name) && said.contains("outside"), "{said}");
            assert!(!said.contains("swordfish"), "{said}");
        }
        std::fs::remove_file(scene.dir.join("duel").join(name)).unwrap();
    }
    // A path in a record is refused too.
    let scene = scene.file("game.pgn4", "[Ruleset \"./duel\"]\n\n1. d1-d4\n");
    scene.run("replay game.pgn4").code(2).complains("there is no ruleset `./duel`");
}

#[test]
fn check_looks_at_every_preset() {
    let broken = |preset: &str| {
        let geometry = format!("{DUEL}\n[presets.odd]\nabout = \"Odd.\"\n{preset}\n");
        Scene::duel().file("duel/geometry.toml", geometry)
    };
    broken("\"ends.STALEMATE\" = \"loss\"")
        .run("check ./duel -n 5")
        .code(0)
        .says("./duel: ok (no lessons, 5 random games, 1 preset)");
    for (preset, code) in [
        ("array = { picture = \"wK\" }", "error[Q0"),
        ("rules = { scripts = [\"nowhere.rhai\"] }", "error[Q0011]"),
        ("\"ends.STALEMATE\" = \"perhaps\"", "error[Q0"),
        ("zones = { never = \"a1\" }", "warning[Q0404]"),
    ] {
        let found = broken(preset).run("check ./duel -n 5");
        assert!(matches!(found.code, Some(1 | 3)), "{preset}: {found:?}");
        found.says("with the preset `odd`: ").says(code);
        // Games without the preset are not affected.
        broken(preset).run("playout ./duel -n 2").code(0);
    }
    // An heir can't fix its parent's preset, but it can drop it.
    let heir = "extends = \"../duel\"\n[variant]\nid = \"heir\"\ntitle = \"Heir\"\n[rules]\nscripts = [\"own.rhai\"]\n";
    let own = "fn on_mate(game, seat) { lose(seat); }\nfn on_stalemate(game, seat) { draw(); }";
    let scene = broken("\"ends.STALEMATE\" = \"loss\"").file("heir/own.rhai", own);
    let scene = scene.file("heir/geometry.toml", heir);
    scene
        .run("check ./heir -n 2")
        .code(3)
        .says("with the preset `odd`: there is no tunable")
        .says("leave the preset out with `drop = [\"presets.odd\"]`");
    let dropped = format!("drop = [\"presets.odd\"]\n{heir}");
    scene.file("heir/geometry.toml", dropped).run("check ./heir -n 2").code(0);
    let failing = "const ODD = 0;\nfn on_move(game, seat, piece, from, to) { if ODD == 1 { throw \"odd\"; } }";
    let geometry = format!("{DUEL}\n[presets.odd]\nabout = \"Odd.\"\n\"ends.ODD\" = 1\n");
    let scene = Scene::duel_with(failing).file("duel/geometry.toml", geometry);
    let found =
        scene.run("check ./duel -n 5").code(4).says("with the preset `odd`: `ends.on_move` failed");
    found.says("quadrille playout ./duel@odd --games 0..1 --agents random --seed 1");
    // A lesson with a preset uses that preset.
    let lesson =
        "[[lesson]]\nclause = [\"D1\", \"D2\"]\nsays = \"S\"\npreset = \"odd\"\nplay = \"d1-d2\"\n";
    let scene = scene.file("duel/lessons.toml", lesson);
    scene.run("check ./duel -n 0").code(4).says("error[Q0621]");
}

#[test]
fn a_check_ends_with_its_time() {
    let lessons =
        "[[lesson]]\nclause = [\"D1\", \"D2\"]\nsays = \"S\"\nplay = \"d1-d2 b5-b4 d2-d1 b4-b5\"\n";
    let scene = Scene::duel_with(SLOW).file("duel/lessons.toml", lessons.repeat(900));
    let begun = Instant::now();
    let found = scene.run("check ./duel -n 1000000 --time 1").code(1);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    found.says("warning[Q0604]: not everything was checked in 1 second").says("--time 4");
    scene.run("check ./duel --time 0").code(2);
}

#[cfg(unix)]
#[test]
fn every_command_ends_soon_after_it_is_interrupted() {
    let scene = Scene::duel_with(SLOW);
    for line in [
        "check ./duel -n 1000000",
        "perft ./duel 40 --jobs 1",
        "perft orthodox-chess 40 --jobs 1",
        "playout orthodox-chess -n 1 --agents mcts:1000000",
        "playout chesscom-ffa -n 1 --agents search-maxn:depth=9",
        "playout ./duel -n 10000000 --agents mcts:100000",
        "skill orthodox-chess --agents random,mcts:1000000 -n 2",
        "explore ./duel -n 10000000 --agents random",
    ] {
        let child = scene.command(&words(line)).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let begun = Instant::now();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{line}: {said}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{line}: {:?}", begun.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn who_is_interrupted_at_once_has_the_same_exit_code() {
    let scene = Scene::duel();
    for wait in [60, 120, 250] {
        let line = "sweep verney-1881 --agents greedy -n 9000000 --at-least 9000000";
        let mut child = scene.command(&words(line)).spawn().unwrap();
        let id = child.id().to_string();
        std::thread::sleep(Duration::from_millis(wait));
        let mut beats = 0;
        let ended = loop {
            if let Some(ended) = child.try_wait().unwrap() {
                break ended;
            }
            // If the tests run in the background, the signal is ignored until the program listens.
            if beats % 500 == 0 {
                std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
            }
            beats += 1;
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(ended.code(), Some(130), "after {wait} ms");
    }
}

#[test]
fn a_failing_game_is_shown_with_a_command_that_plays_it_again() {
    let hook = "fn on_move(game, seat, piece, from, to) { if game.ply == 7 { throw \"seven\"; } }";
    let scene = Scene::duel_with(hook);
    let again = |line: &str| {
        let ended = scene.run(line).code(4).says("the hook ends.on_move").says("seven");
        let ended =
            ended.says("duel/ends.rhai:").says("Last moves").says("  5  ").says("     a   b");
        let lines: Vec<&str> = ended.out.lines().collect();
        let at = lines.iter().position(|line| *line == "To repeat the game").unwrap();
        assert!(!ended.out.contains("Outcomes"), "{}", ended.out);
        lines[at + 1].trim().strip_prefix("quadrille ").unwrap().to_owned()
    };
    let first = again("playout ./duel -n 3 --seed 5 --set STALEMATE=loss");
    assert_eq!(again(&first), first);
    assert_eq!(again(&again("check ./duel -n 9 --seed 5")), again("check ./duel -n 9 --seed 5"));
    assert_eq!(
        again("playout duel --rulesets . -n 1 --full"),
        again("playout duel --rulesets . -n 2")
    );
    let json = scene.run(&format!("{first} --format json")).code(4).json();
    assert!(matches!(json["fault"]["actions"].as_array().unwrap().len(), 7 | 8), "{json}");
    let fen = json["fault"]["fen"].as_str().unwrap();
    scene.run_words(&["show", "./duel", "--fen", fen].map(str::to_owned)).code(0);
    let early = Scene::duel_with("fn on_setup(game) { throw \"no\"; }");
    early.run("playout ./duel -n 3").code(4).says("before the first move").says("  5  bK");
}

#[test]
fn a_ruleset_that_is_not_there_is_suggested() {
    let scene = Scene::new();
    for (name, meant) in
        [("verney", "`verney-1881`"), ("ffa", "`chesscom-ffa` or `house-rules-ffa`")]
    {
        let meant = format!("did you mean {meant}?");
        scene.run(&format!("show {name}")).code(2).complains(&meant);
        let scene = Scene::new().file("g.pgn4", format!("[Ruleset \"{name}\"]\n\n1. h2-h3\n"));
        scene.run("replay g.pgn4").code(2).complains(&meant).complains("--ruleset");
    }
    let scene = scene.file("g.pgn4", "[Ruleset \"Zatrikion\"]\n\n1. h2-h3\n");
    let run = scene.run("replay g.pgn4").code(2).complains("--ruleset");
    assert!(!run.err.contains("did you mean"), "{}", run.err);
}

/// Simulates a full disk: files may not grow beyond about half a kilobyte.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_leaves_the_old_one_and_no_draft() {
    let manifest =
        [DUEL.replace("[board]", "[board]   "), "# A line to make it long.\n".repeat(100)].concat();
    let scene = Scene::duel()
        .file("sheets/duel.html", "old")
        .file("schemas/geometry.schema.json", "old")
        .file("duel/geometry.toml", &manifest);
    let limited = |line: &str| {
        let script = format!("ulimit -f 1; exec \"$0\" {line}");
        let program = env!("CARGO_BIN_EXE_quadrille");
        let ran = std::process::Command::new("sh")
            .args(["-c", &script, program])
            .current_dir(&scene.dir)
            .output();
        let ran = ran.unwrap();
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(3), "{line}: {err}");
        assert!(err.contains("error: "), "{line}: {err}");
    };
    let names = |folder: &str| {
        let entries = std::fs::read_dir(scene.dir.join(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    limited("doc ./duel -o sheets");
    assert_eq!(scene.read("sheets/duel.html"), "old");
    assert_eq!(names("sheets"), ["duel.html"]);
    limited("fmt duel");
    assert_eq!(scene.read("duel/geometry.toml"), manifest);
    assert_eq!(names("duel"), ["ends.rhai", "geometry.toml"]);
    limited("schema -o schemas");
    assert_eq!(scene.read("schemas/geometry.schema.json"), "old");
    assert_eq!(names("schemas"), ["geometry.schema.json"]);
    limited("playout ./duel -n 50 --seed 1 --format json > out.json");
}
