//! Ctrl-C: the first asks the work to stop, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::diagnose::{plural, printable};
use crate::output::exit;

/// A flag that is set when the user wants the work to stop.
#[must_use]
pub fn watch() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
    };
    // Without a handler the signal ends the program at once, which is right too.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// What is said of an experiment that was stopped: that what it found holds, and how to play all of
/// it. Games are the same every time, so nothing is lost but their time.
#[must_use]
pub fn told(games: u64, again: &str) -> String {
    let games = plural(games, "game");
    format!(
        "interrupted after {games}; what they say holds as it stands. To play all of it\n  {}",
        printable(again)
    )
}
