//! Runs functions of scripts: Rhai in a sandbox, and a faster interpreter.

pub(crate) mod direct;
pub(crate) mod sandbox;
