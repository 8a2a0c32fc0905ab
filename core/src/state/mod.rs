//! Positions: everything that changes during a game. Also the records of rules in positions, views
//! of positions, and the interface of hooks.

mod hash;
#[allow(missing_docs)]
pub(crate) mod history;
mod hooks;
mod make_move;
#[allow(missing_docs)]
pub(crate) mod position;
#[allow(missing_docs)]
pub(crate) mod position_rules;
mod read_only_position;
mod rule;
pub(crate) mod setup;

pub(crate) use history::History;
pub use hooks::{Hooks, NoHooks};
pub(crate) use make_move::Captures;
pub(crate) use position::{Cold, ColourMasks, NOBODY, SeatMasks, Stage};
pub use position::{Hot, Position};
pub(crate) use position_rules::PositionRules;
pub use read_only_position::{Hypothetical, Status, View};
pub use rule::{MateLoses, Rule, RustRules};
pub use setup::{Phase, Setup};
