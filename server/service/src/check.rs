//! Checks of a ruleset's files and of its lessons.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use quadrille_dsl::{Library, lessons, load};

use crate::draft::{DRAFT, Drafts};
use crate::protocol::CheckReport;
use crate::rules;

/// Checks the files of a ruleset and, if it can be played, its lessons.
pub(crate) fn check(
    others: &dyn Library,
    files: &BTreeMap<String, String>,
    stop: &AtomicBool,
) -> CheckReport {
    let library = Drafts { files, others };
    match load(&library, DRAFT, &[]) {
        Ok(loaded) => {
            let report = lessons::run(&library, DRAFT, &loaded, false, stop);
            let warnings = loaded.warnings();
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
