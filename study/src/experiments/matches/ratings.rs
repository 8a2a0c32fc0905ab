//! Ratings of many agents from the games among them.
//!
//! This is the Plackett-Luce model. For every two agents in a game, the probability that the first
//! does better depends only on the difference between the two ratings. A game between several sides
//! therefore counts as one duel for every two of these sides. For games between two sides, this is
//! the Bradley-Terry model. A shared place counts as half a win. The duels of a block resemble each
//! other, so the error of a rating is computed from the blocks (the sandwich estimator). This error
//! is never smaller than the error that the model gives.

use std::collections::BTreeMap;

use super::advantage::ELO_PER_LOG_ODDS;
use quadrille_core::numeric::math::{exp, normal_quantile};

/// The maximum number of Newton steps.
const MAX_RATING_STEPS: usize = 100;

/// A duel: one game from the view of two of its agents, with the score of the first against the
/// second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Duel {
    /// The number of the block to which the game belongs.
    pub block: u64,
    /// The number of the first agent.
    pub a: usize,
    /// The number of the second agent.
    pub b: usize,
    /// The first agent's score: 1 if it did better, 0 if worse, one half otherwise.
    pub score: f64,
}

/// The rating of an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The rating in Elo.
    pub elo: f64,
    /// The interval of the rating.
    pub interval: (f64, f64),
    /// The number of duels.
    pub duels: u64,
}

/// Returns the ratings of agents `0..agents`, whose mean is zero. For each agent, a drawn duel
/// against an agent with the mean rating is added, so that an agent without losses has a finite
/// rating. Each interval holds for the present number of blocks, and is wrong with probability
/// `alpha`.
#[must_use]
pub fn ratings(agents: usize, duels: &[Duel], alpha: f64) -> Vec<Rating> {
    anchored_ratings(agents, duels, alpha, &[])
}

/// Returns the ratings of agents `0..agents` on the scale of some anchors. An anchor is an agent
/// with its known rating. The mean of the anchors' ratings is the mean of their known ratings.
/// Without anchors, the mean of all ratings is zero. In all other respects, the function works like
/// [`ratings`].
#[must_use]
pub fn anchored_ratings(
    agents: usize,
    duels: &[Duel],
    alpha: f64,
    anchors: &[(usize, f64)],
) -> Vec<Rating> {
    let reference: Vec<usize> = match anchors {
        [] => (0..agents).collect(),
        anchors => anchors.iter().map(|(agent, _)| *agent).filter(|it| *it < agents).collect(),
    };
    let known = anchors.iter().map(|(_, elo)| elo).sum::<f64>() / anchors.len().max(1) as f64;
    let within = |duel: &&Duel| duel.a < agents && duel.b < agents && duel.a != duel.b;
    let duels: Vec<Duel> = duels.iter().filter(within).copied().collect();
    let mut strengths = vec![0.0; agents];
    let mut inverse = Vec::new();
    for _ in 0..MAX_RATING_STEPS {
        let (slope, curvature) = derivatives(&strengths, &duels);
        inverse = inverted(curvature);
        let step = times(&inverse, &slope);
        let far = step.iter().fold(0.0f64, |far, part| far.max(part.abs()));
        // Far from the maximum a full Newton step may overshoot.
        let scale = if far > 1.0 { 1.0 / far } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
        if far < 1e-10 {
            break;
        }
    }
    let mean = mean_of(&strengths, &reference);
    // The influence of each block on the ratings.
    let mut blocks: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for duel in &duels {
        let surprise = duel.score - expected(&strengths, duel);
        let slope = blocks.entry(duel.block).or_insert_with(|| vec![0.0; agents]);
        slope[duel.a] += surprise;
        slope[duel.b] -= surprise;
    }
    let influences: Vec<Vec<f64>> =
        blocks.values().map(|slope| centred(times(&inverse, slope), &reference)).collect();
    let n = blocks.len() as f64;
    let correction = if n > 1.0 { n / (n - 1.0) } else { 1.0 };
    let quantile = normal_quantile(alpha / 2.0);
    let rate = |agent: usize| {
        let robust: f64 = influences.iter().map(|part| part[agent] * part[agent]).sum::<f64>();
        let model = centred_variance(&inverse, agent, &reference);
        let error = (robust * correction).max(model).sqrt();
        let at = |distance: f64| known + (strengths[agent] - mean + distance) * ELO_PER_LOG_ODDS;
        Rating {
            elo: at(0.0),
            interval: (at(-quantile * error), at(quantile * error)),
            duels: duels.iter().filter(|duel| duel.a == agent || duel.b == agent).count() as u64,
        }
    };
    (0..agents).map(rate).collect()
}

