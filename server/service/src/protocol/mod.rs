//! The messages. A page sends a [`Request`], and the service answers with a [`Response`] of the
//! same `id`. A server also sends a [`Push`] without a request. Messages refer to squares, seats,
//! armies, kinds and states by name.
//!
//! Readers must ignore unknown fields. A new field does not change [`VERSION`].

mod answer_kinds;
mod answers;
mod checks;
mod classes;
mod games;
mod limits;
mod puzzles;
mod requests;
mod rulesets;
mod tables;

pub use answer_kinds::*;
pub use answers::*;
pub use checks::*;
pub use classes::*;
pub use games::*;
pub use limits::*;
pub use puzzles::*;
pub use requests::*;
pub use rulesets::*;
pub use tables::*;
