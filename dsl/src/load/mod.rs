//! The whole way from a folder to a ruleset.
//!
//! Files are read and merged (`chain`), checked and turned into a description of a game (`build`),
//! scripts add to it, the core compiles it, and `lint` looks at the whole. Nothing here touches a
//! disk: a [`Library`] hands the files in.

mod build;
mod lint;
mod reconstructed;
mod scripts;

pub(crate) use scripts::PLUGINS;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::{Hooks, Ruleset};

use crate::diagnostic::{Diagnostic, Source};
use crate::library::Library;
use crate::manifest::inherit::{self, Chain};
use crate::manifest::resolved;
use crate::manifest::tree::{self, Entry, Node, Table, Value};
pub use crate::script::Tunable;
use crate::script::{self, Host, ScriptSource, Scripts};

/// The reference page of `geometry.toml`.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/geometry.md"));

/// The key of the source of clauses that had to be reconstructed.
pub const RECONSTRUCTED: &str = "reconstructed";

/// The key of the source of clauses that were decided because the sources are silent.
pub const DECIDED: &str = "default";

/// The file of lessons in a ruleset's folder.
pub(crate) const LESSONS: &str = "lessons.toml";

/// A ruleset, and what its files say beyond the rules.
pub struct Loaded {
    /// The rules.
    pub rules: Ruleset,
    /// Title, history, colours.
    pub meta: Meta,
    /// What can be changed from outside.
    pub tunables: Vec<Tunable>,
    /// What is worth a look.
    pub warnings: Vec<Diagnostic>,
    /// A hash of everything that decides the rules (16 hexadecimal digits).
    pub hash: String,
    /// The flattened geometry.toml.
    pub resolved: String,
    /// The preset in force.
    pub preset: Option<String>,
    /// Every file that was read: geometry.toml of the ruleset, those it inherits from, scripts.
    pub sources: Vec<Arc<Source>>,
    /// The ruleset's lessons, as they stand in its folder.
    pub lessons: Option<Arc<Source>>,
    /// For clauses that name one, the key of their source in [`Meta::sources`].
    pub clause_sources: Vec<(String, String)>,
    /// The rule scripts.
    pub scripts: Arc<Scripts>,
}

/// What a ruleset's header says about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meta {
    /// The id, as in `[variant]`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub inventor: Option<String>,
    /// When.
    pub year: Option<i64>,
    /// Where.
    pub place: Option<String>,
    /// What it came from.
    pub parents: Vec<String>,
    /// What it introduced or changed.
    pub changes: Option<String>,
    /// What it says about itself, in a sentence or two.
    pub summary: Option<String>,
    /// Sources: key and citation.
    pub sources: Vec<(String, String)>,
    /// For each seat the colour of its men, as CSS (`#d9b300`).
    pub colours: Vec<String>,
    /// Names of the presets, with a line each.
    pub presets: Vec<(String, String)>,
}

/// How many rulesets' hosts a thread keeps.
const HOSTS_KEPT: usize = 8;

thread_local! {
    /// The hosts of this thread, the one that was used last at the end.
    static HOSTS: RefCell<Vec<(Ruleset, Rc<Host>)>> = const { RefCell::new(Vec::new()) };
}

