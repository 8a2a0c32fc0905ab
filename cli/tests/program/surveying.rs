//! `survey` and `search`, end to end.

#[cfg(unix)]
use std::time::Duration;

use crate::common::{DUEL, ENDS, Scene, words};

/// Returns a scene with `./duel` and two copies of it. The copy `./short` has a limit of ten plies,
/// and `./long` has a limit of a hundred.
fn scene() -> Scene {
    let after = |name: &str, plies: &str| {
        DUEL.replace("\"duel\"", &format!("\"{name}\""))
            .replace("ply_limit = 200", &format!("ply_limit = {plies}"))
    };
    Scene::duel()
        .file("short/geometry.toml", after("short", "10"))
        .file("short/ends.rhai", ENDS)
        .file("long/geometry.toml", after("long", "100"))
        .file("long/ends.rhai", ENDS)
}

/// Returns a result without the parts that depend on the clock.
fn timeless(mut json: serde_json::Value) -> serde_json::Value {
    json["seconds"] = serde_json::Value::Null;
    json
}

#[test]
fn a_survey_is_the_same_for_any_jobs_and_says_how_to_find_it_again() {
    let scene = scene();
    let line = "survey ./duel ./short ./long verney-1881 -n 7 --ply-limit 90 --format json";
    let run = |jobs: u32| scene.run(&format!("{line} --jobs {jobs}")).code(0).json();
    let one = run(1);
    assert_eq!(timeless(one.clone()), timeless(run(3)));
    assert_eq!(one["games"], 4 * 2 * 7);
    assert_eq!(one["surveyed"].as_array().unwrap().len(), 4);
    assert_eq!(one["surveyed"][3]["results"][1]["agent"], "greedy");
    let length = &one["surveyed"][0]["results"][0]["metrics"][1];
    let (mean, low) = (length["mean"].as_f64().unwrap(), length["interval"][0].as_f64().unwrap());
    assert!(length["joint"][0].as_f64().unwrap() <= low && low <= mean && mean <= 90.0);
    assert_eq!(one["landscape"]["tree"].as_array().unwrap().len(), 3);
    let again = one["again"].as_str().unwrap().strip_prefix("quadrille ").unwrap();
    assert_eq!(
        timeless(one.clone()),
        timeless(scene.run(&format!("{again} --format json")).json())
    );
}

#[test]
fn a_survey_finds_the_game_that_is_another_and_writes_it_down() {
    let scene = scene();
    let line = "survey ./duel ./short orthodox-chess --agents random --metrics length,captures,branching \
                --clusters 2 -n 12 --ply-limit 150 --report r.html --map m.svg -o s.csv";
    let ended = scene.run(line).code(0).says("By random").says("To the right: ").says("Clusters");
    assert!(ended.out.contains("longer games") || ended.out.contains("shorter games"));
    let (page, map, csv) = (scene.read("r.html"), scene.read("m.svg"), scene.read("s.csv"));
    assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("http"));
    assert!(page.contains("prefers-color-scheme: dark") && page.ends_with("</html>\n"));
    for tag in ["svg", "table", "div", "figure", "p", "g", "tr", "ol", "li"] {
        let open =
            page.matches(&format!("<{tag} ")).count() + page.matches(&format!("<{tag}>")).count();
        assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(map.starts_with("<svg xmlns=") && map.matches("<circle").count() == 3);
    assert_eq!(csv.lines().count(), 1 + 3 * 3);
    assert!(csv.lines().nth(1).unwrap().starts_with("./duel,random,length,plies,12,"));
    // A survey of two games has a table but no map.
    scene.run("survey ./duel ./short -n 2 --agents random --map none.svg").code(0).says("no map");
    scene.run("explain survey").code(0).says("first_advantage");
}

#[test]
fn games_of_surveys_and_searches_begin_where_they_are_told_to() {
    let scene = scene();
    let again = |json: &serde_json::Value| json["again"].as_str().unwrap().to_owned();
    let line = "survey ./duel ./short ./long -n 6 --agents random --format json";
    let plain = scene.run(line).code(0).json();
    let random = scene.run(&format!("{line} --from random:3")).code(0).json();
    assert_eq!(random["opening"], "after 3 random plies");
    assert!(again(&random).contains("--from random:3"));
    assert_ne!(random["surveyed"], plain["surveyed"], "other games");
    let line = "search ./duel --goal 'plies <= 199' --agents random -n 400 --format json";
    let random = scene.run(&format!("{line} --from random:3")).json();
    assert_eq!(random["opening"], "after 3 random plies");
    assert!(again(&random).contains("--from random:3"));
    // An invalid opening is reported before any game is played.
    let wrong = scene.run("survey ./duel ./short ./long -n 6 --from 'moves:z9-z8'");
    assert_eq!(wrong.code, Some(3), "{wrong:?}");
}

