//! Runs the fuzz targets in an ordinary test. The inputs are the shipped rulesets, hand-written
//! seeds, and every input that once broke a promise.
//!
//! Each input also keeps the limits of its target. Linux measures the processor time and the memory
//! of the whole program, so this program contains no test that plays games.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_tests::entry::{TARGETS, Target};
use quadrille_tests::seeds;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

/// Returns the files of a folder in order, or none if there is no such folder.
fn files(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).into_iter().flatten();
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Returns the committed inputs of a target and the inputs made from the rulesets, with names.
fn inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let committed = files(&fuzz().join("corpus").join(target)).into_iter().map(|file| {
        let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        (file.display().to_string(), bytes)
    });
    committed.chain(seeds::seeds(target)).collect()
}

/// Returns the processor time of this thread in seconds, without the time in which other programs
/// run. Returns `None` on systems other than Linux.
fn cpu_seconds() -> Option<f64> {
    let times = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = times.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Returns the memory of this program in mebibytes: `VmRSS` is its present size, and `VmHWM` is its
/// largest size so far. Returns `None` on systems other than Linux.
fn mebibytes(size: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(size)?.strip_prefix(':'))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes / 1024.0)
}

/// Runs a target on an input. Returns the processor time in seconds and the growth of the memory in
/// mebibytes, or 0 if the system does not measure them.
fn cost(target: &Target, input: &[u8]) -> (f64, f64) {
    // Linux then measures the largest size again.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let (time, size) = (cpu_seconds(), mebibytes("VmRSS"));
    (target.check)(input);
    let growth = |before: Option<f64>, after: Option<f64>| Some(after? - before?);
    (
        growth(time, cpu_seconds()).unwrap_or_default(),
        growth(size, mebibytes("VmHWM")).unwrap_or_default(),
    )
}

#[test]
fn every_input_keeps_the_promises_and_the_limits() {
    for target in TARGETS {
        let inputs = inputs(target.name);
        assert!(!inputs.is_empty(), "{} has no input", target.name);
        // The first call also loads the rulesets that all inputs share.
        (target.check)(b"0");
        for (name, bytes) in inputs {
            // If an input panics, the test harness shows this line.
            print!("{}: {name}: ", target.name);
            let (seconds, mebibytes) = cost(&target, &bytes);
            println!("{seconds:.3} s, {mebibytes:.1} MiB");
            assert!(seconds <= f64::from(target.max_seconds), "{name} takes {seconds:.1} s");
            assert!(
                mebibytes <= f64::from(target.max_mebibytes),
                "{name} takes {mebibytes:.0} MiB"
            );
        }
    }
}

#[test]
fn every_target_has_a_file_and_every_corpus_belongs_to_one() {
    let stems = |folder: &str| -> Vec<String> {
        let files = files(&fuzz().join(folder)).into_iter();
        files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
    };
    let mut names = TARGETS.map(|target| target.name.to_owned());
    names.sort();
    assert_eq!(stems("fuzz_targets"), names);
    let stray: Vec<_> = stems("corpus").into_iter().filter(|name| !names.contains(name)).collect();
    assert!(stray.is_empty(), "{stray:?}");
}
