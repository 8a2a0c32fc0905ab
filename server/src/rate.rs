//! The rate limit of a connection: a burst of requests, and then a number of requests per second.

use std::time::{Duration, Instant};

/// A token bucket for requests. It is full at first and refills with time.
#[derive(Debug)]
pub(crate) struct Rate {
    /// The number of requests per second.
    each_second: f64,
    /// The number of requests that may come at once.
    burst: f64,
    /// The number of further requests that need not wait. If it is negative, earlier requests are
    /// still waiting.
    left: f64,
    at: Instant,
}

impl Rate {
    pub fn new(each_second: u32, burst: u32, now: Instant) -> Self {
        let burst = f64::from(burst.max(1));
        Self { each_second: f64::from(each_second.max(1)), burst, left: burst, at: now }
    }

    /// Takes one request, which counts as `count` requests. Returns the time that this request has
    /// to wait.
    pub fn take(&mut self, count: f64, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + passed * self.each_second).min(self.burst) - count;
        Duration::from_secs_f64((-self.left / self.each_second).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_goes_through_and_what_is_more_waits_its_turn() {
        let start = Instant::now();
        let mut rate = Rate::new(20, 5, start);
        assert!((0..5).all(|_| rate.take(1.0, start).is_zero()));
        assert_eq!(rate.take(1.0, start), Duration::from_millis(50));
        assert_eq!(rate.take(1.0, start), Duration::from_millis(100));
        // The pause would refill more, but a burst is the maximum.
        let later = start + Duration::from_secs(60);
        assert!((0..5).all(|_| rate.take(1.0, later).is_zero()));
        assert_eq!(rate.take(1.0, later), Duration::from_millis(50));
    }
}
