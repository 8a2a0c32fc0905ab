//! Games: a position with its history and log, behind an interface that hides the board's width.

pub(crate) mod any_game;
mod explain;
mod game_state;
mod illegal;
mod restore_from_state;
pub(crate) mod resume_from_setup;
mod setup_error;

pub use any_game::{
    AnyGame, GameCounts, InconsistentPosition, PlayError, decider, forbidden, initial, perft_until,
    resume, start, validate,
};
pub use game_state::GameState;
pub(crate) use game_state::save;
pub use illegal::{
    AnnouncementFault, Attempt, CastlingFault, DropFault, Illegal, IllegalKind, Immunity,
};
pub use restore_from_state::{ForeignState, restore};
pub(crate) use resume_from_setup::{check_position, resume_at};
pub use setup_error::SetupError;
