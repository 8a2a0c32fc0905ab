//! Databases of playouts when calls of the system fail. Each write, flush and rename fails once.

#[path = "../../../tests/faults/library.rs"]
mod fail_once;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::common::{Ended, Scene};
use fail_once::FAILED;

/// The maximum number of calls that are tried.
const MAX_CALLS: u32 = 200;

/// Returns the library that makes a call fail.
fn library() -> &'static PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| fail_once::build(Path::new(env!("CARGO_TARGET_TMPDIR"))))
}

/// Runs the program. The call with this number fails. Returns `None` if there are fewer calls.
fn with_fault(scene: &Scene, line: &str, call: u32) -> Option<Ended> {
    let ended = scene.run_with(line, |command| {
        command.env("LD_PRELOAD", library()).env("FAIL_AT", call.to_string());
    });
    ended.err.starts_with(FAILED).then_some(ended)
}

/// Returns the games of a database. Returns an empty list if the database can't be read.
fn games(scene: &Scene, database: &str) -> Vec<String> {
    let ended = scene.run(&format!("export {database} --format ndjson"));
    match ended.code {
        Some(0) => ended.out.lines().map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_run_loses_no_saved_game_if_a_call_fails() {
    let line = "playout ./duel -n 6 --seed 3 --jobs 1 --out a.db";
    let scene = Scene::duel();
    scene.run(line).code(0);
    let all = games(&scene, "a.db");
    assert_eq!(all.len(), 6);
    let mut failures = 0;
    for call in 1..=MAX_CALLS {
        let scene = Scene::duel();
        let Some(ended) = with_fault(&scene, line, call) else {
            assert!(failures > 5, "only {failures} of {call} calls made the run fail");
            return;
        };
        let kept = games(&scene, "a.db");
        assert!(kept.iter().all(|game| all.contains(game)), "call {call}: {kept:?}");
        match ended.code {
            Some(0) => assert_eq!(kept, all, "call {call}"),
            code => {
                assert_eq!(code, Some(3), "call {call}: {}", ended.err);
                failures += 1;
                let saved = format!("{} game", kept.len());
                let is_right = !ended.err.contains(" saved,") || ended.err.contains(&saved);
                assert!(is_right, "call {call}: {} games, but {}", kept.len(), ended.err);
            }
        }
        scene.run(&format!("{line} --resume")).code(0);
        assert_eq!(games(&scene, "a.db"), all, "call {call}");
    }
    panic!("the run has more than {MAX_CALLS} calls");
}

#[test]
fn a_merged_database_is_whole_or_absent_if_a_call_fails() {
    let scene = Scene::duel();
    for part in ["0..3", "3..5"] {
        let line = format!("playout ./duel --games {part} --seed 3 --jobs 1 --out {part}.db");
        scene.run(&line).code(0);
    }
    let line = "merge all.db 0..3.db 3..5.db";
    for call in 1..=MAX_CALLS {
        let Some(ended) = with_fault(&scene, line, call) else {
            assert!(call > 3, "the merge has only {call} calls");
            return;
        };
        let names = std::fs::read_dir(&scene.dir).unwrap().flatten();
        let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
        let is_merged = names.iter().any(|name| name == "all.db");
        let drafts = names.iter().filter(|name| name.to_string_lossy().contains(".part"));
        assert_eq!(drafts.count(), 0, "call {call}: {names:?}");
        match ended.code {
            Some(0) => {
                assert_eq!(games(&scene, "all.db").len(), 5, "call {call}");
                std::fs::remove_file(scene.dir.join("all.db")).unwrap();
            }
            code => assert_eq!((code, is_merged), (Some(3), false), "call {call}: {}", ended.err),
        }
    }
    panic!("the merge has more than {MAX_CALLS} calls");
}
