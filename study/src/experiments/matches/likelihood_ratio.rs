//! The generalised sequential probability ratio test (GSPRT), with which engine testers decide
//! between two advantages in Elo.
//!
//! The test compares the likelihoods of two hypotheses about the first agent's mean score: the score
//! of `elo0` and the score of `elo1`. A hypothesis fixes only the mean. The test therefore takes,
//! for each hypothesis, the distribution of block results that has this mean and fits the played
//! blocks best. The test ends when the logarithm of the likelihood ratio leaves the bounds of Wald
//! (1945). With two sides, the results of a block are the pentanomial counts. The method and the
//! treatment of results that never occurred follow M. Van den Bergh's calculation for fishtest
//! (`LLRcalc.py`).

use std::collections::BTreeMap;

use super::advantage::{MatchAnswer, share};
use crate::metrics::WHOLE;
use quadrille_core::numeric::math::ln;

/// The error probability of the test. If the advantage is one of the two hypotheses, the test
/// accepts the other hypothesis with this probability.
pub const SPRT_ERROR: f64 = 0.05;
/// An extreme result that never occurred counts as this number of blocks.
const UNSEEN_WEIGHT: f64 = 1e-3;
/// The number of bisection steps. More steps would not change the result.
const BISECTION_STEPS: usize = 64;

/// The two hypotheses of a sequential probability ratio test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The first agent's advantage under the first hypothesis, in Elo.
    pub elo0: f64,
    /// The first agent's advantage under the second hypothesis, in Elo. It is greater than `elo0`.
    pub elo1: f64,
}

impl Sprt {
    /// The default difference between the hypotheses, in Elo.
    pub const DEFAULT_WIDTH: f64 = 5.0;

    /// Returns the bounds of the logarithm of the likelihood ratio. Below the first, `elo0` is
    /// accepted. Above the second, `elo1` is accepted.
    #[must_use]
    pub fn bounds() -> (f64, f64) {
        let upper = ln((1.0 - SPRT_ERROR) / SPRT_ERROR);
        (-upper, upper)
    }

    /// Returns the logarithm of the likelihood ratio of `elo1` to `elo0`. `sums` has the number of
    /// blocks for each sum of the first agent's results, in units of 1 / [`WHOLE`]. Each block has
    /// `games` games between `sides` sides.
    #[must_use]
    pub fn ratio(self, sums: &BTreeMap<u32, u64>, games: u64, sides: usize) -> f64 {
        let most = (u64::from(WHOLE) * games.max(1)) as f64;
        let mut results: Vec<(f64, f64)> =
            sums.iter().map(|(sum, blocks)| (f64::from(*sum) / most, *blocks as f64)).collect();
        // Without the extreme results, no distribution might have the mean of a hypothesis.
        for extreme in [0.0, 1.0] {
            if !results.iter().any(|(result, _)| *result == extreme) {
                results.push((extreme, UNSEEN_WEIGHT));
            }
        }
        // A hypothesis states a mean. Many distributions have this mean. The distribution that fits
        // the results best divides each observed frequency by the number that this function
        // returns.
        let divisors = |mean: f64| {
            let tilt = tilt(&results, mean);
            move |result: f64| 1.0 + tilt * (result - mean)
        };
        let (of_elo0, of_elo1) =
            (divisors(share(self.elo0, sides)), divisors(share(self.elo1, sides)));
        results
            .iter()
            .map(|(result, weight)| weight * ln(of_elo0(*result) / of_elo1(*result)))
            .sum()
    }

    /// Returns the hypothesis that the test accepts at this logarithm of the likelihood ratio.
    /// Returns `None` if the test does not end yet.
    #[must_use]
    pub fn answer(ratio: f64) -> Option<MatchAnswer> {
        let (lower, upper) = Self::bounds();
        match (ratio >= upper, ratio <= lower) {
            (true, _) => Some(MatchAnswer::More),
            (_, true) => Some(MatchAnswer::Less),
            _ => None,
        }
    }
}

