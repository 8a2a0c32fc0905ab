//! A `geometry.toml` as a checked tree: every key and value with its place in the file it came
//! from, through inheritance and presets.
//!
//! `tree` reads TOML, `syntax` says what is wrong with it, [`schema`] defines keys and types, `check` compares the two, `literal` finds a
//! byte of a string's value in the file, `comments` finds comments, `inherit` reads a file with those
//! that it extends, `presets` applies presets, `script_lists` merges their scripts, `resolved` writes the result. What the values mean for
//! a game is decided by `load`.

pub mod schema;

mod brackets;
pub(crate) mod check;
pub(crate) mod comments;
mod hash;
pub(crate) mod inherit;
pub(crate) mod literal;
pub(crate) mod presets;
pub(crate) mod resolved;
mod script_lists;
mod syntax;
pub(crate) mod tree;

#[cfg(test)]
mod tests;

pub use hash::hash;
