//! The result of a comparison as data, as it is printed in JSON.

use std::collections::BTreeMap;

use quadrille_core::Ending;
use quadrille_dsl::text::prose::listed;
use quadrille_dsl::weights::WeightsInUse;
use quadrille_study::experiments::compare::{
    Difference, Estimate, InterimEstimate, Pair, Trial, Verdict,
};
use quadrille_study::experiments::metric::Bound;
use quadrille_study::sim::Summary;
use serde::Serialize;

pub use super::verdict::{conclusion, line_up, random_play};

use super::contest::{ALPHA, ComparisonRun, Contestant};
use super::differences::{Differing, differences};
use super::verdict::{self, conclusion_word};
use crate::envelope::RulesetId;
use crate::outcome::ending;
use crate::statistics::{quantile, rounded};

/// A comparison. Nothing but `seconds` depends on the clock or on the number of threads.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct CompareReport {
    /// The rulesets, in order.
    pub rulesets: Vec<SideId>,
    /// For each but the first, in what it differs from the first.
    pub differing: Vec<Vec<Differing>>,
    /// The metric that decides.
    pub primary: String,
    /// Smaller differences of it do not matter.
    pub margin: Option<f64>,
    /// The chance of a false answer, over all pairs and line-ups.
    pub alpha: f64,
    /// The least games on a side for each line-up.
    pub floor: u64,
    /// The most.
    pub cap: u64,
    /// Where the games begin, in words, if not at the array.
    pub opening: Option<String>,
    /// For each but the first, what all line-ups say together.
    pub conclusions: Vec<ConclusionRow>,
    /// For each line-up what was found.
    pub trials: Vec<TrialReport>,
    /// Games on all sides.
    pub games: u64,
    /// Whether the run was interrupted.
    pub interrupted: bool,
    /// Duration in seconds.
    pub seconds: f64,
    /// The command line that finds the same again.
    pub again: String,
}

/// One of the rulesets.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideId {
    /// `a`, `b`, …
    pub side: char,
    /// Its name with what was set.
    pub label: String,
    /// The rules.
    #[serde(flatten)]
    pub id: RulesetId,
}

/// What all line-ups say together.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConclusionRow {
    /// The side compared with the first.
    pub side: char,
    /// `different`, `agent-dependent`, `some-agents`, `equivalent` or `inconclusive`.
    pub conclusion: &'static str,
    /// The same as a sentence.
    pub sentence: String,
}

/// What was found with one line-up.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct TrialReport {
    /// The agents, by seat.
    pub agents: Vec<String>,
    /// All of them play at random: what holds may not hold for players.
    pub random_play: bool,
    /// Games in a block on each side.
    pub rotations: u64,
    /// Results of each side.
    pub sides: Vec<SideFigures>,
    /// The first side against each other one.
    pub pairs: Vec<PairReport>,
    /// Blocks that a failing script spoilt.
    pub faults: u64,
}

/// Results of a side.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideFigures {
    /// The side.
    pub side: char,
    /// Games.
    pub games: u64,
    /// Plies of all of them.
    pub plies: u64,
    /// Half of the games were not longer; the quarters of length.
    pub quartiles: [Option<u32>; 3],
    /// How games ended.
    pub endings: Vec<EndingShare>,
    /// In how many games each clause fired.
    pub clauses: BTreeMap<String, u64>,
}

/// How often an ending occurred.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EndingShare {
    /// The clause, or the built-in ending.
    pub ending: String,
    /// In words.
    pub text: String,
    /// Number of games.
    pub games: u64,
}

/// The first side against another.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct PairReport {
    /// The other side.
    pub side: char,
    /// `different`, `equivalent` or `inconclusive`.
    pub verdict: &'static str,
    /// Blocks played.
    pub blocks: u64,
    /// After how many of them the answer was known.
    pub answered: Option<u64>,
    /// What was known at each look.
    pub looks: Vec<LookReport>,
    /// What the first look let expect.
    pub expected_blocks: Option<u64>,
    /// The metrics.
    pub metrics: Vec<MetricReport>,
}

