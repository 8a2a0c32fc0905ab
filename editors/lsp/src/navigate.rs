//! Navigation and renaming of zones, kinds, clauses, tunables, helper functions and variables.
//!
//! A name that a script composes, such as `${seat.name}-rear`, is not found.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use quadrille_dsl::script::api::Type;
use quadrille_dsl::script::hook_catalogue;
use quadrille_dsl::squares;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::locals::locals;
use crate::manifest;
use crate::script::{self, is_word};
use crate::text::{is_name, name_at};

/// A named item with a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A zone, by its name.
    Zone(String),
    /// A kind of piece, by its name.
    Kind(String),
    /// A clause, by its id.
    Clause(String),
    /// A tunable: the name of its script without the extension, and the name of the tunable.
    Tunable(String, String),
    /// A function of a script: the path of the script, and the name of the function.
    Function(PathBuf, String),
    /// A variable of a function: the path of the script, the range of bytes of the declaration, and
    /// the name of the variable.
    Local(PathBuf, Range<usize>, String),
}

impl Symbol {
    /// Returns the name of the symbol.
    pub fn name(&self) -> &str {
        match self {
            Self::Zone(name)
            | Self::Kind(name)
            | Self::Clause(name)
            | Self::Tunable(_, name)
            | Self::Function(_, name)
            | Self::Local(_, _, name) => name,
        }
    }

    /// Returns the reason why `name` is not a valid name for this symbol. Returns `None` if it is
    /// valid.
    pub fn refuses(&self, name: &str) -> Option<String> {
        let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (good, what) = match self {
            Self::Zone(_) => {
                return squares::bad_name(name)
                    .map(|why| format!("`{name}` can't be the name of a zone: {why}"));
            }
            Self::Kind(_) => (
                name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(lower),
                "begin with a lower-case letter, and use only lower-case letters, digits, `-` and `_`",
            ),
            Self::Clause(_) => (
                !name.is_empty() && name.chars().all(is_clause),
                "use only letters, digits, `-`, `_` and `.`",
            ),
            Self::Local(..) => (
                name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
                    && name.chars().all(word),
                "use only letters, digits and `_`, with a lower-case letter or `_` first",
            ),
            Self::Tunable(..) => (
                name.starts_with(|c: char| c.is_ascii_uppercase())
                    && name.chars().all(|c| word(c) && !c.is_ascii_lowercase()),
                "use only capitals, digits and `_`, with a letter first",
            ),
            Self::Function(..) => (
                name.starts_with(|c: char| c.is_ascii_lowercase())
                    && name.chars().all(word)
                    && hook_catalogue::hook_named(name).is_none()
                    && !name.starts_with("on_"),
                "use only letters, digits and `_`, with a lower-case letter first, and not the name of a hook",
            ),
        };
        (!good).then(|| format!("`{name}` is not a valid name: {what}"))
    }
}

/// An occurrence of a symbol in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The path of the file that contains the occurrence.
    pub path: PathBuf,
    /// The range of bytes of the name.
    pub span: Range<usize>,
    /// `true` if the occurrence is the definition of the symbol.
    pub defines: bool,
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rhai")
}

