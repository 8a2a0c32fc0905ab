//! Pools of threads for computations. Each thread keeps the compiled scripts of the rulesets that
//! it used last, so threads are few and live long. Jobs run in the order of their arrival. The
//! queue has a maximum length.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};

type Job = Box<dyn FnOnce() + Send>;

/// A pool of threads with a queue of jobs. The threads end when the last clone is dropped.
#[derive(Clone)]
pub(crate) struct Pool {
    jobs: mpsc::Sender<Job>,
}

impl Pool {
    /// Starts `threads` threads. At most `waiting` jobs can be in the queue.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn new(name: &str, threads: usize, waiting: usize) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel::<Job>(waiting.max(1));
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            let work = move || {
                loop {
                    let job = queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
                    let Some(job) = job else { return };
                    // After a panic no result is sent, which the caller notices.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            };
            std::thread::Builder::new().name(name.to_owned()).spawn(work)?;
        }
        Ok(Self { jobs })
    }

    /// Runs a job in the pool and returns its result, or `None` if the job panicked or the pool has
    /// ended.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let job = move || {
            // The caller may have gone.
            let _ = done.send(work());
        };
        self.jobs.send(Box::new(job)).await.ok()?;
        result.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_that_panics_harms_no_other() {
        let pool = Pool::new("test", 1, 1).unwrap();
        let broken: Option<()> = pool.run(|| std::panic::resume_unwind(Box::new(1))).await;
        assert_eq!(broken, None);
        assert_eq!(pool.run(|| 7).await, Some(7));
    }
}
