//! Attacks, legal moves and legal actions: everything that the rules determine about a position.
//!
//! Nearly all code is in methods of [`MoveGen`]. These methods only read positions. To judge a
//! move, they make the move on a copy.

mod attacks;
mod can_other_seat_lift_check;
mod generate;
mod hook_conditions;
mod legal_actions;
mod legality;
mod legality_by_consequences;
mod move_context;
mod move_gen;
mod moves_by_hooks;
mod moves_with_choices;
mod must_capture;
mod path_attacks;
mod path_walker;
mod paths;
mod position_view;
mod repetition_ban;
mod repetition_hash;
mod restricted_sink;
mod sample;
mod sink;
mod special_moves;
mod status;
mod visibility;

pub(crate) use legality::{Constraints, MovesToTest, ProtectedRoyal, UNPROTECTED};
pub(crate) use move_context::MoveContext;
pub(crate) use move_gen::Foresight;
pub use move_gen::MoveGen;
pub(crate) use moves_by_hooks::{ForbidHooks, WithoutForbids};
pub(crate) use path_attacks::{Dependence, Target};
pub(crate) use paths::Ends;
pub(crate) use position_view::{PositionView, delegate_view};
pub use sink::{Any, Count, MoveSet, Moves, Sink};
