//! Honest numbers from counts: intervals and quantiles.

use std::collections::BTreeMap;

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for a share: `successes` of `n`. With halves among the successes (a
/// draw as half a win) it is wider than need be, never narrower. Without games, everything.
#[must_use]
pub fn wilson(successes: f64, n: u64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let n = n as f64;
    let share = successes / n;
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// The smallest value that at least `share` of the counted values do not exceed.
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

/// `value` with so many places after the point, as a number.
#[must_use]
pub fn rounded(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_textbook_values() {
        let close = |a: f64, b: f64| (a - b).abs() < 5e-5;
        let (low, high) = wilson(10.0, 100);
        assert!(close(low, 0.05522) && close(high, 0.17437), "{low} {high}");
        let (low, high) = wilson(0.0, 10);
        assert!(low == 0.0 && close(high, 0.27753), "{low} {high}");
        let (low, high) = wilson(10.0, 10);
        assert!(close(low, 0.72247) && close(high, 1.0), "{low} {high}");
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
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
