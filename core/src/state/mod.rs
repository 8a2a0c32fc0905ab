//! Positions: everything that changes during a game, views of it, and the interface of hooks.
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
