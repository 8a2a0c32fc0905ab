//! One search on several threads.
//!
//! Depends on `agents` and below, and on [`Play`].

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::agents::{SearchFindings, SearchLimits, SearchMemory, SearchUpdate};
use crate::game::{Play, restore};
use crate::rules::HookError;
use crate::state::Hooks;

/// How many positions lie between two counts of a helping thread.
const COUNTED: u64 = 64;
/// The most threads of a search.
const MOST: usize = 256;

/// Searches the decision of a game as [`Play::search`] does, on several threads that share the memory's table
/// (lazy SMP). `hooks` makes the hooks of a thread. What is found depends on the threads' pace, except with one thread
/// and without a clock. Where the system has no more threads, it searches on fewer.
///
/// # Errors
/// If a hook fails.
pub fn search_on_threads<'h>(
    game: &mut dyn Play,
    (threads, hooks): (usize, &(dyn Fn() -> Box<dyn Hooks + 'h> + Sync)),
    memory: &mut SearchMemory,
    limits: &SearchLimits<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&SearchUpdate<'_>) -> bool,
) -> Result<SearchFindings, HookError> {
    if threads <= 1 {
        return game.search(memory, limits, stop, watch);
    }
    let state = game.state();
    let rules = state.rules().clone();
    let mut helpers = memory.take_helpers(threads.min(MOST) - 1);
    let (halted, reached) = (AtomicBool::new(false), AtomicU64::new(0));
    let found = thread::scope(|scope| {
        for own in &mut helpers {
            let (rules, state, halted, reached) = (&rules, &state, &halted, &reached);
            let help = move || {
                let hooks = hooks();
                let Ok(mut game) = restore(rules, hooks.as_ref(), state) else { return };
                let stop = || {
                    reached.fetch_add(COUNTED, Ordering::Relaxed);
                    halted.load(Ordering::Relaxed)
                };
                // The first thread meets the same fault, and reports it.
                let all = SearchLimits { only: limits.only, ..SearchLimits::default() };
                drop(game.search(own, &all, &stop, &mut |_| true));
            };
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let own = AtomicU64::new(0);
        let stop = || {
            let own = own.fetch_add(COUNTED, Ordering::Relaxed);
            let all = own + reached.load(Ordering::Relaxed);
            stop() || limits.nodes.is_some_and(|most| all >= most)
        };
        let mut told = |update: &SearchUpdate<'_>| {
            let nodes = update.nodes + reached.load(Ordering::Relaxed);
            watch(&SearchUpdate { nodes, ..*update })
        };
        let found = game.search(memory, limits, &stop, &mut told);
        halted.store(true, Ordering::Relaxed);
        found
    });
    memory.keep_helpers(helpers);
    found.map(|found| {
        let nodes = found.nodes + reached.load(Ordering::Relaxed);
        SearchFindings { nodes, ..found }
    })
}
