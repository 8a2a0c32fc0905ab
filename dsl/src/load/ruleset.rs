//! A ruleset that is loaded, and what its files say beyond the rules.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::rules::ScriptPlace;
use quadrille_core::{
    CompiledRules, EventKind, HookError, Hooks, Rule, RustRules, Seats, Spec, SpecErrors,
};

use super::build::Array;
use super::lint;
use super::meta::Meta;
use super::ruleset_file::{FileRole, RulesetFile};
use crate::diagnostic::{Code, Diagnostic, Levels, LintLevel, RulesetError, Source};
use crate::formats::mechanism_sentences;
use crate::manifest::hash;
use crate::manifest::tree::{FileSpan, TomlTable};
use crate::script::engine::sandbox;
use crate::script::{Host, Scripts, Tunable};
use crate::weights::{self, WeightsInUse};

/// A ruleset, and what its files say beyond the rules.
#[derive(Clone)]
#[non_exhaustive]
pub struct Ruleset {
    /// The rules.
    pub rules: CompiledRules,
    /// Title, history, colours.
    pub meta: Meta,
    /// What can be changed from outside.
    pub tunables: Vec<Tunable>,
    /// The levels of lints.
    pub levels: Levels,
    /// A hash of everything that decides the rules (16 hexadecimal digits).
    pub hash: String,
    /// Where the weights come from by which agents value positions.
    pub weights: WeightsInUse,
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
    /// Where the limit of plies is written, or the table in which it would be.
    pub ply_limit_at: Option<(Arc<Source>, Range<usize>)>,
    /// Where its own files, and plugins that it lists itself, state each clause.
    pub(crate) own_clauses: Vec<(String, FileSpan)>,
    /// Rules in Rust beside the scripts.
    pub(super) rust: RustRules,
    /// Warnings that reading the files gave.
    pub(super) found: Vec<Diagnostic>,
    /// What the lints look at beside the rules.
    pub(super) written: MergedManifest,
}

impl std::fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ruleset")
            .field("id", &self.meta.id)
            .field("hash", &self.hash)
            .finish_non_exhaustive()
    }
}

/// The merged manifests, as they are written.
#[derive(Clone)]
pub(super) struct MergedManifest {
    pub(super) table: TomlTable,
    pub(super) top: FileSpan,
    /// The pieces of every named array.
    pub(super) arrays: Vec<(String, Array)>,
}

/// Lets the agents of rulesets that are compared use shipped weights in all of them or in none: otherwise a
/// comparison would say as much about agents as about rules. Weights that were asked for stay.
pub fn level_weights<'a>(rulesets: impl IntoIterator<Item = &'a mut Arc<Ruleset>>) {
    let rulesets: Vec<_> = rulesets.into_iter().collect();
    if rulesets.iter().any(|loaded| loaded.weights == WeightsInUse::Rules) {
        let shipped =
            |loaded: &&mut Arc<Ruleset>| matches!(loaded.weights, WeightsInUse::Shipped(_));
        for loaded in rulesets.into_iter().filter(shipped) {
            *loaded = Arc::new(loaded.without_weights());
        }
    }
}

/// The maximum number of rulesets whose hosts a thread keeps.
const MAX_CACHED_HOSTS: usize = 8;

thread_local! {
    /// The hosts of this thread, the one that was used last at the end.
    static HOSTS: RefCell<Vec<(CompiledRules, Rc<Host>)>> = const { RefCell::new(Vec::new()) };
}

