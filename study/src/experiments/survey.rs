//! Surveys: a map and clusters of many games, from the means of their metrics.
//!
//! A feature is a metric of games that one agent plays. Each feature is standardised over the
//! games: its mean becomes 0 and its standard deviation 1. A metric in plies therefore has no more
//! weight than a share. Ward's linkage finds clusters of games with similar features. The map shows
//! the games by their first two principal components. The survey is repeated with blocks that are
//! drawn again with replacement. These repetitions show how much of the result is due to chance.

use crate::statistics::pca::{Component, components};
use crate::statistics::ward::{Tree, silhouette};
use quadrille_core::numeric::rng::{Rng, Stream};

/// The number of resamples of the blocks.
pub const RESAMPLES: u32 = 200;
/// The maximum number of clusters that the silhouette may select.
const MAX_DEFAULT_CLUSTERS: usize = 6;
/// The number that is added to the survey's seed. The sum is the seed of the random numbers that
/// select the blocks of the resamples.
const RESAMPLE_SEED_OFFSET: u64 = 0x5e7_0000_0000;

/// The measurements of a game. Each feature has one value per block, or NaN if the feature has no
/// value in the block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FeatureValues {
    /// For each feature, its values by block.
    pub features: Vec<Vec<f64>>,
}

impl FeatureValues {
    /// Returns each feature's mean over the blocks in which it has a value. The mean is NaN if no
    /// block has a value.
    #[must_use]
    pub fn means(&self) -> Vec<f64> {
        self.features.iter().map(|values| mean(values.iter().copied())).collect()
    }

    /// Returns each feature's mean over blocks that are drawn with replacement. Each entry of
    /// `draws` is a uniform random number, which selects one block.
    fn drawn(&self, draws: &[u64]) -> Vec<f64> {
        let feature = |values: &Vec<f64>| {
            let blocks = values.len() as u128;
            let draws = draws.iter().take(values.len());
            mean(draws.map(|draw| values[((u128::from(*draw) * blocks) >> 64) as usize]))
        };
        self.features.iter().map(feature).collect()
    }
}

/// Returns the mean of the values that are not NaN.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let there = values.filter(|value| !value.is_nan());
    let (sum, n) = there.fold((0.0, 0u32), |(sum, n), value| (sum + value, n + 1));
    if n == 0 { f64::NAN } else { sum / f64::from(n) }
}

/// The features of games, standardised so that they have a common scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Standard {
    /// The indices of the features that differ between games.
    pub features: Vec<usize>,
    /// For each game, the values of the features in `features`, standardised over the games to mean
    /// 0 and standard deviation 1. A missing value is 0.
    pub rows: Vec<Vec<f64>>,
}

impl Standard {
    /// Standardises the means of games.
    #[must_use]
    pub fn new(games: &[Vec<f64>]) -> Self {
        let count = games.iter().map(Vec::len).min().unwrap_or(0);
        let mut standard = Self { features: Vec::new(), rows: vec![Vec::new(); games.len()] };
        for feature in 0..count {
            let column: Vec<f64> = games.iter().map(|game| game[feature]).collect();
            let there: Vec<f64> = column.iter().copied().filter(|x| !x.is_nan()).collect();
            let centre = mean(there.iter().copied());
            let squares: f64 = there.iter().map(|x| (x - centre) * (x - centre)).sum();
            let deviation = (squares / there.len().saturating_sub(1).max(1) as f64).sqrt();
            // Differences due to rounding do not count.
            if there.len() < 2 || deviation <= 1e-12 * (1.0 + centre.abs()) {
                continue;
            }
            standard.features.push(feature);
            for (row, x) in standard.rows.iter_mut().zip(column) {
                row.push(if x.is_nan() { 0.0 } else { (x - centre) / deviation });
            }
        }
        standard
    }
}

