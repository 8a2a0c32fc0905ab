//! Races: best-arm identification among many candidates. A race finds the few candidates most
//! likely to meet all requirements, then tests them.
//!
//! A race explores by successive halving (Karnin, Koren and Somekh, "Almost optimal exploration in
//! multi-armed bandits", ICML 2013). The exploration consists of rungs, all with the same number of
//! blocks. The blocks of a rung are divided evenly among the candidates that are still in the race.
//! After a rung, the more promising half of these candidates continues. A candidate also leaves the
//! race if confidence sequences prove that it misses a requirement. The probability that at least
//! one of these proofs is wrong is at most [`Race::alpha`].
//!
//! The best of many candidates is overestimated (the winner's curse). The finalists are therefore
//! tested on fresh blocks, whose number is fixed beforehand. All intervals of this confirmation
//! hold together with probability 1 - [`Race::alpha`].
//!
//! A race plays no games. It returns the blocks to play next, and receives their values.

use std::ops::Range;

use crate::statistics::confidence_sequence::Sequence;

/// The number of the first block of the confirmation. Exploration never reaches this number.
pub const FIRST_CONFIRMING_BLOCK: u64 = 1 << 32;

/// A requirement: the range for the mean of a metric.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Requirement {
    /// The lower and upper bound of the value of a block.
    pub bounds: (f64, f64),
    /// `true` if the metric is counted within games. Its values then scatter over a small part of
    /// the range between the bounds.
    pub counts: bool,
    /// The smallest mean that meets the requirement.
    pub from: f64,
    /// The largest mean that meets the requirement.
    pub to: f64,
}

/// The verdict on a requirement, on several requirements together, or on a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RequirementVerdict {
    /// The requirement is met.
    Met,
    /// The requirement is undecided.
    Undecided,
    /// The requirement is missed.
    Missed,
}

impl RequirementVerdict {
    /// Returns the verdict that an interval for the mean gives.
    #[must_use]
    pub fn of(requirement: &Requirement, (low, high): (f64, f64)) -> Self {
        if low >= requirement.from && high <= requirement.to {
            Self::Met
        } else if high < requirement.from || low > requirement.to {
            Self::Missed
        } else {
            Self::Undecided
        }
    }

    /// Combines verdicts. The result is [`Self::Met`] if all verdicts are [`Self::Met`], and
    /// [`Self::Missed`] if at least one verdict is [`Self::Missed`].
    #[must_use]
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().max().unwrap_or(Self::Met)
    }
}

/// The status of a candidate in a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The candidate is still in the race.
    Racing,
    /// The candidate was proved to miss the requirement with this index.
    Missed(usize),
    /// The candidate left the race because other candidates were more promising.
    Behind,
    /// The candidate left the race because a fault stopped one of its games.
    Failed,
    /// The candidate is one of the finalists.
    Finalist,
}

/// The evidence about a requirement, from the exploration or from the confirmation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// The number of blocks in which the metric has a value.
    pub blocks: usize,
    /// The mean of the metric over blocks. NaN if no block has a value.
    pub mean: f64,
    /// The interval for the mean.
    pub interval: (f64, f64),
    /// The verdict that the interval gives on the requirement.
    pub judgement: RequirementVerdict,
}

/// A candidate in a race.
#[derive(Clone, PartialEq, Debug)]
pub struct Runner {
    /// The status of the candidate.
    pub fate: Fate,
    /// The number of rungs in which the candidate took part.
    pub rungs: u32,
    /// The number of blocks that the candidate has played in the exploration.
    pub explored: u64,
    /// The number of blocks that the candidate has played in the confirmation.
    pub confirmed: u64,
    exploring: Vec<Sequence>,
    confirming: Vec<Sequence>,
}

/// The size of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The total number of blocks that all candidates together play in the exploration.
    pub explore: u64,
    /// The total number of blocks that all finalists together play in the confirmation.
    pub confirm: u64,
    /// The maximum number of finalists.
    pub finalists: usize,
}

/// A heat: the blocks that a race needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heat {
    /// The candidates that play the blocks.
    pub candidates: Vec<usize>,
    /// The numbers of the blocks.
    pub blocks: Range<u64>,
    /// `true` if the blocks belong to the confirmation.
    pub confirms: bool,
}

/// A race.
#[derive(Clone, PartialEq, Debug)]
pub struct Race {
    /// The requirements.
    pub requirements: Vec<Requirement>,
    /// The candidates.
    pub runners: Vec<Runner>,
    /// The error probability of the exploration. The error probability of the confirmation is the
    /// same number.
    pub alpha: f64,
    size: Size,
    rungs: u32,
    rung: u32,
    played: u64,
    confirming: bool,
    over: bool,
}

