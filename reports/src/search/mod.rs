//! Searches: of all readings of a ruleset those that meet a goal. Readings are explored in a race, and the best
//! confirmed by other games.
//!
//! | module | holds |
//! |---|---|
//! | [`goal`] | goals: their grammar, and what they require of which metrics |
//! | [`readings`] | the readings that tunables allow |
//! | [`report`] | what a search found, as data |
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

/// The chance of an error, while exploring and while confirming each.
pub const ALPHA: f64 = 0.05;
/// The least number of blocks of a reading in the first rung.
const MIN_FIRST_RUNG_BLOCKS: u64 = 10;

/// What a search asks.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchQuestion {
    /// What is wanted.
    pub goal: SearchGoal,
    /// The line-ups that must all meet it.
    pub agents: Vec<LineUp>,
    /// The number of games in all.
    pub number: u64,
    /// The number of readings to confirm.
    pub finalists: usize,
    /// Where the games begin.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// A ply limit instead of the readings' own.
    pub ply_limit: Option<u32>,
    /// The number of threads; nothing that is found depends on it.
    pub jobs: usize,
}

impl SearchQuestion {
    /// Adds the options that ask it again.
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
    /// What it sets otherwise than the ruleset: tunable and value.
    pub set: Vec<(String, String)>,
    /// The rules.
    pub loaded: Arc<Ruleset>,
}

/// Why a search can't be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchError {
    /// The goal is wrong at a place.
    Goal(GoalError),
    /// Something else.
    Question(QuestionError),
}

impl From<GoalError> for SearchError {
    fn from(error: GoalError) -> Self {
        Self::Goal(error)
    }
}

/// A metric of a line-up that a clause of the goal limits.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The number of the clause.
    pub clause: usize,
    /// The number of the line-up.
    pub line_up: usize,
    /// The metric's name.
    pub metric: String,
    /// Its unit.
    pub unit: Unit,
}

/// Readings, and what is known of them so far.
#[derive(Debug)]
pub struct Search {
    /// The readings; the first is the ruleset as it stands.
    pub readings: Vec<Reading>,
    /// What is asked.
    pub question: SearchQuestion,
    /// What each requirement of the race is about.
    pub terms: Vec<Term>,
    /// The race.
    pub race: Race,
    /// Where the games of each reading begin.
    openings: Vec<Opening>,
    /// The first fault: which reading, and what failed.
    pub first_fault: Option<(usize, HookError)>,
    /// The number of games played.
    pub games: u64,
    /// Duration in seconds, by whoever has a clock.
    pub seconds: f64,
}

impl Search {
    /// A search before its first game.
    ///
    /// # Errors
    /// If the goal can't be measured, an agent can't play, a reading has no such openings, or there are too few games for so many readings.
    pub fn new(readings: Vec<Reading>, question: SearchQuestion) -> Result<Self, SearchError> {
        let Some(base) = readings.first() else {
            return Err(wrong("there is no reading to try".to_owned(), None));
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
                        return Err(wrong(message, Some("choose another metric".to_owned())));
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

    /// Plays until it is known which readings meet the goal, as far as the games allow, or the flag is set. `on_heat`
    /// hears of each heat, `tick` of every game.
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

    /// Plays a reading's blocks: the value of each term.
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

    /// Whether there is nothing left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.race.is_over()
    }
}

/// A line-up's table.
fn table(question: &SearchQuestion, agents: &LineUp, reading: &Reading) -> BlockDesign {
    let agents = match agents.0[..] {
        [agent] => vec![agent; reading.loaded.spec().seats.len()],
        _ => agents.0.clone(),
    };
    BlockDesign { seed: question.seed, agents, ply_limit: question.ply_limit }
}

/// Whether a line-up can play a game.
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
