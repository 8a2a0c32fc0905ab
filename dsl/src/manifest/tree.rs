//! A TOML tree with places. Each table, value and key has its byte range in the file.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::unclosed_brackets::{BracketError, unbalanced};
use super::{string_offsets, toml_errors};
use crate::diagnostic::{Code, Diagnostic, Source};

/// The maximum size of a ruleset's text file, in bytes.
pub(crate) const MAX_FILE: usize = 1 << 20;

/// The maximum number of syntax errors that are reported. Later errors usually follow from earlier
/// ones.
const MAX_ERRORS: usize = 20;

/// The maximum number of keys of a table, and of values of an array.
pub(crate) const MAX_ENTRIES: usize = 2000;

/// A place in a file.
#[derive(Clone, Debug)]
pub(crate) struct FileSpan {
    pub(crate) source: Arc<Source>,
    pub(crate) span: Range<usize>,
}

impl FileSpan {
    pub(crate) fn error(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, &self.source, self.span.clone(), message)
    }

    pub(crate) fn warning(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, &self.source, self.span.clone(), message)
    }

    /// Returns the file and the line, in the form `file:line`. Clauses store their place in this
    /// form.
    pub(crate) fn line(&self) -> String {
        format!("{}:{}", self.source.name, self.source.position(self.span.start).0)
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct TomlNode {
    pub(crate) at: FileSpan,
    pub(crate) value: TomlValue,
}

#[derive(Clone, Debug)]
pub(crate) enum TomlValue {
    Text(String),
    Integer(i64),
    Boolean(bool),
    List(Vec<TomlNode>),
    Table(TomlTable),
    /// A value of any other type, which no key may have. The string is the name of the type for
    /// messages.
    Other(&'static str),
}

impl TomlNode {
    /// Returns the name of the value's type with an article, such as "a string".
    pub(crate) fn description(&self) -> &'static str {
        match &self.value {
            TomlValue::Text(_) => "a string",
            TomlValue::Integer(_) => "an integer",
            TomlValue::Boolean(_) => "a boolean",
            TomlValue::List(_) => "an array",
            TomlValue::Table(_) => "a table",
            TomlValue::Other(what) => what,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            TomlValue::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        match self.value {
            TomlValue::Integer(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match self.value {
            TomlValue::Boolean(truth) => Some(truth),
            _ => None,
        }
    }

    pub(crate) fn table(&self) -> Option<&TomlTable> {
        match &self.value {
            TomlValue::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> &[Self] {
        match &self.value {
            TomlValue::List(list) => list,
            _ => &[],
        }
    }

    /// Returns the place at which a byte range of this string's value is written in the file. If
    /// the place is unknown, returns the place of the whole value.
    pub(crate) fn inside(&self, range: Range<usize>) -> FileSpan {
        let found = self.text().and_then(|text| {
            let raw = self.at.source.text.get(self.at.span.clone())?;
            string_offsets::locate(raw, text, range)
        });
        match found {
            Some(inner) => FileSpan {
                source: Arc::clone(&self.at.source),
                span: self.at.span.start + inner.start..self.at.span.start + inner.end,
            },
            None => self.at.clone(),
        }
    }
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct TomlEntry {
    pub(crate) key: String,
    pub(crate) key_at: FileSpan,
    pub(crate) node: TomlNode,
}

/// A table. Its entries are in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct TomlTable {
    pub(crate) entries: Vec<TomlEntry>,
}

impl TomlTable {
    pub(crate) fn entry(&self, key: &str) -> Option<&TomlEntry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&TomlNode> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub(crate) fn table(&self, key: &str) -> Option<&Self> {
        self.get(key).and_then(TomlNode::table)
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(TomlNode::text)
    }

    /// Returns the entries of the table under `key`, or an empty slice if there is no such table.
    pub(crate) fn entries_of(&self, key: &str) -> &[TomlEntry] {
        self.table(key).map_or(&[], |table| &table.entries)
    }

    pub(crate) fn value_mut(&mut self, key: &str) -> Option<&mut TomlValue> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == key)?;
        Some(&mut entry.node.value)
    }

    pub(crate) fn take(&mut self, key: &str) -> Option<TomlEntry> {
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(place))
    }

    /// Merges `over` into this table. If both have a table under a key, these tables are merged
    /// too. Otherwise, the value in `over` replaces the value in this table.
    pub(crate) fn merge(&mut self, over: Self) {
        let known = self.entries.iter().enumerate();
        let mut known: HashMap<String, usize> =
            known.map(|(number, entry)| (entry.key.clone(), number)).collect();
        for entry in over.entries {
            let Some(old) = known.get(&entry.key).and_then(|at| self.entries.get_mut(*at)) else {
                known.insert(entry.key.clone(), self.entries.len());
                self.entries.push(entry);
                continue;
            };
            old.key_at = entry.key_at;
            old.node.at = entry.node.at;
            match (&mut old.node.value, entry.node.value) {
                (TomlValue::Table(old), TomlValue::Table(new)) => old.merge(new),
                (old, new) => *old = new,
            }
        }
    }
}

/// Returns the text of a file without a byte order mark, and with normalised line ends. The rules
/// and their hash therefore do not depend on the editor that wrote the file.
///
/// # Errors
/// Returns a [`Diagnostic`] if the file is too large or not UTF-8.
pub(crate) fn source(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostic> {
    if bytes.len() > MAX_FILE {
        // Large files are read only up to the byte that shows that they are too large.
        let message = format!("{name} is larger than {} MiB", MAX_FILE >> 20);
        let help = "check the file: files of rulesets have a few kilobytes";
        return Err(Diagnostic::general(Code::FileTooLarge, message).help(help));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            Ok(Source::new(name, text.replace("\r\n", "\n")))
        }
        Err(error) => {
            // Only the readable part can be shown.
            let good = error.valid_up_to();
            let text = String::from_utf8_lossy(bytes.get(..good).unwrap_or_default());
            let source = Source::new(name, text);
            let line = source.position(good).0;
            let message = format!("{name} is not UTF-8 text (byte {good}, line {line})");
            let end = source.text.len();
            Err(Diagnostic::error(Code::NotUtf8, &source, end..end, message)
                .help("save the file as UTF-8"))
        }
    }
}

/// Parses TOML. Returns the part that can be read, and the syntax errors.
pub(crate) fn parse(source: &Arc<Source>) -> (TomlTable, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    // A control character is never valid. Only the first one is reported, because a file may
    // contain many control characters.
    if let Some((place, junk)) = source.text.char_indices().find(|(_, c)| is_junk(*c)) {
        let message = format!("the character U+{:04X} can't occur in a text file", junk as u32);
        let span = place..place + junk.len_utf8();
        diagnostics.push(Diagnostic::error(Code::TomlSyntax, source, span, message));
        return (TomlTable::default(), diagnostics);
    }
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    diagnostics.extend(syntax_errors(source, &errors));
    let mut table = convert_table(source, table.into_inner(), &mut diagnostics);
    // The parser reads text below an unclosed heading as keys of the file.
    for error in errors.iter().filter(|error| toml_errors::is_open_heading(error.message())) {
        let start = error.span().unwrap_or(0..0).start;
        let below = source.text.get(start..).unwrap_or_default();
        let end = below.find("\n[").map_or(source.text.len(), |next| start + next);
        table.entries.retain(|entry| !(start..end).contains(&entry.key_at.span.start));
    }
    (table, diagnostics)
}

fn is_junk(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// Returns the parser's errors in plain words, in the order of the file. Only the first error of a
/// line is kept, because later ones usually follow from it.
fn syntax_errors(source: &Arc<Source>, errors: &[toml::de::Error]) -> Vec<Diagnostic> {
    let all = source.text.len();
    let mut found: Vec<(Range<usize>, &str)> = errors
        .iter()
        .map(|error| {
            let span = error.span().unwrap_or(0..0);
            let start = span.start.min(all);
            (start..span.end.clamp(start, all), error.message())
        })
        .collect();
    found.sort_by_key(|(span, _)| span.start);
    let mut last = None;
    found.retain(|(span, _)| {
        // A line break between two errors means that they are on different lines.
        let between = last.and_then(|last| source.text.get(last..span.start));
        let new = between.is_none_or(|text| text.contains('\n'));
        if new {
            last = Some(span.start);
        }
        new
    });
    // An unclosed multi-line string makes the rest of the file unreadable.
    let open = !found.is_empty() && source.text.matches("\"\"\"").count() % 2 == 1;
    // An unmatched bracket has the same effect.
    let bracket = if found.is_empty() || open { None } else { unbalanced(&source.text) };
    if let Some((at, _)) = bracket {
        let line = source.text[..at].rfind('\n').map_or(0, |end| end + 1);
        found.retain(|(span, _)| span.start < line);
    }
    found.truncate(if open { 1 } else { MAX_ERRORS });
    // The parser may report the end of an earlier string as the beginning of a new one.
    let has_unclosed = found.iter().any(|(_, message)| toml_errors::is_unclosed(message));
    let mut made: Vec<Diagnostic> = found
        .into_iter()
        .map(|(span, message)| toml_errors::diagnostic(source, span, message))
        .collect();
    if open && !has_unclosed {
        for one in &mut made {
            one.help = Some("close the string in `\"\"\"` before this".to_owned());
            one.fixes.clear();
        }
    }
    made.extend(bracket.map(|(at, what)| bracket_error(source, at, what)));
    made
}

/// Returns the error about an unmatched bracket.
fn bracket_error(source: &Arc<Source>, at: usize, what: BracketError) -> Diagnostic {
    let line = source.text[..at].rsplit('\n').next().unwrap_or_default();
    let heading = line.trim_start().starts_with('[');
    let bracket = &source.text[at..=at];
    let (message, help) = match what {
        BracketError::Open => (
            "this bracket is not closed",
            format!("close it with `{}`", if bracket == "{" { "}" } else { "]" }),
        ),
        BracketError::Stray if heading => (
            "this bracket closes nothing",
            "write a heading as `[board]`, or as `[[seats]]` for each of several tables".to_owned(),
        ),
        BracketError::Stray => {
            ("this bracket closes nothing", "remove it, or open one before it".to_owned())
        }
    };
    Diagnostic::error(Code::TomlSyntax, source, at..at + 1, message).help(help)
}

/// Converts a table. The recursion is not too deep, because the parser limits the depth of tables.
fn convert_table(
    source: &Arc<Source>,
    table: DeTable<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> TomlTable {
    let mut pairs: Vec<_> = table.into_iter().collect();
    pairs.sort_by_key(|(key, _)| key.span().start);
    if let Some((key, _)) = pairs.get(MAX_ENTRIES) {
        let message = format!("the table has {} keys, more than {MAX_ENTRIES}", pairs.len());
        diagnostics.push(Diagnostic::error(Code::TableTooLarge, source, key.span(), message));
    }
    let entries = pairs.into_iter().take(MAX_ENTRIES).map(|(key, value)| TomlEntry {
        key_at: FileSpan { source: Arc::clone(source), span: key.span() },
        key: key.into_inner().into_owned(),
        node: convert(source, value, diagnostics),
    });
    TomlTable { entries: entries.collect() }
}

fn convert(
    source: &Arc<Source>,
    value: Spanned<DeValue<'_>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> TomlNode {
    let at = FileSpan { source: Arc::clone(source), span: value.span() };
    let value = match value.into_inner() {
        DeValue::String(text) => TomlValue::Text(text.into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(TomlValue::Other("a number too large"), TomlValue::Integer),
        DeValue::Float(_) => TomlValue::Other("a number with a fraction"),
        DeValue::Boolean(truth) => TomlValue::Boolean(truth),
        DeValue::Datetime(_) => TomlValue::Other("a date"),
        DeValue::Array(list) => {
            if list.len() > MAX_ENTRIES {
                let message =
                    format!("the array has {} values, more than {MAX_ENTRIES}", list.len());
                diagnostics.push(at.error(Code::TableTooLarge, message));
            }
            let items = list.into_iter().take(MAX_ENTRIES);
            let items = items.map(|item| convert(source, item, diagnostics));
            TomlValue::List(items.collect())
        }
        DeValue::Table(table) => TomlValue::Table(convert_table(source, table, diagnostics)),
    };
    TomlNode { at, value }
}
