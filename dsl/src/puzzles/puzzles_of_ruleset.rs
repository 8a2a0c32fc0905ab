//! Finds the puzzles of a ruleset.

use std::sync::Arc;

use super::{FILE, Puzzles, read::read};
use crate::diagnostic::{Diagnostic, Source};
use crate::library::Library;
use crate::manifest::tree;

/// The puzzles of a ruleset (`name` is its id or path), and what is wrong with their file; none if it has
/// no such file.
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

/// The file of some bytes.
///
/// # Errors
/// If it is too large or no text.
pub fn source(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostic> {
    tree::source(name, bytes)
}