/// Returns the probability that the first agent of a duel does better than the second.
fn expected(strengths: &[f64], duel: &Duel) -> f64 {
    chance(strengths[duel.a] - strengths[duel.b])
}

fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + exp(-difference.clamp(-700.0, 700.0)))
}

/// Returns the gradient of the log-likelihood, and its negative Hessian.
fn derivatives(strengths: &[f64], duels: &[Duel]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len();
    let (mut slope, mut curvature) = (vec![0.0; n], vec![vec![0.0; n]; n]);
    for (agent, strength) in strengths.iter().enumerate() {
        let p = chance(*strength);
        slope[agent] += 0.5 - p;
        curvature[agent][agent] += p * (1.0 - p);
    }
    for duel in duels {
        let p = expected(strengths, duel);
        let (a, b, weight) = (duel.a, duel.b, p * (1.0 - p));
        slope[a] += duel.score - p;
        slope[b] -= duel.score - p;
        curvature[a][a] += weight;
        curvature[b][b] += weight;
        curvature[a][b] -= weight;
        curvature[b][a] -= weight;
    }
    (slope, curvature)
}

/// Returns the inverse of a symmetric, positive definite matrix.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let unit = |row: usize| (0..n).map(|column| f64::from(u8::from(row == column))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(unit).collect();
    for pivot in 0..n {
        // Rounding may reduce a positive pivot to zero.
        let divisor = matrix[pivot][pivot].max(1e-12);
        for column in 0..n {
            matrix[pivot][column] /= divisor;
            inverse[pivot][column] /= divisor;
        }
        for row in (0..n).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..n {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Returns the mean of some entries of a vector.
fn mean_of(vector: &[f64], entries: &[usize]) -> f64 {
    entries.iter().map(|entry| vector[*entry]).sum::<f64>() / entries.len().max(1) as f64
}

/// Returns a vector minus the mean of some of its entries.
fn centred(vector: Vec<f64>, entries: &[usize]) -> Vec<f64> {
    let mean = mean_of(&vector, entries);
    vector.into_iter().map(|part| part - mean).collect()
}

/// Returns the variance, according to the model, of a difference: an agent's strength minus the
/// mean strength of the agents in `reference`.
fn centred_variance(covariance: &[Vec<f64>], agent: usize, reference: &[usize]) -> f64 {
    let rows: Vec<f64> = covariance.iter().map(|row| mean_of(row, reference)).collect();
    let all = mean_of(&rows, reference);
    (covariance[agent][agent] - 2.0 * rows[agent] + all).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    #[test]
    fn two_agents_differ_by_the_elo_of_their_share() {
        // 300 of 400: odds of 3, and one drawn duel with the mean for each.
        let duel = |n: u64| Duel {
            block: n,
            a: 0,
            b: 1,
            score: f64::from(u8::from(!n.is_multiple_of(4))),
        };
        let duels: Vec<Duel> = (0..400).map(duel).collect();
        let found = ratings(2, &duels, 0.05);
        let difference = found[0].elo - found[1].elo;
        assert!((difference - 190.8).abs() < 2.0, "{difference}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-9 && found[0].duels == 400);
        // The error of the logarithm of odds is 1/sqrt(400 * 0.1875). Each agent has half of this
        // error.
        let half = (found[0].interval.1 - found[0].interval.0) / 2.0;
        assert!(
            (half - 1.96 * ELO_PER_LOG_ODDS / (400.0f64 * 0.1875).sqrt() / 2.0).abs() < 1.0,
            "{half}"
        );
    }

    #[test]
    fn who_never_lost_is_rated_finitely_and_nobody_without_games() {
        let all = vec![Duel { block: 0, a: 0, b: 1, score: 1.0 }; 50];
        let found = ratings(2, &all, 0.05);
        assert!(found[0].elo > 100.0 && found[0].elo < 1000.0, "{found:?}");
        assert!(found[0].interval.0 < found[0].elo);
        assert_eq!(ratings(1, &[], 0.05)[0].elo, 0.0);
        assert!(ratings(0, &all, 0.05).is_empty());
        assert_eq!(ratings(2, &[Duel { block: 0, a: 7, b: 1, score: 1.0 }], 0.05)[1].duels, 0);
    }

    #[test]
    fn anchors_fix_the_scale_and_an_anchor_alone_has_no_error() {
        let duel = |n: u64| Duel {
            block: n,
            a: 0,
            b: 1 + (n % 2) as usize,
            score: f64::from(u8::from(!n.is_multiple_of(5))),
        };
        let duels: Vec<Duel> = (0..200).map(duel).collect();
        let free = ratings(3, &duels, 0.05);
        let one = anchored_ratings(3, &duels, 0.05, &[(1, 1500.0)]);
        assert!((one[1].elo - 1500.0).abs() < 1e-9);
        assert!(one[1].interval.1 - one[1].interval.0 < 1e-6);
        assert!((one[0].elo - one[2].elo - (free[0].elo - free[2].elo)).abs() < 1e-9);
        let two = anchored_ratings(3, &duels, 0.05, &[(1, 1500.0), (2, 1400.0)]);
        assert!((f64::midpoint(two[1].elo, two[2].elo) - 1450.0).abs() < 1e-9);
    }

    #[test]
    fn a_block_played_twice_tells_no_more_than_once() {
        let duel = |n: u64, times: u64| Duel {
            block: n / times,
            a: 0,
            b: 1,
            score: f64::from(u8::from(!(n / times).is_multiple_of(3))),
        };
        let once: Vec<Duel> = (0..120).map(|n| duel(n, 1)).collect();
        let twice: Vec<Duel> = (0..240).map(|n| duel(n, 2)).collect();
        let width = |duels: &[Duel]| {
            let (low, high) = ratings(2, duels, 0.05)[0].interval;
            high - low
        };
        assert!((width(&twice) / width(&once) - 1.0).abs() < 0.05);
    }

    #[test]
    fn intervals_hold_the_ratings_of_three_players_as_often_as_they_say() {
        let truth = [0.8, 0.0, -0.8];
        let missed = (0..200u64).map(|run| {
            let mut rng = Rng::new(9, run, Stream::Agent, 0, 0);
            let mut duels = Vec::new();
            for block in 0..150 {
                for (a, b) in [(0, 1), (1, 2), (0, 2)] {
                    let better = f64::from(rng.below(1 << 20)) / f64::from(1 << 20)
                        < chance(truth[a] - truth[b]);
                    duels.push(Duel { block, a, b, score: f64::from(u8::from(better)) });
                }
            }
            let found = ratings(3, &duels, 0.05);
            let held = |(rating, truth): (&Rating, &f64)| {
                let at = truth * ELO_PER_LOG_ODDS;
                rating.interval.0 <= at && at <= rating.interval.1
            };
            found.iter().zip(&truth).filter(|pair| !held(*pair)).count()
        });
        let missed: usize = missed.sum();
        // 30 of 600 are expected; 48 is more than three standard deviations beyond.
        assert!((8..=48).contains(&missed), "{missed} of 600");
    }
}