#[test]
fn wrong_surveys_get_answers_that_help() {
    let scene = scene();
    let wrong = |line: &str| scene.run(line).code(2);
    wrong("survey").complains("RULESET");
    wrong("survey ./duel ./duel").complains("the same rules");
    wrong("survey ./duel --metrics lenght").complains("did you mean `length`?");
    wrong("survey ./duel verney-1881 --metrics team.red-black").complains("has no metric");
    wrong("survey ./duel --agents clever").complains("unknown agent");
    wrong("survey verney-1811").complains("did you mean `verney-1881`?");
    wrong("survey ./duel --clusters 0").complains("--clusters");
    scene.run("survey ./duel --report none/r.html").code(3).complains("none");
    scene.run("survey ./duel -o none/r.csv").code(3).complains("none");
}

#[test]
fn a_search_confirms_what_it_found_by_other_games_and_is_the_same_for_any_jobs() {
    let scene = scene();
    let line =
        "search ./duel --goal 'plies <= 199, drawn >= 1 %' --agents random -n 400 --format json";
    let by = |jobs: u32| scene.run(&format!("{line} --jobs {jobs}"));
    let (one, three) = (by(1), by(3));
    assert!(matches!(one.code, Some(0 | 5)), "{one:?}");
    assert_eq!(one.code, three.code);
    let one = one.json();
    assert_eq!(timeless(one.clone()), timeless(three.json()));
    let found = one["readings"].as_array().unwrap();
    assert_eq!((found.len(), &one["combinations"]), (2, &"2".into()));
    assert!(found.iter().all(|row| row["explored"].as_u64() > Some(0)));
    assert!(found[0]["confirmed"].as_u64() > Some(0) && one["games"].as_u64() <= Some(400));
    let again = one["again"].as_str().unwrap().strip_prefix("quadrille ").unwrap();
    assert_eq!(
        timeless(one.clone()),
        timeless(scene.run(&format!("{again} --format json")).json())
    );
}

#[test]
fn a_search_says_whether_a_goal_is_met_missed_or_open() {
    let scene = scene();
    let line = "search ./duel --agents random -n 2000 --report r.html --goal";
    let met = scene.run(&format!("{line} 'plies in 1..200, stopped <= 99 %'")).code(0);
    met.says("meet the goal").says("quadrille play ./duel").says("ends.STALEMATE=loss");
    let page = scene.read("r.html");
    assert!(page.contains("plies in 1..200") && page.ends_with("</html>\n"));
    let missed = scene.run(&format!("{line} 'plies <= 1'")).code(0);
    missed.says("each was proved to miss it").says("proved to miss");
    let narrow = "search ./duel --agents random -n 40 --goal 'seats within 0.5 %'";
    scene.run(narrow).code(5).says("not every reading was proved to miss it");
    scene.run("explain search").code(0).says("seats within 2 %");
}

#[test]
fn wrong_searches_get_answers_that_help() {
    let scene = scene();
    let wrong = |line: &str| scene.run(line).code(2);
    wrong("search ./duel").complains("--goal");
    wrong("search ./duel --goal 'decided > 60 %'").complains("write `>=`").complains("^");
    wrong("search ./duel --goal 'decided >= 60'").complains("`60 %`").complains("--goal");
    wrong("search ./duel --goal 'lenght <= 60'").complains("length");
    wrong("search ./duel --goal 'plies <= 60' -n 20").complains("too few").complains("-n ");
    wrong("search ./duel --goal 'plies <= 60' --tunable ends.STALMATE").complains("STALEMATE");
    wrong("search ./duel --goal 'plies <= 60' --set ends.STALEMATE=loss")
        .complains("no tunable to vary");
    wrong("search ./duel --goal 'plies <= 60' --agents greedy+random+greedy")
        .complains("has 2 seats");
    let line = "search ./duel --goal 'plies <= 60' --report none/r.html";
    scene.run(line).code(3).complains("none");
}

#[cfg(unix)]
#[test]
fn interrupted_surveys_and_searches_report_what_they_have() {
    let scene = scene();
    for line in [
        "survey ./duel ./short -n 900000 --agents random",
        "search ./duel --goal 'decided >= 30 %' --agents random -n 9000000",
    ] {
        let child = scene.command(&words(line)).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(4000));
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let (out, said) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(130), "{line}: {said}");
        assert!(out.contains("(interrupted)") && said.contains("interrupted after"), "{out}{said}");
    }
}
