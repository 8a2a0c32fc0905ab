//! A game of a file: tags, words and the start position.

use std::ops::Range;

use quadrille_core::{CompiledRules, Facing, Seat, Setup, game};

use super::PgnError;
use super::error::PgnErrorKind as Mistake;
use crate::formats::fen;

/// The tag of records in standard form for what ends a game and is no move: `resign`, `flag=black`, `agree`.
pub(super) const DECLARATION: &str = "Declaration";

/// One game of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The tags, in order.
    pub tags: Vec<Tag>,
    /// What was played, in order, without comments and variations.
    pub words: Vec<RecordWord>,
    /// The result after the moves, if there is one.
    pub result: Option<String>,
}

/// `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Byte range of the value in the text.
    pub span: Range<usize>,
}

/// One word of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordWord {
    /// The word.
    pub text: String,
    /// Byte range in the text.
    pub span: Range<usize>,
    /// What it means.
    pub meaning: WordMeaning,
}

/// What a word of the movetext means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordMeaning {
    /// A move.
    Move(MoveText),
    /// Castling, on the king's side or not.
    Castling {
        /// Whether it is to the side where the king starts closer to the edge.
        king_side: bool,
        /// The piece that is put on the board after it.
        put: Option<Put>,
        /// What follows the move.
        marks: MoveMarks,
    },
    /// A piece comes from the hand.
    Drop(Drop),
    /// A piece is put on the board after the move before it.
    Put(Put),
    /// No move: `--`.
    Null,
    /// A seat leaves instead of moving.
    Left(Vec<Left>),
    /// Anything else: action text.
    Action,
}

/// A move in long or short algebraic notation. Letters are those of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveText {
    /// The piece's letter; a pawn has none.
    pub piece: Option<char>,
    /// Where it starts: a square, or only its file or rank, or nothing.
    pub from: String,
    /// Whether it captures.
    pub captures: bool,
    /// The captured piece's letter.
    pub captured: Option<char>,
    /// Where it ends.
    pub to: String,
    /// What it promotes to.
    pub promotion: Option<char>,
    /// The piece that is put on the board after it.
    pub put: Option<Put>,
    /// Whether it is two squares and nothing else, as UCI writes moves: captures and checks have no signs there.
    pub is_bare: bool,
    /// What follows the move.
    pub marks: MoveMarks,
}

impl MoveText {
    /// Returns `true` if the text names the whole square that it starts from.
    pub(super) fn is_from_square(&self) -> bool {
        self.from.starts_with(|c: char| c.is_ascii_lowercase())
            && self.from.ends_with(|c: char| c.is_ascii_digit())
    }
}

/// A drop. Letters are those of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drop {
    /// The piece's letter; a pawn may have none.
    pub piece: Option<char>,
    /// The square.
    pub to: String,
    /// Signs after the drop.
    pub marks: MoveMarks,
}

/// A piece that a rule lets a player put on the board after a move: of a gate (`Nf3/H`), or a duck (`e4@e5`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Put {
    /// The piece's letter; a duck has none.
    pub piece: Option<char>,
    /// The square; empty for the one that the move left.
    pub to: String,
}

/// Signs after a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveMarks {
    /// `+`, for each king in check.
    pub checks: usize,
    /// `#`, for each seat mated.
    pub mates: usize,
    /// Why the player has left, if the move was made for them.
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

    /// The position that the game starts from; none for the ruleset's own start.
    ///
    /// # Errors
    /// If the position can't be read, or the named start is not this ruleset's.
    pub fn start(&self, rules: &CompiledRules) -> Result<Option<Setup>, PgnError> {
        let Some(tag) = self.tag("StartFen4").or_else(|| self.tag("FEN")) else {
            return Ok(None);
        };
        if let Some(name) = fen::named_start(&tag.value) {
            return match is_named_start(rules, name) {
                true => Ok(None),
                false => {
                    Err(PgnError::new(tag.span.clone(), Mistake::OtherStart(tag.value.clone()))
                        .help("replay it with the ruleset or preset whose kings start there"))
                }
            };
        }
        let text = self.translated_fen(rules.spec(), &tag.value);
        if is_array(rules, &text) {
            return Ok(None);
        }
        fen::read(rules, &text).map(Some).map_err(|error| {
            // Escapes make the value shorter than its place; then the whole of it is marked.
            let error = error.into_kind();
            if tag.span.len() == tag.value.len() {
                error.shifted(tag.span.start)
            } else {
                PgnError { span: tag.span.clone(), ..error }
            }
        })
    }
}

