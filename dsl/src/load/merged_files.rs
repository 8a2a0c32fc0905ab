//! The second loading phase. Its result is one merged manifest, and the contents of scripts and
//! lessons.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_core::Spec;

use super::build::{self, Description};
use super::draft::Draft;
use super::fatal_errors::fatal;
use super::meta::Meta;
use super::ruleset_file::{FileRole, RulesetFile};
use super::script_files::{ListedScripts, PLUGIN, plugin_path};
use crate::diagnostic::{
    Code, Diagnostic, Levels, LintLevel, LintName, RulesetError, Severity, Source,
};
use crate::limits::Limits;
use crate::manifest::presets;
use crate::manifest::presets::ScriptBases;
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::manifest::{check, hash, manifest_writer};
use crate::script;
use crate::script::{Override, ScriptSource, Scripts, Tunable};

/// The result of the second phase: one merged manifest, and the contents of scripts and lessons.
pub struct Merged {
    pub(super) manifests: Vec<RulesetFile>,
    pub(super) table: TomlTable,
    /// The place of the whole manifest. It is used for mistakes that do not belong to a line.
    pub(super) top: FileSpan,
    pub(super) preset: Option<String>,
    pub(super) bases: ScriptBases,
    /// The ruleset's own summary, without the preset. It is set only if a preset is in force that
    /// has no summary.
    pub(super) base_summary: Option<String>,
    /// The parts that manifests drop from their parents, such as `clauses.V11`. Each part has the
    /// place where a manifest drops it.
    pub(super) dropped: Vec<(String, FileSpan)>,
    pub(super) listed: ListedScripts,
    pub(super) lessons: Option<Arc<Source>>,
    pub(super) weights: Option<Arc<Source>>,
    pub(super) levels: Levels,
    pub(super) limits: Limits,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Debug for Merged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Merged").field("preset", &self.preset).finish_non_exhaustive()
    }
}

/// The changes of a preset, as TOML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PresetChanges {
    /// The tunables that the preset sets. Each has a name in the form `script.NAME` and a value.
    pub tunables: Vec<(String, String)>,
    /// The other tables of the preset.
    pub tables: String,
}

impl Merged {
    /// Returns the flattened `geometry.toml`.
    #[must_use]
    pub fn resolved(&self) -> String {
        manifest_writer::write(&self.table, Some(&self.top.source))
    }

    /// Returns the changes that presets make, in the form of a ruleset that extends this one.
    /// `names` contains the names of the presets, joined by `+`. Returns `None` if there is no
    /// preset with one of these names.
    #[must_use]
    pub fn preset(&self, names: &str) -> Option<PresetChanges> {
        let mut table = TomlTable { entries: vec![self.table.entry("presets")?.clone()] };
        // The preset's scripts are merged with the ruleset's scripts. They are left out if the
        // merged list is equal to the ruleset's list.
        let of_ruleset = self.table.entry("rules").and_then(|rules| {
            let scripts =
                TomlTable { entries: vec![rules.node.table()?.entry("scripts")?.clone()] };
            let node = TomlNode { at: rules.node.at.clone(), value: TomlValue::Table(scripts) };
            Some(TomlEntry { node, ..rules.clone() })
        });
        table.entries.extend(of_ruleset.clone());
        presets::apply(&mut table, names, "", &self.bases, &mut Vec::new())?;
        for key in ["presets", "variant"] {
            table.take(key);
        }
        let scripts = |rules: &TomlEntry| rules.node.table()?.get("scripts").cloned();
        let before = of_ruleset.as_ref().and_then(scripts);
        if let Some(mut rules) = table.take("rules") {
            let after = scripts(&rules);
            let same = before.zip(after).is_some_and(|(b, a)| presets::same(&b.value, &a.value));
            if let (true, TomlValue::Table(rules)) = (same, &mut rules.node.value) {
                rules.take("scripts");
            }
            if rules.node.table().is_some_and(|rules| !rules.entries.is_empty()) {
                table.entries.push(rules);
            }
        }
        let tunables = table.take("tunables").map(|entry| manifest_writer::lines(&entry.node));
        let tables = manifest_writer::write(&table, None);
        Some(PresetChanges { tunables: tunables.unwrap_or_default(), tables })
    }

