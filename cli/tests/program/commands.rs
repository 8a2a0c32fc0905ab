//! Tests of each command.

use crate::common::{DUEL, Scene, words};
use serde_json::Value;

#[test]
fn help_is_no_error_and_a_wrong_command_line_is() {
    let scene = Scene::new();
    scene.run("--help").code(0).says("Play and learn:").says("Exit codes:");
    scene.run("playout --help").code(0).says("Examples:").says("quadrille playout verney-1881");
    scene.run("--version").code(0).says("quadrille ");
    scene.run("").code(0).says("quadrille play chesscom-teams");
    scene.run("--jobs 2").code(2);
    scene.run("completions bash").code(0).says("_quadrille()");
    scene.run("completions tcsh").code(2).complains("zsh");
    scene.run("manual -o pages").code(0);
    assert!(scene.read("pages/quadrille-playout.1").contains("hundred games"));
    scene.run("plyout").code(2).complains("playout");
    scene.run("playout x --agents gredy").code(2).complains("did you mean `greedy`?");
    scene.run("playout x -n 0").code(2);
    scene.run("playout x --jobs 0").code(2);
    scene.run("playout x --games 5..5").code(2);
    scene.run("playout x --resume").code(2).complains("--out");
    scene.run("playout x --no-metrics --out x.db").code(2);
    scene.run("perft x 999999999999").code(2);
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_program_without_the_server_says_how_to_get_one() {
    let scene = Scene::new();
    scene.run("serve").code(2).complains("built without the server").complains("--features full");
}

#[test]
fn an_unknown_ruleset_is_met_with_a_suggestion() {
    let scene = Scene::duel();
    scene
        .run("playout dule --rulesets .")
        .code(2)
        .complains("there is no ruleset `dule`")
        .complains("did you mean `duel`?");
    scene.run("show ./nowhere").code(3).complains("error[Q0001]");
}

#[test]
fn a_wrong_setting_is_met_with_a_suggestion() {
    let scene = Scene::duel();
    scene.run("playout ./duel --set STALEMAT=loss").code(2).complains("did you mean `STALEMATE`?");
    scene.run("playout ./duel --set ends.STALEMATE=los").code(2).complains("did you mean `loss`?");
    scene.run("playout ./duel@nosuch").code(2).complains("error[Q0007]");
    scene.run("playout ./duel --set STALEMATE").code(2);
    scene.run("playout ./duel --set a:STALEMATE=loss").code(2).complains("`STALEMATE=loss`");
}

#[test]
fn list_shows_rulesets_by_year() {
    let older = DUEL.replace("duel", "aged").replace("Duel", "Aged").replace("2001", "1301");
    let scene = Scene::duel()
        .file("aged/geometry.toml", older)
        .file("aged/ends.rhai", crate::common::ENDS)
        .file("broken/geometry.toml", "nonsense");
    let ended = scene.run("list --rulesets .").code(0).says("Duel");
    let place = |what: &str| ended.out.find(what).unwrap();
    assert!(place("aged") < place("duel"));
    assert!(ended.out.contains("can't be loaded; see `quadrille check broken`"));
    let json = scene.run("list --rulesets . --format json").code(0).json();
    let ids: Vec<_> =
        json["rulesets"].as_array().unwrap().iter().map(|r| r["id"].clone()).collect();
    assert!(ids.contains(&Value::from("duel")), "{ids:?}");
}

#[test]
fn show_draws_in_every_format() {
    let scene = Scene::duel();
    let text = scene.run("show ./duel").code(0);
    assert_eq!(
        text.out,
        "\
Duel (2001)

  5  bK  bR  .   .   .
  4  .   .   .   .   .
  3  .   .   .   .   .
  2  .   .   .   .   .
  1  .   .   .   wR  wK
     a   b   c   d   e

white to move
white (w) against black (b)
"
    );
    scene.run("show ./duel --color always").code(0).says(";48;5;");
    scene.run("show ./duel --format svg").code(0).says("<title id=\"title\">Duel</title>");
    scene.run("show ./duel -o board.png").code(0);
    assert!(std::fs::read(scene.dir.join("board.png")).unwrap().starts_with(b"\x89PNG"));
    scene.run("show ./duel -o board.svg").code(0).complains("wrote board.svg");
    scene.run("show ./duel -o board.gif").code(2).complains("boards are not drawn as `.gif`");
    assert!(scene.read("board.svg").starts_with("<svg "));
    scene.run("show ./duel --resolved").code(0).says("[variant]");
    scene.run("show ./duel --piece rook --from c3").code(0).says("* moves or captures");
    scene.run("show ./duel --piece rok").code(2).complains("did you mean `rook`?");
    scene.run("show ./duel --piece rook --from z9").code(2);
}

#[test]
fn a_finished_game_shows_its_ending_and_whose_turn_it_is_no_longer() {
    let hook = "/// when: every ply\nfn on_move(game, seat, piece, from, to) { lose(seat.next); }";
    let scene = Scene::duel_with(hook);
    let shown = scene.run("show ./duel --play d1-d4").code(0).says("over: white wins");
    assert!(!shown.out.contains("to move"), "{}", shown.out);
    let drawing = scene.run("show ./duel --play d1-d4 --format svg").code(0);
    assert!(drawing.out.contains("<desc id=\"desc\">over: white wins"), "{}", drawing.out);
}

#[test]
fn lines_on_the_board_are_drawn_and_inherited() {
    let mask = "mask = \"\"\"\n.....";
    let scene = Scene::new()
        .file("duel/geometry.toml", DUEL.replace(mask, &format!("lines = [\"b2-d4\"]\n{mask}")))
        .file("duel/ends.rhai", crate::common::ENDS)
        .file(
            "heir/geometry.toml",
            "extends = \"../duel\"\nvariant = { id = \"heir\", title = \"Heir\" }\n",
        );
    // The line goes from the lower left corner of b2 to the upper right corner of d4, around a
    // board of five squares.
    for line in ["./duel", "./heir", "./heir --piece rook"] {
        scene.run(&format!("show {line} --format svg")).code(0).says("d=\"M74 224L224 74\"");
    }
    let plain = Scene::duel().run("show ./duel").code(0).out;
    assert_eq!(scene.run("show ./duel").code(0).out, plain, "text has no lines");
}

/// `UPDATE=1` redraws the picture.
#[test]
fn the_picture_of_the_readme_is_what_show_draws() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures/verney-1881.svg");
    let drawn = Scene::new().run("show verney-1881 --format svg").code(0).out;
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(kept == drawn, "docs/pictures/verney-1881.svg is out of date: set UPDATE=1");
}

