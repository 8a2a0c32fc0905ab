//! The graph of uses between the source files of a crate. It is found by reading their code.
//!
//! A file uses another file if its code names an item of the other file, in a `use` or in a path. A
//! `pub use` alone does not count as a use, because it only gives an item a second name. If a file
//! uses the item by this second name, it uses the file that contains the item.

use std::collections::{BTreeMap, BTreeSet};

/// The path of a module within its crate.
type Module = Vec<String>;

/// A source file, without comments, string literals and unit tests.
struct SourceFile {
    /// The path of the file within the folder of sources.
    name: String,
    /// The names that `use` brings into the module, and their paths.
    imports: Vec<(String, Vec<String>)>,
    /// The paths that the code uses.
    paths: Vec<Vec<String>>,
}

/// The source files of a crate by module.
pub struct FileUses(BTreeMap<Module, SourceFile>);

impl FileUses {
    /// Reads source files. Each file is given by its path in the folder of sources and its code
    /// without comments.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files: Vec<(Module, String, String)> = files
            .into_iter()
            .map(|(name, code)| (module_of(&name), name, without_texts(&code)))
            .collect();
        let modules: BTreeSet<&Module> = files.iter().map(|(module, ..)| module).collect();
        let file = |(module, name, code): &(Module, String, String)| {
            let child = |first: &String| {
                let inner: Module = module.iter().chain([first]).cloned().collect();
                modules.contains(&inner)
            };
            (module.clone(), SourceFile::read(name, code, &child))
        };
        Self(files.iter().map(file).collect())
    }

    /// Returns the files that use each other in a circle, each circle once.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let uses: BTreeMap<&Module, BTreeSet<&Module>> =
            self.0.iter().map(|(module, file)| (module, self.used(module, file))).collect();
        let reached = |from: &Module| {
            let mut reached = BTreeSet::new();
            let mut open: Vec<&Module> = uses[from].iter().copied().collect();
            while let Some(module) = open.pop() {
                if reached.insert(module) {
                    open.extend(&uses[module]);
                }
            }
            reached
        };
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            uses.keys().map(|module| (*module, reached(module))).collect();
        let mut circles = BTreeSet::new();
        for (module, of_module) in &reached {
            if of_module.contains(module) {
                let circle = of_module.iter().filter(|other| reached[*other].contains(module));
                circles.insert(circle.map(|other| self.0[*other].name.as_str()).collect());
            }
        }
        circles.into_iter().collect()
    }

    /// Returns the modules whose items a file uses.
    fn used(&self, module: &Module, file: &SourceFile) -> BTreeSet<&Module> {
        let used = file.paths.iter().filter_map(|path| self.resolve(module, module, path, 0));
        used.filter(|other| *other != module).collect()
    }

    /// Returns the module that contains the item to which a path leads. `module` is the module in
    /// which the path is written. `user` is the module whose uses are searched.
    fn resolve(
        &self,
        user: &Module,
        module: &Module,
        path: &[String],
        depth: usize,
    ) -> Option<&Module> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Module::new(), &path[1..]),
            _ => (module.clone(), path),
        };
        while let Some(first @ ("super" | "self")) = rest.first().map(String::as_str) {
            if first == "super" {
                at.pop();
            }
            rest = &rest[1..];
        }
        if path.len() == rest.len() && !self.0.contains_key(&inside(&at, path.first()?)) {
            // This is the name of another crate.
            return None;
        }
        while let Some(first) = rest.first() {
            let inner = inside(&at, first);
            if self.0.contains_key(&inner) {
                at = inner;
                rest = &rest[1..];
                continue;
            }
            let import = self.0.get(&at)?.imports.iter().find(|(name, _)| name == first);
            match import {
                Some((_, path)) if at != *user && depth < 8 => {
                    return self.resolve(user, &at, path, depth + 1);
                }
                _ => break,
            }
        }
        self.0.get_key_value(&at).map(|(module, _)| module)
    }
}

