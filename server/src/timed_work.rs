//! Work with a time limit. The work also ends soon if its connection ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::pool::Pool;
use crate::turns::Visitor;

/// The maximum time for a long request.
const LONG_REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum time for a long request while other visitors wait.
const CONTENDED_REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// The time between two checks of a long request's time limit.
const LONG_REQUEST_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Runs a task in a visitor's turn and returns its result. Returns `None` if the task panicked. The
/// task's flag is set when its time is over or the connection has ended.
pub(crate) async fn worked<T: Send + 'static>(
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    pool: &Pool,
    visitor: Visitor,
    ended: &AtomicBool,
) -> Option<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let begun = Arc::new(OnceLock::new());
    let (flag, first) = (Arc::clone(&stop), Arc::clone(&begun));
    let done = pool.run(visitor, move || {
        // The time limit starts here, because the task may have waited for others.
        let _ = first.set(Instant::now());
        work(&flag)
    });
    within(done, &stop, ended, &begun, || pool.others_wait(visitor)).await
}

/// Awaits `done`. Sets `stop` if the work exceeds its time limit or the connection has ended. The
/// time limit is lower while `is_contended` returns `true`.
async fn within<T>(
    done: impl Future<Output = T>,
    stop: &AtomicBool,
    ended: &AtomicBool,
    begun: &OnceLock<Instant>,
    is_contended: impl Fn() -> bool,
) -> T {
    tokio::pin!(done);
    loop {
        if let Ok(result) = tokio::time::timeout(LONG_REQUEST_POLL_INTERVAL, &mut done).await {
            return result;
        }
        let late = begun.get().is_some_and(|begun| {
            let time = begun.elapsed();
            time > LONG_REQUEST_TIMEOUT || (time > CONTENDED_REQUEST_TIMEOUT && is_contended())
        });
        if late || ended.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_stops_when_its_connection_ends() {
        let pool = Pool::new("test", 1).unwrap();
        let visitor = Visitor { address: None, connection: 1 };
        let until_stopped = |stop: &Arc<AtomicBool>| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            7
        };
        let ended = AtomicBool::new(true);
        assert_eq!(worked(until_stopped, &pool, visitor, &ended).await, Some(7));
    }
}