/// A map of games, which shows similar games close together.
#[derive(Clone, PartialEq, Debug)]
pub struct Landscape {
    /// The standardised features of the games.
    pub standard: Standard,
    /// The axes of the map. Usually there are two axes. There is only one axis if one axis shows
    /// all differences between the games.
    pub axes: Vec<Component>,
    /// The tree of clusters.
    pub tree: Tree,
    /// The cluster of each game.
    pub clusters: Vec<usize>,
    /// The quality of the clusters, from -1 to 1.
    pub silhouette: f64,
    /// For every two games, the fraction of the resamples in which these two games are in one
    /// cluster.
    pub together: Vec<Vec<f64>>,
}

impl Landscape {
    /// Returns the landscape of games with the same features. `wanted` is the number of clusters.
    /// If `wanted` is `None`, the function chooses the number from 2 to 6 with the best silhouette.
    /// Returns `None` if there are fewer than three games, or if no feature distinguishes the
    /// games.
    #[must_use]
    pub fn new(games: &[FeatureValues], wanted: Option<usize>, seed: u64) -> Option<Self> {
        if games.len() < 3 {
            return None;
        }
        let means: Vec<Vec<f64>> = games.iter().map(FeatureValues::means).collect();
        let standard = Standard::new(&means);
        if standard.features.is_empty() {
            return None;
        }
        let tree = Tree::new(&standard.rows);
        let cut = |count: usize| {
            let clusters = tree.cut(count);
            (silhouette(&standard.rows, &clusters), clusters)
        };
        let (silhouette, clusters) = match wanted {
            Some(count) => cut(count.clamp(1, games.len())),
            None => (2..=MAX_DEFAULT_CLUSTERS.min(games.len() - 1))
                .map(cut)
                .reduce(|best, next| if next.0 > best.0 { next } else { best })?,
        };
        let count = clusters.iter().max().map_or(1, |most| most + 1);
        let together = together(games, count, seed);
        let axes = components(&standard.rows, 2);
        Some(Self { standard, axes, tree, clusters, silhouette, together })
    }

    /// Returns the number of clusters.
    #[must_use]
    pub fn count(&self) -> usize {
        self.clusters.iter().max().map_or(0, |most| most + 1)
    }

    /// Returns the games of a cluster.
    #[must_use]
    pub fn members(&self, cluster: usize) -> Vec<usize> {
        (0..self.clusters.len()).filter(|game| self.clusters[*game] == cluster).collect()
    }

    /// Returns a measure of how reliably a game belongs to its cluster. For each other game of the
    /// cluster, the function takes the fraction of the resamples in which the two games are in one
    /// cluster. The result is the mean of these fractions, from 0 to 1. Returns `None` if the
    /// cluster has no other game.
    #[must_use]
    pub fn stays(&self, game: usize) -> Option<f64> {
        let cluster = self.clusters.get(game)?;
        let others: Vec<usize> =
            self.members(*cluster).into_iter().filter(|other| *other != game).collect();
        let sum: f64 = others.iter().map(|other| self.together[game][*other]).sum();
        (!others.is_empty()).then(|| sum / others.len() as f64)
    }

    /// Returns the features in which two groups of games differ, each with the distance between the
    /// groups. The greatest distance is first. A distance is the difference between the means of
    /// the two groups, in standard deviations over all games.
    #[must_use]
    pub fn contrast(&self, some: &[usize], others: &[usize]) -> Vec<(usize, f64)> {
        let centre = |group: &[usize], column: usize| {
            mean(group.iter().map(|game| self.standard.rows[*game][column]))
        };
        let columns = self.standard.features.iter().enumerate();
        let mut found: Vec<(usize, f64)> = columns
            .map(|(column, feature)| (*feature, centre(some, column) - centre(others, column)))
            .filter(|(_, difference)| !difference.is_nan())
            .collect();
        found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
        found
    }
}

