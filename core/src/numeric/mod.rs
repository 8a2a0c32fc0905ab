//! Arithmetic and statistics with the same results on every machine.

pub mod clusters;
pub mod components;
pub mod confidence_sequence;
pub mod math;
pub mod multinomial;
pub mod multiple_testing;
pub mod normal_mixture;
pub mod rng;
