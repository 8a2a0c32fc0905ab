//! Positions: everything that changes while a game is played, how it is read, and who answers its events.
//!
//! Depends on `tables` and below.

mod hash;
mod history;
mod hooks;
mod position;
mod setup;
mod view;

pub(crate) use history::History;
pub use hooks::{Hooks, NoHooks};
pub(crate) use position::{Cold, ColourMasks, NOBODY, SeatMasks, Stage};
pub use position::{Hot, Position};
pub use setup::{Phase, Setup};
pub use view::{Status, View};
