//! Tests that the program replays recorded games of every shipped ruleset, and that each game ends
//! as recorded.

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
            // The rules may decide a game that is stopped at its limit, but a record is not
            // stopped.
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
    for (variant, near) in
        [("King of the Hill", "king-of-the-hill"), ("Three-check", "three-checks")]
    {
        let scene = Scene::new().file("g.pgn", format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n"));
        let ended = scene.run("replay g.pgn").code(2);
        ended.complains(&format!("the ruleset `{near}` is for 4"));
    }
    let scene = Scene::new().file("g.pgn", "[Variant \"Bughouse\"]\n\n1. e4 e5 *\n");
    let ended = scene.run("replay g.pgn").code(2).complains("there is no ruleset `Bughouse`");
    assert!(!ended.err.contains("bughouse-teams"), "a game for four: {}", ended.err);
}
