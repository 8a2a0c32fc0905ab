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
    // Without a handler the signal ends the program immediately, which is fine.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// The note after an interrupted experiment: the results so far are valid, and the command that plays
/// all games. Games are reproducible, so only time is lost.
#[must_use]
pub fn told(games: u64, again: &str) -> String {
    let games = plural(games, "game");
    format!(
        "interrupted after {games}; the results so far are valid. To play all games\n  {}",
        printable(again)
    )
}
