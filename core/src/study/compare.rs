//! Comparing rulesets: blocks are played until the question is answered.
//!
//! One primary metric, named beforehand, decides. Its confidence sequence is looked at after
//! batches of blocks whose sizes depend on nothing but the cap, and play stops when it excludes
//! zero (the rules differ), lies within the margin (they are equivalent as far as anyone cares),
//! or the cap is reached (the question is open). All other metrics are exploratory: their
//! intervals hold at every time too, and are corrected for their number (Holm).

use std::sync::atomic::{AtomicBool, Ordering};

use crate::numeric::confidence_sequence::{Sequence, expected_length};
use crate::numeric::multiple_testing::holm;
use crate::rules::HookError;
use crate::sim::Summary;
use crate::study::block::{Half, Side, Table, play};
use crate::study::metric::BoundedMetric;

/// After how many blocks the first look is taken.
const FIRST_LOOK: u64 = 50;

/// The question and how much may be spent on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Design {
    /// The metrics; the same on all sides, with bounds that hold on all.
    pub metrics: Vec<BoundedMetric>,
    /// The place of the primary one.
    pub primary: usize,
    /// Differences of the primary metric smaller than this do not matter.
    pub margin: Option<f64>,
    /// The chance of a false answer, of all pairs and tables together.
    pub alpha: f64,
    /// The least blocks: play goes on until then even if the answer is known, for the sake of
    /// the other metrics. A sequence that has excluded zero goes on excluding it.
    pub floor: u64,
    /// The most blocks.
    pub cap: u64,
    /// How many threads.
    pub jobs: usize,
}

/// What is known of the question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The sequence excludes zero.
    Different,
    /// The sequence lies within the margin.
    Equivalent,
    /// Neither, with the blocks there were.
    Inconclusive,
}

/// What an interval says.
#[must_use]
pub fn verdict((low, high): (f64, f64), margin: Option<f64>) -> Verdict {
    match margin {
        // A difference that is known to be too small to matter is none.
        Some(margin) if low >= -margin && high <= margin => Verdict::Equivalent,
        _ if low > 0.0 || high < 0.0 => Verdict::Different,
        _ => Verdict::Inconclusive,
    }
}

/// A mean with its interval, valid at every time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean over blocks.
    pub mean: f64,
    /// The standard deviation between blocks.
    pub deviation: f64,
    /// The interval.
    pub interval: (f64, f64),
}

/// A metric on the first side and another.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The metric, by its place in [`Design::metrics`].
    pub metric: usize,
    /// Blocks in which both sides have it.
    pub blocks: u64,
    /// On the first side.
    pub first: Estimate,
    /// On the other.
    pub other: Estimate,
    /// The other less the first.
    pub change: Estimate,
    /// One less the level of that interval.
    pub alpha: f64,
    /// The p-value that there is no change, valid at every time; of an exploratory metric
    /// corrected for their number.
    pub p: f64,
    /// The same before the correction.
    pub raw_p: f64,
    /// Whether a change is called.
    pub called: bool,
    /// How alike the sides were in the same blocks: the correlation. None if a side never varied.
    pub correlation: Option<f64>,
    /// By how much the variance would grow with other luck on each side: 1 for no gain. None if
    /// the change never varied.
    pub gain: Option<f64>,
}

/// The first side against another.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The other side.
    pub other: usize,
    /// The answer.
    pub verdict: Verdict,
    /// Blocks played.
    pub blocks: u64,
    /// After how many of them the question was answered.
    pub answered: Option<u64>,
    /// What was known at each look.
    pub looks: Vec<Known>,
    /// How many blocks the pilot led one to expect, where there is something to expect them for.
    pub expected: Option<u64>,
    /// Every metric, in the design's order.
    pub differences: Vec<Difference>,
}

/// What was known of the primary metric's change at a look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// After so many blocks.
    pub blocks: u64,
    /// The mean.
    pub mean: f64,
    /// The interval.
    pub interval: (f64, f64),
}

