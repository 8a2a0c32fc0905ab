//! Checks that the folders of each crate form layers, and that each layer uses only layers below
//! it. Files may not use each other in circles. Also checks that only a few files can change a
//! position.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::file_uses::FileUses;

/// A folder of sources, the prefix of its items in code, and its layers from the bottom up. The
/// list contains every crate with more than one source file. Some folders within these crates also
/// have entries.
const CRATES: [(&str, &str, &str); 21] = [
    ("core/src", "crate::", "numeric board rules tables state movegen turn game internals width"),
    (
        "agents/src",
        "crate::",
        "score guess agent eval greedy search mcts solve blundering agent_spec agent_rotations entry_points parallel_search internals",
    ),
    (
        "agents/src/eval",
        "super::",
        "pieces_in_play derived_weights network evaluation_tables terms incremental_worth lead_and_shares",
    ),
    (
        "agents/src/search",
        "super::",
        "thread_memories position_key limits_and_findings search_kit capture_values exchange transpositions ordering alpha_beta static_value null_move best_reply chance quiescence maxn root memory search_engine",
    ),
    ("study/src", "crate::", "statistics metrics sim experiments learn puzzles"),
    (
        "study/src/experiments",
        "crate::experiments::",
        "metric block verdict stopping compare race skill survey matches",
    ),
    ("study/src/learn", "crate::learn::", "features fit train games contest learner"),
    (
        "dsl/src",
        "crate::",
        "text diagnostic limits library formats manifest weights script tidy load record_ruleset lessons puzzles plugin_page limits_page history_page template",
    ),
    (
        "dsl/src/formats",
        "crate::formats::",
        "why_illegal error memory_text circumstance_text mechanism_sentences notation squares variant_names picture fen actions pgn",
    ),
    ("dsl/src/script", "crate::script::", "interface syntax engine compile run describe"),
    (
        "dsl/src/script/interface",
        "crate::script::interface::",
        "native signature call_origin bindings api hook_catalogue synonyms rhai_definitions word_reference",
    ),
    (
        "dsl/import/src",
        "crate::",
        "error ini piece_keys inherit betza square_lists start_fen game ludii read write",
    ),
    (
        "dsl/import/src/ludii",
        "super::",
        "syntax expand squares scene sites landing notes movement legs notation promotion play ends game write",
    ),
    (
        "server/src",
        "crate::",
        "lock log secret rate guard proxy write_timeout turns pool timed_work stop page listed game_pages doors draft_process requests store outbox tables draft_worker shared connection http",
    ),
    (
        "session/src",
        "crate::",
        "serde_words names limits illegal_description changes action_descriptions analysis checks error game ply_text record lesson puzzle",
    ),
    (
        "server/service/src",
        "crate::",
        "protocol words draft weights threats view rules puzzles shared web_pages game check playouts comparisons service",
    ),
    ("render/src", "crate::", "styled colour glyphs shapes reach layout svg png terminal testing"),
    (
        "cli/src",
        "crate::",
        "processor args output context engines matches store play commands testing",
    ),
    ("quadrille/src", "crate::", "front"),
    (
        "reports/src",
        "crate::",
        "table figures statistics envelope outcome command_line opening columns run row pictures rules_document sheet rerun series record fault playout explore compare choices sweep skill matches crosstable claims studies survey search",
    ),
    (
        "editors/lsp/src",
        "crate::",
        "text wire project script manifest locals actions symbols hover complete navigate server",
    ),
];

/// Finds the source files under a path, except tests.
fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        let test = |name: &str| ["tests", "testing", "proptests"].contains(&name);
        if !path.with_extension("").iter().any(|name| name.to_str().is_some_and(test)) {
            found.push(path.to_path_buf());
        }
    }
}

/// Returns the code of a file, without comments and unit tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the names that follow `prefix` in code. In a group such as `crate::{a, b::c}`, the first
/// name of each member counts.
fn used(code: &str, prefix: &str) -> Vec<String> {
    let first = |rest: &str| {
        rest.trim_start()
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .map(str::to_owned)
    };
    let mut names = Vec::new();
    for rest in code.split(prefix).skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            names.extend(first(rest));
            continue;
        };
        let (mut depth, mut begin) = (1, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 || (depth == 1 && c == ',') {
                names.extend(first(&group[begin..at]));
                begin = at + 1;
            }
            if depth == 0 {
                break;
            }
        }
    }
    names
}

