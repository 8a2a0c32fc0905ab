//! Evaluation: the worth of each seat's pieces, squares and counters, and each team's share of the
//! game.

mod accumulator;
mod army_part;
mod evaluation_tables;
mod lead_and_shares;
mod network;
mod terms;
mod worth;

pub(crate) use accumulator::Accumulator;
pub use army_part::{ArmyPart, each_in_play, has_pieces};
pub use evaluation_tables::{Evaluation, derived_weights};
pub use lead_and_shares::{LEAD_PER_DOUBLING, certainty};
pub(crate) use lead_and_shares::{Shares, better};
pub use terms::TermSink;
pub(crate) use worth::{ARMY_WORTH, PAWN_WORTH, army, values};
pub use worth::{promotion_gains, seen_from};