#[test]
fn a_shown_fen_is_read_again() {
    let scene = Scene::duel();
    let fen = scene.run("show ./duel --format fen").code(0).out;
    let words = ["show", "./duel", "--format", "fen", "--fen", fen.trim()].map(str::to_owned);
    assert_eq!(scene.run_words(&words).code(0).out, fen);
}

#[test]
fn no_color_and_color_are_obeyed() {
    let scene = Scene::duel();
    let coloured = |line: &str| scene.run(line).out.contains('\x1b');
    assert!(!coloured("show ./duel"));
    assert!(coloured("show ./duel --color always"));
    assert!(!coloured("show ./duel --color never"));
    let mut command = scene.command(&words("show ./duel --color always"));
    let output = command.env("COLORTERM", "truecolor").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains(";48;2;"));
}

#[test]
fn moves_are_listed_sorted_and_actions_played() {
    let scene = Scene::duel();
    let ended = scene.run("moves ./duel").code(0);
    let listed: Vec<&str> = ended.out.lines().collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(listed, sorted);
    assert_eq!(listed.len(), 9);
    let json = scene.run("moves ./duel --format json").code(0).json();
    assert_eq!(json["moves"].as_array().unwrap().len(), listed.len());
    scene
        .run("show ./duel --play 'd1-d4'")
        .code(0)
        .says("  4  .   .   .   wR")
        .says("black to move");
    scene.run("moves ./duel --play 'd1-d4 a5-a5'").code(2).complains("--play:1:7");
}

