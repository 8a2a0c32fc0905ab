//! Finds the puzzles of a ruleset.

use std::sync::Arc;

use super::{FILE, Puzzles, read::read};
use crate::diagnostic::{Diagnostic, Source};
use crate::library::Library;
use crate::manifest::tree;

/// Returns the puzzles of a ruleset, and the mistakes in its puzzle file. `name` is the id or path
/// of the ruleset. If the ruleset has no puzzle file, both lists are empty.
#[must_use]
pub fn of(library: &dyn Library, name: &str) -> (Puzzles, Vec<Diagnostic>) {
    let none = || (Puzzles::default(), Vec::new());
    let Ok(folder) = library.folder(name) else { return none() };
    let Some(bytes) = folder.files.get(FILE) else { return none() };
    match tree::source(&format!("{}/{FILE}", folder.name), bytes) {
        Ok(source) => read(&source),
        Err(error) => (Puzzles::default(), vec![error]),
    }
}

/// Creates the source of a file from its bytes.
///
/// # Errors
/// Returns a [`Diagnostic`] if the file is too large or not text.
pub fn source(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostic> {
    tree::source(name, bytes)
}
