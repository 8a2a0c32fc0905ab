//! A loaded ruleset, with the data of its files.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_core::rules::ScriptPlace;
use quadrille_core::{
    CompiledRules, EventKind, HookError, Hooks, Rule, RustRules, Seats, Spec, SpecErrors,
};

use super::build::MergedManifest;
use super::lint;
use super::meta::Meta;
use super::ruleset_file::{FileRole, RulesetFile};
use crate::diagnostic::{Code, Diagnostic, Levels, LintLevel, RulesetError, Source};
use crate::formats::mechanism_sentences;
use crate::limits::NEVER_STOPPED;
use crate::manifest::hash;
use crate::manifest::tree::FileSpan;
use crate::script::engine::sandbox;
use crate::script::{Host, Scripts, Tunable};
use crate::weights::{self, WeightsInUse};

/// A loaded ruleset. It contains the rules, and the other data of the ruleset's files.
#[derive(Clone)]
#[non_exhaustive]
pub struct Ruleset {
    /// The compiled rules.
    pub rules: CompiledRules,
    /// The title, history and colours.
    pub meta: Meta,
    /// The tunables: constants of scripts that can be set from outside.
    pub tunables: Vec<Tunable>,
    /// The lint levels.
    pub levels: Levels,
    /// A hash of everything that determines the rules (16 hexadecimal digits).
    pub hash: String,
    /// The origin of the weights. Agents use the weights to evaluate positions.
    pub weights: WeightsInUse,
    /// The flattened `geometry.toml`.
    pub resolved: String,
    /// Every value in the flattened file. Each has a path, such as `zones.centre`.
    pub values: Vec<(String, String)>,
    /// The preset in force.
    pub preset: Option<String>,
    /// Every file that was read. The manifests come first, beginning with the ruleset's own
    /// manifest. The scripts follow.
    pub files: Vec<RulesetFile>,
    /// The ruleset's lessons, as in its folder.
    pub lessons: Option<Arc<Source>>,
    /// The clauses that name a source. Each has the key of this source in [`Meta::sources`].
    pub clause_sources: Vec<(String, String)>,
    /// The remarks after `[RECONSTRUCTED]` in comments of the ruleset's own files and plugins. They
    /// explain which rules were reconstructed, and why.
    pub reconstructed: Vec<String>,
    /// The rule scripts.
    pub scripts: Arc<Scripts>,
    /// The place of the ply limit. If the manifest does not set the limit, this is the place of the
    /// table in which the limit belongs.
    pub ply_limit_at: Option<(Arc<Source>, Range<usize>)>,
    /// The places where the ruleset's own files and its own plugins state clauses. Each place has
    /// the id of the clause.
    pub(crate) own_clauses: Vec<(String, FileSpan)>,
    /// The rules in Rust that a program added to the scripts.
    pub(super) rust: RustRules,
    /// Warnings from reading the files.
    pub(super) found: Vec<Diagnostic>,
    /// Further input of the lints.
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

/// Removes the shipped weights from all rulesets of a comparison, if at least one of these rulesets
/// has no weights. Without this step, differences between agents would be mistaken for differences
/// between rules. Weights that come from a given file are kept.
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

/// The maximum number of hosts that are kept for a thread.
const MAX_CACHED_HOSTS: usize = 8;

thread_local! {
    /// The hosts of this thread. The most recently used one is last.
    static HOSTS: RefCell<Vec<(CompiledRules, Rc<Host>)>> = const { RefCell::new(Vec::new()) };
}

impl Ruleset {
    /// Returns the rules as data. The compiled rules, [`Ruleset::rules`], are made from this data.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        self.rules.spec()
    }

