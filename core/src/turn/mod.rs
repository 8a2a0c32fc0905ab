//! The turn machine: plays actions, applies effects, calls hooks, and finds who decides next.
//!
//! Depends on `movegen` and below.

mod apply;
mod dispatch;
mod effects;
mod game;
mod log;
mod machine;
mod perft;
mod resign;
mod work;

pub(crate) use game::Game;
pub use log::TraceEntry;
pub(crate) use log::{EventLog, Log};
pub use work::Part;
pub(crate) use work::{Untimed, WorkTimer};