impl Ruleset {
    /// Returns the rules as data, from which [`Ruleset::rules`] is compiled.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        self.rules.spec()
    }

    /// Warnings about its files, and what is valid and probably unintended, at the levels of lints: what a
    /// level denies is an error, and the rules can be used. The lints run at every call; who only plays
    /// doesn't wait for them.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let MergedManifest { table, top, arrays } = &self.written;
        let whole = lint::LintInput::new(
            table,
            top,
            self.rules.spec(),
            arrays,
            &self.scripts,
            self.lessons.as_ref(),
            self.preset.is_some(),
        );
        let found = self.found.iter().cloned().chain(lint::all(&whole));
        self.levels.apply(found.collect())
    }

    /// What reading the files found of a lint, unless its level allows it.
    pub(crate) fn reported(&self, lint: Code) -> impl Iterator<Item = &Diagnostic> {
        let is_enabled = self.levels.of(lint) != LintLevel::Allow;
        self.found.iter().filter(move |found| is_enabled && found.code == Some(lint))
    }

    /// Returns the ruleset with a rule in Rust beside its scripts. Sessions, playouts and comparisons apply it
    /// like any other; [`Ruleset::hash`] differs, so records of the other rules are told apart.
    ///
    /// # Errors
    /// If the rules with it are invalid, such as for more handlers than there can be.
    pub fn with_rule(&self, rule: impl Rule + 'static) -> Result<Self, SpecErrors> {
        let (mut ruleset, mut spec) = (self.clone(), self.spec().clone());
        ruleset.hash = hash([self.hash.as_str(), "rule", rule.name()]);
        ruleset.rust.add(&mut spec, rule);
        ruleset.rules = CompiledRules::new(spec)?;
        Ok(ruleset)
    }

    fn host(&self) -> Host {
        self.scripts.host_with(&self.rules, self.rust.clone())
    }

    /// Plays with the weights of a file instead of the ruleset's.
    ///
    /// # Errors
    /// Everything that is wrong with the file, or that it is for other rules.
    pub fn take_weights(&mut self, source: &Arc<Source>) -> Result<(), RulesetError> {
        let file = weights::read(source, self.rules.spec())?;
        if let Some(rules) = self.rules.with_weights(Some(file.learned.weights)) {
            self.rules = rules;
            self.weights = WeightsInUse::Given(hash([source.text.as_str()]));
        }
        Ok(())
    }

    /// The same without the weights of a file: agents value positions by what follows from the rules.
    #[must_use]
    pub fn without_weights(&self) -> Self {
        let mut plain = self.clone();
        if let Some(rules) = self.rules.with_weights(None) {
            plain.rules = rules;
            plain.weights = match self.weights {
                WeightsInUse::Rules => WeightsInUse::Rules,
                _ => WeightsInUse::LeftOut,
            };
        }
        plain
    }

    /// A hash of everything that decides its games: of the rules, and of the weights by which agents value positions.
    #[must_use]
    pub fn games_hash(&self) -> String {
        match self.weights.hash() {
            None => self.hash.clone(),
            Some(weights) => hash([self.hash.as_str(), weights]),
        }
    }

    /// The scripts, to answer events. One for each thread.
    #[must_use]
    pub fn hooks(&self) -> Box<dyn Hooks + '_> {
        Box::new(self.host())
    }

    /// The same games, slower: hooks whose scripts run every time, where others remember what was
    /// answered to the same. For comparisons.
    #[must_use]
    pub fn hooks_without_memory(&self) -> Box<dyn Hooks + '_> {
        Box::new(self.host().without_memory())
    }

    /// The same games, slower still: hooks that remember nothing, and whose scripts Rhai runs, where others run
    /// directly. For comparisons.
    #[must_use]
    pub fn hooks_by_rhai(&self) -> Box<dyn Hooks + '_> {
        Box::new(self.host().without_memory().by_rhai())
    }

    /// The same, made once on each thread and shared by all games there: its first call compiles every
    /// script. A thread keeps those of the rulesets it used last.
    #[must_use]
    pub fn shared_hooks(&self) -> Rc<Host> {
        HOSTS.with_borrow_mut(|hosts| {
            let place = hosts.iter().position(|(rules, _)| rules.is(&self.rules));
            let host = match place {
                Some(place) => hosts.remove(place),
                None => (self.rules.clone(), Rc::new(self.host())),
            };
            let shared = Rc::clone(&host.1);
            hosts.push(host);
            if hosts.len() > MAX_CACHED_HOSTS {
                hosts.remove(0);
            }
            shared
        })
    }

    /// The tunables that were asked for, by `script.NAME`, with their values: what makes these rules others
    /// than those of the ruleset, or of the preset in force.
    pub fn requested(&self) -> impl Iterator<Item = (String, String)> {
        let changed = self.tunables.iter().filter(|tunable| {
            tunable.requested && (self.preset.is_some() || tunable.value != tunable.default)
        });
        changed.map(|it| (format!("{}.{}", it.script, it.name), it.value.clone()))
    }

    /// What the rules have besides movement, in sentences: what is declared, and the questions that scripts ask.
    #[must_use]
    pub fn mechanisms(&self) -> Vec<String> {
        let plies: Vec<&str> =
            self.scripts.all_calls("set_counter_to_ply").filter_map(|call| call.first).collect();
        let mut all = mechanism_sentences::sentences(self.rules.spec(), &plies);
        all.extend(self.scripts.questions_in_sentences());
        all
    }

    /// Whether a script asks questions whose answers are sealed until all are revealed.
    #[must_use]
    pub fn asks_in_secret(&self) -> bool {
        self.scripts.any_uses("ask_in_secret")
    }

    /// Whether the hook of a handler, by its index, reads nothing but the piece that moved and its
    /// destination, so that a tabulated hook could do the same.
    #[must_use]
    pub fn reads_piece_and_square_only(&self, handler: usize) -> bool {
        let handler = self.rules.spec().handlers.get(handler);
        handler.is_some_and(|handler| self.scripts.reads_piece_and_square_only(&handler.name))
    }

    /// The place of the hook of a handler, by its index: the function's name.
    #[must_use]
    pub fn hook_at(&self, handler: usize) -> Option<(&Arc<Source>, Range<usize>)> {
        self.scripts.hook_place(&self.rules.spec().handlers.get(handler)?.name)
    }

    /// Returns the hooks that may end the game, as `script.function`: those that judge a given position, too, and those
    /// of events that only a ply causes.
    #[must_use]
    pub fn ending_hooks(&self) -> (Vec<String>, Vec<String>) {
        let judges = |event| {
            !matches!(
                event,
                EventKind::Capture | EventKind::Promotion | EventKind::Check | EventKind::Move
            )
        };
        // Words and the length of the game are no part of a position.
        let apart = |event| matches!(event, EventKind::Say | EventKind::Answer | EventKind::Limit);
        let hooks = self.scripts.ending().into_iter().filter(|(event, _)| !apart(*event));
        let (judging, others): (Vec<_>, Vec<_>) = hooks.partition(|(event, _)| judges(*event));
        let names = |hooks: Vec<(EventKind, String)>| hooks.into_iter().map(|(_, name)| name);
        (names(judging).collect(), names(others).collect())
    }

    /// Whether the script of a handler, by its index, says that its hook is to run every ply.
    #[must_use]
    pub fn runs_every_ply(&self, handler: usize) -> bool {
        let handler = self.rules.spec().handlers.get(handler);
        handler.is_some_and(|handler| self.scripts.runs_every_ply(&handler.name))
    }

    /// The file and line of an effect of a handler, by the handler's index.
    #[must_use]
    pub fn effect_place(&self, handler: usize, place: u64) -> Option<String> {
        let handler = self.rules.spec().handlers.get(handler)?;
        let place = self.scripts.effect_place(&handler.name, place)?;
        Some(ScriptPlace { column: None, ..place }.to_string())
    }

    /// Where a hook failed: the script, and the word or line in it; else the hook's name.
    #[must_use]
    pub fn fault_at(&self, error: &HookError) -> Option<(&Arc<Source>, Range<usize>)> {
        let place = error.place();
        let source = |file: &str| self.files.iter().find(|known| known.source.name == file);
        let found = place.and_then(|place| {
            let source = &source(&place.file)?.source;
            Some((source, sandbox::span_at(&source.text, place.line?, place.column)))
        });
        found.or_else(|| self.scripts.hook_place(error.hook()))
    }

    /// The presets in force, in the order of the file: their names, with a sentence each.
    pub fn presets_in_force(&self) -> impl Iterator<Item = &(String, String)> {
        let names: Vec<&str> = self.preset.as_deref().unwrap_or_default().split('+').collect();
        self.meta.presets.iter().filter(move |(name, _)| names.contains(&name.as_str()))
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
        lines(self.scripts.clause_places(clause))
    }

    /// The places of comments in the rule scripts that mention a clause: file and line (from 1).
    #[must_use]
    pub fn mentions<'a>(&'a self, clause: &'a str) -> Vec<(&'a Arc<Source>, usize)> {
        lines(self.scripts.clause_mentions(clause))
    }

    /// The hooks of the rule scripts that name no clause of their own, so that they may carry out any: file, line (from
    /// 1) and name.
    #[must_use]
    pub fn hooks_without_clause(&self) -> Vec<(&Arc<Source>, usize, &str)> {
        self.scripts.hooks_without_clause().collect()
    }

    /// The first place of the rule scripts that names a clause.
    #[must_use]
    pub fn carrier<'a>(&'a self, clause: &'a str) -> Option<(&'a Arc<Source>, Range<usize>)> {
        self.scripts.clause_places(clause).next()
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

/// The lines of places, each once.
fn lines<'a>(
    places: impl Iterator<Item = (&'a Arc<Source>, Range<usize>)>,
) -> Vec<(&'a Arc<Source>, usize)> {
    let mut lines: Vec<_> =
        places.map(|(source, span)| (source, source.position(span.start).0)).collect();
    lines.dedup_by(|a, b| Arc::ptr_eq(a.0, b.0) && a.1 == b.1);
    lines
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
        EventKind::Answer => scripts.has_word("ask") || scripts.has_word("ask_in_secret"),
        EventKind::Announce => spec.announcers != Seats::default(),
        // Nothing happens when a move is forbidden.
        EventKind::Forbids => false,
        _ => true,
    }
}
