//! The first loading phase: reads the manifests.

use std::sync::Arc;

use super::merged_files;
use super::merged_files::Merged;
use super::ruleset_file::{FileOrigin, FileRole, LESSONS, RulesetFile};
use super::script_files;
use crate::diagnostic::{Code, Diagnostic, RulesetError, Source, suggest};
use crate::library::{Folder, Library};
use crate::manifest::inherit;
use crate::manifest::inherit::Chain;
use crate::manifest::schema::FILE;
use crate::manifest::tree;
use crate::manifest::tree::{FileSpan, TomlTable};
use crate::manifest::{check, presets};
use crate::weights;

/// The files that a ruleset's folder may contain beside its manifest. This module reads some of
/// them, and commands read the others.
const BESIDE: [&str; 4] = [LESSONS, weights::FILE, "puzzles.toml", "claims.toml"];

/// The result of the first phase: the manifests of a ruleset and its ancestors. Each manifest was
/// checked against the schema.
pub struct Files<'a> {
    library: &'a dyn Library,
    name: String,
    preset: Option<String>,
    chain: Chain,
    diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Debug for Files<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Files")
            .field("name", &self.name)
            .field("preset", &self.preset)
            .finish_non_exhaustive()
    }
}

impl<'a> Files<'a> {
    /// Reads the manifests of a ruleset. `name` is its id or path, and may end with `@preset`.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] if a folder or manifest is missing or unreadable.
    pub fn read(library: &'a dyn Library, name: &str) -> Result<Self, RulesetError> {
        let (name, preset) = presets::split_name(name);
        let mut diagnostics = Vec::new();
        match inherit::read(library, name, &mut diagnostics) {
            Some(chain) => {
                let (name, preset) = (name.to_owned(), preset.map(str::to_owned));
                Ok(Self { library, name, preset, chain, diagnostics })
            }
            None => Err(diagnostics.into()),
        }
    }

    /// Returns the manifests, the ruleset's own first.
    pub fn manifests(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.chain.manifests.iter().map(|manifest| &manifest.source)
    }

    /// Returns the folder of the ruleset, followed by the folders of its ancestors.
    #[must_use]
    pub fn folders(&self) -> &[Folder] {
        &self.chain.folders
    }

    /// Returns the mistakes that were found so far. They are errors of syntax, unknown keys and
    /// wrong types.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Merges the manifests, applies the preset, and collects the scripts.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] if a manifest has broken syntax, or if the preset does not exist.
    pub fn merge(self) -> Result<Merged, RulesetError> {
        let Self { library, name, preset, chain, mut diagnostics } = self;
        let own = chain.manifests.first().map(|manifest| Arc::clone(&manifest.source));
        let (Some(own), Some((mut table, bases))) = (own, chain.merged(&mut diagnostics)) else {
            return Err(diagnostics.into());
        };
        let top = FileSpan { source: own, span: 0..0 };
        let dropped = chain.dropped();
        diagnostics.extend(chain.lost_teams());
        presets::check(&table, &mut diagnostics);
        let mut base_summary = None;
        if let Some(preset) = &preset {
            let summary =
                |table: &TomlTable| Some(table.table("variant")?.text("summary")?.to_owned());
            base_summary = summary(&table);
            if presets::apply(&mut table, preset, &name, &bases, &mut diagnostics).is_none() {
                return Err(diagnostics.into());
            }
            if summary(&table).is_some() {
                base_summary = None;
            }
        }
        diagnostics.extend(check::complete(&table, FILE, &top));
        let listed = script_files::collect(library, &chain, &table, &top, &mut diagnostics);
        let folder = chain.folders.first();
        check_id(folder, &table, &mut diagnostics);
        check_names(folder, &top, &mut diagnostics);
        let lessons = folder.and_then(|folder| source_of(folder, LESSONS, &mut diagnostics));
        let weights = folder.and_then(|folder| source_of(folder, weights::FILE, &mut diagnostics));
        let manifests = chain.manifests.into_iter().enumerate().map(|(i, manifest)| RulesetFile {
            role: FileRole::Manifest,
            origin: if i == 0 { FileOrigin::Own } else { FileOrigin::Inherited },
            source: manifest.source,
        });
        let manifests = manifests.collect();
        let levels = merged_files::levels(&table);
        Ok(Merged {
            manifests,
            table,
            top,
            preset,
            bases,
            base_summary,
            dropped,
            listed,
            lessons,
            weights,
            levels,
            limits: library.limits(),
            diagnostics,
        })
    }
}

/// Warns about an id that is not the name of its folder. Commands find a ruleset by the name of the
/// folder, not by the id.
fn check_id(folder: Option<&Folder>, table: &TomlTable, found: &mut Vec<Diagnostic>) {
    let name = folder.map_or("", Folder::stem);
    let Some(node) = table.table("variant").and_then(|header| header.get("id")) else {
        return;
    };
    let Some(id) = node.text() else { return };
    if !matches!(name, "" | "." | "..") && id != name {
        let message = format!(
            "the id is `{id}`, but the {} name is `{name}`",
            if folder.is_some_and(|folder| folder.single) { "file's" } else { "folder's" }
        );
        let mut made =
            node.at.warning(Code::IdIsNotFolderName, message).help("give both the same name");
        // The ruleset is found by the folder's name, so the id is corrected.
        let FileSpan { source, span } = node.inside(0..id.len());
        if source.text.get(span.clone()) == Some(id) {
            made = made.edit(span, name, true);
        }
        found.push(made);
    }
}

/// Warns about a file whose name resembles the name of a file that Quadrille reads.
fn check_names(folder: Option<&Folder>, top: &FileSpan, found: &mut Vec<Diagnostic>) {
    let Some(folder) = folder else { return };
    for file in folder.files.keys().filter(|file| file.ends_with(".toml")) {
        let missing = BESIDE.iter().copied().filter(|name| !folder.files.contains_key(*name));
        if BESIDE.contains(&file.as_str()) || *file == *top.source.file_name() {
            continue;
        }
        if let Some(meant) = suggest(file, missing) {
            let message = format!("`{file}` is in the folder, but Quadrille does not read it");
            let help = format!("rename the file: {}", meant.text);
            found.push(top.warning(Code::FileNotRead, message).help(help));
        }
    }
}

/// Returns the file of lessons or weights in the ruleset's own folder. The parent's file is never
/// used, because it is for other rules.
fn source_of(folder: &Folder, file: &str, found: &mut Vec<Diagnostic>) -> Option<Arc<Source>> {
    let bytes = folder.files.get(file)?;
    match tree::source(&format!("{}/{file}", folder.name), bytes) {
        Ok(source) => Some(source),
        Err(error) => {
            found.push(error);
            None
        }
    }
}
