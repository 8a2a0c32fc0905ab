//! Playouts: automated games, seeded and parallel, with the same results for any number of threads.

mod interrupt;
mod measure;
mod opening;
mod plan;
mod playout;
mod playouts;
mod summary;
mod timing;

pub use interrupt::Interruptible;
pub use measure::measure;
pub use opening::{MAX_RANDOM_PLIES, Opening};
pub use plan::{Deal, Plan};
pub use playout::{HookMaker, MAX_GAME_OPERATIONS, overworked, profile, run};
pub(crate) use playout::{Player, player, spread};
pub use playouts::{PlayoutAgent, Playouts, PlayoutsError, Report, ShareEstimate};
pub use summary::Summary;
pub use timing::{HookSpent, Profile, Spent};
pub(crate) use timing::{Stopwatch, TimedHooks};

pub use crate::metrics::GameRecord;
pub use quadrille_core::internals::Part;
