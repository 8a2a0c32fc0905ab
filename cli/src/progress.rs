//! Progress on standard error: only on a terminal, and only for what lasts over a second.

use std::io::IsTerminal as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// A count on its way to a total.
pub struct Progress {
    total: u64,
    unit: &'static str,
    done: AtomicU64,
    begun: Instant,
    wanted: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// `unit` is what is counted: `games`.
    #[must_use]
    pub fn new(total: u64, unit: &'static str) -> Self {
        Self {
            total,
            unit,
            done: AtomicU64::new(0),
            begun: Instant::now(),
            wanted: std::io::stderr().is_terminal(),
            bar: OnceLock::new(),
        }
    }

    /// One more is done.
    pub fn tick(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.wanted || self.begun.elapsed() < Duration::from_secs(1) {
            return;
        }
        self.bar.get_or_init(|| self.draw()).set_position(done);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    fn draw(&self) -> ProgressBar {
        let template = format!("{{bar:32}} {{pos}} of {{len}} {}, {{eta}} left", self.unit);
        let style = ProgressStyle::with_template(&template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(self.total).with_style(style).with_elapsed(self.begun.elapsed())
    }
}
