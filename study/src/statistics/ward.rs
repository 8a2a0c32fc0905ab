//! Hierarchical clustering by Ward's linkage. Each step joins the two clusters whose union adds
//! least to the variance within clusters (Ward, "Hierarchical grouping to optimize an objective
//! function", JASA 58, 1963).
//!
//! If several pairs of clusters would add equally little, the first of these pairs is joined. The
//! result therefore depends only on the points.

/// A join of two clusters. Clusters are numbered from 0. Each point is a cluster, numbered by the
/// index of the point. Each join creates the cluster with the next number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Join {
    /// The cluster that contains the earliest point of the two clusters.
    pub first: usize,
    /// The other cluster.
    pub second: usize,
    /// The distance between the two clusters. If both clusters are single points, this is the
    /// distance between the points.
    pub height: f64,
}

/// A tree of clusters.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    points: usize,
    /// The joins, the nearest first.
    pub joins: Vec<Join>,
}

impl Tree {
    /// Creates the tree of these points.
    #[must_use]
    pub fn new(points: &[Vec<f64>]) -> Self {
        let count = points.len();
        // Squared distances between the remaining clusters, by the index of their earliest point.
        let mut apart: Vec<Vec<f64>> =
            points.iter().map(|a| points.iter().map(|b| square(a, b)).collect()).collect();
        let mut left: Vec<usize> = (0..count).collect();
        let mut names: Vec<usize> = (0..count).collect();
        let mut sizes = vec![1.0; count];
        let mut joins = Vec::with_capacity(count.saturating_sub(1));
        while left.len() > 1 {
            let mut nearest = (left[0], left[1]);
            for (at, &a) in left.iter().enumerate() {
                for &b in &left[at + 1..] {
                    if apart[a][b] < apart[nearest.0][nearest.1] {
                        nearest = (a, b);
                    }
                }
            }
            let (a, b) = nearest;
            let between = apart[a][b];
            joins.push(Join { first: names[a], second: names[b], height: between.max(0.0).sqrt() });
            for &c in &left {
                if c != a && c != b {
                    let all = sizes[a] + sizes[b] + sizes[c];
                    let new =
                        (sizes[a] + sizes[c]) * apart[a][c] + (sizes[b] + sizes[c]) * apart[b][c];
                    let new = (new - sizes[c] * between) / all;
                    (apart[a][c], apart[c][a]) = (new, new);
                }
            }
            sizes[a] += sizes[b];
            names[a] = count + joins.len() - 1;
            left.retain(|c| *c != b);
        }
        Self { points: count, joins }
    }

    /// Returns the points in an order that keeps each cluster together.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.points);
        let mut open: Vec<usize> = match (self.points, self.joins.len()) {
            (0, _) => Vec::new(),
            (points, joins) => vec![points + joins - 1],
        };
        while let Some(cluster) = open.pop() {
            match cluster.checked_sub(self.points).and_then(|at| self.joins.get(at)) {
                Some(join) => open.extend([join.second, join.first]),
                None => order.push(cluster),
            }
        }
        order
    }

    /// Undoes the last joins until there are `wanted` clusters, and returns the cluster of each
    /// point. Clusters are numbered from 0 in the order of [`Tree::order`].
    #[must_use]
    pub fn cut(&self, wanted: usize) -> Vec<usize> {
        let kept = self.points.saturating_sub(wanted.max(1)).min(self.joins.len());
        let mut above: Vec<usize> = (0..self.points + self.joins.len()).collect();
        for (at, join) in self.joins[..kept].iter().enumerate() {
            above[join.first] = self.points + at;
            above[join.second] = self.points + at;
        }
        let top = |mut cluster: usize| {
            while above[cluster] != cluster {
                cluster = above[cluster];
            }
            cluster
        };
        let mut seen: Vec<usize> = Vec::new();
        let mut clusters = vec![0; self.points];
        for point in self.order() {
            let top = top(point);
            clusters[point] = seen.iter().position(|one| *one == top).unwrap_or_else(|| {
                seen.push(top);
                seen.len() - 1
            });
        }
        clusters
    }
}

