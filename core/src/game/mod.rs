//! Games: a position with its history and log, behind an interface that hides the board's width.

pub(crate) mod any_game;
mod explain;
mod illegal;
mod restore;
pub(crate) mod resume;
mod saved;
mod setup_error;

pub use any_game::{
    AnyGame, GameCounts, PlayError, decider, forbidden, initial, perft_until, resume, start,
    validate,
};
pub use illegal::{
    AnnouncementFault, Attempt, CastlingFault, DropFault, Illegal, IllegalKind, Immunity,
};
pub use restore::{ForeignState, restore};
pub(crate) use resume::{check_position, resume_at};
pub use saved::GameState;
pub(crate) use saved::save;
pub use setup_error::SetupError;