impl Race {
    /// Creates a race before its first block.
    #[must_use]
    pub fn new(candidates: usize, requirements: Vec<Requirement>, size: Size, alpha: f64) -> Self {
        let tests = (candidates * requirements.len()).max(1) as f64;
        // The number of blocks for which a candidate's intervals are made short. A finalist can
        // play about this number, because it shares the last rungs with few other candidates.
        let most = size.explore / size.finalists.max(1) as u64;
        let sequence = |r: &Requirement| {
            Sequence::new(r.bounds.0, r.bounds.1, alpha / tests, most).for_counts(r.counts)
        };
        let runner = Runner {
            fate: Fate::Racing,
            rungs: 0,
            explored: 0,
            confirmed: 0,
            exploring: requirements.iter().map(sequence).collect(),
            confirming: Vec::new(),
        };
        let size = Size { finalists: size.finalists.max(1), ..size };
        let halvings =
            |left: &usize| (*left > size.finalists).then(|| left.div_ceil(2).max(size.finalists));
        let rungs = std::iter::successors(Some(candidates), halvings).count() - 1;
        Self {
            requirements,
            runners: vec![runner; candidates],
            alpha,
            size,
            rungs: rungs.max(1) as u32,
            rung: 0,
            played: 0,
            confirming: false,
            over: candidates == 0,
        }
    }

    /// Returns the maximum number of rungs.
    #[must_use]
    pub fn rungs(&self) -> u32 {
        self.rungs
    }

    /// Returns the minimum number of blocks of an exploration in which every candidate plays at
    /// least `each` blocks in the first rung.
    #[must_use]
    pub fn least(&self, each: u64) -> u64 {
        each.saturating_mul(self.runners.len() as u64).saturating_mul(self.rungs.into())
    }

    /// Returns the candidates that are still in the race.
    #[must_use]
    pub fn going(&self) -> Vec<usize> {
        let going = |fate: Fate| matches!(fate, Fate::Racing | Fate::Finalist);
        (0..self.runners.len()).filter(|at| going(self.runners[*at].fate)).collect()
    }

    /// Returns the blocks to play next, or `None` if the race is over.
    #[must_use]
    pub fn asks(&self) -> Option<Heat> {
        let candidates = self.going();
        if self.over || candidates.is_empty() {
            return None;
        }
        let each = |blocks: u64| (blocks / candidates.len() as u64).max(1);
        let blocks = if self.confirming {
            FIRST_CONFIRMING_BLOCK..FIRST_CONFIRMING_BLOCK + each(self.size.confirm)
        } else {
            self.played..self.played + each(self.size.explore / u64::from(self.rungs))
        };
        Some(Heat { candidates, blocks, confirms: self.confirming })
    }

    /// Adds the next blocks that a candidate has played, in order. A block contains one value for
    /// each requirement. The value is NaN if the requirement's metric has no value in this block. A
    /// block is `None` if a fault stopped one of its games.
    pub fn take(&mut self, candidate: usize, blocks: &[Option<Vec<f64>>]) {
        let Some(runner) = self.runners.get_mut(candidate) else { return };
        let sequences =
            if self.confirming { &mut runner.confirming } else { &mut runner.exploring };
        for block in blocks {
            let Some(values) = block else {
                runner.fate = Fate::Failed;
                return;
            };
            for (sequence, value) in sequences.iter_mut().zip(values) {
                if !value.is_nan() {
                    sequence.add(*value);
                }
            }
            match self.confirming {
                true => runner.confirmed += 1,
                false => runner.explored += 1,
            }
        }
    }

    /// Ends a heat after all its blocks were added. A candidate leaves the race if it was proved to
    /// miss a requirement. Of the other candidates, the most promising stay in the race. At most
    /// half of the heat's candidates, rounded up, may stay. If the maximum number of finalists is
    /// larger, this number of candidates may stay.
    pub fn close(&mut self) {
        let Some(heat) = self.asks() else { return };
        if self.confirming {
            self.over = true;
            return;
        }
        self.played = heat.blocks.end;
        self.rung += 1;
        for &candidate in &heat.candidates {
            let known = self.explored(candidate);
            let runner = &mut self.runners[candidate];
            runner.rungs = self.rung;
            if let Some(at) =
                known.iter().position(|one| one.judgement == RequirementVerdict::Missed)
            {
                runner.fate = Fate::Missed(at);
            }
        }
        let keep = heat.candidates.len().div_ceil(2).max(self.size.finalists);
        let order = self.ranked(self.going());
        for &candidate in order.iter().skip(keep) {
            self.runners[candidate].fate = Fate::Behind;
        }
        // After proven misses, few candidates may be left before the last rung.
        if self.rung >= self.rungs || order.len() <= 1 {
            self.begin_confirming(&order[..order.len().min(self.size.finalists)]);
        }
    }

