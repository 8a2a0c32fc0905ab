//! A module uses only modules below it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate, from the bottom up.
const CRATE: [&str; 7] =
    ["diagnostic", "library", "formats", "manifest", "script", "load", "lessons"];
/// Those of `script`.
const SCRIPT: [&str; 10] = [
    "interface",
    "outline",
    "sandbox",
    "bindings",
    "program",
    "tunables",
    "declare",
    "tabulate",
    "host",
    "lint",
];
/// Those of `formats`.
const FORMATS: [&str; 6] = ["notation", "squares", "picture", "fen", "actions", "pgn"];

/// The source files of a folder, but not those of tests.
fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if matches!(stem.as_str(), "tests" | "testing" | "properties") {
            continue;
        }
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

/// Every use of a module of `prefix` by a file of a lower one.
fn upward(folder: &str, prefix: &str, layers: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let mut wrong = Vec::new();
    for (layer, name) in layers.iter().enumerate() {
        let mut sources = Vec::new();
        match root.join(name) {
            folder if folder.is_dir() => files(&folder, &mut sources),
            file => sources.push(file.with_extension("rs")),
        }
        for source in sources {
            let text = fs::read_to_string(&source).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = code.collect::<Vec<_>>().join("\n");
            for rest in code.split(prefix).skip(1) {
                let used = match rest.strip_prefix('{') {
                    Some(group) => group.split('}').next().unwrap_or_default(),
                    None => rest.lines().next().unwrap_or_default(),
                };
                let parts = used.split(',').map(|part| {
                    let end = |c: char| !c.is_alphanumeric() && c != '_';
                    part.trim().split(end).next().unwrap_or_default()
                });
                let parts = parts.take(if rest.starts_with('{') { usize::MAX } else { 1 });
                for part in parts {
                    if layers.iter().skip(layer + 1).any(|higher| *higher == part) {
                        wrong.push(format!("{} uses {part}", source.display()));
                    }
                }
            }
        }
    }
    wrong
}

#[test]
fn no_module_uses_one_above_it() {
    assert_eq!(upward("", "crate::", &CRATE), [""; 0]);
    assert_eq!(upward("formats", "crate::formats::", &FORMATS), [""; 0]);
    assert_eq!(upward("script", "crate::script::", &SCRIPT), [""; 0]);
}
