//! Inheritance: a ruleset's folder and manifest, and those that it extends.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Advice, Code, Diagnostic, Source, suggest};
use crate::library::{Folder, GEOMETRY, Library, LibraryError};
use crate::manifest::schema::FILE;
use crate::manifest::tree::{At, Table};
use crate::manifest::{check, tree};

/// The most rulesets that may extend one another.
const MAX_CHAIN: usize = 8;

/// A ruleset's manifests and folders.
pub(crate) struct Chain {
    /// Its own folder first, then those that it extends, nearest first.
    pub(crate) folders: Vec<Folder>,
    /// The `geometry.toml` of each folder.
    pub(crate) manifests: Vec<Manifest>,
}

/// One `geometry.toml`.
pub(crate) struct Manifest {
    /// The file.
    pub(crate) source: Arc<Source>,
    /// What could be read of it.
    pub(crate) table: Table,
    /// Whether that is all of it.
    pub(crate) whole: bool,
}

/// Reads a ruleset's manifests, each checked against the schema. Mistakes are added to
/// `diagnostics`; nothing comes back if a folder or manifest can't be had.
pub(crate) fn read(
    library: &dyn Library,
    ruleset: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Chain> {
    let chain = Chain { folders: Vec::new(), manifests: Vec::new() };
    let mut reader = ChainReader { library, chain, diagnostics };
    let mut next: Option<(String, Option<At>)> = Some((ruleset.to_owned(), None));
    while let Some((name, heir)) = next {
        let folder = reader.folder(&name, heir.as_ref())?;
        let manifest = reader.manifest(&folder)?;
        let parent = manifest.table.get("extends");
        next =
            parent.and_then(|node| Some((parent_name(&name, node.text()?), Some(node.at.clone()))));
        reader.chain.folders.push(folder);
        reader.chain.manifests.push(manifest);
    }
    Some(reader.chain)
}

impl Chain {
    /// The manifests merged, without `extends`; nothing if one of them can't be read as a whole.
    pub(crate) fn merged(&self) -> Option<Table> {
        let mut table = Table::default();
        for manifest in self.manifests.iter().rev() {
            table.merge(manifest.whole.then(|| manifest.table.clone())?);
        }
        table.take("extends");
        Some(table)
    }
}

/// What `extends` means: an id, or a path relative to the folder of the manifest.
fn parent_name(heir: &str, parent: &str) -> String {
    if parent.contains(['/', '\\']) {
        Path::new(heir).join(parent).to_string_lossy().into_owned()
    } else {
        parent.to_owned()
    }
}

struct ChainReader<'a> {
    library: &'a dyn Library,
    chain: Chain,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl ChainReader<'_> {
    /// Reports a mistake: of the manifest that extends, or of the request.
    fn report(&mut self, heir: Option<&At>, code: Code, message: String, help: Option<Advice>) {
        let made = match heir {
            Some(at) => at.error(code, message),
            None => Diagnostic::general(code, message),
        };
        self.diagnostics.push(made.maybe_help(help));
    }

    fn folder(&mut self, name: &str, heir: Option<&At>) -> Option<Folder> {
        if self.chain.folders.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} rulesets extend one another");
            self.report(heir, Code::InheritanceTooDeep, message, None);
            return None;
        }
        let folder = match self.library.folder(name) {
            Ok(folder) => folder,
            Err(reason) => {
                let names = self.library.names();
                let help = suggest(name, names.iter().map(String::as_str));
                let help = match heir {
                    Some(_) if name.contains('@') => {
                        Some("a ruleset is extended without a preset".into())
                    }
                    _ => help
                        .or_else(|| Some("`quadrille list` shows the available rulesets".into())),
                };
                let code = if heir.is_some() { Code::NoSuchParent } else { Code::NoSuchRuleset };
                let message = match reason {
                    LibraryError::NotFound => format!("there is no ruleset `{name}`"),
                    LibraryError::Unreadable(why) => {
                        format!("the ruleset `{name}` can't be read: {why}")
                    }
                };
                self.report(heir, code, message, help);
                return None;
            }
        };
        if self.chain.folders.iter().any(|known| known.name == folder.name) {
            let mut names: Vec<&str> = self.chain.folders.iter().map(|f| f.name.as_str()).collect();
            names.push(&folder.name);
            let message = format!("rulesets extend each other in a circle: {}", names.join(", "));
            self.report(heir, Code::InheritanceCycle, message, None);
            return None;
        }
        Some(folder)
    }

    /// A folder's manifest, checked against the schema.
    fn manifest(&mut self, folder: &Folder) -> Option<Manifest> {
        let Some(bytes) = folder.files.get(GEOMETRY) else {
            let message = format!("{} has no {GEOMETRY}", folder.name);
            let made = Diagnostic::general(Code::NoManifest, message);
            let files = folder.files.keys().map(String::as_str);
            self.diagnostics.push(match suggest(GEOMETRY, files) {
                Some(_) => made.help(format!("the file must be named `{GEOMETRY}`")),
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
        Some(Manifest { source, table: reading.table, whole: reading.whole })
    }
}
