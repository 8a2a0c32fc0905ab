//! Loads rulesets from files: grammars, manifests, rule scripts, diagnostics, FEN and records.
//!
//! This list contains the modules, with the most basic module first. Each module uses only the
//! modules before it in the list:
//!
//! - [`text`]: English prose, and signs for invisible characters
//! - [`diagnostic`]: mistakes in files, with message, place and suggested fix
//! - [`library`]: sources of files: memory, the disk, or this crate
//! - [`formats`]: text formats: notation, square sets, pictures, FEN, actions, records
//! - [`manifest`]: `geometry.toml` and `lessons.toml` as checked trees, with inheritance and
//!   presets
//! - [`weights`]: weights of the evaluation, learned from games
//! - [`script`]: rule scripts
//! - [`tidy`]: the usual layout of rule files
//! - [`load()`]: loads a [ruleset](Ruleset) from its folder
//! - [`record_ruleset`]: the ruleset that a record names
//! - [`lessons`]: positions that show and test the clauses of a ruleset
//! - [`puzzles`]: positions with one solution, found in played games
//! - [`plugin_page`], [`limits_page`], [`history_page`]: pages generated from plugins, constants
//!   and dated events
//! - [`template`]: the files of a new ruleset
//!
//! Only [`library`] reads the disk. No module uses a terminal or a clock.

pub mod diagnostic;
pub mod formats;
pub mod history_page;
pub mod lessons;
pub mod library;
mod limits;
pub mod limits_page;
pub mod load;
pub mod manifest;
pub mod plugin_page;
pub mod puzzles;
pub mod record_ruleset;
pub mod script;
pub mod template;
#[cfg(test)]
mod testing;
pub mod text;
pub mod tidy;
pub mod weights;

pub use diagnostic::code as codes;
pub use diagnostic::{Diagnostic, RulesetError, Severity, Source};
pub use formats::{
    actions, circumstance_text, fen, mechanism_sentences, memory_text, notation, pgn, squares,
    variant_names,
};
pub use library::{Folder, Library, LibraryError};
pub use limits::Limits;
pub use load::{Meta, Ruleset, Tunable, load, load_until};
pub use manifest::hash;
