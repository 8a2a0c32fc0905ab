//! Instruction counts of fixed tasks. Unlike run times, they hardly depend on the machine's load,
//! so even small slowdowns can be detected.
//!
//! `cargo bench --profile release -p quadrille-tests --bench instructions` runs itself under
//! valgrind, and prints the counts beside the counts in tests/data/instructions.toml. The bench
//! fails if a count exceeds its table entry by more than the tolerance. `… --bench instructions --
//! --write` writes the table. Every answer is asserted.

#![expect(clippy::print_stdout, reason = "a bench reports on standard output")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use quadrille_core::game;
use quadrille_dsl::{Ruleset, load};
use quadrille_study::sim::Plan;
use quadrille_tests::Disk;
use quadrille_tests::games::{plan, summary};

/// The percentage by which a count may exceed the count in the table. With another compiler, the
/// counts can differ by this percentage.
const TOLERANCE: f64 = 3.0;

/// A task for a ruleset, and its expected answer.
#[derive(Clone, Copy)]
enum MeasuredTask {
    /// Loads the ruleset.
    Load,
    /// Counts the legal sequences of actions with this number of plies. The second value is the
    /// expected count.
    Perft(u32, u64),
    /// Plays random games. The values are the number of games, the ply limit, and the expected
    /// number of plies in all games together.
    Games(u64, u32, u64),
    /// Plays random games with metrics. The values have the same meaning as for `Games`.
    Measured(u64, u32, u64),
}

/// A named task.
struct Work {
    name: &'static str,
    ruleset: &'static str,
    task: MeasuredTask,
}

const WORKS: [Work; 8] = [
    Work { name: "orthodox-load", ruleset: "orthodox-chess", task: MeasuredTask::Load },
    Work {
        name: "orthodox-perft-4",
        ruleset: "orthodox-chess",
        task: MeasuredTask::Perft(4, 197_281),
    },
    Work { name: "teams-load", ruleset: "chesscom-teams", task: MeasuredTask::Load },
    Work {
        name: "teams-perft-4",
        ruleset: "chesscom-teams",
        task: MeasuredTask::Perft(4, 152_050),
    },
    Work {
        name: "teams-100-games",
        ruleset: "chesscom-teams",
        task: MeasuredTask::Games(100, 400, 35_977),
    },
    Work {
        name: "teams-100-games-measured",
        ruleset: "chesscom-teams",
        task: MeasuredTask::Measured(100, 400, 35_977),
    },
    Work { name: "verney-load", ruleset: "verney-1881", task: MeasuredTask::Load },
    Work {
        name: "verney-100-games",
        ruleset: "verney-1881",
        task: MeasuredTask::Games(100, 400, 39_983),
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let work = args.iter().position(|arg| arg == "--work").and_then(|i| args.get(i + 1));
    let done = match work {
        Some(name) => one(name),
        None => all(args.iter().any(|arg| arg == "--write")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one task in this process.
fn one(name: &str) -> Result<(), String> {
    let work = WORKS.iter().find(|work| work.name == name).ok_or("there is no such work")?;
    let loaded = load(&Disk::new(), work.ruleset, &[]).map_err(|found| format!("{found:?}"))?;
    let (answer, expected) = match work.task {
        MeasuredTask::Load => return Ok(()),
        MeasuredTask::Perft(depth, leaves) => {
            let hooks = loaded.hooks();
            let mut game =
                game::start(&loaded.rules, &*hooks).map_err(|error| error.to_string())?;
            (game.perft(depth).map_err(|error| error.to_string())?, leaves)
        }
        MeasuredTask::Games(games, cut, plies) => (playouts(&loaded, games, cut, false), plies),
        MeasuredTask::Measured(games, cut, plies) => (playouts(&loaded, games, cut, true), plies),
    };
    if answer == expected {
        return Ok(());
    }
    Err(format!("{name}: the answer is {answer}, not {expected}"))
}

fn playouts(loaded: &Ruleset, games: u64, cut: u32, measure: bool) -> u64 {
    let plan = Plan { measure, ..plan(games, Some(cut)) };
    summary(&loaded.rules, &|| loaded.hooks(), &plan).plies
}

/// Counts the instructions of all tasks, each in a separate process under valgrind. A task that
/// plays or counts also loads its ruleset. The count for loading is therefore subtracted from the
/// count of the task.
fn all(write: bool) -> Result<(), String> {
    let known = table()?;
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut loading = 0;
    let mut slower = Vec::new();
    println!("{:<24} {:>15} {:>15} {:>9}", "", "instructions", "table", "change");
    for work in &WORKS {
        let count = counted(work.name)?;
        let count = match work.task {
            MeasuredTask::Load => {
                loading = count;
                count
            }
            MeasuredTask::Perft(..) | MeasuredTask::Games(..) | MeasuredTask::Measured(..) => {
                count.saturating_sub(loading)
            }
        };
        counts.insert(work.name, count);
        let Some(before) = known.get(work.name) else {
            println!("{:<24} {count:>15} {:>15}", work.name, "-");
            continue;
        };
        let change = (count as f64 / (*before).max(1) as f64 - 1.0) * 100.0;
        println!("{:<24} {count:>15} {before:>15} {change:>+7.2} %", work.name);
        if change > TOLERANCE {
            slower.push(work.name);
        }
    }
    if write {
        let mut text =
            "# Instructions of the works of tests/benches/instructions.rs, which writes \
                        this file.\n"
                .to_owned();
        for (name, count) in &counts {
            let _ = writeln!(text, "{name} = {count}");
        }
        return fs::write(path(), text).map_err(|error| format!("instructions.toml: {error}"));
    }
    if slower.is_empty() {
        return Ok(());
    }
    Err(format!("more than {TOLERANCE} % above the table: {}", slower.join(", ")))
}

/// Returns the number of instructions of this program for a task.
fn counted(name: &str) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let ended = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args(["--work", name])
        .output()
        .map_err(|error| format!("valgrind can't be run: {error}"))?;
    let (said, err) =
        (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    if !ended.status.success() {
        return Err(format!("{name} failed\n{said}{err}"));
    }
    let line = err.lines().find_map(|line| line.split_once("Collected :"));
    let count = line.and_then(|(_, count)| count.trim().parse().ok());
    count.ok_or_else(|| format!("valgrind does not say how many instructions {name} took:\n{err}"))
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/instructions.toml")
}

/// Returns the stored counts by name.
fn table() -> Result<BTreeMap<String, u64>, String> {
    let Ok(text) = fs::read_to_string(path()) else { return Ok(BTreeMap::new()) };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let pair = line.split_once(" = ");
            let pair = pair.and_then(|(name, count)| Some((name.to_owned(), count.parse().ok()?)));
            pair.ok_or_else(|| format!("instructions.toml: `{line}` is no count"))
        })
        .collect()
}
