//! Comparisons of rulesets, played a few blocks at a time so that a page can show the progress.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_agents::InvalidAgent;
use quadrille_dsl::text::Sentence;
use quadrille_dsl::{Ruleset, sentence};
use quadrille_reports::compare::contest::{ComparisonRun, Contestant};
use quadrille_reports::compare::page;
use quadrille_reports::compare::question::{ComparisonQuestion, LineUp};
use quadrille_reports::compare::report::CompareReport;
use quadrille_reports::opening::Openings;

use crate::protocol::{
    ComparisonView, MAX_COMPARED_GAMES, MetricTitle, QuestionPlan, Refusal, RefusalCode, RulesKey,
};

/// The maximum number of rulesets in a comparison.
const MAX_RULESETS: usize = 4;
/// The maximum number of blocks in one message.
const MAX_BLOCKS_PER_MESSAGE: u64 = 1000;

/// A shared handle to a comparison. Clones refer to the same comparison, so another thread can run
/// it.
#[derive(Clone)]
pub(crate) struct HeldComparison {
    pub name: String,
    contest: Arc<Mutex<ComparisonRun>>,
}

impl HeldComparison {
    /// Creates a comparison. No games are played yet.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the rulesets can't be compared with this plan.
    pub fn begin(
        name: String,
        sides: Vec<(RulesKey, Arc<Ruleset>)>,
        plan: &QuestionPlan,
    ) -> Result<Self, Refusal> {
        let too_many = |sentence| Refusal::new(RefusalCode::TooMany, sentence);
        let unknown = |sentence| Refusal::new(RefusalCode::Unknown, sentence);
        if !(2..=MAX_RULESETS).contains(&sides.len()) {
            return Err(too_many(sentence!(RefusalComparedRulesets, most = MAX_RULESETS)));
        }
        if plan.number > MAX_COMPARED_GAMES {
            return Err(too_many(sentence!(RefusalComparedGames, most = MAX_COMPARED_GAMES)));
        }
        if sides[1..].iter().any(|(_, loaded)| loaded.games_hash() == sides[0].1.games_hash()) {
            return Err(unknown(sentence!(RefusalSameRules)));
        }
        let agents: LineUp = plan
            .agents
            .parse()
            .map_err(|why: InvalidAgent| unknown(Sentence::text(why.to_string())))?;
        let side = |(place, (key, loaded)): (usize, (RulesKey, Arc<Ruleset>))| {
            // A ruleset from a page's files gets the name of a local folder.
            let name = match key.files {
                Some(_) => format!("./{}", loaded.meta.id),
                None => key.id,
            };
            Contestant::new(place, &name, key.set.into_iter().collect(), loaded)
        };
        let question = ComparisonQuestion {
            primary: plan.primary.clone(),
            margin: plan.margin,
            agents: vec![agents],
            number: plan.number.max(1),
            at_least: plan.at_least,
            openings: Openings::default(),
            seed: plan.seed,
            ply_limit: None,
            jobs: 1,
        };
        let contest =
            ComparisonRun::new(sides.into_iter().enumerate().map(side).collect(), question);
        let contest = contest.map_err(|error| unknown(Sentence::text(error.to_string())))?;
        Ok(Self { name, contest: Arc::new(Mutex::new(contest)) })
    }

    fn contest(&self) -> std::sync::MutexGuard<'_, ComparisonRun> {
        self.contest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the present results.
    pub fn view(&self) -> ComparisonView {
        view(&self.name, &self.contest())
    }

    /// Plays at most `blocks` more blocks. Stops early if the `stop` flag is set.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if a game cannot be played.
    pub fn go_on(&self, blocks: u64, stop: &AtomicBool) -> Result<ComparisonView, Refusal> {
        let mut contest = self.contest();
        let played = contest.advance(blocks.clamp(1, MAX_BLOCKS_PER_MESSAGE), stop);
        played.map_err(|error| {
            Refusal::new(RefusalCode::Failed, Sentence::text(error.to_string()))
        })?;
        Ok(view(&self.name, &contest))
    }

    /// Returns the present report as a page.
    pub fn page(&self) -> String {
        let contest = self.contest();
        page::whole(&contest, &report(&contest))
    }
}

fn report(contest: &ComparisonRun) -> CompareReport {
    CompareReport::new(contest, contest.command_line())
}

fn view(name: &str, contest: &ComparisonRun) -> ComparisonView {
    let metric = |metric: &quadrille_study::experiments::metric::BoundedMetric| MetricTitle {
        name: metric.name.clone(),
        about: metric.about.clone(),
        unit: metric.unit.name(),
    };
    let (blocks, cap) = contest.progress();
    let fault = contest.trials.iter().find_map(|trial| trial.first_fault.as_ref());
    ComparisonView {
        comparison: name.to_owned(),
        blocks,
        cap,
        over: contest.is_over(),
        metrics: contest.design.metrics.iter().map(metric).collect(),
        report: (!contest.trials.is_empty()).then(|| report(contest)),
        fault: fault.map(|(_, game, error)| format!("game {game}: {error}")),
    }
}
