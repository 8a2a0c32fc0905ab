//! Experiments: comparisons of rulesets and matches of agents, with valid intervals.

pub mod block;
pub mod compare;
pub mod matches;
pub mod metric;
pub mod race;
pub mod skill;
pub mod stopping;
pub mod survey;
mod verdict;