/// Returns the silhouette of clusters, from -1 to 1: the mean over points of (b - a) / max(a, b)
/// (Rousseeuw 1987). Here a is the mean distance to the other points of the cluster, and b the mean
/// distance to the points of the nearest other cluster. A point that is alone in its cluster
/// contributes 0.
#[must_use]
pub fn silhouette(points: &[Vec<f64>], clusters: &[usize]) -> f64 {
    let count = clusters.iter().max().map_or(0, |most| most + 1);
    if count < 2 || points.is_empty() {
        return 0.0;
    }
    let of_point = |(at, point): (usize, &Vec<f64>)| {
        let mut sums = vec![(0.0, 0u32); count];
        for (other, (there, cluster)) in points.iter().zip(clusters).enumerate() {
            if other != at {
                sums[*cluster].0 += square(point, there).sqrt();
                sums[*cluster].1 += 1;
            }
        }
        let mean = |(sum, n): &(f64, u32)| (*n > 0).then(|| sum / f64::from(*n));
        let Some(own) = mean(&sums[clusters[at]]) else { return 0.0 };
        let others = sums.iter().enumerate().filter(|(cluster, _)| *cluster != clusters[at]);
        let next = others.filter_map(|(_, sum)| mean(sum)).fold(f64::INFINITY, f64::min);
        let most = own.max(next);
        if most > 0.0 && most.is_finite() { (next - own) / most } else { 0.0 }
    };
    points.iter().enumerate().map(of_point).sum::<f64>() / points.len() as f64
}

/// Returns the squared distance of two points.
fn square(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[f64]) -> Vec<Vec<f64>> {
        points.iter().map(|x| vec![*x]).collect()
    }

    #[test]
    fn ward_joins_what_adds_least_variance() {
        let tree = Tree::new(&line(&[0.0, 10.0, 1.0, 12.0]));
        let heights: Vec<f64> = tree.joins.iter().map(|join| join.height).collect();
        assert_eq!((tree.joins[0].first, tree.joins[0].second), (0, 2));
        assert_eq!((tree.joins[1].first, tree.joins[1].second), (1, 3));
        assert_eq!((tree.joins[2].first, tree.joins[2].second), (4, 5));
        // Two pairs with means 0.5 and 11: √(2·2·2/4) times the distance of the means.
        assert_eq!(heights[..2], [1.0, 2.0]);
        assert!((heights[2] - 2.0f64.sqrt() * 10.5).abs() < 1e-12, "{heights:?}");
        assert_eq!(tree.order(), [0, 2, 1, 3]);
        assert_eq!(tree.cut(2), [0, 1, 0, 1]);
        assert_eq!(tree.cut(3), [0, 1, 0, 2]);
        assert_eq!(tree.cut(1), [0; 4]);
        assert_eq!(tree.cut(9), [0, 2, 1, 3]);
    }

    #[test]
    fn few_points_have_small_trees() {
        let none = Tree::new(&[]);
        assert!(none.joins.is_empty() && none.order().is_empty() && none.cut(2).is_empty());
        let one = Tree::new(&line(&[3.0]));
        assert_eq!((one.order(), one.cut(2)), (vec![0], vec![0]));
        let equal = Tree::new(&line(&[1.0, 1.0, 1.0]));
        assert_eq!(equal.order(), [0, 1, 2]);
    }

    #[test]
    fn a_silhouette_is_high_where_clusters_are_far_apart() {
        let points = line(&[0.0, 1.0, 10.0, 11.0]);
        let apart = silhouette(&points, &[0, 0, 1, 1]);
        // Of 0: own 1, next 10.5; of 1: own 1, next 9.5; and the mirror images.
        let by_hand = ((10.5 - 1.0) / 10.5 + (9.5 - 1.0) / 9.5) / 2.0;
        assert!((apart - by_hand).abs() < 1e-12);
        assert!(silhouette(&points, &[0, 1, 0, 1]) < 0.0);
        assert_eq!(silhouette(&points, &[0, 0, 0, 0]), 0.0);
    }
}
