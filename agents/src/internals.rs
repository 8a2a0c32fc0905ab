//! Items that only the crate `quadrille-study` uses: agents for a known board width, and the terms
//! of the evaluation. They may change with any version.

pub use crate::agent::{AnyWidth, AsAnyGame, TypedAgent, choose_by_knowledge};
pub use crate::agent_rotations::{distinct, rotations};
pub use crate::agent_spec::make;
pub use crate::eval::{
    ArmyPart, Evaluation, LEAD_PER_DOUBLING, TermSink, certainty, derived_weights, each_in_play,
    has_pieces, promotion_gains, seen_from,
};
