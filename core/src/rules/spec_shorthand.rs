//! Shorthand for writing a game in code: leapers and riders, games of two seats, and arrays with
//! square names.

use crate::board::{Facing, Geometry, Kind, Piece, Seat, Vector};
use crate::rules::{KindSpec, Leg, Path, SeatSpec, Spec};

impl Path {
    /// Returns the paths of a leaper, which jumps by this vector in every direction. A knight is
    /// `leaper(1, 2)`.
    #[must_use]
    pub fn leaper(x: i8, y: i8) -> Vec<Self> {
        Vector::new(x, y).images().into_iter().map(|vector| Self::new(Leg::leap(vector))).collect()
    }

    /// Returns the paths of a rider. It repeats the leap of this vector over empty squares, in
    /// every direction. A rook is `rider(1, 0)`, and a bishop is `rider(1, 1)`.
    #[must_use]
    pub fn rider(x: i8, y: i8) -> Vec<Self> {
        Vector::new(x, y).images().into_iter().map(|vector| Self::new(Leg::ride(vector))).collect()
    }
}

impl KindSpec {
    /// Returns a kind of piece that is not royal.
    #[must_use]
    pub fn new(name: &str, letter: char, value: i32, paths: Vec<Path>) -> Self {
        let notation = String::new();
        Self { name: name.to_owned(), letter, royal: false, value, notation, paths }
    }

    /// Returns a royal kind of piece with the value 0.
    #[must_use]
    pub fn royal(name: &str, letter: char, paths: Vec<Path>) -> Self {
        Self { royal: true, ..Self::new(name, letter, 0, paths) }
    }
}

impl Spec {
    /// Returns a game of two seats, white and black, with an empty board and the defaults of
    /// [`Spec::bare`]. White moves first and up the board. The game has no rule that ends it before
    /// the ply limit: add [`MateLoses`](crate::MateLoses) or another rule.
    #[must_use]
    pub fn two_player(geometry: Geometry, kinds: Vec<KindSpec>) -> Self {
        let seat =
            |name: &str, key, facing, team| SeatSpec { name: name.to_owned(), key, facing, team };
        let seats =
            vec![seat("white", 'w', Facing::North, 0), seat("black", 'b', Facing::South, 1)];
        let teams = seats.iter().map(|seat| seat.name.clone()).collect();
        Self { teams, ..Self::bare(geometry, seats, kinds) }
    }

    /// Puts pieces of one kind and seat into the array.
    ///
    /// # Errors
    /// Returns an [`UnknownName`] with the first kind, seat or square that the rules do not have.
    pub fn place(&mut self, seat: &str, kind: &str, squares: &[&str]) -> Result<(), UnknownName> {
        let unknown = |name: &str| UnknownName(name.to_owned());
        let number = |found: Option<usize>, name| found.ok_or_else(|| unknown(name));
        let owner = number(self.seats.iter().position(|other| other.name == seat), seat)?;
        let kind = number(self.kinds.iter().position(|other| other.name == kind), kind)?;
        let piece = Piece::new(Kind(kind as u8), Seat(owner as u8), self.seats[owner].facing);
        for name in squares {
            let square = self.geometry.square_named(name).ok_or_else(|| unknown(name))?;
            self.array.push((square, piece));
        }
        Ok(())
    }
}

/// A name that the rules do not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules have no name `{0}`")]
pub struct UnknownName(pub String);
