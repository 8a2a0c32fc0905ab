//! `compare`, `sweep` and `claims`, end to end.

#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use crate::common::{DUEL, ENDS, Ended, Scene, words};

/// Returns a scene with two rulesets: `./duel`, and `./short`, which is the duel with a limit of
/// ten plies.
fn scene() -> Scene {
    let short = DUEL.replace("\"duel\"", "\"short\"").replace("ply_limit = 200", "ply_limit = 10");
    Scene::duel().file("short/geometry.toml", short).file("short/ends.rhai", ENDS)
}

/// Returns a result without the parts that depend on the clock.
fn timeless(mut json: serde_json::Value) -> serde_json::Value {
    json["seconds"] = serde_json::Value::Null;
    json
}

#[test]
fn a_comparison_is_the_same_for_any_jobs_and_says_how_to_find_it_again() {
    let scene = scene();
    let line = "compare ./duel --set b:ends.STALEMATE=loss -n 120 --at-least 60 --format json";
    let run = |jobs: u32| {
        let ended = scene.run(&format!("{line} --jobs {jobs}"));
        assert!(matches!(ended.code, Some(0 | 5)), "{ended:?}");
        ended.json()
    };
    let one = run(1);
    assert_eq!(timeless(one.clone()), timeless(run(3)));
    assert_eq!(one["schema"], 1);
    assert_eq!(one["rulesets"][1]["tunables"]["ends.STALEMATE"], "loss");
    assert_eq!(one["differing"][0][0]["what"], "ends.STALEMATE");
    assert_eq!(one["trials"].as_array().unwrap().len(), 2, "random and greedy are asked");
    assert_eq!(one["trials"][0]["random_play"], true);
    let again = one["again"].as_str().unwrap().strip_prefix("quadrille ").unwrap();
    let repeated = scene.run(&format!("{again} --format json")).json();
    assert_eq!(timeless(one), timeless(repeated));
}

#[test]
fn exit_codes_tell_the_answer() {
    let scene = scene();
    let differ = "compare ./duel ./short --primary length --agents random -n 400 --at-least 0";
    scene.run(differ).code(0).says(" in B: ").says("in random play").says("--full");
    scene.run(&format!("{differ} --fail-on-diff")).code(1);
    let same = "compare ./duel --set b:ends.STALEMATE=loss --agents random --at-least 0";
    scene.run(&format!("{same} -n 60")).code(5).says("do not show yet if A and B differ");
    scene
        .run(&format!("{same} -n 400 --margin 0.2 --fail-on-diff"))
        .code(0)
        .says("by less than the margin");
}

#[test]
fn a_metric_without_values_has_no_figures() {
    let scene = Scene::new();
    let line = "compare verney-1881 --set b:mate.AFTER_MATE=remove --primary freeze_length";
    let ended = scene.run(&format!("{line} --agents greedy,greedy -n 4 --at-least 0")).code(5);
    let ended = ended
        .says("with greedy agents, no block has a value on both sides")
        .says("in fewer than 50 blocks")
        .says("--agents greedy -n 4");
    assert!(!ended.out.contains("1000 plies"), "{ended:?}");
}

#[test]
fn agents_listed_strongest_first_measure_no_luck() {
    let skill = |agents: &str| {
        Scene::duel().run(&format!("skill ./duel --agents {agents} -n 200 --ply-limit 60")).code(0)
    };
    let wrong = skill("greedy,random");
    let wrong = wrong.says("random is weaker than greedy: list agents weakest");
    assert!(!wrong.out.contains("luck index"), "{wrong:?}");
    skill("random,greedy").says("luck index");
}

