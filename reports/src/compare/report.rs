//! The result of a comparison as data, as printed in JSON.

use std::collections::BTreeMap;

use quadrille_core::Ending;
use quadrille_dsl::text::Sentence;
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

/// A comparison. All fields except `seconds` are independent of the clock and of the number of
/// threads.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct CompareReport {
    /// The rulesets, in order.
    pub rulesets: Vec<SideId>,
    /// For each ruleset except the first, its differences from the first.
    pub differing: Vec<Vec<Differing>>,
    /// The name of the primary metric.
    pub primary: String,
    /// The margin of the primary metric: smaller differences do not matter.
    pub margin: Option<f64>,
    /// The maximum probability that the comparison gives at least one false answer, over all pairs
    /// and line-ups.
    pub alpha: f64,
    /// The minimum number of games per side for each line-up.
    pub floor: u64,
    /// The maximum number of games per side for each line-up.
    pub cap: u64,
    /// The opening in words, if it is not the array.
    pub opening: Option<String>,
    /// For each ruleset except the first, the conclusion from all line-ups.
    pub conclusions: Vec<ConclusionRow>,
    /// The results of each line-up.
    pub trials: Vec<TrialReport>,
    /// The number of games on all sides.
    pub games: u64,
    /// `true` if the run was interrupted.
    pub interrupted: bool,
    /// The duration in seconds.
    pub seconds: f64,
    /// The command line that repeats the comparison.
    pub again: String,
}

/// One of the rulesets.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideId {
    /// The letter of the side: `a` for the first side, `b` for the second, and so on.
    pub side: char,
    /// The name of the ruleset, with its settings.
    pub label: String,
    /// The identity of the rules.
    #[serde(flatten)]
    pub id: RulesetId,
}

/// The conclusion from all line-ups.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConclusionRow {
    /// The letter of the side that is compared with the first side.
    pub side: char,
    /// `different`, `agent-dependent`, `some-agents`, `equivalent` or `inconclusive`.
    pub conclusion: &'static str,
    /// The conclusion in English.
    pub sentence: String,
    /// The sentences of the conclusion.
    pub sentences: Vec<Sentence>,
}

/// The results of one line-up.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct TrialReport {
    /// The agents, by seat.
    pub agents: Vec<String>,
    /// `true` if all agents play at random. Results of random play do not always hold for players.
    pub random_play: bool,
    /// The number of games that each side plays in a block.
    pub rotations: u64,
    /// The results of each side.
    pub sides: Vec<SideFigures>,
    /// The comparisons of the first side with each other side.
    pub pairs: Vec<PairReport>,
    /// The number of blocks left out because a script failed.
    pub faults: u64,
}

/// The results of a side.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideFigures {
    /// The letter of the side.
    pub side: char,
    /// The number of games.
    pub games: u64,
    /// The number of plies of all games.
    pub plies: u64,
    /// The quartiles of the length in plies.
    pub quartiles: [Option<u32>; 3],
    /// The endings of games.
    pub endings: Vec<EndingShare>,
    /// The number of games in which each clause fired.
    pub clauses: BTreeMap<String, u64>,
}

/// The frequency of an ending.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EndingShare {
    /// The id of the clause that ended the games, or the name of the built-in ending.
    pub ending: String,
    /// The ending in English.
    pub text: String,
    /// The ending as a sentence.
    pub sentence: Sentence,
    /// The number of games with this ending.
    pub games: u64,
}

/// A comparison of the first side with another side.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct PairReport {
    /// The letter of the side with which the first side is compared.
    pub side: char,
    /// `different`, `equivalent` or `inconclusive`.
    pub verdict: &'static str,
    /// The number of blocks played.
    pub blocks: u64,
    /// The number of blocks after which the answer was known.
    pub answered: Option<u64>,
    /// The estimate of the primary metric's change at each interim analysis.
    pub looks: Vec<LookReport>,
    /// The number of blocks that the comparison was expected to need for its answer, as predicted
    /// at the first interim analysis.
    pub expected_blocks: Option<u64>,
    /// The metrics.
    pub metrics: Vec<MetricReport>,
}

/// The estimate of the primary metric's change at an interim analysis.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct LookReport {
    /// The number of blocks up to the analysis.
    pub blocks: u64,
    /// The mean change over the blocks up to the analysis.
    pub mean: f64,
    /// The interval of the change.
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

