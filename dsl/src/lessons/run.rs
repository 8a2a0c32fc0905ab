//! Plays the lessons of a ruleset, and finds clauses without a lesson.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::{AnyGame, HookError};
use quadrille_study::sim::Interruptible;

use super::setup_and_moves::Interruption;
use super::{Lesson, MAX_MISTAKES, expectations, read, strings};
use crate::diagnostic::{
    Code, Diagnostic, FirstSuggestions, Levels, MistakeOrigin, RulesetError, Severity, Source,
    suggest,
};
use crate::library::Library;
use crate::limits::NEVER_STOPPED;
use crate::load::{self, Ruleset};
use crate::manifest::presets;
use crate::manifest::tree::FileSpan;

/// The results of a ruleset's lessons.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct LessonReport {
    /// The number of lessons.
    pub lessons: usize,
    /// The number of lessons that were checked. Lessons without a position are included.
    pub shown: usize,
    /// The number of lessons that passed. A lesson without a position passes if the rules have all
    /// clauses of the lesson.
    pub passed: usize,
    /// The number of checked lessons that have no position, because no position can show their
    /// clauses.
    pub unplayable: usize,
    /// The diagnostics. Failed expectations and other errors come first, in the order of the file.
    /// Clauses without a lesson come after them.
    pub findings: Vec<Diagnostic>,
}

/// Plays the lessons of a ruleset.
///
/// `name` is the id or path of the ruleset, without a preset. Each lesson chooses its own preset
/// and tunables. The preset and the tunables of `loaded` therefore have no effect on the lessons.
/// If `required` is `true`, clauses without a lesson are reported. When `stop` is set, the function
/// stops before the next lesson.
#[must_use]
pub fn run(
    library: &dyn Library,
    name: &str,
    loaded: &Ruleset,
    required: bool,
    stop: &AtomicBool,
) -> LessonReport {
    let mut report = LessonReport::default();
    let lessons = match &loaded.lessons {
        None if !required => return report,
        None => Vec::new(),
        Some(source) => {
            let (lessons, found) = read(source);
            report.findings = found;
            lessons
        }
    };
    report.lessons = lessons.len();
    // A lesson that can't be read may show any clause.
    let whole = report.findings.iter().all(|found| found.severity != Severity::Error);
    // Lessons with the same rules are grouped, so that each set of rules is loaded only once.
    let mut sorted: Vec<&Lesson> = lessons.iter().collect();
    sorted.sort_by_key(|lesson| (&lesson.preset, &lesson.set));
    for group in sorted.chunk_by(|a, b| (&a.preset, &a.set) == (&b.preset, &b.set)) {
        if stop.load(Ordering::Relaxed) {
            return report;
        }
        let rules = group.first().map(|first| first.rules_until(library, name, stop));
        let mut known =
            rules.as_ref().and_then(|rules| Some(KnownClauses::new(rules.as_ref().ok()?)));
        for lesson in group {
            let found = match (&rules, &mut known) {
                (Some(Ok(loaded)), Some(known)) => show(lesson, loaded, known, stop),
                (Some(Err(found)), _) => {
                    let errors = found.iter().filter(|found| found.severity == Severity::Error);
                    errors.map(|error| misset(lesson, error)).collect()
                }
                _ => Vec::new(),
            };
            // An interrupted lesson has no result.
            if stop.load(Ordering::Relaxed) {
                return report;
            }
            report.shown += 1;
            report.passed += usize::from(found.is_empty());
            report.unplayable += usize::from(lesson.unplayable.is_some());
            report.findings.extend(found);
        }
    }
    let place = |found: &Diagnostic| found.place().map(|label| label.span.start);
    report.findings.sort_by_key(place);
    let mut failed = Vec::new();
    report.findings.retain(|found| !is_repeated(found, &mut failed));
    if whole {
        untaught(loaded, &lessons, &mut report.findings);
    }
    report.findings = loaded.levels.apply(std::mem::take(&mut report.findings));
    report
}