#[test]
fn wrong_questions_get_answers_that_help() {
    let scene = scene();
    let wrong = |line: &str| scene.run(line).code(2);
    wrong("compare ./duel ./short --primary lenght").complains("did you mean `length`?");
    wrong("compare ./duel ./short --primary zzz").complains("first_side").complains("clause.NAME");
    wrong("compare ./duel").complains("nothing to compare").complains("--set b:");
    let same = wrong("compare ./duel ./short ./duel").complains("a and c have the same rules");
    same.complains("--set c:");
    wrong("compare ./duel --set c:ends.STALEMATE=loss").complains("unknown side `c`");
    wrong("compare ./duel --set z:ends.STALEMATE=loss").complains("unknown side");
    wrong("compare ./duel --set b:ends.STALEMATE=los").complains("did you mean `loss`?");
    wrong("compare ./duel ./duel@swift").complains("swift");
    wrong("compare ./duel verney-1811").complains("did you mean `verney-1881`?");
    wrong("compare ./duel ./short --agents greedy+random+greedy").complains("has 2 seats");
    wrong("compare ./duel ./short --agents clever").complains("unknown agent");
    wrong("compare ./duel ./short --margin 5").complains("for 5 percentage points write 0.05");
    wrong("compare ./duel ./short --margin 0").complains("positive number");
    wrong("compare ./duel ./short --margin -5").complains("positive number");
    wrong("compare ./duel ./short --margin five").complains("positive number");
    wrong("compare ./duel verney-1881 --primary first_side")
        .complains("2 seats")
        .complains("2 teams");
    wrong("compare ./duel verney-1881 --primary seat.yellow").complains("has no metric");
    wrong("sweep ./duel --tunable ends.STALMATE").complains("did you mean `ends.STALEMATE`?");
    wrong("sweep ./duel --primary length").complains("--margin");
    wrong("claims ./duel").complains("claims.toml");
    // The missing folder is reported before any game is played.
    scene.run("compare ./duel ./short --report none/r.html").code(3).complains("none");
}

#[test]
fn a_report_is_one_page_that_needs_nothing_else() {
    let scene = scene();
    let line = "compare ./duel ./short --primary length --agents greedy -n 60 --report r.html";
    let ended = scene.run(line);
    assert!(matches!(ended.code, Some(0 | 5)), "{ended:?}");
    let page = scene.read("r.html");
    let text = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!text.contains("http") && !text.contains("src=") && !text.contains("@import"));
    for part in ["prefers-color-scheme: dark", "class=\"sample\"", "Captures by square", "plies"] {
        assert!(page.contains(part), "no {part}");
    }
    assert!(page.contains("quadrille playout ./duel --agents greedy,greedy --games"));
    assert!(page.ends_with("</html>\n"));
    // All opened tags are closed.
    for tag in ["svg", "table", "div", "figure", "p", "g", "tr"] {
        let open =
            page.matches(&format!("<{tag} ")).count() + page.matches(&format!("<{tag}>")).count();
        assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn a_sweep_tries_every_value_and_says_how_much_may_have_changed() {
    let scene = scene();
    let json =
        scene.run("sweep ./duel --agents random -n 200 --at-least 0 --format json").code(0).json();
    let rules = json["trials"][0]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 1);
    assert_eq!(
        (&rules[0]["tunable"], &rules[0]["value"]),
        (&"ends.STALEMATE".into(), &"loss".into())
    );
    let at_most = rules[0]["at_most"].as_array().unwrap();
    let length = at_most.iter().find(|one| one["metric"] == "length").unwrap();
    assert!(length["change"].as_f64().unwrap() > 0.0 && length["relative"].as_f64().is_some());
    let open = scene.run("sweep ./duel --agents greedy -n 5 --at-least 0 --margin 0.001").code(0);
    assert!(!open.out.contains("no change found  "), "{}", open.out);
}

#[test]
fn skill_is_the_same_for_any_jobs_and_says_how_to_find_it_again() {
    let scene = scene();
    let line = "skill ./duel --agents random,greedy,mcts:4 -n 31 --format json";
    let run = |jobs: u32| scene.run(&format!("{line} --jobs {jobs}")).code(0).json();
    let one = run(1);
    assert_eq!(timeless(one.clone()), timeless(run(3)));
    assert_eq!(one["even"], 0.5);
    let met = one["matches"].as_array().unwrap();
    assert_eq!(met.len(), 2);
    assert_eq!((&met[0]["strong"], &met[0]["weak"]), (&"greedy".into(), &"random".into()));
    assert_eq!((&met[0]["blocks"], &met[0]["games"]), (&16.into(), &32.into()));
    assert!(met[0]["beyond"].as_f64().unwrap() > 0.0, "greedy beats random: {met:?}");
    assert_eq!(one["extremes"]["weak"], "random");
    let (luck, y) = (one["luck"].as_f64().unwrap(), one["extremes"]["beyond"].as_f64().unwrap());
    assert!((luck + y - 1.0).abs() < 1e-6);
    assert_eq!(one["trace"], serde_json::Value::Null, "these are no doubled budgets");
    let again = one["again"].as_str().unwrap().strip_prefix("quadrille ").unwrap();
    let repeated = scene.run(&format!("{again} --format json")).json();
    assert_eq!(timeless(one), timeless(repeated));
    let doubled = scene.run("skill ./duel --agents mcts:2..8 -n 8 --seed 3").code(0);
    doubled.says("skill trace").says("luck index").says("--agents mcts:2,mcts:4,mcts:8");
    scene.run("skill ./duel --agents greedy").code(2).complains("a stronger and a weaker agent");
    scene.run("skill ./duel --agents mcts:4..7").code(2).complains("twice the first");
}

