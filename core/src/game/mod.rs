//! Games: a position with its history and log, behind an interface that hides the board's width.

pub(crate) mod any_game;
mod explain;
mod illegal;
pub(crate) mod resume;
mod saved;

pub use any_game::{
    AnyGame, GameCounts, PlayError, SetupError, decider, forbidden, initial, perft_until, resume,
    start, validate,
};
pub use illegal::{
    AnnouncementFault, Attempt, CastlingFault, DropFault, Illegal, IllegalKind, Immunity,
};
pub(crate) use resume::{check_position, resume_at};
pub(crate) use saved::save;
pub use saved::{ForeignState, GameState, restore};