/// An expectation of a lesson, and the result of its comparison with a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedExpectation<'l> {
    /// The key of the expectation, such as `legal`.
    pub key: &'l str,
    /// The value of the expectation, on one line.
    pub value: String,
    /// The reasons why the expectation fails. Empty if the game meets the expectation.
    pub failures: Vec<Diagnostic>,
}

impl Lesson {
    /// Loads the rules with the preset and tunables of the lesson. `name` is the id or path of the
    /// ruleset, without a preset.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every mistake in these rules.
    pub fn rules(&self, library: &dyn Library, name: &str) -> Result<Ruleset, RulesetError> {
        self.rules_until(library, name, &NEVER_STOPPED)
    }

    fn rules_until(
        &self,
        library: &dyn Library,
        name: &str,
        stop: &AtomicBool,
    ) -> Result<Ruleset, RulesetError> {
        let preset = self.preset.as_deref().unwrap_or(presets::DEFAULT);
        let name = format!("{name}@{preset}");
        load::load_until(library, &name, &self.set, &Levels::default(), stop)
    }

    /// Compares the lesson's expectations with a game. The lesson's actions must have been played
    /// in this game.
    ///
    /// # Errors
    /// Returns the hook's error if a hook fails while an expectation is checked.
    pub fn compare(
        &self,
        loaded: &Ruleset,
        game: &mut dyn AnyGame,
    ) -> Result<Vec<CheckedExpectation<'_>>, HookError> {
        let all = self.expectations().into_iter().map(|(key, value)| {
            let failures = expectations::hold(loaded, game, &self.table, Some(key))?;
            Ok(CheckedExpectation { key, value, failures })
        });
        all.collect()
    }
}

/// Returns the diagnostic for rules that can't be loaded. The place of the diagnostic is the
/// lesson's key for the preset or for the tunable.
fn misset(lesson: &Lesson, error: &Diagnostic) -> Diagnostic {
    let set = lesson.table.entries_of("set").iter();
    let at = match &error.origin {
        MistakeOrigin::Override(key) => set.into_iter().find(|entry| entry.key == *key),
        _ => None,
    };
    let at = match at {
        Some(entry) => &entry.key_at,
        None if lesson.preset.is_some() => lesson.place("preset"),
        None => lesson.place("set"),
    };
    // The error itself is in another file, so the message contains the place of the error.
    let message = match (&error.origin, error.place()) {
        (MistakeOrigin::File, Some(place)) => {
            let (line, _) = place.source.position(place.span.start);
            let (file, why) = (&place.source.name, &error.message);
            format!("these rules can't be loaded: {file}, line {line}: {why}")
        }
        _ => error.message.clone(),
    };
    at.error(Code::LessonRules, message).maybe_help(error.help.clone())
}

/// Plays a lesson. Returns a diagnostic for each failed expectation and for each other error.
fn show(
    lesson: &Lesson,
    loaded: &Ruleset,
    known: &mut KnownClauses<'_>,
    stop: &AtomicBool,
) -> Vec<Diagnostic> {
    let mut found = known.unknown(lesson);
    if lesson.unplayable.is_some() {
        return found;
    }
    let hooks = loaded.hooks();
    let hooks = Interruptible::new(&*hooks, stop);
    let shown = lesson.begin(&loaded.rules, &hooks).and_then(|mut game| {
        lesson.play(&mut *game)?;
        expectations::hold(loaded, &mut *game, &lesson.table, None)
            .map_err(|error| Interruption::Script(lesson.at.clone(), error))
    });
    match shown {
        Ok(failed) => found.extend(failed),
        Err(Interruption::Mistakes(mistakes)) => found.extend(mistakes),
        Err(Interruption::Script(at, error)) => found.push(failed(loaded, &at, &error)),
    }
    found
}

/// Returns the diagnostic for a script that failed. The diagnostic has the place in the script and
/// the place in the lesson.
fn failed(loaded: &Ruleset, at: &FileSpan, error: &HookError) -> Diagnostic {
    let message = format!("`{}` failed: {}", error.hook(), error.reason());
    let code = Code::HookFailedInLesson;
    match loaded.fault_at(error) {
        Some((source, span)) => Diagnostic::error(code, source, span, message).label(
            &at.source,
            at.span.clone(),
            "in this lesson",
        ),
        None => at.error(code, message),
    }
}