    /// Returns the files of the plugins in force. Each has the place where the plugin is listed.
    pub(super) fn plugins(&self) -> Vec<(String, FileSpan)> {
        let listed = self.table.table("rules").and_then(|rules| rules.get("scripts"));
        let plugin = |node: &TomlNode| {
            let name = node.text()?.strip_prefix(PLUGIN)?;
            Some((plugin_path(name), node.at.clone()))
        };
        listed.map_or(&[][..], TomlNode::list).iter().filter_map(plugin).collect()
    }

    /// Returns the script sources, in the order in which their hooks are called.
    #[must_use]
    pub fn scripts(&self) -> &[ScriptSource] {
        &self.listed.scripts
    }

    /// Returns the mistakes that were found so far. These include missing keys and missing scripts.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the lint levels. The requested levels override the levels of the manifest and its
    /// preset.
    #[must_use]
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Overrides the manifest's lint levels.
    #[must_use]
    pub fn at_levels(mut self, asked: &Levels) -> Self {
        self.levels = asked.over(&self.levels);
        self
    }

    /// Returns the data about the game that can be read from the manifest without the scripts. This
    /// takes about a fiftieth of the time of a complete load, so lists of rulesets use this method.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every mistake that was found earlier, and every mistake in
    /// the manifest's values.
    pub fn outline(self) -> Result<(Meta, Spec), RulesetError> {
        let mut diagnostics = self.diagnostics;
        match build::draft(&self.table, &self.top, &mut diagnostics) {
            Some(found) if !fatal(&diagnostics) => {
                Ok((Meta { base_summary: self.base_summary, ..found.meta }, found.spec))
            }
            _ => Err(diagnostics.into()),
        }
    }

    /// Reads the board, the pieces and the seats. Also checks the scripts. `set` contains new
    /// values for tunables. When `stop` is set, further scripts are not checked.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every mistake that was found earlier, and every mistake in
    /// the manifest's values and in the scripts.
    pub fn draft(self, set: &[(String, String)], stop: &AtomicBool) -> Result<Draft, RulesetError> {
        let Self {
            manifests,
            mut table,
            top,
            preset,
            bases: _,
            base_summary,
            dropped: _,
            listed,
            lessons,
            weights,
            levels,
            limits,
            mut diagnostics,
        } = self;
        let mut description = build::draft(&table, &top, &mut diagnostics);
        if let Some(description) = &mut description {
            description.meta.base_summary = base_summary;
        }
        let ListedScripts { scripts, origins, complete } = listed;
        let sources: Vec<ScriptSource> = scripts.clone();
        let overrides = overrides(&table, set);
        let (scripts, mut found) = script::compile_despite_errors(scripts, &overrides, stop);
        // Tunables that a missing or broken script may define are not reported as missing.
        if !complete || !found.iter().all(about_a_tunable) {
            found.retain(|found| found.code != Some(Code::NoSuchTunable));
        }
        let of_scripts = fatal(&found);
        let of_manifest = fatal(&diagnostics);
        let declarable = of_scripts && !of_manifest && scripts.declare_despite(&found);
        diagnostics.extend(found);
        let description = match description {
            Some(description) if !of_scripts && !of_manifest => description,
            description => {
                if let (true, Some(description)) = (declarable, description) {
                    diagnostics.extend(declaration_errors(description, &scripts, &limits, stop));
                }
                if !of_scripts {
                    scripts.name_everywhere(&mut diagnostics);
                }
                return Err(diagnostics.into());
            }
        };
        let tunables = scripts.tunables();
        let hash = essential(&table, &sources, &tunables);
        let essential = table.clone();
        settle_tunables(&mut table, &top, preset.is_some(), set, &tunables);
        let resolved = manifest_writer::write(&table, Some(&top.source));
        let values = manifest_writer::values(&table);
        let scripted = sources.iter().zip(origins).map(|(script, origin)| RulesetFile {
            role: FileRole::Script,
            origin,
            source: Arc::clone(&script.source),
        });
        let files = manifests.into_iter().chain(scripted).collect();
        Ok(Draft {
            table: essential,
            top,
            preset,
            files,
            lessons,
            weights,
            levels,
            limits,
            description,
            scripts,
            tunables,
            hash,
            resolved,
            values,
            diagnostics,
        })
    }
}

