//! Compares the review of dependencies with the manifests: each direct dependency is reviewed, in
//! the version that its manifest requires.

use std::collections::BTreeMap;
use std::fs;

use crate::vocabulary::root;

/// The version of each dependency, by the name of the dependency.
type Versions = BTreeMap<String, String>;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the external dependencies in a section of a manifest, with the required versions.
fn required(manifest: &str, section: &str) -> Versions {
    let lines = manifest.lines().skip_while(|line| line.trim() != section).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let entries = lines.filter(|line| !line.contains("path = ")).filter_map(|line| {
        let (name, value) = line.split_once(" = ")?;
        let version = value.split('"').nth(1)?;
        Some((name.to_owned(), version.to_owned()))
    });
    entries.collect()
}

/// Returns the packages that the page contains, with the required versions.
fn packages_of_the_page() -> Versions {
    let manifest: serde_json::Value =
        serde_json::from_str(&read("web/package.json")).expect("the manifest of the page");
    let packages = manifest["dependencies"].as_object().expect("its dependencies");
    let version = |value: &serde_json::Value| {
        value.as_str().expect("a version").trim_start_matches('^').to_owned()
    };
    packages.iter().map(|(name, value)| (name.clone(), version(value))).collect()
}

/// Returns the packages and versions in the tables of the review.
fn reviewed() -> Versions {
    let page = read("docs/explanation/dependencies.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|row| {
        let mut cells = row.split(" | ");
        let name = cells.next()?.trim_end_matches('`');
        Some((name.to_owned(), cells.next()?.to_owned()))
    });
    rows.collect()
}

#[test]
fn each_dependency_is_reviewed_in_its_version() {
    let mut required: Versions = [
        ("Cargo.toml", "[workspace.dependencies]"),
        ("python/Cargo.toml", "[dependencies]"),
        ("fuzz/Cargo.toml", "[dependencies]"),
    ]
    .iter()
    .flat_map(|(path, section)| required(&read(path), section))
    .collect();
    required.extend(packages_of_the_page());
    let reviewed = reviewed();
    assert!(required.len() > 40, "the manifests are read");
    let unreviewed = required.keys().filter(|name| !reviewed.contains_key(*name));
    let unused = reviewed.keys().filter(|name| !required.contains_key(*name));
    let different: Vec<_> = unreviewed.chain(unused).collect();
    assert!(
        different.is_empty(),
        "docs/explanation/dependencies.md and the manifests differ: {different:?}"
    );
    let stale: Vec<_> = required
        .iter()
        .filter(|(name, version)| {
            !format!("{version}.").starts_with(&format!("{}.", reviewed[*name]))
        })
        .collect();
    assert!(stale.is_empty(), "docs/explanation/dependencies.md reviews other versions: {stale:?}");
}

#[test]
fn rhai_uses_compact_str_instead_of_smartstring() {
    let manifest = read("Cargo.toml");
    let rhai = manifest.lines().find(|line| line.starts_with("rhai = ")).expect("a dependency");
    assert!(rhai.contains("\"compact_str\""), "{rhai}");
}
