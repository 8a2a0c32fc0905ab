//! Tests of claims, and their results.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_agents::AgentSpec;
use quadrille_core::Hooks;
use quadrille_dsl::Ruleset;
use quadrille_study::experiments::block::Side;
use quadrille_study::experiments::compare::{Aim, Design, Verdict, level};
use quadrille_study::metrics::Unit;
use serde::Serialize;

use super::file::{Claim, ClaimTest, ExpectedDirection, FILE_NAME};
use crate::command_line::CommandLine;
use crate::compare::contest::{ALPHA, ComparisonRun, Contestant, Watch};
use crate::compare::question::{
    ComparisonQuestion, LineUp, QuestionError, catalogues, openings, tables,
};
use crate::compare::report::random_play;
use crate::figures;
use crate::opening::Openings;
use crate::statistics::rounded;

/// The result of the test of a claim.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Upshot {
    /// The claim held.
    Held,
    /// The claim did not hold.
    Failed,
    /// The claim held for some agents and not for others.
    DependsOnAgents,
    /// The games did not decide the claim.
    Unsettled,
    /// The claim has no test.
    NotTested,
}

impl Upshot {
    /// Returns the result in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Failed => "did not hold",
            Self::DependsOnAgents => "depends on the agents",
            Self::Unsettled => "inconclusive",
            Self::NotTested => "not tested",
        }
    }
}

/// A claim with the result of its test.
#[derive(Serialize, Clone, Debug)]
#[non_exhaustive]
pub struct ClaimResult {
    /// The ruleset whose folder contains the claim.
    pub ruleset: String,
    /// The name of the claim.
    pub id: String,
    /// The claim, as a sentence.
    pub says: String,
    /// The source of the claim.
    pub source: String,
    /// The result over all line-ups. If the test was interrupted, the claim is unsettled.
    pub result: Upshot,
    /// `true` if the test was interrupted. `by_agents` then contains the results so far.
    pub interrupted: bool,
    /// The metric, if the claim is tested.
    pub metric: Option<String>,
    /// A ply limit that replaces the ruleset's ply limit.
    pub ply_limit: Option<u32>,
    /// The object with which the metric is compared, in words: other rules, or a number.
    pub compared_with: Option<String>,
    /// The margin: smaller differences do not matter.
    pub margin: Option<String>,
    /// The result that would support the claim.
    pub in_favour: Option<String>,
    /// The result that would refute the claim.
    pub against: Option<String>,
    /// The reason why the claim can't be tested.
    pub why: Option<String>,
    /// The result with each line-up.
    pub by_agents: Vec<AgentsResult>,
    /// The results of the agents that search, compared with the results of the weaker agents.
    /// `None` if only one of these two groups played.
    pub looking_ahead: Option<LookingAhead>,
}

/// The relation between two results: the result of the agents that search, and the result of weaker
/// agents.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum LookingAhead {
    /// The agents that search and the weaker agents give the same verdict.
    Confirm,
    /// The agents that search and the weaker agents give opposite verdicts. The result of the
    /// weaker agents is due to their weakness.
    Contradict,
    /// The agents that search give a verdict. The weaker agents gave no verdict, or disagreed with
    /// each other.
    Decide,
    /// The agents that search give no verdict yet, although the weaker agents gave a verdict.
    LeaveOpen,
    /// Neither the agents that search nor the weaker agents give a verdict.
    DecideNeither,
}

impl LookingAhead {
    /// Returns the comparison in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Confirm => "Searching agents agree with the weaker agents.",
            Self::Contradict => {
                "Searching agents disagree with the weaker agents, whose result is due to their weakness."
            }
            Self::Decide => {
                "Searching agents give a result; the weaker agents were inconclusive or disagreed."
            }
            Self::LeaveOpen => "Searching agents played fewer games and were inconclusive.",
            Self::DecideNeither => "Searching agents are inconclusive too.",
        }
    }
}

