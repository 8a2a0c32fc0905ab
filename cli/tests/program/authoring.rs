//! Tools for authors: starter rulesets, and differences between rulesets.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::common::Scene;

#[test]
fn a_new_ruleset_can_be_checked_and_played_at_once() {
    let boards = [
        ("cross-14", "4"),
        ("cross-10", "3"),
        ("8x8", "2"),
        ("10x14", "4"),
        ("9x9", "3"),
        ("5x5", "2"),
    ];
    for (board, seats) in boards {
        let scene = Scene::new();
        scene
            .run(&format!("new first --board {board} --seats {seats}"))
            .code(0)
            .says("quadrille play");
        scene.run("check first -n 20").code(0).says("first: ok (2 lessons passed");
        scene.run("playout first -n 2").code(0);
        // No seat is in check at the start.
        let shown = scene.run("show first").code(0);
        assert!(!shown.out.contains('!'), "{}", shown.out);
    }
}

#[test]
fn a_new_ruleset_may_change_another() {
    let scene = Scene::new();
    scene.run("new softer --from verney-1881").code(0);
    scene.run("check softer -n 20").code(0).says("softer: ok");
    scene.run("diff softer").code(0).says("They have the same rules.");
    let manifest = scene.read("softer/geometry.toml");
    let line = "# \"mate.AFTER_MATE\" = \"freeze\"";
    assert!(manifest.contains(line), "{manifest}");
    let changed = manifest.replace(line, "\"mate.AFTER_MATE\" = \"remove\"");
    let scene = scene.file("softer/geometry.toml", changed);
    scene.run("diff softer").code(0).says("mate.AFTER_MATE\n").says("  - freeze\n  + remove\n");
    let json = scene.run("diff verney-1881 softer --format json").code(0).json();
    let rows = json["differences"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["what"] == "mate.AFTER_MATE" && row["other"] == "remove"));
}

#[test]
fn what_changes_a_ruleset_of_ones_own_is_sound_wherever_that_one_lies() {
    let scene = Scene::new();
    scene.run("new duel --seats 2").code(0);
    let absolute = scene.dir.join("duel").display().to_string();
    let ways = ["./duel", "duel", "duel/", "./duel/", "././/duel", "duel/geometry.toml", &absolute];
    for (i, parent) in ways.iter().enumerate() {
        scene.run(&format!("new heir{i} --from {parent}")).code(0);
        scene.run(&format!("check heir{i} -n 2")).code(0).says(&format!("heir{i}: ok"));
        scene.run(&format!("diff heir{i}")).code(0).says("They have the same rules.");
        let manifest = scene.read(&format!("heir{i}/geometry.toml"));
        assert!(manifest.starts_with("extends = \"../duel\"\n"), "{manifest}");
        assert!(manifest.contains("# scripts = [\"rules.rhai\", \"own.rhai\"]"), "{manifest}");
    }
    // A manifest extends only neighbouring folders, so a copy of the parent is included.
    scene.run("new apart --from heir0 --dir other/place").code(0).says("has a copy of it");
    scene.run("check other/place/apart -n 2").code(0).says("apart: ok");
    scene.run("diff ./duel other/place/apart").code(0).says("They have the same rules.");
    // A ruleset is found by its id if the folder that contains it is given.
    let made = scene.run("new named --from apart --rulesets other/place").code(0);
    made.says("quadrille check ./named --rulesets other/place");
    scene.run("check named --rulesets other/place -n 2").code(0);
}

#[test]
fn what_changes_a_reading_has_what_that_reading_changes() {
    let scene = Scene::new();
    for (name, parent) in
        [("gone", "verney-1881@removal"), ("both", "verney-1881@friedlander+removal")]
    {
        scene.run(&format!("new {name} --from {parent}")).code(0);
        scene.run(&format!("check {name} -n 2")).code(0);
        scene.run(&format!("diff {parent} {name}")).code(0).says("They have the same rules.");
        assert!(scene.read(&format!("{name}/geometry.toml")).contains("No player is released."));
    }
    let swap = "savard-partnership@inherit+swap";
    scene.run(&format!("new handed-on --from {swap}")).code(0);
    scene.run(&format!("diff {swap} handed-on")).code(0).says("They have the same rules.");
    scene.run("new none --from verney-1881@inert+removal").complains("can't be joined");
    scene.run("new none --from verney-1881@remval").code(2).complains("did you mean `removal`?");
}

