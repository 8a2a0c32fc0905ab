//! Profiles: the time of each part of playouts. At any moment, a stopwatch charges the time to
//! exactly one row: a part of the work, or a hook. No time counts twice.
//!
//! If playouts make no profile, the stopwatch costs nothing: the loop of the playouts is then
//! compiled with `Untimed` instead of the stopwatch.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use quadrille_core::board::{Seat, Square};
use quadrille_core::internals::{Part, WorkTimer};
use quadrille_core::rules::{Candidate, Emitted, Event, HookError, ScriptPlace};
use quadrille_core::state::{Hooks, View};

/// The time that a part of the work or a hook has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// The number of times that the work was started.
    pub calls: u64,
    /// The time in nanoseconds, without the cost of reading the clock.
    pub ns: u64,
}

/// The time of a hook, the number of its calls without an effect, and the number of its calls with
/// a small effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HookSpent {
    /// The time of the hook, including its queries of the position.
    pub spent: Spent,
    /// The number of calls without an effect. If a hook decides about moves, a call has no effect
    /// if it neither added nor forbade a move.
    pub idle: u64,
    /// The number of calls that only turned, marked or replaced the piece that had just moved.
    pub shaping: u64,
}

/// A profile: the time of a number of games, added up over all threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Profile {
    /// The time of each [`Part`] of the work.
    pub parts: [Spent; Part::COUNT],
    /// The time of each hook, by the number of its handler.
    pub hooks: Vec<HookSpent>,
}

impl Profile {
    /// Returns the total time, in nanoseconds.
    #[must_use]
    pub fn ns(&self) -> u64 {
        self.parts.iter().map(|part| part.ns).sum::<u64>() + self.scripts().ns
    }

    /// Returns the time of all hooks.
    #[must_use]
    pub fn scripts(&self) -> Spent {
        let mut all = Spent::default();
        self.hooks.iter().for_each(|hook| all.add(hook.spent));
        all
    }

    /// Returns the profile with all times multiplied by the factor `by`.
    #[must_use]
    pub(crate) fn scaled(mut self, by: f64) -> Self {
        let hooks = self.hooks.iter_mut().map(|hook| &mut hook.spent);
        for spent in self.parts.iter_mut().chain(hooks) {
            spent.ns = (spent.ns as f64 * by) as u64;
        }
        self
    }

    /// Adds the profile of other games with the same rules.
    pub fn merge(&mut self, other: &Self) {
        for (sum, part) in self.parts.iter_mut().zip(&other.parts) {
            sum.add(*part);
        }
        if self.hooks.len() < other.hooks.len() {
            self.hooks.resize(other.hooks.len(), HookSpent::default());
        }
        for (sum, hook) in self.hooks.iter_mut().zip(&other.hooks) {
            sum.spent.add(hook.spent);
            sum.idle += hook.idle;
            sum.shaping += hook.shaping;
        }
    }
}

impl Spent {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.ns += other.ns;
    }
}

/// The time charged to one part of the work or to one hook.
#[derive(Clone, Copy, Default)]
struct TimingRow {
    calls: u64,
    ns: u64,
    /// The number of readings of the clock that the time includes.
    readings: u64,
}

/// A clock that charges the time to one row of the profile after another. Each thread has one
/// clock.
pub(crate) struct Stopwatch {
    last: Cell<Instant>,
    current: Cell<usize>,
    /// The rows of the parts, followed by the rows of the hooks.
    rows: Vec<Cell<TimingRow>>,
    /// For each hook, the number of calls without effects, and the number of calls that only
    /// changed the moved piece.
    outcomes: Vec<Cell<[u64; 2]>>,
    /// The number of nanoseconds that one reading of the clock adds to a measurement.
    reading: f64,
}

impl Stopwatch {
    /// Returns a stopwatch that charges the time to [`Part::Rest`] from now on.
    pub fn new(handlers: usize) -> Self {
        let mut watch = Self {
            last: Cell::new(Instant::now()),
            current: Cell::new(Part::Rest as usize),
            rows: vec![Cell::default(); Part::COUNT + handlers],
            outcomes: vec![Cell::default(); handlers],
            reading: 0.0,
        };
        watch.reading = watch.cost_of_reading();
        watch
    }

    /// Measures the cost of a reading. The cost is the minimum of several runs, because other work
    /// on the machine only adds time.
    fn cost_of_reading(&self) -> f64 {
        const TIMES: u64 = 1000;
        let rest = &self.rows[Part::Rest as usize];
        let batch = || {
            rest.set(TimingRow::default());
            (0..TIMES).for_each(|_| self.charge());
            rest.take().ns as f64 / TIMES as f64
        };
        (0..8).map(|_| batch()).fold(f64::INFINITY, f64::min)
    }

    /// Returns the nanoseconds since the last reading.
    fn lap(&self) -> u64 {
        let now = Instant::now();
        now.duration_since(self.last.replace(now)).as_nanos() as u64
    }

    fn charge(&self) {
        let ns = self.lap();
        self.update(self.current.get(), |row| {
            row.ns += ns;
            row.readings += 1;
        });
    }

