//! The names of seats, squares, kinds and all other parts of a ruleset. All other modules use these
//! names.

use std::fmt;

use quadrille_core::{
    ClauseId, CounterId, Kind, Outcome, Piece, Seat, Spec, Square, StateId, Zone,
};
use quadrille_dsl::formats::memory_text;
use quadrille_dsl::text::Argument;
use serde::{Deserialize, Serialize};

/// A piece described by names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NamedPiece {
    /// The kind.
    pub kind: String,
    /// The army of the piece.
    pub army: String,
    /// The facing: `north`, `east`, `south` or `west`.
    pub facing: String,
    /// The marks.
    pub marks: Vec<String>,
}

impl NamedPiece {
    /// Returns the piece as an argument of a sentence.
    pub(crate) fn argument(&self) -> Argument {
        Argument::Piece {
            army: Some(self.army.clone()),
            kind: Some(self.kind.clone()),
            square: None,
        }
    }

    /// Returns the piece and its square as an argument of a sentence.
    pub(crate) fn on(&self, square: &str) -> Argument {
        Argument::Piece {
            army: Some(self.army.clone()),
            kind: Some(self.kind.clone()),
            square: Some(square.to_owned()),
        }
    }
}

impl fmt::Display for NamedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.army, self.kind)
    }
}

/// The names of a ruleset.
#[derive(Clone, Copy)]
pub(crate) struct RulesetNames<'r>(pub &'r Spec);

impl RulesetNames<'_> {
    pub fn seat(self, seat: Seat) -> String {
        let name = self.0.colour_name(seat);
        if name.is_empty() { "?".to_owned() } else { name.to_owned() }
    }

    pub fn seats(self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.0.seats.len()).map(|seat| Seat(seat as u8))
    }

    pub fn kind(self, kind: Kind) -> String {
        self.0.kinds.get(kind.index()).map_or("?", |kind| &kind.name).to_owned()
    }

    pub fn state(self, state: StateId) -> String {
        self.0.states.get(usize::from(state.0)).map_or("?", |state| &state.name).to_owned()
    }

    pub fn counter(self, counter: CounterId) -> String {
        self.0.counters.get(usize::from(counter.0)).map_or("?", |it| &it.name).to_owned()
    }

    /// Returns the content of a memory, given its counter and the counter's value. Returns `None`
    /// if the counter holds a plain number.
    pub fn memory(self, counter: CounterId, value: i32) -> Option<String> {
        let held = self.0.counters.get(usize::from(counter.0))?.holds.read(value)?;
        Some(memory_text::show(self.0, held))
    }

    pub fn clause(self, clause: ClauseId) -> Option<String> {
        self.0.clauses.get(usize::from(clause.0)).map(|clause| clause.id.clone())
    }

    pub fn square(self, square: Square) -> String {
        if self.0.geometry.has(square) { self.0.geometry.name(square) } else { "?".to_owned() }
    }

    pub fn squares(self, squares: Zone) -> Vec<String> {
        squares.into_iter().map(|square| self.square(square)).collect()
    }

    pub fn piece(self, piece: Piece) -> NamedPiece {
        let marked = |mark: &usize| piece.marks() >> mark & 1 == 1;
        let marks = (0..self.0.marks.len()).filter(marked);
        let counters = self.0.piece_counters.iter().enumerate().filter_map(|(number, counter)| {
            let value = self.0.piece_field(number)?.of(piece);
            (value != counter.start).then(|| format!("{}={value}", counter.name))
        });
        NamedPiece {
            kind: self.kind(piece.kind()),
            army: self.seat(piece.colour()),
            facing: self.0.facing_word(piece.colour(), piece.facing()).to_owned(),
            marks: marks.map(|mark| self.0.marks[mark].clone()).chain(counters).collect(),
        }
    }

    /// Returns the reason for the end of a game: a clause's id, or the name of a built-in end.
    pub fn ending(self, outcome: &Outcome) -> String {
        outcome.ending.name(self.0).to_owned()
    }
}
