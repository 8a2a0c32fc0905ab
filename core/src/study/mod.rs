//! Experiments: what one change of the rules does to the game, with honest intervals.
//!
//! Depends on `sim` and below.

pub mod block;
pub mod compare;
pub mod metric;
pub mod skill;
pub mod values;
