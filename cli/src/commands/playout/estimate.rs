//! Estimates the duration of a run. A sample of its games is played on one thread, and the time of
//! the sample is extrapolated to all games.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quadrille_dsl::Ruleset;
use quadrille_dsl::text::prose::quantity;
use quadrille_reports::figures::grouped;
use quadrille_reports::statistics::rounded;
use quadrille_reports::table::{Align, columns};
use quadrille_study::sim::{self, Plan};
use serde::Serialize;

/// The minimum duration of a sample, in seconds.
const MIN_SAMPLE_SECONDS: f64 = 2.5;
/// The numbers of processors for which the duration is estimated, in addition to the number of
/// processors of this machine.
const PROCESSOR_COUNTS: [u64; 3] = [1, 100, 10_000];

/// The estimated time for the games of a run.
#[derive(Serialize, Debug)]
pub struct RunEstimate {
    /// The number of games in the sample.
    sample: u64,
    /// The number of games per second on one processor.
    games_per_second: f64,
    /// The number of plies per second on one processor.
    plies_per_second: f64,
    /// The number of games in the run.
    games: u64,
    /// The time in hours that one processor needs for the run.
    processor_hours: f64,
    #[serde(skip)]
    here: u64,
}

impl RunEstimate {
    /// Plays larger and larger samples of a run until a sample takes long enough for an estimate.
    /// Returns `None` if `stop` is set before that.
    #[must_use]
    pub fn new(loaded: &Ruleset, plan: &Plan, here: usize, stop: &AtomicBool) -> Option<Self> {
        let games = plan.games.end - plan.games.start;
        let mut sample = 1;
        loop {
            let begun = Instant::now();
            let range = plan.games.start..plan.games.start.saturating_add(sample);
            let plan = Plan { games: range, jobs: 1, record: false, ..plan.clone() };
            let hooks = || loaded.hooks();
            let played = sim::run(&loaded.rules, &hooks, &plan, stop, &|_| {});
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let seconds = begun.elapsed().as_secs_f64();
            if seconds < MIN_SAMPLE_SECONDS {
                // Play enough games for the minimum duration. The factor is limited, because the
                // speed of a few games is only a rough estimate.
                let more = 1.2 * MIN_SAMPLE_SECONDS / seconds.max(1e-3);
                sample = (sample as f64 * more.clamp(2.0, 16.0)) as u64;
                continue;
            }
            let rate = sample as f64 / seconds;
            return Some(Self {
                sample,
                games_per_second: rounded(rate, 3),
                plies_per_second: (played.plies as f64 / seconds).round(),
                games,
                processor_hours: rounded(games as f64 / rate / 3600.0, 3),
                here: here as u64,
            });
        }
    }

    /// Returns the estimate as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "{} games and {} plies a second on one processor, by a sample of {}",
            figure(self.games_per_second),
            grouped(self.plies_per_second as u64),
            quantity(self.sample, "game"),
        );
        let _ = writeln!(
            out,
            "{} games take {} processor-hours",
            grouped(self.games),
            figure(self.processor_hours)
        );
        let mut processors: Vec<u64> = PROCESSOR_COUNTS.into_iter().chain([self.here]).collect();
        processors.sort_unstable();
        processors.dedup();
        let row = |n: u64| {
            let here = if n == self.here { "here" } else { "" };
            vec![
                if n == 1 {
                    "1 processor".to_owned()
                } else {
                    format!("{} processors", grouped(n))
                },
                duration(self.processor_hours * 3600.0 / n as f64),
                here.to_owned(),
            ]
        };
        let rows: Vec<_> = processors.into_iter().map(row).collect();
        out.push_str(&columns(&[Align::Right, Align::Right, Align::Left], &rows));
        out
    }
}

/// Formats a number. The smaller the number, the more decimal places it has.
fn figure(value: f64) -> String {
    match value {
        v if v >= 1000.0 => grouped(v.round() as u64),
        v if v >= 10.0 => format!("{v:.1}"),
        v => format!("{v:.3}"),
    }
}

/// Formats a duration in a suitable unit.
fn duration(seconds: f64) -> String {
    let units =
        [(86_400.0 * 365.25, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    match units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit) {
        Some((unit, name)) => format!("{:.1} {name}", seconds / unit),
        None => format!("{seconds:.1} seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_units_that_suit_them() {
        assert_eq!(duration(90.0), "90.0 seconds");
        assert_eq!(duration(7200.0), "2.0 hours");
        assert_eq!(duration(86_400.0 * 10.0), "10.0 days");
        assert_eq!(duration(1e9), "31.7 years");
        assert_eq!(
            (figure(0.6812), figure(98.23), figure(2829.4)),
            ("0.681".into(), "98.2".into(), "2,829".into())
        );
    }
}
