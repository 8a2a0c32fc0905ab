//! One value for each square: looked up without asking whether there is one, because there are as
//! many as a square's number can name.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use crate::board::{Geometry, Square};

/// How many squares a number can name.
const NUMBERS: usize = 1 << u8::BITS;

/// A value for each square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SquareMap<T>(Box<[T; NUMBERS]>);

/// The same, done with: it does not change any more, and copies are cheap.
#[derive(Clone, Debug)]
pub(crate) struct SharedSquareMap<T>(Arc<[T; NUMBERS]>);

impl<T: Clone> SquareMap<T> {
    /// The same for all.
    pub fn all(value: T) -> Self {
        Self(Box::new(std::array::from_fn(|_| value.clone())))
    }

    /// What is found for each square of a board, and the default for all others.
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

    /// A copy of it to be shared.
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
