//! The interface for the crates `quadrille-agents` and `quadrille-study`: typed games, move
//! generation and the turn machine. It may change with any version.
//!
//! The type of a typed game contains the width of its board. For a game of any width,
//! [`with_typed!`](crate::with_typed) runs code with the [`TypedGame`]. For a ruleset,
//! [`at_width!`](crate::at_width) runs code with the width of its board.

pub use crate::board::square_map::SquareMap;
pub use crate::game::any_game::{TypedGameMut, with_typed};
pub use crate::game::resume_from_setup::resume_at;
pub use crate::movegen::{Any, MoveGen, MoveSet, Sink};
pub use crate::state::history::History;
pub use crate::state::position::{Cold, ColourMasks, NOBODY, Stage};
pub use crate::state::position_rules::PositionRules;
pub use crate::state::setup::counters;
pub use crate::tables::empty_board_moves::Route;
pub use crate::tables::layout::{BoardBlast, Tables, bits};
pub use crate::turn::{Beginning, EventLog, Log, Machine, Part, TypedGame, Untimed, WorkTimer};