/// Returns `true` if a script failed at the place of `found` in an earlier lesson too. Otherwise
/// adds the place to `earlier`.
fn is_repeated(found: &Diagnostic, earlier: &mut Vec<(Arc<Source>, Range<usize>)>) -> bool {
    let (Some(Code::HookFailedInLesson), Some(at)) = (found.code, found.place()) else {
        return false;
    };
    let place = (Arc::clone(&at.source), at.span.clone());
    let repeated = earlier.contains(&place);
    if !repeated {
        earlier.push(place);
    }
    repeated
}

/// The clauses of the rules with which lessons are played.
struct KnownClauses<'a> {
    ids: HashSet<&'a str>,
    suggestions: FirstSuggestions,
}

impl<'a> KnownClauses<'a> {
    fn new(loaded: &'a Ruleset) -> Self {
        let ids = loaded.spec().clauses.iter().map(|clause| clause.id.as_str()).collect();
        Self { ids, suggestions: FirstSuggestions::new() }
    }

    /// Returns a diagnostic for each clause that a lesson names but that the rules do not have.
    fn unknown(&mut self, lesson: &Lesson) -> Vec<Diagnostic> {
        let named = lesson.table.get("clause").into_iter().flat_map(strings);
        let unknown: Vec<_> =
            named.filter(|(_, id)| !self.ids.contains(id)).take(MAX_MISTAKES).collect();
        let found = unknown.into_iter().map(|(item, id)| {
            let help = self.suggestions.suggest(id, self.ids.iter().copied());
            let message = format!("there is no clause `{id}`");
            item.at.error(Code::LessonWithoutClause, message).maybe_help(help)
        });
        found.collect()
    }
}

/// Warns about clauses that no lesson shows. Only clauses in the ruleset's own files are reported,
/// because the lessons of the parent show the parent's clauses.
fn untaught(loaded: &Ruleset, lessons: &[Lesson], found: &mut Vec<Diagnostic>) {
    let stated = KnownClauses::new(loaded).ids;
    let names = || lessons.iter().flat_map(|lesson| &lesson.clauses).map(String::as_str);
    let named: HashSet<&str> = names().collect();
    // A lesson with a misspelt clause already has an error.
    let misspelt = names().filter(|name| !stated.contains(name)).take(MAX_MISTAKES);
    let misspelt: Vec<&str> = misspelt.collect();
    let meant = |id: &str| misspelt.iter().any(|name| suggest(name, [id]).is_some());
    let taught = |id: &str| named.contains(id) || meant(id);
    // For a clause that is not stated, there already is a warning.
    let unstated = loaded.reported(Code::ClauseNotStated).filter_map(Diagnostic::place);
    let unstated: HashSet<(&str, &Range<usize>)> =
        unstated.map(|of| (of.source.name.as_str(), &of.span)).collect();
    let is_unstated = |at: &FileSpan| unstated.contains(&(at.source.name.as_str(), &at.span));
    let missing = loaded.own_clauses.iter().filter(|(id, at)| !taught(id) && !is_unstated(at));
    let missing: Vec<(&str, &FileSpan)> = missing.map(|(id, at)| (id.as_str(), at)).collect();
    if loaded.lessons.is_none() {
        if let Some((_, at)) = missing.first() {
            let names: Vec<&str> = missing.iter().map(|(id, _)| *id).collect();
            let message = "these rules have clauses, but no lessons.toml";
            let help = format!("clauses without a lesson: {}", names.join(", "));
            found.push(at.warning(Code::ClauseWithoutLesson, message).help(help));
        }
        return;
    }
    for (id, at) in missing {
        let message = format!("no lesson shows the clause `{id}`");
        let help = "write a lesson, with `unplayable = \"why\"` if no position can show the clause";
        found.push(at.warning(Code::ClauseWithoutLesson, message).help(help));
    }
}
