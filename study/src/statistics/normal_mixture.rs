//! Asymptotic confidence sequences: Robbins' normal mixture with the running deviation.
//!
//! The number of values that bets need grows with the distance between a metric's bounds. If the
//! values of a count scatter over a hundredth of that distance, bets need many times more values
//! than the deviation of the count requires. The asymptotic confidence sequence of Waudby-Smith,
//! Arbour, Sinha, Kennedy and Ramdas ("Time-uniform central limit theory and asymptotic confidence
//! sequences", Annals of Statistics 52, 2024) needs no bounds. Let `S` be the sum of the
//! differences between n values and the candidate mean, and `V` the sum of the squares of these
//! differences. Then
//!
//! E = exp(n ρ² z² / (2 (n ρ² + 1))) / √(n ρ² + 1),  z² = S² / V
//!
//! is the capital of bets on all normal deviations from the candidate mean. If the candidate mean
//! is true, the probability that the capital reaches 1/α tends to α at most.
//!
//! `V` is computed from the candidate mean, not from the mean of the values. Therefore, if the
//! values are symmetric about the candidate mean, the capital hardly exceeds the capital of a fair
//! game. This is true even for few values. If the values are few and normally distributed, the
//! interval is about as wide as Student's interval.
//!
//! If a few values determine the deviation, the approximation is not reliable. The mixture is
//! therefore used only from fifty values on. The squared deviations must also be spread over at
//! least fifteen values, and must be about as large on both sides of the mean. These conditions
//! limit two numbers that determine the error of the normal approximation. One number is the
//! reciprocal of the number of values over which the deviations spread. The other is the squared
//! skewness divided by the number of values.

use quadrille_core::numeric::math::{exp, ln};

/// The minimum number of values for which the approximation is used.
const MIN_VALUES: u64 = 50;
/// The minimum number of values over which the squared deviations must be spread. This number is
/// computed as (Σd²)² / Σd⁴. For normal values it is a third of the number of values. For rare
/// events it is the number of events.
const MIN_EFFECTIVE_VALUES: f64 = 15.0;
/// The maximum of the squared skewness divided by the number of values: (Σd³)² / (Σd²)³.
const MAX_SQUARED_SKEWNESS: f64 = 0.04;

/// The mean and variance of the first `count` values.
#[derive(Clone, Copy, PartialEq, Debug)]
struct FirstMoments {
    count: f64,
    mean: f64,
    /// The mean squared deviation from the mean.
    variance: f64,
}

/// A normal mixture with the moments of the values so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixture {
    /// The number ρ² in the formula of this module, which is the variance of the mixture.
    breadth: f64,
    count: f64,
    mean: f64,
    /// Sums of the second, third and fourth powers of the deviations from the mean.
    powers: [f64; 3],
    /// For each number of values at which the approximation is used, the moments of the values up
    /// to this number.
    states: Vec<FirstMoments>,
}

