//! Tests of the package `quadrille-page`, which contains the built page. The package must be built
//! from the present sources of the page. These tests need no Node.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::vocabulary::root;

/// The list of sources that `web/build-page` writes: a SHA-256 hash and a path in each line.
const LIST: &str = "web/built/sources.sha256";
/// The files and folders from which the page is built, as in `web/scripts/package.mjs`.
const SOURCES: [&str; 8] = [
    "docs/reference/geometry.md",
    "docs/reference/lessons.md",
    "docs/reference/words",
    "web/index.html",
    "web/package-lock.json",
    "web/public",
    "web/src",
    "web/vite.config.ts",
];
/// The files of `web/public` that are built.
const BUILT: [&str; 2] = ["web/public/engine.wasm", "web/public/timeline.json"];

/// Adds the hash of each file under a path.
fn add(path: &str, hashes: &mut BTreeMap<String, String>) {
    let full = root().join(path);
    if full.is_dir() {
        for entry in fs::read_dir(&full).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            add(&format!("{path}/{name}"), hashes);
        }
    } else if full.is_file() && !BUILT.contains(&path) {
        let hash = Sha256::digest(fs::read(&full).unwrap());
        let digits = hash.iter().map(|byte| format!("{byte:02x}"));
        hashes.insert(path.to_owned(), digits.collect());
    }
}

#[test]
fn the_built_page_is_of_the_present_sources() {
    let mut present = BTreeMap::new();
    for source in SOURCES {
        add(source, &mut present);
    }
    for ruleset in fs::read_dir(root().join("rulesets")).unwrap() {
        let name = ruleset.unwrap().file_name().into_string().unwrap();
        add(&format!("rulesets/{name}/weights.toml"), &mut present);
    }
    let list = fs::read_to_string(root().join(LIST)).unwrap();
    let row = |line: &str| {
        let (hash, path) = line.split_once("  ").expect("a hash and a path");
        (path.to_owned(), hash.to_owned())
    };
    let listed: BTreeMap<String, String> = list.lines().map(row).collect();
    let of_both = present.keys().chain(listed.keys());
    let changed: Vec<&String> =
        of_both.filter(|path| present.get(*path) != listed.get(*path)).collect();
    assert!(present.len() > 100, "the sources are read");
    assert!(
        changed.is_empty(),
        "web/built is older than these sources of the page: {changed:#?}\nhelp: run web/build-page, \
         and commit web/built"
    );
}

#[test]
fn the_package_lists_each_of_its_files() {
    fn count(folder: &Path) -> usize {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
    }
    let built = root().join("web/built");
    let list = fs::read_to_string(built.join("files.rs")).unwrap();
    assert_eq!(list.matches("include_bytes!").count(), count(&built.join("files")));
}
