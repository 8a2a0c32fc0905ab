//! The fuzzer's corpus, taken by the same entry points in an ordinary test: its seeds, and every
//! input that once broke a promise.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_tests::entry;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

/// The files of a folder in order.
fn files(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

#[test]
fn every_file_of_the_corpus_keeps_the_promises() {
    for (name, entry) in entry::ALL {
        let files = files(&fuzz().join("corpus").join(name));
        assert!(files.len() > 1, "{name} has {} seeds", files.len());
        for file in files {
            // Captured output names the file that panics.
            println!("{}", file.display());
            entry(&fs::read(&file).expect("a file can be read"));
        }
    }
}

#[test]
fn every_entry_point_is_a_target_and_every_target_has_a_corpus() {
    let stems = |folder: &str| -> Vec<String> {
        let files = files(&fuzz().join(folder)).into_iter();
        files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
    };
    let mut names: Vec<_> = entry::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.sort();
    assert_eq!(stems("fuzz_targets"), names);
    assert_eq!(stems("corpus"), names);
}
