//! Measures the costs of hooks in random games.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quadrille_core::rules::{Candidate, Emitted, Event, Filter, ScriptPlace};
use quadrille_core::state::{Hooks, View};
use quadrille_core::{EventKind, HookError, Seat, Square};
use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::script::hook_catalogue::hook_named;
use quadrille_dsl::{Diagnostic, Ruleset};
use quadrille_study::sim::{self, Plan, Profile};
use serde::Serialize;

use super::findings::at;
use crate::matches::clock::own_processor_time;

/// The number of parts into which the measured games are divided. The report contains the median of
/// the parts, which hardly changes if other programs slow down some of the parts.
const MEASURED_PARTS: u64 = 5;
/// The maximum number of games in each measured part.
const MAX_GAMES_PER_PART: u64 = 6;
/// The number of planned games that add one game to each measured part. If fewer games are planned,
/// hooks are not measured, and no hook is reported as slow.
pub const PLAYED_PER_MEASURED_GAME: u64 = 50;
/// A hook is slow if it takes more than this number of operations per ply. The limit is not a time,
/// because only the number of operations is the same in every run. A ply with this number of
/// operations takes several times as long as a ply without hooks.
const SLOW_OPERATIONS_PER_PLY: f64 = 250.0;

/// The cost of a hook in random games. The fields whose names begin with `ns` are measured times.
/// All other fields are the same in every run.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct HookCost {
    /// The name of the hook: `script.function`.
    pub hook: String,
    /// The number of calls of the hook per ply.
    pub calls_per_ply: f64,
    /// The time that the hook takes per ply, in nanoseconds.
    pub ns_per_ply: f64,
    /// The fraction of the total time of the games that the hook took, from 0 to 1.
    pub ns_share: f64,
    #[serde(skip)]
    handler: usize,
}

/// Plays some of the planned games again on one thread, and measures the costs of hooks. Returns an
/// empty list if too few games are planned.
pub fn measure(loaded: &Ruleset, plan: &Plan, stop: &AtomicBool) -> Vec<HookCost> {
    let spec = loaded.spec();
    let games =
        ((plan.games.end - plan.games.start) / PLAYED_PER_MEASURED_GAME).min(MAX_GAMES_PER_PART);
    if games == 0 || spec.handlers.is_empty() {
        return Vec::new();
    }
    let hooks = || loaded.hooks();
    let parts: Vec<(u64, Profile)> = (0..MEASURED_PARTS)
        .map(|part| {
            let games = part * games..(part + 1) * games;
            let plan = Plan { games, jobs: 1, ..plan.clone() };
            let (summary, profile) =
                sim::profile(&loaded.rules, &hooks, &plan, stop, own_processor_time, &|_| {});
            (summary.plies, profile)
        })
        .filter(|(plies, _)| *plies > 0)
        .collect();
    let median = |of: &dyn Fn(&(u64, Profile)) -> f64| {
        let mut all: Vec<f64> = parts.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(0.0)
    };
    let plies: u64 = parts.iter().map(|(plies, _)| plies).sum();
    let cost = |(handler, of): (usize, &quadrille_core::rules::Handler)| {
        let spent =
            move |profile: &Profile| profile.hooks.get(handler).copied().unwrap_or_default().spent;
        let calls: u64 = parts.iter().map(|(_, profile)| spent(profile).calls).sum();
        let rounded = |value: f64, unit: f64| (value * unit).round() / unit;
        (calls > 0).then(|| HookCost {
            hook: of.name.clone(),
            calls_per_ply: rounded(calls as f64 / plies as f64, 1e4),
            ns_per_ply: rounded(median(&|(plies, p)| spent(p).ns as f64 / *plies as f64), 10.0),
            ns_share: rounded(median(&|(_, p)| spent(p).ns as f64 / p.ns().max(1) as f64), 1e4),
            handler,
        })
    };
    spec.handlers.iter().enumerate().filter_map(cost).collect()
}

