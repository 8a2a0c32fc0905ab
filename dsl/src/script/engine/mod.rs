//! Runs functions of scripts. There are two ways: Rhai in a sandbox, and a faster interpreter.

pub(crate) mod direct;
pub(crate) mod sandbox;
