//! The store when calls of the system fail or memory runs out. A second process writes to a store,
//! and reports the actions that the store has acknowledged.

#[path = "../../../../tests/faults/library.rs"]
mod fail_once;

use std::ffi::OsStr;
use std::io::{Write as _, stderr};
use std::path::Path;
use std::process::Command;

use super::super::*;
use super::{folder, table, write};
use fail_once::FAILED;

/// The environment variable with the path of the second process's store.
const PATH: &str = "QUADRILLE_TEST_STORE";
/// The environment variable with the memory limit of the second process, in bytes.
const MEMORY: &str = "QUADRILLE_TEST_MEMORY";
/// The beginning of a line about an acknowledged action.
const STORED: &str = "stored ";
/// The number of actions that the second process writes.
const PLIES: usize = 8;

fn action(ply: usize) -> StoredAction {
    StoredAction { ply, action: format!("{ply}{}", " ".repeat(20_000)), left: None }
}

#[test]
#[ignore = "the second process of the other tests"]
fn second_process() {
    let Some(path) = std::env::var_os(PATH) else { return };
    let Ok(store) = TableStore::open(Path::new(&path)) else { return };
    if let Ok(bytes) = std::env::var(MEMORY) {
        // The limit holds for all connections of the process.
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection.execute_batch(&format!("PRAGMA hard_heap_limit = {bytes}")).unwrap();
    }
    let _ = write(&store, StoreChange::Open(table("t")));
    for ply in 1..=PLIES {
        let change = StoreChange::Act { table: "t".to_owned(), action: action(ply) };
        if write(&store, change).is_ok() {
            writeln!(stderr(), "{STORED}{ply}").unwrap();
        }
    }
}

/// Runs the second process with variables in its environment. Afterwards, the store must have all
/// acknowledged actions. Returns the number of these actions, and the output of the process.
fn acknowledged(path: &Path, variables: &[(&str, &OsStr)]) -> (usize, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "store::tests::faults::second_process", "--ignored", "--nocapture"]);
    command.env(PATH, path).envs(variables.iter().copied());
    let ended = command.output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success(), "{said}");
    let plies = said.lines().filter_map(|line| line.strip_prefix(STORED));
    let plies: Vec<usize> = plies.map(|ply| ply.parse().unwrap()).collect();
    let store = TableStore::open(path).unwrap_or_else(|error| panic!("{error}: {said}"));
    let kept = store.read("t").unwrap().map_or_else(Vec::new, |table| table.actions);
    for ply in &plies {
        assert!(kept.contains(&action(*ply)), "ply {ply} is lost: {said}");
    }
    assert!(kept.iter().all(|kept| *kept == action(kept.ply)), "{said}");
    (plies.len(), said)
}

#[test]
fn each_acknowledged_action_is_kept_if_a_call_fails() {
    let folder = folder("faults");
    let library = fail_once::build(&folder);
    let mut failures = 0;
    for call in 1.. {
        let path = folder.join(format!("{call}.db"));
        let number = call.to_string();
        let variables = [("LD_PRELOAD", library.as_os_str()), ("FAIL_AT", number.as_ref())];
        let (stored, said) = acknowledged(&path, &variables);
        if !said.contains(FAILED) {
            assert_eq!(stored, PLIES);
            assert!(call > PLIES && failures > 0, "{call} calls, {failures} failures");
            break;
        }
        // A store that opened tries each failed transaction again.
        assert!(stored == 0 || stored == PLIES, "{stored} actions are stored: {said}");
        failures += usize::from(stored == 0);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn each_acknowledged_action_is_kept_if_memory_runs_out() {
    let folder = folder("memory");
    let mut counts = Vec::new();
    for kilobytes in (100..=800).step_by(50) {
        let path = folder.join(format!("{kilobytes}.db"));
        let bytes = (kilobytes * 1000).to_string();
        counts.push(acknowledged(&path, &[(MEMORY, bytes.as_ref())]).0);
    }
    assert!(counts.contains(&PLIES), "{counts:?}");
    assert!(counts.iter().any(|count| *count < PLIES), "{counts:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}
