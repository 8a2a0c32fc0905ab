//! Inputs for the fuzzer, made from the present rulesets.

use quadrille_dsl::{Folder, Library};

use crate::Disk;

/// Returns inputs for one of the targets in [`crate::entry::TARGETS`], each with a name. If the
/// inputs of the target are not files of a ruleset, the result is empty.
///
/// # Panics
/// Panics if a ruleset's folder can't be read.
#[must_use]
pub fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let disk = Disk::new();
    let folders = disk.names().into_iter().map(|name| {
        let folder = disk.folder(&name);
        (folder.unwrap_or_else(|error| panic!("{name}: {error}")), name)
    });
    let one = |file: &str| {
        let file = file.to_owned();
        folders
            .clone()
            .filter_map(move |(folder, name)| Some((name, folder.files.get(&file)?.clone())))
    };
    match target {
        "geometry" => one("geometry.toml").collect(),
        "lessons" => one("lessons.toml").collect(),
        "puzzles" => one("puzzles.toml").collect(),
        "script" => folders.flat_map(|(folder, name)| scripts(&folder, &name)).collect(),
        "ruleset" => folders.map(|(folder, name)| (name, whole(&folder))).collect(),
        _ => Vec::new(),
    }
}

/// Returns the scripts of a folder, each as a separate input.
fn scripts(folder: &Folder, name: &str) -> Vec<(String, Vec<u8>)> {
    let scripts = folder.files.iter().filter(|(file, _)| file.ends_with(".rhai"));
    scripts.map(|(file, text)| (format!("{name}-{file}"), text.clone())).collect()
}

/// Returns the content of a folder as one input, without lessons, puzzles and weights. A line with
/// the name of the file precedes each file.
fn whole(folder: &Folder) -> Vec<u8> {
    let mut all = Vec::new();
    let aside = |file: &str| ["lessons.toml", "puzzles.toml", "weights.toml"].contains(&file);
    for (file, text) in folder.files.iter().filter(|(file, _)| !aside(file)) {
        all.extend(format!("=== {file}\n").into_bytes());
        all.extend(text);
    }
    all
}