#[test]
fn perft_counts_and_divides() {
    let scene = Scene::duel();
    assert_eq!(scene.run("perft ./duel 0").code(0).out, "Nodes searched: 1\n");
    assert_eq!(scene.run("perft ./duel 1").code(0).out, "Nodes searched: 9\n");
    let divided = scene.run("perft ./duel 3 --divide").code(0).out;
    let (lines, total) = divided.split_once("\n\n").unwrap();
    let sum: u64 =
        lines.lines().map(|l| l.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(total, format!("Nodes searched: {sum}\n"));
    assert_eq!(lines.lines().count(), 9);
    let json = scene.run("perft ./duel 3 --divide --jobs 2 --format json").code(0).json();
    assert_eq!(json["nodes"], sum);
    assert_eq!(json["moves"].as_object().unwrap().len(), 9);
}

#[test]
fn playout_reports_what_happened() {
    let scene = Scene::duel();
    scene
        .run("playout ./duel -n 100 --agents random --seed 7 --set STALEMATE=loss --full")
        .code(0)
        .says("100 games of random play")
        .says("changed  ends.STALEMATE = ")
        .says("D1")
        .says("Mate ends the game.")
        .says("quadrille playout ./duel --set STALEMATE=loss -n 100 --agents random --seed 7");
    let json = scene.run("playout ./duel -n 100 --format json").code(0).json();
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    for key in [
        "schema",
        "version",
        "ruleset",
        "seed",
        "games",
        "plies",
        "seconds",
        "plies_per_second",
        "agents",
        "outcomes",
        "endings",
        "seats",
        "length",
        "clauses",
        "metrics",
        "advantage",
        "heat",
    ] {
        assert!(keys.contains(&key), "{key}");
    }
    let games = |list: &str| -> u64 {
        json[list].as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).sum()
    };
    assert_eq!(games("outcomes"), 100);
    assert_eq!(games("endings"), 100);
    assert_eq!(json["ruleset"]["id"], "duel");
    scene.run("playout ./duel -n 5 --agents random,greedy --full").code(0).says("random, greedy");
    scene.run("playout ./duel -n 5 --agents random,greedy,random").code(2);
    scene.run("playout ./duel -n 5 --ply-limit 1").code(0).says("stopped at the ply limit");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let scene = Scene::duel();
    let run = |jobs: u32| {
        let line = format!(
            "playout ./duel -n 300 --agents greedy,random --rotate --jobs {jobs} --format json \
             --out {jobs}.db --records {jobs}.pgn4"
        );
        let mut json = scene.run(&line).code(0).json();
        let fields = json.as_object_mut().unwrap();
        fields.retain(|key, _| key != "seconds" && !key.ends_with("_per_second"));
        let games = scene.run(&format!("export {jobs}.db --format ndjson")).code(0).out;
        (serde_json::to_string(&json).unwrap(), games, scene.read(&format!("{jobs}.pgn4")))
    };
    let (one, two) = (run(1), run(2));
    assert_eq!(one, two);
    let indices: Vec<u64> = one
        .1
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap())
        .collect();
    assert_eq!(indices, (0..300).collect::<Vec<_>>());
}

#[test]
fn a_file_without_a_game_is_told() {
    let scene = Scene::new().file("none.pgn4", "\n");
    scene.run("replay none.pgn4").code(0).complains("none.pgn4 contains no game");
}

#[test]
fn recorded_games_can_be_played_again() {
    let scene = Scene::duel();
    let line = "playout ./duel --set STALEMATE=loss --agents random --games 10..13 --records";
    scene.run(&format!("{line} all.pgn4")).code(0);
    scene.run(&format!("{line} each/ --out games.db")).code(0);
    let all = scene.run("replay all.pgn4 --format json").code(0).json();
    let games = scene.run("export games.db --format json").code(0).json();
    for (i, name) in ["00000010", "00000011", "00000012"].into_iter().enumerate() {
        let line = format!("replay each/{name}.pgn4 --format json");
        let one = scene.run(&line).code(0).json();
        assert_eq!(one["games"][0], all["games"][i]);
        let game = &one["games"][0];
        let actions = game["actions"].as_array().unwrap().len();
        assert_eq!(actions as u64, games["games"][i]["plies"].as_u64().unwrap());
        assert!(game["over"].as_str().unwrap().starts_with("over: "));
        assert_eq!(game["ruleset"]["tunables"]["ends.STALEMATE"], "loss");
    }
}