#[test]
fn claims_are_played_and_told_with_what_would_count_against_them() {
    let claim = |expect: &str| {
        format!(
            "[[claim]]\nid = \"long\"\nsays = \"Games are long.\"\nsource = \"nobody\"\n\
             [claim.test]\nmetric = \"length\"\nreference = 2.0\nexpect = \"{expect}\"\n\
             margin = 1.0\nagents = [\"random\"]\ngames = 400\nfor = \"F\"\nagainst = \"G\"\n\
             [[claim]]\nid = \"fun\"\nsays = \"Games are fun.\"\nsource = \"nobody\"\n\
             why = \"Nothing measures it.\"\n"
        )
    };
    let scene = scene().file("duel/claims.toml", claim("above"));
    let page = scene.run("claims ./duel").code(0);
    let page = page.says("| ./duel | Games are long. | held |");
    page.says("Against: G").says("Nothing measures it.").says("| Games are fun. | not tested |");
    let scene = scene.file("duel/claims.toml", claim("below"));
    scene.run("claims ./duel -o out.md").code(0);
    assert!(scene.read("out.md").contains("did not hold"));
    let scene = scene.file("duel/claims.toml", "[[claim]]\nid = 1\n");
    scene.run("claims ./duel").code(3).complains("claims.toml");
}

#[test]
fn everything_in_which_two_rulesets_differ_is_named() {
    let (from, into) = ("[rules]\n", "[zones]\nhill = \"a1..a3\"\n\n[rules]\n");
    let first = DUEL.replace(from, into);
    let change = |from: &str, to: &str| {
        let text = first.replace(from, to);
        assert_ne!(text, first, "{from}");
        text
    };
    let cases = [
        ("a1..a3", "a1..a4", "zones.hill"),
        ("hill", "dale", "zones.dale"),
        ("value = 5", "value = 6", "pieces.rook.value"),
        ("facing = \"south\"", "facing = \"west\"", "seats.black.facing"),
        ("ply_limit = 200", "ply_limit = 100", "ply limit"),
        ("moves = \"R\"", "moves = \"B\"", "rook's moves"),
        (".....\n\"\"\"", ".....\n\"\"\"\nlight = \"even\"", "board.light"),
    ];
    for (from, to, what) in cases {
        let scene = Scene::new();
        let scene = scene.file("one/geometry.toml", &first).file("one/ends.rhai", ENDS);
        let scene = scene.file("two/geometry.toml", change(from, to)).file("two/ends.rhai", ENDS);
        let run = scene.run("compare ./one ./two -n 4 --at-least 4 --agents random --format json");
        let json = run.json();
        assert!(json.to_string().contains(&format!("\"what\":\"{what}\"")), "{what}: {json}");
    }
    let scene = Scene::new().file("one/geometry.toml", &first).file("one/ends.rhai", ENDS);
    let other = ENDS.replace("rules.repetition(3);", "rules.repetition(3); ");
    let scene = scene.file("two/geometry.toml", &first).file("two/ends.rhai", other);
    let run = scene.run("compare ./one ./two -n 4 --at-least 4 --agents random --format json");
    assert!(run.out.contains("\"what\": \"ends.rhai\""), "{}", run.out);
}

