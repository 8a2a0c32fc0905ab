//! Surveys: many games, each played by the same agents and measured in the same way, and their
//! differences.
//!
//! | module | contents |
//! |---|---|
//! | [`measure`] | the metrics of a survey, the same for every game |
//! | [`report`] | the results of a survey, as data |
//! | [`words`] | the meaning of metrics for a game, in words |
//! | [`text`] | the report as text and CSV |
//! | [`map`] | the map of the games and the tree of their clusters, as SVG |
//! | [`page`] | the report as a page |

mod given_games;
pub mod map;
pub mod measure;
pub mod page;
mod question;
pub mod report;
pub mod text;
pub mod words;

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_agents::AgentSpec;
use quadrille_core::{HookError, Hooks};
use quadrille_dsl::load::level_weights;
use quadrille_study::experiments::block::{BlockDesign, Half, Side, play};
use quadrille_study::experiments::survey::FeatureValues;
use quadrille_study::sim::Opening;

use crate::compare::question::QuestionError;
use measure::SurveyMeasure;

pub use question::{SurveyEntry, SurveyMetric, SurveyQuestion};

/// The maximum number of games in a survey.
pub const MAX_GAMES: usize = 256;
/// The number of parts into which the blocks of each game are divided. All games play one part
/// before any game plays the next, so that an interrupted survey has results for every game.
const BLOCK_PARTS: u64 = 4;

/// The measurements of a game played by an agent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// The number of blocks played. Each block is a single game.
    pub blocks: u64,
    /// The number of blocks left out because of a fault.
    pub faults: u64,
    /// The bounds of each metric in this game.
    pub bounds: Vec<(f64, f64)>,
    /// The values of each metric by block. NaN if a block has no value.
    pub values: Vec<Vec<f64>>,
}

impl Measured {
    /// Adds a block.
    fn take(&mut self, half: Half, first_fault: &mut Option<HookError>) {
        self.blocks += 1;
        if let Some((_, error)) = half.fault() {
            self.faults += 1;
            first_fault.get_or_insert_with(|| error.clone());
            return;
        }
        for (values, value) in self.values.iter_mut().zip(half.values) {
            values.push(value);
        }
    }
}

/// A survey with its present measurements.
#[derive(Debug)]
pub struct Survey {
    /// The games.
    pub entries: Vec<SurveyEntry>,
    /// The question.
    pub question: SurveyQuestion,
    /// The metrics.
    pub metrics: Vec<SurveyMetric>,
    /// The measurements, by game and agent.
    pub measured: Vec<Vec<Measured>>,
    /// The opening of each game.
    openings: Vec<Opening>,
    /// The first fault.
    pub first_fault: Option<HookError>,
    /// The duration in seconds, set by a caller with a clock.
    pub seconds: f64,
}