#[test]
fn a_record_is_replayed_by_the_rules_it_names() {
    let game = "[Ruleset \"duel\"]\n\n1. Rd1-d4 .. Rb5-b1+\n2. Ke1-d2 .. Rb1-b2\n";
    let scene = Scene::duel().file("game.pgn4", game);
    let text = scene.run("replay game.pgn4").code(0);
    assert_eq!(
        text.out.lines().take(5).collect::<Vec<_>>(),
        [
            "Duel (duel)",
            "  1  white  d1-d4",
            "  2  black  b5-b1  white in check",
            "  3  white  e1-d2",
            "  4  black  b1-b2  white in check",
        ]
    );
    let json = scene.run("replay game.pgn4 --format json").code(0).json();
    assert_eq!(json["games"][0]["actions"][1]["checks"][0], "white");
    assert_eq!(json["ruleset"]["id"], "duel");
    let wrong = game.replace("Ke1-d2", "Ke1-e3");
    let scene = scene.file("game.pgn4", wrong);
    scene.run("replay game.pgn4").code(3).complains("game.pgn4:4:4");
    let scene = scene.file("game.pgn4", "1. Rd1-d4\n");
    scene.run("replay game.pgn4").code(2).complains("--ruleset");
    scene.run("replay game.pgn4 --ruleset ./duel").code(0).says("d1-d4");
    scene.run("replay none.pgn4 --ruleset ./duel").code(3).complains("none.pgn4: ");
    scene.run("replay duel --ruleset ./duel").code(3).complains("not a plain file");
    let scene = scene.file("game.pgn4", b"\xff\xfe\x00");
    scene.run("replay game.pgn4 --ruleset ./duel").code(3).complains("not UTF-8");
}

#[test]
fn check_finds_nothing_or_says_what() {
    let scene = Scene::duel();
    scene.run("check ./duel").code(0).says("./duel: ok (no lessons, 300 random games)");
    let unused = DUEL.replace("[rules]", "[zones]\nnever = \"a1\"\n\n[rules]");
    let scene = Scene::duel().file("duel/geometry.toml", unused);
    let found = scene.run("check ./duel").code(1).says("warning[Q0404]").says("1 warning");
    assert_eq!(found.err, "", "what is found is the result");
    let json = scene.run("check ./duel --format json -n 10").code(1).json();
    let finding = &json["findings"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&"Q0404".into(), &"warning".into()));
    assert!(finding["line"].as_u64().is_some_and(|line| line > 1));
    assert_eq!(json["rulesets"][0]["played"]["games"], 10);
}

#[test]
fn explain_knows_topics_codes_rulesets_and_clauses() {
    let scene = Scene::duel();
    for topic in ["notation", "squares", "fen", "moves", "pgn", "scripts", "geometry", "codes"] {
        assert!(scene.run(&format!("explain {topic}")).code(0).out.len() > 300, "{topic}");
    }
    scene.run("explain Q0101").code(0).says("Q0101: ");
    scene.run("explain q0601").code(0).says("Q0601: ");
    scene.run("explain on_mate").code(0).says("on_mate(game, seat)").says("An event hook");
    scene.run("explain on_mates").code(2).complains("did you mean `on_mate` (word of scripts)");
    scene.run("explain notatoin").code(2).complains("did you mean `notation` (topic)");
    scene
        .run("explain ./duel")
        .code(0)
        .says("Duel (duel)")
        .says("D1")
        .says("ends.STALEMATE = draw; one of draw, loss")
        .says("What becomes of a stalemated seat.");
    scene.run("explain ./duel d1").code(0).says("Mate ends the game.");
    scene.run("explain ./duel D9").code(2).complains("D1");
    let clause = scene.run("explain verney-1881 V11").code(0);
    clause.says("    play        ").says("    expected    V11 applied.\n");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    let scene = Scene::duel();
    let mut child = scene.command(&words("explain scripts")).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn what_can_t_be_written_is_said_and_nothing_is_lost() {
    let scene = Scene::duel().file("keep.svg", "precious");
    scene.run("show ./duel -o /dev/full").code(3).complains("/dev/full: ");
    scene.run("show ./duel -o nowhere/board.svg").code(3).complains("nowhere/board.svg: ");
    scene.run("show ./duel -o duel").code(3);
    scene.run("playout ./duel -n 500 --out /dev/full").code(3).complains("/dev/full: ");
    scene.run("playout ./duel -n 500 --records /dev/full").code(3).complains("/dev/full: ");
    scene.run("playout ./duel -n 5 --out nowhere/x").code(3).complains("nowhere/x: ");
    scene.run("show ./nowhere -o keep.svg").code(3);
    assert_eq!(scene.read("keep.svg"), "precious");
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = scene.command(&words("explain scripts")).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output: "));
}

/// Returns `true` if the program can know that a hangup should end it. If the test was started with
/// `nohup`, the program is also protected from hangups.
#[cfg(unix)]
fn reports_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 0)
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_has() {
    // Ctrl-C, the signal with which schedulers end a job, and the one of a closed terminal.
    for signal in ["-INT", "-TERM", "-HUP"] {
        if signal == "-HUP" && !reports_hangups() {
            continue;
        }
        let scene = Scene::duel();
        let line = "playout ./duel -n 100000000 --format json --out games.db";
        let child = scene.command(&words(line)).spawn().unwrap();
        // The database has contents as soon as its log grows.
        let log = scene.dir.join("games.db-wal");
        for _ in 0..3000 {
            if std::fs::metadata(&log).is_ok_and(|meta| meta.len() > 50_000) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--resume"), "{signal}");
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["interrupted"], true);
        let kept = scene.run("export games.db --format ndjson").code(0).out.lines().count();
        assert_eq!(json["games"], kept);
        assert!(kept > 0);
    }
}

