//! Confidence sequences: intervals for a mean that hold at all times at once.
//!
//! An ordinary 95 % interval is valid for a number of games that is fixed beforehand. If you
//! recompute such an interval after each game and stop when it excludes zero, you are wrong in far
//! more than 5 % of cases. The probability that a confidence sequence is wrong at *any* time is
//! `alpha` at most. You may therefore stop at any time.
//!
//! The construction is betting (Waudby-Smith and Ramdas, "Estimating means of bounded random
//! variables by betting", JRSS-B 86, 2024). For each candidate mean m there are two series of bets.
//! One series bets that values are larger than m, and its capital is K⁺(m) = Π (1 + λᵢ (yᵢ − m)).
//! The other series bets that values are smaller than m, and its capital is K⁻(m) = Π (1 − λᵢ (yᵢ −
//! m)). If m is the true mean, both series are fair games. Each capital then reaches 2/α with
//! probability α/2 at most (Ville). The confidence sequence contains all m for which neither
//! capital has reached 2/α.
//!
//! The bet λᵢ may depend on the values before i in any way. Here it is the predictable plug-in √(2
//! ln(2/α) / (σ̂² n)). The horizon n is the number of values for which this bet is best. The
//! capital is divided evenly among several horizons, because a mixture of fair games is a fair game
//! (Robbins 1970). The horizons lie between the first interim analysis and the maximum number of
//! values. Capital for other horizons would be wasted. A comparison of results needs 9 to 14 % more values
//! than a group-sequential test (Pocock 1977) with the same interim analyses (bench `calibration`).
//! However, the times of the analyses of a group-sequential test must be fixed beforehand. A
//! confidence sequence needs no fixed times.
//!
//! K⁺ falls and K⁻ grows with m, so the ends of the interval are found by bisection. The capital is
//! computed as a plain product. An underflow can only widen the interval, and an overflow occurs
//! long after the decision.
//!
//! The values of a count scatter over a small part of the range between their bounds.
//! [`Sequence::for_counts`] therefore stakes nine tenths of the capital on a [normal
//! mixture](crate::statistics::normal_mixture), which is an approximation. One tenth remains on the
//! bets. If there are few values, the approximation is not used, and the interval follows from the
//! bets alone.

use arrayvec::ArrayVec;

use crate::statistics::normal_mixture::Mixture;
use quadrille_core::numeric::math::{exp, ln};

/// The shortest horizon in values. Experiments first analyse their results after about 50 values,
/// and few decisions are possible at the first analysis.
const SHORTEST_HORIZON: f64 = 85.0;
/// The longest horizon, as a fraction of the maximum number of values. This horizon is shorter than
/// the maximum, because few runs continue to their end.
const LONGEST_HORIZON: f64 = 0.37;
/// If the maximum number of values is smaller than this number, the maximum is the only horizon.
const MIN_BET_VALUES: f64 = 50.0;
/// The approximate ratio of two neighbouring horizons. A decision at a time between two horizons
/// needs 3 % more values than a decision at a horizon. One more horizon between them would increase
/// the number of values by as much.
const HORIZON_RATIO: f64 = 4.5;
/// The maximum number of horizons.
const MAX_HORIZONS: usize = 12;
/// The largest part of the capital that a bet risks.
const MAX_BET: f64 = 0.75;
/// The largest part of the capital that a bet risks if the number of values is fixed. This part is
/// larger than [`MAX_BET`], because no capital is needed after the last value.
const MAX_FIXED_BET: f64 = 0.98;
/// The part of the capital that is staked on the bets. The rest is staked on a normal mixture.
const BETTING_SHARE: f64 = 0.1;
/// The number of values for which the variance of a normal mixture is chosen. After this number of
/// values, no other variance gives a shorter interval. Comparisons by a count typically need about
/// as many values.
const TUNED_VALUES: u64 = 150;
/// The number of bisection steps that find one end of the interval.
const BISECTION_STEPS: u32 = 42;

