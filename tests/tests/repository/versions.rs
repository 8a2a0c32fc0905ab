//! Tests that every file with the version of Quadrille has the version of the workspace. This
//! version is set in `Cargo.toml`.

use std::fs;

use crate::vocabulary::root;

/// The other files with the version, and the text around it.
const FILES: [(&str, &str, &str); 8] = [
    ("CITATION.cff", "\nversion: ", "\n"),
    ("docs/reference/engine.md", "id name Quadrille ", "\n"),
    ("editors/vscode/package-lock.json", "\"version\": \"", "\""),
    ("editors/vscode/package.json", "\"version\": \"", "\""),
    ("python/Cargo.toml", "\nversion = \"", "\""),
    ("web/npm/engine/package.json", "\"version\": \"", "\""),
    ("web/package-lock.json", "\"version\": \"", "\""),
    ("web/package.json", "\"version\": \"", "\""),
];

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the text between two texts.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.split_once(before)?.1.split_once(after).map(|(found, _)| found)
}

#[test]
fn every_file_has_the_version_of_the_workspace() {
    let manifest = read("Cargo.toml");
    let version = between(&manifest, "\nversion = \"", "\"").expect("the version");
    let mut wrong = Vec::new();
    for (path, before, after) in FILES {
        let text = read(path);
        let found = between(&text, before, after);
        if found != Some(version) {
            wrong.push(format!("{path}: {found:?} instead of {version}"));
        }
    }
    // Packages of the workspace depend on each other in this version.
    let own = manifest.lines().filter(|line| line.starts_with("quadrille-"));
    for line in own {
        if between(line, "version = \"", "\"") != Some(version) {
            wrong.push(format!("Cargo.toml: {line}"));
        }
    }
    let changes = read("CHANGELOG.md");
    if !changes.contains(&format!("\n## {version} - ")) {
        wrong.push(format!("CHANGELOG.md: no section for {version}"));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
