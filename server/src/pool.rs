//! Pools of threads for computations. Each thread keeps the compiled scripts of the rulesets that
//! it used last, so threads are few and live long. Visitors take turns, see
//! [`Turns`](crate::turns::Turns). A connection has a limited number of open requests, so a queue
//! has no separate limit.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::lock::lock;
use crate::turns::{Turns, Visitor};

type Job = Box<dyn FnOnce() + Send>;

/// A pool of threads with a queue of jobs. The threads end when the last clone is dropped.
#[derive(Clone)]
pub(crate) struct Pool {
    owner: Arc<PoolOwner>,
}

/// Ends the threads of a pool when it is dropped.
struct PoolOwner {
    queue: Arc<PoolQueue>,
}

/// The queue that the threads of a pool share.
struct PoolQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

struct QueueState {
    turns: Turns<Job>,
    ended: bool,
}

impl PoolQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        lock(&self.state)
    }

    /// Runs jobs until the pool ends.
    fn work(&self) {
        let mut state = self.lock();
        while !state.ended {
            let Some((visitor, job)) = state.turns.next() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(state);
            let begun = Instant::now();
            // After a panic no result is sent, which the caller notices.
            let _ = catch_unwind(AssertUnwindSafe(job));
            let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
            state = self.lock();
            state.turns.done(visitor, micros);
            // The visitor's next job may have waited for the end of this one.
            self.changed.notify_one();
        }
    }
}

impl Drop for PoolOwner {
    fn drop(&mut self) {
        self.queue.lock().ended = true;
        self.queue.changed.notify_all();
    }
}

impl Pool {
    /// Starts `threads` threads. A visitor can use at most half of them at the same time.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub fn new(name: &str, threads: usize) -> io::Result<Self> {
        let threads = threads.max(1);
        let state = QueueState { turns: Turns::new(threads / 2), ended: false };
        let queue = Arc::new(PoolQueue { state: Mutex::new(state), changed: Condvar::new() });
        let owner = Arc::new(PoolOwner { queue: Arc::clone(&queue) });
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new().name(name.to_owned()).spawn(move || queue.work())?;
        }
        Ok(Self { owner })
    }

    /// Runs a job in a visitor's turn and returns its result, or `None` if the job panicked or the
    /// pool has ended.
    pub async fn run<T: Send + 'static>(
        &self,
        visitor: Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let job = move || {
            // The caller may have gone.
            let _ = done.send(work());
        };
        self.owner.queue.lock().turns.push(visitor, Box::new(job));
        self.owner.queue.changed.notify_one();
        result.await.ok()
    }

    /// Returns the number of jobs that wait for a thread.
    pub fn waiting(&self) -> usize {
        self.owner.queue.lock().turns.waiting()
    }

    /// Returns `true` if another visitor waits for a thread.
    pub fn others_wait(&self, visitor: Visitor) -> bool {
        self.owner.queue.lock().turns.others_wait(visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VISITOR: Visitor = Visitor { address: None, connection: 1 };

    #[tokio::test]
    async fn a_job_that_panics_harms_no_other() {
        let pool = Pool::new("test", 1).unwrap();
        let broken: Option<()> = pool.run(VISITOR, || std::panic::resume_unwind(Box::new(1))).await;
        assert_eq!(broken, None);
        assert_eq!(pool.run(VISITOR, || 7).await, Some(7));
    }

    #[tokio::test]
    async fn a_visitor_leaves_threads_for_others() {
        let pool = Pool::new("test", 2).unwrap();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Mutex::new(held);
        let blocked = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(VISITOR, move || held.lock().map(|held| held.recv()).is_ok()).await }
        });
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(VISITOR, || 2).await }
        });
        let other = Visitor { connection: 2, ..VISITOR };
        assert_eq!(pool.run(other, || 3).await, Some(3));
        assert!(!second.is_finished(), "the first job of this visitor still runs");
        release.send(()).unwrap();
        assert_eq!(blocked.await.unwrap(), Some(true));
        assert_eq!(second.await.unwrap(), Some(2));
    }
}
