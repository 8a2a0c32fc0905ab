//! The usual layout of rule files, as `quadrille fmt` and editors write it.
//!
//! Formatting never changes the content of a file. It changes only white space, which includes the
//! space between the cells of a picture, and the comma after the last element of an array. Invalid
//! files are not changed. The module supports manifests, lessons and puzzles (`manifest`), the
//! pictures in them (`picture`) and scripts (`script`).

mod manifest;
mod picture;
mod script;
#[cfg(test)]
mod tests;

use crate::diagnostic::{Diagnostic, RulesetError, Severity};
use crate::manifest::tree;
use crate::script::syntax;
use crate::script::syntax::skim::skim;

/// Returns `true` if [`text()`] can format files with this name.
#[must_use]
pub fn knows(name: &str) -> bool {
    name.ends_with(".toml") || name.ends_with(".rhai")
}

/// Returns the content of a file in the usual layout. The name determines the format: files whose
/// names end in `.rhai` are scripts, and all other files are TOML.
///
/// # Errors
/// Returns a [`RulesetError`] if the file can't be parsed. The error lists every mistake.
pub fn text(name: &str, bytes: &[u8]) -> Result<String, RulesetError> {
    let source = tree::source(name, bytes).map_err(RulesetError::from)?;
    if name.ends_with(".rhai") {
        let mut found = Vec::new();
        syntax::read(&source, &[], &mut found);
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
            format!("{name} is left unformatted, because formatting would change its meaning");
        Err(Diagnostic::plain(message).into())
    }
}