#[test]
fn nothing_is_overwritten_and_what_can_t_be_is_refused() {
    let scene = Scene::new();
    scene.run("new mine --seats 2").code(0);
    scene.run("new mine --seats 2").code(2).complains("there is a ruleset `mine` already");
    scene.run("new verney-1881").code(2).complains("there is a ruleset `verney-1881` already");
    scene.run("new Mine").code(2).complains("use the name `mine`");
    scene.run("new games/mine").code(2).complains("`--dir`");
    scene.run("new wide --board 33x32").code(2).complains("the maximum is 32 by 32");
    scene.run("new odd --board circle").code(2).complains("`circle` can't be the board");
    let small = scene.run("new small --board 4x4").code(2);
    small.complains("`4x4` has no room for 4 armies").complains("enough room is `9x9`");
    scene.run("new child --from none-such").code(2).complains("there is no ruleset `none-such`");
    scene.run("diff mine").code(2).complains("extends no other ruleset");
    scene.run("diff mine mine").code(0).says("They have the same rules.");
    assert!(!scene.dir.join("small").exists() && !scene.dir.join("wide").exists());
}

#[test]
fn a_ruleset_is_checked_again_at_each_save() {
    let scene = Scene::new();
    scene.run("new mine --seats 2").code(0);
    let words: Vec<String> = ["watch", "mine", "--piece", "knight"].map(str::to_owned).to_vec();
    let mut program = scene.command(&words).stdout(Stdio::piped()).spawn().unwrap();
    let (sender, lines) = channel();
    let out = program.stdout.take().unwrap();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let expect = |what: &str| {
        let mut said = Vec::new();
        while let Ok(line) = lines.recv_timeout(Duration::from_secs(60)) {
            if line.contains(what) {
                return;
            }
            said.push(line);
        }
        panic!("no `{what}` in {said:#?}");
    };
    expect("mine: ok, 2 of 2 lessons passed");
    let manifest = scene.read("mine/geometry.toml");
    let scene =
        scene.file("mine/geometry.toml", manifest.replace("moves = \"N\"", "moves = \"NC\""));
    expect("knight's moves");
    expect("mine: ok");
    let scene = scene.file("mine/geometry.toml", manifest.replace("royal = true", "roial = true"));
    expect("mine: 1 error");
    let scene = scene.file("mine/geometry.toml", &manifest);
    expect("mine: ok");
    // Editors save by renaming a draft, or by truncating a file before they write it.
    let changed = manifest.replace("moves = \"N\"", "moves = \"NC\"");
    std::fs::write(scene.dir.join("mine/geometry.toml~"), &changed).unwrap();
    std::fs::rename(scene.dir.join("mine/geometry.toml~"), scene.dir.join("mine/geometry.toml"))
        .unwrap();
    expect("knight's moves");
    expect("mine: ok");
    let scene = scene.file("mine/geometry.toml", "");
    expect("mine: 1 error");
    let scene = scene.file("mine/geometry.toml", &manifest);
    expect("mine: ok");
    // Findings in the files are reported before the lessons are played. The next save ends the
    // lessons.
    let (script, lessons) = (scene.read("mine/rules.rhai"), scene.read("mine/lessons.toml"));
    let slow = "\n/// when: every ply\nfn on_turn(game, seat) { let n = 0; for i in 0..400000 { n += i; } if n < 0 { lose(seat); } }\n";
    let scene =
        scene.file("mine/rules.rhai", format!("{script}{slow}// const X = 1;\nconst X = 1;\n"));
    expect("[Q0313]");
    let scene = scene.file("mine/rules.rhai", &script).file("mine/lessons.toml", &lessons);
    expect("mine: ok");
    // Files can disappear and return.
    std::fs::remove_file(scene.dir.join("mine/geometry.toml")).unwrap();
    expect("mine: it has no geometry.toml; waiting for it");
    let scene = scene.file("mine/geometry.toml", &manifest);
    expect("mine: ok");
    std::fs::rename(scene.dir.join("mine"), scene.dir.join("away")).unwrap();
    expect("mine: it is not there; waiting for it");
    std::fs::rename(scene.dir.join("away"), scene.dir.join("mine")).unwrap();
    expect("mine: ok");
    program.kill().unwrap();
    program.wait().unwrap();
}

#[test]
fn a_rule_sheet_is_written() {
    let scene = Scene::new();
    scene.run("doc verney-1881@removal -o sheets").code(0).says("verney-1881-removal.html");
    let page = scene.read("sheets/verney-1881-removal.html");
    assert!(page.contains("<strong>remove</strong>") && page.contains("Four-handed Chess"));
    scene.run("doc verney-1881 -o pages/verney.html").code(0).says("pages/verney.html");
    scene.run("doc verney-1881 -o verney.pdf").code(2).complains("not written as `.pdf`");
    assert!(scene.dir.join("pages/verney.html").is_file());
    let site = "doc verney-1881 -o web/games --site";
    scene.run(&format!("{site} https://example.org")).code(0).says("web/games/verney-1881.png");
    scene.run(&format!("{site} example.org")).code(2).complains("--site https://");
    scene.run("doc none-such").code(2).complains("there is no ruleset `none-such`");
}

