//! Errors in action text.

use quadrille_core::{HookError, Illegal};

use crate::formats::ParseError;
use crate::sentence;
use crate::text::{Argument, Sentence};

/// An error in the text of an action.
pub type ActionError = ParseError<ActionErrorKind>;

/// The kind of an error in the text of an action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ActionErrorKind {
    /// The text does not have the form of an action.
    #[error("{}", self.sentence())]
    Malformed(String),
    /// The board has no such square.
    #[error("{}", self.sentence())]
    UnknownSquare(String),
    /// No kind of piece has this letter.
    #[error("{}", self.sentence())]
    UnknownKind(char),
    /// A number is too large.
    #[error("{}", self.sentence())]
    NumberTooLarge(String),
    /// The text fits several legal actions.
    #[error("{}", self.sentence())]
    Ambiguous(String),
    /// The action is not legal.
    #[error("{}", self.sentence())]
    NotLegal {
        /// The reason why the action is not legal.
        why: Box<Illegal>,
        /// The reason as a sentence. It refers to the position in which the action was tried.
        reason: Sentence,
    },
    /// The text matches no legal action, although no known rule forbids the action.
    #[error("{}", self.sentence())]
    Unlisted(String),
    /// A hook failed while the legal actions were listed or the action was played.
    #[error(transparent)]
    Hook(#[from] HookError),
}

impl ActionErrorKind {
    /// Describes the error in a sentence.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let text = |text: &String| Argument::Text(text.clone());
        match self {
            Self::Malformed(action) => sentence!(ActionMalformed, action = text(action)),
            Self::UnknownSquare(square) => sentence!(ActionUnknownSquare, square = text(square)),
            Self::UnknownKind(letter) => {
                sentence!(ActionUnknownKind, letter = Argument::Text(letter.to_string()))
            }
            Self::NumberTooLarge(number) => sentence!(ActionNumberTooLarge, number = text(number)),
            Self::Ambiguous(action) => sentence!(ActionAmbiguous, action = text(action)),
            Self::NotLegal { reason, .. } => reason.clone(),
            Self::Unlisted(action) => sentence!(ActionUnlisted, action = text(action)),
            Self::Hook(error) => Sentence::text(error.to_string()),
        }
    }
}
