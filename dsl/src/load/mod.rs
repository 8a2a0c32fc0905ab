//! The whole way from a folder to a ruleset, in phases.
//!
//! Each phase is a type, made from the one before, and holds what is known by then; a tool may stop
//! after any of them:
//!
//! - [`Files`]: the manifests of the ruleset and of those that it extends, read and checked
//! - [`Merged`]: one manifest of them, with a preset applied, and the texts of the scripts
//! - [`Draft`]: the game without its scripts, and the scripts, checked, with their tunables set
//! - [`Declared`]: the game with what the scripts declare, and the tables of tabulated hooks
//! - [`Loaded`]: the compiled rules
//!
//! [`load`] goes through all of them. A phase that has errors goes on as far as it makes sense, so
//! that as many mistakes as possible are reported at once. Nothing here touches a disk: a
//! [`Library`] hands the files in.
//!
//! ```
//! use quadrille_dsl::library::Shipped;
//! use quadrille_dsl::load::Files;
//!
//! // An editor that only wants the flattened manifest stops after merging.
//! let merged = Files::read(&Shipped, "verney-1881")?.merge()?;
//! assert!(merged.resolved().contains("id = \"verney-1881\""));
//! # Ok::<(), Vec<quadrille_dsl::Diagnostic>>(())
//! ```

mod build;
mod lint;
mod reconstructed;
mod scripts;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::{Cell, EventKind, Hooks, Ruleset, Seats, Spec};

use crate::diagnostic::{Code, Diagnostic, Severity, Source};
use crate::library::{Folder, Library};
use crate::manifest::inherit::{self, Chain};
use crate::manifest::schema::FILE;
use crate::manifest::tree::{self, At, Entry, Node, Table, Value};
use crate::manifest::{check, comments, presets, resolved};
use crate::script::{self, Host, Override, ScriptSource, Scripts};
use build::Description;
use scripts::Listed;

pub use crate::script::Tunable;

/// The reference page of `geometry.toml`.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/geometry.md"));

/// The key of the source of clauses that had to be reconstructed.
pub const RECONSTRUCTED: &str = "reconstructed";

/// The key of the source of clauses that were decided because the sources are silent.
pub const DECIDED: &str = "default";

/// The file of lessons in a ruleset's folder.
pub(crate) const LESSONS: &str = "lessons.toml";

/// Where a file of a ruleset comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileOrigin {
    /// The ruleset's own folder.
    Own,
    /// A folder that it extends.
    Inherited,
    /// The plugins.
    Plugin,
}

/// What a file of a ruleset is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileRole {
    /// A `geometry.toml`.
    Manifest,
    /// A rule script.
    Script,
}

/// A file of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RulesetFile {
    /// What it is.
    pub role: FileRole,
    /// Where it comes from.
    pub origin: FileOrigin,
    /// Its name and text.
    pub source: Arc<Source>,
}

/// A ruleset, and what its files say beyond the rules.
#[non_exhaustive]
pub struct Loaded {
    /// The rules.
    pub rules: Ruleset,
    /// Title, history, colours.
    pub meta: Meta,
    /// What can be changed from outside.
    pub tunables: Vec<Tunable>,
    /// Warnings about its files.
    pub warnings: Vec<Diagnostic>,
    /// A hash of everything that decides the rules (16 hexadecimal digits).
    pub hash: String,
    /// The flattened geometry.toml.
    pub resolved: String,
    /// Every value of that file with its path, such as `zones.centre`.
    pub values: Vec<(String, String)>,
    /// The preset in force.
    pub preset: Option<String>,
    /// Every file that was read: the manifests, the ruleset's own first, then the scripts.
    pub files: Vec<RulesetFile>,
    /// The ruleset's lessons, as they are in its folder.
    pub lessons: Option<Arc<Source>>,
    /// For clauses that name one, the key of their source in [`Meta::sources`].
    pub clause_sources: Vec<(String, String)>,
    /// What the ruleset's own files say was reconstructed, and why: the text of comments that begin
    /// with `[RECONSTRUCTED]`.
    pub reconstructed: Vec<String>,
    /// The rule scripts.
    pub scripts: Arc<Scripts>,
    /// Where its own files, and plugins that it lists itself, state each clause.
    pub(crate) own_clauses: Vec<(String, At)>,
}

