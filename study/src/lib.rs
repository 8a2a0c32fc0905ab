#![doc = include_str!("../README.md")]

pub mod experiments;
pub mod learn;
pub mod metrics;
pub mod puzzles;
pub mod sim;
pub mod statistics;
