//! The wish that a server end. Who waits for it sleeps until it comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// A wish to stop, which clones share. It may come from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_set: Arc<AtomicBool>,
    notify: Arc<Notify>,
}

impl Stop {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Wishes it.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Release);
        // One who waits, or begins to later.
        self.notify.notify_one();
    }

    /// Waits for it.
    pub(crate) async fn wait(&self) {
        while !self.is_set.load(Ordering::Acquire) {
            self.notify.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wish_is_heard_whether_it_comes_before_somebody_waits_or_after() {
        let stop = Stop::new();
        let waiting = tokio::spawn({
            let stop = stop.clone();
            async move { stop.wait().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        stop.set();
        waiting.await.unwrap();
        stop.wait().await;
    }
}