impl Loaded {
    /// The scripts, ready to answer events. One for each thread.
    #[must_use]
    pub fn hooks(&self) -> Box<dyn Hooks + '_> {
        Box::new(self.scripts.host(&self.rules))
    }

    /// The same, made once on each thread and shared by all games there: making one compiles every
    /// script. A thread keeps those of the rulesets it used last.
    #[must_use]
    pub fn shared_hooks(&self) -> Rc<Host> {
        HOSTS.with_borrow_mut(|hosts| {
            let place = hosts.iter().position(|(rules, _)| rules.is(&self.rules));
            let host = match place {
                Some(place) => hosts.remove(place),
                None => (self.rules.clone(), Rc::new(self.scripts.host(&self.rules))),
            };
            let shared = Rc::clone(&host.1);
            hosts.push(host);
            if hosts.len() > HOSTS_KEPT {
                hosts.remove(0);
            }
            shared
        })
    }

    /// Whether the hook of a handler, by its number, looks at nothing but the man who moved and where he
    /// arrived, so that a tabulated hook could say the same.
    #[must_use]
    pub fn knows_man_and_square_only(&self, handler: usize) -> bool {
        let handler = self.rules.spec().handlers.get(handler);
        handler.is_some_and(|handler| self.scripts.knows_man_and_square_only(&handler.name))
    }

    /// The key of a clause's source.
    #[must_use]
    pub fn source_of(&self, clause: &str) -> Option<&str> {
        let found = self.clause_sources.iter().find(|(known, _)| known == clause);
        found.map(|(_, key)| key.as_str())
    }

    /// What is cited under a source's key.
    #[must_use]
    pub fn citation(&self, key: &str) -> Option<&str> {
        self.meta.sources.iter().find(|(known, _)| known == key).map(|(_, cite)| cite.as_str())
    }

    /// What the ruleset's own files say was reconstructed, and why: the text of comments that
    /// begin with `[RECONSTRUCTED]`.
    #[must_use]
    pub fn reconstructed(&self) -> Vec<String> {
        let own = self.sources.first().and_then(|source| source.name.rsplit_once('/'));
        let own = own.map(|(folder, _)| folder);
        let sources = self.sources.iter().filter(|source| {
            let folder = source.name.rsplit_once('/').map(|(folder, _)| folder);
            folder == own || folder == Some(PLUGINS)
        });
        sources.flat_map(|source| reconstructed::remarks(&source.text)).collect()
    }

    /// The places of the rule scripts that name a clause: file and line (from 1). A clause without
    /// one holds by what the board and the pieces are, and never fires.
    #[must_use]
    pub fn carriers(&self, clause: &str) -> Vec<(&Arc<Source>, usize)> {
        let scripts = self.sources.iter().filter(|source| source.name.ends_with(scripts::ENDING));
        let lines = scripts.flat_map(|source| {
            source.text.lines().zip(1..).map(move |(text, line)| (source, text, line))
        });
        let naming = lines.filter(|(_, text, _)| has_word(text, clause));
        naming.map(|(source, _, line)| (source, line)).collect()
    }
}

/// Loads `name` (an id or path, maybe with `@preset`), with `[script.]CONST=value` overrides.
///
/// # Errors
/// Everything that is wrong with it, with whatever else is worth a look.
pub fn load(
    library: &dyn Library,
    name: &str,
    set: &[(String, String)],
) -> Result<Loaded, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let Some(mut chain) = inherit::read(library, name, &mut found) else {
        return Err(found);
    };
    let draft = build::draft(&chain.table, &chain.top, &mut found);
    let texts = scripts::collect(library, &chain, &mut found);
    let mut sources = chain.sources.clone();
    sources.extend(texts.iter().map(|script| Arc::clone(&script.source)));
    check_id(&chain, &mut found);
    let lessons = lessons(&chain, &mut found);
    let listed: Vec<(String, Arc<Source>)> =
        texts.iter().map(|script| (script.stem.clone(), Arc::clone(&script.source))).collect();
    let scripts = compile(texts, &chain.table, set, &mut found);
    let (Some(draft), Some(scripts), false) = (draft, scripts, inherit::fatal(&found)) else {
        return Err(found);
    };

    let build::Draft { mut spec, meta, arrays, clause_sources } = draft;
    let array = |name: &str| arrays.iter().find(|(known, _)| known == name).map(|(_, a)| a.clone());
    match scripts.declare(&mut spec, &array) {
        Ok(warnings) => found.extend(warnings),
        Err(errors) => found.extend(errors),
    }
    if !inherit::fatal(&found)
        && let Err(errors) = scripts.tabulate(&mut spec)
    {
        found.extend(errors);
    }
    if inherit::fatal(&found) {
        return Err(found);
    }
    let texts = listed.iter().map(|(_, source)| &**source).chain(lessons.as_deref()).collect();
    let (table, top) = (&chain.table, &chain.top);
    let whole = lint::Whole { table, top, spec: &spec, arrays: &arrays, texts };
    found.extend(lint::all(&whole));
    let rules = match Ruleset::new(spec) {
        Ok(rules) => rules,
        Err(errors) => {
            found.extend(errors.iter().map(|error| chain.top.error("Q0401", error.to_string())));
            return Err(found);
        }
    };
    if inherit::fatal(&found) {
        return Err(found);
    }
    let tunables = scripts.tunables();
    let hash = hash(&chain.table, &listed, &tunables);
    settle_tunables(&mut chain, set, &tunables);
    let own = Arc::clone(&chain.top.source);
    let resolved = resolved::write(&chain.table, &own);
    Ok(Loaded {
        rules,
        meta,
        tunables,
        warnings: found,
        hash,
        resolved,
        preset: chain.preset,
        sources,
        lessons,
        clause_sources,
        scripts: Arc::new(scripts),
    })
}