    /// Returns warnings about the files, and about rules that are valid but probably unintended.
    ///
    /// The lint levels apply: a denied lint's finding is an error, but the rules can still be used.
    /// Every call of this method runs the lints. Loading does not run them.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        self.warnings_until(&NEVER_STOPPED)
    }

    /// Returns the warnings as [`Ruleset::warnings`] does. When another thread sets `stop`, the
    /// lints soon end, and the warnings may be incomplete.
    #[must_use]
    pub fn warnings_until(&self, stop: &AtomicBool) -> Vec<Diagnostic> {
        let whole = lint::LintInput::new(
            &self.written,
            &self.rules,
            &self.scripts,
            self.lessons.as_ref(),
            self.preset.is_some(),
            stop,
        );
        let found = self.found.iter().cloned().chain(lint::all(&whole));
        self.levels.apply(found.collect())
    }

    /// Returns the findings that a lint made while the files were read. Returns no findings if the
    /// lint is allowed.
    pub(crate) fn reported(&self, lint: Code) -> impl Iterator<Item = &Diagnostic> {
        let is_enabled = self.levels.of(lint) != LintLevel::Allow;
        self.found.iter().filter(move |found| is_enabled && found.code == Some(lint))
    }

    /// Returns the ruleset with an additional rule in Rust. Sessions, playouts and comparisons
    /// apply it like any other rule. [`Ruleset::hash`] changes, so that records of games with the
    /// rule can be distinguished from other records.
    ///
    /// # Errors
    /// Returns a [`SpecErrors`] if the resulting rules are invalid, for example because they have
    /// too many handlers.
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

    /// Replaces the weights of the ruleset by the weights in a file.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every mistake in the file. If the file is for other rules,
    /// the error contains only this mistake.
    pub fn take_weights(&mut self, source: &Arc<Source>) -> Result<(), RulesetError> {
        let file = weights::read(source, self.rules.spec())?;
        if let Some(rules) = self.rules.with_weights(Some(file.learned.weights)) {
            self.rules = rules;
            self.weights = WeightsInUse::Given(hash([source.text.as_str()]));
        }
        Ok(())
    }

    /// Returns the ruleset without weights from a file. Agents then use weights that are derived
    /// from the rules.
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

    /// Returns a hash of everything that determines the games of agents: the rules, and the weights
    /// with which the agents evaluate positions.
    #[must_use]
    pub fn games_hash(&self) -> String {
        match self.weights.hash() {
            None => self.hash.clone(),
            Some(weights) => hash([self.hash.as_str(), weights]),
        }
    }

    /// Returns hooks that run the scripts. Each thread needs separate hooks.
    #[must_use]
    pub fn hooks(&self) -> Box<dyn Hooks + '_> {
        Box::new(self.host())
    }

    /// Returns slower hooks with the same results, for comparisons. They run a script for every
    /// query. Other hooks reuse the answers to equal queries.
    #[must_use]
    pub fn hooks_without_memory(&self) -> Box<dyn Hooks + '_> {
        Box::new(self.host().without_memory())
    }

    /// Returns even slower hooks with the same results, for comparisons. They reuse no answers, and
    /// Rhai interprets their scripts. Other hooks run scripts directly.
    #[must_use]
    pub fn hooks_by_rhai(&self) -> Box<dyn Hooks + '_> {
        Box::new(self.host().without_memory().by_rhai())
    }

    /// Returns hooks that all games on a thread share. The first call on a thread compiles every
    /// script. A thread keeps the hooks of the rulesets that it used most recently.
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

    /// Returns the requested tunables as `script.NAME` with their values. These are the changes
    /// from the ruleset, or from the preset in force.
    pub fn requested(&self) -> impl Iterator<Item = (String, String)> {
        let changed = self.tunables.iter().filter(|tunable| {
            tunable.requested && (self.preset.is_some() || tunable.value != tunable.default)
        });
        changed.map(|it| (format!("{}.{}", it.script, it.name), it.value.clone()))
    }

    /// Describes in sentences the rules other than movement: the declarations, and the questions
    /// that scripts ask.
    #[must_use]
    pub fn mechanisms(&self) -> Vec<String> {
        let plies: Vec<&str> =
            self.scripts.all_calls("set_counter_to_ply").filter_map(|call| call.first).collect();
        let mut all = mechanism_sentences::sentences(self.rules.spec(), &plies);
        all.extend(self.scripts.questions_in_sentences());
        all
    }

    /// Returns `true` if a script asks questions whose answers are sealed until all are revealed.
    #[must_use]
    pub fn asks_in_secret(&self) -> bool {
        self.scripts.any_uses("ask_in_secret")
    }

    /// Returns `true` if the hook of a handler reads only the moved piece and its destination. A
    /// tabulated hook would then suffice. `handler` is the handler's index.
    #[must_use]
    pub fn reads_piece_and_square_only(&self, handler: usize) -> bool {
        let handler = self.rules.spec().handlers.get(handler);
        handler.is_some_and(|handler| self.scripts.reads_piece_and_square_only(&handler.name))
    }

    /// Returns the place of a handler's hook: the name of its function. `handler` is the handler's
    /// index.
    #[must_use]
    pub fn hook_at(&self, handler: usize) -> Option<(&Arc<Source>, Range<usize>)> {
        self.scripts.hook_place(&self.rules.spec().handlers.get(handler)?.name)
    }

    /// Returns the hooks that may end the game, each as `script.function`. The first list contains
    /// the hooks that run for every position, even if the position was set up and not reached by
    /// moves. The second list contains the hooks that run only after an event, such as a capture.
    #[must_use]
    pub fn ending_hooks(&self) -> (Vec<String>, Vec<String>) {
        let judges = |event| {
            !matches!(
                event,
                EventKind::Capture | EventKind::Promotion | EventKind::Check | EventKind::Move
            )
        };
        // These events depend on an offer, on an answer, or on the length of the game. A position
        // contains none of these.
        let apart = |event| matches!(event, EventKind::Say | EventKind::Answer | EventKind::Limit);
        let hooks = self.scripts.ending().into_iter().filter(|(event, _)| !apart(*event));
        let (judging, others): (Vec<_>, Vec<_>) = hooks.partition(|(event, _)| judges(*event));
        let names = |hooks: Vec<(EventKind, String)>| hooks.into_iter().map(|(_, name)| name);
        (names(judging).collect(), names(others).collect())
    }

    /// Returns `true` if the hook of a handler has the condition `every ply`. `handler` is the
    /// index of the handler.
    #[must_use]
    pub fn runs_every_ply(&self, handler: usize) -> bool {
        let handler = self.rules.spec().handlers.get(handler);
        handler.is_some_and(|handler| self.scripts.runs_every_ply(&handler.name))
    }

    /// Returns the file and line of an effect of a handler. `handler` is the index of the handler.
    #[must_use]
    pub fn effect_place(&self, handler: usize, place: u64) -> Option<String> {
        let handler = self.rules.spec().handlers.get(handler)?;
        let place = self.scripts.effect_place(&handler.name, place)?;
        Some(ScriptPlace { column: None, ..place }.to_string())
    }

    /// Returns the place where a hook failed: the script, and the word or line in the script. If
    /// this place is unknown, returns the place of the hook's name.
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

    /// Returns the presets in force, in the order of the file. Each has a name and a sentence that
    /// describes it.
    pub fn presets_in_force(&self) -> impl Iterator<Item = &(String, String)> {
        let names: Vec<&str> = self.preset.as_deref().unwrap_or_default().split('+').collect();
        self.meta.presets.iter().filter(move |(name, _)| names.contains(&name.as_str()))
    }

    /// Returns the manifests that were merged. The first one is the ruleset's own manifest.
    pub fn manifests(&self) -> impl Iterator<Item = &Arc<Source>> {
        let manifests = self.files.iter().filter(|file| file.role == FileRole::Manifest);
        manifests.map(|file| &file.source)
    }

    /// Returns `true` if the ruleset extends another.
    #[must_use]
    pub fn inherits(&self) -> bool {
        self.manifests().nth(1).is_some()
    }

    /// Returns the source key of a clause.
    #[must_use]
    pub fn source_of(&self, clause: &str) -> Option<&str> {
        let found = self.clause_sources.iter().find(|(known, _)| known == clause);
        found.map(|(_, key)| key.as_str())
    }

    /// Returns the citation of a source key.
    #[must_use]
    pub fn citation(&self, key: &str) -> Option<&str> {
        self.meta.sources.iter().find(|(known, _)| known == key).map(|(_, cite)| cite.as_str())
    }

    /// Returns the places in the rule scripts that name a clause. Each place is a file and a line,
    /// counted from 1. If there is no such place, the clause follows from the board and the pieces,
    /// and never fires.
    #[must_use]
    pub fn carriers<'a>(&'a self, clause: &'a str) -> Vec<(&'a Arc<Source>, usize)> {
        lines(self.scripts.clause_places(clause))
    }

    /// Returns the places of comments in the rule scripts that mention a clause. Each place is a
    /// file and a line, counted from 1.
    #[must_use]
    pub fn mentions<'a>(&'a self, clause: &'a str) -> Vec<(&'a Arc<Source>, usize)> {
        lines(self.scripts.clause_mentions(clause))
    }

    /// Returns the hooks of the rule scripts that name no clause. Each has its file, its line
    /// (counted from 1) and its name. Such a hook may implement any clause.
    #[must_use]
    pub fn hooks_without_clause(&self) -> Vec<(&Arc<Source>, usize, &str)> {
        self.scripts.hooks_without_clause().collect()
    }

    /// Returns the first place in the rule scripts that names a clause.
    #[must_use]
    pub fn carrier<'a>(&'a self, clause: &'a str) -> Option<(&'a Arc<Source>, Range<usize>)> {
        self.scripts.clause_places(clause).next()
    }

    /// Returns `true` if a clause can fire. One of these must have the clause:
    ///
    /// - a hook whose event can happen, or an effect of a hook
    /// - a movement, a castling move, a shuffle, a promotion or an arrival
    ///
    /// All other clauses never fire. They follow from the board and the pieces, or concern features
    /// that these rules lack.
    #[must_use]
    pub fn can_fire(&self, clause: &str) -> bool {
        let spec = self.rules.spec();
        let id = spec.clause_named(clause);
        let happens = |event| can_happen(event, spec, &self.scripts);
        let by_rules = id.is_some()
            && (spec.handlers.iter().any(|h| h.clause == id && happens(h.event))
                || spec.kinds.iter().flat_map(|kind| &kind.paths).any(|path| path.clause == id)
                || spec.castling.iter().any(|castling| castling.clause == id)
                || spec.shuffles.iter().any(|shuffle| shuffle.clause == id)
                || spec.promotions.iter().any(|(_, _, promotion)| promotion.clause == id)
                || spec.arrivals.iter().any(|(_, _, arrival)| arrival.clause == id));
        by_rules || self.scripts.hooks_naming(clause).any(|event| event.is_none_or(happens))
    }
}

/// Returns the lines of places, without duplicates.
fn lines<'a>(
    places: impl Iterator<Item = (&'a Arc<Source>, Range<usize>)>,
) -> Vec<(&'a Arc<Source>, usize)> {
    let mut lines: Vec<_> =
        places.map(|(source, span)| (source, source.position(span.start).0)).collect();
    lines.dedup_by(|a, b| Arc::ptr_eq(a.0, b.0) && a.1 == b.1);
    lines
}

/// Returns `true` if an event can happen in a game by these rules.
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
        EventKind::Answer => Scripts::ASKING_WORDS.iter().any(|word| scripts.has_word(word)),
        EventKind::Announce => spec.announcers != Seats::default(),
        // `forbids` only prevents moves, so nothing happens.
        EventKind::Forbids => false,
        _ => true,
    }
}
