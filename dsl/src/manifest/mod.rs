//! A `geometry.toml` as a checked tree. Every key and every value keeps its place in its file, even
//! after inheritance and presets are applied.
//!
//! `tree` reads TOML. `toml_errors` and `unclosed_brackets` explain the parser's errors, and
//! `string_offsets` finds a byte of a string's value in the file. `comments` finds comments.
//! [`schema`] defines keys and types, and `check` applies the schema. `inherit` reads a file with
//! its ancestors, `presets` applies presets, and `script_lists` merges the lists of scripts from
//! several presets. `manifest_writer` writes the resulting manifest.
//!
//! These modules do not interpret the values. The module `load` does.

pub mod piece_figures;
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

/// Returns the version of the format of a rule file, from its key `format`. Returns 1 if the file
/// has no such key.
#[must_use]
pub fn format_of(source: &std::sync::Arc<crate::diagnostic::Source>) -> i64 {
    let (table, _) = tree::parse(source);
    table.get("format").and_then(tree::TomlNode::integer).unwrap_or(1)
}
