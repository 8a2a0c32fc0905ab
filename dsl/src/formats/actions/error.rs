//! Mistakes in the text of actions.

use quadrille_core::{HookError, Illegal};

use crate::formats::ParseError;

/// A mistake in the text of an action.
pub type ActionError = ParseError<ActionErrorKind>;

/// What a mistake in the text of an action is.
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
        /// Why.
        why: Box<Illegal>,
        /// The same in words, for the position it was tried in.
        reason: String,
    },
    /// The text names no action of the list, though nothing speaks against the move it means.
    #[error("`{0}` is not legal here")]
    Unlisted(String),
    /// A hook failed while the action was played or looked for.
    #[error(transparent)]
    Hook(#[from] HookError),
}
