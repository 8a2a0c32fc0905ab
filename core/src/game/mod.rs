//! Games: a position with its history and log, behind an interface that hides the board's width.

mod any_game;
mod explain;
mod illegal;
mod resume;
mod saved;

pub use any_game::{
    AnyGame, GameCounts, KnownWidth, PlayError, SetupError, TypedGameMut, captured_by, forbidden,
    initial, occurrences, perft_until, resume, start, validate, with_typed,
};
pub use illegal::{
    AnnouncementFault, Attempt, CastlingFault, DropFault, Illegal, IllegalKind, Immunity,
};
pub(crate) use resume::{check_position, resume_at};
pub(crate) use saved::save;
pub use saved::{ForeignState, GameState, restore};
