//! [`GameError`]: the mistakes that a game reports.

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

/// The reason why a game did not do what it was asked to.
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
        /// Its place in the text that was played.
        span: Range<usize>,
        /// What would be legal.
        help: Option<Box<NameSuggestion>>,
    },
    /// The text is no action, or fits several.
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
    /// The text is no position.
    #[error(transparent)]
    Fen(Box<FenError>),
    /// The rules have no seat of that name.
    #[error("there is no seat `{0}`")]
    NoSuchSeat(String),
    /// The position can't be played from.
    #[error("the position can't be played from: {0}")]
    Position(#[from] SetupError),
    /// The record can't be read or replayed.
    #[error(transparent)]
    Pgn(Box<PgnError>),
    /// The file holds no game.
    #[error("there is no game in the record")]
    NoGame,
    /// The text is not a game in JSON.
    #[error("invalid JSON of a game: {0}")]
    Json(String),
    /// The game in JSON does not start at a position.
    #[error("the game's `start`: {0}")]
    Start(Box<GameError>),
    /// An action of the game in JSON can't be played.
    #[error("move {ply} of the game: {error}")]
    Replay {
        /// Its number, from 1.
        ply: usize,
        /// Why not.
        error: Box<GameError>,
    },
    /// The text is too long.
    #[error("the text has {length} bytes; at most {most} are read")]
    TooLarge {
        /// Its length.
        length: usize,
        /// The most.
        most: usize,
    },
    /// The JSON is in another version of the format.
    #[error("the game is in version {0} of the format; this version reads {expected}",
            expected = crate::VERSION)]
    Version(u32),
    /// The game was played by other rules.
    #[error("the game was played by `{wanted}`, but these rules are `{found}`")]
    OtherRules {
        /// The ruleset's id in the record.
        wanted: String,
        /// The id of the rules at hand.
        found: String,
    },
    /// There are not so many plies.
    #[error("there is no position after ply {wanted}: the game has {plies} plies")]
    NoSuchPly {
        /// The ply asked for.
        wanted: usize,
        /// How many there are.
        plies: usize,
    },
    /// The game has as many plies as a game keeps.
    #[error("a session keeps at most {} plies", crate::MAX_PLIES)]
    TooManyPlies,
    /// The agent suggests no action.
    #[error("the agent suggests no move")]
    NoSuggestion,
    /// The lesson can't be shown.
    #[error("the lesson can't be shown:\n{0}")]
    Lesson(#[source] RulesetError),
    /// The lesson has no position, because no position can show its clause.
    #[error("the lesson can't be played: {0}")]
    Unplayable(String),
    /// The puzzle is none of these rules.
    #[error("the puzzle can't be solved: {}", .0.message)]
    Puzzle(Box<Diagnostic>),
    /// It is not for the solver of the puzzle to decide, or nothing is left to be forced.
    #[error("there is nothing to solve in this position")]
    PuzzleOver,
    /// The solver has no answer.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The state belongs to another game's rules.
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
