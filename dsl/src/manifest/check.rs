//! Checks a file against the schema. Unknown keys, wrong types, and invalid words and numbers are
//! found in each file alone. Missing keys are found only after inheritance and presets have been
//! applied.

use std::sync::Arc;

use crate::text::prose;

use super::schema::LEVEL;
use super::schema::{FILE, FORMAT, Key, MAX_NAME, PRESET, Shape, preset_tables};
use super::tree::{self, FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};
use super::unclosed_brackets::unbalanced;
use crate::diagnostic::{Code, Diagnostic, LintName, NameSuggestion, NoLint, Source, suggest};

/// A file as far as it could be read, and its mistakes.
pub(crate) struct CheckedManifest {
    pub(crate) table: TomlTable,
    /// `true` if every part of the file was read. `false` if a syntax error made a part unreadable.
    pub(crate) whole: bool,
    /// All mistakes except missing keys.
    pub(crate) found: Vec<Diagnostic>,
}

/// Reads a file. `keys` lists the keys that the file may have. `page` is the topic in which
/// `quadrille explain` describes the file.
pub(crate) fn read(source: &Arc<Source>, keys: &'static [Key], page: &str) -> CheckedManifest {
    let (table, mut found) = tree::parse(source);
    // The keys of a newer format would be reported as mistakes.
    if let Some(newer) = newer_format(&table) {
        return CheckedManifest { table, whole: false, found: vec![newer] };
    }
    if table.entries.is_empty() && found.is_empty() {
        let made = Diagnostic::error(Code::EmptyFile, source, 0..0, "the file is empty");
        found.push(made.help(format!("see `quadrille explain {page}` for its keys")));
    }
    let whole = found.is_empty();
    // Other errors on a line with a syntax error usually follow from it.
    let lines: Vec<usize> = source.text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |found: &Diagnostic| {
        let start = found.place().map_or(0, |label| label.span.start);
        lines.partition_point(|end| *end < start)
    };
    let broken: Vec<usize> = found.iter().map(line).collect();
    let mut wrong = against(&table, keys, "at the top of the file");
    // After an unclosed bracket, errors are unreliable.
    let bracket = if whole { None } else { unbalanced(&source.text) };
    let end = bracket.map_or(usize::MAX, |(at, _)| at);
    let start = |found: &Diagnostic| found.place().map_or(0, |label| label.span.start);
    // A value that could not be read has no place.
    let read = |found: &Diagnostic| found.place().is_some_and(|label| !label.span.is_empty());
    wrong.retain(|found| {
        !broken.contains(&line(found)) && start(found) < end && (whole || read(found))
    });
    found.append(&mut wrong);
    CheckedManifest { table, whole, found }
}

/// Returns an error if a file has a newer format than this program reads.
fn newer_format(table: &TomlTable) -> Option<Diagnostic> {
    let node = table.get("format")?;
    let format = node.integer().filter(|format| *format > FORMAT)?;
    let message = format!("the file has format {format}, but this program reads format {FORMAT}");
    let help = "use a newer version of Quadrille";
    Some(node.at.error(Code::NewerFormat, message).help(help))
}

/// Checks a table against a list of keys. Returns all mistakes except missing keys. `place`
/// describes the table in messages.
pub(crate) fn against(table: &TomlTable, keys: &'static [Key], place: &str) -> Vec<Diagnostic> {
    let mut checker = SchemaChecker { diagnostics: Vec::new() };
    checker.keys(table, keys, place);
    checker.diagnostics
}

/// Returns an error for each required key that is missing. `top` is the place at which missing keys
/// of the top level are reported.
pub(crate) fn complete(table: &TomlTable, keys: &[Key], top: &FileSpan) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    missing(table, keys, top, "the file", &mut diagnostics);
    diagnostics
}

struct SchemaChecker {
    diagnostics: Vec<Diagnostic>,
}

impl SchemaChecker {
    fn keys(&mut self, table: &TomlTable, keys: &'static [Key], place: &str) {
        for entry in &table.entries {
            match keys.iter().find(|key| key.name == entry.key) {
                Some(key) => {
                    let known = self.diagnostics.len();
                    self.value(&entry.node, &key.shape, &key_name(key.name));
                    // A boolean can't be converted, so the author probably misunderstood the key.
                    if matches!(entry.node.value, TomlValue::Boolean(_)) {
                        for found in self.diagnostics.iter_mut().skip(known) {
                            found
                                .help
                                .get_or_insert_with(|| format!("`{}`: {}", key.name, key.doc));
                        }
                    }
                }
                None => self.unknown(entry, &names(keys), place),
            }
        }
    }

