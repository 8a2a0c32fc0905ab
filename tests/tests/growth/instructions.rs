//! Counts instructions under valgrind.

use std::fs;
use std::process::Command;

/// The function whose calls are counted.
const COUNTED: &str = "*counted_work*";

/// Runs a test of this program under valgrind. Returns the number of instructions of each call of
/// the counted function, in the order of the calls.
pub fn counted(test: &str) -> Vec<u64> {
    let folder = std::env::temp_dir().join(format!("quadrille-growth-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the counts");
    let ended = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-line=no", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--dump-after={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()))
        .arg(std::env::current_exe().expect("the path of this program"))
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
