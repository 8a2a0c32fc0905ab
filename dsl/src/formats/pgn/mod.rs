//! Records of games: PGN4 as sites write it, plain PGN, and action text in their place.
//!
//! [`read`] takes a file apart and knows no rules; [`replay`] plays a record move by move against
//! the legal actions of a game; [`write()`] makes a record that reads back. Depends on `core`,
//! `fen` and `text`.

use std::ops::Range;

use quadrille_core::{Facing, Ruleset, Seat, Setup, game};

use crate::formats::fen;

mod parse;
mod replay;
#[cfg(test)]
mod tests;
mod write;

pub use parse::read;
pub use replay::{Note, Replay, replay};
pub use write::write;

/// The language of records, for people.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pgn.md"));

/// The longest file that is read.
pub const MAX_LENGTH: usize = 8 * 1024 * 1024;

/// What is wrong with a record, and where in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl PgnError {
    fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: Some(help.into()) }
    }
}

/// One game of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The tags, in order.
    pub tags: Vec<Tag>,
    /// What was played, in order, without comments and variations.
    pub entries: Vec<Entry>,
    /// The result after the moves, if it stands there.
    pub result: Option<String>,
}

/// `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Where the value stands.
    pub span: Range<usize>,
}

/// One word of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Range<usize>,
    /// What it says.
    pub said: Said,
}

/// What a word of the movetext says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A man moves.
    Move(Moved),
    /// Castling, on the king's side or not.
    Castling {
        /// On the side where the king starts nearer to the edge.
        king_side: bool,
        /// What follows the move.
        marks: Marks,
    },
    /// A seat leaves in place of its move.
    Left(Vec<Left>),
    /// Anything else: action text.
    Action,
}

/// A move in long or short algebraic notation. Letters are those of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// The man's letter; a pawn has none.
    pub piece: Option<char>,
    /// Where he starts: a square, or only its file or rank, or nothing.
    pub from: String,
    /// Whether he captures.
    pub captures: bool,
    /// The captured man's letter.
    pub captured: Option<char>,
    /// Where he ends.
    pub to: String,
    /// What he becomes.
    pub promotion: Option<char>,
    /// What follows the move.
    pub marks: Marks,
}

/// Signs after a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// `+`, for each king in check.
    pub checks: usize,
    /// `#`, for each seat mated.
    pub mates: usize,
    /// The mover's player is gone, and the move was made for him.
    pub left: Vec<Left>,
}

/// Why a seat leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// `#`: mated.
    Mated,
    /// `S`: stalemated.
    Stalemated,
    /// `R`: resigned.
    Resigned,
    /// `T`: out of time.
    TimedOut,
}

impl Record {
    /// The tag of that name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The position that the game starts from; none where that is the ruleset's own start.
    ///
    /// # Errors
    /// If the position can't be read, or the named start is not this ruleset's.
    pub fn start(&self, rules: &Ruleset) -> Result<Option<Setup>, PgnError> {
        let Some(tag) = self.tag("StartFen4").or_else(|| self.tag("FEN")) else {
            return Ok(None);
        };
        if fen::NAMED_STARTS.contains(&tag.value.as_str()) {
            return match is_named_start(rules, &tag.value) {
                true => Ok(None),
                false => Err(PgnError::new(
                    tag.span.clone(),
                    format!("the game starts from `{}`, and this ruleset does not", tag.value),
                    "replay it with the ruleset or preset whose kings start there",
                )),
            };
        }
        fen::read(rules, &tag.value).map(Some).map_err(|error| PgnError {
            // Escapes make the value shorter than its place; then the whole of it is meant.
            span: if tag.span.len() == tag.value.len() {
                tag.span.start + error.span.start..tag.span.start + error.span.end
            } else {
                tag.span.clone()
            },
            message: error.message,
            help: error.help,
        })
    }
}

/// Whether a ruleset starts as a named start of chess.com does: by where its royals stand.
fn is_named_start(rules: &Ruleset, name: &str) -> bool {
    let spec = rules.spec();
    let kings = match name {
        "4PC" => ["h1", "a7", "g14", "n8"],
        "4PCo" => ["h1", "a8", "g14", "n7"],
        "4PCb" => ["h1", "a7", "h14", "n7"],
        "4PCn" => ["h1", "a7", "h14", "n8"],
        "4PCrg" => ["g1", "a8", "g14", "n8"],
        _ => return spec.seats.len() == 2,
    };
    let men = game::initial(rules).pieces;
    // The seats in the order of the name: the one that sits at the bottom first, then clockwise.
    let seat_facing = |facing: Facing| {
        spec.seats.iter().position(|seat| seat.facing == facing).map(|seat| Seat(seat as u8))
    };
    spec.seats.len() == 4
        && Facing::ALL.iter().zip(kings).all(|(facing, king)| {
            men.iter().any(|(square, man)| {
                Some(*square) == spec.geometry.square_named(king)
                    && Some(man.colour()) == seat_facing(*facing)
                    && spec.kinds.get(man.kind().index()).is_some_and(|kind| kind.royal)
            })
        })
}
