//! Tests that the words retired in `docs/reference/glossary.md` do not occur in code, rulesets,
//! documentation or help. The tests read only files, and depend on no other crate.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The tests check files whose names have one of these endings.
const ENDINGS: [&str; 13] =
    ["rs", "toml", "rhai", "md", "pest", "js", "mjs", "ts", "tsx", "css", "snap", "py", "pyi"];

/// Folders that are not checked. They have no hand-written text, or they contain inputs that must
/// keep every byte.
const SKIPPED: [&str; 7] =
    ["target", ".git", "corpus", "artifacts", "coverage", "node_modules", "dist"];

/// Names in settings and positions that are allowed although they contain a retired word.
const FIXED_NAMES: [&str; 6] =
    ["BONUS_MEN", "MATED_MEN", "NEUTRAL_MEN", "DEAD_WOOD", "dead_wood", "dead-wood-capturable"];

/// A retired word or phrase, split into words in lower case, and its replacement.
struct Retired {
    words: Vec<String>,
    instead: String,
}

/// Returns the root folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the rows of the table under "Retired words".
fn retired(glossary: &str) -> Vec<Retired> {
    let (_, section) = glossary.split_once("## Retired words").expect("a section for them");
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.flat_map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (words, instead) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
        words.split(", ").map(|phrase| Retired {
            words: phrase.split(' ').map(str::to_lowercase).collect(),
            instead: instead.to_owned(),
        })
    })
    .collect()
}

/// Returns the words of a line in lower case. The parts of identifiers are words too:
/// `starting_men` and `StartingMen` consist of two words each.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in line.chars() {
        let hump = letter.is_uppercase() && before.is_lowercase();
        if !letter.is_alphabetic() || hump {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            words.last_mut().expect("there is one").extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns a line without the titles of sources and without [`FIXED_NAMES`].
fn own(path: &Path, line: &str) -> String {
    let mut line = line.to_owned();
    if path.starts_with(root().join("rulesets")) {
        while let Some(start) = line.find("cite = \"") {
            let title = start + "cite = \"".len();
            let end = line[title..].find('"').map_or(line.len(), |end| title + end + 1);
            line.replace_range(start..end, "");
        }
    }
    FIXED_NAMES.iter().fold(line, |line, name| line.replace(name, ""))
}

/// Finds the files in a folder that are checked.
pub fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        if path.is_symlink() || SKIPPED.contains(&name) {
            continue;
        }
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| ENDINGS.contains(&e)) {
            found.push(path);
        }
    }
}

#[test]
fn retired_words_stand_nowhere() {
    let glossary = root().join("docs/reference/glossary.md");
    let retired = retired(&fs::read_to_string(&glossary).expect("the glossary"));
    assert!(retired.len() > 20, "the table has rows");
    let mut by_first: BTreeMap<&str, Vec<&Retired>> = BTreeMap::new();
    for phrase in &retired {
        by_first.entry(phrase.words[0].as_str()).or_default().push(phrase);
    }
    let mut paths = Vec::new();
    files(&root(), &mut paths);
    let mut report = String::new();
    for path in paths {
        // The glossary is about English words. Each other language has a folder of strings.
        let is_translation = path
            .strip_prefix(root().join("web/src/words"))
            .is_ok_and(|inside| inside.components().count() > 1 && !inside.starts_with("en"));
        // The texts of a study are sealed with its plan.
        let is_sealed = path.starts_with(root().join("docs/studies"));
        if is_translation
            || is_sealed
            || path == glossary
            || path == root().join("tests/tests/repository/vocabulary.rs")
        {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            let words = words(&own(&path, line));
            for at in 0..words.len() {
                for phrase in by_first.get(words[at].as_str()).into_iter().flatten() {
                    if words[at..].starts_with(&phrase.words) {
                        let (word, instead) = (phrase.words.join(" "), &phrase.instead);
                        let place = path.strip_prefix(root()).unwrap_or(&path).display();
                        let _ = writeln!(report, "{place}:{}: `{word}`: {instead}", number + 1);
                    }
                }
            }
        }
    }
    assert!(report.is_empty(), "words that the glossary retires:\n{report}");
}

#[test]
fn words_are_found_in_identifiers_and_phrases() {
    assert_eq!(
        words("fn starting_men(PawnShift: u8)"),
        ["fn", "starting", "men", "pawn", "shift", "u"]
    );
    assert_eq!(words("MAX_URNS don't"), ["max", "urns", "don", "t"]);
}
