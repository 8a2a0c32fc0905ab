//! The rulesets of a library, loaded once and shared by services.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quadrille_dsl::diagnostic::Levels;
use quadrille_dsl::lessons::{self, Lesson};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Diagnostic, Library, Ruleset, load, load_until, sentence};

use crate::draft::{DRAFT, Drafts};
use crate::protocol::{Card, MAX_RULES_BYTES, PuzzleTitle, Refusal, RefusalCode, RulesKey};
use crate::weights::WithWeights;
use crate::{puzzles, rules};

/// A function that receives the id of a ruleset.
type ReportRuleset = Box<dyn Fn(&str) + Send + Sync>;

/// The default for the maximum number of loaded rulesets.
const MAX_RULES: usize = 16;

/// The rulesets of a library, loaded once and shared by services.
pub struct Rulesets {
    library: WithWeights,
    /// The most recently used rulesets, the latest last. Drafts are not included, because each
    /// belongs to one page.
    known: Mutex<Vec<Arc<LoadedRuleset>>>,
    most: usize,
    /// Receives the id of each ruleset that leaves memory.
    report: Option<ReportRuleset>,
    cards: OnceLock<Vec<Card>>,
    recipes: OnceLock<Vec<Card>>,
    puzzles: OnceLock<Vec<PuzzleTitle>>,
}

impl std::fmt::Debug for Rulesets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rulesets").finish_non_exhaustive()
    }
}

/// A loaded ruleset with its key.
pub(crate) struct LoadedRuleset {
    pub key: RulesKey,
    pub loaded: Arc<Ruleset>,
    /// The lessons, once they have been read.
    lessons: OnceLock<Vec<Lesson>>,
}

impl Rulesets {
    /// Creates the shared rulesets of a library.
    #[must_use]
    pub fn new(library: Box<dyn Library + Send + Sync>) -> Self {
        Self {
            library: WithWeights::new(library),
            known: Mutex::default(),
            most: MAX_RULES,
            report: None,
            cards: OnceLock::new(),
            recipes: OnceLock::new(),
            puzzles: OnceLock::new(),
        }
    }

    /// Creates the shared rulesets of the shipped library.
    #[must_use]
    pub fn shipped() -> Self {
        Self::new(Box::new(Shipped))
    }

    /// Sets the maximum number of loaded rulesets.
    #[must_use]
    pub fn keeping(self, most: usize) -> Self {
        Self { most: most.max(1), ..self }
    }

    /// Sets a function that receives the id of each ruleset that leaves memory to make room for
    /// another.
    #[must_use]
    pub fn reporting(self, report: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { report: Some(Box::new(report)), ..self }
    }

    /// Returns the library.
    pub(crate) fn library(&self) -> &dyn Library {
        &self.library
    }

    /// Supplies the weights of a ruleset, or `None` to play without them. If the library contains
    /// these weights, the call has no effect.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the weights have mistakes. The ruleset then has no weights, as
    /// before the call.
    pub(crate) fn supply_weights(&self, id: &str, weights: Option<String>) -> Result<(), Refusal> {
        if !self.library.supply(id, weights) {
            return Ok(());
        }
        self.kept().retain(|known| bare(&known.key.id) != id);
        let key = RulesKey { id: id.to_owned(), ..RulesKey::default() };
        // A shipped ruleset loads in a short time.
        self.ruleset(&key, &AtomicBool::new(false))
            .map(drop)
            .inspect_err(|_| self.library.withdraw(id))
    }

    /// Checks that no page has to supply weights for a game by these rules.
    pub(crate) fn check_weights(&self, key: &RulesKey) -> Result<(), Refusal> {
        let id = bare(&key.id);
        if key.files.is_some() || !self.library.lacks_weights(id) {
            return Ok(());
        }
        let sentence = sentence!(RefusalNoWeights, ruleset = Argument::Text(id.to_owned()));
        let refusal = Refusal::new(RefusalCode::Weights, sentence);
        Err(Refusal { ruleset: Some(id.to_owned()), ..refusal })
    }

