//! Mistakes in movement notation.

use std::fmt;
use std::ops::Range;
use std::slice;
use std::vec;

use super::limits::{MAX_LENGTH, MAX_PATHS, MAX_STEPS};
use crate::diagnostic::NameSuggestion;
use crate::formats::ParseError;

/// A mistake in a notation.
pub type NotationError = ParseError<NotationErrorKind>;

/// All mistakes in a notation, in the order of the text; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationErrors(pub(super) Vec<NotationError>);

impl NotationErrors {
    /// The mistakes.
    #[must_use]
    pub fn as_slice(&self) -> &[NotationError] {
        &self.0
    }

    /// Iterates over the mistakes.
    pub fn iter(&self) -> slice::Iter<'_, NotationError> {
        self.0.iter()
    }
}

impl IntoIterator for NotationErrors {
    type Item = NotationError;
    type IntoIter = vec::IntoIter<NotationError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a NotationErrors {
    type Item = &'a NotationError;
    type IntoIter = slice::Iter<'a, NotationError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for NotationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mistake) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{mistake}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotationErrors {}

/// What a mistake in a notation is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotationErrorKind {
    /// The text is too long.
    #[error("a notation has at most {max} bytes, but this one has {0}", max = MAX_LENGTH)]
    TooLong(usize),
    /// The text is empty.
    #[error("the notation is empty")]
    Empty,
    /// A piece of the text is not part of the notation.
    #[error("`{0}` is not part of the notation")]
    Stray(String),
    /// White space.
    #[error("white space in a notation")]
    WhiteSpace,
    /// A bracket or parenthesis is not closed, or not opened.
    #[error("`{0}` without its partner")]
    Unpaired(char),
    /// `-` or `?` is outside brackets.
    #[error("`{0}` outside brackets")]
    LinkOutsideBrackets(String),
    /// Brackets do not contain legs.
    #[error("the brackets contain no legs")]
    NoLegs,
    /// Parentheses contain neither numbers nor legs.
    #[error("`{0}` is neither a leap nor repeated legs")]
    InvalidParentheses(String),
    /// A number that follows no atom.
    #[error("the number `{0}` follows no move that it could lengthen")]
    RangeWithoutAtom(String),
    /// Modifiers that precede no atom.
    #[error("`{0}` says how a piece moves, and not where: a capital letter is missing")]
    ModifiersWithoutAtom(String),
    /// A capital letter, once or twice, that names no atom.
    #[error("`{0}` stands for no move")]
    UnknownAtom(String),
    /// A small letter that is not a modifier.
    #[error("`{0}` is not a modifier")]
    UnknownModifier(char),
    /// A letter that some notations have and this one does not.
    #[error("`{letter}` ({meaning}) is not supported")]
    Unsupported {
        /// The letter.
        letter: char,
        /// What it means elsewhere.
        meaning: &'static str,
    },
    /// A letter whose meaning differs between sources.
    #[error("`{0}` is an old name that sources read in two ways")]
    AmbiguousAtom(char),
    /// Something that is declared in a script instead.
    #[error("{0} can't be written as movement")]
    NotMovement(&'static str),
    /// A leap that is too long.
    #[error("a leap too long for any board")]
    LeapTooLong,
    /// The leap (0,0).
    #[error("a leap to its own start")]
    NullLeap,
    /// `X` or `Y` after something other than a single leap.
    #[error("`{suffix}` lengthens a single leap, and `{atom}` is not one")]
    NotLengthened {
        /// The suffix.
        suffix: char,
        /// The atom before it.
        atom: char,
    },
    /// A range with a leading zero.
    #[error("`{0}` as a range")]
    LeadingZero(String),
    /// A range that is too long.
    #[error("a range too long for any board")]
    RangeTooLong,
    /// A range after a doubled letter.
    #[error("a range after a doubled letter")]
    RangeOfRide,
    /// A modifier precedes a bracket.
    #[error("`{0}` before a bracket")]
    BeforeBracket(char),
    /// `a` or a repetition inside brackets.
    #[error("{0} inside brackets")]
    InsideBrackets(&'static str),
    /// A bracket is repeated.
    #[error("a bracket can't be repeated")]
    RepeatedBracket,
    /// A repetition without `a`.
    #[error("the repeated part has no `a`")]
    RepetitionWithoutLeg,
    /// A second repetition in one term.
    #[error("a second repetition")]
    SecondRepetition,
    /// A direction letter that is separate from the others.
    #[error("`{0}` is separate from the other directions")]
    SeparateDirection(char),
    /// A letter that is repeated.
    #[error("`{0}` is repeated")]
    Repeated(char),
    /// Two letters that exclude each other.
    #[error("`{second}` contradicts `{first}`")]
    Contradiction {
        /// The first letter.
        first: char,
        /// The second letter.
        second: char,
    },
    /// `t` at a leg that captures nothing.
    #[error("`t` where nothing is captured")]
    TameWithoutCapture,
    /// A modifier that this leg can't have.
    #[error("`{0}` out of place")]
    OutOfPlace(char),
    /// A modifier that changes nothing.
    #[error("`{0}` has no effect here")]
    NoEffect(char),
    /// A hop without room to land.
    #[error("`{0}` needs room behind what it hops over")]
    NoRoom(char),
    /// `h` where there are no halves.
    #[error("`h` means nothing here")]
    NoHalves,
    /// Directions before an atom that has both kinds of line.
    #[error("`{0}` before a king or queen is ambiguous")]
    AmbiguousDirection(String),
    /// A direction after a leg whose lines are of another kind.
    #[error("a direction after a leap of another kind")]
    DirectionAfterLeap,
    /// `z` or `q` without a bend that it could refer to.
    #[error("`{0}` needs a bend before it")]
    NoBend(char),
    /// `z` or `q` at a single step.
    #[error("`{0}` bends a ride, and this is a single step")]
    BentStep(char),
    /// Too many legs.
    #[error("a path of {0} legs, where {max} is the most", max = MAX_STEPS)]
    TooManyLegs(usize),
    /// Too many paths.
    #[error("this means more than {max} paths", max = MAX_PATHS)]
    TooManyPaths,
}

/// A mistake with advice.
pub(super) fn error(
    span: Range<usize>,
    kind: NotationErrorKind,
    help: impl Into<NameSuggestion>,
) -> NotationError {
    NotationError::new(span, kind).help(help)
}