impl Mixture {
    /// Creates a mixture without values. Its variance is chosen so that the interval with error
    /// probability `alpha` is as narrow as possible at `tuned` values.
    #[must_use]
    pub fn new(alpha: f64, tuned: f64) -> Self {
        let logarithm = -2.0 * ln(alpha.min(0.5));
        let breadth = (logarithm + ln(logarithm) + 1.0) / tuned.max(1.0);
        Self { breadth, count: 0.0, mean: 0.0, powers: [0.0; 3], states: Vec::new() }
    }

    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        // Pébay, "Formulas for robust, one-pass parallel computation of covariances and statistical
        // moments", 2008.
        let [second, third, fourth] = self.powers;
        let before = self.count;
        self.count += 1.0;
        let n = self.count;
        let distance = value - self.mean;
        let part = distance / n;
        let square = distance * part * before;
        self.mean += part;
        self.powers = [
            second + square,
            third + square * part * (n - 2.0) - 3.0 * part * second,
            fourth + square * part * part * (n * n - 3.0 * n + 3.0) + 6.0 * part * part * second
                - 4.0 * part * third,
        ];
        let [second, third, fourth] = self.powers;
        let normal = second > 0.0
            && second * second >= MIN_EFFECTIVE_VALUES * fourth
            && third * third <= MAX_SQUARED_SKEWNESS * second * second * second;
        if n >= MIN_VALUES as f64 && normal {
            self.states.push(FirstMoments { count: n, mean: self.mean, variance: second / n });
        }
    }

    /// Returns `true` if the approximation is in use.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.states.is_empty()
    }

    /// Returns the greatest capital that the bets against this mean have reached so far. Returns 1
    /// if the normal approximation is not yet in use ([`Mixture::holds`]).
    #[must_use]
    pub fn evidence(&self, mean: f64) -> f64 {
        let capital = |state: &FirstMoments| {
            let distance = (state.mean - mean) * (state.mean - mean);
            let z = state.count * distance / (state.variance + distance);
            let spread = state.count * self.breadth;
            exp(spread * z / (2.0 * (spread + 1.0))) / (spread + 1.0).sqrt()
        };
        self.states.iter().map(capital).fold(1.0, f64::max)
    }

    /// Returns the range of means against which the capital has not reached 1/alpha after any of
    /// the stored states. If the lower end of the range exceeds its upper end, no mean is left, and
    /// the sequence has failed.
    #[must_use]
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        let mut ends = (f64::NEG_INFINITY, f64::INFINITY);
        for state in &self.states {
            if let Some(half) = self.half(state, alpha) {
                ends = (ends.0.max(state.mean - half), ends.1.min(state.mean + half));
            }
        }
        ends
    }

    /// Returns the half width of the interval that follows from one state, or `None` if it is
    /// infinite.
    fn half(&self, state: &FirstMoments, alpha: f64) -> Option<f64> {
        let most = self.limit(state.count, alpha);
        (most < state.count).then(|| (state.variance * most / (state.count - most)).sqrt())
    }

    /// Returns the greatest squared distance at which a candidate mean is not refuted after `count`
    /// values. The distance is measured from the mean of the values, in standard errors.
    fn limit(&self, count: f64, alpha: f64) -> f64 {
        let spread = count * self.breadth;
        2.0 * (spread + 1.0) / spread * ln((spread + 1.0).sqrt() / alpha)
    }

    /// Returns the number of values after which the half width of the interval will be `half`. The
    /// deviation of the values is assumed to stay unchanged.
    #[must_use]
    pub fn expected_length(&self, half: f64, alpha: f64) -> Option<f64> {
        let variance = self.states.last()?.variance;
        let mut count = MIN_VALUES as f64;
        // The limit hardly depends on the number of values.
        for _ in 0..8 {
            count = (self.limit(count, alpha) * (variance / (half * half) + 1.0))
                .max(MIN_VALUES as f64);
        }
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    fn uniform(rng: &mut Rng) -> f64 {
        (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn filled(run: u64, count: u32, draw: impl Fn(&mut Rng) -> f64) -> Mixture {
        let mut rng = Rng::new(17, run, Stream::Agent, 0, 0);
        let mut mixture = Mixture::new(0.05, 150.0);
        (0..count).for_each(|_| mixture.add(draw(&mut rng)));
        mixture
    }

    #[test]
    fn moments_are_those_of_the_values() {
        let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        let mut mixture = Mixture::new(0.05, 150.0);
        values.iter().for_each(|value| mixture.add(*value));
        let mean = values.iter().sum::<f64>() / 8.0;
        let power = |n: usize| {
            let power = |value: &f64| (0..n).map(|_| value - mean).product::<f64>();
            values.iter().map(power).sum::<f64>()
        };
        for (found, n) in mixture.powers.iter().zip(2..) {
            assert!((found - power(n)).abs() < 1e-9 * power(4), "{n}");
        }
    }

    #[test]
    fn the_interval_agrees_with_the_evidence_and_is_about_three_standard_errors() {
        let mixture = filled(1, 150, |rng| 7.0 + uniform(rng));
        let (low, high) = mixture.interval(0.05);
        assert!(mixture.evidence(low - 1e-9) >= 20.0 && mixture.evidence(low + 1e-9) < 20.0);
        assert!(mixture.evidence(high + 1e-9) >= 20.0 && mixture.evidence(high - 1e-9) < 20.0);
        let errors = (high - low) / 2.0 / (1.0 / 12.0f64 / 150.0).sqrt();
        assert!((2.7..3.3).contains(&errors), "{errors}");
        let expected = mixture.expected_length((high - low) / 2.0, 0.05).unwrap();
        assert!((expected - 150.0).abs() < 25.0, "{expected}");
    }

    #[test]
    fn what_hangs_on_few_values_proves_nothing() {
        let none = (f64::NEG_INFINITY, f64::INFINITY);
        for mixture in [
            filled(2, 49, uniform),
            filled(3, 5000, |_| 0.0),
            filled(4, 5000, |_| 3.0),
            filled(5, 500, |rng| f64::from(u8::from(uniform(rng) < 0.01))),
        ] {
            assert!(!mixture.holds() && mixture.interval(0.05) == none);
            assert_eq!(mixture.evidence(0.0), 1.0);
        }
        assert!(filled(6, 5000, |rng| f64::from(u8::from(uniform(rng) < 0.01))).holds());
    }
}
