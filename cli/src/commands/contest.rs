//! Comparisons of rulesets for `compare`, `sweep` and `claims`. This module loads rulesets by their
//! names, plays games, and shows the progress on the terminal.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quadrille_dsl::Ruleset;
use quadrille_dsl::library::Shelf;
use quadrille_reports::compare::contest::{ComparisonRun, ContestAsk, Contestant, Watch};
use quadrille_reports::compare::question::{ComparisonQuestion, LineUp};
use quadrille_reports::figures;
use quadrille_reports::row::GameRow;
use quadrille_study::experiments::compare::{Listener, Look};
use quadrille_study::experiments::metric::BoundedMetric;

use super::kept::{RunKeeper, run_name};
use crate::args::{KeepArgs, QuestionArgs, RuleChange, RunArgs, Setting, WeightsFrom};
use crate::context;
use crate::output::exit::Failure;
use crate::output::progress::Progress;

/// Loads a ruleset as the side with this index.
///
/// # Errors
/// Returns the errors of [`context::open`].
pub fn contestant(
    shelf: &Shelf,
    place: usize,
    name: &str,
    change: RuleChange,
) -> Result<Contestant, Failure> {
    let loaded = context::open(shelf, name, &change)?;
    let set = change.set.into_iter().map(|setting| (setting.name, setting.value)).collect();
    let weights = change.weights.map(|from| from.to_string());
    Ok(Contestant { weights, ..Contestant::new(place, name, set, Arc::new(loaded)) })
}

/// Loads a ruleset with these values of tunables, and with other weights if they are given. When
/// `stop` is set, loading soon ends.
///
/// # Errors
/// Returns the errors of [`context::open_or_stop`].
pub fn load(
    shelf: &Shelf,
    name: &str,
    set: &[(String, String)],
    weights: Option<&WeightsFrom>,
    stop: &AtomicBool,
) -> Result<Arc<Ruleset>, Failure> {
    let setting =
        |(name, value): &(String, String)| Setting { name: name.clone(), value: value.clone() };
    let set = set.iter().map(setting).collect();
    let change = RuleChange { set, weights: weights.cloned() };
    context::open_or_stop(shelf, name, change, stop).map(Arc::new)
}

/// Returns the question that a command line asks about the rulesets.
///
/// # Errors
/// Returns the errors of [`context::openings`].
pub fn question(args: &QuestionArgs, run: &RunArgs) -> Result<ComparisonQuestion, Failure> {
    Ok(ComparisonQuestion {
        primary: args.primary.clone(),
        margin: args.margin,
        agents: args.agents.clone(),
        number: args.number,
        at_least: args.at_least,
        openings: context::openings(&args.from)?,
        seed: run.seed,
        ply_limit: run.ply_limit,
        jobs: run.threads(),
    })
}

/// Plays until the question is answered.
///
/// # Errors
/// Returns a [`Failure`] if a file of saved games can't be read or written, or contains another
/// run.
pub fn hold(
    contest: &mut ComparisonRun,
    keep: &KeepArgs,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let begun = Instant::now();
    if keep.any() {
        hold_and_collect(contest, keep, stop, &mut |_, _, _, _| {})?;
    } else {
        contest.hold(stop, &Terminal)?;
    }
    contest.seconds = begun.elapsed().as_secs_f64();
    Ok(())
}

/// A function that receives the games of a line-up on a side, in order.
pub type RowsSink<'a> = dyn FnMut(&ComparisonRun, usize, usize, &[GameRow]) + 'a;

/// Plays until the question is answered, and saves every game. `collect` receives the games.
///
/// # Errors
/// Returns a [`Failure`] if a file of saved games can't be read or written, or contains another
/// run.
pub fn hold_and_collect(
    contest: &mut ComparisonRun,
    keep: &KeepArgs,
    stop: &AtomicBool,
    collect: &mut RowsSink<'_>,
) -> Result<(), Failure> {
    let mut keeper = RunKeeper::new(keep)?;
    let mut listener: Option<(usize, Box<dyn Listener>)> = None;
    while let Some(ContestAsk { line_up, plans }) = contest.asks()? {
        if listener.as_ref().is_none_or(|(place, _)| *place != line_up) {
            // Drop the old listener first, because dropping it ends the old progress bar.
            drop(listener.take());
            listener = Some((line_up, contest.listener(line_up, &Terminal)));
        }
        let Some((_, listener)) = &listener else { break };
        let mut rows = BTreeMap::new();
        for (side, plan) in plans {
            let contestant = &contest.sides[side];
            let name = run_name(
                line_up,
                &contest.question.agents[line_up].to_string(),
                &side_name(contest, side),
            );
            let tick = || listener.game();
            let played = keeper.games(&name, &contestant.loaded, &plan, stop, &tick)?;
            collect(contest, line_up, side, &played);
            rows.insert(side, played);
        }
        contest.give(&rows, &**listener)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(())
}

/// Returns the name of a side in file names.
fn side_name(contest: &ComparisonRun, side: usize) -> String {
    match contest.sides.len() {
        0..=26 => contest.sides[side].letter.to_string(),
        _ => (side + 1).to_string(),
    }
}

/// Shows the results so far on the terminal.
pub struct Terminal;

impl Watch for Terminal {
    fn line_up<'a>(
        &'a self,
        line_up: &LineUp,
        metric: &BoundedMetric,
        games: u64,
    ) -> Box<dyn Listener + 'a> {
        let progress = Progress::new(games, "games at most");
        Box::new(LineUpProgress { progress, metric: metric.clone(), line_up: line_up.to_string() })
    }
}

/// The maximum number of changes that are shown beside a progress bar.
const PROGRESS_CHANGES: usize = 3;

/// Shows the progress of one line-up.
struct LineUpProgress {
    progress: Progress,
    metric: BoundedMetric,
    line_up: String,
}

impl Listener for LineUpProgress {
    fn game(&self) {
        self.progress.tick();
    }

    fn look(&self, look: &Look) {
        let unit = self.metric.unit;
        if look.changes.len() > PROGRESS_CHANGES {
            let differ = look.changes.iter().filter(|(_, (low, high))| *low > 0.0 || *high < 0.0);
            let (differ, all) = (differ.count(), look.changes.len());
            let line_up = &self.line_up;
            self.progress.tell(&format!("{line_up}: {differ} of {all} are known to differ"));
            return;
        }
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

impl Drop for LineUpProgress {
    fn drop(&mut self) {
        self.progress.finish();
    }
}