/// What was found with one line-up of agents.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The table.
    pub table: Table,
    /// Games in a block on a side.
    pub rotations: u64,
    /// For each side what happened in its games.
    pub summaries: Vec<Summary>,
    /// For each side the metrics of each block; none where it was not played any more.
    pub values: Vec<Vec<Option<Vec<f64>>>>,
    /// The first side against each other one.
    pub pairs: Vec<Pair>,
    /// Blocks left out because a script failed on some side, and the first of these failures.
    pub faults: u64,
    /// The first failure: side, game, and what failed.
    pub first_fault: Option<(usize, u64, HookError)>,
    /// Stopped from outside.
    pub interrupted: bool,
}

/// What is mate_reported at every look.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// Blocks played.
    pub blocks: u64,
    /// The most there will be.
    pub cap: u64,
    /// For each other side the primary metric's change and its interval.
    pub changes: Vec<(f64, (f64, f64))>,
    /// The most blocks that are expected for any open pair.
    pub expected: Option<u64>,
}

/// Hears of progress.
pub trait Listener: Sync {
    /// A game has ended.
    fn game(&self) {}
    /// A look was taken.
    fn look(&self, _: &Look) {}
}

/// The next look after `blocks`: a quarter more, never beyond the cap.
#[must_use]
pub fn next_look(blocks: u64, cap: u64) -> u64 {
    let next = if blocks < FIRST_LOOK { FIRST_LOOK } else { blocks + (blocks / 4).max(1) };
    next.min(cap)
}

/// Compares the first side with each other one, at one table. `level` is the chance of a false
/// answer allowed here: a part of the design's alpha where several tables are asked.
#[must_use]
pub fn compare(
    sides: &[Side<'_>],
    table: &Table,
    design: &Design,
    level: f64,
    stop: &AtomicBool,
    listener: &dyn Listener,
) -> Trial {
    let others = sides.len().saturating_sub(1).max(1);
    let level = level / others as f64;
    let metric = &design.metrics[design.primary];
    let range = metric.high - metric.low;
    let mut open: Vec<Open> = (1..sides.len())
        .map(|other| Open {
            other,
            sequence: Sequence::new(-range, range, level),
            verdict: Verdict::Inconclusive,
            answered: None,
            looks: Vec::new(),
            expected: None,
        })
        .collect();
    let plan = table.plan();
    let mut trial = Trial {
        table: table.clone(),
        rotations: table.rotations(),
        summaries: sides.iter().map(|side| Summary::of_plan(side.rules, &plan)).collect(),
        values: vec![Vec::new(); sides.len()],
        pairs: Vec::new(),
        faults: 0,
        first_fault: None,
        interrupted: false,
    };
    let mut played = 0;
    let floor = design.floor.min(design.cap);
    let asked = |pair: &Open, played: u64| {
        pair.verdict == Verdict::Inconclusive && played < design.cap || played < floor
    };
    while open.iter().any(|pair| asked(pair, played)) {
        let mut wanted = vec![false; sides.len()];
        wanted[0] = true;
        for pair in &open {
            wanted[pair.other] = asked(pair, played);
        }
        let next = next_look(played, design.cap);
        let tick = || listener.game();
        let blocks = play(sides, &wanted, table, played..next, design.jobs, stop, &tick);
        let complete = blocks.len() as u64 == next - played;
        played += blocks.len() as u64;
        for block in blocks {
            trial.take(sides, block, &mut open, design.primary);
        }
        for pair in open.iter_mut().filter(|pair| wanted[pair.other]) {
            pair.look(played, design, level);
        }
        listener.look(&look(&mut open, played, design.cap));
        if !complete || stop.load(Ordering::Relaxed) {
            trial.interrupted = open.iter().any(|pair| asked(pair, played));
            break;
        }
    }
    trial.pairs = open.into_iter().map(|pair| trial.pair(pair, design, level)).collect();
    trial
}

/// Asks whether a metric of one ruleset is what a claim says: its sequence less `reference` is
/// looked at as in [`compare`]. The pair's first side is the reference itself.
#[must_use]
pub fn level(
    side: &Side<'_>,
    table: &Table,
    design: &Design,
    reference: f64,
    alpha: f64,
    stop: &AtomicBool,
    listener: &dyn Listener,
) -> Level {
    let metric = &design.metrics[design.primary];
    let mut sequence = Sequence::new(metric.low - reference, metric.high - reference, alpha);
    let mut found = Level {
        verdict: Verdict::Inconclusive,
        blocks: 0,
        without: 0,
        faults: 0,
        value: estimate(&mut sequence),
        interrupted: false,
    };
    while found.verdict == Verdict::Inconclusive && found.blocks < design.cap {
        let next = next_look(found.blocks, design.cap);
        let tick = || listener.game();
        let sides = std::slice::from_ref(side);
        let blocks = play(sides, &[true], table, found.blocks..next, design.jobs, stop, &tick);
        let complete = blocks.len() as u64 == next - found.blocks;
        found.blocks += blocks.len() as u64;
        for half in blocks.into_iter().flatten().flatten() {
            let value = half.values[design.primary];
            if half.fault().is_some() {
                found.faults += 1;
            } else if value.is_nan() {
                found.without += 1;
            } else {
                sequence.add(value - reference);
            }
        }
        let interval = sequence.interval();
        found.verdict = verdict(interval, design.margin);
        let changes = vec![(sequence.mean(), interval)];
        listener.look(&Look { blocks: found.blocks, cap: design.cap, changes, expected: None });
        if !complete || stop.load(Ordering::Relaxed) {
            found.interrupted = found.verdict == Verdict::Inconclusive && found.blocks < design.cap;
            break;
        }
    }
    found.value = estimate(&mut sequence);
    found
}

/// What was found of a metric's level.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// Whether it differs from the reference.
    pub verdict: Verdict,
    /// Blocks played.
    pub blocks: u64,
    /// Of them those that do not have the metric.
    pub without: u64,
    /// Those that a failing script spoilt.
    pub faults: u64,
    /// The metric less the reference.
    pub value: Estimate,
    /// Stopped from outside.
    pub interrupted: bool,
}

