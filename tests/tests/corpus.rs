//! Calls the fuzzer's entry points in an ordinary test. The inputs are the shipped rulesets,
//! hand-written seeds, and every input that once broke a promise.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_tests::{entry, seeds};

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

#[test]
fn every_input_keeps_the_promises() {
    for (target, entry) in entry::ALL {
        let committed = files(&fuzz().join("corpus").join(target)).into_iter().map(|file| {
            let bytes =
                fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            (file.display().to_string(), bytes)
        });
        let inputs: Vec<_> = committed.chain(seeds::seeds(target)).collect();
        assert!(!inputs.is_empty(), "{target} has no input");
        for (name, bytes) in inputs {
            // If an input panics, the test harness shows this line.
            println!("{target}: {name}");
            entry(&bytes);
        }
    }
}

#[test]
fn every_entry_point_is_a_fuzz_target_and_every_corpus_belongs_to_one() {
    let stems = |folder: &str| -> Vec<String> {
        let files = files(&fuzz().join(folder)).into_iter();
        files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
    };
    let mut names: Vec<_> = entry::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.sort();
    assert_eq!(stems("fuzz_targets"), names);
    let stray: Vec<_> = stems("corpus").into_iter().filter(|name| !names.contains(name)).collect();
    assert!(stray.is_empty(), "{stray:?}");
}
