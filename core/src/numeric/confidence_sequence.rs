//! Confidence sequences: intervals for a mean that hold at every look at once.
//!
//! An ordinary 95 % interval holds for a number of games fixed beforehand; looked at again and
//! again until it excludes zero, it fails far more often. A confidence sequence fails with
//! chance `alpha` at most over *all* looks together, so one may stop whenever one likes.
//!
//! The construction is betting (Waudby-Smith and Ramdas, "Estimating route of bounded random
//! variables by betting", JRSS-B 86, 2024). For each candidate mean m somebody bets against it,
//! once that values are larger, once that they are smaller:
//! K⁺(m) = Π (1 + λᵢ (yᵢ − m)) and K⁻(m) = Π (1 − λᵢ (yᵢ − m)). If m is the mean, either is a
//! fair game, and reaches 2/α with chance α/2 at most (Ville). The sequence holds all m against
//! which neither has. The bet λᵢ may depend on what came before i, in any way; here it is their
//! predictable plug-in, √(2 ln(2/α) / (σ̂² n)), mixed evenly over horizons n four times apart
//! rather than spread over time: a mixture of fair games is one (Robbins 1970), and the interval
//! is then within a small factor of the best for whatever number of games it comes to.
//!
//! K⁺ falls and K⁻ grows with m, so the ends are found by bisection, not on a grid. Capital is
//! kept as a plain product: what underflows is lost (which can only widen the interval), and what
//! overflows was enough long before.

use crate::numeric::math::ln;

/// The numbers of observations that bets are best for.
const HORIZONS: [f64; 7] = [16.0, 64.0, 256.0, 1024.0, 4096.0, 16_384.0, 65_536.0];
/// Nobody stakes more than this share of what could be lost.
const MOST: f64 = 0.75;
/// Halvings of the interval in which an end is looked for.
const HALVINGS: u32 = 42;

/// A confidence sequence for the mean of values between two known bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Sequence {
    low: f64,
    high: f64,
    alpha: f64,
    /// Values scaled to 0..1, with the reciprocal of the spread expected before each.
    view_of: Vec<(f64, f64)>,
    sum: f64,
    squares: f64,
    /// The stakes for each horizon where the spread is one.
    stakes: [f64; HORIZONS.len()],
    /// The interval, scaled; it never grows.
    interval: (f64, f64),
    /// How many values the interval has been brought up to.
    settled: usize,
}

impl Sequence {
    /// No values yet. Values outside `low..=high` count as the nearer bound; `alpha` is the chance
    /// of ever being wrong.
    #[must_use]
    pub fn new(low: f64, high: f64, alpha: f64) -> Self {
        let logarithm = 2.0 * ln(2.0 / alpha);
        Self {
            low,
            high: if high > low { high } else { low + 1.0 },
            alpha,
            view_of: Vec::new(),
            sum: 0.0,
            squares: 0.0,
            stakes: HORIZONS.map(|n| (logarithm / n).sqrt()),
            interval: (0.0, 1.0),
            settled: 0,
        }
    }

    /// Takes the next value in.
    pub fn add(&mut self, value: f64) {
        let y = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let n = self.view_of.len() as f64;
        // The spread as it was known before this value, with one value's worth of the widest.
        let spread = ((0.25 + self.squares) / (n + 1.0)).sqrt();
        self.view_of.push((y, 1.0 / spread));
        self.sum += y;
        let mean = (0.5 + self.sum) / (n + 2.0);
        self.squares += (y - mean) * (y - mean);
    }

