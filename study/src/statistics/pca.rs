//! Principal component analysis: the directions in which a set of points varies most.
//!
//! The components are the eigenvectors of the covariance matrix. They are computed by Jacobi's
//! rotations, which need only the four basic operations and square roots.

/// The maximum number of passes over all pairs of columns. Convergence is quadratic, and ten passes
/// are nearly always enough.
const MAX_PASSES: u32 = 64;

/// A principal component.
#[derive(Clone, PartialEq, Debug)]
pub struct Component {
    /// The component's fraction of the total variance.
    pub share: f64,
    /// The contribution of each column. The sum of the squared contributions is 1. The sign is
    /// chosen so that the contribution with the largest absolute value is positive.
    pub loadings: Vec<f64>,
    /// The position of each row along the component.
    pub scores: Vec<f64>,
}

/// Returns the first `wanted` components of a table. The mean of each column must be zero. The
/// result is empty if the table has no rows or no variance. The result never has more components
/// than the table has columns.
#[must_use]
pub fn components(rows: &[Vec<f64>], wanted: usize) -> Vec<Component> {
    let columns = rows.iter().map(Vec::len).min().unwrap_or(0);
    let scale = rows.len().saturating_sub(1).max(1) as f64;
    let covariance =
        |a: usize, b: usize| rows.iter().map(|row| row[a] * row[b]).sum::<f64>() / scale;
    let matrix: Vec<Vec<f64>> =
        (0..columns).map(|a| (0..columns).map(|b| covariance(a, b)).collect()).collect();
    let total: f64 = (0..columns).map(|i| matrix[i][i]).sum();
    if total.is_nan() || total <= 0.0 {
        return Vec::new();
    }
    let (values, vectors) = eigen(matrix);
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]).then(a.cmp(b)));
    let component = |place: usize| {
        let mut loadings: Vec<f64> = vectors.iter().map(|row| row[place]).collect();
        let largest = loadings.iter().copied().fold(0.0, |most: f64, x| {
            // If several loadings are equally large, the first of them decides. The sign then does
            // not depend on rounding.
            if x.abs() > most.abs() * (1.0 + 1e-9) { x } else { most }
        });
        if largest < 0.0 {
            loadings.iter_mut().for_each(|x| *x = -*x);
        }
        let score = |row: &Vec<f64>| row.iter().zip(&loadings).map(|(x, l)| x * l).sum();
        let scores = rows.iter().map(score).collect();
        Component { share: (values[place] / total).max(0.0), loadings, scores }
    };
    order.into_iter().take(wanted).map(component).collect()
}

/// Returns the eigenvalues of a symmetric matrix, and its eigenvectors as columns.
fn eigen(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = a.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let size: f64 = a.iter().flatten().map(|x| x * x).sum();
    for _ in 0..MAX_PASSES {
        let rest: f64 =
            (0..n).flat_map(|p| (0..p).map(move |q| (p, q))).map(|(p, q)| a[p][q] * a[p][q]).sum();
        if rest.is_nan() || rest <= size * 1e-28 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] == 0.0 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let sign = if theta < 0.0 { -1.0 } else { 1.0 };
                let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in a.iter_mut().chain(&mut vectors) {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (above, below) = a.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn points_on_a_line_have_one_component_along_it() {
        let rows: Vec<Vec<f64>> =
            [-2.0, -1.0, 0.0, 3.0].iter().map(|t| vec![0.6 * t, -0.8 * t]).collect();
        let found = components(&rows, 2);
        assert!(near(found[0].share, 1.0) && near(found[1].share, 0.0), "{found:?}");
        assert!(near(found[0].loadings[0], -0.6) && near(found[0].loadings[1], 0.8));
        assert!(near(found[0].scores[3], -3.0), "{found:?}");
    }

    #[test]
    fn a_matrix_with_known_eigenvalues_has_them() {
        // Its eigenvalues are 2 - √2, 2 and 2 + √2.
        let a = vec![vec![2.0, -1.0, 0.0], vec![-1.0, 2.0, -1.0], vec![0.0, -1.0, 2.0]];
        let (mut values, vectors) = eigen(a.clone());
        for column in 0..3 {
            for row in 0..3 {
                let product: f64 = (0..3).map(|k| a[row][k] * vectors[k][column]).sum();
                assert!(near(product, values[column] * vectors[row][column]));
            }
        }
        values.sort_by(f64::total_cmp);
        let root = 2.0f64.sqrt();
        assert!(near(values[0], 2.0 - root) && near(values[1], 2.0) && near(values[2], 2.0 + root));
    }

    #[test]
    fn nothing_varies_in_no_direction() {
        assert!(components(&[], 2).is_empty());
        assert!(components(&[vec![0.0, 0.0], vec![0.0, 0.0]], 2).is_empty());
        assert!(components(&[vec![f64::NAN], vec![1.0]], 2).is_empty());
    }
}