impl SourceFile {
    /// Reads a file. `child` returns `true` if a name is the name of one of the file's submodules.
    fn read(name: &str, code: &str, child: &dyn Fn(&String) -> bool) -> Self {
        let (mut imports, mut paths, mut exported) = (Vec::new(), Vec::new(), Vec::new());
        let mut body = String::new();
        let mut rest = code;
        while let Some((before, tree, after)) = next_use(rest) {
            body.push_str(before);
            rest = after;
            let public = ends_with_visibility(before);
            for (name, path) in leaves(tree) {
                imports.push((name.clone(), path.clone()));
                if public { exported.push((name, path)) } else { paths.push(path) }
            }
        }
        body.push_str(rest);
        let mut words = BTreeSet::new();
        for path in paths_in(&body) {
            words.insert(path[0].clone());
            let import = imports.iter().find(|(name, _)| *name == path[0]);
            match (path.as_slice(), import) {
                ([_], _) => {}
                (_, Some((_, import))) => {
                    paths.push(import.iter().chain(&path[1..]).cloned().collect());
                }
                ([first, ..], None) if ["crate", "super", "self"].contains(&first.as_str()) => {
                    paths.push(path);
                }
                ([first, ..], None) if child(first) => paths.push(path),
                _ => {}
            }
        }
        // The file also uses a name that it exports.
        paths.extend(
            exported.into_iter().filter(|(name, _)| words.contains(name)).map(|(_, path)| path),
        );
        Self { name: name.to_owned(), imports, paths }
    }
}

/// Returns the module of a file such as `load/mod.rs`.
fn module_of(file: &str) -> Module {
    let mut parts: Module =
        file.trim_end_matches(".rs").split(['/', '\\']).map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

fn inside(module: &Module, name: &str) -> Module {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// Returns the code after the contents of all string and character literals are removed.
fn without_texts(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(['"', '\'']) {
        let (before, text) = rest.split_at(at);
        out.push_str(before);
        if let Some(inner) = text.strip_prefix('\'') {
            // This is a character or a lifetime.
            let escaped = usize::from(inner.starts_with('\\'));
            let end = inner.chars().take(1 + escaped).map(char::len_utf8).sum::<usize>();
            rest = inner.get(end..).and_then(|after| after.strip_prefix('\'')).unwrap_or(inner);
            continue;
        }
        let hashes = before.len() - before.trim_end_matches('#').len();
        let raw = before.trim_end_matches('#').ends_with('r');
        let end = if raw {
            let close = format!("\"{}", "#".repeat(hashes));
            text[1..].find(&close).map(|end| 1 + end + close.len())
        } else {
            let mut escaped = false;
            text.char_indices().skip(1).find_map(|(at, c)| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends.then_some(at + 1)
            })
        };
        rest = end.map_or("", |end| &text[end..]);
    }
    out.push_str(rest);
    out
}

/// Returns the first `use` in some code. The result contains the text before it, the tree of names
/// in it, and the text after it.
fn next_use(code: &str) -> Option<(&str, &str, &str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let at =
        code.match_indices("use ").map(|(at, _)| at).find(|at| !code[..*at].ends_with(part))?;
    let (tree, after) = code[at + 4..].split_once(';')?;
    Some((&code[..at], tree, after))
}

/// Returns `true` if code ends with `pub` or `pub(…)`.
fn ends_with_visibility(code: &str) -> bool {
    let code = code.trim_end();
    let code = match code.strip_suffix(')').and_then(|code| code.rsplit_once('(')) {
        Some((before, _)) => before,
        None => code,
    };
    code.ends_with("pub")
}

/// Returns the names in the tree of a `use`, each with its path.
fn leaves(tree: &str) -> Vec<(String, Vec<String>)> {
    let tree = tree.trim();
    if let Some((prefix, inner)) = tree.split_once('{') {
        let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
        let (mut depth, mut start, mut out) = (0, 0, Vec::new());
        for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    let item = inner[start..at].trim();
                    if !item.is_empty() {
                        out.extend(leaves(&format!("{}{item}", prefix.trim())));
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
        return out;
    }
    let (path, name) = match tree.split_once(" as ") {
        Some((path, name)) => (path, Some(name.trim().to_owned())),
        None => (tree, None),
    };
    let mut path: Vec<String> = path.split("::").map(|part| part.trim().to_owned()).collect();
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
    vec![(name, path)]
}

/// Returns the paths in some code, including single words. Module declarations and visibilities are
/// left out.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    let mut rest = code;
    let mut previous = String::new();
    while let Some(at) = rest.find(part) {
        let mut path = Vec::new();
        let field = rest[..at].ends_with('.');
        rest = &rest[at..];
        loop {
            let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
            path.push(rest[..end].to_owned());
            rest = &rest[end..];
            match rest.strip_prefix("::") {
                Some(after) if after.starts_with(part) => rest = after,
                _ => break,
            }
        }
        let last = path.last().cloned().unwrap_or_default();
        if !field && previous != "mod" && previous != "in" && last != "mod" {
            paths.push(path);
        }
        previous = last;
    }
    paths
}
