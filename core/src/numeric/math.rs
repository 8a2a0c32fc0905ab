//! Logarithm, exponential and quantiles with the same results on every machine.
//!
//! IEEE 754 defines the results of `+ - * /` and `sqrt` exactly, but leaves `ln` and `exp` to each
//! platform's library. This module therefore computes `ln`, `exp` and the quantiles from the exact
//! operations only.

/// ln 2 in two parts. The first part has so few digits that its product with a small whole number
/// is exact.
const LN2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];

/// Returns the natural logarithm: `-inf` for zero, NaN for negative numbers.
///
/// Writes `x` as 2^k (1 + f), with 1 + f near 1. Then computes ln(1 + f) = 2 artanh(s), with s = f
/// / (2 + f), by the power series of artanh. The relative error is below 1e-15.
#[must_use]
pub fn ln(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    // Subnormal numbers are scaled up first.
    let (x, shift) = if x < f64::MIN_POSITIVE { (x * (1u64 << 54) as f64, -54) } else { (x, 0) };
    let bits = x.to_bits();
    let mut power = ((bits >> 52) as i32) - 1023 + shift;
    let mut part = f64::from_bits(bits & 0x000f_ffff_ffff_ffff | 1023 << 52);
    if part > std::f64::consts::SQRT_2 {
        part /= 2.0;
        power += 1;
    }
    let f = part - 1.0;
    let s = f / (2.0 + f);
    let square = s * s;
    let mut series = 0.0;
    for odd in (0..=11).rev() {
        series = series * square + 1.0 / f64::from(2 * odd + 1);
    }
    let power = f64::from(power);
    power * LN2[0] + (2.0 * s * series + power * LN2[1])
}

/// Returns the exponential of `x`, as a power 2^k times the exponential of the remainder. A power
/// series gives the exponential of the remainder. The relative error is below 1e-15.
#[must_use]
pub fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 709.7 {
        return f64::INFINITY;
    }
    if x < -708.0 {
        return 0.0;
    }
    let power = (x * std::f64::consts::LOG2_E).round();
    let rest = (x - power * LN2[0]) - power * LN2[1];
    let mut series = 1.0;
    for n in (1..=14).rev() {
        series = 1.0 + rest * series / f64::from(n);
    }
    series * f64::from_bits(((power as i64 + 1023) as u64) << 52)
}

/// Returns the probability that a standard normal variable exceeds `z`.
///
/// Uses Marsaglia's series (J. Stat. Software 11(4), 2004) near the middle, and the continued
/// fraction of Mills' ratio in the tail.
#[must_use]
pub fn normal_above(z: f64) -> f64 {
    let distance = z.abs();
    let density = exp(-z * z / 2.0) * 0.398_942_280_401_432_7;
    let tail = if distance < 4.0 {
        let (mut sum, mut term, mut n) = (distance, distance, 1.0);
        while term > sum * 1e-17 {
            n += 2.0;
            term *= distance * distance / n;
            sum += term;
        }
        (0.5 - density * sum).max(0.0)
    } else {
        let fraction = (1..=60).rev().fold(distance, |rest, n| distance + f64::from(n) / rest);
        density / fraction
    };
    if z >= 0.0 { tail } else { 1.0 - tail }
}

