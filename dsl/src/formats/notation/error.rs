//! Errors in movement notation.

use std::fmt;
use std::ops::Range;
use std::slice;
use std::vec;

use super::limits::{MAX_LENGTH, MAX_PATHS, MAX_STEPS};
use crate::diagnostic::NameSuggestion;
use crate::formats::ParseError;

/// An error in a notation.
pub type NotationError = ParseError<NotationErrorKind>;

/// All errors in a notation, in the order of the text. The list is never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationErrors(pub(super) Vec<NotationError>);

impl NotationErrors {
    /// Returns the errors as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[NotationError] {
        &self.0
    }

    /// Iterates over the errors.
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

/// The kind of an error in a notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotationErrorKind {
    /// The text is too long.
    #[error("a notation has at most {max} bytes, but this one has {0}", max = MAX_LENGTH)]
    TooLong(usize),
    /// The text is empty.
    #[error("the notation is empty")]
    Empty,
    /// A part of the text is not notation.
    #[error("`{0}` is not part of the notation")]
    Stray(String),
    /// The text contains white space.
    #[error("a notation can't contain white space")]
    WhiteSpace,
    /// A bracket or parenthesis has no matching one.
    #[error("`{0}` has no matching bracket")]
    Unpaired(char),
    /// `-` or `?` is outside brackets.
    #[error("`{0}` is outside brackets")]
    LinkOutsideBrackets(String),
    /// Brackets do not contain legs.
    #[error("the brackets contain no legs")]
    NoLegs,
    /// Parentheses contain neither numbers nor legs.
    #[error("`{0}` is neither a leap nor repeated legs")]
    InvalidParentheses(String),
    /// A number does not follow an atom.
    #[error("the number `{0}` does not follow a move")]
    RangeWithoutAtom(String),
    /// Modifiers do not precede an atom.
    #[error("no capital letter of a move follows `{0}`")]
    ModifiersWithoutAtom(String),
    /// A capital letter, or a pair of the same capital letter, is not an atom.
    #[error("`{0}` is not an atom")]
    UnknownAtom(String),
    /// A lower-case letter is not a modifier.
    #[error("`{0}` is not a modifier")]
    UnknownModifier(char),
    /// A letter has a meaning in other notations, but is not supported here.
    #[error("`{letter}` ({meaning}) is not supported")]
    Unsupported {
        /// The letter.
        letter: char,
        /// The meaning of the letter in other notations.
        meaning: &'static str,
    },
    /// The meaning of a letter is different in different sources, so the letter is not supported.
    #[error("`{0}` is an old name with two meanings")]
    AmbiguousAtom(char),
    /// The notation describes something that a script must declare instead.
    #[error("{0} can't be written in movement notation")]
    NotMovement(&'static str),
    /// A leap is too long for any board.
    #[error("this leap is too long for any board")]
    LeapTooLong,
    /// A leap is `(0,0)`, which ends where it starts.
    #[error("this leap ends where it starts")]
    NullLeap,
    /// `X` or `Y` is used, but not directly after a single leap.
    #[error("`{suffix}` lengthens a single leap, but `{atom}` is not a single leap")]
    NotLengthened {
        /// The letter `X` or `Y`.
        suffix: char,
        /// The atom before the suffix.
        atom: char,
    },
    /// A range has a leading zero.
    #[error("the range `{0}` begins with a zero")]
    LeadingZero(String),
    /// A range is too long.
    #[error("this range is too long for any board")]
    RangeTooLong,
    /// A range follows a doubled letter.
    #[error("a doubled letter can't have a range")]
    RangeOfRide,
    /// A modifier precedes a bracket.
    #[error("`{0}` is before a bracket")]
    BeforeBracket(char),
    /// `a` or a repetition is inside brackets.
    #[error("brackets can't contain {0}")]
    InsideBrackets(&'static str),
    /// A bracket is repeated.
    #[error("a bracket can't be repeated")]
    RepeatedBracket,
    /// A repeated part does not contain `a`.
    #[error("the repeated part has no `a`")]
    RepetitionWithoutLeg,
    /// A term has a second repeated part.
    #[error("a term can't have a second repetition")]
    SecondRepetition,
    /// A direction letter is not next to the other direction letters.
    #[error("`{0}` is separate from the other directions")]
    SeparateDirection(char),
    /// A letter is repeated.
    #[error("`{0}` is repeated")]
    Repeated(char),
    /// Two modifiers contradict each other.
    #[error("`{second}` contradicts `{first}`")]
    Contradiction {
        /// The first of the two modifiers.
        first: char,
        /// The second of the two modifiers.
        second: char,
    },
    /// `t` is used on a leg that does not capture.
    #[error("`t` is on a leg that captures nothing")]
    TameWithoutCapture,
    /// A modifier is used on a leg that can't have this modifier.
    #[error("`{0}` is out of place")]
    OutOfPlace(char),
    /// A modifier has no effect.
    #[error("`{0}` has no effect here")]
    NoEffect(char),
    /// A hop has no room behind the piece that it goes over.
    #[error("`{0}` needs room behind the piece that it hops over")]
    NoRoom(char),
    /// `h` is used with an atom whose directions have no halves.
    #[error("`h` has no meaning here")]
    NoHalves,
    /// Direction letters are before a king or queen. Their meaning would be ambiguous there.
    #[error("`{0}` before a king or queen is ambiguous")]
    AmbiguousDirection(String),
    /// The direction of a leg is invalid, because the leg is on lines of another kind than the leg
    /// before it.
    #[error("a direction can't follow a leap of another kind")]
    DirectionAfterLeap,
    /// `z` or `q` is used, but no earlier leg bends. These letters refer to an earlier bend.
    #[error("`{0}` needs a bend before it")]
    NoBend(char),
    /// `z` or `q` is used on a single step, but these modifiers need several steps.
    #[error("`{0}` bends a ride, but this is a single step")]
    BentStep(char),
    /// A path has too many legs.
    #[error("a path has at most {max} legs, but this one has {0}", max = MAX_STEPS)]
    TooManyLegs(usize),
    /// The notation has too many paths.
    #[error("the notation expands to more than {max} paths", max = MAX_PATHS)]
    TooManyPaths,
}

/// Creates an error with advice.
pub(super) fn error(
    span: Range<usize>,
    kind: NotationErrorKind,
    help: impl Into<NameSuggestion>,
) -> NotationError {
    NotationError::new(span, kind).help(help)
}
