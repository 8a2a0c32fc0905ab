//! Square sets: one bit per square, in as many words as the board needs.
//!
//! The engine spends most of its time in these operations. Each operation takes a few instructions,
//! and allocates no memory.

use crate::board::Square;

/// A set of squares, for boards of up to `64 * W` squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareSet<const W: usize>(pub [u64; W]);

/// A set that is wide enough for any board (1,024 squares). Descriptions of rules use such sets.
pub type Zone = SquareSet<16>;

/// Returns the number of words in the sets of a board with `squares` squares: the smallest compiled
/// width that is large enough. All boards of more than 256 squares share one width, which keeps the
/// compiled code small. Boards of 65 to 256 squares also share one width, except in builds with the
/// feature `all-widths` and without debug assertions. Such builds have separate widths for 65 to
/// 128, 129 to 192 and 193 to 256 squares.
pub(crate) fn words_for(squares: usize) -> usize {
    match squares.div_ceil(64) {
        0 | 1 => 1,
        words @ 2..=3 if cfg!(all(feature = "all-widths", not(debug_assertions))) => words,
        2..=4 => 4,
        _ => 16,
    }
}

/// The distance of a shift, from 1 to 63, and 64 minus this distance. The second number shifts the
/// bits that move to the next word. Both numbers are stored, because two plain shifts are faster
/// than the instruction that shifts two words together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shift {
    by: u32,
    rest: u32,
}

impl Shift {
    /// Returns a shift by this distance, or `None` if it is not from 1 to 63.
    pub fn new(by: u32) -> Option<Self> {
        (1..64).contains(&by).then(|| Self { by, rest: 64 - by })
    }
}

impl<const W: usize> SquareSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// Returns the set of one square.
    #[inline(always)]
    #[must_use]
    pub fn of(square: Square) -> Self {
        let word = square.word::<W>();
        // Writes every word. If only one word were written, a read of the whole set would have to
        // wait until this word has reached memory.
        Self(std::array::from_fn(|i| if i == word { 1 << (square.0 & 63) } else { 0 }))
    }

    /// Returns `true` if `square` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.word::<W>()] >> (square.0 & 63) & 1 != 0
    }

    /// Adds `square`.
    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        self.0[square.word::<W>()] |= 1 << (square.0 & 63);
    }

    /// Removes `square`.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.0[square.word::<W>()] &= !(1 << (square.0 & 63));
    }

    /// Adds `square` if it is not in the set, and removes it otherwise.
    #[inline(always)]
    pub fn toggle(&mut self, square: Square) {
        self.0[square.word::<W>()] ^= 1 << (square.0 & 63);
    }

    /// Returns `true` if the set is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns `true` if the sets have a square in common.
    #[inline(always)]
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let mut all = 0;
        for i in 0..W {
            all |= self.0[i] & other.0[i];
        }
        all != 0
    }

    /// Returns the number of squares in the set.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns `true` if the set has more than one square.
    #[inline(always)]
    #[must_use]
    pub fn many(&self) -> bool {
        if W == 1 { self.0[0] & self.0[0].wrapping_sub(1) != 0 } else { self.len() > 1 }
    }

    /// Returns the square with the lowest number.
    #[inline(always)]
    #[must_use]
    pub fn lowest(&self) -> Option<Square> {
        for i in 0..W {
            if self.0[i] != 0 {
                return Some(Square((i * 64) as u16 + self.0[i].trailing_zeros() as u16));
            }
        }
        None
    }

    /// Removes the square with the lowest number, and returns it. Faster than an iterator for sets
    /// of few squares.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Square> {
        for i in 0..W {
            let word = self.0[i];
            if word != 0 {
                self.0[i] = word & (word - 1);
                return Some(Square((i * 64) as u16 + word.trailing_zeros() as u16));
            }
        }
        None
    }

    /// Returns the square with the highest number.
    #[inline(always)]
    #[must_use]
    pub fn highest(&self) -> Option<Square> {
        for i in (0..W).rev() {
            if self.0[i] != 0 {
                return Some(Square((i * 64) as u16 + 63 - self.0[i].leading_zeros() as u16));
            }
        }
        None
    }

    /// Returns the `n`-th square in ascending order, from 0.
    #[inline(always)]
    #[must_use]
    pub fn nth(&self, mut n: u32) -> Option<Square> {
        for i in 0..W {
            let here = self.0[i].count_ones();
            if n < here {
                return Some(Square((i * 64) as u16 + nth_bit(self.0[i], n)));
            }
            n -= here;
        }
        None
    }

    /// Returns the squares that a slider reaches on a line, in both directions. `up` contains the
    /// squares of the line with higher numbers, and `down` the squares with lower numbers. In each
    /// direction, the first occupied square is the last square that is reached.
    ///
    /// The method is called obstruction difference. It subtracts the bit of the highest piece in
    /// `down` from the set of pieces in `up`. This changes exactly the bits from that piece to the
    /// lowest piece in `up`.
    #[inline(always)]
    #[must_use]
    pub fn sight(up: &Self, down: &Self, occupied: &Self) -> Self {
        // `at` is the last word with a piece of `down`. If there is no such piece, `at` is the
        // first word, and bit 0 represents the edge of the board.
        let mut at = 0;
        let mut pieces = down.0[0] & occupied.0[0] | 1;
        for i in 1..W {
            let here = down.0[i] & occupied.0[i];
            if here != 0 {
                (at, pieces) = (i, here);
            }
        }
        let highest = 1 << 63 >> pieces.leading_zeros();
        let mut out = Self::EMPTY;
        let mut borrow = false;
        for i in 0..W {
            let above = up.0[i] & occupied.0[i];
            let less;
            (less, borrow) = above.borrowing_sub(if i == at { highest } else { 0 }, borrow);
            out.0[i] = (above ^ less) & (up.0[i] | down.0[i]);
        }
        out
    }

    /// Returns the set with every square number raised by the shift. Bits beyond the last word are
    /// dropped.
    #[inline(always)]
    #[must_use]
    pub(crate) fn raised(&self, Shift { by, rest }: Shift) -> Self {
        let mut out = Self::EMPTY;
        let mut carried = 0;
        for i in 0..W {
            out.0[i] = self.0[i].wrapping_shl(by) | carried;
            carried = self.0[i].wrapping_shr(rest);
        }
        out
    }

    /// Returns the set with every square number lowered by the shift. Bits below 0 are dropped.
    #[inline(always)]
    #[must_use]
    pub(crate) fn lowered(&self, Shift { by, rest }: Shift) -> Self {
        let mut out = Self::EMPTY;
        let mut carried = 0;
        for i in (0..W).rev() {
            out.0[i] = self.0[i].wrapping_shr(by) | carried;
            carried = self.0[i].wrapping_shl(rest);
        }
        out
    }

    /// Returns the set with another number of words. Squares that do not fit into these words are
    /// dropped.
    #[must_use]
    pub fn resize<const V: usize>(&self) -> SquareSet<V> {
        let mut out = SquareSet::<V>::EMPTY;
        for i in 0..V.min(W) {
            out.0[i] = self.0[i];
        }
        out
    }
}

