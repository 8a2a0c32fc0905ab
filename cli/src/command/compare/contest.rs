//! What is compared: rulesets side by side, the metrics that all of them have, and the games.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quadrille_core::metrics::Unit;
use quadrille_core::study::block::{Side, Table};
use quadrille_core::study::compare::{Design, Listener, Look, Trial, compare};
use quadrille_core::study::metric::{Catalogue, Metric};
use quadrille_core::{AgentSpec, Hooks};
use quadrille_dsl::Loaded;
use quadrille_dsl::diagnostic::did_you_mean;

use super::figures;
use crate::args::{Change, LineUp, Question, Run, Setting};
use crate::exit::Failure;
use crate::library::Shelf;
use crate::progress::Progress;
use crate::session;

/// The chance of a false answer, over all pairs and line-ups of a comparison together.
pub const ALPHA: f64 = 0.05;

/// One of the rulesets.
pub struct Contestant {
    /// `a`, `b`, …
    pub letter: char,
    /// As it was typed.
    pub name: String,
    /// What was set on this side.
    pub set: Vec<Setting>,
    /// The rules.
    pub loaded: Loaded,
}

impl Contestant {
    /// Loads a ruleset as the side of this place.
    ///
    /// # Errors
    /// As [`session::open`].
    pub fn open(
        shelf: &Shelf,
        place: usize,
        name: &str,
        set: Vec<Setting>,
    ) -> Result<Self, Failure> {
        let change = Change { set };
        let loaded = session::open(shelf, name, &change)?;
        let letter = (b'a' + place.min(25) as u8) as char;
        Ok(Self { letter, name: name.to_owned(), set: change.set, loaded })
    }

    /// What it is called in tables: its name with what was set.
    #[must_use]
    pub fn label(&self) -> String {
        let set: Vec<String> = self.set.iter().map(ToString::to_string).collect();
        let set = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
        format!("{}{set}", self.name)
    }

    fn limit(&self, run: &Run) -> u32 {
        run.ply_limit.unwrap_or(self.loaded.rules.spec().ply_limit)
    }
}

/// What was asked, and what came of it.
pub struct Contest {
    /// The rulesets, the first being what the others are compared with.
    pub sides: Vec<Contestant>,
    /// The question.
    pub design: Design,
    /// For each line-up what was found; fewer than there are line-ups after an interruption.
    pub trials: Vec<Trial>,
    /// The chance of a false answer for each line-up.
    pub level: f64,
    /// How long it took.
    pub seconds: f64,
}

impl Contest {
    /// The primary metric.
    #[must_use]
    pub fn primary(&self) -> &Metric {
        &self.design.metrics[self.design.primary]
    }

    /// Whether it was stopped before it was over.
    #[must_use]
    pub fn interrupted(&self, line_ups: usize) -> bool {
        self.trials.len() < line_ups || self.trials.iter().any(|trial| trial.interrupted)
    }
}

/// Plays until the question is answered.
///
/// # Errors
/// If the rulesets can't be compared so, or the metric is not there.
pub fn hold(
    sides: Vec<Contestant>,
    question: &Question,
    run: &Run,
    stop: &AtomicBool,
) -> Result<Contest, Failure> {
    let catalogues = catalogues(&sides, question, run)?;
    let metrics = shared_metrics(&catalogues);
    let primary = metrics.iter().position(|m| m.name == question.primary).unwrap_or_default();
    let tables = tables(&sides, question, run)?;
    check_margin(question, &metrics[primary])?;
    let level = ALPHA / tables.len() as f64;
    let mut design = Design {
        metrics,
        primary,
        margin: question.margin,
        alpha: ALPHA,
        floor: question.at_least,
        cap: question.number,
        jobs: super::super::jobs(run.jobs),
    };
    let begun = Instant::now();
    let hooks: Vec<_> =
        sides.iter().map(|side| move || -> Box<dyn Hooks + '_> { side.loaded.hooks() }).collect();
    let playing: Vec<Side<'_>> = sides
        .iter()
        .zip(&catalogues)
        .zip(&hooks)
        .map(|((side, catalogue), hooks)| Side {
            rules: &side.loaded.rules,
            hooks,
            measure: catalogue,
            shift: 0,
        })
        .collect();
    let mut trials = Vec::new();
    for (table, line_up) in tables.iter().zip(&question.agents) {
        let of = table.rotations();
        design.cap = (question.number / of).max(1);
        design.floor = question.at_least.div_ceil(of);
        let games = design.cap * of * sides.len() as u64;
        let watcher = Watcher {
            progress: Progress::new(games, "games at most"),
            metric: design.metrics[primary].clone(),
            line_up: line_up.to_string(),
        };
        trials.push(compare(&playing, table, &design, level, stop, &watcher));
        watcher.progress.finish();
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
    }
    (design.floor, design.cap) = (question.at_least, question.number);
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Contest { sides, design, trials, level, seconds })
}