#[test]
fn moves_says_why_an_action_is_not_legal() {
    let scene = Scene::new();
    let pinned = "moves orthodox-chess --fen '4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1'";
    let run = scene.run(&format!("{pinned} --why e2-d2")).code(0);
    let reason = "the rook on e2 is pinned to White's king on e1 by Black's rook on e8";
    let run = run.says(&format!("e2-d2 is not legal: {reason}")).says("> the squares in question");
    assert!(run.out.contains(">bR") && run.out.contains(">wK"), "{}", run.out);
    scene.run(&format!("{pinned} --why e2-e8")).code(0).says("e2-e8 is legal");
    let json = scene.run(&format!("{pinned} --why e2-d2 --format json")).code(0).json();
    assert_eq!((&json["action"], &json["legal"]), (&"e2-d2".into(), &false.into()));
    assert_eq!((&json["why"]["code"], &json["why"]["text"]), (&"pinned".into(), &reason.into()));
    assert_eq!(json["why"]["squares"].as_array().unwrap().len(), 8);
    let json = scene.run(&format!("{pinned} --why e2-e8 --format json")).code(0).json();
    assert_eq!((&json["legal"], &json["why"]), (&true.into(), &Value::Null));
    // A reason without squares has no board.
    let passed = scene.run("moves orthodox-chess --why pass").code(0);
    assert_eq!(passed.out, "pass is not legal: no rule offers a pass here\n");
    scene.run("moves orthodox-chess --why nonsense").code(2).complains("--why:1:1");
    scene.run("moves orthodox-chess --play 'e2-e5' --why e7-e5").code(2).complains("--play:1:1");
}

#[test]
fn a_record_of_a_site_is_replayed_by_the_rules_and_the_array_that_its_tags_name() {
    let modern = "[Variant \"FFA\"]\n[StartFen4 \"4PC\"]\n\n1. h2-h3 .. b7-c7\n";
    let scene = Scene::new().file("g.pgn4", modern);
    scene.run("replay g.pgn4").code(0).says("(chesscom-ffa)");
    for (start, preset) in [("4PCo", "old"), ("4PCb", "by"), ("4PCn", "byg"), ("4PCrg", "rg")] {
        for (variant, ruleset) in [("FFA", "chesscom-ffa"), ("Teams", "chesscom-teams")] {
            let text = modern.replace("4PC", start).replace("FFA", variant);
            let scene = Scene::new().file("g.pgn4", text);
            scene.run("replay g.pgn4").code(0).says(&format!("({ruleset}@{preset})"));
        }
    }
    let classic = Scene::new().file("g.pgn4", modern.replace("4PC", "4PCo"));
    classic.run("replay g.pgn4 --ruleset chesscom-ffa@old").code(0);
    let name = "replay g.pgn4 --ruleset chesscom-teams";
    classic.run(name).code(3).complains("`chesscom-teams@old` starts there");
}