/// A confidence sequence for the mean of values between two known bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Sequence {
    low: f64,
    high: f64,
    alpha: f64,
    /// The values, scaled to 0..1. With each value, the reciprocal of a spread is stored. This
    /// spread was estimated from the earlier values.
    observed: Vec<(f64, f64)>,
    sum: f64,
    squares: f64,
    /// For each horizon, the bet for values with a spread of 1.
    stakes: ArrayVec<f64, MAX_HORIZONS>,
    /// The maximum part of the capital that a bet risks.
    most: f64,
    /// If a normal mixture is used, the number of values for which its variance is chosen. After
    /// this number of values, no other variance gives a shorter interval.
    tuned: f64,
    /// The normal mixture, if the values are counts.
    mixture: Option<Mixture>,
    /// The interval, scaled to 0..1. Its length never increases.
    interval: (f64, f64),
    /// The number of values that the stored interval includes.
    settled: usize,
}

impl Sequence {
    /// Creates a sequence without values. A value outside `low..=high` counts as the nearer bound.
    /// The probability that the interval is ever wrong is at most `alpha`. The bets are chosen for
    /// at most `cap` values. If there are more values, the interval is valid but not as short as
    /// possible.
    #[must_use]
    pub fn new(low: f64, high: f64, alpha: f64, cap: u64) -> Self {
        let cap = cap.max(1) as f64;
        let longest = (LONGEST_HORIZON * cap).max(cap.min(MIN_BET_VALUES));
        let shortest = longest.min(SHORTEST_HORIZON);
        let steps =
            (ln(longest / shortest) / ln(HORIZON_RATIO)).round().min(MAX_HORIZONS as f64 - 1.0);
        let ratio = exp(ln(longest / shortest) / steps.max(1.0));
        let horizons = std::iter::successors(Some(shortest), |horizon| Some(horizon * ratio));
        let horizons: ArrayVec<f64, MAX_HORIZONS> = horizons.take(steps as usize + 1).collect();
        Self::betting(low, high, alpha, &horizons, MAX_BET, cap.min(TUNED_VALUES as f64))
    }

    /// Creates a sequence for a number of values that is fixed beforehand. All bets are chosen for
    /// this number. The interval is valid at every time. After `length` values, it is as short as
    /// the bets allow.
    #[must_use]
    pub fn of_length(low: f64, high: f64, alpha: f64, length: u64) -> Self {
        let length = length.max(1) as f64;
        Self::betting(low, high, alpha, &[length], MAX_FIXED_BET, length)
    }

    /// Adapts the sequence to a count, whose values scatter over a small part of the range between
    /// the bounds. From fifty values on, the interval is computed from the deviation of the values.
    /// The interval is then only approximately valid, because it relies on the central limit
    /// theorem. If `counts` is `false`, the sequence does not change.
    #[must_use]
    pub fn for_counts(mut self, counts: bool) -> Self {
        if counts && self.mixture.is_none() {
            let more = (ln(2.0 / (BETTING_SHARE * self.alpha)) / ln(2.0 / self.alpha)).sqrt();
            self.stakes.iter_mut().for_each(|stake| *stake *= more);
            self.mixture = Some(Mixture::new((1.0 - BETTING_SHARE) * self.alpha, self.tuned));
        }
        self
    }

