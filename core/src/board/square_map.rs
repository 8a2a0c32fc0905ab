//! Square maps: one value per square, without bounds checks, since they have an entry for every
//! possible square number.
//!
//! Depends on `geometry`.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use crate::board::{Geometry, Square};

/// The number of possible square numbers.
const NUMBERS: usize = 1 << u8::BITS;

/// A value for each square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SquareMap<T>(Box<[T; NUMBERS]>);

/// An immutable square map that is cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct SharedSquareMap<T>(Arc<[T; NUMBERS]>);

impl<T: Clone> SquareMap<T> {
    /// A map with the same value for all squares.
    pub fn all(value: T) -> Self {
        Self(Box::new(std::array::from_fn(|_| value.clone())))
    }

    /// A map with computed values for the squares of a board, and defaults for other numbers.
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

    /// A shared copy of this map.
    pub fn shared(&self) -> SharedSquareMap<T> {
        SharedSquareMap(Arc::new((*self.0).clone()))
    }
}

impl<T> Index<Square> for SharedSquareMap<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self.0[square.0 as usize]
    }
}

impl<T> Index<Square> for SquareMap<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self.0[square.0 as usize]
    }
}

impl<T> IndexMut<Square> for SquareMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.0 as usize]
    }
}

impl<T: Default + Clone> Default for SquareMap<T> {
    fn default() -> Self {
        Self::all(T::default())
    }
}

impl<T: Default + Clone> Default for SharedSquareMap<T> {
    fn default() -> Self {
        SquareMap::default().shared()
    }
}
