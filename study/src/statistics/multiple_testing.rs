//! Multiple testing: Holm's correction, and ordinary intervals for samples of fixed size.

use quadrille_core::numeric::math::{normal_above, student_quantile};

/// Returns Holm's step-down correction (Scand. J. Statistics 6, 1979). The result contains, for
/// each p-value, an adjusted p-value, and the error probability of an interval that leads to the
/// same decision. If all hypotheses with adjusted values up to `alpha` are rejected, the
/// probability that at least one rejection is false is at most `alpha`.
#[must_use]
pub fn holm(p_values: &[f64], alpha: f64) -> Vec<Adjusted> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]).then(a.cmp(b)));
    let mut out = vec![Adjusted { p: 1.0, level: alpha }; p_values.len()];
    let mut floor = 0.0f64;
    for (rank, index) in order.into_iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        floor = floor.max((p_values[index] * left).min(1.0));
        out[index] = Adjusted { p: floor, level: alpha / left };
    }
    out
}

/// A p-value corrected for the number of tests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Adjusted {
    /// The adjusted p-value.
    pub p: f64,
    /// The error probability of an interval that leads to the same decision as the adjusted
    /// p-value.
    pub level: f64,
}

/// Returns Student's interval for the mean of `n` independent values, where `n` is fixed
/// beforehand. The interval is infinite for fewer than two values.
#[must_use]
pub fn student(mean: f64, deviation: f64, n: usize, alpha: f64) -> (f64, f64) {
    if n < 2 {
        return (f64::NEG_INFINITY, f64::INFINITY);
    }
    let t = student_quantile(alpha / 2.0, (n - 1) as f64);
    let half = t * deviation / (n as f64).sqrt();
    (mean - half, mean + half)
}

/// Returns the two-sided p-value of the hypothesis that the mean is zero. This p-value is computed
/// from the normal distribution, so the number of values `n` must be large and fixed beforehand.
#[must_use]
pub fn fixed_p(mean: f64, deviation: f64, n: usize) -> f64 {
    if n < 2 || (deviation == 0.0 && mean == 0.0) {
        return 1.0;
    }
    (2.0 * normal_above(mean.abs() * (n as f64).sqrt() / deviation)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_gives_the_textbook_values() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005], 0.05);
        let p: Vec<f64> = adjusted.iter().map(|a| (a.p * 1000.0).round() / 1000.0).collect();
        assert_eq!(p, [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(adjusted[3].level, 0.05 / 4.0);
        assert_eq!(adjusted[1].level, 0.05);
        assert!(holm(&[], 0.05).is_empty());
    }

    #[test]
    fn student_is_wider_than_normal_for_few_values() {
        let (low, high) = student(1.0, 2.0, 11, 0.05);
        assert!((high - 1.0 - 2.228 * 2.0 / 11f64.sqrt()).abs() < 2e-3 && low < 1.0);
        assert_eq!(student(1.0, 2.0, 1, 0.05).1, f64::INFINITY);
        assert!((fixed_p(0.196, 1.0, 100) - 0.05).abs() < 1e-3);
        assert_eq!(fixed_p(0.0, 0.0, 9), 1.0);
    }
}
