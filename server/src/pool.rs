//! Threads that compute. Each keeps the scripts of the rulesets that it used last, so there are few of
//! them and they stay. What waits is done in the order in which it came, and not too much may wait.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};

type Job = Box<dyn FnOnce() + Send>;

/// Some threads and what they are to do. They end when it is dropped.
#[derive(Clone)]
pub(crate) struct Pool {
    jobs: mpsc::Sender<Job>,
}

impl Pool {
    /// So many threads, for which so many jobs may wait.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(name: &str, threads: usize, waiting: usize) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel::<Job>(waiting.max(1));
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            let work = move || {
                loop {
                    let job = queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
                    let Some(job) = job else { return };
                    // What has gone wrong is the asker's to notice: its answer does not come.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            };
            std::thread::Builder::new().name(name.to_owned()).spawn(work)?;
        }
        Ok(Self { jobs })
    }

    /// Does something there, and waits for it; none if it could not be done.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let job = move || {
            // Who asked may have gone.
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
