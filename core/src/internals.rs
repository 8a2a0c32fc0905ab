//! The interface of the crates `quadrille-agents` and `quadrille-study`: typed games, move
//! generation and the turn machine. It may change with any version.
//!
//! A typed game's type contains the width of its board. [`with_typed!`](crate::with_typed) leads
//! from a game of any width to a [`TypedGame`]. [`at_width!`](crate::at_width) leads from a ruleset
//! to the width of its board.

pub use crate::board::square_map::SquareMap;
pub use crate::game::any_game::{TypedGameMut, with_typed};
pub use crate::game::resume::resume_at;
pub use crate::movegen::{Any, MoveGen, MoveSet, Sink};
pub use crate::state::history::History;
pub use crate::state::position::{Cold, ColourMasks, NOBODY, Stage};
pub use crate::state::position_rules::PositionRules;
pub use crate::state::setup::counters;
pub use crate::tables::empty_board_moves::Route;
pub use crate::tables::layout::{BoardBlast, Tables, bits};
pub use crate::turn::{Beginning, EventLog, Log, Machine, Part, TypedGame, Untimed, WorkTimer};
