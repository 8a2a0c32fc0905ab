//! Square maps, which store one value per square. A map has an entry for every square number that
//! fits into a square set of the same width. Therefore, no bounds check is needed to read or write
//! an entry.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use crate::board::{Geometry, Square};

/// The number of entries in a block. If the board's square sets have up to four words, one block is
/// enough.
const BLOCK_SQUARES: usize = 256;

/// A value for each square number of boards whose square sets have `W` words. For up to four words,
/// a single block of 256 values is enough, and an eight-bit index is always within the bounds of
/// this block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Blocks<T, const W: usize> {
    first: [T; BLOCK_SQUARES],
    others: Vec<[T; BLOCK_SQUARES]>,
}

/// A value for each square of boards whose square sets have up to `W` words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SquareMap<T, const W: usize>(Box<Blocks<T, W>>);

/// An immutable square map that is cheap to clone.
#[derive(Clone, Debug)]
pub struct SharedSquareMap<T, const W: usize>(Arc<Blocks<T, W>>);

impl<T, const W: usize> Blocks<T, W> {
    #[inline(always)]
    fn at(&self, Square(number): Square) -> &T {
        let within = usize::from(number as u8);
        if W <= 4 || number < BLOCK_SQUARES as u16 {
            &self.first[within]
        } else {
            &self.others[usize::from(number >> 8) - 1][within]
        }
    }

    #[inline(always)]
    fn at_mut(&mut self, Square(number): Square) -> &mut T {
        let within = usize::from(number as u8);
        if W <= 4 || number < BLOCK_SQUARES as u16 {
            &mut self.first[within]
        } else {
            &mut self.others[usize::from(number >> 8) - 1][within]
        }
    }
}

impl<T, const W: usize> SquareMap<T, W> {
    /// The memory of a map in bytes, without further memory that its values own.
    pub(crate) const BYTES: usize = {
        let blocks = (W * 64).div_ceil(BLOCK_SQUARES);
        size_of::<Blocks<T, W>>() + (blocks - 1) * size_of::<[T; BLOCK_SQUARES]>()
    };
}

impl<T: Clone, const W: usize> SquareMap<T, W> {
    /// Returns a map with the same value for all squares.
    pub fn all(value: T) -> Self {
        let block = || std::array::from_fn(|_| value.clone());
        let others = (W * 64).div_ceil(BLOCK_SQUARES) - 1;
        Self(Box::new(Blocks { first: block(), others: (0..others).map(|_| block()).collect() }))
    }

    /// Returns a map in which `value` computes the entry of each square of a board. Entries for
    /// other numbers get the default value.
    pub fn of(geometry: &Geometry, mut value: impl FnMut(Square) -> T) -> Self
    where
        T: Default,
    {
        let mut all = Self::all(T::default());
        for square in geometry.squares() {
            all[square] = value(square);
        }
        all
    }

    /// Returns a shared copy of the map. Clones of the shared copy use the same memory.
    pub(crate) fn to_shared(&self) -> SharedSquareMap<T, W> {
        SharedSquareMap(Arc::new((*self.0).clone()))
    }
}

impl<T, const W: usize> Index<Square> for SharedSquareMap<T, W> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        self.0.at(square)
    }
}

impl<T, const W: usize> Index<Square> for SquareMap<T, W> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        self.0.at(square)
    }
}

impl<T, const W: usize> IndexMut<Square> for SquareMap<T, W> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        self.0.at_mut(square)
    }
}

impl<T: Default + Clone, const W: usize> Default for SquareMap<T, W> {
    fn default() -> Self {
        Self::all(T::default())
    }
}

impl<T: Default + Clone, const W: usize> Default for SharedSquareMap<T, W> {
    fn default() -> Self {
        SquareMap::default().to_shared()
    }
}