/// The result of a claim with one line-up.
#[derive(Serialize, Clone, Debug)]
#[non_exhaustive]
pub struct AgentsResult {
    /// The line-up.
    pub agents: String,
    /// `true` if all agents play at random.
    pub random_play: bool,
    /// `true` if the agents search, and were therefore tested separately.
    pub looks_ahead: bool,
    /// The result with this line-up.
    pub result: Upshot,
    /// The number of blocks.
    pub blocks: u64,
    /// The metric minus the value with which it is compared.
    pub change: f64,
    /// The interval of the difference between the metric and the value with which it is compared.
    pub interval: [f64; 2],
    /// The difference with its interval, as text.
    #[serde(skip)]
    pub words: String,
}

/// Claims with their results.
#[derive(Serialize, Clone, Debug)]
pub struct ClaimsReport {
    /// The claims.
    pub claims: Vec<ClaimResult>,
    /// `true` if the run was stopped, so that later claims were not tested.
    pub interrupted: bool,
}

/// An error in a file of claims.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClaimError {
    /// The file.
    pub file: String,
    /// The reason for the error.
    pub why: String,
}

impl ClaimError {
    /// Creates an error in a ruleset's file of claims.
    #[must_use]
    pub fn new(ruleset: &str, why: impl Into<String>) -> Self {
        Self { file: format!("{ruleset}/{FILE_NAME}"), why: why.into() }
    }
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.why)
    }
}

impl std::error::Error for ClaimError {}

/// A function that loads a ruleset by its name, with the given values of tunables.
pub type Loader<'a, E> = dyn Fn(&str, &[(String, String)]) -> Result<Arc<Ruleset>, E> + 'a;

/// A tester of claims.
pub struct ClaimTester<'a, E> {
    /// The maximum number of games per side, even if a claim requests more.
    pub number: Option<u64>,
    /// The seed of all random choices.
    pub seed: u64,
    /// A ply limit for the games of claims that set no limit. This limit replaces the limits of the
    /// rulesets.
    pub ply_limit: Option<u32>,
    /// The number of threads. Results do not depend on this number.
    pub jobs: usize,
    /// The function that loads the rulesets of claims.
    pub load: &'a Loader<'a, E>,
    /// The receiver of progress reports.
    pub watch: &'a dyn Watch,
    /// A flag that stops the tests when it is set.
    pub stop: &'a AtomicBool,
}

impl<E> fmt::Debug for ClaimTester<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClaimTester")
            .field("number", &self.number)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

impl<E> ClaimTester<'_, E> {
    /// Returns the command line that repeats the tests of a ruleset's claims, or of all claims.
    #[must_use]
    pub fn command_line(&self, ruleset: Option<&str>) -> String {
        let mut line = CommandLine::new("claims");
        if let Some(ruleset) = ruleset {
            line.word(ruleset);
        }
        if let Some(number) = self.number {
            line.option("-n", number);
        }
        line.seed(self.seed, self.ply_limit);
        line.text()
    }
}