/// Returns `true` if the id of a clause may contain this character.
fn is_clause(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Returns the clause whose id is at an offset. A dot at the end is not part of the id, because
/// such a dot ends a sentence.
fn clause_at(text: &str, offset: usize) -> Option<Symbol> {
    let id = text[name_at(text, offset, is_clause)].trim_end_matches('.');
    let id = id.strip_prefix("clauses.").unwrap_or(id);
    (!id.is_empty()).then(|| Symbol::Clause(id.to_owned()))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the symbol at an offset of a file. `known` returns `true` for the names of the ruleset's
/// kinds and zones.
pub fn symbol(
    path: &Path,
    text: &str,
    offset: usize,
    known: &dyn Fn(&Symbol) -> bool,
) -> Option<Symbol> {
    let either = |name: &str| {
        let symbols = [Symbol::Kind(name.to_owned()), Symbol::Zone(name.to_owned())];
        symbols.into_iter().find(known)
    };
    if is_script(path) {
        let local = locals(text)
            .into_iter()
            .find(|local| local.span.start <= offset && offset <= local.span.end);
        if let Some(local) = local {
            let name = text[local.span].to_owned();
            return Some(Symbol::Local(path.to_owned(), local.declared, name));
        }
        return match script::place(text, offset) {
            script::ScriptContext::Comment => None,
            script::ScriptContext::Clause => clause_at(text, offset),
            script::ScriptContext::When => either(&text[name_at(text, offset, is_name)]),
            script::ScriptContext::Text { span, takes } => {
                let name = text.get(span)?;
                match takes[..] {
                    [] => either(name),
                    _ if takes.contains(&Type::Zone) => Some(Symbol::Zone(name.to_owned())),
                    _ if takes.contains(&Type::Kind) => Some(Symbol::Kind(name.to_owned())),
                    _ if takes.contains(&Type::Clause) => Some(Symbol::Clause(name.to_owned())),
                    _ => None,
                }
            }
            script::ScriptContext::Member(_) => None,
            script::ScriptContext::Code => {
                let word = &text[name_at(text, offset, is_word)];
                let tunable = text
                    .lines()
                    .any(|line| line.strip_prefix("const ").is_some_and(|rest| heads(rest, word)));
                if tunable {
                    return Some(Symbol::Tunable(stem(path), word.to_owned()));
                }
                (defines_function(text, word) && hook_catalogue::hook_named(word).is_none())
                    .then(|| Symbol::Function(path.to_owned(), word.to_owned()))
            }
        };
    }
    let key = match manifest::place(text, offset) {
        manifest::TomlContext::Other => return None,
        manifest::TomlContext::Value { path, .. } if takes_clause(&path) => {
            return clause_at(text, offset);
        }
        manifest::TomlContext::Value { path, span } => {
            let in_zones = path.iter().any(|part| part == "zones");
            let zone = Symbol::Zone(text.get(span)?.to_owned());
            return (in_zones && known(&zone)).then_some(zone);
        }
        manifest::TomlContext::Header { path, .. } | manifest::TomlContext::Key { path, .. } => {
            path
        }
    };
    let quoted = name_at(text, offset, |c| is_name(c) || c == '.');
    let word = &text[quoted];
    if let Some((script, name)) = word.split_once('.')
        && name.starts_with(|c: char| c.is_ascii_uppercase())
    {
        return Some(Symbol::Tunable(script.to_owned(), name.to_owned()));
    }
    match key.last().map(String::as_str) {
        Some("zones") => Some(Symbol::Zone(word.to_owned())),
        Some("pieces") => Some(Symbol::Kind(word.to_owned())),
        // The keys in a plugin's `clauses` belong to the plugin.
        Some("clauses") if key[0] != "plugins" => clause_at(text, offset),
        _ => None,
    }
}

/// Returns the function that a script calls at an offset, if one of `files` defines it.
pub fn called(
    path: &Path,
    text: &str,
    offset: usize,
    files: &[(PathBuf, String)],
) -> Option<Symbol> {
    if !is_script(path) || script::place(text, offset) != script::ScriptContext::Code {
        return None;
    }
    let span = name_at(text, offset, is_word);
    let word = &text[span.clone()];
    if !text[span.end..].trim_start().starts_with('(') || hook_catalogue::hook_named(word).is_some()
    {
        return None;
    }
    let defining =
        files.iter().find(|(file, text)| is_script(file) && defines_function(text, word));
    defining.map(|(file, _)| Symbol::Function(file.clone(), word.to_owned()))
}

fn defines_function(text: &str, name: &str) -> bool {
    text.lines().any(|line| line.strip_prefix("fn ").is_some_and(|rest| heads(rest, name)))
}

/// Returns `true` if the value of a key names clauses. `path` contains the names of the tables
/// around the key, and then the key itself.
fn takes_clause(path: &[String]) -> bool {
    match path {
        [.., table, key] if table == "lesson" => {
            matches!(key.as_str(), "clause" | "fires" | "silent" | "ends")
        }
        [plugins, _, clauses, _] => plugins == "plugins" && clauses == "clauses",
        [drop] => drop == "drop",
        _ => false,
    }
}

/// Returns `true` if a text begins with this word.
fn heads(text: &str, word: &str) -> bool {
    !word.is_empty() && text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_word))
}

/// Returns the occurrences of a symbol in a file.
pub fn occurrences(symbol: &Symbol, path: &Path, text: &str) -> Vec<Occurrence> {
    let spans =
        if is_script(path) { in_script(symbol, path, text) } else { in_manifest(symbol, text) };
    spans
        .into_iter()
        .map(|(span, defines)| Occurrence { path: path.to_owned(), span, defines })
        .collect()
}

