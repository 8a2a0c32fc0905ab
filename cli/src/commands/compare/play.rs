//! Plays a comparison: which metrics the rulesets share, and games until the question is answered.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quadrille_core::metrics::Unit;
use quadrille_core::study::block::{Side, Table};
use quadrille_core::study::compare::{Design, Listener, Look, compare};
use quadrille_core::study::metric::{BoundedMetric, Catalogue};
use quadrille_core::{AgentSpec, Hooks};
use quadrille_dsl::diagnostic::did_you_mean;

use crate::args::{LineUp, QuestionArgs, RuleChange, RunArgs, Setting};
use crate::context;
use crate::library::Shelf;
use crate::output::exit::Failure;
use crate::output::progress::Progress;
use crate::reports::compare::contest::{ALPHA, Contest, Contestant};
use crate::reports::figures;

/// Loads a ruleset as the side of this place.
///
/// # Errors
/// As [`context::open`].
pub fn contestant(
    shelf: &Shelf,
    place: usize,
    name: &str,
    set: Vec<Setting>,
) -> Result<Contestant, Failure> {
    let change = RuleChange { set };
    let loaded = context::open(shelf, name, &change)?;
    let letter = (b'a' + place.min(25) as u8) as char;
    Ok(Contestant { letter, name: name.to_owned(), set: change.set, loaded })
}

/// Plays until the question is answered.
///
/// # Errors
/// If the rulesets can't be compared by the metric, or have no such metric.
pub fn hold(
    sides: Vec<Contestant>,
    question: &QuestionArgs,
    run: &RunArgs,
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
        jobs: run.threads(),
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

/// Shows results so far on the terminal.
struct Watcher {
    progress: Progress,
    metric: BoundedMetric,
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

/// The metrics of each side, the same in the same order: those that all sides have, and clauses only if
/// asked for.
///
/// # Errors
/// If the primary metric is not among them.
pub fn catalogues<'a>(
    sides: &'a [Contestant],
    question: &QuestionArgs,
    run: &RunArgs,
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
                format!("`{}` has no metric `{primary}`", side.name),
                Some(
                    "choose a metric that all rulesets have, such as `decided` or `length`"
                        .to_owned(),
                ),
            ));
        }
        let close = did_you_mean(primary, names.iter().map(String::as_str));
        let plain = names.iter().filter(|name| !name.starts_with("clause."));
        let plain: Vec<&str> = plain.map(String::as_str).collect();
        return Err(Failure::advised(
            format!("unknown metric `{primary}`"),
            Some(close.unwrap_or_else(|| {
                format!("expected one of: {}, or clause.NAME", plain.join(", "))
            })),
        ));
    }
    if let Some(why) = incomparable(sides, primary) {
        return Err(Failure::advised(
            format!("`{primary}` is not comparable between these rulesets: {why}"),
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

/// Whether a metric is included by default. Clauses are reported elsewhere, and the seats of a team share
/// its results.
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

/// The metrics of all sides, with bounds that hold for all.
fn shared_metrics(catalogues: &[Catalogue<'_>]) -> Vec<BoundedMetric> {
    let mut metrics: Vec<BoundedMetric> =
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
/// If a line-up's number of agents does not fit a ruleset, or an agent can't play by its rules.
pub fn tables(
    sides: &[Contestant],
    question: &QuestionArgs,
    run: &RunArgs,
) -> Result<Vec<Table>, Failure> {
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
        // One agent in all seats is the same in every rotation.
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
                Some("give one agent for all seats, or one per seat, joined by `+`".to_owned()),
            ));
        }
    }
    Ok(line_up.0.clone())
}

/// A margin must be smaller than the range of the metric.
fn check_margin(question: &QuestionArgs, metric: &BoundedMetric) -> Result<(), Failure> {
    let range = metric.high - metric.low;
    match question.margin {
        Some(margin) if margin >= range => Err(Failure::advised(
            format!("a margin of {margin} exceeds the range of `{}`", metric.name),
            (metric.unit == Unit::Share).then(|| {
                format!(
                    "it is a share from 0 to 1; for {margin} percentage points write {}",
                    margin / 100.0
                )
            }),
        )),
        _ => Ok(()),
    }
}
