//! Progress bars on standard error. They appear only on terminals, and only if the work takes
//! longer than a second.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use quadrille_dsl::text::printable::one_line;

/// The delay before the bar appears, in milliseconds.
const BAR_DELAY_MS: u64 = 1000;
/// The interval between updates, in milliseconds.
const BAR_INTERVAL_MS: u64 = 100;

/// A progress bar, which counts towards a total.
pub struct Progress {
    total: u64,
    unit: &'static str,
    done: AtomicU64,
    begun: Instant,
    /// The time of the next update, in milliseconds. It is `u64::MAX` if standard error is not a
    /// terminal.
    next: AtomicU64,
    bar: OnceLock<ProgressBar>,
    /// The results so far, which the bar shows.
    known: Mutex<String>,
}

impl Progress {
    /// Creates a progress bar. `unit` names the things that it counts, such as `games`.
    #[must_use]
    pub fn new(total: u64, unit: &'static str) -> Self {
        let wanted = std::io::stderr().is_terminal();
        Self {
            total,
            unit,
            done: AtomicU64::new(0),
            begun: Instant::now(),
            next: AtomicU64::new(if wanted { BAR_DELAY_MS } else { u64::MAX }),
            bar: OnceLock::new(),
            known: Mutex::new(String::new()),
        }
    }

    /// Counts one more unit of work.
    pub fn tick(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let elapsed = self.begun.elapsed();
        let now = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let due = self.next.load(Ordering::Relaxed);
        let claim = |due| {
            let next = now.saturating_add(BAR_INTERVAL_MS);
            self.next.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        if now >= due && claim(due) {
            let bar = self.bar.get_or_init(|| self.draw());
            let left = HumanDuration(left(elapsed, done, self.total));
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            bar.set_message(format!("{left} left{known}"));
            bar.set_position(done);
        }
    }

    /// Shows the results so far beside the bar.
    pub fn tell(&self, known: &str) {
        let text = if known.is_empty() { String::new() } else { format!("; {}", one_line(known)) };
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Removes the bar from the terminal.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    fn draw(&self) -> ProgressBar {
        let template = format!("{{bar:32}} {{pos}} of {{len}} {}, {{msg}}", self.unit);
        let style = ProgressStyle::with_template(&template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(self.total).with_style(style.progress_chars("=> "))
    }
}

/// Returns the estimated time for the rest of the work.
fn left(elapsed: Duration, done: u64, total: u64) -> Duration {
    let rest = total.saturating_sub(done) as f64 / done.max(1) as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_expected_to_go_as_fast_as_what_is_done() {
        let two = Duration::from_secs(2);
        assert_eq!(left(two, 1, 4), Duration::from_secs(6));
        assert_eq!(left(two, 4, 4), Duration::ZERO);
        assert_eq!(left(two, 5, 4), Duration::ZERO);
        assert!(left(two, 0, u64::MAX) > two);
    }
}