impl Survey {
    /// Creates a survey before its first game.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if a game lacks a metric, an agent can't play a game, two games
    /// are equal, there are too many games, or the openings are not possible in a game.
    pub fn new(
        mut entries: Vec<SurveyEntry>,
        mut question: SurveyQuestion,
    ) -> Result<Self, QuestionError> {
        level_weights(entries.iter_mut().map(|entry| &mut entry.loaded));
        let mut seen = Vec::new();
        question.metrics.retain(|name| {
            !seen.contains(name) && {
                seen.push(name.clone());
                true
            }
        });
        check(&entries)?;
        let measures = measure::all(&entries, &question)?;
        let metrics = measures.first().map(SurveyMeasure::metrics).unwrap_or_default();
        let blank = |measure: &SurveyMeasure<'_>| {
            let bounds = measure.bounds();
            let values = vec![Vec::new(); bounds.len()];
            let one = Measured { bounds, values, ..Measured::default() };
            vec![one; question.agents.len()]
        };
        let measured = measures.iter().map(blank).collect();
        drop(measures);
        let openings = entries.iter().map(|entry| question.openings.by(&entry.loaded));
        let openings = openings.collect::<Result<_, _>>().map_err(QuestionError::of_file)?;
        Ok(Self { entries, question, metrics, measured, openings, first_fault: None, seconds: 0.0 })
    }

    /// Returns the total number of games to play.
    #[must_use]
    pub fn total(&self) -> u64 {
        let runs = (self.entries.len() * self.question.agents.len()) as u64;
        runs.saturating_mul(self.question.number)
    }

    /// Plays all games. Stops early if `stop` is set. `on_run` is called with a description of each
    /// run, and `tick` after every game.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if a game lacks a metric. [`Survey::new`] already rejects such
    /// surveys.
    pub fn hold(
        &mut self,
        stop: &AtomicBool,
        on_run: &dyn Fn(&str),
        tick: &(dyn Fn() + Sync),
    ) -> Result<(), QuestionError> {
        let measures = measure::all(&self.entries, &self.question)?;
        let part = self.question.number.div_ceil(BLOCK_PARTS).max(1);
        for end in (1..=BLOCK_PARTS).map(|at| (part * at).min(self.question.number)) {
            for (at, entry) in self.entries.iter().enumerate() {
                let hooks = || -> Box<dyn Hooks + '_> { entry.loaded.hooks() };
                let rules = &entry.loaded.rules;
                let (measure, opening) = (&measures[at], &self.openings[at]);
                let side = Side { rules, hooks: &hooks, measure, opening, shift: 0 };
                for (agent, known) in self.question.agents.iter().zip(&mut self.measured[at]) {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    on_run(&format!("{} by {agent}", entry.name));
                    let seats = rules.spec().seats.len();
                    let (seed, ply_limit) = (self.question.seed, self.question.ply_limit);
                    let table = BlockDesign { seed, agents: vec![*agent; seats], ply_limit };
                    let jobs = self.question.jobs;
                    let sides = std::slice::from_ref(&side);
                    let begin = known.blocks;
                    for half in play(sides, &[true], &table, begin..end, jobs, stop, tick) {
                        let Some(half) = half.into_iter().flatten().next() else { continue };
                        known.take(half, &mut self.first_fault);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.measured.iter().flatten().map(|one| one.blocks).sum()
    }

    /// Returns `true` if all games have been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.measured.iter().flatten().all(|one| one.blocks >= self.question.number)
    }

    /// Returns the features of a game: the metrics of the first agent's games, followed by the
    /// metrics of each other agent's games.
    #[must_use]
    pub fn profile(&self, entry: usize) -> FeatureValues {
        let each = self.measured[entry].iter().flat_map(|one| one.values.iter().cloned());
        FeatureValues { features: each.collect() }
    }

    /// Returns the agent and the metric of a feature.
    #[must_use]
    pub fn feature(&self, feature: usize) -> (AgentSpec, &SurveyMetric) {
        let metrics = self.metrics.len().max(1);
        (self.question.agents[feature / metrics], &self.metrics[feature % metrics])
    }
}

/// Rejects a survey of too many games, or of games with equal rules.
fn check(entries: &[SurveyEntry]) -> Result<(), QuestionError> {
    let wrong = |message: String, help: String| {
        Err(QuestionError { message, help: Some(help), findings: Vec::new() })
    };
    if entries.len() > MAX_GAMES {
        return wrong(
            format!("{} games are too many for a survey", entries.len()),
            format!("name at most {MAX_GAMES} games"),
        );
    }
    for (at, entry) in entries.iter().enumerate() {
        let hash = entry.loaded.games_hash();
        if let Some(same) = entries[..at].iter().find(|other| other.loaded.games_hash() == hash) {
            return wrong(
                format!("`{}` and `{}` have the same rules", same.name, entry.name),
                "remove one of them".to_owned(),
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Openings;
    use quadrille_dsl::library::Shipped;
    use std::sync::Arc;

    pub(super) fn survey(names: &[&str], number: u64) -> Survey {
        let entry = |name: &&str| {
            let loaded = quadrille_dsl::load(&Shipped, name, &[]).expect("a shipped ruleset");
            SurveyEntry { name: (*name).to_owned(), loaded: Arc::new(loaded) }
        };
        let question = SurveyQuestion {
            metrics: ["length", "first_advantage", "captures"].map(str::to_owned).into(),
            agents: vec![AgentSpec::Random, AgentSpec::Greedy],
            number,
            clusters: None,
            openings: Openings::default(),
            seed: 5,
            ply_limit: Some(60),
            jobs: 2,
        };
        Survey::new(names.iter().map(entry).collect(), question).unwrap()
    }

    #[test]
    fn parts_and_threads_do_not_show() {
        let names = ["orthodox-chess", "chaturaji-albiruni-1030"];
        let held = |jobs: usize, number: u64| {
            let mut survey = survey(&names, number);
            survey.question.jobs = jobs;
            survey.hold(&AtomicBool::new(false), &|_| (), &|| ()).unwrap();
            survey.measured
        };
        let (one, more) = (held(1, 6), held(3, 6));
        assert_eq!(one, more);
        assert_eq!(one[0][0].blocks, 6);
        // A longer survey begins with the same games.
        let longer = held(2, 9);
        assert_eq!(one[1][1].values[0], longer[1][1].values[0][..6]);
        // Each of the four players is a separate side. A value is the first player's result minus a
        // quarter.
        assert!(one[1][0].values[1].iter().all(|x| (-0.25..=0.75).contains(x)));
        assert_eq!(one[1][0].bounds[1], (-0.25, 0.75));
    }

    #[test]
    fn an_interrupted_survey_keeps_what_it_has() {
        let mut survey = survey(&["orthodox-chess"], 8);
        survey.hold(&AtomicBool::new(true), &|_| (), &|| ()).unwrap();
        assert!(survey.games() == 0 && !survey.is_over());
    }
}
