//! [`Trial`]: the result of a comparison with one table of agents.

use super::design::Design;
use super::estimate::{Estimate, estimate};
use super::open_pair::OpenPair;
use crate::experiments::block::{BlockDesign, Half, Side};
use crate::experiments::metric::BoundedMetric;
use crate::experiments::verdict::{InterimEstimate, Verdict};
use crate::sim::Summary;
use crate::statistics::confidence_sequence::Sequence;
use crate::statistics::multiple_testing::holm;
use quadrille_core::rules::HookError;

/// If the mean change of a metric is at least this many standard errors from zero, further blocks
/// are worth playing. If the true change is zero, the mean is rarely so far from zero, and then
/// only during a few blocks.
const PROMISING_STANDARD_ERRORS: f64 = 2.5;

/// The estimates of a metric on the first side and on another side, and the difference between
/// them.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The metric's index in [`Design::metrics`].
    pub metric: usize,
    /// The number of blocks in which the metric has a value on both sides.
    pub blocks: u64,
    /// The estimate for the first side.
    pub first: Estimate,
    /// The estimate for the other side.
    pub other: Estimate,
    /// The estimate of the change: the value on the other side minus the value on the first side.
    pub change: Estimate,
    /// The error probability of the change's interval.
    pub alpha: f64,
    /// The joint interval of the change. The probability that at least one exploratory metric has a
    /// wrong joint interval is at most the error probability of the comparison.
    pub joint: (f64, f64),
    /// The p-value of the hypothesis that the metric is the same on both sides. This p-value is
    /// valid at every time. For an exploratory metric, the p-value is corrected for the number of
    /// exploratory metrics.
    pub p: f64,
    /// The p-value before the correction for the number of metrics.
    pub raw_p: f64,
    /// `true` if the change counts as significant.
    pub called: bool,
    /// The correlation between the values of the two sides in the same blocks. `None` if all values
    /// of a side are equal.
    pub correlation: Option<f64>,
    /// The factor by which the variance of the change would grow with independent random streams.
    /// The factor is 1 if the common random streams do not reduce the variance. `None` if the
    /// change is equal in all blocks.
    pub gain: Option<f64>,
}

/// A comparison of the first side with another side.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The index of the side with which the first side is compared.
    pub other: usize,
    /// The verdict on the primary metric.
    pub verdict: Verdict,
    /// The number of blocks played.
    pub blocks: u64,
    /// The number of blocks after which the question was answered.
    pub answered: Option<u64>,
    /// The estimate of the primary metric's change at each interim analysis.
    pub looks: Vec<InterimEstimate>,
    /// The number of blocks that the first interim analysis predicted for the whole comparison.
    /// `None` if no prediction was possible.
    pub expected: Option<u64>,
    /// The differences in all metrics, in the order of the design.
    pub differences: Vec<Difference>,
}

/// A comparison with one table of agents.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The agents and the other settings of the blocks.
    pub table: BlockDesign,
    /// The number of games in a block on one side.
    pub rotations: u64,
    /// For each side, a summary of its games.
    pub summaries: Vec<Summary>,
    /// For each side, the metrics of each block. `None` for blocks that the side did not play.
    pub values: Vec<Vec<Option<Vec<f64>>>>,
    /// The numbers of the blocks, without blocks that have a fault.
    pub numbers: Vec<u64>,
    /// The comparisons of the first side with every other side.
    pub pairs: Vec<Pair>,
    /// The number of blocks left out because of a fault on some side.
    pub faults: u64,
    /// The first fault: side, game and message.
    pub first_fault: Option<(usize, u64, HookError)>,
    /// `true` if the caller stopped the comparison early.
    pub interrupted: bool,
}

