//! `quadrille study` and `quadrille run`: the sealed plan, the data and the paper.

use std::fs;

use crate::common::Scene;

/// A command that writes a study of two rulesets.
const NEW: &str = "study new ours --title Lengths --question 'Are games shorter?' \
                   --compare verney-1881,verney-1881@removal --primary length --margin 30 \
                   --exploratory decided --agents random -n 60 --would-change 'A longer game.'";

/// Returns a scene with a study of two rulesets.
fn scene() -> Scene {
    let scene = Scene::duel();
    scene.run(NEW).code(0);
    // Short games are enough here.
    let path = scene.dir.join("ours/study.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("seed = 1", "ply_limit = 40\nseed = 1")).unwrap();
    scene
}

#[test]
fn a_plan_is_sealed_before_the_games_and_a_repetition_finds_the_same() {
    let scene = scene();
    let file = |name: &str| fs::read_to_string(scene.dir.join("ours").join(name));
    scene.run("run ours/study.toml --seal").code(0);
    let plan = file("plan.toml").unwrap();
    assert!(file("report.md").is_err());
    scene.run("run ours/study.toml").code(0);
    assert_eq!(file("plan.toml").unwrap(), plan);
    let (report, games) = (file("report.md").unwrap(), file("games.csv").unwrap());
    assert!(report.contains("## Deviations from the plan\n\nNone."), "{report}");
    assert!(report.contains("`verney-1881@removal`") && report.contains("changes-1.svg"));
    assert!(games.starts_with(
        "agents,side,game,block,outcome,winners,ending,plies,utility,decided,length\n"
    ));
    assert!(file("changes-1.svg").unwrap().starts_with("<svg xmlns="));
    fs::remove_dir_all(scene.dir.join("ours/games")).unwrap();
    scene.run("run ours/study.toml --jobs 1").code(0);
    assert_eq!((file("report.md").unwrap(), file("games.csv").unwrap()), (report, games));
}

#[test]
fn every_change_after_the_seal_is_a_deviation() {
    let scene = scene();
    let path = scene.dir.join("ours/study.toml");
    scene.run("run ours/study.toml --seal").code(0);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("margin = 30.0", "margin = 15.0")).unwrap();
    let plan = scene.dir.join("ours/plan.toml");
    let sealed = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, sealed.replace("games = 60", "games = 80")).unwrap();
    scene.run("run ours/study.toml").code(0).complains("3 deviations");
    let report = fs::read_to_string(scene.dir.join("ours/report.md")).unwrap();
    for part in ["edited after it was sealed", "`margin` was 30.0", "`games` was 80"] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

#[test]
fn a_study_without_all_parts_or_with_wrong_parts_is_refused() {
    let scene = scene();
    scene
        .run("study new other --title x")
        .code(2)
        .complains("parts of the study are missing: `--question`, `--compare`");
    scene.run("study new ours --title x").code(2).complains("already exists");
    scene
        .run(&NEW.replace("new ours", "new third").replace("verney-1881,", "verny-1881,"))
        .code(2)
        .complains("verney-1881");
    scene.run("run nothing.toml").code(3).complains("nothing.toml");
    let path = scene.dir.join("ours/study.toml");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, why) in [
        ("\"decided\"", "\"decidet\"", "decided"),
        ("\"length\"", "\"lenght\"", "length"),
        ("\"verney-1881@removal\"", "\"verney-1881\"", "the rules of the first"),
        ("margin = 30.0", "margin = -1.0", "`margin`"),
    ] {
        fs::write(&path, text.replace(from, to)).unwrap();
        scene.run("run ours/study.toml").code(2).complains(why);
    }
}
