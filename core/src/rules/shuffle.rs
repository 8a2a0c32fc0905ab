//! [`Shuffle`]: chance at the start of a game.

use crate::board::{Piece, Square};
use crate::rules::ClauseId;

/// A shuffle of pieces, which chance decides before the first turn. All outcomes are equally likely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The squares whose pieces the shuffle replaces.
    pub squares: Vec<Square>,
    /// The outcomes.
    pub outcomes: Vec<Arrangement>,
    /// The clause that the shuffle cites.
    pub clause: Option<ClauseId>,
}

/// An outcome of a shuffle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// The name of the outcome in action text. Each outcome of a shuffle has a different name.
    pub name: String,
    /// For each square of the shuffle, the piece on the square, or `None` if the square is empty.
    pub pieces: Vec<Option<Piece>>,
}

impl Shuffle {
    /// The maximum number of outcomes.
    pub const MAX_OUTCOMES: usize = u16::MAX as usize;

    /// The maximum number of shuffles in a game.
    pub const MAX_SHUFFLES: usize = 64;

    /// Returns the squares of an outcome with their pieces. Returns nothing if there is no outcome
    /// with this number.
    pub fn outcome(&self, number: u16) -> impl Iterator<Item = (Square, Option<Piece>)> {
        let pieces = self.outcomes.get(usize::from(number)).into_iter().flat_map(|it| &it.pieces);
        self.squares.iter().copied().zip(pieces.copied())
    }

    /// Returns all pieces of all outcomes, each with its square.
    pub fn placements(&self) -> impl Iterator<Item = (Square, Piece)> {
        let outcomes = self.outcomes.iter();
        let all = outcomes.flat_map(|it| self.squares.iter().copied().zip(&it.pieces));
        all.filter_map(|(square, piece)| Some((square, (*piece)?)))
    }
}
