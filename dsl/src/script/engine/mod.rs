//! Runs functions of scripts: Rhai in a sandbox, and an interpreter that is faster.

pub(crate) mod direct;
pub(crate) mod sandbox;