/// Returns the number that a standard normal variable exceeds with the probability `tail`, for 0 <
/// `tail` < 1.
#[must_use]
pub fn normal_quantile(tail: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if normal_above(middle) > tail { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Returns the arc tangent of a non-negative number. Halves the angle three times, then computes
/// the power series.
fn arc_tangent(x: f64) -> f64 {
    if x > 1.0 {
        return std::f64::consts::FRAC_PI_2 - arc_tangent(1.0 / x);
    }
    let halved = (0..3).fold(x, |x, _| x / (1.0 + (1.0 + x * x).sqrt()));
    let square = halved * halved;
    let series = (0..=10).rev().fold(0.0, |sum, n| 1.0 / f64::from(2 * n + 1) - square * sum);
    8.0 * halved * series
}

/// Returns the probability that a variable with Student's t distribution exceeds `t`, for `t` >= 0
/// (Abramowitz and Stegun, 26.7.3 and 26.7.4). The number of degrees of freedom must be whole.
fn student_above(t: f64, freedom: u32) -> f64 {
    let n = f64::from(freedom);
    let square = n / (n + t * t);
    let (sine, cosine) = ((1.0 - square).max(0.0).sqrt(), square.sqrt());
    let odd = !freedom.is_multiple_of(2);
    let (mut term, mut sum, mut k) = if odd { (cosine, 0.0, 1) } else { (1.0, 0.0, 0) };
    while k + 2 <= freedom {
        sum += term;
        k += 2;
        term *= square * f64::from(k - 1) / f64::from(k);
    }
    let within = if odd {
        std::f64::consts::FRAC_2_PI * (arc_tangent(t / n.sqrt()) + sine * sum)
    } else {
        sine * sum
    };
    ((1.0 - within) / 2.0).max(0.0)
}

/// Returns the number that a variable with Student's t distribution exceeds with the probability
/// `tail`, for 0 < `tail` <= 1/2. The distribution has `freedom` degrees of freedom.
///
/// Up to a hundred degrees of freedom, the function rounds `freedom` down to a whole number and
/// inverts the exact distribution. For more degrees of freedom, it uses the Cornish-Fisher
/// expansion (Abramowitz and Stegun, 26.7.5).
#[must_use]
pub fn student_quantile(tail: f64, freedom: f64) -> f64 {
    if freedom <= 100.0 {
        let freedom = freedom.max(1.0) as u32;
        let (mut low, mut high) = (0.0, 1.0);
        while student_above(high, freedom) > tail && high < 1e9 {
            high *= 2.0;
        }
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if student_above(middle, freedom) > tail { low = middle } else { high = middle }
        }
        return (low + high) / 2.0;
    }
    let z = normal_quantile(tail);
    let square = z * z;
    let first = (square + 1.0) / 4.0;
    let second = ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    let fourth = ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
        / 92_160.0;
    z + z * (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the platform's functions are the reference")]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, error: f64) -> bool {
        (a - b).abs() <= error * b.abs().max(1e-300)
    }

    #[test]
    fn ln_agrees_with_the_library() {
        for n in 1..20_000 {
            let x = f64::from(n) * 0.37;
            assert!((ln(x) - x.ln()).abs() <= 4e-16 * x.ln().abs().max(1.0), "{x}");
            assert!((ln(1.0 / x) + x.ln()).abs() <= 4e-16 * x.ln().abs().max(1.0), "1/{x}");
        }
        assert!(near(ln(1e-310), 1e-310f64.ln(), 1e-15));
        assert_eq!(ln(1.0), 0.0);
        assert_eq!(ln(0.0), f64::NEG_INFINITY);
        assert!(ln(-1.0).is_nan());
    }

    #[test]
    fn exp_inverts_ln() {
        for n in -7000..7000 {
            let x = f64::from(n) / 10.0;
            assert!(near(exp(x), x.exp(), 1e-14), "{x}");
        }
        assert_eq!((exp(0.0), exp(1000.0), exp(-1000.0)), (1.0, f64::INFINITY, 0.0));
    }

    #[test]
    fn quantiles_agree_with_published_tables() {
        for (tail, z) in [(0.025, 1.959_963_985), (0.005, 2.575_829_304), (1e-6, 4.753_424_309)] {
            assert!(near(normal_quantile(tail), z, 1e-8), "{tail}");
            assert!(near(normal_quantile(1.0 - tail), -z, 1e-8), "{tail}");
        }
        assert!(near(normal_above(10.0), 7.619_853e-24, 1e-6));
        for (freedom, t) in [
            (1.0, 12.706_205),
            (2.0, 4.302_653),
            (3.0, 3.182_446),
            (5.0, 2.570_582),
            (10.0, 2.228_139),
            (30.0, 2.042_272),
            (100.0, 1.983_972),
            (120.0, 1.979_930),
        ] {
            assert!(near(student_quantile(0.025, freedom), t, 1e-6), "{freedom}");
        }
        for (freedom, t) in [(1.0, 636.619_249), (4.0, 8.610_302), (9.0, 4.780_913)] {
            assert!(near(student_quantile(0.0005, freedom), t, 1e-6), "{freedom}");
        }
        assert!(near(arc_tangent(0.3), 0.3f64.atan(), 1e-14));
        assert!(near(arc_tangent(7.0), 7.0f64.atan(), 1e-14));
    }
}