/// Runs the program and interrupts it after some time. On a slow machine, the program may not have
/// done enough by then. In this case, it runs again and gets more time.
#[cfg(unix)]
fn interrupted(scene: &Scene, line: &str, enough: &dyn Fn(&Ended) -> bool) -> Ended {
    let patience = (0..8).map(|doubled| Duration::from_secs(1 << doubled));
    let mut runs = patience.map(|patience| interrupted_after(scene, line, patience));
    // The signal itself ends a run that was not yet listening.
    runs.find(|ended| ended.code.is_some() && enough(ended))
        .unwrap_or_else(|| panic!("`{line}` does nothing in four minutes"))
        .code(130)
}

#[cfg(unix)]
fn interrupted_after(scene: &Scene, line: &str, patience: Duration) -> Ended {
    let child = scene.command(&words(line)).spawn().unwrap();
    let id = child.id().to_string();
    let waiting = thread::spawn(|| child.wait_with_output().unwrap());
    thread::sleep(patience);
    while !waiting.is_finished() {
        std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
        // A run that ignored the signal, because it was not yet listening, gets another one.
        let ends_soon = (0..150).any(|_| {
            thread::sleep(Duration::from_millis(200));
            waiting.is_finished()
        });
        assert!(ends_soon || patience < Duration::from_secs(60), "`{line}` can't be interrupted");
    }
    let output = waiting.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    Ended { line: line.to_owned(), code: output.status.code(), out, err }
}

#[cfg(unix)]
#[test]
fn what_is_interrupted_tells_what_it_found_and_how_to_play_all_of_it() {
    let scene = scene();
    let endless = "--agents random,greedy -n 9000000 --format json --seed 4";
    let forever = "--at-least 9000000";
    let compare = "compare ./duel --set b:ends.STALEMATE=loss --report r.html";
    let sweep = "sweep ./duel";
    for (command, lasts) in [(compare, forever), (sweep, forever), ("skill ./duel", "")] {
        let games = |ended: &Ended| {
            let json = serde_json::from_str::<serde_json::Value>(&ended.out).ok();
            json.and_then(|json| json["games"].as_u64()).unwrap_or(0)
        };
        let line = format!("{command} {endless} {lasts}");
        let ended = interrupted(&scene, &line, &|ended| games(ended) > 0);
        let (json, games) = (ended.json(), games(&ended));
        assert_eq!(json["interrupted"], true, "{command}");
        let again = json["again"].as_str().unwrap();
        assert!(again.contains("-n 9000000") && again.contains("--seed 4"), "{again}");
        ended.complains(&format!("interrupted after {games} games")).complains(again);
    }
    assert!(scene.read("r.html").ends_with("</html>\n"), "the report is of what was played");
}

#[cfg(unix)]
#[test]
fn interrupted_claims_are_told_as_far_as_they_were_tested() {
    let claim = |id: &str, metric: &str, margin: &str, games: u32| {
        format!(
            "[[claim]]\nid = \"{id}\"\nsays = \"{id}.\"\nsource = \"nobody\"\n[claim.test]\n\
             metric = \"{metric}\"\nreference = 0.0\nexpect = \"same\"\nmargin = {margin}\n\
             agents = [\"random\"]\ngames = {games}\nfor = \"F\"\nagainst = \"G\"\n"
        )
    };
    let endless = claim("endless", "drops", "0.000000001", 9_000_000);
    let claims = format!("{}{endless}", claim("quick", "length", "1.0", 100));
    let scene = scene().file("duel/claims.toml", claims).file("page.md", "what was there");
    let begun = |ended: &Ended| ended.out.contains("endless.");
    let ended = interrupted(&scene, "claims ./duel -o page.md", &begun);
    let ended = ended.complains("`quadrille claims ./duel --seed 1`");
    let ended = ended
        .says("| ./duel | quick. | did not hold |")
        .says("| ./duel | endless. | inconclusive |");
    let ended = ended.says("The test was interrupted.");
    ended.complains("page.md is unchanged");
    assert_eq!(scene.read("page.md"), "what was there");
}

#[test]
fn the_page_about_comparisons_names_every_metric() {
    let page = Scene::new().run("explain compare").code(0).out;
    for metric in quadrille_study::metrics::METRICS {
        assert!(page.contains(&format!("`{}`", metric.name)), "{}", metric.name);
    }
}