/// A pair while it is played.
struct Open {
    other: usize,
    sequence: Sequence,
    verdict: Verdict,
    answered: Option<u64>,
    looks: Vec<Known>,
    expected: Option<u64>,
}

impl Open {
    fn look(&mut self, played: u64, design: &Design, level: f64) {
        let interval = self.sequence.interval();
        self.looks.push(Known { blocks: played, mean: self.sequence.mean(), interval });
        self.verdict = verdict(interval, design.margin);
        if self.verdict != Verdict::Inconclusive {
            self.answered.get_or_insert(played);
        }
        if self.expected.is_none() && self.sequence.len() > 1 {
            // What the pilot's spread says: until the interval leaves zero, if the change is
            // what it seems to be, or fits into the margin.
            let mean = self.sequence.mean().abs();
            let goals = [Some(mean), design.margin.map(|margin| margin - mean)];
            let goals = goals.into_iter().flatten().filter(|goal| *goal > 0.0);
            let spread = self.sequence.deviation();
            let length = goals.map(|goal| expected_length(spread, goal, level)).reduce(f64::min);
            self.expected = length.map(|n| n.min(9e15).ceil() as u64);
        }
    }
}

fn look(open: &mut [Open], blocks: u64, cap: u64) -> Look {
    let undecided = |pair: &&Open| pair.verdict == Verdict::Inconclusive;
    let expected = open.iter().filter(undecided).filter_map(|pair| pair.expected).max();
    let changes = open.iter_mut().map(|pair| (pair.sequence.mean(), pair.sequence.interval()));
    Look { blocks, cap, changes: changes.collect(), expected }
}