/// Shows on the terminal what is known so far.
struct Watcher {
    progress: Progress,
    metric: Metric,
    line_up: String,
}

impl Listener for Watcher {
    fn game(&self) {
        self.progress.tick();
    }

    fn look(&self, look: &Look) {
        let unit = self.metric.unit;
        let changes = look.changes.iter().map(|(change, interval)| {
            format!("{} ({})", figures::change(unit, *change), figures::span(unit, *interval))
        });
        let known: Vec<String> = changes.collect();
        let expected = look
            .expected
            .map_or_else(String::new, |blocks| format!(", about {blocks} blocks expected"));
        self.progress.tell(&format!(
            "{}, {}: {}{expected}",
            self.line_up,
            self.metric.name,
            known.join(", ")
        ));
    }
}

/// What can be measured on each side, the same metrics in the same order: those that all have,
/// clauses only if one of them was asked for.
///
/// # Errors
/// If the primary one is not among them.
pub fn catalogues<'a>(
    sides: &'a [Contestant],
    question: &Question,
    run: &Run,
) -> Result<Vec<Catalogue<'a>>, Failure> {
    let new = |side: &'a Contestant| Catalogue::new(&side.loaded.rules, side.limit(run));
    let mut all: Vec<Catalogue<'a>> = sides.iter().map(new).collect();
    let names = |catalogue: &Catalogue<'_>| -> Vec<String> {
        catalogue.metrics().map(|metric| metric.name.clone()).collect()
    };
    let primary = &question.primary;
    for (side, catalogue) in sides.iter().zip(&all) {
        let names = names(catalogue);
        if names.contains(primary) {
            continue;
        }
        let elsewhere = all.iter().any(|other| other.metrics().any(|m| m.name == *primary));
        if elsewhere {
            return Err(Failure::advised(
                format!("`{}` has no metric `{primary}`, so it can't be compared by it", side.name),
                Some("choose one that all of them have, such as `decided` or `length`".to_owned()),
            ));
        }
        let close = did_you_mean(primary, names.iter().map(String::as_str));
        let plain = names.iter().filter(|name| !name.starts_with("clause."));
        let plain: Vec<&str> = plain.map(String::as_str).collect();
        return Err(Failure::advised(
            format!("there is no metric `{primary}`"),
            Some(close.unwrap_or_else(|| {
                format!("there are {}, and clause.NAME for every clause", plain.join(", "))
            })),
        ));
    }
    if let Some(why) = incomparable(sides, primary) {
        return Err(Failure::advised(
            format!("`{primary}` means something else on each side: {why}"),
            Some("choose another metric, such as `decided` or `length`".to_owned()),
        ));
    }
    let shared: Vec<String> = names(&all[0])
        .into_iter()
        .filter(|name| name == primary || is_usual(sides, name))
        .filter(|name| all.iter().all(|other| other.metrics().any(|m| m.name == *name)))
        .filter(|name| incomparable(sides, name).is_none())
        .collect();
    for catalogue in &mut all {
        catalogue.keep(&shared);
    }
    Ok(all)
}

