//! A game of a file: tags, words and the start position.

use std::ops::Range;

use quadrille_core::{CompiledRules, Facing, Seat, Setup, game};

use super::PgnError;
use super::error::PgnErrorKind as Mistake;
use crate::formats::fen;

/// The tag for a declaration that ends the game. Its value is, for example, `resign`, `flag=black`
/// or `agree`. Only records in standard form have this tag.
pub(super) const DECLARATION: &str = "Declaration";

/// A game in a file of records.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The tags, in order.
    pub tags: Vec<Tag>,
    /// The words of the movetext, in order. Comments and variations are not included.
    pub words: Vec<RecordWord>,
    /// The result at the end of the movetext. `None` if the record has no result.
    pub result: Option<String>,
}

/// A tag: `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name of the tag.
    pub name: String,
    /// The value of the tag.
    pub value: String,
    /// The byte range of the tag's value in the text of the file.
    pub span: Range<usize>,
}

/// A word of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordWord {
    /// The text of the word.
    pub text: String,
    /// The byte range of the word in the text of the file.
    pub span: Range<usize>,
    /// The meaning of the word.
    pub meaning: WordMeaning,
}

/// The meaning of a word of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordMeaning {
    /// A move.
    Move(MoveText),
    /// Castling to either side.
    Castling {
        /// `true` if the king castles to the side whose edge is closer to the king's first square.
        king_side: bool,
        /// The piece that the player puts on the board after castling.
        put: Option<Put>,
        /// The signs after castling, such as `+`.
        marks: MoveMarks,
    },
    /// A drop: a piece goes from the hand to the board.
    Drop(Drop),
    /// A piece that the player puts on the board after a move. The previous word is this move.
    Put(Put),
    /// A null move: `--`.
    Null,
    /// A seat leaves the game and makes no move. The list contains the reasons.
    Left(Vec<Left>),
    /// A word in any other form, which is read as the text of an action.
    Action,
}

/// A move in long or short algebraic notation. Its letters have the same case as in the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveText {
    /// The piece's letter. A pawn has none.
    pub piece: Option<char>,
    /// The square on which the move begins, or only the file or the rank of this square. If the
    /// text has neither, the string is empty.
    pub from: String,
    /// `true` if the move captures.
    pub captures: bool,
    /// The letter of the captured piece, if the text contains it.
    pub captured: Option<char>,
    /// The square on which the move ends.
    pub to: String,
    /// The letter of the kind that the piece promotes to.
    pub promotion: Option<char>,
    /// The piece that the player puts on the board after the move.
    pub put: Option<Put>,
    /// The text of the choice within the move, such as `,corpse=f6`. May be empty.
    pub choice: String,
    /// `true` if the text consists only of two squares, as in UCI. Such a text has no signs for
    /// captures and checks.
    pub is_bare: bool,
    /// The signs after the move, such as `+`.
    pub marks: MoveMarks,
}

impl MoveText {
    /// Returns `true` if the text contains the whole first square.
    pub(super) fn is_from_square(&self) -> bool {
        self.from.starts_with(|c: char| c.is_ascii_lowercase())
            && self.from.ends_with(|c: char| c.is_ascii_digit())
    }
}

/// A drop. Its letters have the same case as in the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drop {
    /// The letter of the piece. May be `None` if the piece is a pawn.
    pub piece: Option<char>,
    /// The square on which the piece is put.
    pub to: String,
    /// The signs after the drop, such as `+`.
    pub marks: MoveMarks,
}

/// A piece that a player may put on the board after a move. It is a piece from a gate (`Nf3/H`) or
/// a duck (`e4@e5`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Put {
    /// The letter of the piece. `None` for a duck, which has no letter.
    pub piece: Option<char>,
    /// The square of the piece. If this is empty, the piece is put on the first square of the move.
    pub to: String,
}

