//! Searches for readings of a ruleset that meet a goal. A reading is one choice of values for the
//! tunables. Readings are explored in a race, and the best are confirmed with fresh games.
//!
//! | module | contents |
//! |---|---|
//! | [`goal`] | goals: their grammar, and their requirements for metrics |
//! | [`readings`] | the readings that tunables allow |
//! | [`report`] | the results of a search, as data |
//! | [`text`] | the report as text |
//! | [`page`] | the report as a page |

pub mod goal;
pub mod page;
pub mod readings;
pub mod report;
pub mod text;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::{HookError, Hooks, Spec};
use quadrille_dsl::Ruleset;
use quadrille_study::experiments::block::{BlockDesign, Side, play};
use quadrille_study::experiments::metric::Catalogue;
use quadrille_study::experiments::race::{Heat, Race, Requirement, Size};
use quadrille_study::metrics::Unit;
use quadrille_study::sim::Opening;

use crate::command_line::CommandLine;
use crate::compare::question::{LineUp, QuestionError};
use crate::opening::Openings;
use goal::{GoalError, SearchGoal};

/// The error probability of the exploration. The error probability of the confirmation is the same
/// number.
pub const ALPHA: f64 = 0.05;
/// The minimum number of blocks that each reading plays in the first rung of the race.
const MIN_FIRST_RUNG_BLOCKS: u64 = 10;

/// The question of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchQuestion {
    /// The goal.
    pub goal: SearchGoal,
    /// The line-ups. A reading must meet the goal with all of them.
    pub agents: Vec<LineUp>,
    /// The total number of games of the search.
    pub number: u64,
    /// The number of readings to confirm.
    pub finalists: usize,
    /// The openings of the games.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// A ply limit that replaces the limits of the readings.
    pub ply_limit: Option<u32>,
    /// The number of threads. Results do not depend on this number.
    pub jobs: usize,
}

impl SearchQuestion {
    /// Adds the options that repeat the search to a command line.
    pub fn write(&self, line: &mut CommandLine) {
        line.option("--goal", &self.goal.text);
        line.agents(&self.agents);
        line.option("-n", self.number);
        line.option("--finalists", self.finalists);
        self.openings.write(line);
        line.seed(self.seed, self.ply_limit);
    }
}

/// A reading of a ruleset.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The settings that differ from the ruleset: tunables and values.
    pub set: Vec<(String, String)>,
    /// The ruleset with the settings of the reading.
    pub loaded: Arc<Ruleset>,
}

/// The reason why a search is not possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchError {
    /// The goal has an error.
    Goal(GoalError),
    /// The question has another error.
    Question(QuestionError),
}

impl From<GoalError> for SearchError {
    fn from(error: GoalError) -> Self {
        Self::Goal(error)
    }
}

/// A metric that a clause of the goal limits, measured with one line-up.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The index of the clause in the goal.
    pub clause: usize,
    /// The index of the line-up.
    pub line_up: usize,
    /// The name of the metric.
    pub metric: String,
    /// The unit of the metric.
    pub unit: Unit,
}

/// A search with its present results.
#[derive(Debug)]
pub struct Search {
    /// The readings. The first is the unchanged ruleset.
    pub readings: Vec<Reading>,
    /// The question.
    pub question: SearchQuestion,
    /// For each requirement of the race, the metric and the line-up that the requirement is about.
    pub terms: Vec<Term>,
    /// The race.
    pub race: Race,
    /// The openings of each reading's games.
    openings: Vec<Opening>,
    /// The first fault: the index of the reading, and the error.
    pub first_fault: Option<(usize, HookError)>,
    /// The number of games played.
    pub games: u64,
    /// The duration in seconds, set by a caller with a clock.
    pub seconds: f64,
}

impl Search {
    /// Creates a search before its first game.
    ///
    /// # Errors
    /// Returns a [`SearchError`] if the goal can't be measured, an agent can't play, the openings
    /// are not possible in a reading, or the number of games is too small for the readings.
    pub fn new(readings: Vec<Reading>, question: SearchQuestion) -> Result<Self, SearchError> {
        let Some(base) = readings.first() else {
            return Err(wrong("there are no readings to try".to_owned(), None));
        };
        let limit =
            |reading: &Reading| question.ply_limit.unwrap_or(reading.loaded.spec().ply_limit);
        let wanted = question.goal.requirements(&base.loaded, limit(base))?;
        let (mut terms, mut requirements) = (Vec::new(), Vec::new());
        for (line_up, agents) in question.agents.iter().enumerate() {
            for reading in &readings {
                seated(agents, reading.loaded.spec()).map_err(SearchError::Question)?;
            }
            for one in &wanted {
                let (clause, metric) = (one.clause, one.metric.clone());
                terms.push(Term { clause, line_up, metric, unit: one.unit });
                let mut bounds = one.bounds;
                for reading in &readings {
                    let catalogue = Catalogue::new(&reading.loaded.rules, limit(reading));
                    let same = catalogue.metrics().find(|metric| metric.name == one.metric);
                    let Some(same) = same else {
                        let message = format!("some readings have no metric `{}`", one.metric);
                        return Err(wrong(
                            message,
                            Some("choose a metric that all readings have".to_owned()),
                        ));
                    };
                    bounds = (bounds.0.min(same.low), bounds.1.max(same.high));
                }
                let (from, to) = (one.from.unwrap_or(bounds.0), one.to.unwrap_or(bounds.1));
                requirements.push(Requirement { bounds, counts: one.counts, from, to });
            }
        }
        let cost = question.agents.iter().map(|agents| table(&question, agents, base).rotations());
        let cost = cost.sum::<u64>().max(1);
        let half = question.number / 2 / cost;
        let size = Size { explore: half, confirm: half, finalists: question.finalists };
        let race = Race::new(readings.len(), requirements, size, ALPHA);
        let least = race.least(MIN_FIRST_RUNG_BLOCKS);
        if half < least {
            let needed = least.saturating_mul(2 * cost);
            return Err(wrong(
                format!("{} games are too few for {} readings", question.number, readings.len()),
                Some(format!(
                    "write `-n {needed}` or more, or name fewer tunables with `--tunable`"
                )),
            ));
        }
        let openings = readings.iter().map(|reading| question.openings.by(&reading.loaded));
        let openings = openings
            .collect::<Result<_, _>>()
            .map_err(|found| SearchError::Question(QuestionError::of_file(found)))?;
        let (first_fault, games, seconds) = (None, 0, 0.0);
        Ok(Self { readings, question, terms, race, openings, first_fault, games, seconds })
    }

