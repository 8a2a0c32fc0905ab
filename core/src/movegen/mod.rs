//! Attacks, legal moves and legal actions: everything that the rules say about a position.
//!
//! Nearly all of it is methods of [`MoveGen`], which reads positions. To judge a move, it makes the
//! move on a copy.

mod attacks;
mod compliant;
mod consequences;
mod duties;
mod filters;
mod generate;
mod hook_moves;
mod legal_actions;
mod legality;
mod lifting;
mod move_gen;
mod path_attacks;
mod path_walker;
mod paths;
mod recurrence;
mod sample;
mod sink;
mod snapshot;
mod special_moves;
mod status;
mod visibility;

pub(crate) use generate::MoveContext;
pub(crate) use hook_moves::{ForbidHooks, WithoutForbids};
pub(crate) use legality::{Constraints, ProtectedRoyal, Tested};
pub(crate) use move_gen::Foresight;
pub use move_gen::MoveGen;
pub(crate) use path_attacks::{Dependence, Target};
pub(crate) use paths::Ends;
pub use sink::{Any, Count, MoveSet, Moves, Sink};
pub(crate) use snapshot::{PositionView, delegate_view};