    fn begin_confirming(&mut self, finalists: &[usize]) {
        for candidate in self.going() {
            if !finalists.contains(&candidate) {
                self.runners[candidate].fate = Fate::Behind;
            }
        }
        self.confirming = true;
        self.over = finalists.is_empty();
        let blocks = (self.size.confirm / finalists.len().max(1) as u64).max(1);
        let tests = (finalists.len() * self.requirements.len()).max(1) as f64;
        let level = self.alpha / tests;
        for &candidate in finalists {
            let sequence = |r: &Requirement| {
                Sequence::of_length(r.bounds.0, r.bounds.1, level, blocks).for_counts(r.counts)
            };
            let runner = &mut self.runners[candidate];
            runner.fate = Fate::Finalist;
            runner.confirming = self.requirements.iter().map(sequence).collect();
        }
    }

    /// Sorts candidates by promise, the best first.
    #[must_use]
    pub fn ranked(&self, mut candidates: Vec<usize>) -> Vec<usize> {
        let promise: Vec<f64> = (0..self.runners.len()).map(|at| self.promise(at)).collect();
        candidates.sort_by(|a, b| promise[*b].total_cmp(&promise[*a]).then(a.cmp(b)));
        candidates
    }

    /// Returns the promise of a candidate, a number that is larger for better candidates. For each
    /// requirement, the distance from the mean to the nearer limit is measured, in standard
    /// deviations of a block. The promise is the smallest of these distances. The promise is
    /// negative if the mean of a metric misses its requirement.
    #[must_use]
    pub fn promise(&self, candidate: usize) -> f64 {
        let Some(runner) = self.runners.get(candidate) else { return f64::NEG_INFINITY };
        let each = self.requirements.iter().zip(&runner.exploring);
        let of_one = |(wanted, sequence): (&Requirement, &Sequence)| {
            if sequence.is_empty() {
                return f64::MIN;
            }
            let mean = sequence.mean();
            let spare = |limit: f64, bound: f64, distance: f64| {
                // A limit that equals the bound can't be missed.
                if limit == bound { f64::INFINITY } else { distance }
            };
            let below = spare(wanted.from, wanted.bounds.0, mean - wanted.from);
            let above = spare(wanted.to, wanted.bounds.1, wanted.to - mean);
            let range = wanted.bounds.1 - wanted.bounds.0;
            below.min(above) / sequence.deviation().max(range / 1000.0)
        };
        each.map(of_one).fold(f64::INFINITY, f64::min)
    }

    /// Returns the evidence of the exploration about a candidate's requirements.
    #[must_use]
    pub fn explored(&self, candidate: usize) -> Vec<Evidence> {
        self.runners.get(candidate).map_or(Vec::new(), |runner| self.evidence(&runner.exploring))
    }

    /// Returns the evidence of the confirmation about a finalist's requirements. Empty for other
    /// candidates.
    #[must_use]
    pub fn confirmed(&self, candidate: usize) -> Vec<Evidence> {
        self.runners.get(candidate).map_or(Vec::new(), |runner| self.evidence(&runner.confirming))
    }

    fn evidence(&self, sequences: &[Sequence]) -> Vec<Evidence> {
        let each = self.requirements.iter().zip(sequences);
        let of_one = |(wanted, sequence): (&Requirement, &Sequence)| {
            let interval = sequence.clone().interval();
            let judgement = match sequence.is_empty() {
                true => RequirementVerdict::Undecided,
                false => RequirementVerdict::of(wanted, interval),
            };
            let mean = if sequence.is_empty() { f64::NAN } else { sequence.mean() };
            Evidence { blocks: sequence.len(), mean, interval, judgement }
        };
        each.map(of_one).collect()
    }

