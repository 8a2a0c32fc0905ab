//! Experiments: comparisons of rulesets, matches of agents, and values of pieces, with valid
//! intervals.
//!
//! Depends on `sim` and below.

pub mod block;
pub mod compare;
pub mod metric;
pub mod skill;
pub mod values;
