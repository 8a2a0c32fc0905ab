//! Runs functions of scripts in two ways. One way is Rhai in a sandbox. The other way is a faster
//! interpreter.

pub(crate) mod direct;
pub(crate) mod sandbox;
