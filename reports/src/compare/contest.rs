//! A running comparison: the rulesets, the question, and the results so far.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::{HookError, Hooks};
use quadrille_dsl::load::level_weights;
use quadrille_study::experiments::block::{BlockDesign, Half, Side};
use quadrille_study::experiments::compare::{Aim, Asked, Comparison, Design, Listener, Trial};
use quadrille_study::experiments::metric::BoundedMetric;
use quadrille_study::sim::{Opening, Plan};

use crate::command_line::{CommandLine, Folders};
use crate::row::GameRow;

pub use super::contestant::Contestant;
use super::question::{self, ComparisonQuestion, LineUp, QuestionError};

/// The maximum probability that a comparison gives at least one false answer, over all its pairs
/// and line-ups together.
pub const ALPHA: f64 = 0.05;

/// A comparison with its present results. [`ComparisonRun::advance`] plays some of its games, and
/// [`ComparisonRun::hold`] plays all of them.
#[derive(Debug)]
pub struct ComparisonRun {
    /// The rulesets. The first is compared with each of the others.
    pub sides: Vec<Contestant>,
    /// The question that the comparison answers.
    pub question: ComparisonQuestion,
    /// The design of the test.
    pub design: Design,
    /// The results of the line-ups that have started. The last line-up may be unfinished.
    pub trials: Vec<Trial>,
    /// For each line-up, the maximum probability of a false answer.
    pub level: f64,
    /// The duration in seconds, set by a caller with a clock.
    pub seconds: f64,
    /// The folders in which the rules were searched, for commands that repeat the comparison.
    pub folders: Folders,
    tables: Vec<BlockDesign>,
    /// The opening of each side.
    openings: Vec<Opening>,
    /// The unfinished comparison of the last trial, if any.
    running: Option<Comparison>,
}

/// The games that a comparison needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestAsk {
    /// The index of the line-up that plays the games.
    pub line_up: usize,
    /// The sides that play. Each entry has the index of the side, and the plan of its games.
    pub plans: Vec<(usize, Plan)>,
}

/// Returns the games of one block on one side, from the rows of these games.
fn half(side: &Side<'_>, rows: &[GameRow]) -> Result<Half, QuestionError> {
    let games = rows.iter().map(|row| row.game(side.rules.spec()));
    let games = games.collect::<Result<Vec<_>, _>>().map_err(|error| foreign(error.0))?;
    Ok(Half::new(side.measure, games))
}

/// Returns the error for a row of a game that was not requested.
fn foreign(what: &str) -> QuestionError {
    question::advised(format!("unexpected games: {what}"), None)
}

/// A receiver of the progress of a comparison.
pub trait Watch {
    /// Returns a listener for the progress of a line-up's next games. This function is called
    /// before these games are played. The line-up plays at most `games` games.
    fn line_up<'a>(
        &'a self,
        line_up: &LineUp,
        metric: &BoundedMetric,
        games: u64,
    ) -> Box<dyn Listener + 'a>;
}

/// A [`Watch`] that ignores all progress.
#[derive(Debug)]
pub struct Nobody;

impl Watch for Nobody {
    fn line_up<'a>(&'a self, _: &LineUp, _: &BoundedMetric, _: u64) -> Box<dyn Listener + 'a> {
        Box::new(Self)
    }
}

impl Listener for Nobody {}

impl ComparisonRun {
    /// Creates a comparison before its first game.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if the rulesets can't be compared by this question.
    pub fn new(
        mut sides: Vec<Contestant>,
        mut question: ComparisonQuestion,
    ) -> Result<Self, QuestionError> {
        // A repeated line-up would be tested twice, and would make all intervals wider.
        let mut unique: Vec<LineUp> = Vec::new();
        for line_up in question.agents.drain(..) {
            if !unique.contains(&line_up) {
                unique.push(line_up);
            }
        }
        question.agents = unique;
        level_weights(sides.iter_mut().map(|side| &mut side.loaded));
        let metrics = question::shared_metrics(&question::catalogues(&sides, &question)?);
        let primary = metrics.iter().position(|m| m.name == question.primary).unwrap_or_default();
        let tables = question::tables(&sides, &question)?;
        let openings = question::openings(&sides, &question)?;
        question::check_margin(&question, &metrics[primary])?;
        let design = Design {
            metrics,
            primary,
            aim: Aim::Change(question.margin),
            alpha: ALPHA,
            floor: question.at_least,
            pursues: false,
            cap: question.number,
            jobs: question.jobs,
        };
        let level = ALPHA / tables.len().max(1) as f64;
        Ok(Self {
            sides,
            question,
            openings,
            design,
            trials: Vec::new(),
            level,
            seconds: 0.0,
            folders: Folders::default(),
            tables,
            running: None,
        })
    }

