//! Estimates after a data-dependent stop.
//!
//! If a run ends as soon as a change is clear, it tends to end after blocks in which the change was
//! large by chance. The mean of the played blocks is therefore too far from zero: on average 0.118
//! in a case where the true change is 0.100. This module corrects the mean by the method of
//! Whitehead ("On the bias of maximum likelihood estimation following a sequential test",
//! Biometrika 73, 1986). The estimate is a change with this property: if it were the true change,
//! runs of the same design would on average end with the observed mean. To find this average, the
//! design is simulated many times. The simulated blocks have normally distributed values with the
//! observed spread. The simulation always uses the same random numbers.

use crate::experiments::verdict::{Aim, InterimEstimate, Verdict, next_look, verdict};
use quadrille_core::numeric::rng::{Rng, Stream};

/// The number of simulated runs. The standard error of the average of the runs is a fortieth of the
/// standard deviation of single runs.
const DESIGN_RUNS: u64 = 1600;
/// The number of halvings of the range that contains the estimate.
const BISECTION_STEPS: u32 = 24;

/// The stopping rule that a run followed, and the interim analyses of the run.
#[derive(Clone, Copy, Debug)]
pub struct Stopping<'a> {
    /// The estimate at each interim analysis.
    pub looks: &'a [InterimEstimate],
    /// The standard deviation between blocks.
    pub deviation: f64,
    /// The aim of the run, which determines the answers that stop it.
    pub aim: Aim,
    /// The minimum number of blocks.
    pub floor: u64,
    /// The maximum number of blocks.
    pub cap: u64,
}

/// An interim analysis of the design: the number of blocks, and the distances from the mean to both
/// ends of the interval.
struct DesignLook {
    blocks: f64,
    below: f64,
    above: f64,
    last: bool,
}

impl Stopping<'_> {
    /// Returns the corrected estimate. The estimate always lies within the interval. If all blocks
    /// have the same value, the estimate is the mean.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        let Some(end) = self.looks.last() else { return 0.0 };
        let (low, high) = end.interval;
        if self.deviation <= 0.0 || high <= low {
            return end.mean;
        }
        let reaches = self.reaches();
        let noise = self.noise(&reaches);
        let width = (end.mean - low).max(high - end.mean);
        let (mut less, mut more) = (end.mean - width, end.mean + width);
        for _ in 0..BISECTION_STEPS {
            let middle = (less + more) / 2.0;
            let short = self.average(middle, &reaches, &noise) < end.mean;
            (less, more) = if short { (middle, more) } else { (less, middle) };
        }
        ((less + more) / 2.0).clamp(low, high)
    }

    /// Returns all interim analyses of the design. The analyses of this run come first, followed by
    /// the analyses that a longer run would have.
    fn reaches(&self) -> Vec<DesignLook> {
        let taken = self.looks.iter().map(|look| {
            let (low, high) = look.interval;
            (look.blocks, (look.mean - low).max(0.0), (high - look.mean).max(0.0))
        });
        let mut all: Vec<(u64, f64, f64)> = taken.filter(|(blocks, ..)| *blocks > 0).collect();
        let Some(&(blocks, below, above)) = all.last() else { return Vec::new() };
        let mut next = blocks;
        while next < self.cap {
            next = next_look(next, self.cap);
            let part = (blocks as f64 / next as f64).sqrt();
            all.push((next, below * part, above * part));
        }
        let count = all.len();
        let reach = |(at, (blocks, below, above)): (usize, (u64, f64, f64))| DesignLook {
            blocks: blocks as f64,
            below,
            above,
            last: at + 1 == count,
        };
        all.into_iter().enumerate().map(reach).collect()
    }

    /// Simulates runs. For each run and interim analysis, returns the sum of the values of all
    /// blocks up to the analysis. The value of a block is its deviation from the expected value.
    fn noise(&self, reaches: &[DesignLook]) -> Vec<f64> {
        let mut noise = Vec::with_capacity(DESIGN_RUNS as usize * reaches.len());
        for run in 0..DESIGN_RUNS {
            // Every second run mirrors the run before it, so that runs in favour of one side are
            // balanced.
            let mut rng = Rng::new(1986, run / 2, Stream::Agent, 0, 0);
            let sign = if run % 2 == 0 { 1.0 } else { -1.0 };
            let (mut sum, mut before) = (0.0, 0.0);
            for reach in reaches {
                sum += sign * normal(&mut rng) * self.deviation * (reach.blocks - before).sqrt();
                before = reach.blocks;
                noise.push(sum);
            }
        }
        noise
    }

    /// Returns the mean with which simulated runs end on average, if the true change is `change`.
    fn average(&self, change: f64, reaches: &[DesignLook], noise: &[f64]) -> f64 {
        let ends = noise.chunks(reaches.len()).map(|run| {
            let mut answered = false;
            for (reach, noise) in reaches.iter().zip(run) {
                let mean = change + noise / reach.blocks;
                let interval = (mean - reach.below, mean + reach.above);
                answered |= verdict(mean, interval, self.aim) != Verdict::Inconclusive;
                if reach.last || answered && reach.blocks >= self.floor as f64 {
                    return mean;
                }
            }
            change
        });
        ends.sum::<f64>() / DESIGN_RUNS as f64
    }
}