    fn betting(low: f64, high: f64, alpha: f64, horizons: &[f64], most: f64, tuned: f64) -> Self {
        let logarithm = 2.0 * ln(2.0 / alpha);
        Self {
            low,
            high: if high > low { high } else { low + 1.0 },
            alpha,
            observed: Vec::new(),
            sum: 0.0,
            squares: 0.0,
            stakes: horizons.iter().map(|n| (logarithm / n).sqrt()).collect(),
            most,
            tuned,
            mixture: None,
            interval: (0.0, 1.0),
            settled: 0,
        }
    }

    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let y = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let n = self.observed.len() as f64;
        // The spread, estimated from the earlier values and one imaginary value with the greatest
        // spread.
        let spread = ((0.25 + self.squares) / (n + 1.0)).sqrt();
        self.observed.push((y, 1.0 / spread));
        self.sum += y;
        let mean = (0.5 + self.sum) / (n + 2.0);
        self.squares += (y - mean) * (y - mean);
        if let Some(mixture) = &mut self.mixture {
            mixture.add(y);
        }
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.observed.len()
    }

    /// Returns `true` if there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.observed.is_empty()
    }

    /// Returns the mean of the values. If there are no values, returns the middle between the
    /// bounds.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let scaled =
            if self.observed.is_empty() { 0.5 } else { self.sum / self.observed.len() as f64 };
        self.low + scaled * (self.high - self.low)
    }

    /// Returns the standard deviation of the values.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let n = self.observed.len() as f64;
        if n < 2.0 {
            return 0.0;
        }
        let mean = self.sum / n;
        let squares: f64 = self.observed.iter().map(|(y, _)| (y - mean) * (y - mean)).sum();
        (squares / (n - 1.0)).sqrt() * (self.high - self.low)
    }

    /// Returns the interval. The probability that it contains the mean at all times is at least
    /// `1 - alpha`.
    pub fn interval(&mut self) -> (f64, f64) {
        if self.settled < self.observed.len() {
            self.settled = self.observed.len();
            let found = self.both_ends(self.alpha, self.interval);
            // If the ends cross, the sequence has failed. The probability of this is at most alpha.
            // The interval then stays unchanged.
            if found.0 <= found.1 {
                self.interval = found;
            }
        }
        self.unscaled(self.interval)
    }

    /// Returns the interval with another error probability, computed from the same bets. This
    /// interval is valid at every time, but slightly wider than an interval whose bets were chosen
    /// for that error probability.
    #[must_use]
    pub fn interval_at(&self, alpha: f64) -> (f64, f64) {
        let (low, high) = self.both_ends(alpha, (0.0, 1.0));
        self.unscaled(if low <= high { (low, high) } else { (0.0, 1.0) })
    }

    /// Returns the evidence against this mean: the greatest capital that the bets against this mean
    /// have had so far. The reciprocal of this capital is a p-value that is valid at every time.
    #[must_use]
    pub fn evidence(&self, mean: f64) -> f64 {
        let m = ((mean - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let most = |below: bool| self.capital(m, below, f64::INFINITY);
        // If the mean is a bound, there is no bet on values beyond this bound.
        let bets = most(true).max(most(false)) / 2.0;
        let evidence = match &self.mixture {
            Some(mixture) => {
                (BETTING_SHARE * bets).max((1.0 - BETTING_SHARE) * mixture.evidence(m))
            }
            None => bets,
        };
        evidence.max(1.0)
    }

    /// Returns the current capital of the bets against this mean. This capital is an e-value, which
    /// may be multiplied with e-values of independent runs.
    #[must_use]
    pub fn e_value(&self, mean: f64) -> f64 {
        let m = ((mean - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let now = |below: bool| self.path(m, below).last().unwrap_or(1.0);
        (now(true) + now(false)) / 2.0
    }

    /// Returns the approximate number of values after which the half width of the interval is
    /// `half`.
    #[must_use]
    pub fn expected_length(&self, half: f64) -> f64 {
        // The capital is divided among the horizons. The capital at the best horizon must therefore
        // grow by a further factor, the number of horizons. A time between two horizons needs about
        // 3 % more values.
        let logarithm = ln(2.0 * self.stakes.len() as f64 / self.alpha);
        let half = half / (self.high - self.low);
        let ratio = 1.03 * self.deviation() / (self.high - self.low) / half;
        let bets = (2.0 * logarithm * ratio * ratio).max(logarithm / self.most);
        let alpha = (1.0 - BETTING_SHARE) * self.alpha;
        let mixture = self.mixture.as_ref().and_then(|it| it.expected_length(half, alpha));
        mixture.map_or(bets, |length| length.min(bets))
    }

    fn unscaled(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let width = self.high - self.low;
        (self.low + low * width, self.low + high * width)
    }

    /// Returns the smallest and the largest mean in the range `within` that neither the bets nor
    /// the mixture refute at this level. If no mean is left, the ends cross.
    fn both_ends(&self, alpha: f64, within: (f64, f64)) -> (f64, f64) {
        let Some(mixture) = &self.mixture else { return self.ends(alpha, within) };
        let (low, high) = mixture.interval((1.0 - BETTING_SHARE) * alpha);
        let within = (within.0.max(low), within.1.min(high));
        if within.0 > within.1 { within } else { self.ends(BETTING_SHARE * alpha, within) }
    }

    /// Returns the smallest and the largest mean in the range `within` against which the capital
    /// has not reached 2/alpha. If no mean is left, the ends cross.
    fn ends(&self, alpha: f64, within: (f64, f64)) -> (f64, f64) {
        let goal = 2.0 / alpha;
        let refuted = |m: f64, below: bool| self.capital(m, below, goal) >= goal;
        let search = |below: bool| {
            // `out` is rejected or a bound. `inside` is not rejected.
            let (mut out, mut inside) = if below { within } else { (within.1, within.0) };
            if refuted(inside, below) {
                return inside;
            }
            for _ in 0..BISECTION_STEPS {
                let middle = (out + inside) / 2.0;
                if refuted(middle, below) { out = middle } else { inside = middle }
            }
            out
        };
        (search(true), search(false))
    }

    /// Returns the greatest capital that one series of bets against m has had so far. If `below` is
    /// `true`, these are the bets that the mean is greater than m. Otherwise they are the bets that
    /// the mean is less than m. As soon as a capital reaches `enough`, this capital is returned.
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

    /// Returns the capital of one series of bets after each value.
    fn path(&self, m: f64, below: bool) -> impl Iterator<Item = f64> + '_ {
        let room = if below { m } else { 1.0 - m };
        let most = self.most / room.max(1e-300);
        let mut parts = [1.0f64; MAX_HORIZONS];
        let horizons = self.stakes.len() as f64;
        self.observed.iter().map(move |&(y, steepness)| {
            let gain = if below { y - m } else { m - y };
            let mut total = 0.0;
            for (part, stake) in parts.iter_mut().zip(&self.stakes) {
                *part *= 1.0 + (stake * steepness).min(most) * gain;
                total += *part;
            }
            total / horizons
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    fn coin(run: u64, share: f64) -> impl FnMut() -> f64 {
        let mut rng = Rng::new(11, run, Stream::Agent, 0, 0);
        move || f64::from(u8::from((rng.bits() >> 11) as f64 / (1u64 << 53) as f64 <= share))
    }

    #[test]
    fn errors_stay_below_alpha_over_all_times() {
        // Fair and biased coins, 500 runs of 400 throws each, tested after every throw.
        for (share, salt) in [(0.5, 0), (0.1, 1 << 20), (0.97, 2 << 20)] {
            let missed = (0..500).filter(|run| {
                let mut coin = coin(run + salt, share);
                let mut sequence = Sequence::new(0.0, 1.0, 0.05, 1000);
                (0..400).for_each(|_| sequence.add(coin()));
                // The running maximum shows if the true share was ever excluded.
                sequence.evidence(share) >= 20.0
            });
            // At most 25 are expected; 40 is three standard deviations more.
            let missed = missed.count();
            assert!(missed <= 40, "{missed} of 500 at {share}");
        }
    }

    #[test]
    fn the_interval_agrees_with_the_evidence() {
        let mut coin = coin(3, 0.3);
        let mut sequence = Sequence::new(0.0, 1.0, 0.05, 1000);
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
    fn the_interval_never_grows_and_does_not_depend_on_looks() {
        let mut coin = coin(4, 0.5);
        let (mut often, mut once) =
            (Sequence::new(0.0, 1.0, 0.05, 1000), Sequence::new(0.0, 1.0, 0.05, 1000));
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
            (Sequence::new(-1.0, 1.0, 0.05, 1000), Sequence::new(-2000.0, 2000.0, 0.05, 1000));
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
    fn constant_values_give_shrinking_intervals() {
        let mut sequence = Sequence::new(-1.0, 1.0, 0.05, 1000);
        (0..500).for_each(|_| sequence.add(0.0));
        let (low, high) = sequence.interval();
        assert!(low < 0.0 && high > 0.0 && high - low < 0.06, "{low} {high}");
        assert_eq!(sequence.evidence(0.0), 1.0);
    }

    #[test]
    fn sixteen_of_sixteen_is_as_sure_as_an_exact_test_says() {
        let (mut fixed, mut always) =
            (Sequence::of_length(0.0, 1.0, 0.05, 16), Sequence::new(0.0, 1.0, 0.05, 1000));
        for _ in 0..16 {
            fixed.add(1.0);
            always.add(1.0);
        }
        // Clopper and Pearson: 0.025 to the power of 1/16 is 0.794.
        let (low, high) = fixed.interval();
        assert!((0.78..0.795).contains(&low) && high == 1.0, "{low} {high}");
        assert!(always.interval().0 < low);
    }

    #[test]
    fn a_fixed_length_is_about_as_short_as_an_ordinary_interval() {
        for share in [0.5, 0.2, 0.9] {
            let ratio = |run: u64| {
                let mut coin = coin(run, share);
                let mut fixed = Sequence::of_length(0.0, 1.0, 0.05, 400);
                (0..400).for_each(|_| fixed.add(coin()));
                let (low, high) = fixed.interval();
                (high - low) / (2.0 * 1.96 * (share * (1.0 - share) / 400.0f64).sqrt())
            };
            let mean = (0..20).map(ratio).sum::<f64>() / 20.0;
            assert!((1.0..1.5).contains(&mean), "{mean} at {share}");
        }
    }

    #[test]
    fn a_fixed_length_errs_no_more_than_alpha() {
        for (share, salt) in [(0.5, 3 << 20), (0.1, 4 << 20), (0.97, 5 << 20)] {
            let missed = (0..500).filter(|run| {
                let mut coin = coin(run + salt, share);
                let mut sequence = Sequence::of_length(0.0, 1.0, 0.05, 100);
                (0..100).for_each(|_| sequence.add(coin()));
                sequence.evidence(share) >= 20.0
            });
            let missed = missed.count();
            assert!(missed <= 40, "{missed} of 500 at {share}");
        }
    }

    #[test]
    fn expected_lengths_are_about_right() {
        let ratio = |run| {
            let (mut sequence, mut coin) = (Sequence::new(0.0, 1.0, 0.05, 2000), coin(run, 0.5));
            (0..100).for_each(|_| sequence.add(coin()));
            let expected = sequence.expected_length(0.05);
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
    fn any_number_of_values_has_its_horizons() {
        for (cap, horizons) in
            [(0, 1), (1, 1), (50, 1), (200, 1), (1000, 2), (4000, 3), (u64::MAX, 12)]
        {
            let mut sequence = Sequence::new(0.0, 1.0, 0.05, cap);
            assert_eq!(sequence.stakes.len(), horizons, "{cap}");
            (0..60).for_each(|_| sequence.add(1.0));
            assert!(sequence.interval().0 > 0.5, "{cap}");
        }
    }

    /// A count whose values scatter over a hundredth of the range between its bounds.
    fn plies(run: u64) -> impl FnMut() -> f64 {
        let mut rng = Rng::new(13, run, Stream::Agent, 0, 0);
        move || 150.0 + 40.0 * (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn counts_are_known_long_before_bets_know_them() {
        let new = |counts| Sequence::new(0.0, 4000.0, 0.05, 4000).for_counts(counts);
        let (mut bets, mut counts, mut plies) = (new(false), new(true), plies(1));
        let width = |(low, high): (f64, f64)| high - low;
        for n in 1..=150 {
            let value = plies();
            bets.add(value);
            counts.add(value);
            if n == 49 {
                assert!(width(counts.interval()) > 100.0, "few values prove little");
            }
        }
        // The deviation is 11.5, so that three standard errors are 2.8.
        let (low, high) = counts.interval();
        assert!(low < 170.0 && high > 170.0 && (4.5..7.5).contains(&(high - low)), "{low} {high}");
        assert!(width(bets.interval()) > 10.0 * (high - low));
        for (m, inside) in [(low - 1e-6, false), (low + 1e-6, true), (high - 1e-6, true)] {
            assert_eq!(counts.evidence(m) < 20.0, inside, "{m}");
        }
        let (wide, wider) = (width(counts.interval_at(0.01)), width(counts.interval_at(0.001)));
        assert!(high - low < wide && wide < wider);
        // The interval never grows, so the last state alone would need a few more values.
        let expected = counts.expected_length((high - low) / 2.0);
        assert!((140.0..210.0).contains(&expected), "{expected}");
    }

    #[test]
    fn counts_that_never_vary_are_known_by_bets() {
        let mut counts = Sequence::new(-50.0, 50.0, 0.05, 4000).for_counts(true);
        (0..1000).for_each(|_| counts.add(0.0));
        let (low, high) = counts.interval();
        assert!(low < 0.0 && high > 0.0 && high - low < 4.0, "{low} {high}");
        assert_eq!(counts.evidence(0.0), 1.0);
    }

    #[test]
    fn invalid_input_is_harmless() {
        let mut sequence = Sequence::new(0.0, 0.0, 0.05, 1000);
        assert!(sequence.is_empty());
        assert_eq!(sequence.interval(), (0.0, 1.0));
        sequence.add(f64::NAN.clamp(0.0, 1.0).max(0.0));
        sequence.add(7.0);
        sequence.add(-7.0);
        let (low, high) = sequence.interval();
        assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
    }
}