impl Trial {
    /// Takes a block in. One in which a script failed counts on no side.
    fn take(
        &mut self,
        sides: &[Side<'_>],
        block: Vec<Option<Half>>,
        open: &mut [Open],
        primary: usize,
    ) {
        let fault = block.iter().enumerate().find_map(|(side, half)| {
            let (game, error) = half.as_ref()?.fault()?;
            Some((side, game, error.clone()))
        });
        if let Some(fault) = fault {
            self.faults += 1;
            self.first_fault.get_or_insert(fault);
            return;
        }
        for pair in open {
            let value = |side: usize| Some(block.get(side)?.as_ref()?.values[primary]);
            if let (Some(a), Some(b)) = (value(0), value(pair.other))
                && !a.is_nan()
                && !b.is_nan()
            {
                pair.sequence.add(b - a);
            }
        }
        for (side, half) in block.into_iter().enumerate() {
            if let Some(half) = &half {
                for game in &half.games {
                    self.summaries[side].add(sides[side].rules, game);
                }
            }
            self.values[side].push(half.map(|half| half.values));
        }
    }

    /// All metrics of a pair.
    fn pair(&self, open: Open, design: &Design, level: f64) -> Pair {
        let mut differences: Vec<(Difference, Sequence)> = (0..design.metrics.len())
            .map(|metric| {
                let primary = metric == design.primary;
                let alpha = if primary { level } else { level / design.metrics.len() as f64 };
                self.difference(open.other, metric, &design.metrics[metric], alpha)
            })
            .collect();
        let exploratory: Vec<usize> =
            (0..differences.len()).filter(|metric| *metric != design.primary).collect();
        let p: Vec<f64> = exploratory.iter().map(|metric| differences[*metric].0.raw_p).collect();
        for (metric, adjusted) in exploratory.into_iter().zip(holm(&p, level)) {
            let (difference, sequence) = &mut differences[metric];
            difference.p = adjusted.p;
            difference.alpha = adjusted.level;
            difference.change.interval = sequence.interval_at(adjusted.level);
            difference.called = adjusted.p <= level;
        }
        Pair {
            other: open.other,
            verdict: open.verdict,
            blocks: open.looks.last().map_or(0, |look| look.blocks),
            answered: open.answered,
            looks: open.looks,
            expected: open.expected,
            differences: differences.into_iter().map(|(difference, _)| difference).collect(),
        }
    }

    fn difference(
        &self,
        other: usize,
        index: usize,
        metric: &BoundedMetric,
        alpha: f64,
    ) -> (Difference, Sequence) {
        let range = metric.high - metric.low;
        let mut change = Sequence::new(-range, range, alpha);
        let own = || Sequence::new(metric.low, metric.high, 0.05);
        let (mut first, mut second) = (own(), own());
        let mut pairs = Vec::new();
        for (a, b) in self.values[0].iter().zip(&self.values[other]) {
            let (Some(a), Some(b)) = (a, b) else { continue };
            let (a, b) = (a[index], b[index]);
            if !a.is_nan() && !b.is_nan() {
                first.add(a);
                second.add(b);
                change.add(b - a);
                pairs.push((a, b));
            }
        }
        let raw_p = (1.0 / change.evidence(0.0)).min(1.0);
        let difference = Difference {
            metric: index,
            blocks: change.len() as u64,
            correlation: correlation(&pairs),
            gain: gain(first.deviation(), second.deviation(), change.deviation()),
            first: estimate(&mut first),
            other: estimate(&mut second),
            change: estimate(&mut change),
            alpha,
            p: raw_p,
            raw_p,
            called: raw_p <= alpha,
        };
        (difference, change)
    }
}

fn estimate(sequence: &mut Sequence) -> Estimate {
    Estimate {
        mean: sequence.mean(),
        deviation: sequence.deviation(),
        interval: sequence.interval(),
    }
}

/// How alike paired values are, from -1 to 1.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let n = pairs.len() as f64;
    let (a, b) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
    let (a, b) = (a / n, b / n);
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (x, y) = (pair.0 - a, pair.1 - b);
        aa += x * x;
        bb += y * y;
        ab += x * y;
    }
    (aa > 0.0 && bb > 0.0).then(|| ab / (aa * bb).sqrt())
}

