//! Presets: named changes to a merged manifest.

use crate::diagnostic::{Code, Diagnostic, Origin, suggest};
use crate::manifest::tree::{Entry, Node, Table, Value};

/// The name that means no preset.
pub(crate) const DEFAULT: &str = "default";

/// Splits `id@preset`, or `id@one+another`; a path may have an `@` of its own.
pub(crate) fn split_name(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('@') {
        Some((ruleset, preset)) if !preset.contains(['/', '\\']) && !ruleset.is_empty() => {
            (ruleset, Some(preset).filter(|preset| *preset != DEFAULT))
        }
        _ => (name, None),
    }
}

/// Reports names that a preset can't have, and presets that change nothing.
pub(crate) fn check(table: &Table, diagnostics: &mut Vec<Diagnostic>) {
    let presets = table.entries_of("presets");
    for entry in presets {
        let said = |entry: &Entry| entry.key == "clauses";
        if entry.node.table().is_some_and(|preset| preset.entries.iter().all(said)) {
            let others = presets.iter().map(|other| other.key.as_str());
            let close = suggest(&entry.key, others.filter(|other| *other != entry.key));
            let message = format!("the preset `{}` changes no rule", entry.key);
            let help = close.unwrap_or_else(|| "say what it changes, or remove it".into());
            diagnostics.push(entry.key_at.warning(Code::PresetWithoutChanges, message).help(help));
        }
        let message = if entry.key == DEFAULT {
            "`default` means no preset, and can't be the name of one"
        } else if entry.key.is_empty() || entry.key.contains(['@', '+', '/', '\\', ' ']) {
            "the name of a preset has no `@`, `+`, `/`, `\\` or space"
        } else {
            continue;
        };
        diagnostics.push(entry.key_at.error(Code::InvalidPresetName, message));
    }
    for entry in presets {
        clauses(table, entry, diagnostics);
    }
}

/// Warns of clauses that only a preset states, and whose ids are almost those of others: they change nothing.
fn clauses(table: &Table, preset: &Entry, diagnostics: &mut Vec<Diagnostic>) {
    let of = |entry: &'_ Entry| -> Vec<String> {
        let table = entry.node.table();
        let clauses = table.map_or(&[][..], |table| table.entries_of("clauses"));
        clauses.iter().map(|clause| clause.key.clone()).collect()
    };
    let stated: Vec<&str> =
        table.entries_of("clauses").iter().map(|clause| clause.key.as_str()).collect();
    let mine = of(preset);
    let others = table.entries_of("presets").iter().filter(|other| other.key != preset.key);
    let elsewhere: Vec<String> = others.flat_map(of).collect();
    let new = |id: &str| !stated.contains(&id);
    // A preset may well add clauses: some that go on a series of others, or some of a series of their own.
    let series = |id: &str| {
        mine.iter().filter(|id| new(id)).filter(|other| prefix(other) == prefix(id)).count()
    };
    for clause in preset.node.table().map_or(&[][..], |table| table.entries_of("clauses")) {
        let id = clause.key.as_str();
        if !new(id) || elsewhere.contains(&clause.key) {
            continue;
        }
        let begun = stated.iter().filter(|other| prefix(other) == prefix(id));
        let last = begun.filter_map(|other| number(other)).max();
        let likely = |other: &&str| {
            let replaced =
                id.len() == other.len() && prefix(id).len() == 1 && prefix(id) != prefix(other);
            let same = number(id) == number(other) && series(id) == 1 && !replaced;
            let beyond =
                last.zip(number(id)).is_some_and(|(last, id_)| id_ > last + series(id) as u64);
            !mine.iter().any(|mine| mine == other)
                && (same || beyond || id.eq_ignore_ascii_case(other))
        };
        let Some(help) = suggest(id, stated.iter().copied().filter(likely)) else { continue };
        let message = format!(
            "`{id}` is not a clause of the ruleset, so the preset `{}` adds it",
            preset.key
        );
        diagnostics.push(clause.key_at.warning(Code::ClauseNotStated, message).help(help));
    }
}

/// The letters with which the id of a clause begins.
fn prefix(id: &str) -> &str {
    &id[..id.find(|c: char| c.is_ascii_digit()).unwrap_or(id.len())]
}

/// The number of a clause.
fn number(id: &str) -> Option<u64> {
    let digits: String = id.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Applies presets, whose names are joined by `+`, to the merged manifest; nothing if there is no such preset. Of
/// two that say different things the later one holds.
pub(crate) fn apply(
    table: &mut Table,
    presets: &str,
    ruleset: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<()> {
    presets
        .split('+')
        .try_for_each(|preset| apply_one(table, preset, ruleset, diagnostics).ok_or(()))
        .ok()
}

fn apply_one(
    table: &mut Table,
    preset: &str,
    ruleset: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<()> {
    let presets = table.entries_of("presets");
    let Some(found) = presets.iter().find(|entry| entry.key == preset) else {
        let made =
            Diagnostic::general(Code::NoSuchPreset, format!("{ruleset} has no preset `{preset}`"))
                .from_request(Origin::Preset);
        let names: Vec<&str> = presets.iter().map(|entry| entry.key.as_str()).collect();
        let help = suggest(preset, names.iter().copied());
        let list = || {
            if names.is_empty() { "it has none".to_owned() } else { names.join(", ") }
        };
        diagnostics
            .push(made.help(help.unwrap_or_else(|| format!("its presets: {}", list()).into())));
        return None;
    };
    let mut over = Table::default();
    let mut tunables = Table::default();
    let at = found.node.at.clone();
    for entry in found.node.table().map_or(&[][..], |table| &table.entries) {
        if entry.key.contains('.') {
            tunables.entries.push(entry.clone());
        } else if entry.key != "about" {
            over.entries.push(entry.clone());
        }
    }
    table.merge(over);
    let node = Node { at: at.clone(), value: Value::Table(tunables) };
    let all = Entry { key: "tunables".to_owned(), key_at: at, node };
    table.merge(Table { entries: vec![all] });
    Some(())
}