/// Returns the position of the `n`-th set bit, counted from 0. The search halves a part of the word
/// in each step. The word must have more than `n` set bits.
#[inline(always)]
fn nth_bit(mut word: u64, mut n: u32) -> u16 {
    let mut at = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let lower = (word & ((1 << half) - 1)).count_ones();
        let above = n >= lower;
        n -= if above { lower } else { 0 };
        word >>= if above { half } else { 0 };
        at += if above { half } else { 0 };
    }
    at as u16
}

impl<const W: usize> Default for SquareSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! bitwise {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl<const W: usize> std::ops::$trait for SquareSet<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                std::ops::$assign::$assign_method(&mut self, other);
                self
            }
        }
        impl<const W: usize> std::ops::$assign for SquareSet<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                for i in 0..W {
                    self.0[i] $op other.0[i];
                }
            }
        }
    };
}

bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> std::ops::Sub for SquareSet<W> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for i in 0..W {
            self.0[i] &= !other.0[i];
        }
        self
    }
}

impl<const W: usize> IntoIterator for SquareSet<W> {
    type Item = Square;
    type IntoIter = Squares<W>;
    #[inline(always)]
    fn into_iter(self) -> Squares<W> {
        Squares { set: self, word: 0, bits: self.0[0] }
    }
}

impl<const W: usize> FromIterator<Square> for SquareSet<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl<const W: usize> std::fmt::Debug for SquareSet<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize> {
    set: SquareSet<W>,
    word: usize,
    /// The remaining bits of the current word.
    bits: u64,
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        while self.bits == 0 {
            if self.word + 1 >= W {
                return None;
            }
            self.word += 1;
            self.bits = self.set.0[self.word];
        }
        let bit = self.bits.trailing_zeros() as u16;
        self.bits &= self.bits - 1;
        Some(Square((self.word * 64) as u16 + bit))
    }
}
