//! The folders of `src` are layers: each uses only those before it.

use std::fs;
use std::path::Path;

const LAYERS: [&str; 7] = ["args", "output", "library", "context", "reports", "store", "commands"];

/// The layer that a file or folder directly in `src` belongs to.
fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name.trim_end_matches(".rs"))
}

fn check(path: &Path, own: usize, broken: &mut Vec<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            check(&entry.unwrap().path(), own, broken);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        let text = fs::read_to_string(path).unwrap();
        for (at, word) in text.match_indices("crate::") {
            let used: String = text[at + word.len()..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            if layer(&used).is_some_and(|used| used > own) {
                broken.push(format!("{} uses {used}", path.display()));
            }
        }
    }
}

#[test]
fn no_layer_uses_a_later_one() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut broken = Vec::new();
    for entry in fs::read_dir(src).unwrap() {
        let entry = entry.unwrap();
        if let Some(own) = layer(&entry.file_name().to_string_lossy()) {
            check(&entry.path(), own, &mut broken);
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