fn in_script(symbol: &Symbol, path: &Path, text: &str) -> Vec<(Range<usize>, bool)> {
    let scanned = script::scan(text);
    let mut found = Vec::new();
    match symbol {
        Symbol::Zone(name) | Symbol::Kind(name) => {
            let wanted = if matches!(symbol, Symbol::Zone(_)) { Type::Zone } else { Type::Kind };
            for (span, takes) in &scanned.literals {
                let inside = text.get(span.clone()).unwrap_or_default();
                if !takes.is_empty() && !takes.contains(&wanted) {
                    continue;
                }
                // The value of a tunable may be a list.
                let all_names = || inside.split(',').all(|one| one.trim().chars().all(is_name));
                if inside == name || inside.contains(',') && all_names() {
                    found.extend(words(inside, name, span.start, is_name));
                }
            }
            found.extend(lines(text, name, &scanned, "when:", is_name));
        }
        Symbol::Tunable(script, name) if *script == stem(path) => {
            found.extend(code_words(text, name, &scanned, "const "));
            found.extend(lines(text, name, &scanned, "when:", is_name));
        }
        // Another script can call the function if that script does not define a function of the
        // same name.
        Symbol::Function(file, name) if file == path || !defines_function(text, name) => {
            found.extend(code_words(text, name, &scanned, "fn "));
            if file != path {
                found.retain(|(span, _)| text[span.end..].starts_with('('));
            }
        }
        Symbol::Local(file, declared, _) if file == path => {
            let local = locals(text).into_iter().filter(|local| local.declared == *declared);
            found.extend(local.map(|local| {
                let defines = local.span == local.declared;
                (local.span, defines)
            }));
        }
        Symbol::Clause(id) => {
            let literals = scanned.literals.iter().filter(|(span, takes)| {
                takes.contains(&Type::Clause) && text.get(span.clone()) == Some(id)
            });
            found.extend(literals.map(|(span, _)| {
                let defines = text[..span.start].ends_with("rules.clause(\"");
                (span.clone(), defines)
            }));
            found.extend(lines(text, id, &scanned, "clause:", is_clause));
        }
        Symbol::Tunable(..) | Symbol::Function(..) | Symbol::Local(..) => {}
    }
    found
}

/// Returns the occurrences of `name` in comment lines that begin with `what`, such as `when:`. The
/// boolean of each occurrence is `false`, because it is not a definition.
fn lines(
    text: &str,
    name: &str,
    scanned: &script::ScannedScript,
    what: &str,
    part: fn(char) -> bool,
) -> Vec<(Range<usize>, bool)> {
    let comments = scanned.comments.iter().map(|comment| (comment.start, &text[comment.clone()]));
    let lines =
        comments.filter(|(_, line)| line.trim_start_matches('/').trim_start().starts_with(what));
    lines.flat_map(|(start, line)| words(line, name, start, part)).collect()
}

/// Returns `true` if a word occurs in the function that declares a variable.
pub fn stands_near(text: &str, declared: &Range<usize>, word: &str) -> bool {
    let heads = |at: &usize| *at == 0 || text[..*at].ends_with('\n');
    let starts = || text.match_indices("fn ").map(|(at, _)| at).filter(heads);
    let start = starts().take_while(|at| *at <= declared.start).last().unwrap_or(0);
    let end = starts().find(|at| *at > declared.start).unwrap_or(text.len());
    !words(&text[start..end], word, start, is_word).is_empty()
}

/// Returns a template in a script that can produce the symbol's name, such as `${seat.name}-rear`.
pub fn template<'t>(symbol: &Symbol, path: &Path, text: &'t str) -> Option<&'t str> {
    let (Symbol::Zone(name) | Symbol::Kind(name)) = symbol else { return None };
    if !is_script(path) {
        return None;
    }
    let scanned = script::scan(text);
    let templates = scanned.literals.into_iter().filter_map(|(span, _)| text.get(span));
    templates.filter(|template| template.contains("${")).find(|template| {
        let (before, after) = (template.find("${"), template.rfind('}'));
        let (before, after) =
            (before.map(|at| &template[..at]), after.map(|at| &template[at + 1..]));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        // A template that is only `${a}` could be any name.
        name.len() > before.len() + after.len()
            && before.len() + after.len() > 1
            && name.starts_with(before)
            && name.ends_with(after)
    })
}

/// Returns the occurrences of a word in the code of a script. An occurrence is a definition if the
/// text before it on its line is `head`.
fn code_words(
    text: &str,
    name: &str,
    scanned: &script::ScannedScript,
    head: &str,
) -> Vec<(Range<usize>, bool)> {
    // Comments and strings are in the order of the text.
    let outside = |span: &Range<usize>| {
        let next = scanned.comments.partition_point(|other| other.end <= span.start);
        let comment = scanned.comments.get(next).is_some_and(|other| other.start < span.end);
        let next = scanned.literals.partition_point(|(other, _)| other.end <= span.start);
        let literal = scanned.literals.get(next).filter(|(other, _)| other.start < span.end);
        // A template runs code between `${` and `}`.
        !comment
            && literal.is_none_or(|(other, _)| {
                let before = text.get(other.start..span.start).unwrap_or_default();
                before.rfind("${").is_some_and(|open| !before[open..].contains('}'))
            })
    };
    let mut found = words(text, name, 0, is_word);
    found.retain(|(span, _)| outside(span) && !text[..span.start].ends_with('.'));
    for (span, defines) in &mut found {
        let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        *defines = &text[line..span.start] == head;
    }
    found
}