    /// Returns `true` if the race is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over || self.going().is_empty()
    }

    /// Returns `true` if the exploration is over, so that the finalists are known.
    #[must_use]
    pub fn confirms(&self) -> bool {
        self.confirming
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    /// Runs a race of coins with these probabilities of heads. Returns the race and the number of
    /// blocks played.
    fn race(chances: &[f64], wanted: (f64, f64), size: Size, seed: u64) -> (Race, u64) {
        let requirement =
            Requirement { bounds: (0.0, 1.0), counts: false, from: wanted.0, to: wanted.1 };
        let mut race = Race::new(chances.len(), vec![requirement], size, 0.05);
        let mut played = 0;
        while let Some(Heat { candidates, blocks, .. }) = race.asks() {
            for candidate in candidates {
                let value = |block: u64| {
                    let mut rng = Rng::new(seed, block, Stream::Agent, candidate as u64, 0);
                    let chance = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
                    Some(vec![f64::from(u8::from(chance < chances[candidate]))])
                };
                let values: Vec<_> = blocks.clone().map(value).collect();
                played += values.len() as u64;
                race.take(candidate, &values);
            }
            race.close();
        }
        (race, played)
    }

    const SIZE: Size = Size { explore: 4000, confirm: 3000, finalists: 2 };

    #[test]
    fn the_one_that_meets_the_goal_is_found_and_confirmed_within_the_budget() {
        let chances = [0.2, 0.3, 0.4, 0.55, 0.8, 0.5, 0.35, 0.25];
        let (race, played) = race(&chances, (0.7, 1.0), SIZE, 1);
        assert_eq!(race.runners[4].fate, Fate::Finalist);
        let known = race.confirmed(4)[0];
        assert!(
            known.judgement == RequirementVerdict::Met && (known.mean - 0.8).abs() < 0.05,
            "{known:?}"
        );
        assert!(race.runners[0].fate == Fate::Missed(0) && race.confirmed(0).is_empty());
        assert!(played <= SIZE.explore + SIZE.confirm, "{played}");
        assert!(race.is_over() && race.asks().is_none());
    }

    #[test]
    fn luck_while_exploring_is_not_believed() {
        // No candidate meets the goal. Because of the confirmation, hardly any run reports a
        // candidate that meets the goal.
        let size = Size { explore: 320, confirm: 200, finalists: 2 };
        let mut exploring = 0;
        let mut wrong = 0;
        for seed in 0..100 {
            let (race, _) = race(&[0.5; 16], (0.55, 1.0), size, seed);
            let finalists = race.ranked(race.going());
            exploring += u32::from(race.explored(finalists[0])[0].mean >= 0.55);
            let met = |one: &usize| race.confirmed(*one)[0].judgement == RequirementVerdict::Met;
            wrong += u32::from(finalists.iter().any(met));
        }
        assert!(exploring > 80, "the best of many looks good: {exploring}");
        assert!(wrong <= 10, "and is confirmed wrongly in five of a hundred at most: {wrong}");
    }

    #[test]
    fn who_is_far_from_the_goal_is_out_by_proof() {
        let (race, played) = race(&[0.1, 0.1, 0.1], (0.9, 1.0), SIZE, 3);
        assert!(race.runners.iter().all(|runner| runner.fate == Fate::Missed(0)));
        assert!(race.is_over() && race.going().is_empty() && played <= SIZE.explore);
    }

    #[test]
    fn faults_and_missing_values_neither_prove_nor_break_anything() {
        let requirement = Requirement { bounds: (0.0, 1.0), counts: false, from: 0.5, to: 1.0 };
        let size = Size { explore: 8, confirm: 4, finalists: 1 };
        let mut race = Race::new(2, vec![requirement], size, 0.05);
        race.take(0, &[Some(vec![f64::NAN]), Some(vec![f64::NAN])]);
        race.take(1, &[None]);
        race.close();
        assert_eq!((race.runners[0].fate, race.runners[1].fate), (Fate::Finalist, Fate::Failed));
        assert_eq!(race.confirmed(0)[0].judgement, RequirementVerdict::Undecided);
        race.take(7, &[None]);
        let mut nobody = Race::new(0, Vec::new(), size, 0.05);
        assert!(nobody.is_over() && nobody.asks().is_none());
        nobody.close();
    }

    #[test]
    fn clauses_are_met_together_or_not() {
        use RequirementVerdict::{Met, Missed, Undecided};
        let within = Requirement { bounds: (0.0, 1.0), counts: false, from: 0.4, to: 0.6 };
        let of = |low, high| RequirementVerdict::of(&within, (low, high));
        assert_eq!((of(0.4, 0.6), of(0.3, 0.5), of(0.61, 0.7)), (Met, Undecided, Missed));
        assert_eq!(RequirementVerdict::all([Met, Undecided, Missed]), Missed);
        assert_eq!(RequirementVerdict::all([Met, Undecided]), Undecided);
        assert_eq!(RequirementVerdict::all([]), Met);
    }
}