impl<E: From<QuestionError> + From<ClaimError>> ClaimTester<'_, E> {
    /// Tests a claim about a ruleset. If `stop` is set before the end, the test stops early.
    ///
    /// # Errors
    /// Returns an error if the file of claims is invalid, or names rulesets that can't be loaded or
    /// compared.
    pub fn test(&self, ruleset: &str, claim: &Claim) -> Result<ClaimResult, E> {
        let mut found = ClaimResult {
            ruleset: ruleset.to_owned(),
            id: claim.id.clone(),
            says: claim.says.clone(),
            source: claim.source.clone(),
            result: Upshot::NotTested,
            interrupted: false,
            metric: None,
            ply_limit: None,
            compared_with: None,
            margin: None,
            in_favour: None,
            against: None,
            why: claim.why.clone(),
            by_agents: Vec::new(),
            looking_ahead: None,
        };
        let Some(test) = &claim.test else {
            return Ok(found);
        };
        let wrong = |why: String| ClaimError::new(ruleset, format!("claim `{}`: {why}", claim.id));
        let line_ups = |agents: &[String]| -> Result<Vec<LineUp>, ClaimError> {
            let agents = agents.iter().map(|text| text.parse::<LineUp>());
            agents.collect::<Result<_, _>>().map_err(|why| wrong(why.to_string()))
        };
        let mut groups = vec![(line_ups(&test.agents)?, test.games, false)];
        if let Some(searched) = &test.searched {
            groups.push((line_ups(&searched.agents)?, searched.games, true));
        }
        let all = groups.iter().map(|(agents, ..)| agents.len()).sum();
        let own = test.ruleset.as_deref().unwrap_or(ruleset);
        let aim = aim(test);
        for (agents, games, looks_ahead) in groups {
            let question = ComparisonQuestion {
                primary: test.metric.clone(),
                margin: Some(test.margin),
                agents,
                number: self.number.map_or(games, |most| most.min(games)),
                at_least: 0,
                openings: opened(test.after.as_deref()),
                seed: self.seed,
                ply_limit: test.ply_limit.or(self.ply_limit),
                jobs: self.jobs,
            };
            let GroupResult { unit, comparison, interrupted, rows } = match test.reference {
                Some(reference) => self.against_number(own, &question, (reference, aim, all))?,
                None => self.against_rules(own, test, (question, all))?,
            };
            found.interrupted |= interrupted;
            for row in rows.into_iter().filter(|row| row.blocks > 0) {
                let result = settle(test, row.verdict, row.interval);
                let (low, high) = row.interval;
                let change = figures::change(unit, row.mean);
                found.by_agents.push(AgentsResult {
                    agents: row.agents,
                    random_play: row.random,
                    looks_ahead,
                    result,
                    blocks: row.blocks,
                    change: rounded(row.mean, 6),
                    interval: [rounded(low, 6), rounded(high, 6)],
                    words: format!("{change} ({})", figures::span(unit, row.interval)),
                });
            }
            found.compared_with = Some(comparison);
            found.margin =
                Some(figures::change(unit, test.margin).trim_start_matches('+').to_owned());
        }
        if found.interrupted {
            found.result = Upshot::Unsettled;
        } else {
            found.result = together(&found.by_agents);
            found.looking_ahead = looking_ahead(&found.by_agents);
        }
        found.metric = Some(test.metric.clone());
        found.ply_limit = test.ply_limit;
        found.in_favour = Some(test.in_favour.clone());
        found.against = Some(test.against.clone());
        Ok(found)
    }

    /// Loads a ruleset as a side of a comparison.
    fn side(&self, place: usize, name: &str, set: Vec<(String, String)>) -> Result<Contestant, E> {
        let loaded = (self.load)(name, &set)?;
        Ok(Contestant::new(place, name, set, loaded))
    }

    /// Tests a metric against a number, with each line-up of the question. `line_ups` is the number
    /// of line-ups in the whole test. The error probability of the test is divided among these
    /// line-ups.
    fn against_number(
        &self,
        name: &str,
        question: &ComparisonQuestion,
        (reference, aim, line_ups): (f64, Aim, usize),
    ) -> Result<GroupResult, E> {
        let sides = [self.side(0, name, Vec::new())?];
        let mut all = catalogues(&sides, question)?;
        let catalogue = &mut all[0];
        catalogue.keep(std::slice::from_ref(&question.primary));
        let metrics: Vec<_> = catalogue.metrics().cloned().collect();
        let unit = metrics[0].unit;
        let tables = tables(&sides, question)?;
        let openings = openings(&sides, question)?;
        let alpha = ALPHA / line_ups.max(1) as f64;
        let hooks = || -> Box<dyn Hooks + '_> { sides[0].loaded.hooks() };
        let side = Side {
            rules: &sides[0].loaded.rules,
            hooks: &hooks,
            measure: &*catalogue,
            opening: &openings[0],
            shift: 0,
        };
        let (mut interrupted, mut rows) = (false, Vec::new());
        for (table, line_up) in tables.iter().zip(&question.agents) {
            let design = Design {
                metrics: metrics.clone(),
                primary: 0,
                aim,
                alpha,
                floor: 0,
                pursues: false,
                cap: (question.number / table.rotations()).max(1),
                jobs: question.jobs,
            };
            let games = design.cap * table.rotations();
            let listener = self.watch.line_up(line_up, &metrics[0], games);
            let found = level(&side, table, &design, reference, alpha, self.stop, &*listener);
            interrupted |= found.interrupted;
            rows.push(LineUpResult {
                agents: line_up.to_string(),
                random: line_up.0.iter().all(|agent| *agent == AgentSpec::Random),
                verdict: found.verdict,
                blocks: found.blocks,
                mean: found.value.expected,
                interval: found.value.interval,
            });
        }
        let comparison = format!("against {}", figures::value(unit, reference));
        Ok(GroupResult { unit, comparison, interrupted, rows })
    }

    /// Tests a metric against the same metric under other rules, with each line-up of the question.
    /// `line_ups` is the number of line-ups in the whole test. The error probability of the test is
    /// divided among these line-ups.
    fn against_rules(
        &self,
        name: &str,
        test: &ClaimTest,
        (question, line_ups): (ComparisonQuestion, usize),
    ) -> Result<GroupResult, E> {
        let set = test.set.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let other = test.other.as_deref().unwrap_or(name);
        let mut sides = vec![self.side(0, name, Vec::new())?, self.side(1, other, set)?];
        sides[1].openings = test.other_after.as_deref().map(Openings::moves);
        let comparison = format!(
            "with {} instead of {}",
            describe_side(&sides[1], &question),
            describe_side(&sides[0], &question)
        );
        let mut contest = ComparisonRun::new(sides, question)?.among(line_ups).aiming(aim(test));
        contest.hold(self.stop, self.watch)?;
        let trials = contest.trials.iter().zip(&contest.question.agents);
        let rows = trials.filter_map(|(trial, line_up)| {
            let pair = trial.pairs.first()?;
            let change = &pair.differences[contest.design.primary].change;
            Some(LineUpResult {
                agents: line_up.to_string(),
                random: random_play(trial),
                verdict: pair.verdict,
                blocks: pair.blocks,
                mean: change.expected,
                interval: change.interval,
            })
        });
        let rows = rows.collect();
        let (unit, interrupted) = (contest.primary().unit, !contest.is_over());
        Ok(GroupResult { unit, comparison, interrupted, rows })
    }
}

