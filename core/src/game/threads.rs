//! One search on several threads.
//!
//! Depends on `agents` and below, and on [`Play`].

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::agents::{
    SearchFindings, SearchLimits, SearchMemory, SearchUpdate, TreeFindings, TreeLimits, TreeMemory,
};
use crate::game::{Play, restore};
use crate::rules::HookError;
use crate::state::Hooks;

/// How many positions lie between two counts of a thread.
const COUNTED: u64 = 64;
/// The most threads of a search.
const MOST: usize = 256;

/// How many threads search, and what makes the hooks of each.
pub type Threads<'t, 'h> = (usize, &'t (dyn Fn() -> Box<dyn Hooks + 'h> + Sync));

/// Searches the decision of a game as [`Play::search`] does, on several threads that share the memory's table
/// (lazy SMP). What is found depends on the threads' pace, except with one thread
/// and without a clock. Where the system has no more threads, it searches on fewer.
///
/// # Errors
/// If a hook fails.
pub fn search_on_threads(
    game: &mut dyn Play,
    threads: Threads<'_, '_>,
    memory: &mut SearchMemory,
    limits: &SearchLimits<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&SearchUpdate<'_>) -> bool,
) -> Result<SearchFindings, HookError> {
    if threads.0 <= 1 {
        return game.search(memory, limits, stop, watch);
    }
    let mut helpers = memory.take_helpers(threads.0.min(MOST) - 1);
    let all = SearchLimits { only: limits.only, ..SearchLimits::default() };
    let help = |own: &mut SearchMemory, game: &mut dyn Play, stop: &dyn Fn() -> bool| {
        drop(game.search(own, &all, stop, &mut |_| true));
    };
    let found = assisted(game, threads, (&mut helpers, &help), |game, reached| {
        let count = Count::new(reached, limits.nodes);
        let mut told = |update: &SearchUpdate<'_>| {
            watch(&SearchUpdate { nodes: count.with_others(update.nodes), ..*update })
        };
        let found = game.search(memory, limits, &|| stop() || count.is_enough(), &mut told)?;
        Ok(SearchFindings { nodes: count.with_others(found.nodes), ..found })
    });
    memory.keep_helpers(helpers);
    found
}

/// Searches the decision of a game as [`Play::search_tree`] does, on several threads that go down the same tree. What is found depends
/// on the threads' pace, except with one thread and without a clock. Where the system has no more threads, it searches on fewer.
///
/// # Errors
/// If a hook fails.
pub fn search_tree_on_threads(
    game: &mut dyn Play,
    threads: Threads<'_, '_>,
    memory: &mut TreeMemory,
    limits: &TreeLimits<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&TreeFindings) -> bool,
) -> Result<TreeFindings, HookError> {
    if threads.0 <= 1 {
        return game.search_tree(memory, limits, stop, watch);
    }
    let mut helpers = memory.take_helpers(threads.0.min(MOST) - 1);
    let all = TreeLimits { nodes: None, ..*limits };
    let help = |own: &mut TreeMemory, game: &mut dyn Play, stop: &dyn Fn() -> bool| {
        drop(game.search_tree(own, &all, stop, &mut |_| true));
    };
    let found = assisted(game, threads, (&mut helpers, &help), |game, reached| {
        let count = Count::new(reached, limits.nodes);
        let mut told = |found: &TreeFindings| {
            watch(&TreeFindings { nodes: count.with_others(found.nodes), ..found.clone() })
        };
        let found = game.search_tree(memory, limits, &|| stop() || count.is_enough(), &mut told)?;
        Ok(TreeFindings { nodes: count.with_others(found.nodes), ..found })
    });
    memory.keep_helpers(helpers);
    found
}

/// Counts the positions of all threads of a search.
struct Count<'c> {
    own: AtomicU64,
    others: &'c AtomicU64,
    most: Option<u64>,
}

impl<'c> Count<'c> {
    fn new(others: &'c AtomicU64, most: Option<u64>) -> Self {
        Self { own: AtomicU64::new(0), others, most }
    }

    /// Counts some more of the first thread, and says whether there are enough.
    fn is_enough(&self) -> bool {
        let own = self.own.fetch_add(COUNTED, Ordering::Relaxed);
        self.most.is_some_and(|most| self.with_others(own) >= most)
    }

    fn with_others(&self, own: u64) -> u64 {
        own + self.others.load(Ordering::Relaxed)
    }
}

/// What a helping thread does with its memory and its copy of the game, until it is to stop.
type Help<'h, M> = &'h (dyn Fn(&mut M, &mut dyn Play, &dyn Fn() -> bool) + Sync);

/// Lets threads help, one with each memory, while the first thread `lead`s, which sees how many positions they have reached.
fn assisted<M: Send, T>(
    game: &mut dyn Play,
    (_, hooks): Threads<'_, '_>,
    (helpers, help): (&mut [M], Help<'_, M>),
    lead: impl FnOnce(&mut dyn Play, &AtomicU64) -> Result<T, HookError>,
) -> Result<T, HookError> {
    let state = game.state();
    let rules = state.rules().clone();
    let (halted, reached) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for own in helpers {
            let (rules, state, halted, reached) = (&rules, &state, &halted, &reached);
            let work = move || {
                let hooks = hooks();
                let Ok(mut game) = restore(rules, hooks.as_ref(), state) else { return };
                let stop = || {
                    reached.fetch_add(COUNTED, Ordering::Relaxed);
                    halted.load(Ordering::Relaxed)
                };
                // The first thread meets the same fault of a hook, and reports it.
                help(own, game.as_mut(), &stop);
            };
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        let led = lead(game, &reached);
        halted.store(true, Ordering::Relaxed);
        led
    })
}