impl Trial {
    /// Adds a block. A block with a fault on any side is left out on all sides.
    pub(super) fn take(
        &mut self,
        sides: &[Side<'_>],
        number: u64,
        block: Vec<Option<Half>>,
        pairs: &mut [OpenPair],
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
        for pair in pairs {
            let value = |side: usize| Some(block.get(side)?.as_ref()?.values[primary]);
            if let (Some(a), Some(b)) = (value(0), value(pair.other))
                && !a.is_nan()
                && !b.is_nan()
            {
                pair.sequence.add(b - a);
            }
        }
        self.numbers.push(number);
        for (side, half) in block.into_iter().enumerate() {
            if let Some(half) = &half {
                let summary = &mut self.summaries[side];
                for (game, sample) in half.games.iter().zip(&half.samples) {
                    summary.add(sides[side].rules, game);
                    if let (Some(totals), Some(sample)) = (&mut summary.totals, sample) {
                        totals.count(sample);
                    }
                }
            }
            self.values[side].push(half.map(|half| half.values));
        }
    }

    /// Converts an open pair to a pair with the differences in all metrics.
    pub(super) fn pair(&self, open: OpenPair, design: &Design, level: f64) -> Pair {
        let mut differences: Vec<(Difference, Sequence)> = (0..design.metrics.len())
            .map(|metric| {
                let primary = metric == design.primary;
                let alpha = if primary { level } else { level / design.metrics.len() as f64 };
                self.difference(open.other, metric, &design.metrics[metric], alpha, design.cap)
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
            difference.joint = sequence.interval_at(level / p.len() as f64);
            difference.called = adjusted.p <= level;
        }
        let change = &mut differences[design.primary].0.change;
        let looks = open.looks.as_slice();
        change.expected = design.stopping(looks, change.deviation).estimate();
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

    /// Returns the values of a metric on both sides, for each block in which both sides have a
    /// value.
    fn paired(&self, other: usize, metric: usize) -> impl Iterator<Item = (f64, f64)> + '_ {
        let blocks = self.values[0].iter().zip(&self.values[other]);
        let values =
            blocks.filter_map(move |(a, b)| Some((a.as_ref()?[metric], b.as_ref()?[metric])));
        values.filter(|(a, b)| !a.is_nan() && !b.is_nan())
    }

    /// Returns `true` if more blocks may prove that an exploratory metric changes. The mean change
    /// of such a metric is far from zero, but the evidence does not yet meet the strictest level of
    /// Holm's procedure.
    pub(super) fn promises(&self, other: usize, design: &Design, level: f64) -> bool {
        let mut exploratory = (0..design.metrics.len()).filter(|metric| *metric != design.primary);
        let tests = design.metrics.len().saturating_sub(1).max(1) as f64;
        exploratory.any(|metric| {
            let metric_at = &design.metrics[metric];
            let mut change = metric_at.change(level / design.metrics.len() as f64, design.cap);
            self.paired(other, metric).for_each(|(a, b)| change.add(b - a));
            let errors = change.mean().abs() * (change.len() as f64).sqrt();
            errors > PROMISING_STANDARD_ERRORS * change.deviation()
                && change.evidence(0.0) < tests / level
        })
    }

    fn difference(
        &self,
        other: usize,
        index: usize,
        metric: &BoundedMetric,
        alpha: f64,
        cap: u64,
    ) -> (Difference, Sequence) {
        let mut change = metric.change(alpha, cap);
        let own = || metric.sequence(0.0, 0.05, cap);
        let (mut first, mut second) = (own(), own());
        let pairs: Vec<(f64, f64)> = self.paired(other, index).collect();
        for (a, b) in &pairs {
            first.add(*a);
            second.add(*b);
            change.add(b - a);
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
            joint: change.interval(),
            p: raw_p,
            raw_p,
            called: raw_p <= alpha,
        };
        (difference, change)
    }
}

/// Returns the correlation of paired values.
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

/// Returns the variance of the difference if the blocks of the two sides were independent, divided
/// by the variance of the difference between paired blocks.
fn gain(first: f64, other: f64, change: f64) -> Option<f64> {
    (change > 0.0).then(|| (first * first + other * other) / (change * change))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gain_is_the_ratio_of_variances() {
        let pairs = [(1.0, 2.0), (2.0, 3.0), (3.0, 4.5), (4.0, 5.0)];
        assert!(correlation(&pairs).unwrap() > 0.98);
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(gain(1.0, 1.0, 1.0), Some(2.0));
        assert_eq!(gain(0.0, 0.0, 0.0), None);
    }
}
