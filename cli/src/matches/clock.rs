//! The clocks of seats, and the CPU time of threads.

use std::time::Duration;

use crate::args::Clock;

/// The clocks of a game's seats.
pub struct MatchClocks {
    clock: Clock,
    left: Vec<Duration>,
}

impl MatchClocks {
    /// Creates the clocks at the start of a game.
    pub fn new(clock: Clock, seats: usize) -> Self {
        Self { clock, left: vec![clock.base; seats] }
    }

    /// Returns the time that a seat has left.
    pub fn left(&self, seat: usize) -> Duration {
        self.left.get(seat).copied().unwrap_or_default()
    }

    /// Returns the time that an agent of Quadrille may use for a decision: a part of the seat's
    /// remaining time.
    pub fn share(&self, seat: usize) -> Duration {
        let left = self.left(seat);
        (left / 31 + self.clock.increment * 3 / 4).min(left / 2)
    }

    /// Deducts the time of a decision, and adds the increment. Returns `false` if the seat has lost
    /// on time.
    pub fn take(&mut self, seat: usize, time: Duration, margin: Duration) -> bool {
        let Some(left) = self.left.get_mut(seat) else { return true };
        let in_time = time <= *left + margin;
        *left = left.saturating_sub(time) + self.clock.increment;
        in_time
    }

    /// Returns the arguments of `go` that describe all clocks. The name of each argument contains
    /// the key of a seat.
    pub fn describe(&self, keys: &[char]) -> String {
        let of = |what: &str, time: &dyn Fn(usize) -> Duration| {
            let one = |(seat, key): (usize, &char)| {
                format!("{key}{what} {}", time(seat).as_millis().max(1))
            };
            keys.iter().enumerate().map(one).collect::<Vec<_>>().join(" ")
        };
        let times = of("time", &|seat| self.left(seat));
        match self.clock.increment.is_zero() {
            true => times,
            false => format!("{times} {}", of("inc", &|_| self.clock.increment)),
        }
    }
}

/// Returns the CPU time of this thread so far, if the system reports it.
pub fn own_processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_for_the_seat_that_decides() {
        let clock: Clock = "1+0.1".parse().unwrap();
        let millis = Duration::from_millis;
        let mut clocks = MatchClocks::new(clock, 2);
        assert_eq!(clocks.describe(&['w', 'b']), "wtime 1000 btime 1000 winc 100 binc 100");
        assert!(clocks.take(0, millis(400), Duration::ZERO));
        assert_eq!((clocks.left(0), clocks.left(1)), (millis(700), millis(1000)));
        assert!(clocks.take(0, millis(750), millis(50)), "within the margin");
        assert_eq!(clocks.left(0), millis(100));
        assert!(!clocks.take(0, millis(200), millis(50)));
        assert!(clocks.share(1) < millis(1000) / 2);
        assert_eq!(MatchClocks::new("2".parse().unwrap(), 1).describe(&['r']), "rtime 2000");
    }
}
