//! Matches between agents, with an estimate of the difference in strength.
//!
//! A block is one opening with one stream of chance. It has one game for each assignment of the
//! agents to the sides. The games of a block resemble each other, so variances are computed from
//! the results of blocks. For each block, the first agent's scores are added up. The number of
//! blocks is stored for each possible sum. If a block is a pair of games between two sides, these
//! numbers are the pentanomial counts of chess programs. The interval of the score is a betting
//! confidence sequence for the means of blocks, valid at every time. Elo is the logarithm of the
//! odds, relative to the odds of equal agents. A match may also end by a sequential probability
//! ratio test, which needs fewer games.

mod advantage;
mod likelihood_ratio;
mod pairing;
mod ratings;

use std::collections::BTreeMap;

use crate::metrics::WHOLE;
use crate::statistics::confidence_sequence::Sequence;
use quadrille_core::numeric::math::normal_above;

pub use advantage::{MatchAnswer, elo, share};
pub use likelihood_ratio::{SPRT_ERROR, Sprt};
pub use pairing::{SwissRound, swiss_round};
pub use ratings::{Duel, Rating, anchored_ratings, ratings};

/// The hypotheses between which a match decides, in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    /// The match ends when the first agent is known to be stronger than its opponents by more than
    /// this number of Elo points.
    pub more: f64,
    /// The match ends when the first agent's lead over its opponents is known to be less than this
    /// number of Elo points.
    pub less: f64,
}

/// The test that may end a match early.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MatchTest {
    /// The interval of the advantage excludes a hypothesis.
    Interval(Hypotheses),
    /// The sequential probability ratio test accepts a hypothesis.
    LikelihoodRatio(Sprt),
}

/// The score of the first agent of a match.
#[derive(Clone, Debug)]
pub struct MatchScore {
    sides: usize,
    sequence: Sequence,
    sums: BTreeMap<u32, u64>,
    squares: f64,
    games: u64,
    wins: u64,
    losses: u64,
}

impl MatchScore {
    /// Creates an empty score for games between `sides` sides, in at most `blocks` blocks. The
    /// interval is wrong with probability `alpha`. If `decide` is `true`, the interval may end the
    /// match at any time, and is a little longer. If `decide` is `false`, the interval is as short
    /// as possible after exactly `blocks` blocks.
    #[must_use]
    pub fn new(sides: usize, blocks: u64, alpha: f64, decide: bool) -> Self {
        let sequence = match decide {
            true => Sequence::new(0.0, 1.0, alpha, blocks),
            false => Sequence::of_length(0.0, 1.0, alpha, blocks),
        };
        let sums = BTreeMap::new();
        Self { sides, sequence, sums, squares: 0.0, games: 0, wins: 0, losses: 0 }
    }

    /// Adds a block. For each game of the block, `parts` contains the first agent's share of the
    /// result, in units of 1 / [`WHOLE`].
    pub fn take(&mut self, parts: &[u32]) {
        if parts.is_empty() {
            return;
        }
        let sum: u32 = parts.iter().sum();
        *self.sums.entry(sum).or_default() += 1;
        let mean = f64::from(sum) / f64::from(WHOLE) / parts.len() as f64;
        self.squares += (mean - self.even()) * (mean - self.even());
        self.sequence.add(mean);
        self.games += parts.len() as u64;
        self.wins += parts.iter().filter(|part| **part == WHOLE).count() as u64;
        self.losses += parts.iter().filter(|part| **part == 0).count() as u64;
    }

    /// Returns the score that an agent as strong as its opponents has on average.
    #[must_use]
    pub fn even(&self) -> f64 {
        1.0 / self.sides.max(1) as f64
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.sequence.len() as u64
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the numbers of games won, shared and lost.
    #[must_use]
    pub fn results(&self) -> (u64, u64, u64) {
        (self.wins, self.games - self.wins - self.losses, self.losses)
    }

    /// Returns the first agent's mean score, from 0 to 1. If there are no games, returns the score
    /// that equal agents have.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.games == 0 { self.even() } else { self.sequence.mean() }
    }

    /// Returns the interval of the score.
    pub fn interval(&mut self) -> (f64, f64) {
        self.sequence.interval()
    }

    /// Returns the advantage in Elo and its interval.
    pub fn elo(&mut self) -> (f64, (f64, f64)) {
        let (low, high) = self.interval();
        (elo(self.share(), self.sides), (elo(low, self.sides), elo(high, self.sides)))
    }

    /// Returns, for each sum of the first agent's scores in a block, the number of blocks with this
    /// sum. The sums are in units of 1 / [`WHOLE`]. Sums that never occurred are left out.
    #[must_use]
    pub fn sums(&self) -> &BTreeMap<u32, u64> {
        &self.sums
    }

    /// Returns the likelihood of superiority: the probability that the first agent is stronger, if
    /// the mean of blocks has a normal distribution. The calculation adds an imaginary block with
    /// the greatest possible spread. Without the imaginary block, the result would be 0 or 1 after
    /// a few blocks with equal scores.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let n = self.blocks() as f64;
        if n == 0.0 {
            return 0.5;
        }
        let gain = self.share() - self.even();
        let variance = (0.25 + self.squares - n * gain * gain).max(0.0) / (n + 1.0);
        1.0 - normal_above(gain / (variance / n).sqrt())
    }

    /// Returns the logarithm of the likelihood ratio of the two hypotheses of a test.
    #[must_use]
    pub fn ratio(&self, test: Sprt) -> f64 {
        test.ratio(&self.sums, self.games / self.blocks().max(1), self.sides)
    }

    /// Returns the answer of a test. Returns `None` if there is no answer yet.
    pub fn answer(&mut self, test: MatchTest) -> Option<MatchAnswer> {
        match test {
            MatchTest::Interval(question) => {
                let (_, (low, high)) = self.elo();
                match (low > question.more, high < question.less) {
                    (true, _) => Some(MatchAnswer::More),
                    (_, true) => Some(MatchAnswer::Less),
                    _ => None,
                }
            }
            MatchTest::LikelihoodRatio(test) => Sprt::answer(self.ratio(test)),
        }
    }
}