/// Returns a value from a nearly normal distribution with mean 0 and variance 1: the sum of twelve
/// uniform values, minus 6.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| (rng.bits() >> 11) as f64 / (1u64 << 53) as f64).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::confidence_sequence::Sequence;

    const ANY: Aim = Aim::Change(None);

    /// Simulates a run that stops as soon as its change is clear. Returns the mean of the run's
    /// blocks, and the corrected estimate.
    fn run(index: u64, change: f64, cap: u64) -> (f64, f64) {
        let mut rng = Rng::new(7, index, Stream::Agent, 0, 0);
        let mut sequence = Sequence::new(-1.0, 1.0, 0.05, cap);
        let mut looks: Vec<InterimEstimate> = Vec::new();
        let mut blocks = 0;
        loop {
            let next = next_look(blocks, cap);
            for _ in blocks..next {
                let chance = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
                // Values of -1, 0 and 1 with this mean and a spread of about 0.5.
                let (up, down) = (0.125 + change / 2.0, 0.125 - change / 2.0);
                let value =
                    if chance < up { 1.0 } else { -f64::from(u8::from(chance < up + down)) };
                sequence.add(value);
            }
            blocks = next;
            let interval = sequence.interval();
            looks.push(InterimEstimate { blocks, mean: sequence.mean(), interval });
            if blocks == cap || verdict(sequence.mean(), interval, ANY) != Verdict::Inconclusive {
                break;
            }
        }
        let deviation = sequence.deviation();
        let stopping = Stopping { looks: &looks, deviation, aim: ANY, floor: 0, cap };
        (sequence.mean(), stopping.estimate())
    }

    #[test]
    fn estimates_after_a_stop_are_right_on_average() {
        for change in [0.1, -0.2] {
            let runs: Vec<_> = (0..200).map(|index| run(index, change, 4000)).collect();
            let average = |f: &dyn Fn(&(f64, f64)) -> f64| runs.iter().map(f).sum::<f64>() / 200.0;
            let (mean, estimate) = (average(&|run| run.0), average(&|run| run.1));
            // The spread of such an average is about 0.002.
            assert!(mean / change > 1.05, "{mean} shows no bias: nothing is tested");
            assert!((estimate / change - 1.0).abs() < 0.08, "{estimate} for {change}");
        }
    }

    #[test]
    fn a_run_of_fixed_length_is_not_corrected() {
        let looks = [InterimEstimate { blocks: 400, mean: 0.05, interval: (-0.02, 0.12) }];
        let stopping = Stopping { looks: &looks, deviation: 0.5, aim: ANY, floor: 400, cap: 400 };
        assert!((stopping.estimate() - 0.05).abs() < 0.002, "{}", stopping.estimate());
    }

    #[test]
    fn what_never_varied_is_its_own_estimate() {
        let looks = [InterimEstimate { blocks: 50, mean: 0.25, interval: (0.2, 0.3) }];
        let stopping = Stopping { looks: &looks, deviation: 0.0, aim: ANY, floor: 0, cap: 100 };
        assert_eq!(stopping.estimate(), 0.25);
        let nothing = Stopping { looks: &[], ..stopping };
        assert_eq!(nothing.estimate(), 0.0);
    }
}
