//! The files of a ruleset: its folder and those it inherits from, merged, with a preset applied.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Severity, Source, did_you_mean};
use crate::library::{Folder, GEOMETRY, Library};
use crate::manifest::schema::FILE;
use crate::manifest::tree::{At, Entry, Node, Table, Value};
use crate::manifest::{check, tree};

/// The most rulesets that may inherit from one another.
const MAX_CHAIN: usize = 8;

/// The name of the preset that is none.
pub(crate) const DEFAULT: &str = "default";

/// A ruleset's files.
pub(crate) struct Chain {
    /// Its own folder first, then those it inherits from, nearest first.
    pub(crate) folders: Vec<Folder>,
    /// Every geometry.toml, in the same order.
    pub(crate) sources: Vec<Arc<Source>>,
    /// All of them merged, without `extends`, and with the preset applied.
    pub(crate) table: Table,
    /// The file as a whole, for what is wrong with no line of it.
    pub(crate) top: At,
    /// The preset in force.
    pub(crate) preset: Option<String>,
}

/// Splits `id@preset`; a path may have an `@` of its own.
pub(crate) fn split_name(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('@') {
        Some((ruleset, preset)) if !preset.contains(['/', '\\']) && !ruleset.is_empty() => {
            (ruleset, Some(preset).filter(|preset| *preset != DEFAULT))
        }
        _ => (name, None),
    }
}

/// Reads a ruleset's files. Errors are added to `diagnostics`; nothing comes back if the files are
/// too broken to say anything about the rules.
pub(crate) fn read(
    library: &dyn Library,
    name: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Chain> {
    let (ruleset, preset) = split_name(name);
    let mut reader = Reader { library, folders: Vec::new(), sources: Vec::new(), diagnostics };
    let tables = reader.tables(ruleset)?;
    let Reader { folders, sources, .. } = reader;
    let top = At { source: Arc::clone(sources.first()?), span: 0..0 };
    let mut table = Table::default();
    for one in tables.into_iter().rev() {
        table.merge(one);
    }
    table.take("extends");
    check_presets(&table, diagnostics);
    if let Some(preset) = preset {
        apply(&mut table, preset, ruleset, diagnostics)?;
    }
    let missing = check::complete(&table, FILE, &top);
    diagnostics.extend(missing);
    Some(Chain { folders, sources, table, top, preset: preset.map(str::to_owned) })
}

/// What `extends` means: an id as it stands, a path as seen from the folder that says it.
fn parent_name(heir: &str, parent: &str) -> String {
    if parent.contains(['/', '\\']) {
        Path::new(heir).join(parent).to_string_lossy().into_owned()
    } else {
        parent.to_owned()
    }
}

struct Reader<'a> {
    library: &'a dyn Library,
    folders: Vec<Folder>,
    sources: Vec<Arc<Source>>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    /// The tables of the chain, the ruleset's own first. Nothing if one of them can't be had.
    fn tables(&mut self, ruleset: &str) -> Option<Vec<Table>> {
        let mut tables = Vec::new();
        let mut whole = true;
        let mut next: Option<(String, Option<At>)> = Some((ruleset.to_owned(), None));
        while let Some((name, heir)) = next {
            let folder = self.folder(&name, heir.as_ref())?;
            let (table, readable) = self.geometry(&folder)?;
            whole &= readable;
            self.folders.push(folder);
            let parent = table.get("extends");
            next = parent
                .and_then(|node| Some((parent_name(&name, node.text()?), Some(node.at.clone()))));
            tables.push(table);
        }
        whole.then_some(tables)
    }

    fn report(
        &mut self,
        heir: Option<&At>,
        code: &'static str,
        message: String,
    ) -> &mut Diagnostic {
        let made = match heir {
            Some(at) => at.error(code, message),
            None => Diagnostic::general(code, message),
        };
        self.diagnostics.push(made);
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    fn folder(&mut self, name: &str, heir: Option<&At>) -> Option<Folder> {
        if self.folders.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} rulesets inherit from one another");
            self.report(heir, "Q0010", message);
            return None;
        }
        let folder = match self.library.folder(name) {
            Ok(folder) => folder,
            Err(reason) => {
                let names = self.library.names();
                let help = did_you_mean(name, names.iter().map(String::as_str));
                let help = match heir {
                    Some(_) if name.contains('@') => {
                        Some("a ruleset is inherited without a preset".to_owned())
                    }
                    _ => help.or_else(|| {
                        Some("`quadrille list` shows the rulesets there are".to_owned())
                    }),
                };
                let code = if heir.is_some() { "Q0008" } else { "Q0001" };
                self.report(heir, code, format!("no ruleset `{name}`: {reason}")).help = help;
                return None;
            }
        };
        if self.folders.iter().any(|known| known.name == folder.name) {
            let mut names: Vec<&str> = self.folders.iter().map(|f| f.name.as_str()).collect();
            names.push(&folder.name);
            let message =
                format!("rulesets inherit from each other in a circle: {}", names.join(", "));
            self.report(heir, "Q0009", message);
            return None;
        }
        Some(folder)
    }

    /// A folder's geometry.toml, checked against the schema, and whether all of it could be read.
    fn geometry(&mut self, folder: &Folder) -> Option<(Table, bool)> {
        let Some(bytes) = folder.files.get(GEOMETRY) else {
            let message = format!("{} has no {GEOMETRY}", folder.name);
            let made = Diagnostic::general("Q0002", message);
            let files = folder.files.keys().map(String::as_str);
            self.diagnostics.push(match did_you_mean(GEOMETRY, files) {
                Some(_) => made.help(format!("the file is called `{GEOMETRY}`")),
                None => made,
            });
            return None;
        };
        let source = match tree::source(&format!("{}/{GEOMETRY}", folder.name), bytes) {
            Ok(source) => source,
            Err(error) => {
                self.diagnostics.push(error);
                return None;
            }
        };
        let mut reading = check::read(&source, FILE, "geometry");
        self.diagnostics.append(&mut reading.found);
        self.sources.push(source);
        Some((reading.table, reading.whole))
    }
}

/// Names of presets that can't be.
fn check_presets(table: &Table, diagnostics: &mut Vec<Diagnostic>) {
    for entry in table.entries_of("presets") {
        let message = if entry.key == DEFAULT {
            "`default` means no preset, and can't be the name of one"
        } else if entry.key.is_empty() || entry.key.contains(['@', '/', '\\', ' ']) {
            "the name of a preset has no `@`, `/`, `\\` or space"
        } else {
            continue;
        };
        diagnostics.push(entry.key_at.error("Q0142", message));
    }
}

/// Puts a preset on top of the file.
fn apply(
    table: &mut Table,
    preset: &str,
    ruleset: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<()> {
    let presets = table.entries_of("presets");
    let Some(found) = presets.iter().find(|entry| entry.key == preset) else {
        let made = Diagnostic::general("Q0007", format!("{ruleset} has no preset `{preset}`"));
        let names: Vec<&str> = presets.iter().map(|entry| entry.key.as_str()).collect();
        let help = did_you_mean(preset, names.iter().copied());
        let list = || {
            if names.is_empty() { "it has none".to_owned() } else { names.join(", ") }
        };
        diagnostics.push(made.help(help.unwrap_or_else(|| format!("its presets: {}", list()))));
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

/// Whether any of the findings makes the ruleset useless.
pub(crate) fn fatal(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}