/// Returns the occurrences of a whole word in a text. `start` is the offset of this text in its
/// file.
fn words(
    text: &str,
    word: &str,
    start: usize,
    part: fn(char) -> bool,
) -> Vec<(Range<usize>, bool)> {
    let mut found = Vec::new();
    if word.is_empty() {
        return found;
    }
    for (at, _) in text.match_indices(word) {
        let end = at + word.len();
        if !text[..at].ends_with(part) && !text[end..].starts_with(part) {
            found.push((start + at..start + end, false));
        }
    }
    found
}

fn in_manifest(symbol: &Symbol, text: &str) -> Vec<(Range<usize>, bool)> {
    let (root, _) = DeTable::parse_recoverable(text);
    let mut found = Vec::new();
    visit(root.get_ref(), &mut Vec::new(), 0, &mut |path, key, value| {
        let parent = path.last().map(String::as_str);
        let name: &str = key.get_ref();
        match symbol {
            Symbol::Zone(zone) if parent == Some("zones") => {
                if name == zone {
                    found.push((inside_quotes(text, key.span()), path.len() == 1));
                }
                if let DeValue::String(_) = value.get_ref() {
                    let raw = &text[value.span()];
                    found.extend(words(raw, zone, value.span().start, is_name));
                }
            }
            Symbol::Kind(kind) if parent == Some("pieces") && name == kind => {
                found.push((inside_quotes(text, key.span()), path.len() == 1));
            }
            Symbol::Clause(id) => {
                let entry: Vec<String> = path.iter().cloned().chain([name.to_owned()]).collect();
                let raw = &text[value.span()];
                if takes_clause(&entry) {
                    let inherited = format!("clauses.{id}");
                    let names = if name == "drop" && path.is_empty() { &inherited } else { id };
                    let named = words(raw, names, value.span().start, is_clause);
                    found.extend(
                        named.into_iter().map(|(span, _)| (span.end - id.len()..span.end, false)),
                    );
                } else if parent == Some("clauses") && name == id && path[0] != "plugins" {
                    found.push((inside_quotes(text, key.span()), path.len() == 1));
                }
            }
            // An answer in a lesson can name a kind.
            Symbol::Kind(kind) if parent == Some("lesson") => {
                if let DeValue::String(_) = value.get_ref() {
                    let raw = &text[value.span()];
                    let answer = words(raw, kind, value.span().start, is_name);
                    found.extend(
                        answer
                            .into_iter()
                            .filter(|(span, _)| text[..span.start].ends_with("choose=")),
                    );
                }
            }
            Symbol::Tunable(script, tunable) if name == format!("{script}.{tunable}") => {
                let span = inside_quotes(text, key.span());
                found.push((span.start + script.len() + 1..span.end, false));
            }
            _ => {}
        }
    });
    found
}

/// Returns the range of a key without its quotes.
fn inside_quotes(text: &str, span: Range<usize>) -> Range<usize> {
    match text.get(span.clone()) {
        Some(raw) if raw.len() >= 2 && raw.starts_with(['"', '\'']) => span.start + 1..span.end - 1,
        _ => span,
    }
}

/// The maximum depth of nested tables that are searched.
const MAX_DEPTH: usize = 16;

/// A visitor of the entries of tables. Its arguments are the names of the tables around an entry,
/// the entry's key and its value.
type EntryVisitor<'v> = &'v mut dyn FnMut(&[String], &Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>);

