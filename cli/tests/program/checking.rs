//! `check`: levels of lints, fixes, SARIF, and findings from random games.

use crate::common::{DUEL, ENDS, Scene};

/// Returns the ruleset `./duel` with an unused zone. `more` is added at the end of its manifest.
fn unused(more: &str) -> Scene {
    let text = DUEL.replace("[rules]", "[zones]\nnever = \"a1\"\n\n[rules]");
    Scene::duel().file("duel/geometry.toml", format!("{text}\n{more}\n"))
}

#[test]
fn a_script_that_fails_in_play_is_shown_in_its_file() {
    let hook = "fn on_move(game, seat, piece, from, to) {\n    let list = [1];\n    if game.ply > 3 { list[7]; }\n}";
    let scene = Scene::duel_with(hook);
    scene
        .run("check ./duel -n 3")
        .code(4)
        .says("error[Q0601]: `ends.on_move` failed in 3 of 3 games: there is no element 7")
        .says("./duel/ends.rhai:26:28\n")
        .says("if game.ply > 3 { list[7]; }");
    let json = scene.run("check ./duel -n 3 --format json").code(4).json();
    let findings = json["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["code"] == "Q0601").unwrap();
    let place = (finding["file"].as_str(), finding["line"].as_u64());
    assert_eq!(place, (Some("./duel/ends.rhai"), Some(26)), "{finding}");
    let sarif = scene.run("check ./duel -n 3 --format sarif").code(4).json();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let result = results.iter().find(|result| result["ruleId"] == "Q0601").unwrap();
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 26, "{result}");
}

#[test]
fn a_hook_that_never_ends_is_told_once_and_soon() {
    let endless = "    loop { let x = 1; }\n";
    for hook in [
        format!("fn forbids(game, move) {{\n{endless}    false\n}}"),
        format!("fn on_turn(game, seat) {{\n{endless}}}"),
    ] {
        let said = Scene::duel_with(&format!("/// when: every ply\n{hook}"));
        let said = said.run("check ./duel -n 50").code(4);
        let said = said.says("failed in 1 of 1 games: too many operations");
        let said =
            said.says("loop { let x = 1; }").says("./duel: 1 error (no lessons, 1 random game)");
        assert!(
            !said.out.contains("was stopped at ply"),
            "the position is that of the start: {}",
            said.out
        );
    }
    // A fault that ends some games is counted over all games.
    let some = "fn on_capture(game, seat, piece, square) {\n    if game.ply < 20 { draw(); } else { [0][1]; }\n}";
    let said = Scene::duel_with(some).run("check ./duel -n 50").code(4);
    said.says(" of 50 games: there is no element 1").says("was stopped at ply");
}

#[test]
fn games_that_end_at_once_are_told() {
    let hook = "fn on_turn(game, seat) {\n    if game.count(seat) < 9 { draw(); }\n}";
    let scene = Scene::duel_with(hook);
    let said = scene.run("check ./duel -n 20").code(1);
    said.says("warning[Q0608]: all of 20 random games ended before the second ply");
    // Consequences of the fault are not reported: clauses that never fired, and a hook that is slow
    // for so few plies.
    let slow = hook.replace("    if", "    let n = 0;\n    for i in 0..3000 { n += i; }\n    if");
    let said = Scene::duel_with(&slow)
        .run("check ./duel -n 60 --warn rule-never-fired --allow hook-runs-every-ply")
        .code(1)
        .says("warning[Q0608]: all of 60 random games")
        .says("ends.rhai:24:4")
        .says("./duel: 1 warning (no lessons, 60 random games)");
    assert!(!said.out.contains("never applied"), "{}", said.out);
    let said = Scene::duel().run("check ./duel -n 20");
    assert!(!said.out.contains("Q0608"), "{}", said.out);
}

#[test]
fn an_effect_that_fails_within_another_is_told_at_its_own_place_only() {
    let hook = "fn on_capture(game, seat, piece, square) {\n    move_piece(square, square);\n}\n\n\
                fn on_setup(game) {\n    capture(square(\"b5\"));\n}";
    let said = Scene::duel_with(hook).run("check ./duel -n 3").code(4);
    let said =
        said.says("error[Q0601]: `ends.on_capture` failed in 3 of 3 games: there is no piece");
    let said = said.says("25 |     move_piece(square, square);");
    assert!(!said.out.contains("ends.rhai:29"), "{}", said.out);
}

