//! The interface of the crates above.

pub use crate::game::{TypedGameMut, with_typed};