    fn unknown(&mut self, entry: &TomlEntry, known: &[&str], place: &str) {
        let list = || format!("the keys {place} are {}", listed(known.iter().copied()));
        let help = suggest(&entry.key, known.iter().copied()).unwrap_or_else(|| list().into());
        let message = format!("unknown key `{}` {place}", entry.key);
        self.diagnostics.push(entry.key_at.error(Code::UnknownKey, message).help(help));
    }

    fn wrong_type(&mut self, node: &TomlNode, what: &str, wanted: &str) {
        let message = format!("{what} takes {wanted}, not {}", node.description());
        let made = node.at.error(Code::WrongType, message);
        self.diagnostics.push(made.maybe_help(converted(node, wanted)));
    }

    fn value(&mut self, node: &TomlNode, shape: &'static Shape, what: &str) {
        match (shape, &node.value) {
            (Shape::Text | Shape::TextOrTable(_) | Shape::TextOrTexts, TomlValue::Text(_))
            | (Shape::Boolean, TomlValue::Boolean(_)) => {}
            (Shape::Name, TomlValue::Text(text)) => self.length(&node.at, text, what),
            (Shape::Integer(least, most), TomlValue::Integer(number)) => {
                if number < least || number > most {
                    let message = format!("{what} is {number}, which is out of range");
                    let help = format!("write a number from {least} to {most}");
                    self.diagnostics
                        .push(node.at.error(Code::NumberOutOfRange, message).help(help));
                }
            }
            (Shape::Word(words), TomlValue::Text(word)) => {
                if !words.contains(&word.as_str()) {
                    let help = suggest(word, words.iter().copied()).unwrap_or_else(|| {
                        format!(
                            "write {}",
                            prose::either(
                                &words.iter().map(|word| key_name(word)).collect::<Vec<_>>()
                            )
                        )
                        .into()
                    });
                    let message = format!("{what} can't be `{word}`");
                    self.diagnostics.push(node.at.error(Code::UnknownWord, message).help(help));
                }
            }
            (Shape::Texts | Shape::TextOrTexts, TomlValue::List(items)) => {
                for item in items.iter().filter(|item| item.text().is_none()) {
                    self.wrong_type(item, &format!("each of {what}"), "a string");
                }
            }
            (Shape::Table(keys) | Shape::TextOrTable(keys), TomlValue::Table(table)) => {
                self.keys(table, keys, &format!("of {what}"));
            }
            (Shape::Tables(keys), TomlValue::List(items)) => {
                for item in items {
                    match item.table() {
                        Some(table) => self.keys(table, keys, &format!("of {what}")),
                        None => self.wrong_type(item, &format!("each of {what}"), "a table"),
                    }
                }
            }
            (Shape::Named(shape), TomlValue::Table(table)) => {
                for entry in &table.entries {
                    self.length(&entry.key_at, &entry.key, "a name");
                    self.value(&entry.node, shape, &key_name(&entry.key));
                }
            }
            (Shape::TableAndNamed(keys), TomlValue::Table(table)) => {
                for entry in &table.entries {
                    let key = keys.iter().find(|key| key.name == entry.key);
                    match (key, entry.node.table()) {
                        (Some(key), _) => self.value(&entry.node, &key.shape, &key_name(key.name)),
                        (None, Some(inner)) => {
                            self.keys(inner, keys, &format!("of `{}`", entry.key));
                        }
                        (None, None) => {
                            let place = format!("of {what}");
                            self.unknown(entry, &names(*keys), &place);
                        }
                    }
                }
            }
            (Shape::Tunables, TomlValue::Table(table)) => {
                for entry in &table.entries {
                    self.tunable(entry);
                }
            }
            (Shape::Lints, TomlValue::Table(table)) => {
                for entry in &table.entries {
                    self.lint(entry);
                }
            }
            (Shape::Preset, TomlValue::Table(table)) => self.preset(table),
            _ => self.wrong_type(node, what, type_words(shape)),
        }
    }

    /// Checks the length of a name. `what` describes the name.
    fn length(&mut self, at: &FileSpan, name: &str, what: &str) {
        let length = name.chars().count();
        if length > MAX_NAME {
            let message = format!("{what} has {length} characters; the maximum is {MAX_NAME}");
            self.diagnostics.push(at.error(Code::InvalidName, message).help("shorten it"));
        }
    }

    fn tunable(&mut self, entry: &TomlEntry) {
        let key = &entry.key;
        if !is_tunable(key) {
            let message = format!("`{key}` is not a constant of a script");
            // `"pieces.queen.moves"` is a key of a table, which needs no quotes.
            let table = key.split('.').next().unwrap_or_default();
            if preset_tables().any(|known| known.name == table) && !key.contains(['"', ' ']) {
                let help = NameSuggestion::replace(
                    format!("write a table's key without quotes: `{key}`"),
                    &format!("\"{key}\""),
                    key,
                );
                let made = entry.key_at.error(Code::NotATunable, message);
                self.diagnostics.push(made.help(help.sure(true)));
                return;
            }
            let help = if is_tunable(&format!("rules.{key}")) {
                format!(
                    "write the script, a dot and the constant in quotes, as in `\"rules.{key}\"`"
                )
            } else {
                "write the script, a dot and the constant in quotes, as in `\"rules.NUMBER\"`"
                    .to_owned()
            };
            self.diagnostics.push(entry.key_at.error(Code::NotATunable, message).help(help));
        } else if tunable_value(&entry.node.value).is_none() {
            self.wrong_type(&entry.node, &key_name(key), "a string, an integer or a boolean");
        }
    }

