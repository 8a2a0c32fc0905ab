//! Presets: named changes to a merged manifest.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::text::prose::listed;

use crate::diagnostic::{Code, Diagnostic, FirstSuggestions, MistakeOrigin, suggest};
use crate::manifest::check::tunable_value;
use crate::manifest::script_lists::{self, ScriptList};
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};

/// The name that selects no preset.
pub(crate) const DEFAULT: &str = "default";

/// Splits the name of a ruleset from the names of its presets, as in `id@preset` or
/// `id@one+another`. If the name of the ruleset is a path, it may itself contain `@`.
pub(crate) fn split_name(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('@') {
        Some((ruleset, preset)) if !preset.contains(['/', '\\']) && !ruleset.is_empty() => {
            (ruleset, Some(preset).filter(|preset| *preset != DEFAULT))
        }
        _ => (name, None),
    }
}

/// Reports invalid names of presets, and presets that change nothing.
pub(crate) fn check(table: &TomlTable, diagnostics: &mut Vec<Diagnostic>) {
    let presets = table.entries_of("presets");
    let mut suggestions = FirstSuggestions::new();
    for entry in presets {
        let said = |entry: &TomlEntry| matches!(entry.key.as_str(), "clauses" | "variant");
        if entry.node.table().is_some_and(|preset| preset.entries.iter().all(said)) {
            let others = presets.iter().map(|other| other.key.as_str());
            let others = others.filter(|other| *other != entry.key);
            let close = suggestions.suggest(&entry.key, others);
            let message = format!("the preset `{}` changes no rule", entry.key);
            let help = close.unwrap_or_else(|| "define what it changes, or remove it".into());
            diagnostics.push(entry.key_at.warning(Code::PresetWithoutChanges, message).help(help));
        }
        let message = if entry.key == DEFAULT {
            "`default` means no preset, so it can't be the name of a preset"
        } else if entry.key.is_empty() || entry.key.contains(['@', '+', '/', '\\', ' ']) {
            "the name of a preset can't contain `@`, `+`, `/`, `\\` or a space"
        } else {
            continue;
        };
        diagnostics.push(entry.key_at.error(Code::InvalidPresetName, message));
    }
    let mut stated = StatedClauses::new(table);
    for entry in presets {
        stated.check(entry, diagnostics);
        let header = entry.node.table().and_then(|preset| preset.table("variant"));
        if let Some(id) = header.and_then(|header| header.entry("id")) {
            let message = "a preset keeps the id of its ruleset";
            let made = id.key_at.error(Code::UnknownKey, message);
            diagnostics.push(made.help("remove the line; `title` may differ"));
        }
    }
}

/// The clauses that a manifest and its presets state.
struct StatedClauses<'a> {
    ids: HashSet<&'a str>,
    /// The largest number in the ids with each prefix.
    last: HashMap<&'a str, u64>,
    /// The number of presets that state each clause.
    presets: HashMap<&'a str, usize>,
    suggestions: FirstSuggestions,
}

/// Returns the clauses that a preset states.
fn clauses_of(preset: &TomlEntry) -> &[TomlEntry] {
    preset.node.table().map_or(&[][..], |table| table.entries_of("clauses"))
}

impl<'a> StatedClauses<'a> {
    fn new(table: &'a TomlTable) -> Self {
        let ids: HashSet<&str> =
            table.entries_of("clauses").iter().map(|clause| clause.key.as_str()).collect();
        let mut last: HashMap<&str, u64> = HashMap::new();
        for id in &ids {
            if let Some(number) = number(id) {
                let largest = last.entry(prefix(id)).or_insert(number);
                *largest = number.max(*largest);
            }
        }
        let mut presets: HashMap<&str, usize> = HashMap::new();
        for clause in table.entries_of("presets").iter().flat_map(clauses_of) {
            *presets.entry(clause.key.as_str()).or_default() += 1;
        }
        Self { ids, last, presets, suggestions: FirstSuggestions::new() }
    }