/// Returns the errors in the declarations of scripts and in the names that scripts use.
fn declaration_errors(
    mut description: Description,
    scripts: &Scripts,
    limits: &Limits,
    stop: &AtomicBool,
) -> Vec<Diagnostic> {
    let Description { spec, arrays, .. } = &mut description;
    let array =
        |name: &str| arrays.iter().find(|(known, _)| known == name).map(|(_, array)| array.clone());
    let found =
        scripts.declare(spec, &array, limits, stop).err().map(RulesetError::into_diagnostics);
    let found = found.into_iter().flatten();
    found.filter(|found| found.severity == Severity::Error).collect()
}

/// Returns `true` for a warning, and for a mistake in the name or value of a tunable. After such a
/// finding, other tunables can still be defined.
fn about_a_tunable(found: &Diagnostic) -> bool {
    found.severity == Severity::Warning
        || matches!(found.code, Some(Code::NoSuchTunable | Code::InvalidTunableValue))
}

/// Reads the lint levels of a manifest. Does not report mistakes in the levels, because they were
/// reported when the manifest was read.
pub(super) fn levels(table: &TomlTable) -> Levels {
    let mut levels = Levels::default();
    for entry in table.entries_of("lints") {
        let level = entry.node.text().and_then(LintLevel::named);
        if let (Ok(lint), Some(level)) = (LintName::read(&entry.key), level) {
            levels.set(lint, level);
        }
    }
    levels
}

/// Returns the values of tunables that the manifest and its preset set, followed by the requested
/// values.
fn overrides(table: &TomlTable, set: &[(String, String)]) -> Vec<Override> {
    // A value in the manifest is omitted if another value is requested for the same tunable.
    let again = |key: &str| {
        set.iter()
            .any(|(name, _)| name == key || key.split_once('.').is_some_and(|(_, n)| n == name))
    };
    let written = table.entries_of("tunables").iter();
    let written = written.filter(|entry| check::is_tunable(&entry.key) && !again(&entry.key));
    let written = written.filter_map(|entry| {
        let place = |FileSpan { source, span }: &FileSpan| (Arc::clone(source), span.clone());
        Some(Override {
            key: entry.key.clone(),
            value: check::tunable_value(&entry.node.value)?,
            place: Some([place(&entry.key_at), place(&entry.node.at)]),
        })
    });
    let requested = set.iter().map(|(key, value)| Override::requested(key, value));
    written.chain(requested).collect()
}

/// Writes the requested values into the manifest, so that the flattened manifest includes them. If
/// a preset is in force, removes the table of presets. The presets in this table are changes to the
/// manifest without a preset. They do not fit the flattened manifest, which already includes a
/// preset.
fn settle_tunables(
    table: &mut TomlTable,
    top: &FileSpan,
    preset: bool,
    set: &[(String, String)],
    tunables: &[Tunable],
) {
    let entry = |(name, value): &(String, String)| {
        let key = match tunables.iter().find(|tunable| tunable.name == *name) {
            Some(tunable) => format!("{}.{name}", tunable.script),
            None => name.clone(),
        };
        let node = TomlNode { at: top.clone(), value: TomlValue::Text(value.clone()) };
        TomlEntry { key, key_at: top.clone(), node }
    };
    let entries: Vec<TomlEntry> = set.iter().map(entry).collect();
    if !entries.is_empty() {
        let node = TomlNode { at: top.clone(), value: TomlValue::Table(TomlTable { entries }) };
        let all = TomlEntry { key: "tunables".to_owned(), key_at: top.clone(), node };
        table.merge(TomlTable { entries: vec![all] });
    }
    if preset {
        table.take("presets");
    }
}

/// Returns the hash of everything that determines the rules.
fn essential(table: &TomlTable, scripts: &[ScriptSource], tunables: &[Tunable]) -> String {
    let essence = manifest_writer::essence(table);
    let mut parts: Vec<&str> = vec![&essence];
    for ScriptSource { stem, source, .. } in scripts {
        parts.extend([stem.as_str(), source.text.as_str()]);
    }
    for tunable in tunables {
        parts.extend([tunable.script.as_str(), &tunable.name, &tunable.value]);
    }
    hash(parts)
}
