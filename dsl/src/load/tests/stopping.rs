//! Tests of loading and linting that another thread stops.

use std::sync::atomic::AtomicBool;

use super::fixture::{FULL, Shelf, with};
use crate::diagnostic::{Code, Levels};
use crate::lessons;
use crate::limits::NEVER_STOPPED;
use crate::load::load_until;

/// A flag that is set before the work begins.
static STOPPED: AtomicBool = AtomicBool::new(true);

/// Returns the codes of the errors of a stopped load.
fn stopped(shelf: &Shelf) -> Vec<Option<Code>> {
    let loaded = load_until(&**shelf, "full", &[], &Levels::default(), &STOPPED);
    loaded.unwrap_err().iter().map(|found| found.code).collect()
}

#[test]
fn a_load_that_is_stopped_reports_only_that() {
    assert_eq!(stopped(&with(FULL)), [Some(Code::LoadingStopped)]);
    // These mistakes need not have been found.
    let wrong = FULL.replace("title", "titel");
    assert_eq!(stopped(&with(&wrong)), [Some(Code::LoadingStopped)]);
}

#[test]
fn a_stopped_ruleset_has_no_warnings_from_lints_and_no_results_of_lessons() {
    let unused = FULL.replace("[zones]\n", "[zones]\nunused-zone = \"a2\"\n");
    let lesson = "[[lesson]]\nclause = \"C1\"\nsays = \"Text.\"\nunplayable = \"no board\"\n";
    let shelf = with(&unused).file("full", "lessons.toml", lesson);
    let loaded = shelf.load("full").unwrap();
    let reported = |found: Vec<crate::Diagnostic>| {
        found.iter().any(|found| found.code == Some(Code::UnusedZone))
    };
    assert!(reported(loaded.warnings()));
    assert!(!reported(loaded.warnings_until(&STOPPED)));
    let shown = |stop| lessons::run(&*shelf, "full", &loaded, false, stop).shown;
    assert_eq!((shown(&NEVER_STOPPED), shown(&STOPPED)), (1, 0));
}