/// Whether a FEN of another program is the array of rules for two players. Then the game begins at their own start,
/// and the other fields say what it holds by these rules. The upper-case pieces are those of the seat that moves first.
pub(super) fn is_array(rules: &CompiledRules, text: &str) -> bool {
    let spec = rules.spec();
    let mut fields = text.split_whitespace();
    let (Some(board), Some("w"), 2) = (fields.next(), fields.next(), spec.seats.len()) else {
        return false;
    };
    let initial = game::initial(rules);
    let rights = fields.clone().next().unwrap_or_default();
    let all = initial.castling.is_empty() || "KQkq".chars().all(|right| rights.contains(right));
    // The number of the move comes last.
    if !all || fields.last().is_some_and(|number| number != "1") {
        return false;
    }
    let mut pieces = initial.pieces.clone();
    pieces.sort_by_key(|(square, _)| *square);
    let (files, ranks) = (i32::from(spec.geometry.files()), i32::from(spec.geometry.ranks()));
    let cell = |file, rank| {
        let square = spec.geometry.at(file, rank)?;
        let (_, piece) = pieces.iter().find(|(at, _)| *at == square)?;
        let letter = spec.kinds.get(piece.kind().index())?.letter;
        let first = piece.colour() == initial.turn;
        Some(if first { letter } else { letter.to_ascii_lowercase() })
    };
    let mut rows = Vec::new();
    for rank in (0..ranks).rev() {
        let (mut row, mut run) = (String::new(), 0);
        for letter in (0..files).map(|file| cell(file, rank)).chain([Some('/')]) {
            match letter {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        row.push_str(&std::mem::take(&mut run).to_string());
                    }
                    row.push(letter);
                }
            }
        }
        rows.push(row.trim_end_matches('/').to_owned());
    }
    let (stated, hands) = board.split_once('[').unwrap_or((board, "]"));
    let held = |seat: Seat| -> usize {
        let hand = initial.hands.get(seat.index()).into_iter().flatten();
        hand.map(|held| usize::from(*held)).sum()
    };
    let all: usize = (0..2).map(|seat| held(Seat(seat))).sum();
    let letters = hands.chars().filter(|c| c.is_alphabetic()).count();
    stated == rows.join("/") && letters == all
}

/// Whether a ruleset starts as a named start of chess.com does: judged by the squares of its royals.
pub(super) fn is_named_start(rules: &CompiledRules, name: &str) -> bool {
    let spec = rules.spec();
    let kings = match name {
        "4PC" => ["h1", "a7", "g14", "n8"],
        "4PCo" => ["h1", "a8", "g14", "n7"],
        "4PCb" => ["h1", "a7", "h14", "n7"],
        "4PCn" => ["h1", "a7", "h14", "n8"],
        "4PCrg" => ["g1", "a8", "g14", "n8"],
        // The board of two players' chess, with nobody at its sides.
        _ => ["e1", "", "e8", ""],
    };
    let pieces = game::initial(rules).pieces;
    // Kings are listed clockwise, from the seat at the bottom.
    let seat_facing = |facing: Facing| {
        spec.seats.iter().position(|seat| seat.facing == facing).map(|seat| Seat(seat as u8))
    };
    let players = kings.iter().filter(|king| !king.is_empty()).count();
    spec.seats.len() == players
        && Facing::ALL.iter().zip(kings).filter(|(_, king)| !king.is_empty()).all(
            |(facing, king)| {
                pieces.iter().any(|(square, piece)| {
                    Some(*square) == spec.geometry.square_named(king)
                        && Some(piece.colour()) == seat_facing(*facing)
                        && spec.kinds.get(piece.kind().index()).is_some_and(|kind| kind.royal)
                })
            },
        )
}