/// Returns the assignments of agents to sides, one for each game of a block. Each assignment is a
/// different rotation of the agents among the sides.
///
/// If there are two agents, the first agent has one side, and the second agent has all other sides.
#[must_use]
pub fn assignments(sides: usize, agents: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, others)) = agents.split_first() else { return Vec::new() };
    let seated = |side: usize| match (side, others) {
        (0, _) | (_, []) => *first,
        (side, others) => others[(side - 1) % others.len()],
    };
    let mut all: Vec<Vec<usize>> = Vec::new();
    for shift in 0..sides {
        let turned: Vec<usize> =
            (0..sides).map(|side| seated((side + sides - shift) % sides)).collect();
        if !all.contains(&turned) {
            all.push(turned);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    const HALF: u32 = WHOLE / 2;

    #[test]
    fn elo_is_that_of_chess_and_zero_for_an_equal_share_of_more_sides() {
        assert!((elo(0.75, 2) - 190.848).abs() < 1e-3, "400 log10 3");
        assert!((elo(0.25, 4)).abs() < 1e-9 && (elo(0.5, 2)).abs() < 1e-9);
        assert!((elo(0.5, 4) - 190.848).abs() < 1e-3, "odds of 1 against 1/3");
        assert_eq!((elo(0.0, 2), elo(1.0, 2)), (f64::NEG_INFINITY, f64::INFINITY));
        for (at, sides) in [(-35.0, 2), (0.0, 3), (412.0, 4)] {
            assert!((elo(share(at, sides), sides) - at).abs() < 1e-9);
        }
    }

    #[test]
    fn pairs_are_counted_by_their_sums() {
        let mut score = MatchScore::new(2, 100, 0.05, true);
        // Two losses; a loss and a draw; a win and a loss; two draws; a win and a draw; two wins,
        // twice.
        for pair in [
            [0, 0],
            [0, HALF],
            [WHOLE, 0],
            [HALF, HALF],
            [HALF, WHOLE],
            [WHOLE, WHOLE],
            [WHOLE, WHOLE],
        ] {
            score.take(&pair);
        }
        let sums: Vec<(u32, u64)> = score.sums().iter().map(|(s, n)| (*s / HALF, *n)).collect();
        assert_eq!(sums, [(0, 1), (1, 1), (2, 2), (3, 1), (4, 2)], "pentanomial 1 1 2 1 2");
        assert_eq!((score.games(), score.blocks(), score.results()), (14, 7, (6, 4, 4)));
        assert!((score.share() - 8.0 / 14.0).abs() < 1e-12);
    }

    #[test]
    fn superiority_is_that_of_the_normal_distribution_of_pairs() {
        let mut score = MatchScore::new(2, 1000, 0.05, true);
        assert_eq!(score.superiority(), 0.5);
        // 30 pairs of a win and a draw, and 10 of a loss and a draw. The mean of a pair is 0.625,
        // its variance 0.1875 * 0.25.
        (0..40).for_each(|n| score.take(&[if n % 4 == 0 { 0 } else { WHOLE }, HALF]));
        let variance = (40.0 * 0.046875 + 0.25) / 41.0;
        let expected = 1.0 - normal_above(0.125 / (variance / 40.0f64).sqrt());
        assert!((score.superiority() - expected).abs() < 1e-12 && expected > 0.999);
    }

    #[test]
    fn a_match_ends_once_the_interval_excludes_a_hypothesis() {
        let question = MatchTest::Interval(Hypotheses { more: 0.0, less: 10.0 });
        let mut score = MatchScore::new(2, 1000, 0.05, true);
        assert_eq!(score.answer(question), None);
        (0..40).for_each(|_| score.take(&[WHOLE, WHOLE]));
        assert_eq!(score.answer(question), Some(MatchAnswer::More));
        let mut score = MatchScore::new(2, 1000, 0.05, true);
        (0..40).for_each(|_| score.take(&[0, 0]));
        assert_eq!(score.answer(question), Some(MatchAnswer::Less));
    }

    #[test]
    fn equal_agents_are_rarely_told_apart_however_often_one_looks() {
        let wrong = |run: &u64| {
            let mut rng = Rng::new(3, *run, Stream::Agent, 0, 0);
            let mut score = MatchScore::new(4, 300, 0.05, true);
            (0..300).any(|_| {
                // Each agent wins a quarter of four games: one agent against three.
                let parts: Vec<u32> =
                    (0..4).map(|_| if rng.below(4) == 0 { WHOLE } else { 0 }).collect();
                score.take(&parts);
                score.answer(MatchTest::Interval(Hypotheses { more: 0.0, less: 0.0 })).is_some()
            })
        };
        let wrong = (0..200).filter(wrong).count();
        // Ten are allowed; 20 is three standard deviations more.
        assert!(wrong <= 20, "{wrong} of 200");
    }

    #[test]
    fn agents_take_every_side_in_turn() {
        assert_eq!(assignments(2, &[0, 1]), [[0, 1], [1, 0]]);
        assert_eq!(
            assignments(4, &[0, 1]),
            [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
        );
        assert_eq!(assignments(3, &[4, 5, 6]), [[4, 5, 6], [6, 4, 5], [5, 6, 4]]);
        assert_eq!(assignments(2, &[7, 7]), [[7, 7]]);
        assert_eq!(assignments(4, &[0, 1, 2])[0], [0, 1, 2, 1]);
    }
}
