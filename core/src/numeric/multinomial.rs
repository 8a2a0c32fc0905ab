//! Evidence about shares: whether all of a number of things are equally likely.
//!
//! The e-process of the Dirichlet-multinomial: each observation is predicted by what came before
//! (a category view_of k times in n has the chance (k + ½) / (n + c/2), after Krichevsky and
//! Trofimov 1981), and the product of these chances over those of the hypothesis is a fair game
//! if the hypothesis is right. At 1/alpha it is refuted, whenever that happens (Ville).
//!
//! With four categories it asks whether the seats win equally often; with two, on the blocks
//! whose sides differ, it is McNemar's test without a fixed number of games.

/// Counts by category, and the evidence that the categories are not as likely as supposed.
#[derive(Clone, PartialEq, Debug)]
pub struct Categories {
    supposed: Vec<f64>,
    counts: Vec<u64>,
    total: u64,
    e_value: f64,
    most: f64,
}

impl Categories {
    /// So many categories, supposed to be equally likely.
    #[must_use]
    pub fn even(categories: usize) -> Self {
        Self::new(&vec![1.0; categories])
    }

    /// Categories supposed to be as likely as these weights say.
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

    /// Another observation; one of no category counts for nothing.
    pub fn add(&mut self, category: usize) {
        let Some(count) = self.counts.get_mut(category) else {
            return;
        };
        let half = self.supposed.len() as f64 / 2.0;
        let predicted = (*count as f64 + 0.5) / (self.total as f64 + half);
        *count += 1;
        self.total += 1;
        // Capital that underflows would be lost for good; that can only weaken the evidence.
        self.e_value *= predicted / self.supposed[category];
        self.e_value = self.e_value.min(f64::MAX);
        self.most = self.most.max(self.e_value);
    }

    /// How often each was observed.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The evidence now.
    #[must_use]
    pub fn e_value(&self) -> f64 {
        self.e_value
    }

    /// A p-value valid at every time: the reciprocal of the most evidence there was.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        (1.0 / self.most).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::rng::{Rng, Stream};

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
    fn equal_seats_are_called_unequal_in_at_most_one_run_of_twenty() {
        let called = (0..400).filter(|seed| run(*seed, 500, &[1; 4]).p_value() <= 0.05).count();
        // 20 expected at the worst; 33 is three standard deviations above.
        assert!(called <= 33, "{called} of 400");
    }

    #[test]
    fn a_seat_that_wins_three_points_more_is_found() {
        let found = |seed| run(seed, 20_000, &[28, 24, 24, 24]).p_value() <= 0.05;
        assert!((0..10).all(found));
    }

    #[test]
    fn on_two_categories_it_is_a_sign_test() {
        let mut signs = Categories::even(2);
        (0..12).for_each(|_| signs.add(1));
        // Twelve of one kind: the exact sequential value of Krichevsky and Trofimov's mixture.
        let product: f64 = (0..12).map(|k| (f64::from(k) + 0.5) / f64::from(k + 1) * 2.0).product();
        assert!((signs.e_value() - product).abs() < 1e-9 * product);
        assert!(signs.p_value() < 0.01);
        signs.add(2);
        assert_eq!(signs.counts(), [0, 12]);
    }
}
