//! Sequential tests of proportions: are several outcomes equally likely?
//!
//! This is the e-process of the Dirichlet-multinomial. Each observation is predicted from the
//! observations before it: a category that occurred k times in n has the probability (k + ½) / (n +
//! c/2), after Krichevsky and Trofimov (1981). The product of these probabilities, divided by the
//! probability under the hypothesis, is a fair game if the hypothesis holds. Once the quotient
//! reaches 1/alpha, at any time, the hypothesis is rejected (Ville).
//!
//! With four categories, the test can decide if four seats win equally often. With two categories,
//! the test can be applied to the blocks in which two sides have different results. In this case,
//! the test is a form of McNemar's test that needs no fixed number of games.

/// Counts by category, and the evidence against the hypothesis.
#[derive(Clone, PartialEq, Debug)]
pub struct Categories {
    supposed: Vec<f64>,
    counts: Vec<u64>,
    total: u64,
    e_value: f64,
    most: f64,
}

impl Categories {
    /// Creates categories that are equally likely under the hypothesis.
    #[must_use]
    pub fn even(categories: usize) -> Self {
        Self::new(&vec![1.0; categories])
    }

    /// Creates categories. Under the hypothesis, their probabilities are proportional to `weights`.
    #[must_use]
    pub fn new(weights: &[f64]) -> Self {
        let sum: f64 = weights.iter().sum();
        Self {
            supposed: weights.iter().map(|weight| weight / sum).collect(),
            counts: vec![0; weights.len()],
            total: 0,
            e_value: 1.0,
            most: 1.0,
        }
    }

    /// Adds an observation. An unknown category is ignored.
    pub fn add(&mut self, category: usize) {
        let Some(count) = self.counts.get_mut(category) else {
            return;
        };
        let half = self.supposed.len() as f64 / 2.0;
        let predicted = (*count as f64 + 0.5) / (self.total as f64 + half);
        *count += 1;
        self.total += 1;
        // The e-value is capped, so that it stays finite. An underflow to zero is final, but can
        // only weaken the evidence.
        self.e_value *= predicted / self.supposed[category];
        self.e_value = self.e_value.min(f64::MAX);
        self.most = self.most.max(self.e_value);
    }

    /// Returns the number of observations of each category.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the current e-value.
    #[must_use]
    pub fn e_value(&self) -> f64 {
        self.e_value
    }

    /// Returns a p-value that is valid at every time: the reciprocal of the greatest e-value so
    /// far.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        (1.0 / self.most).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    fn run(seed: u64, games: u32, weights: &[u32]) -> Categories {
        let mut rng = Rng::new(seed, 0, Stream::Agent, 0, 0);
        let mut seats = Categories::even(weights.len());
        for _ in 0..games {
            let mut at = rng.below(weights.iter().sum());
            let seat = weights.iter().position(|weight| {
                let here = at < *weight;
                at = at.wrapping_sub(*weight);
                here
            });
            seats.add(seat.unwrap());
        }
        seats
    }

    #[test]
    fn false_alarms_stay_below_five_percent() {
        let called = (0..400).filter(|seed| run(*seed, 500, &[1; 4]).p_value() <= 0.05).count();
        // At most 20 are expected; 33 is three standard deviations more.
        assert!(called <= 33, "{called} of 400");
    }

    #[test]
    fn an_advantage_of_three_points_is_detected() {
        let found = |seed| run(seed, 20_000, &[28, 24, 24, 24]).p_value() <= 0.05;
        assert!((0..10).all(found));
    }

    #[test]
    fn on_two_categories_it_is_a_sign_test() {
        let mut signs = Categories::even(2);
        (0..12).for_each(|_| signs.add(1));
        // Twelve observations of one category: the exact sequential value of the
        // Krichevsky-Trofimov mixture.
        let product: f64 = (0..12).map(|k| (f64::from(k) + 0.5) / f64::from(k + 1) * 2.0).product();
        assert!((signs.e_value() - product).abs() < 1e-9 * product);
        assert!(signs.p_value() < 0.01);
        signs.add(2);
        assert_eq!(signs.counts(), [0, 12]);
    }
}
