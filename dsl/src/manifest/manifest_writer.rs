//! Writes the flattened `geometry.toml`. In this file, inheritance, presets and `--set` are already
//! applied.

use crate::diagnostic::Source;
use crate::manifest::schema::FILE;
use crate::manifest::tree::{TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::text::printable::{is_hidden, one_line};

/// Tables that do not affect the rules.
const NO_RULE: [&str; 4] = ["variant", "clauses", "lints", "presets"];

/// Writes the manifest as TOML. A folder with this file and the scripts of the ruleset has the same
/// rules. If lines come from a file other than `own`, a comment above these lines names their file.
pub(crate) fn write(table: &TomlTable, own: Option<&Source>) -> String {
    let mut out = String::new();
    for key in FILE {
        if let Some(entry) = table.entry(key.name) {
            section(&mut out, entry, own.map(|own| own.name.as_str()));
        }
    }
    out
}

/// Returns the keys of a table, each with its value as TOML.
pub(crate) fn lines(node: &TomlNode) -> Vec<(String, String)> {
    let entries = node.table().into_iter().flat_map(|table| &table.entries);
    entries.map(|entry| (entry.key.clone(), value(&entry.node))).collect()
}

/// Returns the values of the manifest. Each value has its path, such as `zones.centre` or
/// `pieces.king.moves`. The levels of lints are omitted. In an array of tables, such as the seats,
/// the name of the table is part of the path. Any other array is a single value.
pub(crate) fn values(table: &TomlTable) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for key in FILE.iter().filter(|key| key.name != "lints") {
        if let Some(entry) = table.entry(key.name) {
            leaves(&entry.key, &entry.node, &mut out);
        }
    }
    out
}

fn leaves(path: &str, node: &TomlNode, out: &mut Vec<(String, String)>) {
    match &node.value {
        TomlValue::Table(table) => {
            for entry in &table.entries {
                leaves(&format!("{path}.{}", entry.key), &entry.node, out);
            }
        }
        TomlValue::List(items) if items.iter().any(|item| item.table().is_some()) => {
            for (i, item) in items.iter().enumerate() {
                let name = ["name", "key"].into_iter().find_map(|key| item.table()?.text(key));
                let name = name.map_or_else(|| (i + 1).to_string(), str::to_owned);
                leaves(&format!("{path}.{name}"), item, out);
            }
        }
        TomlValue::Text(text) => out.push((path.to_owned(), text.clone())),
        _ => out.push((path.to_owned(), value(node))),
    }
}

/// Returns the parts of a manifest that determine the rules, without comments. The hash of the
/// rules is computed from this text.
pub(crate) fn essence(table: &TomlTable) -> String {
    let mut out = String::new();
    for key in FILE.iter().filter(|key| !NO_RULE.contains(&key.name) && key.name != "tunables") {
        let Some(entry) = table.entry(key.name) else {
            continue;
        };
        let mut entry = entry.clone();
        match &mut entry.node.value {
            TomlValue::List(seats) => {
                for seat in seats {
                    if let TomlValue::Table(seat) = &mut seat.value {
                        seat.take("colour");
                    }
                }
            }
            TomlValue::Table(board) if key.name == "board" => drop(board.take("lines")),
            TomlValue::Table(kinds) if key.name == "pieces" => {
                for kind in &mut kinds.entries {
                    if let TomlValue::Table(kind) = &mut kind.node.value {
                        kind.take("symbol");
                    }
                }
            }
            _ => {}
        }
        section(&mut out, &entry, None);
    }
    out
}

/// Writes a table of the manifest. If lines come from a file other than `own`, a comment above
/// these lines names their file.
fn section(out: &mut String, entry: &TomlEntry, own: Option<&str>) {
    let name = quoted_key(&entry.key);
    match &entry.node.value {
        TomlValue::List(items) => {
            for item in items {
                if let TomlValue::Table(table) = &item.value {
                    out.push_str(&format!("[[{name}]]\n"));
                    entries(out, table.entries.iter(), own);
                    out.push('\n');
                }
            }
        }
        TomlValue::Table(table) => {
            // Arrays and presets are tables of tables, which are more readable with separate
            // headers.
            let split = matches!(entry.key.as_str(), "array" | "presets");
            let nested = |entry: &&TomlEntry| split && entry.node.table().is_some();
            let plain = table.entries.iter().filter(|entry| !nested(entry));
            if entry.key != "presets" {
                out.push_str(&format!("[{name}]\n"));
                entries(out, plain, own);
                out.push('\n');
            }
            for inner in table.entries.iter().filter(nested) {
                out.push_str(&format!("[{name}.{}]\n", quoted_key(&inner.key)));
                entries(out, inner.node.table().into_iter().flat_map(|t| &t.entries), own);
                out.push('\n');
            }
        }
        _ => {}
    }
}

fn entries<'a>(
    out: &mut String,
    entries: impl Iterator<Item = &'a TomlEntry>,
    own: Option<&'a str>,
) {
    let mut origin = own;
    for entry in entries {
        let from = entry.node.at.source.name.as_str();
        if own.is_some() && origin != Some(from) {
            out.push_str(&format!("# from {}\n", one_line(from)));
            origin = Some(from);
        }
        out.push_str(&format!("{} = {}\n", quoted_key(&entry.key), value(&entry.node)));
    }
}

fn value(node: &TomlNode) -> String {
    match &node.value {
        TomlValue::Text(text) => string(text),
        TomlValue::Integer(number) => number.to_string(),
        TomlValue::Boolean(truth) => truth.to_string(),
        TomlValue::List(items) => {
            format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", "))
        }
        TomlValue::Table(table) if table.entries.is_empty() => "{}".to_owned(),
        TomlValue::Table(table) => {
            let pair =
                |entry: &TomlEntry| format!("{} = {}", quoted_key(&entry.key), value(&entry.node));
            format!("{{ {} }}", table.entries.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        // The schema rejects such values.
        TomlValue::Other(_) => "false".to_owned(),
    }
}

fn quoted_key(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { short(key) }
}

fn string(text: &str) -> String {
    if !text.contains('\n') {
        return short(text);
    }
    let lines: Vec<String> = text.split('\n').map(escaped).collect();
    format!("\"\"\"\n{}\"\"\"", lines.join("\n"))
}

fn short(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            c if is_hidden(c) => out.push_str(&format!("\\U{:08X}", c as u32)),
            c => out.push(c),
        }
    }
    out
}
