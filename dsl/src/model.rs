//! A `geometry.toml` as a checked tree: every key and value with its place in the file it came
//! from, through inheritance and presets.
//!
//! `tree` reads TOML, [`schema`] says what may stand where, `check` holds one to the other,
//! `literal` finds a byte of a string's value in the file. What the values mean for a game is
//! `load`'s affair.

pub mod schema;

pub(crate) mod check;
pub(crate) mod literal;
pub(crate) mod tree;

#[cfg(test)]
mod tests;
