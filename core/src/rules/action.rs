//! Actions: what players and chance can do, and the decisions where they do it.

use crate::board::{Kind, Seat, Square};

/// An action. Small and `Copy`, so that lists of actions are cheap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Action {
    /// A piece moves.
    Move(Move),
    /// Drops a piece from the hand.
    Drop(Kind, Square),
    /// Chooses the option with this number; see [`Question::options`].
    Choose(u16),
    /// The dice show these faces, lowest first. Unused places are zero.
    Roll([u8; 2]),
    /// Does nothing, if a rule offers that.
    Pass,
    /// Announces to the partner a move that only the protection of the seat's own royals forbids.
    Announce(Move),
    /// Takes up the offer with this number.
    Say(u8),
    /// A declaration by a seat that still has turns, in its own turn or another's. Always possible,
    /// and never on a list of actions.
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
    /// All players agree to a draw; this seat declares it.
    Agree,
}

impl Declaration {
    /// All declarations.
    pub const ALL: [Self; 3] = [Self::Resign, Self::Flag, Self::Agree];

    /// The word in `on_say` and in action text.
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
// Aligned, so that actions are copied in parts that don't overlap: a processor waits where it reads across two of its
// latest writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(4))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The square where it starts.
    pub from: Square,
    /// The square where it ends.
    pub to: Square,
    /// The kind it promotes to.
    pub promotion: Option<Kind>,
    /// The kind of move.
    pub kind: MoveKind,
}

/// The kinds of move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveKind {
    /// To an empty square, or capturing the piece there.
    Plain,
    /// A double step, after which the piece may be captured en passant.
    Double {
        /// The skipped square.
        over: Square,
    },
    /// Captures every pawn with an en passant right on the target square.
    EnPassant,
    /// The castling move with this number in [`crate::rules::Spec::castling`].
    Castle(u8),
    /// A path with special consequences: captures on the way, a swap, marks or a clause.
    Path {
        /// The number of the compiled path.
        path: u16,
        /// The squares of pieces captured on the way.
        takes: [Option<Square>; 2],
    },
    /// Added by the hook with this number in [`crate::rules::Spec::handlers`]; otherwise like a
    /// plain move.
    Extra(u16),
}

impl Move {
    /// A plain move without promotion.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None, kind: MoveKind::Plain }
    }
}

/// The next decision of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Decision {
    /// A seat acts: it moves, drops, passes or announces.
    Turn(Seat),
    /// The dice are rolled for a seat.
    Roll(Seat),
    /// A seat answers a question, possibly out of turn.
    Question(Question),
    /// The game is over.
    Over,
}

/// What a question is about, for the script that asks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Subject {
    /// Nothing but what its name says.
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
    /// What it is about.
    pub about: Subject,
    /// Whether the answer is sealed: it takes effect, and is shown, once no secret question waits.
    pub secret: bool,
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
