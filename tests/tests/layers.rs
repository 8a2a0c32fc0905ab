//! The folders of each crate are layers: each uses only those before it, so there are no circles.
//! And few files of the core may change a position.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of sources, how code names what is in it, and its layers from the bottom up.
const CRATES: [(&str, &str, &str); 10] = [
    (
        "core/src",
        "crate::",
        "numeric board rules tables state movegen turn agents solve game metrics sim study learn puzzles",
    ),
    (
        "dsl/src",
        "crate::",
        "text diagnostic library formats manifest weights script tidy load recorded lessons puzzles plugins limits template import sample",
    ),
    (
        "dsl/src/formats",
        "crate::formats::",
        "reason error memory mechanisms notation squares variant_names picture fen actions pgn",
    ),
    (
        "dsl/src/script",
        "crate::script::",
        "native signature origins bindings interface outline sandbox direct program stopped questions parts tunables reach declare tabulate host lint about testing",
    ),
    (
        "server/src",
        "crate::",
        "secret rate guard pool stop page listed store outbox tables shared connection http",
    ),
    (
        "session/src",
        "crate::",
        "names why changes actions checks error session told record lesson puzzle",
    ),
    (
        "service/src",
        "crate::",
        "protocol words draft threats view rules puzzles shared game check playouts comparisons service",
    ),
    ("render/src", "crate::", "styled colour glyphs shapes reach layout svg png terminal testing"),
    ("cli/src", "crate::", "args output context engines versus store play commands testing"),
    (
        "reports/src",
        "crate::",
        "table figures statistics envelope outcome command_line opening columns run row pictures sheet rerun series record fault playout compare choices sweep skill versus claims survey search",
    ),
];

/// The source files under a path, but not those of tests.
fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        let test = |name: &str| ["tests", "testing", "properties"].contains(&name);
        if !path.with_extension("").iter().any(|name| name.to_str().is_some_and(test)) {
            found.push(path.to_path_buf());
        }
    }
}

/// The code of a file, without comments and unit tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim().starts_with("//")).collect()
}

/// The names that follow `prefix` in code.
fn used(code: &str, prefix: &str) -> Vec<String> {
    let name = |rest: &str| {
        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned)
    };
    code.split(prefix).skip(1).filter_map(name).collect()
}

#[test]
fn no_layer_uses_a_later_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut broken = Vec::new();
    for (folder, prefix, layers) in CRATES {
        let layers: Vec<&str> = layers.split(' ').collect();
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files);
        for file in files {
            let inner = file.strip_prefix(root.join(folder)).unwrap().with_extension("");
            let own = inner.iter().next().unwrap().to_str().unwrap();
            if ["lib", "main", "mod"].contains(&own) {
                continue;
            }
            let Some(place) = layers.iter().position(|layer| *layer == own) else {
                broken.push(format!("{} is in no layer of {folder}", file.display()));
                continue;
            };
            for name in used(&code(&file), prefix) {
                if layers[place + 1..].contains(&name.as_str()) {
                    broken.push(format!("{} uses {name}", file.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Where the core never borrows a position to change it, though it may change a copy of its own.
const READERS: [&str; 4] = ["movegen", "metrics", "agents/account.rs", "agents/evaluate.rs"];

/// Where the core writes to the fields of a position. Code can write to them only through
/// `Position::hot_mut` and `Position::cold_mut`.
const WRITERS: [&str; 4] = ["state", "turn/apply.rs", "turn/changes.rs", "turn/effects.rs"];

#[test]
fn few_files_change_a_position() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("core/src");
    let mut files = Vec::new();
    sources(&core, &mut files);
    let mut broken = Vec::new();
    let mut writers = [false; WRITERS.len()];
    for file in files {
        let inner = file.strip_prefix(&core).unwrap();
        let code = code(&file);
        if READERS.iter().any(|reader| inner.starts_with(reader)) && code.contains("&mut Position")
        {
            broken.push(format!("{} borrows a position to change it", inner.display()));
        }
        if code.contains("hot_mut(") || code.contains("cold_mut(") {
            match WRITERS.iter().position(|writer| inner.starts_with(writer)) {
                Some(writer) => writers[writer] = true,
                None => broken.push(format!("{} writes to a position", inner.display())),
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    // Otherwise the names have changed, and the test says nothing.
    assert_eq!(writers, [true; WRITERS.len()]);
    let position = code(&core.join("state/position.rs"));
    assert!(!position.contains("DerefMut"), "fields could be written without naming `hot_mut`");
}