#[test]
fn a_lint_is_denied_warned_of_or_allowed() {
    let scene = unused("");
    let check = |options: &str| scene.run(&format!("check ./duel -n 1 {options}"));
    check("").code(1).says("warning[Q0404]");
    for denied in ["--deny unused-zone", "--deny Q0404", "--deny all", "--deny warnings"] {
        check(denied).code(3).says("error[Q0404]");
    }
    for allowed in ["--allow unused-zone", "--allow q0404", "--deny all --allow unused-zone"] {
        check(allowed).code(0).says("./duel: ok");
    }
    check("--deny unused-zoen").code(2).complains("did you mean `unused-zone`?");
    check("--allow unknown-key").code(2).complains("Q0101 is an error: only lints have levels");
    check("--deny all --allow all").code(2).complains("name the same lint, `all`");
}

#[test]
fn what_a_file_allows_is_asked_for_on_the_command_line() {
    let scene = unused("[lints]\nunused-zone = \"allow\"");
    scene.run("check ./duel -n 1").code(0);
    scene.run("check ./duel -n 1 --deny warnings").code(0);
    scene.run("check ./duel -n 1 --warn unused-zone").code(1).says("warning[Q0404]");
    scene.run("check ./duel -n 1 --warn all").code(1).says("warning[Q0404]");
    let denied = unused("[lints]\nunused-zone = \"deny\"");
    denied.run("check ./duel -n 1").code(3).says("error[Q0404]");
    denied.run("playout ./duel -n 2").code(0);
}

#[test]
fn explain_says_the_level_of_a_lint_and_how_to_change_it() {
    let scene = Scene::new();
    let said = scene.run("explain Q0404").code(0).says("Lint `unused-zone`, level `warn`.");
    said.says("--deny unused-zone").says("[lints]");
    scene.run("explain unused-zone").code(0).says("Q0404: ");
    let error = scene.run("explain unknown-key").code(0).says("Q0101: ");
    assert!(!error.out.contains("[lints]"), "{}", error.out);
}

#[test]
fn fix_corrects_what_is_sure_round_after_round() {
    // The script can be read as a whole only with its semicolon.
    let broken = DUEL.replace("mask =", "msak =").replace("id = \"duel\"", "id = \"deul\"");
    let script = ENDS.replace("    lose(seat);\n", "    lose(seat)\n    clause(\"D1\");\n");
    let script = script.replace("insufficient_force(", "insuficient_force(");
    let scene = Scene::new().file("duel/geometry.toml", &broken).file("duel/ends.rhai", &script);
    scene.run("check ./duel -n 1").code(3);
    assert_eq!(scene.read("duel/geometry.toml"), broken, "only `--fix` changes files");
    scene
        .run("check ./duel -n 1 --fix")
        .code(0)
        .says("fixed [Q0101]: ./duel/geometry.toml:9: `msak` is now `mask`")
        .says("fixed [Q0146]: ./duel/geometry.toml:3: `deul` is now `duel`")
        .says("inserted `;`")
        .says("`insuficient_force` is now `insufficient_force`")
        .says("./duel: ok");
    assert_eq!(scene.read("duel/geometry.toml"), DUEL);
    let files = std::fs::read_dir(scene.dir.join("duel")).unwrap().count();
    assert_eq!(files, 2, "nothing is left behind");
    let again = scene.run("check ./duel -n 1 --fix").code(0);
    assert!(!again.out.contains("fixed"), "{}", again.out);
}

#[test]
fn fix_corrects_presets_and_lessons_too() {
    let preset = format!("{DUEL}\n[presets.other]\n\"ends.STALEMAT\" = \"loss\"\n");
    let lesson = "[[lesson]]\nclause = \"D1\"\nsays = \"Mate.\"\npieces = \"wKa1 wRb2 bKe5\"\nturn = \"whiet\"\n\
                  legal = \"b2-b3\"\n";
    let scene = Scene::duel().file("duel/geometry.toml", &preset).file("duel/lessons.toml", lesson);
    scene
        .run("check ./duel -n 1 --fix")
        .says("fixed [Q0316]: ./duel/geometry.toml:47: `ends.STALEMAT` is now `ends.STALEMATE`")
        .says("`whiet` is now `white`");
    assert_eq!(scene.read("duel/geometry.toml"), preset.replace("STALEMAT\"", "STALEMATE\""));
    assert_eq!(scene.read("duel/lessons.toml"), lesson.replace("whiet", "white"));
}

