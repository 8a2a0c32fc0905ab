//! Compares the public items of the library crates with the committed lists in `tests/data/api`, so
//! that every change of an interface is deliberate. `UPDATE=1` writes the lists.
//!
//! The lists are read from the sources and not from the compiler. They contain declarations of
//! public modules, and of private modules whose items are exported by name. They do not contain
//! implementations of traits, nor items that macros generate.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::vocabulary::root;

/// The folders of the crates that the library `quadrille` exports, and of this library.
const CRATES: [&str; 9] =
    ["agents", "core", "dsl", "dsl/import", "quadrille", "render", "reports", "session", "study"];
/// The folder of the lists.
const LISTS: &str = "tests/data/api";

/// A public declaration.
struct PublicItem {
    /// The path of the module that contains the item.
    module: String,
    /// The type or trait that contains the item. Empty for items of a module.
    owner: String,
    /// The declaration on one line.
    text: String,
    /// `true` if all modules of the path are public.
    is_reachable: bool,
}

/// The public items of a crate, and the names that the crate exports from private modules.
#[derive(Default)]
struct CrateScan {
    items: Vec<PublicItem>,
    exported: BTreeSet<String>,
}

/// Returns the identifiers in a text.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns the name that a declaration declares.
fn name_of(text: &str) -> &str {
    const KEYWORDS: [&str; 12] = [
        "pub", "const", "async", "fn", "struct", "enum", "trait", "type", "static", "mod",
        "unsafe", "impl",
    ];
    identifiers(text).find(|word| !KEYWORDS.contains(word)).unwrap_or_default()
}

/// Returns a declaration that begins in the first line, up to its body or its value.
fn declaration(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.trim();
        if line.starts_with("//") {
            continue;
        }
        if !text.is_empty() && !text.ends_with(['(', '{']) {
            text.push(' ');
        }
        text.push_str(line);
        let is_import = text.starts_with("pub use");
        if line.ends_with(';')
            || !is_import && line.ends_with(['{', '}', ',']) && is_balanced(&text)
        {
            break;
        }
    }
    let is_value = |word| text.starts_with(word) && !text.starts_with("pub const fn");
    if is_value("pub const ") || is_value("pub static ") {
        text.truncate(text.find(" = ").unwrap_or(text.len()));
    }
    let text = text.trim_end_matches("{}").trim_end_matches(['{', ';', ',', ' ']);
    text.replace(", )", ")").replace(", }", "}")
}

/// Returns `true` if each round and square bracket of a text is closed.
fn is_balanced(text: &str) -> bool {
    let count = |c: char| text.matches(c).count();
    count('(') == count(')') && count('[') == count(']')
}

