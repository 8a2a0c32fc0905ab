//! Recorded games of every shipped ruleset, replayed by the program to the same end.

mod common;

use std::path::Path;

use common::Scene;
use serde_json::Value;

/// The rulesets of the repository, by the folders that are there.
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

#[test]
fn games_of_every_ruleset_replay_to_the_same_end() {
    let scene = Scene::new();
    let names = shipped();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let run = format!("playout {name} -n 3 --seed 8 --ply-limit 90 --jobs 1 --no-metrics");
        scene.run(&format!("{run} --records {name}.pgn4 --out {name}.db")).code(0);
        let played = scene.run(&format!("export {name}.db --format json")).code(0).json();
        let replayed = scene.run(&format!("replay {name}.pgn4 --format json")).code(0).json();
        let (played, replayed) = (list(&played, "games"), list(&replayed, "games"));
        assert_eq!((played.len(), replayed.len()), (3, 3), "{name}");
        for (game, again) in played.iter().zip(replayed) {
            assert_eq!(again["ruleset"]["id"], name.as_str());
            assert_eq!(list(again, "notes"), [Value::Null; 0], "{name}");
            let plies = list(again, "actions").len() as u64;
            assert_eq!(game["plies"].as_u64(), Some(plies), "{name}");
            let over = again["over"].as_str();
            let stopped = game["ending"] == "ply_limit";
            assert_eq!(over.is_none(), stopped, "{name}: {game} is replayed to {over:?}");
        }
        // Where the last one stands is a position that the program reads and writes alike.
        let fen = replayed[2]["fen"].as_str().unwrap();
        let words = ["show", &name, "--fen", fen, "--format", "fen"].map(str::to_owned);
        assert_eq!(scene.run_words(&words).code(0).out.trim_end(), fen, "{name}");
    }
}