/// Visits every entry of a table and of the tables inside it.
fn visit(table: &DeTable<'_>, path: &mut Vec<String>, depth: usize, each: EntryVisitor<'_>) {
    if depth > MAX_DEPTH {
        return;
    }
    for (key, value) in table {
        each(path, key, value);
        path.push(key.get_ref().to_string());
        match value.get_ref() {
            DeValue::Table(inner) => visit(inner, path, depth + 1, each),
            DeValue::Array(items) => {
                for item in items.iter() {
                    if let DeValue::Table(inner) = item.get_ref() {
                        visit(inner, path, depth + 1, each);
                    }
                }
            }
            _ => {}
        }
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[zones]\nrear = \"a1 b1\"\nall-but = \"all - rear\"\n\n[pieces]\npawn = { letter = \"P\" }\n\n\
                            [tunables]\n\"mate.AFTER\" = 1\n\n[presets.x]\n\"mate.AFTER\" = 2\npieces.pawn = { moves = \"W\" }\n";
    const SCRIPT: &str = "const AFTER = 1;\n\n/// when: pawn, to rear\nfn on_move(game, seat, piece, from, to) {\n    \
                          if piece.kind == \"pawn\" && to.within(\"rear\") && AFTER == 1 { helper(`${AFTER}`) } // AFTER\n}\n\n\
                          fn helper(x) { game.count(seat, \"pawn\"); \"rear\" }\n";

    fn marked(symbol: &Symbol, path: &str, text: &str) -> Vec<(String, bool)> {
        occurrences(symbol, Path::new(path), text)
            .into_iter()
            .map(|found| {
                let line = text[..found.span.start].matches('\n').count() + 1;
                (format!("{line}:{}", &text[found.span]), found.defines)
            })
            .collect()
    }

    #[test]
    fn a_symbol_is_found_wherever_it_is_meant() {
        let zone = Symbol::Zone("rear".to_owned());
        let places = |symbol: &Symbol, path: &str, text: &str| -> Vec<String> {
            marked(symbol, path, text).into_iter().map(|(place, _)| place).collect()
        };
        assert_eq!(places(&zone, "/v/geometry.toml", MANIFEST), ["3:rear", "2:rear"]);
        assert_eq!(places(&zone, "/v/mate.rhai", SCRIPT), ["5:rear", "8:rear", "3:rear"]);
        let kind = Symbol::Kind("pawn".to_owned());
        assert_eq!(places(&kind, "/v/geometry.toml", MANIFEST), ["6:pawn", "13:pawn"]);
        assert_eq!(places(&kind, "/v/mate.rhai", SCRIPT), ["5:pawn", "8:pawn", "3:pawn"]);
        let tunable = Symbol::Tunable("mate".to_owned(), "AFTER".to_owned());
        assert_eq!(places(&tunable, "/v/geometry.toml", MANIFEST), ["12:AFTER", "9:AFTER"]);
        assert_eq!(places(&tunable, "/v/mate.rhai", SCRIPT), ["1:AFTER", "5:AFTER", "5:AFTER"]);
        assert_eq!(places(&tunable, "/v/other.rhai", SCRIPT), Vec::<String>::new());
        let helper = Symbol::Function("/v/mate.rhai".into(), "helper".to_owned());
        assert_eq!(
            marked(&helper, "/v/mate.rhai", SCRIPT),
            [("5:helper".to_owned(), false), ("8:helper".to_owned(), true)]
        );
    }

    #[test]
    fn a_name_is_found_in_lists_in_conditions_and_in_answers() {
        let script = "const TO = \"queen, rook\";\n\n/// when: no move or TO is any\nfn promotes(piece, square) { TO }\n";
        let kind = Symbol::Kind("rook".to_owned());
        assert_eq!(marked(&kind, "/v/mate.rhai", script), [("1:rook".to_owned(), false)]);
        let tunable = Symbol::Tunable("mate".to_owned(), "TO".to_owned());
        let lines = ["1:TO", "4:TO", "3:TO"].map(|place| (place.to_owned(), place == "1:TO"));
        assert_eq!(marked(&tunable, "/v/mate.rhai", script), lines);
        let lesson = "[[lesson]]\nsays = \"a rook\"\nonly = \"choose=boat choose=rook\"\n";
        assert_eq!(marked(&kind, "/v/lessons.toml", lesson), [("3:rook".to_owned(), false)]);
    }

    #[test]
    fn a_name_that_a_script_puts_together_is_noticed() {
        let script = "fn f(s) { `${s.name}-rear` }\nfn g(s) { `${s}` }\n";
        let of =
            |name: &str| template(&Symbol::Zone(name.to_owned()), Path::new("/v/a.rhai"), script);
        assert_eq!(of("red-rear"), Some("${s.name}-rear"));
        assert_eq!(of("rear"), None);
        assert_eq!(of("hill"), None);
    }

    #[test]
    fn names_that_would_not_do_are_refused() {
        assert!(Symbol::Kind("pawn".into()).refuses("Pawn").is_some());
        assert!(Symbol::Kind("pawn".into()).refuses("foot-soldier").is_none());
        assert!(Symbol::Tunable("a".into(), "B".into()).refuses("lower").is_some());
        assert!(Symbol::Zone("a".into()).refuses("e4").is_some());
        assert!(Symbol::Function("/a".into(), "f".into()).refuses("on_move").is_some());
    }
}
