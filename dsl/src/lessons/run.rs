//! Plays the lessons of a ruleset, and finds the clauses that have none.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::rules::Clause;

use super::{Lesson, expect, read, strings};
use crate::diagnostic::{Diagnostic, Source, did_you_mean};
use crate::library::{GEOMETRY, Library};
use crate::load::{self, Loaded};
use crate::manifest::inherit;
use crate::manifest::tree::At;

/// What came of a ruleset's lessons.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many there are.
    pub lessons: usize,
    /// How many of them hold. Those that can't be played do, if their clauses are there.
    pub hold: usize,
    /// How many can't be played.
    pub unplayable: usize,
    /// What does not hold or is wrong with the file, in its order, and clauses without a lesson.
    pub findings: Vec<Diagnostic>,
}

/// Plays the lessons of a ruleset (`name` is its id or path, without a preset), each by the rules
/// that it asks for, whatever was changed when `loaded` was. With `required`, a ruleset without
/// lessons lacks them. Once `stop` is set, the rest is not played.
#[must_use]
pub fn run(
    library: &dyn Library,
    name: &str,
    loaded: &Loaded,
    required: bool,
    stop: &AtomicBool,
) -> Report {
    let mut report = Report::default();
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
    // Those with the same rules together, so that each rules are loaded once, and one at a time.
    let mut sorted: Vec<&Lesson> = lessons.iter().collect();
    sorted.sort_by_key(|lesson| (&lesson.preset, &lesson.set));
    for group in sorted.chunk_by(|a, b| (&a.preset, &a.set) == (&b.preset, &b.set)) {
        let rules = group.first().map(|first| rules(library, name, first));
        for lesson in group {
            if stop.load(Ordering::Relaxed) {
                return report;
            }
            let found = match &rules {
                Some(Ok(loaded)) => show(lesson, loaded),
                Some(Err(errors)) => errors.iter().map(|error| misset(lesson, error)).collect(),
                None => Vec::new(),
            };
            report.hold += usize::from(found.is_empty());
            report.unplayable += usize::from(lesson.unplayable.is_some());
            report.findings.extend(found);
        }
    }
    let place = |found: &Diagnostic| found.place.as_ref().map(|(_, span)| span.start);
    report.findings.sort_by_key(place);
    untaught(loaded, &lessons, &mut report.findings);
    report
}

/// The rules that a lesson asks for.
fn rules(library: &dyn Library, name: &str, lesson: &Lesson) -> Result<Loaded, Vec<Diagnostic>> {
    let preset = lesson.preset.as_deref().unwrap_or(inherit::DEFAULT);
    load::load(library, &format!("{name}@{preset}"), &lesson.set)
}

/// Why the rules that a lesson asks for can't be had, where it asks for them.
fn misset(lesson: &Lesson, error: &Diagnostic) -> Diagnostic {
    let set = lesson.table.entries_of("set").iter();
    let named = |key: &str| {
        let constant = key.split_once('.').map_or(key, |(_, constant)| constant);
        error.message.contains(constant)
    };
    let at = match set.into_iter().find(|entry| named(&entry.key)) {
        Some(entry) => &entry.key_at,
        None if lesson.preset.is_some() => lesson.place("preset"),
        None => lesson.place("set"),
    };
    Diagnostic { help: error.help.clone(), ..at.error("Q0613", error.message.clone()) }
}

/// Everything about a lesson that does not hold.
fn show(lesson: &Lesson, loaded: &Loaded) -> Vec<Diagnostic> {
    let mut found = unknown_clauses(lesson, loaded);
    if lesson.unplayable.is_some() {
        return found;
    }
    let hooks = loaded.hooks();
    let mut game = match lesson.start(&loaded.rules, &*hooks) {
        Ok(game) => game,
        Err(errors) => {
            found.extend(errors);
            return found;
        }
    };
    let game = &mut *game;
    if let Err(error) = lesson.play(game) {
        found.push(error);
        return found;
    }
    match expect::hold(loaded, game, &lesson.table) {
        Ok(failed) => found.extend(failed),
        Err(error) => found.push(super::stage::failed(&lesson.at, &error)),
    }
    found
}

/// Clauses of a lesson that the rules do not have.
fn unknown_clauses(lesson: &Lesson, loaded: &Loaded) -> Vec<Diagnostic> {
    let clauses = &loaded.rules.spec().clauses;
    let missing = |(item, id): (&crate::manifest::tree::Node, &str)| {
        let help = did_you_mean(id, clauses.iter().map(|clause| clause.id.as_str()));
        let known = clauses.iter().any(|clause| clause.id == id);
        let made = item.at.error("Q0612", format!("there is no clause `{id}`"));
        (!known).then_some(Diagnostic { help, ..made })
    };
    lesson.table.get("clause").into_iter().flat_map(strings).filter_map(missing).collect()
}

/// Clauses that the ruleset's own files state and no lesson shows. Those of a parent are shown by
/// its own lessons.
fn untaught(loaded: &Loaded, lessons: &[Lesson], found: &mut Vec<Diagnostic>) {
    let Some(own) = loaded.sources.first() else { return };
    let taught = |id: &String| lessons.iter().any(|lesson| lesson.clauses.contains(id));
    let clauses = loaded.rules.spec().clauses.iter().filter(|clause| !taught(&clause.id));
    let places: Vec<(At, &Clause)> =
        clauses.filter_map(|clause| Some((stated(loaded, own, clause)?, clause))).collect();
    if loaded.lessons.is_none() {
        if let Some((at, _)) = places.first() {
            let names: Vec<&str> = places.iter().map(|(_, clause)| clause.id.as_str()).collect();
            let message = "there is no lessons.toml, and these rules have clauses to show";
            let help = format!("without a lesson are {}", names.join(", "));
            found.push(at.warning("Q0619", message).help(help));
        }
        return;
    }
    for (at, clause) in places {
        let message = format!("no lesson shows the clause `{}`", clause.id);
        let help = "write one, or one with `unplayable = \"why\"` if no position can show it";
        found.push(at.warning("Q0619", message).help(help));
    }
}

/// Where the ruleset's own files, or plugins that it uses for itself, state a clause.
fn stated(loaded: &Loaded, own: &Arc<Source>, clause: &Clause) -> Option<At> {
    let (file, line) = clause.place.rsplit_once(':')?;
    let source = loaded.sources.iter().find(|source| source.name == file)?;
    let folder = |name: &str| name.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let heir = loaded.sources.iter().skip(1).any(|source| source.name.ends_with(GEOMETRY));
    let plugin = folder(file).as_deref() == Some(load::PLUGINS);
    if folder(file) != folder(&own.name) && (heir || !plugin) {
        return None;
    }
    let number = line.parse::<usize>().ok()?.checked_sub(1)?;
    let start: usize = source.text.split_inclusive('\n').take(number).map(str::len).sum();
    let line = source.text.get(start..)?.lines().next()?;
    let word = line.find(&clause.id).map(|at| start + at..start + at + clause.id.len());
    Some(At { source: Arc::clone(source), span: word.unwrap_or(start..start + line.len()) })
}
