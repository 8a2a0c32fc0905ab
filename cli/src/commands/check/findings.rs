//! Constructors for findings that `check` itself makes.

use std::ops::Range;
use std::sync::Arc;

use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::{Diagnostic, Severity, Source};

/// Creates a warning that points to a place in a file. If `place` is `None`, the warning points to
/// no file.
pub fn at(place: Option<(&Arc<Source>, Range<usize>)>, code: Code, message: String) -> Diagnostic {
    match place {
        Some((source, span)) => Diagnostic::warning(code, source, span, message),
        None => {
            let mut found = Diagnostic::general(code, message);
            found.severity = Severity::Warning;
            found
        }
    }
}

/// Creates a finding without a place.
pub fn general(code: Code, message: String, help: String) -> Diagnostic {
    Diagnostic::general(code, message).help(help)
}