impl CrateScan {
    /// Reads a file and the files of its modules. `folder` contains the modules of the file.
    fn read(&mut self, file: &Path, folder: &Path, module: &str, is_reachable: bool) {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let lines: Vec<&str> = text.lines().collect();
        let (mut owner, mut owner_lists_all) = (String::new(), false);
        let mut hidden = false;
        for (at, line) in lines.iter().enumerate() {
            let (indent, line) = (line.len() - line.trim_start().len(), line.trim());
            if line.starts_with("#[doc(hidden)]") || line.starts_with("#[cfg(test)]") {
                hidden = true;
                continue;
            }
            if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
                continue;
            }
            let skipped = std::mem::take(&mut hidden);
            if indent == 0 && !line.starts_with('}') {
                (owner, owner_lists_all) = (String::new(), false);
                let head = line.strip_prefix("pub ").unwrap_or(line);
                let is_owner =
                    ["impl", "trait", "enum", "struct"].iter().any(|word| head.starts_with(word));
                if is_owner && !skipped && !line.contains(" for ") {
                    let head = head.split_once("> ").filter(|_| head.starts_with("impl<"));
                    owner = name_of(head.map_or(line, |(_, rest)| rest)).to_owned();
                    owner_lists_all = line.starts_with("pub trait") || line.starts_with("pub enum");
                }
                if let Some(name) = line.trim_end_matches(';').split_once("mod ")
                    && line.ends_with(';')
                    && !skipped
                    && (name.0.is_empty() || name.0 == "pub ")
                {
                    let public = is_reachable && name.0 == "pub ";
                    self.read_module(folder, name.1, module, public);
                }
            }
            let declares = match indent {
                0 => line.starts_with("pub ") && !line.starts_with("pub mod"),
                4 if owner_lists_all => {
                    line.starts_with("fn ") || line.starts_with(char::is_uppercase)
                }
                4 => line.starts_with("pub "),
                _ => false,
            };
            if !declares || skipped {
                continue;
            }
            let text = declaration(&lines[at..]);
            if text.starts_with("pub use") {
                self.exported.extend(identifiers(&text).map(str::to_owned));
            }
            let (module, owner) = (module.to_owned(), owner.clone());
            let owner = if indent == 0 { String::new() } else { owner };
            self.items.push(PublicItem { module, owner, text, is_reachable });
        }
    }

    fn read_module(&mut self, folder: &Path, name: &str, module: &str, is_reachable: bool) {
        let inner = folder.join(name);
        let candidates = [folder.join(format!("{name}.rs")), inner.join("mod.rs")];
        if let Some(file) = candidates.iter().find(|file| file.is_file()) {
            self.read(file, &inner, &format!("{module}::{name}"), is_reachable);
        }
    }

    /// Returns the list of the public items.
    fn list(&self) -> String {
        let is_public = |item: &&PublicItem| {
            let exported = |name: &str| self.exported.contains(name);
            let name = if item.owner.is_empty() { name_of(&item.text) } else { &item.owner };
            item.is_reachable || (!item.text.starts_with("pub use") && exported(name))
        };
        let line = |item: &PublicItem| {
            let owner = if item.owner.is_empty() { "" } else { "::" };
            format!("{}{owner}{}: {}\n", item.module, item.owner, item.text)
        };
        let lines: BTreeSet<String> = self.items.iter().filter(is_public).map(line).collect();
        lines.into_iter().collect()
    }
}

/// Returns the list of a crate's public items.
fn list(folder: &str) -> String {
    let src = root().join(folder).join("src");
    let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    let name = manifest.split("name = \"").nth(1).and_then(|rest| rest.split('"').next());
    let name = name.expect("the name of the crate").replace('-', "_");
    let mut scan = CrateScan::default();
    scan.read(&src.join("lib.rs"), &src, &name, true);
    scan.list()
}

#[test]
fn public_items_are_the_listed_ones() {
    let mut changed = Vec::new();
    for folder in CRATES {
        let present = list(folder);
        assert!(present.lines().count() > 5, "{folder}: {present}");
        let file: PathBuf = root().join(LISTS).join(format!("{}.txt", folder.replace('/', "-")));
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(root().join(LISTS)).unwrap();
            fs::write(&file, &present).unwrap();
            continue;
        }
        let listed = fs::read_to_string(&file).unwrap_or_default();
        let of = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        let (present, listed) = (of(&present), of(&listed));
        changed.extend(listed.difference(&present).map(|line| format!("- {line}")));
        changed.extend(present.difference(&listed).map(|line| format!("+ {line}")));
    }
    assert!(
        changed.is_empty(),
        "public items have changed:\n{}\nhelp: if this is intended, run the test with UPDATE=1, and \
         add a breaking change to CHANGELOG.md",
        changed.join("\n")
    );
}

#[test]
fn declarations_are_read_from_sources() {
    let lines =
        ["    pub fn play(", "        &mut self,", "        action: &str,", "    ) -> Ply {"];
    assert_eq!(declaration(&lines), "pub fn play(&mut self, action: &str) -> Ply");
    assert_eq!(declaration(&["pub const N: usize = 3;"]), "pub const N: usize");
    assert_eq!(declaration(&["pub use a::{", "    B, C,", "};"]), "pub use a::{B, C}");
    assert_eq!(name_of("pub struct Ply<'a>"), "Ply");
}
