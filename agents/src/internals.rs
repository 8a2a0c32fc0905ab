//! The interface of the crate `quadrille-study`: agents of a known board width, and the parts of the
//! evaluation. It changes with any version.

pub use crate::account::{Account, Part, each_in_play, has_pieces};
pub use crate::agent::{Agent, choose_by_knowledge};
pub use crate::evaluate::{Evaluation, PER_DOUBLING, certainty, derived_weights};
pub use crate::seating::{distinct, rotations};
pub use crate::table::make;
pub use crate::worth::{promotion_gains, seen_from};