/// The estimates of a metric on both sides, and the difference between them.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct MetricReport {
    /// The name of the metric.
    pub metric: String,
    /// The meaning of the metric, in a few words.
    pub about: String,
    /// The unit of the metric.
    pub unit: &'static str,
    /// `true` for the primary metric. All other metrics are exploratory.
    pub primary: bool,
    /// The bounds of the metric. The intervals are computed from these bounds.
    pub bounds: [f64; 2],
    /// The origin of the bounds: `nature`, `ply limit` or `cut`. With `cut`, values beyond a bound
    /// count as the bound.
    pub bounded_by: &'static str,
    /// The number of blocks in which both sides have the metric.
    pub blocks: u64,
    /// The estimate for the first side.
    pub first: EstimateReport,
    /// The estimate for the other side.
    pub other: EstimateReport,
    /// The estimate of the change: the value on the other side minus the value on the first side.
    pub change: EstimateReport,
    /// The confidence level of the interval in `change`.
    pub level: f64,
    /// The p-value of the hypothesis that the metric has the same mean on both sides. For
    /// exploratory metrics, this p-value is corrected by Holm's method.
    pub p: f64,
    /// The p-value before Holm's correction.
    pub raw_p: f64,
    /// `true` if the change counts as significant.
    pub called: bool,
    /// The correlation of the two sides within blocks.
    pub correlation: Option<f64>,
    /// The variance of the change if the blocks of the sides were not paired, divided by its
    /// variance with pairing.
    pub gain: Option<f64>,
}

/// A mean with its interval.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct EstimateReport {
    /// The mean over blocks.
    pub mean: f64,
    /// The mean, corrected for bias. The uncorrected mean is biased, because the results determine
    /// when play stops.
    pub expected: f64,
    /// The standard deviation between blocks.
    pub deviation: f64,
    /// The interval of the mean. It is valid at every time, not only after a fixed number of
    /// blocks.
    pub interval: [f64; 2],
}

/// Returns a note if some rulesets ship weights that the agents do not use.
#[must_use]
pub fn weights_left_out(contest: &ComparisonRun) -> Option<String> {
    let without = |side: &&Contestant| side.loaded.weights == WeightsInUse::LeftOut;
    let letter = |side: &Contestant| side.letter.to_ascii_uppercase().to_string();
    let letters: Vec<String> = contest.sides.iter().filter(without).map(letter).collect();
    (!letters.is_empty()).then(|| {
        let verb = if letters.len() == 1 { "ships" } else { "ship" };
        format!(
            "Agents derive the values of positions from the rules, without the weights that {} {verb}.",
            listed(&letters)
        )
    })
}

impl CompareReport {
    /// Creates the report of a comparison.
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

/// Returns the word for a verdict.
#[must_use]
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Different => "different",
        Verdict::Equivalent => "equivalent",
        Verdict::Inconclusive => "inconclusive",
    }
}

/// Returns the conclusion about a pair from all line-ups.
fn conclusion_row(contest: &ComparisonRun, pair: usize) -> ConclusionRow {
    let sentences = verdict::sentences(contest, pair);
    let texts: Vec<String> = sentences.iter().map(Sentence::punctuated).collect();
    ConclusionRow {
        side: contest.sides[pair + 1].letter,
        conclusion: conclusion_word(conclusion(contest, pair)),
        sentence: texts.join(" "),
        sentences,
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

/// Returns the endings of a side's games, the most frequent first.
#[must_use]
pub fn endings(side: &Contestant, summary: &Summary) -> Vec<EndingShare> {
    let spec = side.loaded.spec();
    let mut all: Vec<(Ending, u64)> = summary.endings.iter().map(|(e, n)| (*e, *n)).collect();
    all.sort_by_key(|(ending, games)| (std::cmp::Reverse(*games), *ending));
    let row = |(kind, games): (Ending, u64)| {
        let name = ending(spec, kind);
        let sentence = match name.clause {
            Some(_) => Sentence::text(&name.text),
            None => Sentence::from(kind),
        };
        let ending = name.clause.unwrap_or_else(|| name.kind.replace('_', " "));
        EndingShare { ending, text: name.text, sentence, games }
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

/// Returns an estimate with rounded numbers.
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
