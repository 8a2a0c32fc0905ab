//! Games: a position with its history and log, behind an interface that hides the board's width.

mod explain;
mod illegal;
mod play;
mod resume;
mod saved;
mod threads;

pub use illegal::{
    AnnouncementFault, Attempt, CastlingFault, DropFault, Illegal, IllegalKind, Immunity,
};
pub use play::{Play, PlayError, SetupError, initial, resume, start};
pub(crate) use resume::{resume_at, validate};
pub(crate) use saved::save;
pub use saved::{ForeignState, GameState, restore};
pub use threads::{Threads, search_on_threads, search_tree_on_threads};
