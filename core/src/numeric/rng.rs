//! Reproducible random numbers from named streams.
//!
//! A random number depends on six values and on nothing else. The values are the seed, the index of
//! the game, the stream, the count of earlier draws, and two numbers such as seat and ply. Two
//! rulesets can therefore use the same random numbers, and the result of a game does not depend on
//! the thread that plays it. The generator is SplitMix64 (Steele, Lea and Flood, 2014).

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

/// Mixes the bits of a number: a bijection whose output looks random.
#[inline(always)]
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The named random streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Dice, by seat and round.
    Dice = 1,
    /// Agents' choices, by seat and ply.
    Agent = 2,
    /// Nature's moves, by seat and ply.
    Nature = 3,
    /// Random openings, by attempt and ply.
    Opening = 4,
    /// Shuffles before the first turn, by seat and ply.
    Shuffle = 5,
}

/// All streams of one game.
#[derive(Clone, Copy, Debug)]
pub struct GameStreams(u64);

impl GameStreams {
    /// Returns the streams of the game with this seed and index.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64, index: u64) -> Self {
        Self(mix(mix(seed) ^ index))
    }

    /// Returns the random numbers of a stream for one point of the game. `a` and `b` identify the
    /// point, for example by seat and ply or by seat and round.
    #[inline]
    #[must_use]
    pub const fn rng(self, stream: Stream, a: u64, b: u64) -> Rng {
        Rng(mix(mix(self.0 ^ (stream as u64) << 56) ^ a << 32 ^ b))
    }
}

impl Rng {
    /// Returns the random numbers of a game's stream at one point of the game. `a` and `b` identify
    /// the point, for example by seat and ply or by seat and round.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64, index: u64, stream: Stream, a: u64, b: u64) -> Self {
        GameStreams::new(seed, index).rng(stream, a, b)
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let out = mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        out
    }

    /// Returns a random number below `n`, with exactly equal probabilities (Lemire's method).
    /// Returns 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.bits() as u32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.bits() as u32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::new(7, 0, Stream::Agent, 0, 0);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        let square = |count: &u32| (f64::from(*count) - 10_000.0) * (f64::from(*count) - 10_000.0);
        let chi2: f64 = counts.iter().map(|count| square(count) / 10_000.0).sum();
        assert!(chi2 < 20.5, "chi-square {chi2} with 5 degrees of freedom");
    }

    #[test]
    fn streams_differ_by_every_part_of_their_name() {
        let first = |seed, index, stream, a, b| Rng::new(seed, index, stream, a, b).bits();
        let base = first(1, 2, Stream::Dice, 3, 4);
        assert_eq!(base, first(1, 2, Stream::Dice, 3, 4));
        assert_ne!(base, first(2, 2, Stream::Dice, 3, 4));
        assert_ne!(base, first(1, 3, Stream::Dice, 3, 4));
        assert_ne!(base, first(1, 2, Stream::Agent, 3, 4));
        assert_ne!(base, first(1, 2, Stream::Dice, 4, 4));
        assert_ne!(base, first(1, 2, Stream::Dice, 3, 5));
    }
}