    /// Checks the name of a lint, and its level.
    fn lint(&mut self, entry: &TomlEntry) {
        let key = &entry.key;
        match LintName::read(key) {
            Ok(_) => self.value(&entry.node, &LEVEL, &key_name(key)),
            Err(why) => {
                let help = match why {
                    NoLint::Error(code) => {
                        format!("correct the error; see `quadrille explain {code}`").into()
                    }
                    NoLint::Unknown => {
                        let names: Vec<String> = LintName::names().collect();
                        suggest(key, names.iter().map(String::as_str)).unwrap_or_else(|| {
                            "see `quadrille explain codes` for the lints; each finding of `check` names its lint".into()
                        })
                    }
                };
                let message = match why {
                    NoLint::Error(_) => why.to_string(),
                    NoLint::Unknown => format!("there is no lint `{key}`"),
                };
                self.diagnostics.push(entry.key_at.error(Code::NotALint, message).help(help));
            }
        }
    }

    fn preset(&mut self, table: &TomlTable) {
        for entry in &table.entries {
            let known = || PRESET.iter().chain(preset_tables());
            if let Some(key) = known().find(|key| key.name == entry.key) {
                self.value(&entry.node, &key.shape, &key_name(key.name));
            } else if entry.key.contains('.') {
                self.tunable(entry);
            } else if let Some(inner) = entry.node.table().and_then(|table| table.entries.first()) {
                // To TOML, `mate.AFTER_MATE = …` without quotes is a table.
                let right = format!("\"{}.{}\"", entry.key, inner.key);
                let names = known().map(|key| key.name);
                let quoted = || format!("write a constant of a script in quotes: `{right}`").into();
                let near = suggest(&entry.key, names);
                let tunable = is_tunable(right.trim_matches('"'));
                let near = near.filter(|near| near.sure || !tunable);
                let help = near.unwrap_or_else(quoted);
                let message = format!("unknown key `{}` of a preset", entry.key);
                self.diagnostics.push(entry.key_at.error(Code::UnknownKey, message).help(help));
            } else if is_tunable(&format!("rules.{}", entry.key)) {
                let message = format!("unknown key `{}` of a preset", entry.key);
                let help = format!(
                    "write a constant with its script in quotes, as in `\"rules.{}\"` for `rules.rhai`",
                    entry.key
                );
                self.diagnostics.push(entry.key_at.error(Code::UnknownKey, message).help(help));
            } else {
                self.unknown(entry, &names(known()), "of a preset");
            }
        }
    }
}

/// Returns the correct form of a value if only its type is wrong. For example, a number may be
/// written as a string.
fn converted(node: &TomlNode, wanted: &str) -> Option<NameSuggestion> {
    let FileSpan { source, span } = &node.at;
    let old = source.text.get(span.clone())?;
    let new = match &node.value {
        TomlValue::Integer(_) if wanted.starts_with("a string") => {
            format!("\"{old}\"")
        }
        TomlValue::Text(text) if wanted == "an integer" && text.parse::<i64>().is_ok() => {
            text.clone()
        }
        TomlValue::Text(text) if text.parse::<bool>().is_ok() && wanted.contains("`true`") => {
            text.clone()
        }
        TomlValue::Text(_) if wanted.starts_with("an array of strings") => format!("[{old}]"),
        TomlValue::List(items) if wanted.starts_with("a string") => match &items[..] {
            [one] if one.text().is_some() => source.text.get(one.at.span.clone())?.to_owned(),
            _ => return None,
        },
        // `[lesson]` should be `[[lesson]]`, or `{ … }` should be `[{ … }]`. For `seats.red.team`,
        // the place of the table contains only one word, so there is no suggestion.
        TomlValue::Table(_) if wanted == "an array of tables" && old.starts_with(['[', '{']) => {
            format!("[{old}]")
        }
        _ => return None,
    };
    Some(NameSuggestion::replace(format!("write `{new}`"), old, &new))
}

