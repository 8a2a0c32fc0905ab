//! The messages. A page asks with a [`Request`], and the service answers with a [`Response`] of the same
//! `id`; a server sends a [`Push`] unasked. Squares, seats, armies, kinds and states are called by their names.
//!
//! Fields that a reader does not know are to be ignored; a new field does not change [`VERSION`].

mod answers;
mod checks;
mod games;
mod puzzles;
mod requests;
mod rulesets;
mod tables;

pub use answers::*;
pub use checks::*;
pub use games::*;
pub use puzzles::*;
pub use requests::*;
pub use rulesets::*;
pub use tables::*;

/// The version of the messages. A page made for another one has to be loaded again.
pub const VERSION: u32 = 1;