/// The signs after a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveMarks {
    /// The number of `+` signs. There is one sign for each king that the move puts in check.
    pub checks: usize,
    /// The number of `#` signs. There is one sign for each mated seat.
    pub mates: usize,
    /// If the move was made for a player who has left, these are the reasons for leaving.
    /// Otherwise, the list is empty.
    pub left: Vec<Left>,
}

/// The reason why a seat leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// `#`: the seat is mated.
    Mated,
    /// `S`: the seat is stalemated.
    Stalemated,
    /// `R`: the seat has resigned.
    Resigned,
    /// `T`: the seat has run out of time.
    TimedOut,
}

impl Record {
    /// Moves every place in the record by `offset` bytes. The text of the record is a part of a
    /// longer text.
    pub(super) fn shift(&mut self, offset: usize) {
        let tags = self.tags.iter_mut().map(|tag| &mut tag.span);
        for span in tags.chain(self.words.iter_mut().map(|word| &mut word.span)) {
            *span = span.start + offset..span.end + offset;
        }
    }

    /// Returns the tag with this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Returns the position that the game starts from. Returns `None` if this is the start position
    /// of the ruleset.
    ///
    /// # Errors
    /// Returns a [`PgnError`] if the position can't be read, or if the record names a start
    /// position that is not the ruleset's.
    pub fn start(&self, rules: &CompiledRules) -> Result<Option<Setup>, PgnError> {
        let Some(tag) = self.tag("StartFen4").or_else(|| self.tag("FEN")) else {
            return Ok(None);
        };
        if let Some(name) = fen::named_start(&tag.value) {
            return match is_named_start(rules, name) {
                true => Ok(None),
                false => {
                    Err(PgnError::new(tag.span.clone(), Mistake::OtherStart(tag.value.clone()))
                        .help("replay it with a ruleset or preset that starts from this position"))
                }
            };
        }
        let text = self.translated_fen(rules.spec(), &tag.value);
        if is_array(rules, &text) {
            return Ok(None);
        }
        fen::read(rules, &text).map(Some).map_err(|error| {
            // If the value contains escape sequences, the value is shorter than its text in the
            // file. The error then covers the whole value.
            let error = error.into_kind();
            if tag.span.len() == tag.value.len() {
                error.shifted(tag.span.start)
            } else {
                PgnError { span: tag.span.clone(), ..error }
            }
        })
    }
}

/// Returns `true` if a FEN of another program is the start position of a ruleset for two players.
/// The FEN must have the ruleset's array, `w` to move and all castling rights. Its move number, if
/// it has one, must be 1. The game then begins at the ruleset's start position. The seat that moves
/// first has the upper-case pieces of the FEN. If the rules shuffle pieces, the game begins with
/// the shuffle, so no FEN is its start position.
pub(super) fn is_array(rules: &CompiledRules, text: &str) -> bool {
    let spec = rules.spec();
    let mut fields = text.split_whitespace();
    let (Some(board), Some("w"), 2) = (fields.next(), fields.next(), spec.seats.len()) else {
        return false;
    };
    if !spec.shuffles.is_empty() {
        return false;
    }
    let initial = game::initial(rules);
    let rights = fields.clone().next().unwrap_or_default();
    let all = initial.castling.is_empty() || "KQkq".chars().all(|right| rights.contains(right));
    // The move number is the last field.
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

/// Returns `true` if a ruleset starts from the position that has this name at chess.com. Only the
/// squares of the royals are compared.
pub(super) fn is_named_start(rules: &CompiledRules, name: &str) -> bool {
    let spec = rules.spec();
    let kings = match name {
        "4PC" => ["h1", "a7", "g14", "n8"],
        "4PCo" => ["h1", "a8", "g14", "n7"],
        "4PCb" => ["h1", "a7", "h14", "n7"],
        "4PCn" => ["h1", "a7", "h14", "n8"],
        "4PCrg" => ["g1", "a8", "g14", "n8"],
        // The two-player board has no kings at its sides.
        _ => ["e1", "", "e8", ""],
    };
    let pieces = game::initial(rules).pieces;
    // Kings are listed clockwise from the seat at the bottom.
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