#[test]
fn fix_keeps_line_ends_and_what_it_is_not_sure_of() {
    let text = format!("\u{feff}{}", DUEL.replace("mask =", "msak =").replace('\n', "\r\n"));
    let scene = Scene::duel().file("duel/geometry.toml", &text);
    let json = scene.run("check ./duel -n 1 --fix --format json").code(0).json();
    assert_eq!(json["rulesets"][0]["fixed"][0]["after"], "mask");
    assert_eq!(scene.read("duel/geometry.toml"), text.replace("msak", "mask"));
    // `home2` may be a missing zone, not a misspelling of `home1`.
    let zones = "[zones]\nhome1 = \"a1\"\nall-homes = \"home1 + home2\"\n\n[rules]";
    let scene = Scene::duel().file("duel/geometry.toml", DUEL.replace("[rules]", zones));
    scene.run("check ./duel -n 1 --fix").code(3).says("did you mean `home1`?");
    // An edit that repeats a key is not kept either.
    let twice = DUEL.replace("[board]\n", "[board]\nmaks = \"2x2\"\n");
    let scene = Scene::duel().file("duel/geometry.toml", &twice);
    scene.run("check ./duel -n 1 --fix").code(3).says("unknown key `maks`");
    assert_eq!(scene.read("duel/geometry.toml"), twice);
}

#[test]
fn fix_removes_what_nothing_uses_once_nothing_else_is_wrong() {
    let zones = "[zones]\nhome = \"a1\" # where it starts\nspare = \"a2 + a3\"\n\n[rules]";
    let manifest = DUEL.replace("[rules]", zones);
    let spare = "\n// Spare plies.\nconst SPARE = 3;\n\n/// Nobody asks.\nfn lone(seat) {\n    alone(seat)\n}\n\n\
                 fn alone(seat) { seat }\n";
    let used = ENDS
        .replace("    lose(seat);", "    if game.royals(seat)[0].within(\"home\") { lose(seat); }");
    assert_ne!(used, ENDS);
    let script = format!("{}{spare}", used.replace("\"home\"", "\"hoem\""));
    let scene = Scene::new().file("duel/geometry.toml", &manifest).file("duel/ends.rhai", &script);
    scene
        .run("check ./duel -n 1 --fix")
        .says("`hoem` is now `home`")
        .says("fixed [Q0404]: ./duel/geometry.toml:44: removed `spare = \"a2 + a3\"`")
        .says("removed `const SPARE = 3;` and 1 other line")
        .says("removed `fn lone(seat) {` and 3 other lines")
        .says("removed `fn alone(seat) { seat }`");
    assert_eq!(scene.read("duel/geometry.toml"), manifest.replace("spare = \"a2 + a3\"\n", ""));
    assert_eq!(scene.read("duel/ends.rhai").trim_end(), used.trim_end());
    // Nothing is removed while findings remain that have no automatic fix.
    let script = format!("{}{spare}", used.replace("\"home\"", "\"elsewhere\""));
    let scene = Scene::new().file("duel/geometry.toml", &manifest).file("duel/ends.rhai", &script);
    scene.run("check ./duel -n 1 --fix").code(3);
    assert_eq!(scene.read("duel/geometry.toml"), manifest);
    assert_eq!(scene.read("duel/ends.rhai"), script);
    // A tunable that a preset sets is kept, because the preset would be invalid without it.
    let preset = format!("{DUEL}\n[presets.long.tunables]\n\"ends.SPARE\" = 5\n");
    let script = format!("{ENDS}\n// Spare plies.\nconst SPARE = 3;\n");
    let scene = Scene::new().file("duel/geometry.toml", &preset).file("duel/ends.rhai", &script);
    scene.run("check ./duel -n 1 --fix");
    assert_eq!(scene.read("duel/ends.rhai"), script);
}

#[test]
fn fix_changes_only_files_of_the_ruleset_itself() {
    let scene = Scene::duel().file("duel/geometry.toml", DUEL.replace("mask =", "msak =")).file(
        "heir/geometry.toml",
        "extends = \"../duel\"\n[variant]\nid = \"heir\"\ntitle = \"Heir\"\n",
    );
    scene.run("check ./heir -n 1 --fix").code(3).says("unknown key `msak`");
    assert!(scene.read("duel/geometry.toml").contains("msak"));
    scene.run("check orthodox-chess --fix").code(2).complains("is shipped with the program");
    scene.run("check --all --fix").code(2);
    scene.run("check ./none --fix").code(3);
}