/// What a ruleset's header says about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Meta {
    /// The id, as in `[variant]`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The inventor.
    pub inventor: Option<String>,
    /// The year.
    pub year: Option<i64>,
    /// Whether the year is approximate.
    pub about: bool,
    /// The place.
    pub place: Option<String>,
    /// The games that it came from.
    pub parents: Vec<String>,
    /// What it introduced or changed.
    pub changes: Option<String>,
    /// What it says about itself, in a sentence or two.
    pub summary: Option<String>,
    /// Sources: key and citation.
    pub sources: Vec<(String, String)>,
    /// For each seat the colour of its pieces, as CSS (`#d9b300`).
    pub colours: Vec<String>,
    /// Lines drawn on the board, which mean nothing to the rules: the squares at their ends, each line
    /// crossing both and all between them.
    pub lines: Vec<(Cell, Cell)>,
    /// Names of the presets, with a line each.
    pub presets: Vec<(String, String)>,
}

impl Meta {
    /// The year as people write it: `1881`, `c. 1888`, `300 BC`.
    #[must_use]
    pub fn dated(&self) -> Option<String> {
        let year = self.year?;
        let about = if self.about { "c. " } else { "" };
        let era = if year < 0 { " BC" } else { "" };
        Some(format!("{about}{}{era}", year.unsigned_abs()))
    }
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

    /// Whether the hook of a handler, by its index, reads nothing but the piece that moved and its
    /// destination, so that a tabulated hook could do the same.
    #[must_use]
    pub fn reads_piece_and_square_only(&self, handler: usize) -> bool {
        let handler = self.rules.spec().handlers.get(handler);
        handler.is_some_and(|handler| self.scripts.reads_piece_and_square_only(&handler.name))
    }

    /// The script of a handler, by its index.
    #[must_use]
    pub fn script_of(&self, handler: usize) -> Option<&Arc<Source>> {
        self.scripts.source_of(&self.rules.spec().handlers.get(handler)?.name)
    }

    /// The manifests that were merged, its own first.
    pub fn manifests(&self) -> impl Iterator<Item = &Arc<Source>> {
        let manifests = self.files.iter().filter(|file| file.role == FileRole::Manifest);
        manifests.map(|file| &file.source)
    }

    /// Whether it extends another ruleset.
    #[must_use]
    pub fn inherits(&self) -> bool {
        self.manifests().nth(1).is_some()
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

    /// The places of the rule scripts that name a clause: file and line (from 1). A clause without
    /// one holds by what the board and the pieces are, and never fires.
    #[must_use]
    pub fn carriers<'a>(&'a self, clause: &'a str) -> Vec<(&'a Arc<Source>, usize)> {
        let places = self.scripts.clause_places(clause);
        let mut lines: Vec<_> =
            places.map(|(source, span)| (source, source.position(span.start).0)).collect();
        lines.dedup_by(|a, b| Arc::ptr_eq(a.0, b.0) && a.1 == b.1);
        lines
    }

    /// Whether anything can make a clause fire: a hook whose event can happen, a movement, castling,
    /// promotion or arrival that has it, or an effect of a hook that names it. Any other clause is carried out
    /// by the board and the pieces, or about what these rules do not have, and never fires.
    #[must_use]
    pub fn can_fire(&self, clause: &str) -> bool {
        let spec = self.rules.spec();
        let id = spec.clause_named(clause);
        let happens = |event| can_happen(event, spec, &self.scripts);
        let by_rules = id.is_some()
            && (spec.handlers.iter().any(|h| h.clause == id && happens(h.event))
                || spec.kinds.iter().flat_map(|kind| &kind.paths).any(|path| path.clause == id)
                || spec.castling.iter().any(|castling| castling.clause == id)
                || spec.promotions.iter().any(|(_, _, promotion)| promotion.clause == id)
                || spec.arrivals.iter().any(|(_, _, arrival)| arrival.clause == id));
        by_rules || self.scripts.hooks_naming(clause).any(|event| event.is_none_or(happens))
    }
}

