//! Attacks, legal moves and legal actions: everything that the rules determine about a position.
//!
//! Nearly all code is in methods of [`MoveGen`]. These methods only read positions. To judge a
//! move, they make the move on a copy.

mod attacks;
mod can_lift_check;
mod consequences;
mod generate;
mod hook_conditions;
mod hook_view;
mod legal_actions;
mod legality;
mod move_context;
mod move_gen;
mod must_capture;
mod path_attacks;
mod path_walker;
mod paths;
mod permitted_moves;
mod recurrence;
mod restricted_sink;
mod sample;
mod sink;
mod special_moves;
mod status;
mod visibility;

pub(crate) use hook_view::{PositionView, delegate_view};
pub(crate) use legality::{Constraints, MovesToTest, ProtectedRoyal};
pub(crate) use move_context::MoveContext;
pub(crate) use move_gen::Foresight;
pub use move_gen::MoveGen;
pub(crate) use path_attacks::{Dependence, Target};
pub(crate) use paths::Ends;
pub(crate) use permitted_moves::{ForbidHooks, WithoutForbids};
pub(crate) use recurrence::UNPROTECTED;
pub use sink::{Any, Count, MoveSet, Moves, Sink};
