//! Experiments: what one change of the rules does to the game, with honest intervals.

pub mod categories;
pub mod family;
pub mod number;
pub mod sequence;
