//! Ctrl-C, and the signals with which schedulers and closed terminals end a job. If no command
//! watches for these signals, each of them ends the program. If a command watches, the first signal
//! sets a flag that stops the work, and a second signal ends the program. Time limits also stop
//! work by setting a flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille_dsl::text::prose::quantity;
use quadrille_reports::command_line::quoted;
#[cfg(unix)]
use signal_hook::iterator::Signals;

use crate::args::KeepArgs;

use crate::output::{children, exit};

/// The interval at which time limits are checked.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The user's request to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    /// `true` if a running command watches the flag.
    watched: Arc<AtomicBool>,
    /// Notified when the user requests a stop.
    signal: Arc<(Mutex<()>, Condvar)>,
}

impl Interrupt {
    /// Installs the handlers of the signals. A handler ends the program, so that the exit code is
    /// always the same.
    #[must_use]
    pub fn install() -> Self {
        let interrupt = Self::default();
        let Self { stop, watched, signal } = interrupt.clone();
        let handler = Arc::new(move || {
            if !watched.load(Ordering::Relaxed) || stop.swap(true, Ordering::Relaxed) {
                children::end_all();
                std::process::exit(i32::from(exit::INTERRUPTED));
            }
            let (lock, come) = &*signal;
            let _held = lock.lock().unwrap_or_else(PoisonError::into_inner);
            come.notify_all();
        });
        let pressed = Arc::clone(&handler);
        // Without a handler the signal ends the program immediately, which is fine.
        let _ = ctrlc::set_handler(move || pressed());
        #[cfg(unix)]
        if let Ok(mut orders) = Signals::new(ending_signals()) {
            std::thread::spawn(move || orders.forever().for_each(|_| handler()));
        }
        // If a file exceeds a limit of the system, a signal would end the program and leave a draft
        // behind. With any handler, writing fails instead, as on a full disk.
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        interrupt
    }

    /// Returns a flag that is set when the user requests a stop. The caller must test it regularly,
    /// and stop when it is set.
    #[must_use]
    pub fn watch(&self) -> Arc<AtomicBool> {
        self.watched.store(true, Ordering::Relaxed);
        Arc::clone(&self.stop)
    }

    /// Sleeps until the user requests a stop. The caller must then exit.
    #[cfg(feature = "serve")]
    pub fn wait(&self) {
        self.watched.store(true, Ordering::Relaxed);
        let (lock, come) = &*self.signal;
        let mut held = lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stop.load(Ordering::Relaxed) {
            held = come.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Returns the signals that end this program. If the program was started with `nohup`, the hangup
/// of a terminal does not end it.
#[cfg(unix)]
fn ending_signals() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    // If the system does not report the ignored signals, SIGHUP keeps its default action.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let hangs_up = ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 0);
    [Some(SIGTERM), hangs_up.then_some(SIGHUP)].into_iter().flatten().collect()
}

/// Runs `work` with a flag, which is set after `time` or as soon as `stop` is set. Returns the
/// result of the work, and `true` if the time ran out before the work ended.
pub fn limited<T>(
    stop: &AtomicBool,
    time: Duration,
    work: impl FnOnce(&AtomicBool) -> T,
) -> (T, bool) {
    limited_by(&|| stop.load(Ordering::Relaxed), time, work)
}

/// Runs `work` as [`limited`] does. The function `stop` returns `true` if the work should stop.
pub fn limited_by<T>(
    stop: &(dyn Fn() -> bool + Sync),
    time: Duration,
    work: impl FnOnce(&AtomicBool) -> T,
) -> (T, bool) {
    /// A guard that sets the flag when it is dropped. The flag is therefore also set if the work
    /// panics. Without the guard, the scope would then wait for the watching thread forever.
    struct Done<'a>(&'a AtomicBool);

    impl Drop for Done<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    let (halt, late, done) =
        (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
    let watch = || {
        let begun = Instant::now();
        while !done.load(Ordering::Relaxed) {
            let over = begun.elapsed() >= time;
            if over || stop() {
                late.store(over, Ordering::Relaxed);
                halt.store(true, Ordering::Relaxed);
                return;
            }
            std::thread::park_timeout(STOP_POLL_INTERVAL.min(time));
        }
    };
    let result = std::thread::scope(|scope| {
        let watcher = scope.spawn(watch);
        let result = {
            let _done = Done(&done);
            work(&halt)
        };
        watcher.thread().unpark();
        result
    });
    (result, late.load(Ordering::Relaxed))
}

/// Returns the note that is printed if an experiment is interrupted. The note contains a command to
/// continue. If games were saved, this command plays only the missing games. Otherwise, it plays
/// all games again, with the same results.
#[must_use]
pub fn describe(games: u64, again: &str, keep: &KeepArgs) -> String {
    let games = quantity(games, "game");
    let (which, on) = match &keep.out {
        Some(folder) => (
            "the other games",
            format!(" --out {} --resume", quoted(&folder.display().to_string())),
        ),
        None => ("all games", String::new()),
    };
    format!(
        "interrupted after {games}; the results so far are valid. To play {which}:\n  {again}{on}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(halt: &AtomicBool) -> bool {
        let begun = Instant::now();
        while !halt.load(Ordering::Relaxed) && begun.elapsed() < Duration::from_secs(60) {
            std::thread::yield_now();
        }
        halt.load(Ordering::Relaxed)
    }

    #[test]
    fn work_ends_with_its_time_or_when_it_is_told_to_and_neither_counts_as_the_other() {
        let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
        let hour = Duration::from_secs(3600);
        assert_eq!(limited(&go, Duration::from_millis(5), wait), (true, true));
        assert_eq!(limited(&stop, hour, wait), (true, false));
        assert_eq!(limited(&go, hour, |_| 7), (7, false));
    }
}