/// Returns the parameter of the distribution that has this mean and fits the results best. The
/// parameter is the zero of a decreasing function. The bisection starts with the interval between
/// two poles of this function.
fn tilt(results: &[(f64, f64)], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTION_STEPS {
        let middle = f64::midpoint(low, high);
        let excess: f64 = results
            .iter()
            .map(|(result, weight)| weight * (result - mean) / (1.0 + middle * (result - mean)))
            .sum();
        if excess > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::super::MatchScore;
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    const HALF: u32 = WHOLE / 2;

    #[test]
    fn a_best_fit_has_the_mean_of_its_hypothesis() {
        let results = [(0.0, 3.0), (0.25, 10.0), (0.5, 40.0), (0.75, 25.0), (1.0, 2.0)];
        let blocks: f64 = results.iter().map(|(_, weight)| weight).sum();
        for mean in [0.3, 0.5, 0.51, 0.8] {
            let tilt = tilt(&results, mean);
            let fit = results.map(|(r, weight)| (r, weight / blocks / (1.0 + tilt * (r - mean))));
            let sum = |f: &dyn Fn(&(f64, f64)) -> f64| fit.iter().map(f).sum::<f64>();
            assert!((sum(&|(_, p)| *p) - 1.0).abs() < 1e-9, "{fit:?}");
            assert!((sum(&|(r, p)| r * p) - mean).abs() < 1e-9, "{fit:?}");
        }
    }

    #[test]
    fn near_the_hypotheses_the_ratio_is_that_of_normal_means() {
        // 1,000 pairs with mean 0.52 and a known variance; the hypotheses are 0 and 10 Elo.
        let sums: BTreeMap<u32, u64> =
            [(0, 40), (1, 220), (2, 420), (3, 260), (4, 60)].map(|(s, n)| (s * HALF, n)).into();
        let blocks = 1000.0;
        let mean = sums.iter().map(|(s, n)| f64::from(*s) * *n as f64).sum::<f64>()
            / blocks
            / f64::from(2 * WHOLE);
        let square = |s: u32| {
            let far = f64::from(s) / f64::from(2 * WHOLE) - mean;
            far * far
        };
        let variance = sums.iter().map(|(s, n)| square(*s) * *n as f64).sum::<f64>() / blocks;
        let (s0, s1) = (share(0.0, 2), share(10.0, 2));
        let normal = blocks * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = Sprt { elo0: 0.0, elo1: 10.0 }.ratio(&sums, 2, 2);
        assert!((ratio - normal).abs() < 0.05 * normal.abs(), "{ratio} {normal}");
        // The hypotheses change places.
        let turned = Sprt { elo0: 10.0, elo1: 0.0 }.ratio(&sums, 2, 2);
        assert!((turned + ratio).abs() < 1e-9);
    }

    #[test]
    fn each_hypothesis_is_rejected_wrongly_in_about_five_percent_of_runs() {
        let sprt = Sprt { elo0: 0.0, elo1: 30.0 };
        for (truth, wrong) in [(0.0, MatchAnswer::More), (30.0, MatchAnswer::Less)] {
            let score_of_truth = share(truth, 2);
            let ends = |run: u64| {
                let mut rng = Rng::new(5, run, Stream::Agent, 0, 0);
                let mut score = MatchScore::new(2, 4000, 0.05, true);
                (0..4000).find_map(|_| {
                    // A third of the games are drawn.
                    let mut game = || match f64::from(rng.below(1 << 20)) / f64::from(1 << 20) {
                        luck if luck < 1.0 / 3.0 => HALF,
                        luck if luck < score_of_truth + 1.0 / 6.0 => WHOLE,
                        _ => 0,
                    };
                    score.take(&[game(), game()]);
                    Sprt::answer(score.ratio(sprt))
                })
            };
            let ends: Vec<_> = (0..200).map(ends).collect();
            assert!(ends.iter().all(Option::is_some));
            let wrong = ends.iter().filter(|end| **end == Some(wrong)).count();
            // Ten are expected; 20 is three standard deviations more.
            assert!(wrong <= 20, "{wrong} of 200 at {truth}");
        }
    }
}