    /// Plays the search to its end. Stops early if `stop` is set. `on_heat` is called for each
    /// heat, and `tick` is called for every game.
    pub fn hold(&mut self, stop: &AtomicBool, on_heat: &dyn Fn(&Heat), tick: &(dyn Fn() + Sync)) {
        while let Some(heat) = self.race.asks() {
            on_heat(&heat);
            for &candidate in &heat.candidates {
                let rows = self.blocks(candidate, &heat, stop, tick);
                let complete = rows.len() as u64 == heat.blocks.end - heat.blocks.start;
                self.race.take(candidate, &rows);
                if !complete || stop.load(Ordering::Relaxed) {
                    return;
                }
            }
            self.race.close();
        }
    }

    /// Plays a reading's blocks and returns the value of each term in each block.
    fn blocks(
        &mut self,
        candidate: usize,
        heat: &Heat,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
    ) -> Vec<Option<Vec<f64>>> {
        let reading = &self.readings[candidate];
        let rules = &reading.loaded.rules;
        let limit = self.question.ply_limit.unwrap_or(rules.spec().ply_limit);
        let mut rows: Vec<Option<Vec<f64>>> = Vec::new();
        for (line_up, agents) in self.question.agents.iter().enumerate() {
            let terms = self.terms.iter().filter(|term| term.line_up == line_up);
            let names: Vec<String> = terms.map(|term| term.metric.clone()).collect();
            let mut catalogue = Catalogue::new(rules, limit);
            catalogue.keep(&names);
            let hooks = || -> Box<dyn Hooks + '_> { reading.loaded.hooks() };
            let opening = &self.openings[candidate];
            let side = Side { rules, hooks: &hooks, measure: &catalogue, opening, shift: 0 };
            let table = table(&self.question, agents, reading);
            let sides = std::slice::from_ref(&side);
            let played =
                play(sides, &[true], &table, heat.blocks.clone(), self.question.jobs, stop, tick);
            self.games += played.len() as u64 * table.rotations();
            if line_up > 0 {
                rows.truncate(played.len());
            }
            for (at, half) in played.into_iter().enumerate() {
                let half = half.into_iter().flatten().next();
                let fault = half.as_ref().and_then(|half| half.fault());
                if let Some((_, error)) = fault {
                    self.first_fault.get_or_insert_with(|| (candidate, error.clone()));
                }
                let values =
                    half.as_ref().filter(|_| fault.is_none()).map(|half| half.values.clone());
                if line_up == 0 {
                    rows.push(values);
                } else if let Some(row) = rows.get_mut(at) {
                    *row = row.take().zip(values).map(|(row, more)| [row, more].concat());
                }
            }
        }
        rows
    }

    /// Returns `true` if the search is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.race.is_over()
    }
}

/// Returns the design of the blocks of a reading with a line-up.
fn table(question: &SearchQuestion, agents: &LineUp, reading: &Reading) -> BlockDesign {
    let agents = match agents.0[..] {
        [agent] => vec![agent; reading.loaded.spec().seats.len()],
        _ => agents.0.clone(),
    };
    BlockDesign { seed: question.seed, agents, ply_limit: question.ply_limit }
}

/// Checks that a line-up can play a game.
fn seated(agents: &LineUp, spec: &Spec) -> Result<(), QuestionError> {
    let wrong = |message: String, help: String| {
        Err(QuestionError { message, help: Some(help), findings: Vec::new() })
    };
    let seats = spec.seats.len();
    match agents.0.len() {
        1 => Ok(()),
        number if number == seats => Ok(()),
        number => wrong(
            format!("`{agents}` has {number} agents, and {} has {seats} seats", spec.id),
            "give one agent for all seats, or one per seat, joined by `+`".to_owned(),
        ),
    }
}

fn wrong(message: String, help: Option<String>) -> SearchError {
    SearchError::Question(QuestionError { message, help, findings: Vec::new() })
}