#[test]
fn kept_games_say_the_same_and_are_not_played_again() {
    let scene = scene();
    let compare = "compare ./duel ./short --primary length --agents random,greedy+random -n 120 --at-least 60";
    let skill = "skill ./duel --agents random,greedy,search-maxn:depth=1 -n 30";
    let sweep = "sweep ./duel --agents random -n 60 --at-least 20 --tunable ends.STALEMATE";
    for (folder, line) in [("c", compare), ("k", skill), ("s", sweep)] {
        let json =
            |options: &str| timeless(scene.run(&format!("{line} --format json {options}")).json());
        let plain = json("");
        let kept = json(&format!("--out {folder} --records {folder}-records --jobs 2"));
        assert_eq!(kept, plain, "{line}");
        scene.run(&format!("{line} --out {folder}")).code(2).complains("already exists");
        assert_eq!(json(&format!("--out {folder} --resume")), plain, "{line}");
        let runs: Vec<_> =
            std::fs::read_dir(scene.dir.join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
        assert!(runs.len() >= 2);
        for run in runs {
            let name = run.file_stem().unwrap().to_str().unwrap().to_owned();
            let games =
                scene.run(&format!("export {folder}/{name}.db")).code(0).out.lines().count() - 1;
            let records =
                std::fs::read_dir(scene.dir.join(format!("{folder}-records/{name}"))).unwrap();
            assert_eq!(records.count(), games, "{name}");
            let series = scene.run(&format!("export {folder}/{name}.db --series"));
            series.code(2).complains("has no plies").complains("add `--series`");
        }
        let whole = scene.run(&format!("export {folder}")).code(2);
        whole.complains("is a folder").complains(&format!("such as {folder}/"));
    }
    for (line, words) in [
        ("playout ./duel -n 0", "the least is 1"),
        ("playout ./duel --jobs 0", "choose a number from 1 to "),
    ] {
        scene.run(line).code(2).complains(words);
    }
    // A run with more games continues from the existing ones.
    let more = compare.replace("-n 120 --at-least 60", "-n 200 --at-least 200");
    let json =
        |options: &str| timeless(scene.run(&format!("{more} --format json {options}")).json());
    assert_eq!(json("--out c --resume"), json(""));
    scene.run(&format!("{compare} --out c --resume --seed 2")).code(2).complains("another run");
}

#[test]
fn openings_are_the_same_on_all_sides_and_repeat() {
    let scene = scene();
    let ended = scene.run("compare ./duel --set b:ends.STALEMATE=loss --agents random -n 60 --at-least 0 --from random:3");
    let ended = ended.says("All games begin after 3 random plies.").says("--from random:3");
    assert!(matches!(ended.code, Some(0 | 5)), "{ended:?}");
    scene.run("playout ./duel -n 4 --from random:x").code(2).complains("random plies");
    scene.run("playout ./duel -n 4 --from nowhere.fen").code(3).complains("nowhere.fen");
    scene.run("playout ./duel -n 20 --from random:2 --out a.db --series").code(0);
    let plies = scene.run("export a.db --series").code(0).out;
    assert!(
        plies.starts_with(
            "game,ply,seat,action,legal,captured,checks,share_white,share_black,micros\n0,1,"
        ),
        "{plies}"
    );
    scene.run("export a.db --series --format pgn").code(2).complains("leave `--series` out");
    let fen = scene.run("export a.db --format pgn --games 0..1").code(0).out;
    let fen = fen.lines().find(|line| line.starts_with("[StartFen4")).expect("it begins elsewhere");
    let fen = fen.split('"').nth(1).unwrap().to_owned();
    let scene = scene.file("one.fen", format!("# one\n{fen}\n"));
    scene.run("playout ./duel -n 8 --from one.fen --out b.db --full").code(0).says("1 position (");
    scene.run("playout ./duel -n 16 --from one.fen --out b.db --resume").code(0);
    scene
        .run("playout ./duel -n 16 --out b.db --resume")
        .code(2)
        .complains("its start is 1 position");
}

#[test]
fn a_network_is_learned_used_and_not_mixed_up_with_weights() {
    let scene = scene();
    let learn = "learn ./duel -n 8 --agent search-paranoid:depth=1 --openings 2 -o net.toml";
    scene.run(&format!("{learn} --stages 1 --network")).code(0).says("stage 1: 8 games");
    scene.run(&format!("{learn} --stages 2 --network --resume")).code(0).says("stage 2: 16 games");
    scene.run(&format!("{learn} --stages 3 --resume")).code(2).complains("--network");
    scene.run("move ./duel --agent search:200 --weights net.toml").code(0);
    scene.run("playout ./duel --agents mcts:20 -n 1 --weights net.toml").code(0);
}

#[test]
fn weights_of_a_file_are_those_of_a_side_and_the_run_names_them() {
    let scene = scene();
    let learn = "learn ./duel -n 4 --stages 1 --agent search-paranoid:depth=1 --openings 1 -o own.toml --format json";
    scene.run(learn).code(0);
    let line = "compare ./duel --set b:ends.STALEMATE=loss --agents search-paranoid:depth=1 -n 8 --at-least 4";
    let again = scene.run(&format!("{line} --weights b:own.toml"));
    assert!(again.out.contains("--weights b:own.toml"), "{}", again.out);
    let skill =
        scene.run("skill ./duel --agents greedy,search-paranoid:depth=1 -n 4 --weights own.toml");
    assert!(skill.out.contains("--weights own.toml"), "{}", skill.out);
    let sweep = "sweep ./duel --agents greedy -n 4 --at-least 2 --weights";
    assert!(scene.run(&format!("{sweep} own.toml")).out.contains("--weights own.toml"));
    // Files are read for all agents, and must fit the rules.
    for line in [
        line,
        "skill ./duel --agents greedy,search-paranoid:depth=1 -n 4",
        sweep.trim_end_matches(" --weights"),
    ] {
        scene.run(&format!("{line} --weights none.toml")).code(3).complains("none.toml");
    }
    scene.run(&format!("{line} --weights c:own.toml")).code(2).complains("unknown side `c`");
}

#[test]
fn shipped_weights_are_used_on_all_sides_or_on_none() {
    let scene = scene();
    scene
        .run(
            "learn ./duel -n 4 --stages 1 --agent search-paranoid:depth=1 --openings 1 -o own.toml",
        )
        .code(0);
    let weights = std::fs::read_to_string(scene.dir.join("own.toml")).unwrap();
    let run = |line: &str| timeless(scene.run(&format!("{line} --format json")).json());
    let playout = "playout ./duel --agents search-paranoid:depth=1 -n 2";
    let (plain, given) = (run(playout), run(&format!("{playout} --weights own.toml")));
    let scene = scene.file("duel/weights.toml", weights);
    let run = |line: &str| timeless(scene.run(&format!("{line} --format json")).json());
    let rules = |report: &serde_json::Value| report["ruleset"]["hash"].clone();
    assert_eq!(rules(&plain), rules(&given), "weights are not rules");
    assert_ne!(plain["ruleset"]["weights"], given["ruleset"]["weights"]);
    assert_eq!(run(playout)["ruleset"]["weights"], given["ruleset"]["weights"], "shipped");
    assert_eq!(run(&format!("{playout} --weights none"))["ruleset"], plain["ruleset"]);
    let note = "without the weights that A";
    let options = "--agents search-paranoid:depth=1 -n 4 --at-least 4";
    let two = scene.run(&format!("compare ./duel ./short {options} --report page.html")).says(note);
    assert!(!two.out.contains("--weights"), "it does so again by itself: {}", two.out);
    let page = std::fs::read_to_string(scene.dir.join("page.html")).unwrap();
    assert!(page.contains(note) && page.contains("--weights none"), "{page}");
    let one = scene.run(&format!("compare ./duel --set b:ends.STALEMATE=loss {options}"));
    assert!(!one.out.contains("without the weights"), "{}", one.out);
    let asked = scene.run(&format!("compare ./duel ./short {options} --weights a:own.toml"));
    assert!(!asked.out.contains("without the weights"), "{}", asked.out);
}

#[test]
fn a_single_ruleset_is_compared_with_itself_as_it_is_set() {
    let scene = Scene::duel();
    let run = scene.run("compare ./duel --set STALEMATE=loss -n 8");
    run.says("A  ./duel\n").says("B  ./duel with STALEMATE=loss");
    let two =
        scene.run("compare verney-1881 demonchy-1856 --set mate.AFTER_MATE=remove -n 8").code(2);
    two.complains("demonchy-1856: there is no tunable `mate.AFTER_MATE`")
        .complains("`--set a:mate.AFTER_MATE=…` sets it on one side alone");
}
