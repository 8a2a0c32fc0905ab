//! Intervals, quantiles and tests from counts.
//!
//! All functions use only operations that IEEE 754 defines exactly, and the functions of
//! `quadrille_core::numeric`. The results are therefore equal on all machines.

use std::collections::BTreeMap;

use quadrille_core::numeric::math::{exp, normal_quantile};

/// The error probability of an ordinary interval.
pub const ALPHA: f64 = 0.05;

/// Returns Wilson's interval for a proportion: `successes` of `n`. The interval is wrong with
/// probability `alpha`. If draws count as half a success, the interval can be wider than necessary,
/// but is never too narrow. If `n` is 0, the interval is the whole range.
#[must_use]
pub fn wilson(successes: f64, n: u64, alpha: f64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (n as f64, normal_quantile(alpha / 2.0));
    let share = successes / n;
    let scale = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / scale;
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / scale;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Returns a quantile of the counted values. The result is the smallest counted value such that at
/// least the fraction `share` of all values is less than or equal to it.
#[must_use]
pub fn quantile(counts: &BTreeMap<u32, u64>, share: f64) -> Option<u32> {
    let total: u64 = counts.values().sum();
    let rank = ((total as f64 * share).ceil() as u64).max(1);
    let mut seen = 0;
    counts.iter().find_map(|(value, count)| {
        seen += count;
        (seen >= rank).then_some(*value)
    })
}

/// Returns `value` rounded to a number of decimal places.
#[must_use]
pub fn rounded(value: f64, places: u32) -> f64 {
    let scale = 10_u64.pow(places) as f64;
    (value * scale).round() / scale
}

/// Returns the probability that a chi-square variable exceeds `x`. This is the upper incomplete
/// gamma function, computed by recurrence from one or two degrees of freedom.
#[must_use]
pub fn chi_square_above(x: f64, degrees: u32) -> f64 {
    let half = x / 2.0;
    if half <= 0.0 || degrees == 0 {
        return 1.0;
    }
    // Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1)
    let (mut a, mut q, mut term) = if degrees.is_multiple_of(2) {
        (1.0, exp(-half), half * exp(-half))
    } else {
        let root = std::f64::consts::PI.sqrt();
        (0.5, complementary_error(half.sqrt()), 2.0 * half.sqrt() * exp(-half) / root)
    };
    while 2.0 * a + 0.5 < f64::from(degrees) {
        q += term;
        a += 1.0;
        term *= half / a;
    }
    q.clamp(0.0, 1.0)
}

/// Returns the complementary error function of a non-negative number, by a power series for small
/// numbers and by a continued fraction for large numbers.
fn complementary_error(x: f64) -> f64 {
    let root = std::f64::consts::PI.sqrt();
    if x < 2.0 {
        let (mut sum, mut term) = (x, x);
        for n in 1..60 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return 1.0 - 2.0 * sum / root;
    }
    let fraction = (1..60).rev().fold(x, |below, n| x + f64::from(n) / 2.0 / below);
    exp(-x * x) / root / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_textbook_values() {
        let close = |a: f64, b: f64| (a - b).abs() < 5e-5;
        let (low, high) = wilson(10.0, 100, ALPHA);
        assert!(close(low, 0.05522) && close(high, 0.17437), "{low} {high}");
        let (low, high) = wilson(0.0, 10, ALPHA);
        assert!(low == 0.0 && close(high, 0.27753), "{low} {high}");
        let (low, high) = wilson(10.0, 10, ALPHA);
        assert!(close(low, 0.72247) && close(high, 1.0), "{low} {high}");
        assert_eq!(wilson(0.0, 0, ALPHA), (0.0, 1.0));
    }

    #[test]
    fn chi_square_has_the_textbook_quantiles() {
        for (degrees, five, one) in
            [(1, 3.841, 6.635), (2, 5.991, 9.210), (3, 7.815, 11.345), (7, 14.067, 18.475)]
        {
            assert!((chi_square_above(five, degrees) - 0.05).abs() < 5e-5, "{degrees}");
            assert!((chi_square_above(one, degrees) - 0.01).abs() < 5e-5, "{degrees}");
        }
        assert_eq!(chi_square_above(0.0, 3), 1.0);
    }

    #[test]
    fn quantiles_are_values_that_occurred() {
        let counts = BTreeMap::from([(10, 1), (20, 2), (90, 1)]);
        assert_eq!(quantile(&counts, 0.25), Some(10));
        assert_eq!(quantile(&counts, 0.5), Some(20));
        assert_eq!(quantile(&counts, 0.75), Some(20));
        assert_eq!(quantile(&counts, 1.0), Some(90));
        assert_eq!(quantile(&BTreeMap::new(), 0.5), None);
    }
}
