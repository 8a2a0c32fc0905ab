//! The turn machine: plays actions, applies effects, calls hooks, and finds the next decision.
//!
//! All code is in methods of [`Machine`]. Only the methods in `apply`,
//! `turn_stage_updates` and `effects` write to a position. All other methods call these methods to
//! change a position.

mod apply;
mod check_effect;
mod choice_questions;
mod declarations;
mod dispatch;
mod effects;
mod judge_given_position;
mod log;
mod machine;
mod perft;
mod shuffling;
mod trace;
mod turn_stage_updates;
mod typed_game;
mod work_timer;

pub use log::{EventLog, Log};
pub use machine::Machine;
pub(crate) use trace::Trace;
pub use trace::{Cause, Change, TraceEntry};
pub use typed_game::{Beginning, TypedGame};
pub use work_timer::Part;
pub use work_timer::{Untimed, WorkTimer};