    /// Returns the rulesets by year. Rulesets that can't be loaded are left out.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        self.cards.get_or_init(|| {
            let mut cards = self.cards_of(self.library().names());
            cards.sort_by(|a, b| {
                (a.year.is_none(), a.year, &a.id).cmp(&(b.year.is_none(), b.year, &b.id))
            });
            cards
        })
    }

    /// Returns the recipes of the cookbook by name. Recipes that can't be loaded are left out.
    #[must_use]
    pub fn recipes(&self) -> &[Card] {
        self.recipes.get_or_init(|| self.cards_of(self.library().recipes()))
    }

    fn cards_of(&self, names: Vec<String>) -> Vec<Card> {
        let loaded = names.into_iter().filter_map(|id| load(self.library(), &id, &[]).ok());
        let card = |loaded: Ruleset| rules::card(&loaded, lessons::of(&loaded).len());
        loaded.map(card).collect()
    }

    /// Returns all puzzles.
    pub(crate) fn puzzles(&self) -> &[PuzzleTitle] {
        self.puzzles.get_or_init(|| puzzles::titles(self.library()))
    }

    /// Returns the rules of a key. Rules from files are loaded each time. When `stop` is set, loading
    /// soon ends with a refusal.
    pub(crate) fn ruleset(
        &self,
        key: &RulesKey,
        stop: &AtomicBool,
    ) -> Result<Arc<LoadedRuleset>, Refusal> {
        if key.files.is_some() {
            return self.load(key, stop).map(Arc::new);
        }
        if let Some(known) = latest(&mut self.kept(), key) {
            return Ok(known);
        }
        // The rules are loaded without the lock, so that other services need not wait.
        let known = Arc::new(self.load(key, stop)?);
        let dropped = keep(&mut self.kept(), &known, self.most);
        if let Some(report) = &self.report {
            dropped.iter().for_each(|dropped| report(&dropped.key.id));
        }
        Ok(known)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<Arc<LoadedRuleset>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(&self, key: &RulesKey, stop: &AtomicBool) -> Result<LoadedRuleset, Refusal> {
        let levels = Levels::default();
        let set: Vec<_> = key.set.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let loaded = match &key.files {
            None => load_until(self.library(), &key.id, &set, &levels, stop),
            Some(files) => {
                within(files)?;
                let preset = key.id.split_once('@').map_or("", |(_, preset)| preset);
                let name =
                    if preset.is_empty() { DRAFT.into() } else { format!("{DRAFT}@{preset}") };
                let library = Drafts { files, others: self.library() };
                load_until(&library, &name, &set, &levels, stop)
            }
        };
        let loaded = Arc::new(loaded.map_err(|error| invalid(error.diagnostics()))?);
        Ok(LoadedRuleset { key: key.clone(), loaded, lessons: OnceLock::new() })
    }
}

impl LoadedRuleset {
    pub(crate) fn lessons(&self) -> &[Lesson] {
        self.lessons.get_or_init(|| lessons::of(&self.loaded))
    }
}

/// Returns a ruleset's id without its preset.
pub(crate) fn bare(id: &str) -> &str {
    id.split_once('@').map_or(id, |(id, _)| id)
}

/// Returns the loaded rules of a key, which become the most recently used ones.
pub(crate) fn latest(
    kept: &mut Vec<Arc<LoadedRuleset>>,
    key: &RulesKey,
) -> Option<Arc<LoadedRuleset>> {
    let place = kept.iter().position(|known| known.key == *key)?;
    let known = kept.remove(place);
    kept.push(Arc::clone(&known));
    Some(known)
}

/// Adds rules to the list `kept`. If the list already has `most` entries, removes the oldest ones
/// and returns them.
pub(crate) fn keep(
    kept: &mut Vec<Arc<LoadedRuleset>>,
    known: &Arc<LoadedRuleset>,
    most: usize,
) -> Vec<Arc<LoadedRuleset>> {
    let excess = (kept.len() + 1).saturating_sub(most).min(kept.len());
    let dropped = kept.drain(..excess).collect();
    kept.push(Arc::clone(known));
    dropped
}

/// Returns the refusal for rules that can't be loaded.
pub(crate) fn invalid(found: &[Diagnostic]) -> Refusal {
    let findings = rules::findings(found);
    let first = findings.iter().find(|finding| finding.error);
    let sentence = match first {
        Some(first) => Sentence::text(&first.message),
        None => sentence!(RefusalBadRuleset),
    };
    Refusal { findings, ..Refusal::new(RefusalCode::Ruleset, sentence) }
}

/// Checks that the total size of a ruleset's files is within the limit.
pub(crate) fn within(files: &BTreeMap<String, String>) -> Result<(), Refusal> {
    let size: usize = files.iter().map(|(name, text)| name.len() + text.len()).sum();
    if size <= MAX_RULES_BYTES {
        return Ok(());
    }
    let sentence = sentence!(RefusalFilesSize, bytes = size, most = MAX_RULES_BYTES);
    Err(Refusal::new(RefusalCode::TooMany, sentence))
}
