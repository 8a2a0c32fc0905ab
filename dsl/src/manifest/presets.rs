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