/// Returns the openings of a claim's games. The games begin at the position after the given
/// actions, or at the array if no actions are given.
fn opened(after: Option<&str>) -> Openings {
    after.map(Openings::moves).unwrap_or_default()
}

/// Describes a side in words. The opening is included if it is not the array.
fn describe_side(side: &Contestant, question: &ComparisonQuestion) -> String {
    let openings = side.openings.as_ref().unwrap_or(&question.openings);
    match openings.words() {
        Some(words) => format!("{} {words}", side.label()),
        None => side.label(),
    }
}

/// The results with a group of line-ups.
struct GroupResult {
    /// The unit of the metric.
    unit: Unit,
    /// The object with which the metric is compared, in words.
    comparison: String,
    /// `true` if the test was interrupted before its end.
    interrupted: bool,
    rows: Vec<LineUpResult>,
}

/// The result with one line-up.
struct LineUpResult {
    agents: String,
    random: bool,
    verdict: Verdict,
    blocks: u64,
    mean: f64,
    interval: (f64, f64),
}

/// Returns the aim of a test. If the claim expects a difference, the test must find on which side
/// of the margin the difference lies. If the claim expects equality, the test must find if the
/// difference is within the margin.
fn aim(test: &ClaimTest) -> Aim {
    match test.expect {
        ExpectedDirection::Above => Aim::Side(test.margin),
        ExpectedDirection::Below => Aim::Side(-test.margin),
        ExpectedDirection::Same => Aim::Margin(test.margin),
    }
}

/// Returns the result of a claim. The result depends on the verdict about the metric, and on the
/// interval of the metric's difference.
fn settle(test: &ClaimTest, verdict: Verdict, (low, high): (f64, f64)) -> Upshot {
    match (test.expect, verdict) {
        (_, Verdict::Inconclusive) => Upshot::Unsettled,
        (ExpectedDirection::Same, Verdict::Equivalent) => Upshot::Held,
        (ExpectedDirection::Above, Verdict::Different) if low > test.margin => Upshot::Held,
        (ExpectedDirection::Below, Verdict::Different) if high < -test.margin => Upshot::Held,
        _ => Upshot::Failed,
    }
}

