//! Searches on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::mcts::{TreeFindings, TreeLimits, TreeMemory};
use crate::search::{SearchFindings, SearchLimits, SearchMemory, SearchUpdate};
use quadrille_core::game::{AnyGame, restore};
use quadrille_core::rules::HookError;
use quadrille_core::state::Hooks;

/// The number of positions after which a thread updates the shared count.
const POSITIONS_PER_COUNT: u64 = 64;
/// The maximum number of threads of a search.
const MAX_THREADS: usize = 256;

/// The number of threads of a search, and a function that creates the hooks for each thread.
pub type Threads<'t, 'h> = (usize, &'t (dyn Fn() -> Box<dyn Hooks + 'h> + Sync));

/// Searches the current decision of a game like [`search`](crate::search()), on several threads
/// that share the memory's transposition table (lazy SMP). If one line is requested, the result is
/// the line of the thread that reached the greatest depth. If the search uses only one thread and
/// has no time limit, the result is reproducible. Otherwise the result depends on the speed of the
/// threads. If the system can't start all threads, the search uses fewer.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn search_on_threads(
    game: &mut dyn AnyGame,
    threads: Threads<'_, '_>,
    memory: &mut SearchMemory,
    limits: &SearchLimits<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&SearchUpdate<'_>) -> bool,
) -> Result<SearchFindings, HookError> {
    if threads.0 <= 1 {
        return crate::search(game, memory, limits, stop, watch);
    }
    let mut helpers = memory.take_helpers(threads.0.min(MAX_THREADS) - 1);
    // If more than one line is requested, helpers only fill the table.
    let alone = limits.lines <= 1;
    let depth = limits.depth.filter(|_| alone);
    let own_limits = SearchLimits { depth, nodes: None, lines: 1, only: limits.only };
    let help = |own: &mut SearchMemory, game: &mut dyn AnyGame, helper: &Helper<'_>| {
        let mut seen = (0, 0);
        let mut watch = |update: &SearchUpdate<'_>| {
            seen = (update.deepest, update.full);
            true
        };
        let found = crate::search(game, own, &own_limits, &|| helper.counts(), &mut watch).ok()?;
        if !found.stopped && depth == Some(found.depth) {
            // The search is complete.
            helper.halt();
        }
        Some((found, seen))
    };
    let mut goes_on = true;
    let done = assisted(game, threads, (&mut helpers, &help), |game, crew| {
        let count = PositionCounter::new(crew, limits.nodes);
        let mut report = |update: &SearchUpdate<'_>| {
            goes_on = watch(&SearchUpdate { nodes: count.with_others(update.nodes), ..*update });
            goes_on
        };
        let found =
            crate::search(game, memory, limits, &|| stop() || count.is_enough(), &mut report)?;
        Ok(SearchFindings { nodes: count.with_others(found.nodes), ..found })
    });
    memory.keep_helpers(helpers);
    let (mut found, others) = done?;
    let deeper = others.into_iter().flatten().max_by_key(|(other, _)| other.depth);
    if let Some((other, (deepest, full))) = deeper
        && alone
        && goes_on
        && other.depth > found.depth
    {
        let stopped = found.stopped && limits.depth != Some(other.depth);
        found = SearchFindings { nodes: found.nodes, stopped, ..other };
        let SearchFindings { depth, nodes, lines, .. } = &found;
        watch(&SearchUpdate { depth: *depth, deepest, nodes: *nodes, full, lines });
    }
    Ok(found)
}

/// Searches the current decision of a game like [`search_tree`](crate::search_tree), on several
/// threads that descend the same tree. If the search uses only one thread and has no time limit,
/// the result is reproducible. Otherwise the result depends on the speed of the threads. If the
/// system can't start all threads, the search uses fewer.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn search_tree_on_threads(
    game: &mut dyn AnyGame,
    threads: Threads<'_, '_>,
    memory: &mut TreeMemory,
    limits: &TreeLimits<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&TreeFindings) -> bool,
) -> Result<TreeFindings, HookError> {
    if threads.0 <= 1 {
        return crate::search_tree(game, memory, limits, stop, watch);
    }
    let mut helpers = memory.take_helpers(threads.0.min(MAX_THREADS) - 1);
    let all = TreeLimits { nodes: None, ..*limits };
    let help = |own: &mut TreeMemory, game: &mut dyn AnyGame, helper: &Helper<'_>| {
        own.wait_for_root(&|| helper.is_halted());
        drop(crate::search_tree(game, own, &all, &|| helper.counts(), &mut |_| true));
    };
    let done = assisted(game, threads, (&mut helpers, &help), |game, crew| {
        let count = PositionCounter::new(crew, limits.nodes);
        let mut report = |found: &TreeFindings| {
            watch(&TreeFindings { nodes: count.with_others(found.nodes), ..found.clone() })
        };
        let found =
            crate::search_tree(game, memory, limits, &|| stop() || count.is_enough(), &mut report)?;
        Ok(TreeFindings { nodes: count.with_others(found.nodes), ..found })
    });
    memory.keep_helpers(helpers);
    done.map(|(found, _)| found)
}

