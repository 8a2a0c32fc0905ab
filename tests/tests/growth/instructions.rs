//! Counts instructions under valgrind.

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The function whose calls are counted.
const COUNTED: &str = "*counted_work*";

/// The function that makes valgrind write a count at the end of each call. It calls the counted
/// function once. The two functions differ, because valgrind uses only one of two options that have
/// the same pattern.
const WRITTEN_AFTER: &str = "*Case::run*";

/// The number of programs that were started, which makes the names of their folders different.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// Runs a test of this program under valgrind with environment variables. Returns the number of
/// instructions of each call of the counted function, in the order of the calls.
pub fn counted(test: &str, variables: &[(&str, String)]) -> Vec<u64> {
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    let name = format!("quadrille-growth-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder for the counts");
    let ended = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-line=no", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--dump-after={WRITTEN_AFTER}"))
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()))
        .arg(std::env::current_exe().expect("the path of this program"))
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .args(["--exact", test, "--ignored", "--test-threads=1"])
        .output()
        .expect("valgrind can be run; Debian's package is `valgrind`");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let mut counts = Vec::new();
    // The dumps are numbered from 1. The dump at the end of the program has no number.
    while let Ok(dump) = fs::read_to_string(folder.join(format!("counts.{}", counts.len() + 1))) {
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        counts.push(total.and_then(|total| total.trim().parse().ok()).expect("a total"));
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    counts
}