/// The variance of a difference between unpaired blocks, over that between paired ones.
fn gain(first: f64, other: f64, change: f64) -> Option<f64> {
    (change > 0.0).then(|| (first * first + other * other) / (change * change))
}

/// What several tables say together about one pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conclusion {
    /// The rules differ, in the same direction, at every table.
    Different,
    /// They differ in opposite directions: it depends on who plays.
    AgentDependent,
    /// They differ at some tables; at others that is not so, or not known.
    SomeTables,
    /// They are equivalent at every table.
    Equivalent,
    /// Nobody knows.
    Inconclusive,
}

/// What tables say together: the verdict of each with its change.
#[must_use]
pub fn conclude(tables: &[(Verdict, f64)]) -> Conclusion {
    let all = |verdict| tables.iter().all(|(v, _)| *v == verdict);
    let differing = || tables.iter().filter(|(v, _)| *v == Verdict::Different);
    let (up, down) = (differing().any(|(_, d)| *d > 0.0), differing().any(|(_, d)| *d < 0.0));
    if tables.is_empty() {
        Conclusion::Inconclusive
    } else if up && down {
        Conclusion::AgentDependent
    } else if all(Verdict::Different) {
        Conclusion::Different
    } else if up || down {
        Conclusion::SomeTables
    } else if all(Verdict::Equivalent) {
        Conclusion::Equivalent
    } else {
        Conclusion::Inconclusive
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_answers_only_what_it_excludes() {
        assert_eq!(verdict((0.01, 0.2), None), Verdict::Different);
        assert_eq!(verdict((-0.2, -0.01), Some(0.1)), Verdict::Different);
        assert_eq!(verdict((-0.01, 0.02), Some(0.05)), Verdict::Equivalent);
        assert_eq!(verdict((0.01, 0.02), Some(0.05)), Verdict::Equivalent);
        assert_eq!(verdict((-0.01, 0.02), None), Verdict::Inconclusive);
        assert_eq!(verdict((-0.01, 0.2), Some(0.05)), Verdict::Inconclusive);
    }

    #[test]
    fn looks_depend_on_the_cap_alone_and_reach_it() {
        let mut looks = vec![0];
        while *looks.last().unwrap() < 1000 {
            looks.push(next_look(*looks.last().unwrap(), 1000));
        }
        assert_eq!(&looks[..5], [0, 50, 62, 77, 96]);
        assert_eq!(looks.last(), Some(&1000));
        assert_eq!(next_look(0, 7), 7);
    }

    #[test]
    fn a_change_of_sign_between_tables_is_the_agents_doing() {
        use Verdict::{Different, Equivalent, Inconclusive};
        assert_eq!(conclude(&[(Different, 0.1), (Different, 0.3)]), Conclusion::Different);
        assert_eq!(conclude(&[(Different, 0.1), (Different, -0.3)]), Conclusion::AgentDependent);
        assert_eq!(conclude(&[(Different, 0.1), (Inconclusive, -0.3)]), Conclusion::SomeTables);
        assert_eq!(conclude(&[(Equivalent, 0.1), (Equivalent, -0.3)]), Conclusion::Equivalent);
        assert_eq!(conclude(&[(Equivalent, 0.1), (Inconclusive, 0.)]), Conclusion::Inconclusive);
        assert_eq!(conclude(&[]), Conclusion::Inconclusive);
    }

    #[test]
    fn pairing_is_worth_what_the_variance_of_the_difference_loses() {
        let pairs = [(1.0, 2.0), (2.0, 3.0), (3.0, 4.5), (4.0, 5.0)];
        assert!(correlation(&pairs).unwrap() > 0.98);
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(gain(1.0, 1.0, 1.0), Some(2.0));
        assert_eq!(gain(0.0, 0.0, 0.0), None);
    }
}