/// The data that the threads of a search share.
#[derive(Default)]
struct Crew {
    /// `true` if all threads have to stop.
    halted: AtomicBool,
    /// The number of positions that the helping threads have reached.
    reached: AtomicU64,
}

/// A helping thread's access to the data that all threads of the search share.
struct Helper<'c>(&'c Crew);

impl Helper<'_> {
    /// Returns `true` if all threads have to stop.
    fn is_halted(&self) -> bool {
        self.0.halted.load(Ordering::Relaxed)
    }

    /// Stops all threads.
    fn halt(&self) {
        self.0.halted.store(true, Ordering::Relaxed);
    }

    /// Adds positions to the count of the helping threads, and returns `true` if all threads have
    /// to stop.
    fn counts(&self) -> bool {
        self.0.reached.fetch_add(POSITIONS_PER_COUNT, Ordering::Relaxed);
        self.is_halted()
    }
}

/// Counts the positions of all threads of a search.
struct PositionCounter<'c> {
    own: AtomicU64,
    crew: &'c Crew,
    most: Option<u64>,
}

impl<'c> PositionCounter<'c> {
    fn new(crew: &'c Crew, most: Option<u64>) -> Self {
        Self { own: AtomicU64::new(0), crew, most }
    }

    /// Adds positions to the count of the first thread. Returns `true` if all threads together have
    /// reached the limit of positions, or if a helping thread has completed the search.
    fn is_enough(&self) -> bool {
        let own = self.own.fetch_add(POSITIONS_PER_COUNT, Ordering::Relaxed);
        self.crew.halted.load(Ordering::Relaxed)
            || self.most.is_some_and(|most| self.with_others(own) >= most)
    }

    fn with_others(&self, own: u64) -> u64 {
        own + self.crew.reached.load(Ordering::Relaxed)
    }
}

/// A function that a helping thread runs. The function returns when the thread has to stop. The
/// function receives the memory and the copy of the game that belong to this thread.
type Help<'h, M, R> = &'h (dyn Fn(&mut M, &mut dyn AnyGame, &Helper<'_>) -> R + Sync);

/// Runs `lead` on the first thread. At the same time, runs one helping thread for each memory.
/// Returns the result of the first thread and the results of the helping threads.
fn assisted<M: Send, T, R: Send>(
    game: &mut dyn AnyGame,
    (_, hooks): Threads<'_, '_>,
    (helpers, help): (&mut [M], Help<'_, M, R>),
    lead: impl FnOnce(&mut dyn AnyGame, &Crew) -> Result<T, HookError>,
) -> Result<(T, Vec<R>), HookError> {
    let state = game.state();
    let rules = state.rules().clone();
    let crew = Crew::default();
    thread::scope(|scope| {
        let mut running = Vec::new();
        for own in helpers {
            let (rules, state, crew) = (&rules, &state, &crew);
            let work = move || {
                let hooks = hooks();
                let mut game = restore(rules, hooks.as_ref(), state).ok()?;
                // If a hook fails here, it also fails in the first thread, which reports the error.
                Some(help(own, game.as_mut(), &Helper(crew)))
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(helper) => running.push(helper),
                Err(_) => break,
            }
        }
        let led = lead(game, &crew);
        crew.halted.store(true, Ordering::Relaxed);
        let joined = running.into_iter().map(thread::ScopedJoinHandle::join);
        let others = joined.filter_map(|done| done.unwrap_or_else(|panic| resume_unwind(panic)));
        let others = others.collect();
        Ok((led?, others))
    })
}