#[test]
fn names_of_grouped_imports_are_found() {
    let code = "use crate::{a, b::{c, d}, e};\nuse crate::f::g;";
    assert_eq!(used(code, "crate::"), ["a", "b", "e", "f"]);
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

/// Sources that never borrow a position mutably, except a copy that they own.
const READERS: [&str; 3] = ["core/src/movegen", "agents/src/eval", "study/src/metrics"];

/// Sources that write to the fields of a position. Code can write to them only through
/// `Position::hot_mut` and `Position::cold_mut`.
const WRITERS: [&str; 4] = [
    "core/src/state",
    "core/src/turn/apply.rs",
    "core/src/turn/turn_stage_updates.rs",
    "core/src/turn/effects.rs",
];

#[test]
fn few_files_change_a_position() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in ["core/src", "agents/src", "study/src"] {
        sources(&root.join(folder), &mut files);
    }
    let mut broken = Vec::new();
    let mut readers = [false; READERS.len()];
    let mut writers = [false; WRITERS.len()];
    for file in files {
        let inner = file.strip_prefix(root).unwrap();
        let code = code(&file);
        if let Some(reader) = READERS.iter().position(|reader| inner.starts_with(reader)) {
            readers[reader] = true;
            if code.contains("&mut Position") {
                broken.push(format!("{} borrows a position to change it", inner.display()));
            }
        }
        if code.contains("hot_mut(") || code.contains("cold_mut(") {
            match WRITERS.iter().position(|writer| inner.starts_with(writer)) {
                Some(writer) => writers[writer] = true,
                None => broken.push(format!("{} writes to a position", inner.display())),
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    // If this fails, the names have changed, and the test checks nothing.
    assert_eq!((readers, writers), ([true; READERS.len()], [true; WRITERS.len()]));
    let position = code(&root.join("core/src/state/position.rs"));
    assert!(!position.contains("DerefMut"), "fields could be written without naming `hot_mut`");
}

/// Returns the source folders of the workspace's members, except the tests.
fn members(root: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let line = manifest.lines().find_map(|line| line.strip_prefix("members = [")).unwrap();
    let names = line.split('"').skip(1).step_by(2).filter(|name| *name != "tests");
    names.map(|name| format!("{name}/src")).collect()
}

#[test]
fn every_crate_of_several_files_has_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let members = members(root);
    assert!(members.len() > 10, "the members are read: {members:?}");
    for folder in members {
        let mut files = Vec::new();
        sources(&root.join(&folder), &mut files);
        let has_layers = CRATES.iter().any(|(other, ..)| *other == folder);
        assert!(files.len() == 1 || has_layers, "{folder} has no layers");
    }
}

/// The comments around the table of layers in `docs/explanation/architecture.md`.
const TABLE: [&str; 2] = ["<!-- layers -->\n\n", "\n<!-- end of layers -->\n"];

/// `UPDATE=1` rewrites the table.
#[test]
fn the_table_of_layers_is_made_from_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let path = root.join("docs/explanation/architecture.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(TABLE[0]).unwrap();
    let (_, after) = rest.split_once(TABLE[1]).unwrap();
    let mut table = "| folder | layers from the bottom up |\n|---|---|\n".to_owned();
    for (folder, _, layers) in CRATES {
        let _ = writeln!(table, "| `{folder}` | {} |", layers.replace(' ', ", "));
    }
    let made = [before, TABLE[0], &table, TABLE[1], after].concat();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    assert!(written == made, "docs/explanation/architecture.md is out of date: set UPDATE=1");
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut broken = Vec::new();
    for folder in members(root) {
        let folder = root.join(folder);
        let mut files = Vec::new();
        sources(&folder, &mut files);
        let name =
            |file: &PathBuf| file.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
        let uses = FileUses::of(files.iter().map(|file| (name(file), code(file))));
        broken.extend(uses.circles().into_iter().map(|circle| circle.join(" ")));
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn circles_of_files_are_found_through_other_names() {
    let file = |name: &str, code: &str| (name.to_owned(), code.to_owned());
    let circles = |files: Vec<(String, String)>| {
        FileUses::of(files).circles().iter().map(|circle| circle.join(" ")).collect::<Vec<_>>()
    };
    let front = file("lib.rs", "mod one; mod two; pub use one::A; use two::B;");
    let one = file("one.rs", "use super::B; struct A;");
    assert_eq!(circles(vec![front.clone(), one.clone(), file("two.rs", "struct B;")]), [""; 0]);
    let two = file("two.rs", "struct B; fn f() -> crate::A { g(\"crate::one::A\") }");
    assert_eq!(circles(vec![front, one.clone(), two]), ["one.rs two.rs"]);
    // A file can use an item that it exports.
    let front = file("lib.rs", "mod one; pub(crate) use one::A; struct B; fn f(a: A) {}");
    assert_eq!(circles(vec![front, one]), ["lib.rs one.rs"]);
}