#[test]
fn files_are_laid_out_as_usual_and_say_what_they_said() {
    let scene = Scene::new();
    scene.run("new mine --seats 2").code(0);
    scene.run("fmt --check mine").code(0);
    let manifest = scene.read("mine/geometry.toml");
    let careless = manifest
        .replace("name = \"white\"", "name=\"white\"   # the first ")
        .replace("[board]", "[board]  ");
    let scene = scene.file("mine/geometry.toml", &careless);
    scene.run("fmt --check mine").code(1).says("geometry.toml\n");
    assert_eq!(scene.read("mine/geometry.toml"), careless, "--check changes nothing");
    scene.run("fmt mine").code(0).says("geometry.toml\n");
    let tidy = scene.read("mine/geometry.toml");
    assert_eq!(tidy, manifest.replace("name = \"white\"", "name = \"white\" # the first"));
    scene.run("fmt --check mine").code(0);
    let filtered = scene.fed("fmt --stdin geometry.toml", &careless).code(0);
    assert_eq!(filtered.out, tidy);
    scene.fed("fmt --check --stdin geometry.toml", &careless).code(1);
}

#[test]
fn what_can_t_be_laid_out_is_left_as_it_is() {
    let broken = "[variant\nid = \"x\"\n";
    let scene = Scene::new().file("bad/geometry.toml", broken).file("bad/other.toml", "a=1");
    let scene = scene.file("bad/script.rhai", "fn define(rules) { \"\n").file("bad/notes.txt", "");
    scene.run("fmt bad").code(3).complains("geometry.toml").complains("script.rhai");
    assert_eq!(scene.read("bad/geometry.toml"), broken);
    assert_eq!(scene.read("bad/other.toml"), "a=1", "no file of a ruleset");
    scene.run("fmt bad/notes.txt").code(2).complains("not a rule file");
    scene.run("fmt none.toml").code(3).complains("none.toml");
    scene.fed("fmt --stdin x.rhai", b"\xff\xfe\0").code(3);
    scene.fed("fmt --stdin notes", "").code(2).complains("not a rule file");
}

#[test]
fn the_shipped_rulesets_and_the_recipes_are_laid_out_as_usual() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let words = ["fmt", "--check", &format!("{root}/rulesets"), &format!("{root}/docs/cookbook")];
    let ended = Scene::new().run_words(&words.map(str::to_owned));
    assert_eq!(ended.out, "");
    ended.code(0);
}

#[test]
fn a_variant_of_another_programs_file_becomes_a_ruleset() {
    let file = "[tiny:chess]\nwallingRule = duck\nmustCapture = true\n\n[2nd:tiny]\nstalemateValue = win\n\n[lost:nowhere]\n";
    let scene = Scene::new().file("my.ini", file);
    let made = scene.run("import my.ini:tiny -o made").code(0);
    made.says("tiny, without a key:")
        .says("line 2: wallingRule = duck: only `past`, `static` and `arrow` are supported");
    scene.run("check made/tiny -n 5").code(0);
    scene.run("import my.ini:tiny -o made").code(2).complains("already exists");
    let all = scene.run("import my.ini -o all").code(3);
    all.complains("my.ini: line 8: there is no variant `nowhere`")
        .says("Created 2 of 3 rulesets, 0 of them complete");
    scene.run("show all/variant-2nd").code(0);
    scene.run("import my.ini:none").code(2).complains("there is no variant `none`");
    let scene = scene.file("bad.ini", [0xff, 0xfe, b'[']);
    scene.run("import bad.ini").code(3).complains("line 1");
    let scene = scene.file("slip.ini", "[my:ches]\nblastOnCaptuer = true\n");
    scene
        .run("import slip.ini")
        .code(3)
        .complains("line 1: there is no variant `ches`; did you mean `chess`?");
    let scene = scene.file("slip.ini", "[my:chess]\nblastOnCaptuer = true\n");
    let key = "line 2: blastOnCaptuer = true: unknown key; did you mean `blastOnCapture`?";
    scene.run("import slip.ini").code(0).says(key);
    scene.run("explain import").code(0).says("Importing games");
}