fn compile(
    texts: Vec<ScriptSource>,
    table: &Table,
    set: &[(String, String)],
    found: &mut Vec<Diagnostic>,
) -> Option<Scripts> {
    let (scripts, mut findings) = match script::compile(texts, &scripts::overrides(table, set)) {
        Ok((scripts, warnings)) => (Some(scripts), warnings),
        Err(errors) => (None, errors),
    };
    // The compiler knows overrides as text; those that the file gives have a place in it.
    for finding in findings.iter_mut().filter(|finding| finding.place.is_none()) {
        let about = |entry: &&Entry| finding.message.contains(&format!("`{}`", entry.key));
        if let Some(entry) = table.entries_of("tunables").iter().find(about) {
            finding.place = Some((Arc::clone(&entry.key_at.source), entry.key_at.span.clone()));
        }
    }
    // What a script that is not there would define can't be missed.
    if found.iter().any(|finding| matches!(finding.code, "Q0011" | "Q0012")) {
        findings.retain(|finding| finding.code != "Q0316");
    }
    found.append(&mut findings);
    scripts
}

/// Whether a word stands in a text, not as a part of another.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.match_indices(word).any(|(start, _)| {
        let before = text.get(..start).is_some_and(|text| text.ends_with(part));
        let after = text.get(start + word.len()..).is_some_and(|text| text.starts_with(part));
        !before && !after
    })
}

/// A ruleset is found by its folder's name, so its id should be no other.
fn check_id(chain: &Chain, found: &mut Vec<Diagnostic>) {
    let folder = chain.folders.first().map_or("", |folder| &folder.name);
    let name = folder.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let Some(node) = chain.table.table("variant").and_then(|header| header.get("id")) else {
        return;
    };
    let id = node.text().unwrap_or_default();
    if !matches!(name, "" | "." | "..") && id != name {
        let message = format!("the id is `{id}`, and the folder's name `{name}`");
        found.push(node.at.warning("Q0146", message).help("give both the same name"));
    }
}

/// The lessons of the ruleset's own folder: those of a parent teach other rules.
fn lessons(chain: &Chain, found: &mut Vec<Diagnostic>) -> Option<Arc<Source>> {
    let folder = chain.folders.first()?;
    let bytes = folder.files.get(LESSONS)?;
    match tree::source(&format!("{}/{LESSONS}", folder.name), bytes) {
        Ok(source) => Some(source),
        Err(error) => {
            found.push(error);
            None
        }
    }
}

/// Writes what was set from outside into the merged file, so that the flattened one says it too.
/// With a preset in force the others are dropped: they are readings of the file without it.
fn settle_tunables(chain: &mut Chain, set: &[(String, String)], tunables: &[Tunable]) {
    let at = chain.top.clone();
    let entry = |(name, value): &(String, String)| {
        let key = match tunables.iter().find(|tunable| tunable.name == *name) {
            Some(tunable) => format!("{}.{name}", tunable.script),
            None => name.clone(),
        };
        let node = Node { at: at.clone(), value: Value::Text(value.clone()) };
        Entry { key, key_at: at.clone(), node }
    };
    let entries: Vec<Entry> = set.iter().map(entry).collect();
    if !entries.is_empty() {
        let node = Node { at: at.clone(), value: Value::Table(Table { entries }) };
        let all = Entry { key: "tunables".to_owned(), key_at: at.clone(), node };
        chain.table.merge(Table { entries: vec![all] });
    }
    if chain.preset.is_some() {
        chain.table.take("presets");
    }
}

/// FNV-1a over everything that decides the rules, each part with its length before it.
fn hash(table: &Table, scripts: &[(String, Arc<Source>)], tunables: &[Tunable]) -> String {
    let essence = resolved::essence(table);
    let mut parts: Vec<&str> = vec![&essence];
    for (stem, source) in scripts {
        parts.extend([stem.as_str(), source.text.as_str()]);
    }
    for tunable in tunables {
        parts.extend([tunable.script.as_str(), &tunable.name, &tunable.value]);
    }
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        let length = (part.len() as u64).to_le_bytes();
        for byte in length.into_iter().chain(part.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests;
