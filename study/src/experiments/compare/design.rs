//! [`Design`], the question and the limits of a comparison, and [`Listener`], which receives
//! progress reports.

use crate::experiments::metric::BoundedMetric;
use crate::experiments::stopping::Stopping;
use crate::experiments::verdict::{Aim, InterimEstimate, Verdict, verdict};

/// The design of a comparison: the question and the limits of effort.
#[derive(Clone, PartialEq, Debug)]
pub struct Design {
    /// The metrics, with their bounds. All sides have the same metrics, and each metric has the
    /// same bounds on all sides.
    pub metrics: Vec<BoundedMetric>,
    /// The index of the primary metric.
    pub primary: usize,
    /// The property that the comparison looks for in the difference of the primary metric. The
    /// comparison has its answer as soon as the interval of this difference gives one.
    pub aim: Aim,
    /// The probability that at least one answer is false, over all pairs and all tables together.
    pub alpha: f64,
    /// The minimum number of blocks. Play continues up to this number even if the question is
    /// answered earlier, so that other metrics have enough blocks. The later blocks do not change
    /// the answer, because an interval that has excluded zero continues to exclude zero.
    pub floor: u64,
    /// If `true`, play may continue after the question is answered. It continues as long as another
    /// metric appears to differ and this difference is not proved.
    pub pursues: bool,
    /// The maximum number of blocks.
    pub cap: u64,
    /// The number of threads.
    pub jobs: usize,
}

impl Design {
    /// Returns the stopping rule that a run of this design followed.
    pub(super) fn stopping<'a>(
        &self,
        looks: &'a [InterimEstimate],
        deviation: f64,
    ) -> Stopping<'a> {
        let mut floor = self.floor.min(self.cap);
        // If play continued after the answer because of another metric, the primary metric did not
        // end the run.
        let answer = looks
            .iter()
            .find(|look| verdict(look.mean, look.interval, self.aim) != Verdict::Inconclusive);
        if let (true, Some(answer), Some(end)) = (self.pursues, answer, looks.last())
            && answer.blocks < end.blocks
        {
            floor = floor.max(end.blocks);
        }
        Stopping { looks, deviation, aim: self.aim, floor, cap: self.cap }
    }
}

/// A progress report at an interim analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The number of blocks played.
    pub blocks: u64,
    /// The maximum number of blocks.
    pub cap: u64,
    /// For each side except the first, the change of the primary metric and the interval of this
    /// change.
    pub changes: Vec<(f64, (f64, f64))>,
    /// The predicted number of blocks: the largest prediction among the open pairs.
    pub expected: Option<u64>,
}

/// A receiver of progress reports during a comparison.
pub trait Listener: Sync {
    /// Receives the news that a game has ended.
    fn game(&self) {}
    /// Receives the results so far at an interim analysis.
    fn look(&self, _: &Look) {}
}
