//! [`GameError`], the error type of games.

use std::fmt;
use std::ops::Range;

use quadrille_agents::solve::Unsolved;
use quadrille_core::{ForeignState, HookError, PlayError, SetupError};
use quadrille_dsl::actions::ActionError;
use quadrille_dsl::diagnostic::NameSuggestion;
use quadrille_dsl::fen::FenError;
use quadrille_dsl::pgn::PgnError;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Diagnostic, RulesetError, sentence};

use crate::illegal_description::IllegalDescription;

/// The reason why a game or a related function could not do what the caller requested.
///
/// `Debug` prints the same text as `Display`, so that an error returned from `main` reads well.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The action is not legal.
    #[error("{}", self.sentence())]
    Illegal {
        /// The text of the action.
        action: String,
        /// The reason why the action is not legal.
        why: Box<IllegalDescription>,
        /// The range of the action in the given text. The text can contain several actions.
        span: Range<usize>,
        /// A similar legal action.
        help: Option<Box<NameSuggestion>>,
    },
    /// The text is not an action, or fits several actions.
    #[error(transparent)]
    Action(Box<ActionError>),
    /// A recorded action can't be played again.
    #[error(transparent)]
    Play(PlayError),
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// The ruleset can't be loaded.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The text is not a position.
    #[error(transparent)]
    Fen(Box<FenError>),
    /// The ruleset has no seat of that name.
    #[error("{}", self.sentence())]
    NoSuchSeat(String),
    /// No game can start from the position that was given.
    #[error("{}", self.sentence())]
    Position(#[from] SetupError),
    /// The record can't be read or replayed.
    #[error(transparent)]
    Pgn(Box<PgnError>),
    /// The record contains no game.
    #[error("{}", self.sentence())]
    NoGame,
    /// The text is not a game in JSON.
    #[error("{}", self.sentence())]
    Json(String),
    /// The field `start` of the game in JSON can't be used.
    #[error("{}", self.sentence())]
    Start(Box<GameError>),
    /// An action of the game in JSON can't be played.
    #[error("{}", self.sentence())]
    Replay {
        /// The number of the action, from 1.
        ply: usize,
        /// The reason why the action can't be played.
        error: Box<GameError>,
    },
    /// The text exceeds the maximum length.
    #[error("{}", self.sentence())]
    TooLarge {
        /// The length in bytes.
        length: usize,
        /// The maximum length in bytes.
        most: usize,
    },
    /// The JSON has another version of the format, which can't be read.
    #[error("{}", self.sentence())]
    Version(u32),
    /// The game was played by another ruleset.
    #[error("{}", self.sentence())]
    OtherRules {
        /// The id of the ruleset that the record names.
        wanted: String,
        /// The id of the ruleset with which the record was read.
        found: String,
    },
    /// The game has fewer plies than the requested ply.
    #[error("{}", self.sentence())]
    NoSuchPly {
        /// The number of the requested ply.
        wanted: usize,
        /// The number of plies in the game.
        plies: usize,
    },
    /// The game already has the maximum number of plies.
    #[error("{}", self.sentence())]
    TooManyPlies,
    /// The agent suggests no action.
    #[error("{}", self.sentence())]
    NoSuggestion,
    /// The lesson can't be shown.
    #[error("the lesson can't be shown:\n{0}")]
    Lesson(#[source] RulesetError),
    /// The lesson can't be opened, because it has no position. Its clause is of a kind that no
    /// position can show.
    #[error("{}", self.sentence())]
    Unplayable(String),
    /// The puzzle does not fit these rules.
    #[error("the puzzle does not fit the rules: {}", .0.message)]
    Puzzle(Box<Diagnostic>),
    /// The present decision does not belong to the solving side, or the goal of this side can't be
    /// forced.
    #[error("{}", self.sentence())]
    PuzzleOver,
    /// The solver found no answer.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The state belongs to a game with other rules.
    #[error(transparent)]
    Foreign(#[from] ForeignState),
}

impl GameError {
    /// Describes the error in a sentence.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let text = |text: &String| Argument::Text(text.clone());
        match self {
            Self::Illegal { action, why, .. } => {
                sentence!(GameIllegal, action = text(action), reason = why.sentence.clone())
            }
            Self::Action(error) => error.kind.sentence(),
            Self::NoSuchSeat(seat) => sentence!(GameNoSeat, seat = Argument::seat(seat)),
            Self::NoGame => sentence!(GameNoGame),
            Self::Json(error) => sentence!(GameBadJson, error = text(error)),
            Self::Position(error) => {
                sentence!(GamePosition, error = Argument::Text(error.to_string()))
            }
            Self::Start(error) => sentence!(GameStart, error = error.sentence()),
            Self::Replay { ply, error } => {
                sentence!(GameReplay, ply = *ply, error = error.sentence())
            }
            Self::TooLarge { length, most } => {
                sentence!(GameTooLarge, length = *length, most = *most)
            }
            Self::Version(version) => {
                sentence!(GameVersion, version = *version, expected = crate::VERSION)
            }
            Self::OtherRules { wanted, found } => {
                sentence!(GameOtherRules, played = text(wanted), rules = text(found))
            }
            Self::NoSuchPly { wanted, plies } => {
                sentence!(GameNoPly, ply = *wanted, plies = *plies)
            }
            Self::TooManyPlies => sentence!(GameTooManyPlies, most = crate::MAX_PLIES),
            Self::NoSuggestion => sentence!(GameNoSuggestion),
            Self::Unplayable(reason) => sentence!(GameUnplayableLesson, reason = text(reason)),
            Self::PuzzleOver => sentence!(GamePuzzleOver),
            Self::Unsolved(Unsolved::Undecided) => sentence!(GameUndecided),
            other => Sentence::text(other.to_string()),
        }
    }
}

impl fmt::Debug for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<PlayError> for GameError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Hook(error) => Self::Hook(error),
            error => Self::Play(error),
        }
    }
}

impl From<ActionError> for GameError {
    fn from(error: ActionError) -> Self {
        Self::Action(Box::new(error))
    }
}

impl From<FenError> for GameError {
    fn from(error: FenError) -> Self {
        Self::Fen(Box::new(error))
    }
}

impl From<PgnError> for GameError {
    fn from(error: PgnError) -> Self {
        Self::Pgn(Box::new(error))
    }
}