#[test]
fn a_game_of_ludii_becomes_a_ruleset() {
    let game = r#"(game "Small" (players {(player N) (player S)})
        (equipment {
            (board (square 4))
            (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))))))
            (piece "Pawn" Each ("Walk" Forward))
            (piece "Stone" Neutral)
        })
        (rules
            (start {(place "King1" "A1") (place "Pawn1" (sites Row 1)) (place "King2" <End>)})
            (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
            (end (if (no Moves Next) (result Mover Win)))
        ))
        (option "End" <End> args:{<square>} {(item "D4" <"D4"> "") (item "C4" <"C4"> "")})"#;
    let walk = "(define \"Walk\" (move Step #1 (to if:(is Empty (to)))))";
    let scene =
        Scene::new().file("games/lud/Small Game.lud", game).file("games/def/walk.def", walk);
    let words = |words: &[&str]| {
        let all = ["import", "games/lud/Small Game.lud"].iter().chain(words);
        scene.run_words(&all.map(|word| (*word).to_owned()).collect::<Vec<_>>())
    };
    words(&["-o", "made"])
        .code(0)
        .says("small-game, without a part:")
        .says("line 6: (piece \"Stone\" Neutral): pieces without an owner have no counterpart");
    words(&["-o", "other", "--option", "End/C4"]).code(0);
    scene.run("show other/small-game").code(0);
    words(&["-o", "third", "--option", "End/B4"]).code(3).complains("there is no option `End/B4`");
    words(&["-o", "third", "--definitions", "games/lud"]).code(3).complains("`Walk`");
}

#[test]
fn diff_names_the_hooks_that_differ_and_tells_folders_of_one_id_apart() {
    let ends = crate::common::ENDS;
    let scene = Scene::duel()
        .file("other/duel/geometry.toml", crate::common::DUEL)
        .file("other/duel/ends.rhai", ends.replace("    lose(seat);", "    draw();"));
    let run = scene.run("diff ./duel ./other/duel").code(0);
    let run = run.says("- Duel (./duel)\n+ Duel (./other/duel)\n").says("ends.rhai: on_mate(");
    run.says("  - line 15: lose(seat);\n  + line 15: draw();\n");
    let longer = format!("{ends}\n// A remark.\n");
    let scene = scene.file("other/duel/ends.rhai", longer);
    scene.run("diff ./duel ./other/duel").code(0).says("the same code, but different comments");
    let added = format!("{ends}\nfn on_turn(game, seat) {{ draw(); }}\n");
    let scene = scene.file("other/duel/ends.rhai", added);
    let run = scene.run("diff ./duel ./other/duel").code(0);
    run.says("ends.rhai: on_turn(game, seat)\n  - none\n  + 1 line\n");
}

#[test]
fn new_asks_again_where_an_answer_can_not_be_and_makes_nothing_if_answers_end() {
    let scene = Scene::new();
    let said = "Mine\nmine\nverny-1881\nnone\nfive\n4\nperhaps\nyes\n4x4\n2\n\n";
    let made = scene.fed("new --interactive", said).code(0).says("Created ./mine");
    for text in [
        "use the name `mine`",
        "did you mean `verney-1881`?",
        "`five` is not 2, 3 or 4",
        "`perhaps` is neither",
        "no room for 4",
    ] {
        assert!(made.err.contains(text), "{text} in {}", made.err);
    }
    scene.run("check ./mine").code(0).says("./mine: ok (2 lessons passed");
    let heir = scene.fed("new heir -i", "verney-1881\n").code(0);
    heir.says("Created ./heir");
    scene.fed("new small --blank -i", "3\n9x9\n").code(0);
    scene.fed("new third --blank -i", "3\n").code(2).complains("nothing was created");
    // Only refused answers are requested again. An empty line then selects a board with enough
    // room.
    let again = scene.fed("new wide --blank -i --board 3x3", "5\n3\n\n2x2\n\n").code(0);
    assert_eq!(again.out.matches("How many seats").count(), 2, "{}", again.out);
    assert_eq!(again.out.matches("Which board").count(), 3, "{}", again.out);
    again.says("Created ./wide").complains("no room for 3 armies");
    assert!(!scene.dir.join("third").exists());
}

#[test]
fn a_game_for_four_who_play_alone_can_be_begun_without_a_parent() {
    let scene = Scene::new();
    scene.run("new alone --no-teams").code(0).says("Created ./alone");
    scene.run("check ./alone").code(0).says("./alone: ok (2 lessons passed");
    scene.run("explain ./alone").code(0).says("each for themselves");
    // A mated seat is out, and the others play until one is left.
    let played = scene.run("playout ./alone -n 12 --agents greedy").code(0);
    assert!(
        played.out.contains("won by") && !played.out.contains("won by red and"),
        "{}",
        played.out
    );
    scene.fed("new asked --blank -i", "4\nno\n\n").code(0);
    scene.run("explain ./asked").code(0).says("each for themselves");
}

#[test]
fn new_takes_a_folder_that_is_empty_and_no_other() {
    let scene = Scene::new().file("full/notes.txt", "mine");
    std::fs::create_dir(scene.dir.join("empty")).unwrap();
    scene.run("new empty --blank").code(0).says("Created ./empty");
    scene.run("new full").code(2).complains("./full already exists, with files in it");
    scene.run("new some --blank --from verney-1881").code(2).complains("cannot be used with");
}