/// What was known of the primary metric's change at a look.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct LookReport {
    /// After so many blocks.
    pub blocks: u64,
    /// The mean.
    pub mean: f64,
    /// The interval.
    pub interval: [f64; 2],
}

impl LookReport {
    fn new(known: &InterimEstimate) -> Self {
        let (low, high) = known.interval;
        Self {
            blocks: known.blocks,
            mean: rounded(known.mean, 6),
            interval: [rounded(low, 6), rounded(high, 6)],
        }
    }
}

/// A metric of a pair.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct MetricReport {
    /// Its name.
    pub metric: String,
    /// What it is.
    pub about: String,
    /// What it is counted in.
    pub unit: &'static str,
    /// It decides; the others are exploratory.
    pub primary: bool,
    /// Its bounds, which the intervals rest on.
    pub bounds: [f64; 2],
    /// Where these come from: `nature`, `ply limit`, or `cut`: values beyond count as the bound.
    pub bounded_by: &'static str,
    /// Blocks in which both sides have it.
    pub blocks: u64,
    /// On the first side.
    pub first: EstimateReport,
    /// On the other.
    pub other: EstimateReport,
    /// The other less the first.
    pub change: EstimateReport,
    /// The level of that interval.
    pub level: f64,
    /// That there is no change; of exploratory metrics after Holm.
    pub p: f64,
    /// Before Holm.
    pub raw_p: f64,
    /// Whether a change is called.
    pub called: bool,
    /// The correlation of the two sides within blocks.
    pub correlation: Option<f64>,
    /// By how much the variance would grow without pairing.
    pub gain: Option<f64>,
}

/// A mean with its interval.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct EstimateReport {
    /// The mean over blocks.
    pub mean: f64,
    /// The mean corrected for a stop that depended on it.
    pub expected: f64,
    /// The standard deviation between blocks.
    pub deviation: f64,
    /// The interval, valid at every time.
    pub interval: [f64; 2],
}

/// Whose shipped weights the agents don't use, if they don't.
#[must_use]
pub fn weights_left_out(contest: &ComparisonRun) -> Option<String> {
    let without = |side: &&Contestant| side.loaded.weights == WeightsInUse::LeftOut;
    let letter = |side: &Contestant| side.letter.to_ascii_uppercase().to_string();
    let letters: Vec<String> = contest.sides.iter().filter(without).map(letter).collect();
    (!letters.is_empty()).then(|| {
        let verb = if letters.len() == 1 { "ships" } else { "ship" };
        format!(
            "Agents value positions without the weights that {} {verb}, by what follows from the rules.",
            listed(&letters)
        )
    })
}

impl CompareReport {
    /// The report of a contest.
    #[must_use]
    pub fn new(contest: &ComparisonRun, again: String) -> Self {
        let sides = &contest.sides;
        let first = &sides[0];
        let metric = contest.primary();
        Self {
            rulesets: sides.iter().map(side_id).collect(),
            differing: sides[1..].iter().map(|s| differences(&first.loaded, &s.loaded)).collect(),
            primary: metric.name.clone(),
            margin: contest.question.margin,
            alpha: ALPHA,
            floor: contest.question.at_least,
            cap: contest.question.number,
            opening: contest.question.openings.words(),
            conclusions: (0..sides.len() - 1).map(|i| conclusion_row(contest, i)).collect(),
            trials: contest.trials.iter().map(|trial| trial_report(contest, trial)).collect(),
            games: contest.games(),
            interrupted: !contest.is_over(),
            seconds: rounded(contest.seconds, 3),
            again,
        }
    }
}

/// The word for a verdict.
#[must_use]
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Different => "different",
        Verdict::Equivalent => "equivalent",
        Verdict::Inconclusive => "inconclusive",
    }
}

/// What all line-ups say about a pair.
fn conclusion_row(contest: &ComparisonRun, pair: usize) -> ConclusionRow {
    ConclusionRow {
        side: contest.sides[pair + 1].letter,
        conclusion: conclusion_word(conclusion(contest, pair)),
        sentence: verdict::sentence(contest, pair),
    }
}

