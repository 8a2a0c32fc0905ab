//! Fitting: the weights that explain positions best, near those known before.
//!
//! A team's share is modelled as in the evaluation: weights double with a lead of an eighth of an
//! army. Full-batch Adam (Kingma and Ba, 2015) on the cross entropy, each weight measured by how much it matters.
//! Depends on `numeric`.

use crate::agents::PER_DOUBLING;
use crate::learn::features::{Sparse, dot};
use crate::numeric::math::{exp, ln};

/// The number of steps, and the length of the first; later ones are shorter.
const STEPS: u32 = 250;
const STEP: f64 = 0.01;

/// A position: what each team has, and what share it should get.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    pub features: Vec<Sparse>,
    pub target: Vec<f32>,
}

/// The teams' shares by these weights.
pub(super) fn shares(features: &[Sparse], weights: &[f64], out: &mut Vec<f64>) {
    let scale = std::f64::consts::LN_2 / PER_DOUBLING;
    out.clear();
    out.extend(features.iter().map(|team| dot(team, weights) * scale));
    let most = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    out.iter_mut().for_each(|x| *x = exp(*x - most));
    let sum: f64 = out.iter().sum();
    out.iter_mut().for_each(|x| *x /= sum);
}

/// The mean cross entropy of some positions, without what no weights could avoid.
pub(super) fn loss<'s>(samples: impl Iterator<Item = &'s Sample>, weights: &[f64]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    let mut out = Vec::new();
    for sample in samples {
        shares(&sample.features, weights, &mut out);
        for (share, target) in out.iter().zip(&sample.target) {
            let target = f64::from(*target);
            if target > 0.0 {
                sum += target * (ln(target) - ln(share.max(1e-9)));
            }
        }
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The weights that fit the positions best; those they start from count for `known` positions.
pub(super) fn fit(samples: &[Sample], start: &[f64], known: f64) -> Vec<f64> {
    let n = samples.len() as f64;
    let mut weights = start.to_vec();
    if samples.is_empty() {
        return weights;
    }
    let bend = curvature(samples, start);
    let scale = std::f64::consts::LN_2 / PER_DOUBLING;
    let (mut first, mut second) = (vec![0.0; start.len()], vec![0.0; start.len()]);
    let mut slope = vec![0.0; start.len()];
    let mut out = Vec::new();
    let (mut decay1, mut decay2) = (1.0, 1.0);
    for step in 0..STEPS {
        slope.fill(0.0);
        for sample in samples {
            shares(&sample.features, &weights, &mut out);
            for ((features, share), target) in sample.features.iter().zip(&out).zip(&sample.target)
            {
                let error = (share - f64::from(*target)) * scale;
                for (number, x) in features {
                    slope[usize::from(*number)] += error * f64::from(*x);
                }
            }
        }
        decay1 *= 0.9;
        decay2 *= 0.999;
        let length = STEP * (1.0 - f64::from(step) / f64::from(STEPS));
        for i in 0..start.len() {
            if bend[i] <= 0.0 {
                continue;
            }
            // In units of how much the weight matters, so that all steps are alike.
            let unit = bend[i].sqrt();
            let prior = known / n * bend[i] * (weights[i] - start[i]);
            let g = (slope[i] / n + prior) / unit;
            first[i] = 0.9 * first[i] + 0.1 * g;
            second[i] = 0.999 * second[i] + 0.001 * g * g;
            let (mean, square) = (first[i] / (1.0 - decay1), second[i] / (1.0 - decay2));
            weights[i] -= length * mean / (square.sqrt() + 1e-8) / unit;
        }
    }
    weights
}

/// For each weight, the mean second derivative of the loss.
fn curvature(samples: &[Sample], weights: &[f64]) -> Vec<f64> {
    let scale = std::f64::consts::LN_2 / PER_DOUBLING;
    let mut bend = vec![0.0; weights.len()];
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let mut out = Vec::new();
    for sample in samples {
        shares(&sample.features, weights, &mut out);
        for (features, share) in sample.features.iter().zip(&out) {
            for (number, x) in features {
                let x = f64::from(*x) * scale;
                mean[usize::from(*number)] += share * x;
                square[usize::from(*number)] += share * x * x;
            }
        }
        for (number, _) in sample.features.iter().flatten() {
            let i = usize::from(*number);
            bend[i] += (square[i] - mean[i] * mean[i]).max(0.0);
            (mean[i], square[i]) = (0.0, 0.0);
        }
    }
    // What hardly ever differs teaches nothing.
    bend.iter_mut().for_each(|bend| *bend /= samples.len() as f64);
    bend.iter_mut().filter(|bend| **bend < 1e-12).for_each(|bend| *bend = 0.0);
    bend
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::rng::{Rng, Stream};

    #[test]
    fn the_weights_that_made_the_shares_are_found_again() {
        let planted = [1000.0, 300.0, -500.0];
        let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
        let mut side = || {
            (0..3).map(|number| (number, rng.below(5) as f32)).filter(|(_, x)| *x > 0.0).collect()
        };
        let mut sample = || {
            let features: Vec<Sparse> = (0..3).map(|_| side()).collect();
            let mut out = Vec::new();
            shares(&features, &planted, &mut out);
            Sample { features, target: out.into_iter().map(|share| share as f32).collect() }
        };
        let samples: Vec<Sample> = (0..500).map(|_| sample()).collect();
        let start = [500.0, 500.0, 0.0];
        let found = fit(&samples, &start, 0.0);
        for (found, planted) in found.iter().zip(planted) {
            assert!((found - planted).abs() < 20.0, "{found} for {planted}");
        }
        assert!(loss(samples.iter(), &found) < 0.01 * loss(samples.iter(), &start));
        // What is known already counts.
        let stubborn = fit(&samples, &start, 1e9);
        assert!((stubborn[0] - start[0]).abs() < 1.0, "{stubborn:?}");
    }
}
