// How sure a difference of two shares, or of two means, is.

/// An estimate with its interval.
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/// The point below which a standard normal value lies with this probability (Acklam's approximation, to 1e-9).
export function quantile(p: number): number {
  if (p <= 0) return -Infinity;
  if (p >= 1) return Infinity;
  const a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239];
  const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
  const c = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783];
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];
  const poly = (factors: number[], x: number): number => factors.reduce((sum, factor) => sum * x + factor, 0);
  if (p > 0.5) return -quantile(1 - p);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return poly(c, q) / (poly(d, q) * q + 1);
  }
  const q = p - 0.5;
  const r = q * q;
  return (poly(a, r) * q) / (poly(b, r) * r + 1);
}

/// The value that an interval of this confidence reaches to, in standard errors.
export function reach(confidence: number): number {
  return quantile((1 + confidence) / 2);
}

/// B's share less A's, by Agresti and Caffo: one game more of each kind on both sides, then the normal interval.
export function shareDifference(a: number, ofA: number, b: number, ofB: number, confidence: number): Estimate {
  const [nA, nB] = [ofA + 2, ofB + 2];
  const [pA, pB] = [(a + 1) / nA, (b + 1) / nB];
  const error = Math.sqrt((pA * (1 - pA)) / nA + (pB * (1 - pB)) / nB) * reach(confidence);
  const value = (ofB === 0 ? 0 : b / ofB) - (ofA === 0 ? 0 : a / ofA);
  return { value, low: Math.max(-1, pB - pA - error), high: Math.min(1, pB - pA + error) };
}

/// Games that were played together: how many, and the sum of what is measured.
export interface Batch {
  games: number;
  sum: number;
}

/// B's mean less A's, from the means of batches. None with fewer than `LEAST` batches on a side.
export function meanDifference(a: Batch[], b: Batch[], confidence: number): Estimate | null {
  const [x, y] = [mean(a), mean(b)];
  if (x === null || y === null) return null;
  const error = Math.sqrt(x.square + y.square) * reach(confidence);
  const value = y.mean - x.mean;
  return { value, low: value - error, high: value + error };
}

/// From so many batches on their spread says something.
const LEAST = 8;

/// The mean, and the square of its standard error.
function mean(batches: Batch[]): { mean: number; square: number } | null {
  const games = batches.reduce((sum, batch) => sum + batch.games, 0);
  if (batches.length < LEAST || games === 0) return null;
  const all = batches.reduce((sum, batch) => sum + batch.sum, 0) / games;
  // A batch of n games has a mean with the n-th part of a game's variance.
  const spread = batches.reduce((sum, { games: n, sum: total }) => sum + n * (total / n - all) ** 2, 0) / (batches.length - 1);
  return { mean: all, square: spread / games };
}
