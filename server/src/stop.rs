//! The wish that a server end. Who waits for it sleeps until it comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// A wish to stop, which clones share. It may come from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    wanted: Arc<AtomicBool>,
    told: Arc<Notify>,
}

impl Stop {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Wishes it.
    pub fn set(&self) {
        self.wanted.store(true, Ordering::Release);
        // One who waits, or begins to later.
        self.told.notify_one();
    }

    /// Waits for it.
    pub(crate) async fn wanted(&self) {
        while !self.wanted.load(Ordering::Acquire) {
            self.told.notified().await;
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
            async move { stop.wanted().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        stop.set();
        waiting.await.unwrap();
        stop.wanted().await;
    }
}