#[test]
fn sarif_has_a_rule_for_each_code_and_a_place_for_each_finding() {
    let text =
        DUEL.replace("mask =", "msak =").replace("[rules]", "[zones]\nné = \"a1\"\n\n[rules]");
    let scene = Scene::duel().file("duel/geometry.toml", text);
    let log = scene.run("check ./duel --format sarif").code(3).json();
    assert_eq!(log["version"], "2.1.0");
    let [run] = log["runs"].as_array().unwrap().as_slice() else { panic!("{log}") };
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "quadrille");
    let results = run["results"].as_array().unwrap();
    assert!(results.len() >= 2, "{log}");
    for result in results {
        let rule = &driver["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!rule["fullDescription"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "duel/geometry.toml");
    }
    let mask = results.iter().find(|result| result["ruleId"] == "Q0101").unwrap();
    let region = &mask["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&9.into(), &1.into()));
    assert_eq!((&region["endLine"], &region["endColumn"]), (&9.into(), &5.into()));
    let change = &mask["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "duel/geometry.toml");
    assert_eq!(change["replacements"][0]["deletedRegion"], *region);
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "mask");
    let empty = Scene::duel().run("check ./duel -n 1 --format sarif").code(0).json();
    assert_eq!(empty["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn games_that_never_end_are_told() {
    let scene = Scene::duel().file("duel/ends.rhai", "//! Nothing ends.\nfn define(rules) {}\n");
    scene.run("check ./duel -n 20").code(1).says("warning[Q0606]").says("none of 60 random games");
    scene.run("check ./duel -n 19").code(1).says("warning[Q0606]");
    let allowed = "--allow game-never-ends --allow mate-not-handled";
    scene.run(&format!("check ./duel -n 20 {allowed}")).code(0);
    Scene::duel().run("check ./duel -n 20").code(0);
}

#[test]
fn rules_that_never_fired_are_told_to_those_who_ask() {
    let hook = "fn on_promotion(game, seat, piece, square) { lose(seat); }\n\
                /// No claim is ever made.\n/// clause: D3\nfn on_release(game, seat) { lose(seat); }";
    let scene = Scene::duel_with(hook);
    scene.run("check ./duel -n 30").code(0).says("note: never applied in random play: D3");
    let asked = scene.run("check ./duel -n 30 --warn rule-never-fired").code(1);
    assert!(!asked.out.contains("note: never applied"), "it is told once: {}", asked.out);
    asked
        .says("the clause `D3` never applied in 30 random games")
        .says("`ends.on_promotion` was never called in 30 random games");
}

#[test]
fn hooks_about_moves_have_a_price_and_slow_hooks_are_told() {
    let forbids = "/// when: every ply\nfn forbids(game, move) { game.ply < 0 }";
    let scene = Scene::duel_with(forbids);
    scene.run("check ./duel -n 50").code(0).says("note: `ends.forbids` takes ").says("µs a ply");
    let json = scene.run("check ./duel -n 50 --format json").code(0).json();
    let hooks = json["rulesets"][0]["played"]["hooks"].as_array().unwrap().clone();
    let forbids = hooks.iter().find(|hook| hook["hook"] == "ends.forbids").unwrap();
    assert!(forbids["calls_per_ply"].as_f64().unwrap() > 1.0, "{forbids}");
    assert!(forbids["ns_share"].as_f64().unwrap() > 0.0, "{forbids}");
    let few = scene.run("check ./duel -n 49").code(0);
    assert!(!few.out.contains("note: `ends.forbids`"), "{}", few.out);
    let slow = "/// when: king or rook\nfn on_move(game, seat, piece, from, to) {\n    let n = 0;\n    \
                for i in 0..3000 { n += i; }\n    if n < 0 { lose(seat); }\n}";
    let scene = Scene::duel_with(slow);
    scene.run("check ./duel -n 50").code(1).says("warning[Q0607]: `ends.on_move` is slow");
    let meant = slow.replace("/// when: king or rook", "/// when: king or rook, every ply");
    Scene::duel_with(&meant).run("check ./duel -n 50").code(0);
}

#[test]
fn a_folder_may_be_written_with_slashes_at_its_end() {
    let broken = DUEL.replace("letter = \"K\"", "leter = \"K\"");
    let scene = Scene::duel().file("duel/geometry.toml", broken);
    scene.run("check ./duel//").code(3).says(" --> ./duel/geometry.toml:");
}

#[test]
fn a_ruleset_that_is_misnamed_or_in_quotes_of_a_word_processor_is_told_what_to_do() {
    let scene = Scene::duel().file("hidden/geometry.toml.txt", DUEL);
    scene.run("check ./hidden").code(3).says("rename `geometry.toml.txt` to `geometry.toml`");
    scene.run("check ./deul").code(3).says("did you mean `./duel`?");
    scene.run("check hidden").code(2).complains("`hidden` is a folder, not a ruleset");
    let script = ENDS.replace("\"loss\"", "“loss”");
    let geometry = DUEL.replace("[rules]", "[rules]\norder = [white, “black”]");
    let scene = Scene::duel().file("duel/ends.rhai", script).file("duel/geometry.toml", geometry);
    let run = scene.run("check ./duel -n 0 --fix").says("`“loss”` is now `\"loss\"`");
    run.says("is now `\"white\", \"black\"`");
    scene.run("check ./duel -n 0").code(0);
}