#[test]
fn words_of_rule_variants_choose_presets_or_are_refused() {
    let of = |words: &str| {
        let text = format!(
            "[Variant \"ffa\"]\n[RuleVariants \"{words}\"]\n[StartFen4 \"4PCo\"]\n\n1. h2-h3 .. b7-c7\n"
        );
        Scene::new().file("g.pgn4", text)
    };
    let usual = "Anonymous DeadKingWalking EnPassant PromoteTo=D";
    of(usual).run("replay g.pgn4").code(0).says("(chesscom-ffa@old)");
    let forty = format!("{usual} PointsForMate=40");
    of(&forty).run("replay g.pgn4").code(0).says("(chesscom-ffa@old+mate-40)");
    let other = of("EnPassant Antichess OppX=2");
    let refused = other.run("replay g.pgn4").code(2);
    refused.complains("`Antichess OppX=2`").complains("such as `chesscom-ffa@old`");
    other.run("replay g.pgn4 --ruleset chesscom-ffa@old").code(0);
    let two = "[Variant \"FFA\"]\n[RuleVariants \"EnPassant Play4Mate\"]\n[StartFen4 \"2PC\"]\n\n1. h5-h7 .. h10-h8\n";
    let two = Scene::new().file("g.pgn4", two);
    two.run("replay g.pgn4").code(0).says("(orthodox-chess)").says("e2-e4");
}

#[test]
fn public_records_are_replayed_by_their_tags_and_moves() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/records");
    let scene = Scene::new();
    for (record, rules) in [
        ("25888844", "chesscom-ffa"),
        ("26780486", "chesscom-teams"),
        // The tags of these records do not name the classic array.
        ("12042181", "chesscom-ffa@old"),
        ("12076553", "chesscom-ffa@old"),
        ("519084", "chesscom-teams@old"),
    ] {
        let run = scene.run(&format!("replay {folder}/{record}.pgn4")).code(0);
        run.says(&format!("({rules})"));
    }
}

#[test]
fn replay_traces_what_each_action_caused() {
    let scene = Scene::new().file(
        "mate.pgn4",
        "[Ruleset \"orthodox-chess\"]\n\n1. f2-f3 .. e7-e5\n2. g2-g4 .. d8-h4\n",
    );
    let run = scene.run("replay mate.pgn4 --trace").code(0);
    let run = run.says("4. black: d8-h4").says("black queen d8–h4").says("mate-ends.on_mate: lose");
    let run = run.says("mate-ends.rhai:").says("the game is over by");
    assert!(run.out.lines().any(|line| line.contains("clause ")), "{}", run.out);
    let json = scene.run("replay mate.pgn4 --trace --format json").code(0).json();
    let plies = json["games"][0]["trace"].as_array().unwrap();
    assert_eq!(plies.len(), 4);
    assert_eq!(plies[0]["steps"][0]["cause"], "action");
    assert_eq!(plies[0]["steps"][0]["changes"][0]["change"], "move");
    let plain = scene.run("replay mate.pgn4 --format json").code(0).json();
    assert!(plain["games"][0].get("trace").is_none());
}

#[test]
fn an_agent_chooses_one_action_and_says_why() {
    let scene = Scene::new();
    let mate =
        "move orthodox-chess --agent search:depth=2 --fen '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'";
    let text = scene.run(mate).code(0);
    assert_eq!(text.out.lines().next(), Some("a1-a8"), "{}", text.out);
    text.says("white wins by force after 1 ply and expects 100.0 % of the game (search:depth=2, ");
    let json = scene.run(&format!("{mate} --format json")).code(0).json();
    let line = json["line"].as_array().unwrap();
    assert_eq!(line.len(), 1, "the game ends with the mate: {json}");
    assert!(line[0]["share"].as_f64().unwrap() > 0.99, "a mate is nearly all: {json}");
    assert_eq!(json["seed"], 1);

    // The line alternates between seats, and can be played.
    let asked = "move chesscom-teams --agent search-paranoid:depth=1 --line 5 --format json";
    let json = scene.run(asked).code(0).json();
    assert_eq!(json, scene.run(asked).code(0).json());
    let line = json["line"].as_array().unwrap();
    let seats: Vec<_> = line.iter().map(|choice| choice["seat"].as_str().unwrap()).collect();
    assert_eq!(seats, ["red", "blue", "yellow", "green", "red"]);
    let played: Vec<_> = line.iter().map(|choice| choice["action"].as_str().unwrap()).collect();
    scene.run(&format!("moves chesscom-teams --play '{}'", played.join(" "))).code(0);

    // Agents that do not search have no evaluation.
    let json = scene.run("move verney-1881 --agent greedy --line 1 --format json").code(0).json();
    assert!(json["line"][0]["share"].is_null(), "{json}");
}