/// Whether an event can happen at all in a game by these rules.
fn can_happen(event: EventKind, spec: &Spec, scripts: &Scripts) -> bool {
    match event {
        EventKind::Draw => {
            spec.repetition.is_some() || spec.no_progress.is_some() || !spec.insufficient.is_empty()
        }
        EventKind::Roll | EventKind::Blocked => spec.dice.is_some(),
        EventKind::Promotion => {
            let by_rules = !spec.promotions.is_empty() || !spec.arrivals.is_empty();
            by_rules || scripts.has_word("replace")
        }
        EventKind::RoyalCaptured => spec.kinds.iter().any(|kind| kind.royal),
        EventKind::Answer => scripts.has_word("ask"),
        EventKind::Announce => spec.announcers != Seats::default(),
        // Nothing happens when a move is forbidden.
        EventKind::Forbids => false,
        _ => true,
    }
}

/// Loads `name` (an id or path, optionally with `@preset`); `set` replaces the values of tunables:
/// `NAME` or `script.NAME`, and the value.
///
/// # Errors
/// Everything that is wrong with it, and warnings.
pub fn load(
    library: &dyn Library,
    name: &str,
    set: &[(String, String)],
) -> Result<Loaded, Vec<Diagnostic>> {
    Files::read(library, name)?.merge()?.draft(set)?.declare()?.compile()
}

/// Whether any of the diagnostics makes the ruleset useless.
fn fatal(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}

/// The first phase: the manifests of a ruleset and of those that it extends, each checked against
/// the schema.
pub struct Files<'a> {
    library: &'a dyn Library,
    name: String,
    preset: Option<String>,
    chain: Chain,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Files<'a> {
    /// Reads the manifests of `name` (an id or path, optionally with `@preset`).
    ///
    /// # Errors
    /// Why a folder or a manifest can't be had.
    pub fn read(library: &'a dyn Library, name: &str) -> Result<Self, Vec<Diagnostic>> {
        let (name, preset) = presets::split_name(name);
        let mut diagnostics = Vec::new();
        match inherit::read(library, name, &mut diagnostics) {
            Some(chain) => {
                let (name, preset) = (name.to_owned(), preset.map(str::to_owned));
                Ok(Self { library, name, preset, chain, diagnostics })
            }
            None => Err(diagnostics),
        }
    }

    /// The manifests, the ruleset's own first.
    pub fn manifests(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.chain.manifests.iter().map(|manifest| &manifest.source)
    }

    /// Mistakes so far: syntax, unknown keys, wrong types.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Merges the manifests, applies the preset, and collects the scripts.
    ///
    /// # Errors
    /// Why there is nothing to merge: a manifest with broken syntax, or no such preset.
    pub fn merge(self) -> Result<Merged, Vec<Diagnostic>> {
        let Self { library, name, preset, chain, mut diagnostics } = self;
        let own = chain.manifests.first().map(|manifest| Arc::clone(&manifest.source));
        let (Some(own), Some(mut table)) = (own, chain.merged(&mut diagnostics)) else {
            return Err(diagnostics);
        };
        let top = At { source: own, span: 0..0 };
        presets::check_names(&table, &mut diagnostics);
        if let Some(preset) = &preset
            && presets::apply(&mut table, preset, &name, &mut diagnostics).is_none()
        {
            return Err(diagnostics);
        }
        diagnostics.extend(check::complete(&table, FILE, &top));
        let listed = scripts::collect(library, &chain, &table, &top, &mut diagnostics);
        let folder = chain.folders.first();
        check_id(folder, &table, &mut diagnostics);
        let lessons = folder.and_then(|folder| lessons(folder, &mut diagnostics));
        let manifests = chain.manifests.into_iter().enumerate().map(|(i, manifest)| RulesetFile {
            role: FileRole::Manifest,
            origin: if i == 0 { FileOrigin::Own } else { FileOrigin::Inherited },
            source: manifest.source,
        });
        let manifests = manifests.collect();
        Ok(Merged { manifests, table, top, preset, listed, lessons, diagnostics })
    }
}

