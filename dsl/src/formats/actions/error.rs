//! Errors in action text.

use quadrille_core::{HookError, Illegal};

use crate::formats::ParseError;

/// An error in the text of an action.
pub type ActionError = ParseError<ActionErrorKind>;

/// The kind of an error in the text of an action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ActionErrorKind {
    /// The text does not have the form of an action.
    #[error("`{0}` is not a move")]
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
    #[error("`{0}` can mean several moves")]
    Ambiguous(String),
    /// The action is not legal.
    #[error("{reason}")]
    NotLegal {
        /// The reason.
        why: Box<Illegal>,
        /// The reason in words. It refers to the position in which the action was tried.
        reason: String,
    },
    /// The text matches no legal action, although no known rule forbids the action.
    #[error("`{0}` is not legal here")]
    Unlisted(String),
    /// A hook failed while the legal actions were listed or the action was played.
    #[error(transparent)]
    Hook(#[from] HookError),
}