    /// Warns about clauses that only a preset states, if their ids resemble the ids of clauses of
    /// the ruleset. The id of such a clause is probably misspelt. The clause is then added to the
    /// ruleset's clauses, and does not replace one of them.
    fn check(&mut self, preset: &TomlEntry, diagnostics: &mut Vec<Diagnostic>) {
        let mine: HashSet<&str> =
            clauses_of(preset).iter().map(|clause| clause.key.as_str()).collect();
        // A preset may add clauses that continue a series, or that form a new series.
        let mut series: HashMap<&str, usize> = HashMap::new();
        for id in mine.iter().filter(|id| !self.ids.contains(*id)) {
            *series.entry(prefix(id)).or_default() += 1;
        }
        for clause in clauses_of(preset) {
            let id = clause.key.as_str();
            if self.ids.contains(id) || self.presets.get(id).is_some_and(|presets| *presets > 1) {
                continue;
            }
            let last = self.last.get(prefix(id));
            let series = series.get(prefix(id)).copied().unwrap_or_default();
            let beyond =
                last.zip(number(id)).is_some_and(|(last, number)| number > last + series as u64);
            let likely = |other: &&str| {
                let replaced =
                    id.len() == other.len() && prefix(id).len() == 1 && prefix(id) != prefix(other);
                let same = number(id) == number(other) && series == 1 && !replaced;
                !mine.contains(other) && (same || beyond || id.eq_ignore_ascii_case(other))
            };
            let others = self.ids.iter().copied().filter(likely);
            let Some(help) = self.suggestions.suggest(id, others) else { continue };
            let message = format!(
                "`{id}` is not a clause of the ruleset, so the preset `{}` adds it",
                preset.key
            );
            diagnostics.push(clause.key_at.warning(Code::ClauseNotStated, message).help(help));
        }
    }
}

/// Returns the part of a clause's id before its first digit.
fn prefix(id: &str) -> &str {
    &id[..id.find(|c: char| c.is_ascii_digit()).unwrap_or(id.len())]
}