    /// Makes this comparison a part of a larger comparison. `line_ups` is the total number of
    /// line-ups in the larger comparison. The error probability is divided among them, so that all
    /// their intervals are valid jointly.
    #[must_use]
    pub fn among(self, line_ups: usize) -> Self {
        Self { level: ALPHA / line_ups.max(1) as f64, ..self }
    }

    /// Replaces the aim of the comparison. The default is [`Aim::Change`] with the margin of the
    /// question.
    #[must_use]
    pub fn aiming(mut self, aim: Aim) -> Self {
        self.design.aim = aim;
        self
    }

    /// Makes the comparison play on after the question is answered, as long as another metric
    /// appears to change.
    #[must_use]
    pub fn pursuing(mut self) -> Self {
        self.design.pursues = true;
        self
    }

    /// Plays until the question is answered or `stop` is set.
    ///
    /// # Errors
    /// Returns the errors of [`ComparisonRun::advance`].
    pub fn hold(&mut self, stop: &AtomicBool, watch: &dyn Watch) -> Result<(), QuestionError> {
        while !self.is_over() && !stop.load(Ordering::Relaxed) {
            self.play(None, stop, watch)?;
        }
        Ok(())
    }

    /// Plays `blocks` blocks of games. Stops earlier if the question is answered for the present
    /// line-up, or if `stop` is set. The number of calls in which the blocks are played does not
    /// change the result of the comparison.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if the rulesets can't be compared by this question.
    /// [`ComparisonRun::new`] rejects such questions already.
    pub fn advance(&mut self, blocks: u64, stop: &AtomicBool) -> Result<(), QuestionError> {
        self.play(Some(blocks), stop, &Nobody)
    }

    /// Returns the games to play next, for callers that play these games themselves. Returns `None`
    /// if no more games are needed.
    ///
    /// # Errors
    /// Returns the errors of [`ComparisonRun::advance`].
    pub fn asks(&self) -> Result<Option<ContestAsk>, QuestionError> {
        let place = self.place();
        let Some(table) = self.tables.get(place) else { return Ok(None) };
        let design = self.design_of(table);
        let asked = match &self.running {
            Some(running) => running.asks(&design),
            None => self.with_sides(|sides| {
                Comparison::new(sides, table, &design, self.level).asks(&design)
            })?,
        };
        let games =
            |blocks: &Range<u64>| blocks.start * table.rotations()..blocks.end * table.rotations();
        Ok(asked.map(|Asked { wanted, blocks }| ContestAsk {
            line_up: place,
            plans: (0..wanted.len())
                .filter(|side| wanted[*side])
                .map(|side| {
                    (
                        side,
                        Plan {
                            games: games(&blocks),
                            jobs: self.question.jobs,
                            ..self.plan(side, table)
                        },
                    )
                })
                .collect(),
        }))
    }

    /// Adds the rows of requested games, in order for each side. If the last rows of a side are
    /// missing, the next request contains their games again.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if a row does not belong to a requested game.
    pub fn give(
        &mut self,
        rows: &BTreeMap<usize, Vec<GameRow>>,
        listener: &dyn Listener,
    ) -> Result<(), QuestionError> {
        let Some(ContestAsk { line_up, plans }) = self.asks()? else { return Ok(()) };
        let table = &self.tables[line_up];
        let design = self.design_of(table);
        let each = table.rotations() as usize;
        let begun = self.running.take();
        let running = self.with_sides(|sides| {
            let mut running =
                begun.unwrap_or_else(|| Comparison::new(sides, table, &design, self.level));
            let whole = |(side, _): &(usize, Plan)| rows.get(side).map_or(0, Vec::len) / each;
            let blocks = plans.iter().map(whole).min().unwrap_or(0);
            let mut taken: Vec<Vec<Option<Half>>> = vec![vec![None; sides.len()]; blocks];
            for (side, plan) in &plans {
                let given = rows.get(side).map_or(&[][..], Vec::as_slice);
                for (block, rows) in taken.iter_mut().zip(given.chunks(each)) {
                    block[*side] = Some(half(&sides[*side], rows)?);
                }
                let numbers = given.iter().map(|row| row.game).zip(plan.games.clone());
                if numbers.take(blocks * each).any(|(given, asked)| given != asked) {
                    return Err(foreign("a game that was not requested"));
                }
            }
            running.take(sides, &design, taken, listener);
            Ok(running)
        })??;
        self.note(line_up, &design, running);
        Ok(())
    }

    /// Returns the index of the line-up that plays next.
    fn place(&self) -> usize {
        self.trials.len() - usize::from(self.running.is_some())
    }