    fn update(&self, row: usize, change: impl FnOnce(&mut TimingRow)) {
        if let Some(cell) = self.rows.get(row) {
            let mut row = cell.get();
            change(&mut row);
            cell.set(row);
        }
    }

    /// From now on, charges the time to another row. Returns the row to which the time was charged
    /// until now.
    fn switch(&self, to: usize) -> usize {
        self.charge();
        self.current.replace(to)
    }

    /// Returns the profile of everything charged so far.
    pub fn profile(&self) -> Profile {
        self.charge();
        let spent = |cell: &Cell<TimingRow>| {
            let row = cell.get();
            let ns = row.ns as f64 - row.readings as f64 * self.reading;
            Spent { calls: row.calls, ns: ns.max(0.0) as u64 }
        };
        let (parts, hooks) = self.rows.split_at(Part::COUNT);
        Profile {
            parts: std::array::from_fn(|part| spent(&parts[part])),
            hooks: hooks
                .iter()
                .zip(&self.outcomes)
                .map(|(row, outcomes)| {
                    let [idle, shaping] = outcomes.get();
                    HookSpent { spent: spent(row), idle, shaping }
                })
                .collect(),
        }
    }
}

impl WorkTimer for &Stopwatch {
    fn enter(&self, part: Part) {
        self.switch(part as usize);
        self.update(part as usize, |row| row.calls += 1);
    }
}

/// Hooks whose calls are timed by a stopwatch.
pub(crate) struct TimedHooks<'a> {
    /// The hooks that are timed.
    pub hooks: &'a dyn Hooks,
    /// The stopwatch that times the calls.
    pub timer: &'a Stopwatch,
}

impl Hooks for TimedHooks<'_> {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        let known = out.len();
        let answer = self.timed(handler, || self.hooks.call(handler, event, view, out));
        let new = &out[known.min(out.len())..];
        let shapes = !new.is_empty() && new.iter().all(|emitted| shapes(event, emitted));
        self.note(handler, new.is_empty(), shapes);
        answer
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        let known = out.len();
        self.timed(handler, || self.hooks.extra_moves(handler, seat, game, out));
        self.note(handler, out.len() <= known, false);
    }

    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        let forbidden = self.timed(handler, || self.hooks.forbids(handler, candidate, game));
        self.note(handler, !forbidden, false);
        forbidden
    }

    fn fault(&self) -> Option<HookError> {
        self.hooks.fault()
    }

    fn operations(&self) -> u64 {
        self.hooks.operations()
    }

    fn place(&self, handler: usize, place: u64) -> Option<ScriptPlace> {
        self.hooks.place(handler, place)
    }
}

impl TimedHooks<'_> {
    /// Calls a hook and charges its time.
    fn timed<T>(&self, handler: usize, call: impl FnOnce() -> T) -> T {
        let row = Part::COUNT + handler;
        let before = self.timer.switch(row);
        let answer = call();
        self.timer.switch(before);
        self.timer.update(row, |row| row.calls += 1);
        answer
    }

    /// Counts a call of a hook by its effect.
    fn note(&self, handler: usize, idle: bool, shapes: bool) {
        if let Some(cell) = self.timer.outcomes.get(handler) {
            let [idles, shaping] = cell.get();
            cell.set([idles + u64::from(idle), shaping + u64::from(shapes)]);
        }
    }
}

/// Returns `true` if an effect turns, marks or replaces the piece that moved in this event.
fn shapes(event: &Event<'_>, emitted: &Emitted) -> bool {
    let Event::Move { played: Some(played), .. } = event else { return false };
    emitted.effect.nature().reshapes == Some(played.to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn wait(ms: u64) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(ms) {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn all_time_is_charged_once_and_nested_work_to_itself() {
        let begun = Instant::now();
        let watch = Stopwatch::new(1);
        (&watch).enter(Part::Applying);
        wait(2);
        let before = watch.switch(Part::COUNT);
        wait(20);
        watch.switch(before);
        (&watch).enter(Part::Generation);
        wait(10);
        let profile = watch.profile();
        let all = begun.elapsed().as_nanos() as u64;
        let ms = |spent: Spent| spent.ns / 1_000_000;
        assert!(ms(profile.hooks[0].spent) >= 19, "{profile:?}");
        assert!(ms(profile.parts[Part::Generation as usize]) >= 9, "{profile:?}");
        assert!(profile.ns() <= all, "nothing is charged twice: {profile:?}");
        assert_eq!(profile.parts[Part::Applying as usize].calls, 1);
    }

    #[test]
    fn profiles_of_threads_add_up() {
        let spent = Spent { calls: 1, ns: 5 };
        let hook = HookSpent { spent, idle: 1, shaping: 0 };
        let one = Profile { parts: [spent; Part::COUNT], hooks: vec![hook] };
        let mut sum = Profile::default();
        sum.merge(&one);
        sum.merge(&one);
        assert_eq!(sum.ns(), 2 * one.ns());
        assert_eq!(sum.scripts(), Spent { calls: 2, ns: 10 });
        assert_eq!(sum.hooks[0].idle, 2);
        let scaled = sum.clone().scaled(0.5);
        assert_eq!(
            (scaled.ns(), scaled.scripts().calls),
            (one.ns(), 2),
            "half of the time, all calls"
        );
    }
}