/// Returns the number in a clause's id.
fn number(id: &str) -> Option<u64> {
    let digits: String = id.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// For each preset that lists scripts: the scripts of the ruleset for which the preset was written.
pub(crate) type ScriptBases = BTreeMap<String, Vec<String>>;

/// A preset that is applied to the manifest.
struct Preset {
    name: String,
    /// The tables of the preset, which include the table of its tunables.
    over: TomlTable,
}

/// The keys of the header that describe the rules. The description may be false for the rules with
/// a preset.
const DESCRIPTIONS: [&str; 2] = ["summary", "changes"];

/// Applies presets to the merged manifest. `names` contains the presets' names, joined by `+` in
/// any order. Returns `None` if a preset is unknown, or if two presets contradict each other.
pub(crate) fn apply(
    table: &mut TomlTable,
    names: &str,
    ruleset: &str,
    bases: &ScriptBases,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<()> {
    let mut presets = named(table, names, ruleset, diagnostics)?;
    let lists = |preset: &Preset| {
        let list = preset.over.table("rules")?.get("scripts")?.clone();
        let base = bases.get(&preset.name).cloned().unwrap_or_default();
        Some(ScriptList { preset: preset.name.clone(), list, base })
    };
    let lists: Vec<ScriptList> = presets.iter().filter_map(lists).collect();
    let of_ruleset = table.table("rules").and_then(|rules| rules.get("scripts"));
    let scripts = script_lists::merge(of_ruleset.map_or(&[][..], TomlNode::list), &lists);
    let mut found = contradictions(&presets);
    let scripts = scripts.map_err(|contradiction| found.push(contradiction)).ok();
    if !found.is_empty() {
        diagnostics.extend(found);
        return None;
    }
    // The header of a preset describes the game with this preset alone, not a combination of
    // presets.
    if presets.len() > 1 {
        presets.iter_mut().for_each(|preset| drop(preset.over.take("variant")));
    }
    if let Some(TomlValue::Table(header)) = table.value_mut("variant") {
        DESCRIPTIONS.into_iter().for_each(|key| drop(header.take(key)));
        let of_preset = presets.first().and_then(|preset| preset.over.table("variant"));
        if of_preset.is_some_and(|header| header.get("year").is_some()) {
            header.take("about");
        }
    }
    for preset in presets {
        table.merge(preset.over);
    }
    if let Some(scripts) = scripts.filter(|_| !lists.is_empty())
        && let Some(TomlValue::Table(rules)) = table.value_mut("rules")
        && let Some(list) = rules.value_mut("scripts")
    {
        *list = TomlValue::List(scripts);
    }
    Some(())
}

/// Returns the presets with these names, in the order of the file.
fn named(
    table: &TomlTable,
    names: &str,
    ruleset: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<Preset>> {
    let presets = table.entries_of("presets");
    let names: Vec<&str> = names.split('+').collect();
    let known = |name: &str| presets.iter().any(|entry| entry.key == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let message = format!("{ruleset} has no preset `{unknown}`");
        let made =
            Diagnostic::general(Code::NoSuchPreset, message).from_request(MistakeOrigin::Preset);
        let names: Vec<&str> = presets.iter().map(|entry| entry.key.as_str()).collect();
        let help = suggest(unknown, names.iter().copied());
        let list = || match names.is_empty() {
            true => "remove it: the ruleset has no presets".into(),
            false => format!("use one of: {}", names.join(", ")).into(),
        };
        diagnostics.push(made.help(help.unwrap_or_else(list)));
        return None;
    }
    let in_force = presets.iter().filter(|entry| names.contains(&entry.key.as_str()));
    Some(in_force.map(|entry| Preset { name: entry.key.clone(), over: changes(entry) }).collect())
}

/// Returns the changes that a preset makes, in the form of a manifest that extends the ruleset.
fn changes(preset: &TomlEntry) -> TomlTable {
    let (mut over, mut tunables) = (TomlTable::default(), TomlTable::default());
    for entry in preset.node.table().map_or(&[][..], |table| &table.entries) {
        if entry.key.contains('.') {
            tunables.entries.push(entry.clone());
        } else if entry.key != "about" {
            over.entries.push(entry.clone());
        }
    }
    if !tunables.entries.is_empty() {
        let at = preset.node.at.clone();
        let node = TomlNode { at: at.clone(), value: TomlValue::Table(tunables) };
        over.merge(TomlTable {
            entries: vec![TomlEntry { key: "tunables".into(), key_at: at, node }],
        });
    }
    over
}

/// Returns an error for every pair of presets that contradict each other. Two presets contradict
/// each other if they set a key to different values, or if they select different arrays.
fn contradictions(presets: &[Preset]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (number, one) in presets.iter().enumerate() {
        for other in &presets[number + 1..] {
            let mut keys = Vec::new();
            differing(&one.over, &other.over, "", &mut keys);
            // The default array's picture has no effect if the game starts from a named array.
            for (picture, name) in [(one, other), (other, one)] {
                let of = |preset: &Preset, table, key| {
                    Some(preset.over.table(table)?.entry(key)?.key_at.clone())
                };
                let at = of(picture, "array", "picture").zip(of(name, "rules", "array"));
                if let Some((picture_at, name_at)) = at {
                    let pair = if picture.name == one.name {
                        (picture_at, name_at)
                    } else {
                        (name_at, picture_at)
                    };
                    keys.push(("the array at the start".to_owned(), pair.0, pair.1));
                }
            }
            let Some((_, here, there)) = keys.first() else { continue };
            let keys: Vec<&str> = keys.iter().map(|(key, ..)| key.as_str()).collect();
            let message = format!(
                "the presets `{}` and `{}` can't be joined: they set {} to different values",
                one.name,
                other.name,
                listed(&keys)
            );
            let made = there.error(Code::PresetsContradict, message);
            let made = made.label(&here.source, here.span.clone(), format!("`{}`", one.name));
            found.push(made.help("remove one of them"));
        }
    }
    found
}

/// Collects the keys that have different values in two tables. Each key has a place in each of the
/// tables.
fn differing(
    one: &TomlTable,
    other: &TomlTable,
    path: &str,
    out: &mut Vec<(String, FileSpan, FileSpan)>,
) {
    for entry in &one.entries {
        let Some(second) = other.entry(&entry.key) else { continue };
        let key = match path {
            "" | "tunables" => format!("`{}`", entry.key),
            _ => format!("`{path}.{}`", entry.key),
        };
        // Headers may differ, and lists of scripts are merged.
        if key == "`variant`" || key == "`rules.scripts`" {
            continue;
        }
        match (&entry.node.value, &second.node.value) {
            // A clause is a single value.
            (TomlValue::Table(first), TomlValue::Table(second)) if path != "clauses" => {
                differing(first, second, key.trim_matches('`'), out);
            }
            (first, second_value) if !same(first, second_value) => {
                out.push((key, entry.key_at.clone(), second.key_at.clone()));
            }
            _ => {}
        }
    }
}

/// Returns `true` if two values are equal. A number or boolean equals the string with the same
/// text.
pub(crate) fn same(one: &TomlValue, other: &TomlValue) -> bool {
    match (one, other) {
        (TomlValue::Table(one), TomlValue::Table(other)) => {
            one.entries.len() == other.entries.len()
                && one.entries.iter().all(|entry| {
                    let second = other.get(&entry.key);
                    second.is_some_and(|second| same(&entry.node.value, &second.value))
                })
        }
        (TomlValue::List(one), TomlValue::List(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| same(&one.value, &other.value))
        }
        _ => tunable_value(one).is_some_and(|text| tunable_value(other) == Some(text)),
    }
}
