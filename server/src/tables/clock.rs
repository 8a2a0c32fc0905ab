//! The players' clocks. Clocks start once every seat for a person is taken. Then the clock of the
//! person who is to act runs. This module reads no time: its callers pass the current time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quadrille_service::protocol::{ClockPlan, TableClocks};

/// The clock of a table.
#[derive(Clone, Debug)]
pub(super) struct TableClock {
    plan: ClockPlan,
    /// The time that each person's seat had left at the start of its present turn.
    left: BTreeMap<String, Duration>,
    /// The seat whose clock runs, and the time at which this clock started.
    running: Option<(String, Instant)>,
}

impl TableClock {
    pub fn new(plan: ClockPlan, persons: impl Iterator<Item = String>) -> Self {
        let start = Duration::from_secs(plan.seconds.into());
        Self { plan, left: persons.map(|seat| (seat, start)).collect(), running: None }
    }

    pub fn plan(&self) -> ClockPlan {
        self.plan
    }

    /// Restores the time that a person's seat had left when it was stored.
    pub fn set(&mut self, seat: &str, milliseconds: u64) {
        if let Some(left) = self.left.get_mut(seat) {
            *left = Duration::from_millis(milliseconds);
        }
    }

    /// Gives a clock with the full time to a seat that a person plays, unless the seat has a clock
    /// already. Removes the clock of a seat that no person plays.
    pub fn assign(&mut self, seat: &str, person: bool) {
        if person {
            let start = Duration::from_secs(self.plan.seconds.into());
            self.left.entry(seat.to_owned()).or_insert(start);
        } else {
            self.left.remove(seat);
            self.running.take_if(|(running, _)| running == seat);
        }
    }

    /// Starts the clock of the seat that is to act, if a person plays the seat and its clock is not
    /// running yet.
    pub fn start(&mut self, seat: Option<&str>, now: Instant) {
        if self.running.as_ref().map(|(running, _)| running.as_str()) == seat {
            return;
        }
        let seat = seat.filter(|seat| self.left.contains_key(*seat));
        self.running = seat.map(|seat| (seat.to_owned(), now));
    }

    /// Stops the clock after an action. Returns the seat whose clock ran, and the milliseconds that
    /// the seat has left. `earned` is `true` if the player of this seat acted. The clock then gains
    /// the increment, unless its time is over.
    pub fn stop(&mut self, now: Instant, earned: bool) -> Option<(String, u64)> {
        let (seat, since) = self.running.take()?;
        let left = self.left.get_mut(&seat)?;
        *left = left.saturating_sub(now.saturating_duration_since(since));
        if earned && !left.is_zero() {
            *left += Duration::from_secs(self.plan.increment.into());
        }
        let left = milliseconds(*left);
        Some((seat, left))
    }

    /// Returns the seat whose clock runs, and the time at which this clock runs out.
    pub fn deadline(&self) -> Option<(&str, Instant)> {
        let (seat, since) = self.running.as_ref()?;
        let left = self.left.get(seat)?;
        Some((seat, since.checked_add(*left)?))
    }

    /// Returns the clocks as a message.
    pub fn view(&self, now: Instant) -> TableClocks {
        let passed = |seat: &str| match &self.running {
            Some((running, since)) if running == seat => now.saturating_duration_since(*since),
            _ => Duration::ZERO,
        };
        let left = self.left.iter();
        let left = left
            .map(|(seat, left)| (seat.clone(), milliseconds(left.saturating_sub(passed(seat)))));
        TableClocks {
            left: left.collect(),
            running: self.running.as_ref().map(|(seat, _)| seat.clone()),
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_whom_it_was_started_and_comes_back_by_the_increment() {
        let begun = Instant::now();
        let after = |seconds| begun + Duration::from_secs(seconds);
        let plan = ClockPlan { seconds: 60, increment: 5 };
        let mut clock = TableClock::new(plan, ["red", "blue"].map(str::to_owned).into_iter());
        assert_eq!(clock.stop(after(9), true), None);
        clock.start(Some("green"), after(10));
        assert_eq!(clock.deadline(), None, "green is an agent's");
        clock.start(Some("red"), after(10));
        assert_eq!(clock.deadline(), Some(("red", after(70))));
        assert_eq!(clock.view(after(20)).left["red"], 50_000);
        // Starting it again changes nothing.
        clock.start(Some("red"), after(20));
        assert_eq!(clock.stop(after(30), true), Some(("red".to_owned(), 45_000)));
        clock.start(Some("blue"), after(30));
        assert_eq!(clock.view(after(31)).left["red"], 45_000);
        // Another seat's declaration earns no increment.
        assert_eq!(clock.stop(after(40), false), Some(("blue".to_owned(), 50_000)));
        clock.start(Some("blue"), after(40));
        // A seat whose time is over gets no increment.
        assert_eq!(clock.stop(after(1000), true), Some(("blue".to_owned(), 0)));
        clock.assign("blue", false);
        assert_eq!(clock.view(after(1000)).left.len(), 1);
        clock.set("red", 7);
        assert_eq!(clock.view(after(1000)).left["red"], 7);
    }
}