/// The second phase: one manifest, and the texts of the scripts and lessons.
pub struct Merged {
    manifests: Vec<RulesetFile>,
    table: Table,
    /// The manifest as a whole, for mistakes in no particular line.
    top: At,
    preset: Option<String>,
    listed: Listed,
    lessons: Option<Arc<Source>>,
    diagnostics: Vec<Diagnostic>,
}

impl Merged {
    /// The flattened `geometry.toml`.
    #[must_use]
    pub fn resolved(&self) -> String {
        resolved::write(&self.table, &self.top.source)
    }

    /// The texts of the scripts, in the order in which their hooks are called.
    #[must_use]
    pub fn scripts(&self) -> &[ScriptSource] {
        &self.listed.scripts
    }

    /// Mistakes so far, also missing keys and scripts.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Reads the board, the pieces and the seats, and checks the scripts. `set` replaces the values
    /// of tunables.
    ///
    /// # Errors
    /// Every mistake so far, and in the manifest's values and in the scripts.
    pub fn draft(self, set: &[(String, String)]) -> Result<Draft, Vec<Diagnostic>> {
        let Self { manifests, mut table, top, preset, listed, lessons, mut diagnostics } = self;
        let description = build::draft(&table, &top, &mut diagnostics);
        let Listed { scripts, origins, complete } = listed;
        let sources: Vec<ScriptSource> = scripts.clone();
        let overrides = overrides(&table, set);
        let scripts = match script::compile(scripts, &overrides) {
            Ok((scripts, warnings)) => {
                diagnostics.extend(warnings);
                Some(scripts)
            }
            Err(mut errors) => {
                // What a missing script would define is not reported as missing too.
                errors.retain(|error| complete || error.code != Some(Code::NoSuchTunable));
                diagnostics.extend(errors);
                None
            }
        };
        let (Some(description), Some(scripts), false) = (description, scripts, fatal(&diagnostics))
        else {
            return Err(diagnostics);
        };
        let tunables = scripts.tunables();
        let hash = hash(&table, &sources, &tunables);
        let essential = table.clone();
        settle_tunables(&mut table, &top, preset.is_some(), set, &tunables);
        let resolved = resolved::write(&table, &top.source);
        let values = resolved::values(&table);
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

/// The third phase: the game without what scripts declare, and the scripts.
pub struct Draft {
    table: Table,
    top: At,
    preset: Option<String>,
    files: Vec<RulesetFile>,
    lessons: Option<Arc<Source>>,
    description: Description,
    scripts: Scripts,
    tunables: Vec<Tunable>,
    hash: String,
    resolved: String,
    values: Vec<(String, String)>,
    diagnostics: Vec<Diagnostic>,
}

impl Draft {
    /// The game as the manifest alone describes it.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.description.spec
    }

    /// Title, history, colours.
    #[must_use]
    pub fn meta(&self) -> &Meta {
        &self.description.meta
    }

    /// The scripts.
    #[must_use]
    pub fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// Warnings so far.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Runs the declarations and the tabulated hooks of the scripts.
    ///
    /// # Errors
    /// Every wrong declaration, and what went wrong in a script.
    pub fn declare(mut self) -> Result<Declared, Vec<Diagnostic>> {
        let Description { spec, arrays, .. } = &mut self.description;
        let array = |name: &str| {
            arrays.iter().find(|(known, _)| known == name).map(|(_, array)| array.clone())
        };
        let (Ok(mut found) | Err(mut found)) = self.scripts.declare(spec, &array);
        // A plugin's own documentation states its clauses: it serves rulesets that know nothing of them.
        found.retain(|finding| {
            let source = finding.place().map(|place| &place.source);
            let plugin = self.files.iter().any(|file| {
                file.origin == FileOrigin::Plugin
                    && source.is_some_and(|source| Arc::ptr_eq(source, &file.source))
            });
            !(plugin && finding.code == Some(Code::ClauseNotStated))
        });
        self.diagnostics.extend(found);
        if !fatal(&self.diagnostics)
            && let Err(errors) = self.scripts.tabulate(spec)
        {
            self.diagnostics.extend(errors);
        }
        if fatal(&self.diagnostics) { Err(self.diagnostics) } else { Ok(Declared(self)) }
    }
}

/// The fourth phase: the whole game, not yet compiled.
pub struct Declared(Draft);

impl Declared {
    /// The game.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        self.0.spec()
    }