fn side_id(side: &Contestant) -> SideId {
    SideId { side: side.letter, label: side.label(), id: RulesetId::new(&side.loaded) }
}

fn trial_report(contest: &ComparisonRun, trial: &Trial) -> TrialReport {
    let sides = contest.sides.iter().zip(&trial.summaries);
    TrialReport {
        agents: trial.table.agents.iter().map(ToString::to_string).collect(),
        random_play: random_play(trial),
        rotations: trial.rotations,
        sides: sides.map(|(side, summary)| side_figures(side, summary)).collect(),
        pairs: trial.pairs.iter().map(|pair| pair_report(contest, pair)).collect(),
        faults: trial.faults,
    }
}

fn side_figures(side: &Contestant, summary: &Summary) -> SideFigures {
    let spec = side.loaded.spec();
    let lengths = &summary.lengths;
    let fired = spec.clauses.iter().zip(&summary.clauses);
    SideFigures {
        side: side.letter,
        games: summary.games,
        plies: summary.plies,
        quartiles: [0.25, 0.5, 0.75].map(|share| quantile(lengths, share)),
        endings: endings(side, summary),
        clauses: fired
            .filter(|(clause, _)| side.loaded.can_fire(&clause.id))
            .map(|(clause, (_, games))| (clause.id.clone(), *games))
            .collect(),
    }
}

/// How the games of a side ended, the commonest first.
#[must_use]
pub fn endings(side: &Contestant, summary: &Summary) -> Vec<EndingShare> {
    let spec = side.loaded.spec();
    let mut all: Vec<(Ending, u64)> = summary.endings.iter().map(|(e, n)| (*e, *n)).collect();
    all.sort_by_key(|(ending, games)| (std::cmp::Reverse(*games), *ending));
    let row = |(ending, games): (Ending, u64)| {
        let name = self::ending(spec, ending);
        let ending = name.clause.unwrap_or_else(|| name.kind.replace('_', " "));
        EndingShare { ending, text: name.text, games }
    };
    all.into_iter().map(row).collect()
}

fn pair_report(contest: &ComparisonRun, pair: &Pair) -> PairReport {
    PairReport {
        side: contest.sides[pair.other].letter,
        verdict: verdict_word(pair.verdict),
        blocks: pair.blocks,
        answered: pair.answered,
        looks: pair.looks.iter().map(LookReport::new).collect(),
        expected_blocks: pair.expected,
        metrics: pair.differences.iter().map(|d| metric_report(contest, d)).collect(),
    }
}

fn metric_report(contest: &ComparisonRun, difference: &Difference) -> MetricReport {
    let metric = &contest.design.metrics[difference.metric];
    let short = |value: Option<f64>| value.map(|value| rounded(value, 4));
    MetricReport {
        metric: metric.name.clone(),
        about: metric.about.clone(),
        unit: metric.unit.name(),
        primary: difference.metric == contest.design.primary,
        bounds: [metric.low, metric.high],
        bounded_by: match metric.bound {
            Bound::Nature => "nature",
            Bound::PlyLimit => "ply limit",
            Bound::Cut => "cut",
        },
        blocks: difference.blocks,
        first: estimate(&difference.first),
        other: estimate(&difference.other),
        change: estimate(&difference.change),
        level: rounded(1.0 - difference.alpha, 6),
        p: rounded(difference.p, 9),
        raw_p: rounded(difference.raw_p, 9),
        called: difference.called,
        correlation: short(difference.correlation),
        gain: short(difference.gain),
    }
}

/// An estimate, rounded.
#[must_use]
pub fn estimate(estimate: &Estimate) -> EstimateReport {
    let (low, high) = estimate.interval;
    EstimateReport {
        mean: rounded(estimate.mean, 6),
        expected: rounded(estimate.expected, 6),
        deviation: rounded(estimate.deviation, 6),
        interval: [rounded(low, 6), rounded(high, 6)],
    }
}