/// Combines the results of all line-ups.
fn together(rows: &[AgentsResult]) -> Upshot {
    let any = |result| rows.iter().any(|row| row.result == result);
    match (any(Upshot::Held), any(Upshot::Failed), any(Upshot::Unsettled)) {
        (true, true, _) => Upshot::DependsOnAgents,
        (true, false, false) => Upshot::Held,
        (false, true, false) => Upshot::Failed,
        _ => Upshot::Unsettled,
    }
}

/// Compares the results of line-ups that search with the results of all other line-ups.
fn looking_ahead(rows: &[AgentsResult]) -> Option<LookingAhead> {
    let (ahead, others): (Vec<_>, Vec<_>) = rows.iter().cloned().partition(|row| row.looks_ahead);
    if ahead.is_empty() || others.is_empty() {
        return None;
    }
    let decided = |rows: &[AgentsResult]| {
        let results = rows.iter().map(|row| row.result);
        let mut found: Vec<_> = results.filter(|it| *it != Upshot::Unsettled).collect();
        found.dedup();
        found
    };
    Some(match (decided(&ahead).as_slice(), decided(&others).as_slice()) {
        ([], []) => LookingAhead::DecideNeither,
        ([], _) => LookingAhead::LeaveOpen,
        (_, [] | [_, _, ..]) => LookingAhead::Decide,
        (ahead, others) if ahead == others => LookingAhead::Confirm,
        _ => LookingAhead::Contradict,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_study::experiments::compare::verdict;

    #[test]
    fn the_margin_decides_about_a_claim_and_not_the_sign() {
        use Upshot::{Failed, Held, Unsettled};
        let test = |expect: &str| -> ClaimTest {
            let text = format!(
                "metric = 'length'\nexpect = '{expect}'\nmargin = 0.05\nagents = []\ngames = 1\n\
                 for = 'F'\nagainst = 'G'\n"
            );
            toml::from_str(&text).unwrap()
        };
        let says = |expect: &str, interval: (f64, f64)| {
            let test = test(expect);
            settle(&test, verdict((interval.0 + interval.1) / 2.0, interval, aim(&test)), interval)
        };
        let cases = [
            ((0.1, 0.2), Held, Failed, Failed),
            ((-0.2, -0.1), Failed, Held, Failed),
            // Certainly above zero, but perhaps by less than the margin.
            ((0.01, 0.2), Unsettled, Failed, Unsettled),
            ((0.01, 0.04), Failed, Failed, Held),
            ((-0.04, 0.04), Failed, Failed, Held),
            ((-0.2, -0.01), Failed, Unsettled, Unsettled),
            ((-0.2, 0.2), Unsettled, Unsettled, Unsettled),
        ];
        for (interval, above, below, same) in cases {
            let found = ["above", "below", "same"].map(|expect| says(expect, interval));
            assert_eq!(found, [above, below, same], "{interval:?}");
        }
    }

    #[test]
    fn agents_that_look_ahead_confirm_contradict_or_decide() {
        use LookingAhead::{Confirm, Contradict, Decide, DecideNeither, LeaveOpen};
        use Upshot::{Failed, Held, Unsettled};
        let row = |looks_ahead, result| AgentsResult {
            agents: String::new(),
            random_play: false,
            looks_ahead,
            result,
            blocks: 1,
            change: 0.0,
            interval: [0.0, 0.0],
            words: String::new(),
        };
        let say = |others: &[Upshot], ahead: &[Upshot]| {
            let others = others.iter().map(|result| row(false, *result));
            let rows: Vec<_> =
                others.chain(ahead.iter().map(|result| row(true, *result))).collect();
            looking_ahead(&rows)
        };
        assert_eq!(say(&[Held, Failed], &[]), None);
        assert_eq!(say(&[Held, Unsettled], &[Held]), Some(Confirm));
        assert_eq!(say(&[Held, Held], &[Failed]), Some(Contradict));
        assert_eq!(say(&[Held, Failed], &[Failed]), Some(Decide));
        assert_eq!(say(&[Unsettled], &[Held]), Some(Decide));
        assert_eq!(say(&[Held], &[Unsettled]), Some(LeaveOpen));
        assert_eq!(say(&[Unsettled], &[Unsettled]), Some(DecideNeither));
    }
}
