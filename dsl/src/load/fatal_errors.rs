//! Decides whether diagnostics make a ruleset unusable.

use crate::diagnostic::{Diagnostic, Severity};

/// Returns `true` if the ruleset can't be used because of one of the diagnostics.
pub(super) fn fatal(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}
