//! Builds the findings that `check` reports itself.

use std::ops::Range;
use std::sync::Arc;

use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::{Diagnostic, Severity, Source};

/// A warning at a place, if there is one.
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

/// A finding without a location.
pub fn general(code: Code, message: String, help: String) -> Diagnostic {
    Diagnostic::general(code, message).help(help)
}