/// Returns warnings about hooks that take many operations per ply. Leaves out hooks that are
/// declared to run at every ply.
pub fn slow(loaded: &Ruleset, calls: &Calls, plies: u64) -> Vec<Diagnostic> {
    let handlers = loaded.spec().handlers.iter().enumerate();
    let slow = handlers.filter_map(|(handler, of)| {
        let (calls, operations) = calls.of(handler);
        let a_ply = |number: u64| number as f64 / plies.max(1) as f64;
        if a_ply(operations) <= SLOW_OPERATIONS_PER_PLY || loaded.runs_every_ply(handler) {
            return None;
        }
        let message = format!(
            "`{}` is slow: it takes {:.0} operations per ply, in {:.2} calls",
            of.name,
            a_ply(operations),
            a_ply(calls)
        );
        let narrowed = of.filter != Filter::default();
        let narrow = match hook_named(of.name.rsplit('.').next().unwrap_or_default()) {
            Some(hook) if hook.conditions().is_empty() => "",
            _ if narrowed => "narrow its `/// when:` line, or ",
            _ => "narrow it with a `/// when:` line, or ",
        };
        let help = format!(
            "{narrow}let it look at less of the game; `quadrille playout --profile` shows details"
        );
        Some(at(loaded.hook_at(handler), Code::SlowHook, message).help(help))
    });
    slow.collect()
}

/// Returns a note for each hook that runs while legal moves are listed.
pub fn notes(loaded: &Ruleset, costs: &[HookCost]) -> Vec<String> {
    let about_moves = |cost: &&HookCost| {
        let event = loaded.spec().handlers[cost.handler].event;
        matches!(event, EventKind::ExtraMoves | EventKind::Forbids)
    };
    let note = |cost: &HookCost| format!("`{}` takes {}", cost.hook, describe(cost));
    costs.iter().filter(about_moves).map(note).collect()
}

fn describe(cost: &HookCost) -> String {
    format!(
        "{:.0} % of the time of random games, {:.1} µs a ply in {:.2} calls",
        cost.ns_share * 100.0,
        cost.ns_per_ply / 1000.0,
        cost.calls_per_ply
    )
}

/// The cost of each handler: the number of its calls, and the total number of operations in these
/// calls.
pub struct Calls(Vec<(AtomicU64, AtomicU64)>);

impl Calls {
    /// Creates counts of zero.
    pub fn new(loaded: &Ruleset) -> Self {
        Self(loaded.spec().handlers.iter().map(|_| Default::default()).collect())
    }

    /// Returns `true` if a handler was called.
    pub fn any(&self, handler: usize) -> bool {
        self.of(handler).0 > 0
    }

    /// Returns the number of calls of a handler, and the number of operations in these calls.
    fn of(&self, handler: usize) -> (u64, u64) {
        let counts = self.0.get(handler);
        counts.map_or((0, 0), |(calls, operations)| {
            (calls.load(Ordering::Relaxed), operations.load(Ordering::Relaxed))
        })
    }
}

/// Hooks that count their calls.
pub struct CountedHooks<'a> {
    /// The hooks that answer the calls.
    pub hooks: Box<dyn Hooks + 'a>,
    /// The counts of calls and operations.
    pub calls: &'a Calls,
}

impl CountedHooks<'_> {
    /// Calls a handler and counts the call.
    fn count<T>(&self, handler: usize, call: impl FnOnce() -> T) -> T {
        let before = self.hooks.operations();
        let answer = call();
        if let Some((calls, operations)) = self.calls.0.get(handler) {
            calls.fetch_add(1, Ordering::Relaxed);
            operations.fetch_add(self.hooks.operations() - before, Ordering::Relaxed);
        }
        answer
    }
}

impl Hooks for CountedHooks<'_> {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        self.count(handler, || self.hooks.call(handler, event, view, out))
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        self.count(handler, || self.hooks.extra_moves(handler, seat, game, out));
    }

    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        self.count(handler, || self.hooks.forbids(handler, candidate, game))
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
