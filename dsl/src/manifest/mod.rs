//! A `geometry.toml` as a checked tree: every key and value with its place in the file it came
//! from, through inheritance and presets.
//!
//! `tree` reads TOML, [`schema`] says what may stand where, `check` holds one to the other,
//! `literal` finds a byte of a string's value in the file, `inherit` merges a file with those it
//! extends and with a preset, `resolved` writes the result. What the values mean for a game is
//! decided by `load`. Depends on [`diagnostic`](crate::diagnostic) and [`library`](crate::library).

pub mod schema;

pub(crate) mod check;
pub(crate) mod inherit;
pub(crate) mod literal;
pub(crate) mod resolved;
pub(crate) mod tree;

#[cfg(test)]
mod tests;