    /// Warnings so far.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.0.diagnostics()
    }

    /// Compiles the rules, and looks for what is valid and probably unintended.
    ///
    /// # Errors
    /// Why the game can't be played.
    pub fn compile(self) -> Result<Loaded, Vec<Diagnostic>> {
        let Draft {
            table,
            top,
            preset,
            files,
            lessons,
            description: Description { spec, meta, arrays, clause_sources },
            scripts,
            tunables,
            hash,
            resolved,
            values,
            diagnostics: mut warnings,
        } = self.0;
        let whole = lint::Whole::new(&table, &top, &spec, &arrays, &scripts, lessons.as_ref());
        warnings.extend(lint::all(&whole));
        let rules = match Ruleset::new(spec) {
            Ok(rules) => rules,
            Err(errors) => {
                let errors = errors.iter().map(ToString::to_string);
                warnings.extend(errors.map(|error| top.error(Code::ContradictoryRules, error)));
                return Err(warnings);
            }
        };
        if fatal(&warnings) {
            return Err(warnings);
        }
        let reconstructed = reconstructed(&files, &scripts);
        let own_clauses = own_clauses(&table, &files, &scripts, &rules);
        Ok(Loaded {
            rules,
            meta,
            tunables,
            warnings,
            hash,
            resolved,
            values,
            preset,
            files,
            lessons,
            clause_sources,
            reconstructed,
            scripts: Arc::new(scripts),
            own_clauses,
        })
    }
}

/// The overrides of the manifest and its preset, then the requested ones, which win.
fn overrides(table: &Table, set: &[(String, String)]) -> Vec<Override> {
    // One that is requested too is left out, so that nothing is set twice.
    let again = |key: &str| {
        set.iter()
            .any(|(name, _)| name == key || key.split_once('.').is_some_and(|(_, n)| n == name))
    };
    let written = table.entries_of("tunables").iter().filter(|entry| !again(&entry.key));
    let written = written.filter_map(|entry| {
        let At { source, span } = &entry.key_at;
        Some(Override {
            key: entry.key.clone(),
            value: check::tunable_value(&entry.node)?,
            place: Some((Arc::clone(source), span.clone())),
        })
    });
    let requested = set.iter().map(|(key, value)| Override::requested(key, value));
    written.chain(requested).collect()
}

/// What the ruleset's own files and plugins say was reconstructed.
fn reconstructed(files: &[RulesetFile], scripts: &Scripts) -> Vec<String> {
    let own = |source: &Arc<Source>| {
        let file = files.iter().find(|file| Arc::ptr_eq(&file.source, source));
        file.is_some_and(|file| file.origin != FileOrigin::Inherited)
    };
    let manifest = files.first().map(|file| &file.source);
    let manifest = manifest.map(|source| (source, comments::find(&source.text)));
    let scripts = scripts.comments().filter(|(source, _)| own(source));
    let scripts = scripts.map(|(source, comments)| (source, comments.to_vec()));
    let all = manifest.into_iter().chain(scripts);
    all.flat_map(|(source, comments)| reconstructed::remarks(&source.text, &comments)).collect()
}