/// For every two games, returns the fraction of the resamples in which the two games are in the
/// same cluster. For each resample, the function draws blocks with replacement, and divides the
/// games into `count` clusters. It draws the same blocks for all games, because all games of one
/// block have the same seed.
fn together(games: &[FeatureValues], count: usize, seed: u64) -> Vec<Vec<f64>> {
    let most = games.iter().flat_map(|game| &game.features).map(Vec::len).max().unwrap_or(0);
    let mut times = vec![vec![0u32; games.len()]; games.len()];
    for resample in 0..RESAMPLES {
        let mut rng =
            Rng::new(seed.wrapping_add(RESAMPLE_SEED_OFFSET), resample.into(), Stream::Agent, 0, 0);
        let draws: Vec<u64> = (0..most).map(|_| rng.bits()).collect();
        let means: Vec<Vec<f64>> = games.iter().map(|game| game.drawn(&draws)).collect();
        let clusters = Tree::new(&Standard::new(&means).rows).cut(count);
        for (row, own) in times.iter_mut().zip(&clusters) {
            for (times, other) in row.iter_mut().zip(&clusters) {
                *times += u32::from(own == other);
            }
        }
    }
    let share = |times: u32| f64::from(times) / f64::from(RESAMPLES);
    times.into_iter().map(|row| row.into_iter().map(share).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game whose blocks have random values. The values lie in ranges of the width
    /// `noise`, with the `means` in the middle.
    fn game(means: &[f64], noise: f64) -> FeatureValues {
        let feature = |(at, centre): (usize, &f64)| {
            let mut rng = Rng::new(3, at as u64 + centre.to_bits(), Stream::Agent, 1, 1);
            let mut value =
                || centre + noise * ((rng.bits() >> 11) as f64 / (1u64 << 53) as f64 - 0.5);
            (0..40).map(|_| value()).collect()
        };
        FeatureValues { features: means.iter().enumerate().map(feature).collect() }
    }

    fn two_kinds(noise: f64) -> Vec<FeatureValues> {
        let means = [[0.1, 100.0, 7.0], [0.9, 300.0, 7.0], [0.15, 110.0, 7.0], [0.95, 310.0, 7.0]];
        let mut games: Vec<FeatureValues> = means.iter().map(|means| game(means, noise)).collect();
        games.iter_mut().for_each(|game| game.features[2] = vec![7.0; 40]);
        games
    }

    #[test]
    fn games_of_two_kinds_fall_into_two_clusters_and_stay_there() {
        let found = Landscape::new(&two_kinds(0.1), None, 1).unwrap();
        assert_eq!(found.clusters, [0, 1, 0, 1]);
        assert_eq!(found.standard.features, [0, 1], "what is the same everywhere says nothing");
        assert!(found.silhouette > 0.8 && found.axes[0].share > 0.95);
        assert_eq!((0..4).map(|game| found.stays(game)).collect::<Vec<_>>(), [Some(1.0); 4]);
        assert_eq!(found.together[0][1], 0.0);
        let contrast = found.contrast(&found.members(1), &found.members(0));
        assert!(contrast.len() == 2 && contrast.iter().all(|(_, apart)| *apart > 1.5));
        assert_eq!(found, Landscape::new(&two_kinds(0.1), None, 1).unwrap());
    }

    #[test]
    fn what_noise_made_does_not_stay() {
        let noise: Vec<FeatureValues> =
            (0..6).map(|i| game(&[f64::from(i) * 1e-4, 0.0], 5.0)).collect();
        let found = Landscape::new(&noise, Some(3), 1).unwrap();
        let stays: Vec<f64> = (0..6).filter_map(|game| found.stays(game)).collect();
        assert!(stays.iter().sum::<f64>() / (stays.len() as f64) < 0.9, "{stays:?}");
    }

    #[test]
    fn standard_numbers_have_mean_zero_and_deviation_one() {
        let games = [vec![1.0, f64::NAN], vec![2.0, 4.0], vec![3.0, 6.0]];
        let standard = Standard::new(&games);
        assert_eq!(standard.rows[0], [-1.0, 0.0]);
        let half = 1.0 / 2.0f64.sqrt();
        assert!((standard.rows[1][1] + half).abs() < 1e-12);
    }

    #[test]
    fn few_or_equal_games_have_no_landscape() {
        assert!(Landscape::new(&two_kinds(0.1)[..2], None, 1).is_none());
        assert!(Landscape::new(&vec![game(&[1.0], 0.0); 4], None, 1).is_none());
        assert!(Landscape::new(&[], None, 1).is_none());
        let empty = vec![FeatureValues { features: vec![Vec::new()] }; 4];
        assert!(Landscape::new(&empty, None, 1).is_none());
    }
}
