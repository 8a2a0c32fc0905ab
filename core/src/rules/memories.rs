//! Memories: counters and marks with a special meaning. Such a counter holds a seat, a set of
//! seats, a square or a kind instead of a number. Such a mark belongs to only one piece at a time.
//!
//! In every other respect, memories are counters and marks. Positions, hashes and records therefore
//! treat them like other counters and marks.

use crate::board::{Kind, Seat, Seats, Square};

/// The contents of a [`crate::rules::Counter`]: a plain number, or something that the number stands
/// for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Holds {
    /// A number: an ordinary counter.
    #[default]
    Number,
    /// A seat, or nothing.
    Seat,
    /// A set of seats.
    Seats,
    /// A square, or nothing.
    Square,
    /// A kind of piece, or nothing.
    Kind,
}

/// The present content of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// Nothing.
    Nothing,
    /// A seat.
    Seat(Seat),
    /// A set of seats, possibly empty.
    Seats(Seats),
    /// A square.
    Square(Square),
    /// A kind.
    Kind(Kind),
}

/// A memory that holds one piece. The game has one such memory, or each seat has one. The
/// remembered piece has a mark that no other piece has. The mark moves with the piece, so the
/// memory holds the piece until it leaves the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceMemory {
    /// The name of the memory.
    pub name: String,
    /// The mark of the remembered piece. If each seat has a separate memory, this is the first
    /// seat's mark, and the numbers of the other seats' marks follow.
    pub mark: u8,
    /// `true` if each seat has its own memory, `false` if there is one for the game.
    pub per_seat: bool,
}

impl PieceMemory {
    /// Returns the mark of the piece that a seat remembers. The seat is ignored if the memory
    /// belongs to the game.
    #[must_use]
    pub fn mark_of(&self, seat: Seat) -> u8 {
        self.mark + if self.per_seat { seat.0 } else { 0 }
    }

    /// Returns all marks of the memory, in a game of `seats` seats.
    #[must_use]
    pub fn marks(&self, seats: usize) -> std::ops::Range<u8> {
        self.mark..self.mark + if self.per_seat { seats as u8 } else { 1 }
    }
}

impl Holds {
    /// The words of rule files for the contents of memories.
    pub const WORDS: [(&str, Self); 4] = [
        ("seat", Self::Seat),
        ("seats", Self::Seats),
        ("square", Self::Square),
        ("kind", Self::Kind),
    ];

    /// Returns the word for this content in rule files.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, holds)| *holds == self).map_or("number", |(word, _)| word)
    }

    /// Returns the seat, set of seats, square or kind that a value of the counter stands for.
    /// Returns `None` if the counter holds a plain number.
    #[must_use]
    pub fn read(self, value: i32) -> Option<Held> {
        let number = value.checked_sub(1).and_then(|n| u16::try_from(n).ok());
        let small = number.and_then(|n| u8::try_from(n).ok());
        let held = match self {
            Self::Number => return None,
            Self::Seat => small.map(|n| Held::Seat(Seat(n))),
            Self::Seats => return Some(Held::Seats(Seats(value as u8))),
            Self::Square => number.map(|n| Held::Square(Square(n))),
            Self::Kind => small.map(|n| Held::Kind(Kind(n))),
        };
        Some(held.unwrap_or(Held::Nothing))
    }
}

impl Held {
    /// Returns the value that a counter has if it holds this content.
    #[must_use]
    pub fn value(self) -> i32 {
        match self {
            Self::Nothing => 0,
            Self::Seat(seat) => i32::from(seat.0) + 1,
            Self::Seats(seats) => i32::from(seats.0),
            Self::Square(square) => i32::from(square.0) + 1,
            Self::Kind(kind) => i32::from(kind.0) + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_read_again() {
        for (holds, held) in [
            (Holds::Seat, Held::Seat(Seat(7))),
            (Holds::Seat, Held::Nothing),
            (Holds::Seats, Held::Seats(Seats(0))),
            (Holds::Seats, Held::Seats(Seats(u8::MAX))),
            (Holds::Square, Held::Square(Square(u16::MAX))),
            (Holds::Square, Held::Nothing),
            (Holds::Kind, Held::Kind(Kind(31))),
        ] {
            assert_eq!(holds.read(held.value()), Some(held));
        }
        assert_eq!(Holds::Number.read(3), None);
    }
}