/// Whether a metric is looked at unasked. Clauses are told of elsewhere, and the seats of a team
/// have what their team has.
fn is_usual(sides: &[Contestant], metric: &str) -> bool {
    let teamed = sides.iter().any(|side| {
        let spec = side.loaded.rules.spec();
        spec.teams.len() < spec.seats.len()
    });
    !(metric.starts_with("clause.") || teamed && metric.starts_with("seat."))
}

/// Why a metric of results can't be compared between these rulesets.
fn incomparable(sides: &[Contestant], metric: &str) -> Option<String> {
    let of_result = metric.starts_with("first_side")
        || metric.starts_with("seat.")
        || metric.starts_with("team.");
    if !of_result {
        return None;
    }
    let shape = |side: &Contestant| {
        let spec = side.loaded.rules.spec();
        (spec.seats.len(), spec.teams.len())
    };
    let first = sides.first()?;
    let other = sides.iter().find(|side| shape(side) != shape(first))?;
    let told = |side: &Contestant| {
        let (seats, teams) = shape(side);
        if teams < seats {
            format!("{} has {seats} seats in {teams} teams", side.name)
        } else {
            format!("{} has {seats} seats, each for itself", side.name)
        }
    };
    Some(format!("{}; {}", told(first), told(other)))
}

/// The metrics of all sides, with bounds that hold on all.
fn shared_metrics(catalogues: &[Catalogue<'_>]) -> Vec<Metric> {
    let mut metrics: Vec<Metric> =
        catalogues.first().map(|first| first.metrics().cloned().collect()).unwrap_or_default();
    for other in catalogues {
        for (metric, same) in metrics.iter_mut().zip(other.metrics()) {
            metric.low = metric.low.min(same.low);
            metric.high = metric.high.max(same.high);
        }
    }
    metrics
}

/// A table for each line-up.
///
/// # Errors
/// If it has another number of seats than a ruleset, or an agent can't play by its rules.
pub fn tables(sides: &[Contestant], question: &Question, run: &Run) -> Result<Vec<Table>, Failure> {
    let table = |line_up: &LineUp| -> Result<Table, Failure> {
        let agents = seated(line_up, sides)?;
        Ok(Table { seed: run.seed, agents, ply_limit: run.ply_limit })
    };
    question.agents.iter().map(table).collect()
}

/// An agent for each seat.
fn seated(line_up: &LineUp, sides: &[Contestant]) -> Result<Vec<AgentSpec>, Failure> {
    for side in sides {
        for agent in &line_up.0 {
            agent.suits(side.loaded.rules.spec())?;
        }
    }
    if let [agent] = line_up.0[..] {
        // One agent in all seats sits alike however it is turned.
        let seats = sides.iter().map(|side| side.loaded.rules.spec().seats.len()).max();
        return Ok(vec![agent; seats.unwrap_or(1)]);
    }
    for side in sides {
        let seats = side.loaded.rules.spec().seats.len();
        if seats != line_up.0.len() {
            return Err(Failure::advised(
                format!(
                    "`{line_up}` has {} agents, and {} has {seats} seats",
                    line_up.0.len(),
                    side.name
                ),
                Some(
                    "give one agent for all seats, or as many as there are, joined by `+`"
                        .to_owned(),
                ),
            ));
        }
    }
    Ok(line_up.0.clone())
}

/// A margin must be smaller than what can be.
fn check_margin(question: &Question, metric: &Metric) -> Result<(), Failure> {
    let range = metric.high - metric.low;
    match question.margin {
        Some(margin) if margin >= range => Err(Failure::advised(
            format!("a margin of {margin} holds every difference that `{}` can have", metric.name),
            (metric.unit == Unit::Share).then(|| {
                format!("it is a share from 0 to 1: for {margin} points write {}", margin / 100.0)
            }),
        )),
        _ => Ok(()),
    }
}
