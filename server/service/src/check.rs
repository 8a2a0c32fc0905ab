//! Checks of a ruleset's files and of its lessons.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use quadrille_dsl::diagnostic::Levels;
use quadrille_dsl::{Library, lessons, load_until};

use crate::draft::{DRAFT, Drafts};
use crate::protocol::CheckReport;
use crate::rules;

/// Checks the files of a ruleset and, if it can be played, its lessons. When `stop` is set, the
/// check soon ends, and the report may be incomplete.
pub(crate) fn check(
    others: &dyn Library,
    files: &BTreeMap<String, String>,
    stop: &AtomicBool,
) -> CheckReport {
    let library = Drafts { files, others };
    match load_until(&library, DRAFT, &[], &Levels::default(), stop) {
        Ok(loaded) => {
            let report = lessons::run(&library, DRAFT, &loaded, false, stop);
            let warnings = loaded.warnings_until(stop);
            let found = warnings.iter().chain(&report.findings);
            CheckReport {
                findings: rules::findings(found),
                passed: report.passed,
                lessons: report.lessons,
                ruleset: Some(Box::new(rules::ruleset(&loaded))),
            }
        }
        Err(found) => {
            CheckReport { findings: rules::findings(&found), passed: 0, lessons: 0, ruleset: None }
        }
    }
}
