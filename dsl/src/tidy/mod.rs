//! The usual layout of rule files: what `quadrille fmt` and editors write.
//!
//! A file is never laid out differently at the price of what it says: only white space changes, the comma
//! after the last element of an array, and the space between the cells of a picture. What can't be read
//! is not touched. Knows manifests, lessons and puzzles (`manifest`), pictures in them (`picture`)
//! and scripts (`script`).

mod manifest;
mod picture;
mod script;
#[cfg(test)]
mod tests;

use crate::diagnostic::{Diagnostic, RulesetError, Severity};
use crate::manifest::tree;
use crate::script::syntax;
use crate::script::syntax::skim::skim;

/// Whether the file of this name has a usual layout.
#[must_use]
pub fn knows(name: &str) -> bool {
    name.ends_with(".toml") || name.ends_with(".rhai")
}

/// The text of a file in the usual layout; the same text if it has it already. The name decides what the
/// text is: a script if it ends in `.rhai`, otherwise TOML.
///
/// # Errors
/// What is wrong with a file that can't be read.
pub fn text(name: &str, bytes: &[u8]) -> Result<String, RulesetError> {
    let source = tree::source(name, bytes).map_err(RulesetError::from)?;
    if name.ends_with(".rhai") {
        let mut found = Vec::new();
        syntax::read(&source, &mut found);
        found.retain(|finding| finding.severity == Severity::Error);
        return match skim(&source.text) {
            Ok(skim) if found.is_empty() => Ok(script::tidied(&source.text, &skim.strings)),
            _ => Err(found.into()),
        };
    }
    let (_, found) = tree::parse(&source);
    if !found.is_empty() {
        return Err(found.into());
    }
    let tidied = manifest::tidied(&source.text);
    if manifest::says(&tidied) == manifest::says(&source.text) {
        Ok(tidied)
    } else {
        let message =
            format!("{name} would say something else if it were laid out; it is left as it is");
        Err(Diagnostic::plain(message).into())
    }
}
