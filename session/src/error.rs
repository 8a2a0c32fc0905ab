//! [`GameError`], the error type of games.

use std::fmt;
use std::ops::Range;

use quadrille_agents::solve::Unsolved;
use quadrille_core::{ForeignState, HookError, PlayError, SetupError};
use quadrille_dsl::actions::ActionError;
use quadrille_dsl::diagnostic::NameSuggestion;
use quadrille_dsl::fen::FenError;
use quadrille_dsl::pgn::PgnError;
use quadrille_dsl::{Diagnostic, RulesetError};

use crate::illegal_description::IllegalDescription;

/// The reason why a game refused a request.
///
/// `Debug` prints the same text as `Display`, so that an error returned from `main` reads well.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The action is not legal.
    #[error("`{action}` is not legal: {}", why.text)]
    Illegal {
        /// The action.
        action: String,
        /// The reason.
        why: Box<IllegalDescription>,
        /// The place of the action in the given text, which can contain several actions.
        span: Range<usize>,
        /// A similar legal action.
        help: Option<Box<NameSuggestion>>,
    },
    /// The text is not an action, or matches several.
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
    #[error("there is no seat `{0}`")]
    NoSuchSeat(String),
    /// No game can start from the position.
    #[error("no game can start from the position: {0}")]
    Position(#[from] SetupError),
    /// The record can't be read or replayed.
    #[error(transparent)]
    Pgn(Box<PgnError>),
    /// The record contains no game.
    #[error("the record has no game")]
    NoGame,
    /// The text is not a game in JSON.
    #[error("the game's JSON is invalid: {0}")]
    Json(String),
    /// The `start` of the game in JSON can't be used.
    #[error("the game's `start`: {0}")]
    Start(Box<GameError>),
    /// An action of the game in JSON can't be played.
    #[error("move {ply} of the game: {error}")]
    Replay {
        /// The number of the action, from 1.
        ply: usize,
        /// The reason.
        error: Box<GameError>,
    },
    /// The text exceeds the maximum length.
    #[error("the text has {length} bytes; it may have at most {most}")]
    TooLarge {
        /// The length in bytes.
        length: usize,
        /// The maximum length in bytes.
        most: usize,
    },
    /// The JSON is in another version of the format.
    #[error("the game has version {0} of the format; this program reads version {expected}",
            expected = crate::VERSION)]
    Version(u32),
    /// The game was played by another ruleset.
    #[error("the game was played by `{wanted}`, but these rules are `{found}`")]
    OtherRules {
        /// The ruleset's id in the record.
        wanted: String,
        /// The id of the present rules.
        found: String,
    },
    /// The game has fewer plies.
    #[error("there is no position after ply {wanted}: the game has {plies} plies")]
    NoSuchPly {
        /// The requested ply.
        wanted: usize,
        /// The number of plies in the game.
        plies: usize,
    },
    /// The game already has the maximum number of plies.
    #[error("a game may have at most {} plies", crate::MAX_PLIES)]
    TooManyPlies,
    /// The agent suggests no action.
    #[error("the agent suggests no move")]
    NoSuggestion,
    /// The lesson can't be shown.
    #[error("the lesson can't be shown:\n{0}")]
    Lesson(#[source] RulesetError),
    /// The lesson can't be opened, because it has no position. Its clause is of a kind that no
    /// position can show.
    #[error("the lesson can't be played: {0}")]
    Unplayable(String),
    /// The puzzle does not fit these rules.
    #[error("the puzzle does not fit the rules: {}", .0.message)]
    Puzzle(Box<Diagnostic>),
    /// The present decision does not belong to the solving side, or the goal of this side can't be
    /// forced.
    #[error("there is nothing to solve in this position")]
    PuzzleOver,
    /// The solver found no answer.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The state belongs to a game with other rules.
    #[error(transparent)]
    Foreign(#[from] ForeignState),
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
