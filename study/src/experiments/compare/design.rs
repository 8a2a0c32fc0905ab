//! [`Design`]: the question of a comparison and the limits of effort, and how progress is reported.

use crate::experiments::metric::BoundedMetric;
use crate::experiments::stopping::Stopping;
use crate::experiments::verdict::{Aim, InterimEstimate, Verdict, verdict};

/// The design of a comparison: the question and the limits of effort.
#[derive(Clone, PartialEq, Debug)]
pub struct Design {
    /// The metrics, the same on all sides, with bounds that hold on all sides.
    pub metrics: Vec<BoundedMetric>,
    /// The number of the primary metric.
    pub primary: usize,
    /// What the interval of the primary metric must show.
    pub aim: Aim,
    /// The probability of a false answer, over all pairs and tables together.
    pub alpha: f64,
    /// The fewest blocks. Play continues until then even after the answer, for the sake of other
    /// metrics. A sequence that has excluded zero continues to exclude it.
    pub floor: u64,
    /// Whether play goes on after the answer while another metric looks as if it changed, until that is shown.
    pub pursues: bool,
    /// The most blocks.
    pub cap: u64,
    /// The number of threads.
    pub jobs: usize,
}

impl Design {
    /// How a run by this design came to its end.
    pub(super) fn stopping<'a>(
        &self,
        looks: &'a [InterimEstimate],
        deviation: f64,
    ) -> Stopping<'a> {
        let mut floor = self.floor.min(self.cap);
        // Play that went on after the answer, for another metric, did not stop for the sake of this one.
        let answer =
            looks.iter().find(|look| verdict(look.interval, self.aim) != Verdict::Inconclusive);
        if let (true, Some(answer), Some(end)) = (self.pursues, answer, looks.last())
            && answer.blocks < end.blocks
        {
            floor = floor.max(end.blocks);
        }
        Stopping { looks, deviation, aim: self.aim, floor, cap: self.cap }
    }
}

/// The progress reported at a look.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The number of blocks played.
    pub blocks: u64,
    /// The most blocks that may be played.
    pub cap: u64,
    /// For each other side, the change of the primary metric and its interval.
    pub changes: Vec<(f64, (f64, f64))>,
    /// The most blocks predicted for any open pair.
    pub expected: Option<u64>,
}

/// Receives progress.
pub trait Listener: Sync {
    /// Called after a game.
    fn game(&self) {}
    /// Called at a look.
    fn look(&self, _: &Look) {}
}