    /// Plays the blocks of the present line-up. If `blocks` is not `None`, plays at most this
    /// number of blocks.
    fn play(
        &mut self,
        blocks: Option<u64>,
        stop: &AtomicBool,
        watch: &dyn Watch,
    ) -> Result<(), QuestionError> {
        let place = self.place();
        let Some(table) = self.tables.get(place) else { return Ok(()) };
        let design = self.design_of(table);
        let listener = self.listener(place, watch);
        let begun = self.running.take();
        let running = self.with_sides(|sides| {
            let mut running =
                begun.unwrap_or_else(|| Comparison::new(sides, table, &design, self.level));
            let end = blocks.map_or(u64::MAX, |blocks| running.played().saturating_add(blocks));
            let go = || !stop.load(Ordering::Relaxed);
            while !running.is_over(&design) && running.played() < end && go() {
                running.advance(sides, &design, end - running.played(), stop, &*listener);
            }
            running
        })?;
        drop(listener);
        self.note(place, &design, running);
        Ok(())
    }

    /// Returns the listener for a line-up's games.
    #[must_use]
    pub fn listener<'a>(&self, line_up: usize, watch: &'a dyn Watch) -> Box<dyn Listener + 'a> {
        let (Some(table), Some(agents)) =
            (self.tables.get(line_up), self.question.agents.get(line_up))
        else {
            return Box::new(Nobody);
        };
        let primary = &self.design.metrics[self.design.primary];
        watch.line_up(agents, primary, self.most_games_of(table))
    }

    /// Returns the maximum number of games of all line-ups and sides.
    #[must_use]
    pub fn most_games(&self) -> u64 {
        self.tables.iter().map(|table| self.most_games_of(table)).sum()
    }

    fn most_games_of(&self, table: &BlockDesign) -> u64 {
        self.design_of(table).cap * table.rotations() * self.sides.len() as u64
    }

    /// Stores the present result of a line-up.
    fn note(&mut self, place: usize, design: &Design, running: Comparison) {
        self.trials.truncate(place);
        self.trials.push(running.trial(design));
        self.running = (!running.is_over(design)).then_some(running);
    }

    /// Calls `work` with the sides of the comparison, and returns the result.
    fn with_sides<T>(&self, work: impl FnOnce(&[Side<'_>]) -> T) -> Result<T, QuestionError> {
        let catalogues = question::catalogues(&self.sides, &self.question)?;
        let hooks: Vec<_> = self
            .sides
            .iter()
            .map(|side| move || -> Box<dyn Hooks + '_> { side.loaded.hooks() })
            .collect();
        let sides: Vec<Side<'_>> = self
            .sides
            .iter()
            .zip(&catalogues)
            .zip(&hooks)
            .zip(&self.openings)
            .map(|(((side, catalogue), hooks), opening)| Side {
                rules: &side.loaded.rules,
                hooks,
                measure: catalogue,
                opening,
                shift: 0,
            })
            .collect();
        Ok(work(&sides))
    }

    /// Returns the design of the test for the line-up `table`. Limits in games are converted to
    /// limits in blocks.
    fn design_of(&self, table: &BlockDesign) -> Design {
        let of = table.rotations();
        Design {
            cap: self.question.number.div_ceil(of),
            floor: self.question.at_least.div_ceil(of),
            ..self.design.clone()
        }
    }

    /// Returns the plan of a side's games with the line-up `table`.
    #[must_use]
    pub fn plan(&self, side: usize, table: &BlockDesign) -> Plan {
        let opening = self.openings.get(side).cloned().unwrap_or_default();
        Plan { opening, ..table.plan() }
    }

    /// Returns the primary metric.
    #[must_use]
    pub fn primary(&self) -> &BoundedMetric {
        &self.design.metrics[self.design.primary]
    }

    /// Returns `true` if no more games are needed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.running.is_none() && self.trials.len() == self.tables.len()
    }

    /// Returns two numbers of blocks of the present line-up, or of the last line-up if the
    /// comparison is over: the blocks played, and the maximum.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        let cap = |table| self.design_of(table).cap;
        let Some(trial) = self.trials.last() else {
            return (0, self.tables.first().map_or(0, cap));
        };
        (trial.pairs.iter().map(|pair| pair.blocks).max().unwrap_or(0), cap(&trial.table))
    }

    /// Returns the command line that repeats the comparison.
    #[must_use]
    pub fn command_line(&self) -> String {
        let mut line = CommandLine::new("compare");
        line.folders(&self.folders);
        for side in &self.sides {
            line.word(&side.name);
        }
        for side in &self.sides {
            let letter = side.letter;
            line.settings(side.settings().map(|setting| format!("{letter}:{setting}")));
            line.weights(side.weights.as_ref().map(|file| format!("{letter}:{file}")));
        }
        self.question.write(&mut line);
        line.text()
    }

    /// Returns the first failure of a script.
    #[must_use]
    pub fn fault(&self) -> Option<&HookError> {
        let fault = self.trials.iter().find_map(|trial| trial.first_fault.as_ref());
        fault.map(|(.., error)| error)
    }

    /// Returns the number of games played on all sides.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.trials.iter().flat_map(|trial| &trial.summaries).map(|summary| summary.games).sum()
    }
}
