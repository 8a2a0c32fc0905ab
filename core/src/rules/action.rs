//! Actions of players and chance, and the decisions at which they act.

use std::num::NonZeroU16;

use crate::board::{Kind, Seat, Square};

/// An action of a player or of chance. Small and `Copy`, so that lists of actions are cheap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Action {
    /// Moves a piece.
    Move(Move),
    /// Drops a piece from the hand.
    Drop(Kind, Square),
    /// Chooses the option with this number; see [`Question::options`].
    Choose(u16),
    /// Rolls the dice. The array contains their faces, lowest first, and zeros in unused places.
    Roll([u8; 2]),
    /// Shuffles pieces before the first turn. The number is the number of the outcome in
    /// [`crate::rules::Shuffle::outcomes`].
    Shuffle(u16),
    /// Passes: the turn ends without a move, if a rule allows this.
    Pass,
    /// Announces a move to the partner. The move is illegal, and the only reason is that the seat
    /// has to protect its own royals.
    Announce(Move),
    /// Accepts the offer with this number.
    Say(u8),
    /// Makes a declaration for a seat that still has turns. The seat may declare in its own turn or
    /// in another seat's turn. Declarations are possible at any decision except a question, but no
    /// list of actions contains them.
    Declare(Seat, Declaration),
}

/// A declaration about the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Declaration {
    /// The seat resigns.
    Resign,
    /// The seat has lost on time.
    Flag,
    /// This seat declares, for all players, that they have agreed to a draw.
    Agree,
}

impl Declaration {
    /// All declarations.
    pub const ALL: [Self; 3] = [Self::Resign, Self::Flag, Self::Agree];

    /// Returns the word for this declaration in `on_say` and in action text.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Flag => "flag",
            Self::Agree => "agree",
        }
    }
}

/// A move of a piece.
// Aligned, so that a copy of an action has no overlapping parts. A processor stalls when it reads
// data that two recent writes have written in two parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(4))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The square from which the piece moves.
    pub from: Square,
    /// The square to which the piece moves.
    pub to: Square,
    /// The kind that the piece promotes to.
    pub promotion: Option<Kind>,
    /// The kind of move.
    pub kind: MoveKind,
    /// The choice that the player makes within the move: where a dead piece goes, for example.
    /// `None` if the move has no choice. See [`MoveChoice`].
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub choice: Option<NonZeroU16>,
}

/// A choice within a move: the answers to all questions that the hooks of the move ask with
/// [`crate::Effect::Choose`]. A move with a choice is a single action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveChoice {
    /// The number of the choice in [`Move::choice`].
    pub number: NonZeroU16,
    /// The questions in the order in which they are asked, each with the option chosen.
    pub answers: Vec<ChosenOption>,
}

/// A question, and the option that a player chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenOption {
    /// The question's name.
    pub question: String,
    /// The option.
    pub option: String,
}

/// The kinds of move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveKind {
    /// A move to an empty square, or a capture of the piece there.
    Plain,
    /// A double step or a longer one, after which the piece may be captured en passant.
    Double {
        /// The first square that the piece skips.
        over: Square,
    },
    /// An en passant capture. It captures every pawn that skipped the target square and whose en
    /// passant right still exists.
    EnPassant,
    /// The castling move with this number in [`crate::rules::Spec::castling`].
    Castle(u8),
    /// A move along a path with special effects: captures on the way, a swap, marks or a clause.
    Path {
        /// The number of the compiled path.
        path: u16,
        /// The squares of pieces captured on the way.
        takes: [Option<Square>; 2],
    },
    /// A move that a hook added. In all other respects, it is like a plain move. The number is the
    /// hook's number in [`crate::rules::Spec::handlers`].
    Extra(u16),
}

impl Move {
    /// Returns a plain move without promotion.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None, kind: MoveKind::Plain, choice: None }
    }

    /// Returns the move with another choice, or without one.
    #[must_use]
    pub const fn choosing(self, choice: Option<NonZeroU16>) -> Self {
        Self { choice, ..self }
    }
}

/// The next decision of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Decision {
    /// A seat acts: it moves, drops, passes or makes an announcement.
    Turn(Seat),
    /// Chance decides: the dice are rolled for this seat, or pieces are shuffled. Shuffles happen
    /// before the first turn, and the seat is then the seat with the first turn.
    Roll(Seat),
    /// A seat has to answer a question. This seat is not always the seat whose turn it is.
    Question(Question),
    /// The game is over.
    Over,
}

/// The subject of a question. The script that asks the question sets the subject, and `on_answer`
/// receives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Subject {
    /// The question has no subject, because its name is enough.
    #[default]
    Nothing,
    /// A number.
    Number(i32),
    /// A seat.
    Seat(Seat),
    /// A square.
    Square(Square),
}

/// A question that a rule puts to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Question {
    /// The seat that answers.
    pub seat: Seat,
    /// The question's name.
    pub name: String,
    /// The options, as words or square names.
    pub options: Vec<String>,
    /// The subject of the question.
    pub about: Subject,
    /// `true` if the answer is sealed. A sealed answer is revealed, and takes effect, when no
    /// secret question is pending.
    pub secret: bool,
    /// `true` if a hook asked the question with [`crate::Effect::Choose`]. If the hook belongs to a
    /// move of a piece, the answer is a part of that move.
    #[cfg_attr(feature = "serde", serde(default))]
    pub of_move: bool,
}

/// A secret answer that is not revealed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SealedAnswer {
    /// The question.
    pub question: Question,
    /// The number of the chosen option.
    pub choice: u16,
}
