//! Arithmetic and random numbers with the same results on every machine.

pub mod math;
pub mod rng;