fn names(keys: impl IntoIterator<Item = &'static Key>) -> Vec<&'static str> {
    keys.into_iter().map(|key| key.name).collect()
}

/// Returns `true` if a key has the form `script.CONST`.
pub(crate) fn is_tunable(key: &str) -> bool {
    let constant = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    key.split_once('.').is_some_and(|(script, name)| !script.is_empty() && constant(name))
}

/// Returns the value of a tunable in the form that is written after `--set NAME=`.
pub(crate) fn tunable_value(value: &TomlValue) -> Option<String> {
    match value {
        TomlValue::Text(text) => Some(text.clone()),
        TomlValue::Integer(number) => Some(number.to_string()),
        TomlValue::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

fn key_name(key: &str) -> String {
    format!("`{key}`")
}

fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.map(key_name).collect();
    if words.is_empty() { "none".to_owned() } else { prose::listed(&words) }
}

/// Returns the name of the type that a shape expects, with an article, for messages.
fn type_words(shape: &Shape) -> &'static str {
    match shape {
        Shape::Text | Shape::Name | Shape::Word(_) => "a string",
        Shape::Integer(..) => "an integer",
        Shape::Boolean => "`true` or `false`",
        Shape::Texts => "an array of strings",
        Shape::TextOrTexts => "a string or an array of strings",
        Shape::Tables(_) => "an array of tables",
        Shape::TextOrTable(_) => "a string or a table",
        Shape::Table(_)
        | Shape::Named(_)
        | Shape::TableAndNamed(_)
        | Shape::Tunables
        | Shape::Lints
        | Shape::Preset => "a table",
    }
}

fn missing(table: &TomlTable, keys: &[Key], at: &FileSpan, what: &str, out: &mut Vec<Diagnostic>) {
    for key in keys {
        let Some(node) = table.get(key.name) else {
            if key.required && !misspelt(table, key, keys) {
                let message = format!("{what} has no `{}`", key.name);
                out.push(
                    at.error(Code::MissingKey, message)
                        .help(format!("`{}`: {}", key.name, key.doc)),
                );
            }
            continue;
        };
        let name = key_name(key.name);
        match (&key.shape, &node.value) {
            (Shape::Table(keys), TomlValue::Table(inner)) => {
                missing(inner, keys, &node.at, &name, out);
            }
            (Shape::Tables(keys), TomlValue::List(items)) => {
                for item in items {
                    if let Some(inner) = item.table() {
                        missing(inner, keys, &item.at, &format!("an entry of {name}"), out);
                    }
                }
            }
            (
                Shape::Named(Shape::Table(keys) | Shape::TextOrTable(keys)),
                TomlValue::Table(inner),
            ) => {
                named(&inner.entries, keys, out);
            }
            (Shape::TableAndNamed(keys), TomlValue::Table(inner)) => {
                missing(inner, keys, &node.at, &name, out);
                let own = |entry: &&TomlEntry| keys.iter().all(|key| key.name != entry.key);
                named(inner.entries.iter().filter(own), keys, out);
            }
            _ => {}
        }
    }
}

/// Returns `true` if the table has an unknown key that is probably a misspelling of `key`. In this
/// case, `key` is not also reported as missing.
fn misspelt(table: &TomlTable, key: &Key, keys: &[Key]) -> bool {
    let unknown = |entry: &&TomlEntry| keys.iter().all(|key| key.name != entry.key);
    table.entries.iter().filter(unknown).any(|entry| suggest(&entry.key, [key.name]).is_some())
}

/// Returns `true` if a key on this path of the manifest is probably misspelt, so that the value of
/// the correctly spelt key is unknown.
pub(crate) fn misspelt_on(root: &TomlTable, path: &[&str]) -> bool {
    let (mut table, mut keys) = (root, FILE);
    for name in path {
        let Some(key) = keys.iter().find(|key| key.name == *name) else { return false };
        if misspelt(table, key, keys) {
            return true;
        }
        let (Some(inner), Shape::Table(of)) = (table.table(name), &key.shape) else { return false };
        (table, keys) = (inner, of);
    }
    false
}

fn named<'a>(
    entries: impl IntoIterator<Item = &'a TomlEntry>,
    keys: &[Key],
    out: &mut Vec<Diagnostic>,
) {
    let entries: Vec<&TomlEntry> = entries.into_iter().collect();
    let mut whole = Vec::new();
    let mut parts: Vec<(&TomlEntry, Vec<Diagnostic>)> = Vec::new();
    for entry in entries {
        let mut found = Vec::new();
        if let Some(table) = entry.node.table() {
            missing(table, keys, &entry.key_at, &key_name(&entry.key), &mut found);
        }
        match found.is_empty() {
            true => whole.push(entry.key.as_str()),
            false => parts.push((entry, found)),
        }
    }
    // The name of an incomplete entry may be a misspelling of another entry's name.
    for (entry, found) in parts {
        let near = suggest(&entry.key, whole.iter().copied());
        out.extend(found.into_iter().map(|finding| match &near {
            Some(near) => finding.help(near.clone()),
            None => finding,
        }));
    }
}
