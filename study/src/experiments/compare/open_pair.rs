//! [`OpenPair`]: a pair in a running comparison.

use crate::experiments::compare::Design;
use crate::experiments::verdict::{InterimEstimate, Verdict, verdict};
use crate::statistics::confidence_sequence::Sequence;

/// A pair in a running comparison.
#[derive(Clone, Debug)]
pub(super) struct OpenPair {
    pub other: usize,
    pub sequence: Sequence,
    pub verdict: Verdict,
    pub answered: Option<u64>,
    pub looks: Vec<InterimEstimate>,
    pub expected: Option<u64>,
    /// `true` if a metric other than the primary one appears to differ between the two sides, and
    /// more blocks may prove this difference.
    pub promising: bool,
}

impl OpenPair {
    /// Returns the number of blocks at the last interim analysis.
    pub fn looked(&self) -> u64 {
        self.looks.last().map_or(0, |look| look.blocks)
    }

    /// Returns `true` if the pair needs blocks beyond its last interim analysis. Blocks played
    /// since that analysis count only at the next analysis. The answer therefore does not depend on
    /// the division of play into parts.
    pub fn is_asked(&self, design: &Design) -> bool {
        let looked = self.looked();
        let open = self.verdict == Verdict::Inconclusive || self.promising;
        looked < design.cap && (open || looked < design.floor)
    }

    pub fn look(&mut self, played: u64, design: &Design) {
        let interval = self.sequence.interval();
        self.looks.push(InterimEstimate { blocks: played, mean: self.sequence.mean(), interval });
        self.verdict = verdict(self.sequence.mean(), interval, design.aim);
        if self.verdict != Verdict::Inconclusive {
            self.answered.get_or_insert(played);
        }
        if self.expected.is_none() && self.sequence.len() > 1 {
            // Predicts the number of blocks from the present spread. After this number of blocks,
            // the interval should be short enough to answer the question, if the present mean is
            // the true mean.
            let goals = design.aim.distances(self.sequence.mean()).into_iter();
            let goals = goals.filter(|goal| *goal > 0.0);
            let length = goals.map(|goal| self.sequence.expected_length(goal)).reduce(f64::min);
            self.expected = length.map(|n| n.min(9e15).ceil() as u64);
        }
    }
}