/// The places where the ruleset's own files, or plugins that no other ruleset listed before it,
/// state clauses.
fn own_clauses(
    table: &Table,
    files: &[RulesetFile],
    scripts: &Scripts,
    rules: &Ruleset,
) -> Vec<(String, At)> {
    let manifests = files.iter().filter(|file| file.role == FileRole::Manifest);
    let inherits = manifests.count() > 1;
    let own = |source: &Arc<Source>| {
        let file = files.iter().find(|file| Arc::ptr_eq(&file.source, source));
        file.is_some_and(|file| match file.origin {
            FileOrigin::Own => true,
            FileOrigin::Plugin => !inherits,
            FileOrigin::Inherited => false,
        })
    };
    let stated = |clause: &quadrille_core::rules::Clause| {
        let at = match table.entries_of("clauses").iter().find(|entry| entry.key == clause.id) {
            Some(entry) => entry.key_at.clone(),
            None => {
                let (source, span) = scripts.clause_places(&clause.id).next()?;
                At { source: Arc::clone(source), span }
            }
        };
        own(&at.source).then(|| (clause.id.clone(), at))
    };
    rules.spec().clauses.iter().filter_map(stated).collect()
}

/// Warns of an id that is not the folder's name, by which a ruleset is found.
fn check_id(folder: Option<&Folder>, table: &Table, found: &mut Vec<Diagnostic>) {
    let folder = folder.map_or("", |folder| &folder.name);
    let name = folder.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let Some(node) = table.table("variant").and_then(|header| header.get("id")) else {
        return;
    };
    let id = node.text().unwrap_or_default();
    if !matches!(name, "" | "." | "..") && id != name {
        let message = format!("the id is `{id}`, and the folder's name `{name}`");
        found.push(
            node.at.warning(Code::IdIsNotFolderName, message).help("give both the same name"),
        );
    }
}

/// The lessons of the ruleset's own folder: those of a parent teach other rules.
fn lessons(folder: &Folder, found: &mut Vec<Diagnostic>) -> Option<Arc<Source>> {
    let bytes = folder.files.get(LESSONS)?;
    match tree::source(&format!("{}/{LESSONS}", folder.name), bytes) {
        Ok(source) => Some(source),
        Err(error) => {
            found.push(error);
            None
        }
    }
}

/// Writes the requested values into the manifest, so that the flattened one has them too. With a
/// preset in force the others are dropped: they are changes to the file without it.
fn settle_tunables(
    table: &mut Table,
    top: &At,
    preset: bool,
    set: &[(String, String)],
    tunables: &[Tunable],
) {
    let entry = |(name, value): &(String, String)| {
        let key = match tunables.iter().find(|tunable| tunable.name == *name) {
            Some(tunable) => format!("{}.{name}", tunable.script),
            None => name.clone(),
        };
        let node = Node { at: top.clone(), value: Value::Text(value.clone()) };
        Entry { key, key_at: top.clone(), node }
    };
    let entries: Vec<Entry> = set.iter().map(entry).collect();
    if !entries.is_empty() {
        let node = Node { at: top.clone(), value: Value::Table(Table { entries }) };
        let all = Entry { key: "tunables".to_owned(), key_at: top.clone(), node };
        table.merge(Table { entries: vec![all] });
    }
    if preset {
        table.take("presets");
    }
}

/// FNV-1a over everything that decides the rules, each part with its length before it.
fn hash(table: &Table, scripts: &[ScriptSource], tunables: &[Tunable]) -> String {
    let essence = resolved::essence(table);
    let mut parts: Vec<&str> = vec![&essence];
    for ScriptSource { stem, source } in scripts {
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
