//! The signal that stops a server. A waiting task sleeps until the signal is set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// A stop signal that clones share. Any thread can set it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_set: Arc<AtomicBool>,
    notify: Arc<Notify>,
}

impl Stop {
    /// Creates a signal that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the signal.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Release);
        // This wakes a task that waits now, or the next one that waits.
        self.notify.notify_one();
    }

    /// Waits until the signal is set.
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
