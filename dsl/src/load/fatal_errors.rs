//! Decides whether diagnostics make a ruleset unusable.

use crate::diagnostic::{Diagnostic, Severity};

/// Returns `true` if any of the diagnostics makes the ruleset unusable.
pub(super) fn fatal(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}
