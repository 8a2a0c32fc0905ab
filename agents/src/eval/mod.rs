//! Static evaluation. Computes the worth of each seat's pieces, squares and counters, and estimates
//! each team's share of the game from this worth.

mod derived_weights;
mod evaluation_tables;
mod incremental_worth;
mod lead_and_shares;
mod network;
mod pieces_in_play;
mod terms;

pub(crate) use derived_weights::{ARMY_WORTH, PAWN_WORTH, army, values};
pub use derived_weights::{promotion_gains, seen_from};
pub use evaluation_tables::{Evaluation, derived_weights};
pub(crate) use incremental_worth::Accumulator;
pub use lead_and_shares::{LEAD_PER_DOUBLING, certainty};
pub(crate) use lead_and_shares::{Shares, better};
pub use pieces_in_play::{ArmyPart, each_in_play, has_pieces};
pub use terms::TermSink;
