//! Tests of replays. Recorded games of every shipped ruleset end as recorded, and a file may
//! contain any number of games.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::Scene;
use serde_json::Value;

/// Returns the names of all rulesets in the repository, found by listing their folders.
fn shipped() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    let entries = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path());
    let rulesets = entries.filter(|path| path.join("geometry.toml").is_file());
    let mut names: Vec<String> =
        rulesets.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn list<'a>(json: &'a Value, key: &str) -> &'a [Value] {
    json[key].as_array().unwrap_or_else(|| panic!("no `{key}` in {json}"))
}

/// The ply limit of the games.
const LIMIT: u64 = 400;

#[test]
fn games_of_every_ruleset_replay_to_the_same_end() {
    let scene = Scene::new();
    let names = shipped();
    assert!(names.len() > 20, "{names:?}");
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut stopped = 0;
    for name in names.into_iter().step_by(2) {
        let run =
            format!("playout {name} -n 2 --agents greedy --seed 8 --ply-limit {LIMIT} --jobs 1");
        scene.run(&format!("{run} --records {name}.pgn4 --out {name}.db")).code(0);
        let played = scene.run(&format!("export {name}.db --format json")).code(0).json();
        let replayed = scene.run(&format!("replay {name}.pgn4 --format json")).code(0).json();
        let again = scene.run(&format!("export {name}.db --format pgn")).code(0).out;
        assert_eq!(again, scene.read(&format!("{name}.pgn4")), "{name}");
        let (played, replayed) = (list(&played, "games"), list(&replayed, "games"));
        assert_eq!((played.len(), replayed.len()), (2, 2), "{name}");
        for (game, again) in played.iter().zip(replayed) {
            assert_eq!(again["ruleset"]["id"], name.as_str());
            assert_eq!(list(again, "notes"), [Value::Null; 0], "{name}");
            let plies = list(again, "actions").len() as u64;
            assert_eq!(game["plies"].as_u64(), Some(plies), "{name}");
            // If a game is stopped at the ply limit, the rules may still decide its result. The
            // replay of its record then has no ending.
            let over = again["over"].as_str();
            assert!(over.is_some() || plies == LIMIT, "{name}: {game} is replayed to no end");
            if let (Some(over), Some(clause)) = (over, game["clause"].as_str()) {
                assert!(over.contains(clause), "{name}: {clause}, and {over}");
                *ends.entry(clause.to_owned()).or_insert(0) += 1;
            }
            // The position of an unfinished game is read and written identically.
            if over.is_none() {
                let fen = again["fen"].as_str().unwrap();
                let words = ["show", &name, "--fen", fen, "--format", "fen"].map(str::to_owned);
                assert_eq!(scene.run_words(&words).code(0).out.trim_end(), fen, "{name}");
                stopped += 1;
            }
        }
    }
    assert!(stopped > 3, "every game ended");
    assert!(ends.len() > 3, "too few games ended: {ends:?}");
}

#[test]
fn a_record_of_a_server_is_replayed_by_the_rules_of_its_variant() {
    for (variant, ruleset) in [
        ("Standard", "orthodox-chess"),
        ("from position", "orthodox-chess"),
        ("Crazyhouse", "crazyhouse"),
        ("Atomic", "atomic"),
        ("Antichess", "antichess"),
    ] {
        let scene = Scene::new().file("g.pgn", format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n"));
        scene.run("replay g.pgn").code(0).says(&format!("({ruleset})"));
    }
    for (variant, near) in [
        ("King of the Hill", "king-of-the-hill"),
        ("Three-check", "three-checks"),
        ("Bughouse", "bughouse"),
    ] {
        let scene = Scene::new().file("g.pgn", format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n"));
        let ended = scene.run("replay g.pgn").code(2);
        ended.complains(&format!("the ruleset `{near}` is for 4"));
    }
}

#[test]
fn a_file_of_any_size_is_replayed_game_by_game() {
    let comment = "x".repeat(3 << 20);
    let game = format!("[Event \"x\"]\n\n1. Rd1-d4 {{{comment}}} *\n\n");
    let scene = Scene::duel().file("g.pgn", game.repeat(3));
    let ended = scene.run("replay g.pgn --ruleset ./duel").code(0);
    assert_eq!(ended.out.matches("d1-d4").count(), 3);
    let json = scene.run("replay g.pgn --ruleset ./duel --format json").code(0).json();
    assert_eq!(json["games"].as_array().unwrap().len(), 3);
    assert_eq!(json["ruleset"]["id"], "duel");
    let playout = "playout ./duel -n 4 --agents random --from g.pgn --format json";
    let opening = scene.run(playout).code(0).json()["opening"].clone();
    assert!(opening.as_str().unwrap().starts_with("3 positions"), "{opening}");
    scene.fed("play ./duel --from g.pgn", "last\n").code(0).says("White: rook d1 to d4.");
    let scene =
        scene.file("g.pgn", format!("{game}[Event \"y\"]\n\n1. d1-d4 {{{}", comment.repeat(3)));
    let ended = scene.run("replay g.pgn --ruleset ./duel").code(3);
    ended.says("d1-d4").complains("g.pgn: the game at line 5 has more than 8 MiB");
}

#[test]
fn a_game_with_a_mistake_does_not_hide_the_others() {
    let of = |moves: &str| format!("[Ruleset \"duel\"]\n\n1. {moves} *\n\n");
    let wrong = [of("Rd1-d4"), of("Rd1-e9"), of("Rd1-d3 (Rd1-d2"), of("Rd1-d2")].concat();
    let scene = Scene::duel().file("g.pgn", &wrong);
    let ended = scene.run("replay g.pgn").code(3).says("d1-d4").says("d1-d2");
    ended.complains("g.pgn:7:4").complains("g.pgn:11:11").complains("2 errors");
    let json = scene.run("replay g.pgn --format json").code(3).json();
    assert_eq!(json["games"].as_array().unwrap().len(), 2);
    let scene = scene.file("g.pgn", of("Rd1-e9").repeat(103));
    let ended = scene.run("replay g.pgn").code(3).complains("3 more games have mistakes");
    assert!(ended.err.lines().count() < 20, "{}", ended.err);
    // A game that names no ruleset needs `--ruleset`, so its mistake is in the command line.
    let scene = scene.file("g.pgn", [of("Rd1-d4"), "[Event \"x\"]\n\n1. Rd1-d4 *".into()].concat());
    let json = scene.run("replay g.pgn --format json").code(2).json();
    assert_eq!(json["games"].as_array().unwrap().len(), 1);
}
