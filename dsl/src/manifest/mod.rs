//! A `geometry.toml` as a checked tree: every key and value with its place in the file it came
//! from, through inheritance and presets.
//!
//! `tree` reads TOML, `syntax` says what is wrong with it, [`schema`] defines keys and types, `check` compares the two, `literal` finds a
//! byte of a string's value in the file, `comments` finds comments, `inherit` reads a file with those
//! that it extends, `presets` applies presets, `script_lists` merges their scripts, `resolved` writes the result. What the values mean for
//! a game is decided by `load`.

pub mod schema;

pub(crate) mod check;
pub(crate) mod comments;
mod hash;
pub(crate) mod inherit;
pub(crate) mod manifest_writer;
pub(crate) mod presets;
mod script_lists;
pub(crate) mod string_offsets;
mod toml_errors;
pub(crate) mod tree;
mod unclosed_brackets;

#[cfg(test)]
mod tests;

pub use hash::hash;