    /// How many values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.view_of.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.view_of.is_empty()
    }

    /// Their mean; the middle of the bounds if there are none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let scaled =
            if self.view_of.is_empty() { 0.5 } else { self.sum / self.view_of.len() as f64 };
        self.low + scaled * (self.high - self.low)
    }

    /// Their standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let n = self.view_of.len() as f64;
        if n < 2.0 {
            return 0.0;
        }
        let mean = self.sum / n;
        let squares: f64 = self.view_of.iter().map(|(y, _)| (y - mean) * (y - mean)).sum();
        (squares / (n - 1.0)).sqrt() * (self.high - self.low)
    }

    /// The interval: with chance `1 - alpha` it holds the mean now and at every other time.
    pub fn interval(&mut self) -> (f64, f64) {
        if self.settled < self.view_of.len() {
            self.settled = self.view_of.len();
            let found = self.ends(self.alpha, self.interval);
            // Both ends beyond each other: the sequence has failed, which it does with chance
            // alpha. What it said before stands.
            if found.0 <= found.1 {
                self.interval = found;
            }
        }
        self.unscaled(self.interval)
    }

    /// The interval at another level, from the same bets: valid at every time too, though not
    /// quite as narrow as one that was made for it.
    #[must_use]
    pub fn interval_at(&self, alpha: f64) -> (f64, f64) {
        let (low, high) = self.ends(alpha, (0.0, 1.0));
        self.unscaled(if low <= high { (low, high) } else { (0.0, 1.0) })
    }

    /// The evidence against the mean being `mean`: the most that betting against it has ever
    /// multiplied its capital by. Its reciprocal is a p-value valid at every time.
    #[must_use]
    pub fn evidence(&self, mean: f64) -> f64 {
        let m = ((mean - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let most = |below: bool| self.capital(m, below, f64::INFINITY);
        // At a bound nobody can bet that values lie beyond it.
        (most(true).max(most(false)) / 2.0).max(1.0)
    }

    /// What betting has come to now (not at its best): an e-value, which may be multiplied with
    /// those of independent runs.
    #[must_use]
    pub fn e_value(&self, mean: f64) -> f64 {
        let m = ((mean - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let now = |below: bool| self.path(m, below).last().unwrap_or(1.0);
        (now(true) + now(false)) / 2.0
    }

    fn unscaled(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let width = self.high - self.low;
        (self.low + low * width, self.low + high * width)
    }

    /// The lowest and highest mean that capital of 2/alpha was not won against, looked for
    /// within an interval known to hold them.
    fn ends(&self, alpha: f64, within: (f64, f64)) -> (f64, f64) {
        let goal = 2.0 / alpha;
        let refuted = |m: f64, below: bool| self.capital(m, below, goal) >= goal;
        let search = |below: bool| {
            // `out` is refuted or a bound, `inside` is not refuted.
            let (mut out, mut inside) = if below { within } else { (within.1, within.0) };
            if refuted(inside, below) {
                return inside;
            }
            for _ in 0..HALVINGS {
                let middle = (out + inside) / 2.0;
                if refuted(middle, below) { out = middle } else { inside = middle }
            }
            out
        };
        (search(true), search(false))
    }

    /// The most capital that betting against route of m and less (`below`) or more has had, or
    /// whatever it had when it passed `enough`.
    fn capital(&self, m: f64, below: bool, enough: f64) -> f64 {
        let mut most = 1.0f64;
        for capital in self.path(m, below) {
            most = most.max(capital);
            if most >= enough {
                break;
            }
        }
        most
    }

    /// The capital after each value.
    fn path(&self, m: f64, below: bool) -> impl Iterator<Item = f64> + '_ {
        let room = if below { m } else { 1.0 - m };
        let most = MOST / room.max(1e-300);
        let mut parts = [1.0f64; HORIZONS.len()];
        self.view_of.iter().map(move |&(y, steepness)| {
            let gain = if below { y - m } else { m - y };
            let mut total = 0.0;
            for (part, stake) in parts.iter_mut().zip(&self.stakes) {
                *part *= 1.0 + (stake * steepness).min(most) * gain;
                total += *part;
            }
            total / HORIZONS.len() as f64
        })
    }
}

/// How many values it takes, about, until the interval's half width is `half`, if their standard
/// deviation is `deviation` (both in the same unit).
#[must_use]
pub fn expected_length(deviation: f64, half: f64, alpha: f64) -> f64 {
    // Against the best horizon the mixture pays a factor of their number, and being between two
    // horizons costs about 3 %.
    let logarithm = ln(2.0 * HORIZONS.len() as f64 / alpha);
    let ratio = 1.03 * deviation / half;
    (2.0 * logarithm * ratio * ratio).max(logarithm / MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::rng::{Rng, Stream};

    fn coin(run: u64, share: f64) -> impl FnMut() -> f64 {
        let mut rng = Rng::new(11, run, Stream::Agent, 0, 0);
        move || f64::from(u8::from((rng.bits() >> 11) as f64 / (1u64 << 53) as f64 <= share))
    }

    #[test]
    fn it_misses_the_mean_no_more_often_than_promised_however_often_one_looks() {
        // Fair and lopsided coins, 500 runs of 400 throws each, looked at after every throw.
        for (share, salt) in [(0.5, 0), (0.1, 1 << 20), (0.97, 2 << 20)] {
            let missed = (0..500).filter(|run| {
                let mut coin = coin(run + salt, share);
                let mut sequence = Sequence::new(0.0, 1.0, 0.05);
                (0..400).for_each(|_| sequence.add(coin()));
                // The running maximum says whether it was ever excluded.
                sequence.evidence(share) >= 20.0
            });
            // 25 expected at the worst; 40 is three standard deviations above.
            let missed = missed.count();
            assert!(missed <= 40, "{missed} of 500 at {share}");
        }
    }

    #[test]
    fn the_interval_is_what_the_evidence_excludes() {
        let mut coin = coin(3, 0.3);
        let mut sequence = Sequence::new(0.0, 1.0, 0.05);
        for _ in 0..600 {
            sequence.add(coin());
        }
        let (low, high) = sequence.interval();
        assert!(low < sequence.mean() && sequence.mean() < high);
        for (m, inside) in [(low - 1e-6, false), (low + 1e-6, true), (high - 1e-6, true)] {
            assert_eq!(sequence.evidence(m) < 20.0, inside, "{m}");
        }
        assert!(sequence.evidence(high + 1e-6) >= 20.0);
        assert!((high - low) < 0.2 && (high - low) > 2.0 * 1.96 * (0.21f64 / 600.0).sqrt());
    }

    #[test]
    fn it_never_grows_and_the_order_of_looks_changes_nothing() {
        let mut coin = coin(4, 0.5);
        let (mut often, mut once) = (Sequence::new(0.0, 1.0, 0.05), Sequence::new(0.0, 1.0, 0.05));
        let mut last = (0.0, 1.0);
        for _ in 0..300 {
            let value = coin();
            often.add(value);
            once.add(value);
            let now = often.interval();
            assert!(now.0 >= last.0 && now.1 <= last.1);
            last = now;
        }
        let (a, b) = (often.interval(), once.interval());
        assert!((a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9, "{a:?} {b:?}");
    }

    #[test]
    fn it_scales_with_the_bounds() {
        let mut coin = coin(5, 0.4);
        let (mut small, mut large) =
            (Sequence::new(-1.0, 1.0, 0.05), Sequence::new(-2000.0, 2000.0, 0.05));
        for _ in 0..200 {
            let value = coin();
            small.add(value);
            large.add(value * 2000.0);
        }
        let (a, b) = (small.interval(), large.interval());
        assert!((a.0 * 2000.0 - b.0).abs() < 1e-6 && (a.1 * 2000.0 - b.1).abs() < 1e-6);
        assert!((small.deviation() * 2000.0 - large.deviation()).abs() < 1e-6);
    }

    #[test]
    fn values_that_never_vary_close_in_on_themselves() {
        let mut sequence = Sequence::new(-1.0, 1.0, 0.05);
        (0..500).for_each(|_| sequence.add(0.0));
        let (low, high) = sequence.interval();
        assert!(low < 0.0 && high > 0.0 && high - low < 0.06, "{low} {high}");
        assert_eq!(sequence.evidence(0.0), 1.0);
    }

    #[test]
    fn the_length_that_is_expected_is_about_right() {
        let expected = expected_length(0.5, 0.05, 0.05);
        let ratio = |run| {
            let (mut sequence, mut coin) = (Sequence::new(0.0, 1.0, 0.05), coin(run, 0.5));
            while {
                (0..25).for_each(|_| sequence.add(coin()));
                let (low, high) = sequence.interval();
                high - low > 0.1
            } {}
            sequence.len() as f64 / expected
        };
        let mean = (0..20).map(ratio).sum::<f64>() / 20.0;
        assert!((0.6..1.1).contains(&mean), "{mean}");
    }

    #[test]
    fn nonsense_does_no_harm() {
        let mut sequence = Sequence::new(0.0, 0.0, 0.05);
        assert!(sequence.is_empty());
        assert_eq!(sequence.interval(), (0.0, 1.0));
        sequence.add(f64::NAN.clamp(0.0, 1.0).max(0.0));
        sequence.add(7.0);
        sequence.add(-7.0);
        let (low, high) = sequence.interval();
        assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
    }
}