#[test]
fn a_search_tells_its_best_lines_and_what_they_are_worth() {
    let scene = Scene::new();
    let asked = "move chesscom-teams --agent search:3000 --lines 3 --line 2";
    let text = scene.run(asked).code(0);
    let lines: Vec<&str> = text.out.lines().collect();
    assert!(lines[1].starts_with("red's team is "), "{}", text.out);
    assert!(lines[1].contains(" % of the game (search:3000, depth "), "{}", text.out);
    assert_eq!((&lines[3][..4], &lines[4][..4], lines.len()), ("2.  ", "3.  ", 5), "{}", text.out);
    let json = scene.run(&format!("{asked} --format json")).code(0).json();
    let found = json["lines"].as_array().unwrap();
    let leads: Vec<i64> = found.iter().map(|it| it["score"]["lead"].as_i64().unwrap()).collect();
    assert!(leads.len() == 3 && leads.is_sorted_by(|a, b| a >= b), "{json}");
    assert_eq!(json["line"][0]["action"], found[0]["line"][0]["action"]);
    assert_eq!(json["line"][1]["seat"], "blue");
    let played = format!("{} {}", json["line"][0]["action"], json["line"][1]["action"]);
    scene.run(&format!("moves chesscom-teams --play '{}'", played.replace('"', ""))).code(0);
    // A mate is reported as a mate.
    let mate = "move orthodox-chess --fen '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'";
    scene.run(mate).code(0).says("a1-a8").says("white wins by force after 1 ply");
}

#[test]
fn an_engine_of_another_program_chooses_too() {
    let scene = Scene::new();
    let own = env!("CARGO_BIN_EXE_quadrille");
    let agent = |rest: &str| format!("--agent 'uci:{own} engine orthodox-chess;name=own;{rest}'");
    let fen = "--fen '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'";
    let text = scene.run(&format!("move orthodox-chess {fen} {}", agent("go=depth 3"))).code(0);
    assert_eq!(text.out.lines().next(), Some("a1-a8"), "{}", text.out);
    text.says("white wins by force in 1 move (own, depth 1");
    let json = format!("move orthodox-chess {} --format json", agent("go=nodes 100"));
    let json = scene.run(&json).code(0).json();
    assert!(json["lines"][0]["score"]["lead"].is_i64(), "{json}");
    let wrong = format!("move verney-1881 {}", agent("UCI_Variant=orthodox-chess"));
    scene.run(&wrong).code(2).complains("own can't choose: ");
    scene.run("move orthodox-chess --agent uci:no-such-engine").code(2).complains("can't choose");
}

#[test]
fn an_agent_that_can_not_choose_says_so() {
    let scene = Scene::new();
    let over = "move orthodox-chess --fen 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1'";
    scene.run(over).code(2).complains("the game is over");
    scene.run("move verney-1881 --agent oracle").code(2).complains("oracle");
    scene.run("move verney-1881 --line 0").code(2).complains("from 1 to 100");
    scene.run("move verney-1881 --play a1-a1").code(2).complains("--play:1:1");
}

/// If the folder for an output file is missing, the program reports this before it plays any game.
#[test]
fn a_missing_folder_is_named_wherever_a_file_is_written() {
    let scene = Scene::duel();
    for line in [
        "show ./duel -o none/at/all.svg",
        "schema geometry -o none/all.json",
        "playout ./duel -n 2 --out none/all.db",
        "playout ./duel -n 2 --records none/all.pgn",
        "compare ./duel verney-1881 --report none/all.html",
        "survey ./duel -n 2 --report none/all.html",
        "match ./duel --a random --b greedy --out none/all.jsonl",
        "learn ./duel -o none/all.toml",
        "puzzles ./duel --agents random -o none/all.toml",
        "play ./duel --save none/all.json",
    ] {
        let ended = scene.run(line).code(3);
        let ended =
            ended.complains("/all.").complains(": there is no folder `none`; make it first");
        assert_eq!(ended.out, "", "{line}");
    }
}

/// Only agents use weights, so a command without agents refuses the option for weights.
#[test]
fn weights_are_taken_only_where_an_agent_uses_them() {
    let scene = Scene::duel();
    for line in [
        "show ./duel",
        "moves ./duel",
        "perft ./duel 1",
        "check ./duel",
        "explain ./duel",
        "doc ./duel",
    ] {
        scene.run(line).code(0);
        scene.run(&format!("{line} --weights w.toml")).code(2).complains("--weights");
    }
    for line in ["playout ./duel -n 1", "move ./duel", "play ./duel"] {
        scene.run(&format!("{line} --weights w.toml")).code(3).complains("w.toml");
    }
}
