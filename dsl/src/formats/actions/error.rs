//! Mistakes in the text of actions.

use quadrille_core::HookError;

use crate::formats::ParseError;

/// A mistake in the text of an action.
pub type ActionError = ParseError<ActionErrorKind>;

/// What a mistake in the text of an action is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ActionErrorKind {
    /// The text does not have the form of an action.
    #[error("`{0}` is not an action")]
    Malformed(String),
    /// The board has no such square.
    #[error("`{0}` is not a square of this board")]
    UnknownSquare(String),
    /// No kind of piece has this letter.
    #[error("`{0}` is not a kind of piece")]
    UnknownKind(char),
    /// A number is too large.
    #[error("`{0}` is too large")]
    NumberTooLarge(String),
    /// The text fits several legal actions.
    #[error("`{0}` can mean several actions")]
    Ambiguous(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The seat that resigns has no turns any more.
    #[error("{seat} has no more turns")]
    Out {
        /// The name of the seat.
        seat: String,
    },
    /// Dice have to be rolled first.
    #[error("`{action}` where {seat} has to roll")]
    RollDue {
        /// The text.
        action: String,
        /// The name of the seat to roll.
        seat: String,
    },
    /// A question has to be answered first.
    #[error("`{action}` where an answer is due to `{question}`")]
    AnswerDue {
        /// The text.
        action: String,
        /// The name of the question.
        question: String,
    },
    /// There is no piece on the start square.
    #[error("there is no piece on {0}")]
    EmptySquare(String),
    /// Another seat moves the piece.
    #[error("the piece on {square} is moved by {owner}, and it is the turn of {turn}")]
    NotInTurn {
        /// The start square.
        square: String,
        /// Who moves the piece.
        owner: String,
        /// Whose turn it is.
        turn: String,
    },
    /// A hook forbids the action, which would be legal without it.
    #[error("`{action}` is forbidden to {seat} here by {hook}")]
    Forbidden {
        /// The text.
        action: String,
        /// The name of the seat to move.
        seat: String,
        /// The hook and its clause.
        hook: String,
    },
    /// The action is not legal.
    #[error("`{action}` is not legal for {seat} here")]
    Illegal {
        /// The text.
        action: String,
        /// The name of the seat to move.
        seat: String,
    },
    /// A hook failed while the action was played or looked for.
    #[error(transparent)]
    Hook(#[from] HookError),
}
