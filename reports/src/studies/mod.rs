//! Studies: a file states a question and a plan. Before the first game, the plan is sealed. The
//! paper about the results states every deviation from the sealed plan.

pub mod file;
pub mod paper;
pub mod plan;
pub mod rows;
