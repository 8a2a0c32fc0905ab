//! Decides if diagnostics make a ruleset useless.

use crate::diagnostic::{Diagnostic, Severity};

/// Whether any of the diagnostics makes the ruleset useless.
pub(super) fn fatal(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}
