//! What players (and nature) can decide: actions, and the decision points that offer them.
//!
//! Depends on the nouns only.

use crate::board::{Kind, Seat, Square};

/// A decision. Small and `Copy`, so that lists of them live on the stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A piece moves.
    Move(Move),
    /// A piece from the hand is set on a square.
    Drop(Kind, Square),
    /// The option of this number (see [`Question::options`]) is chosen.
    Choose(u8),
    /// The dice show these faces, lowest first; unused places are zero.
    Roll([u8; 2]),
    /// Nothing, where a rule offers that.
    Pass,
    /// A move that only the protection of one's own royals forbids is proposed to the partner.
    Announce(Move),
    /// The offer of this number is taken up.
    Say(u8),
    /// A seat that still has turns says something about the game, at its own turn or another's. It may
    /// always, and such actions are in no list.
    Declare(Seat, Declaration),
}

/// What may be said about a game at any turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Declaration {
    /// The seat gives up.
    Resign,
    /// Its time is up.
    Flag,
    /// All agree to a draw, this seat speaking for them.
    Agree,
}

impl Declaration {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Resign, Self::Flag, Self::Agree];

    /// As `on_say` and action text have it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Flag => "flag",
            Self::Agree => "agree",
        }
    }
}

/// A piece's move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// What it becomes, where it promotes.
    pub promotion: Option<Kind>,
    /// What kind of move it is.
    pub kind: MoveKind,
}

/// The kinds of move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// To an empty square, or capturing what stands there.
    Plain,
    /// A pawn's first move over a square where it may be captured en passant.
    Double {
        /// The skipped square.
        over: Square,
    },
    /// Captures en passant every pawn with a live right on the arrival square.
    EnPassant,
    /// The castling of this number in [`crate::rules::Spec::castling`].
    Castle(u8),
    /// A path with consequences of its own (captures on the way, swaps, marks, a clause): its
    /// number among the ruleset's compiled paths, and the squares where it captures on the way.
    Path {
        /// The compiled path.
        path: u16,
        /// Squares of pieces captured on the way.
        takes: [Option<Square>; 2],
    },
    /// Offered by the hook of this number in [`crate::rules::Spec::handlers`]; else as a plain one.
    Extra(u16),
}

impl Move {
    /// A plain move.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None, kind: MoveKind::Plain }
    }
}

/// What is to be decided next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A seat moves, drops, passes, announces.
    Turn(Seat),
    /// The dice are thrown for a seat.
    Roll(Seat),
    /// A seat answers a question, maybe out of its turn.
    Question(Question),
    /// The game is over.
    Over,
}

/// A question that rules ask a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Who answers.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// What may be chosen, as words or square names.
    pub options: Vec<String>,
    /// Whom or what it is about: free for the asking script.
    pub about: i64,
}
