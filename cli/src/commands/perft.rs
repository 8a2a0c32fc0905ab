//! `perft`: counts sequences of legal actions. The first actions are divided among the threads, and
//! each thread counts the sequences that begin with its actions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quadrille_core::{Action, AnyGame, HookError};
use quadrille_dsl::{Ruleset, actions};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_study::sim::Interruptible;
use serde::Serialize;

use crate::args::{OutputFormat, PerftArgs, threads};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;

#[derive(Serialize)]
struct PerftResult {
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<BTreeMap<String, u64>>,
    interrupted: bool,
}

/// Counts the sequences of actions, and prints the counts.
pub fn run(args: &PerftArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_plain(&context.shelf, &args.rules)?;
    let stop = context.interrupt.watch();
    let counts = if args.depth == 0 { BTreeMap::new() } else { divide(args, &loaded, &stop)? };
    let nodes = if args.depth == 0 { 1 } else { counts.values().sum() };
    let interrupted = stop.load(Ordering::Relaxed);
    match args.format {
        OutputFormat::Json => {
            let moves = args.divide.then_some(counts);
            let id = RulesetId::new(&loaded);
            let body = PerftResult { depth: args.depth, nodes, moves, interrupted };
            context.out.json(&Envelope::new(Some(id), None, body))?;
        }
        OutputFormat::Text => {
            let mut text = String::new();
            if args.divide {
                for (action, count) in &counts {
                    let _ = writeln!(text, "{action}: {count}");
                }
                text.push('\n');
            }
            let _ = writeln!(text, "Nodes searched: {nodes}");
            context.out.print(text)?;
        }
    }
    if interrupted {
        context.out.note("interrupted: the counts are incomplete");
        return Ok(exit::INTERRUPTED);
    }
    Ok(exit::FINE)
}

/// Returns, for each first action, the number of sequences that begin with this action. If `stop`
/// is set, some counts are missing.
fn divide(
    args: &PerftArgs,
    loaded: &Ruleset,
    stop: &AtomicBool,
) -> Result<BTreeMap<String, u64>, Failure> {
    let hooks = loaded.hooks();
    let hooks = Interruptible::new(&*hooks, stop);
    // If the user has requested a stop, a failure is only a consequence of this request.
    let stopped = || stop.load(Ordering::Relaxed);
    let first = {
        let mut game = context::position(loaded, &hooks, &args.position)?;
        match actions::legal(&mut *game) {
            Err(_) if stopped() => return Ok(BTreeMap::new()),
            first => first?,
        }
    };
    let progress = Progress::new(first.len() as u64, "first moves");
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(BTreeMap::new());
    // Every thread has its own scripts and game, and repeatedly takes the next of the first
    // actions.
    let work = || -> Result<(), Failure> {
        let hooks = loaded.hooks();
        let hooks = Interruptible::new(&*hooks, stop);
        let game = match context::position(loaded, &hooks, &args.position) {
            Err(_) if stopped() => return Ok(()),
            game => game?,
        };
        while let Some((text, action)) = first.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = match below(&*game, *action, args.depth - 1, stop) {
                Err(_) if stopped() => None,
                count => count?,
            };
            match count {
                Some(count) => {
                    counts
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .insert(text.clone(), count);
                    progress.tick();
                }
                None => break,
            }
        }
        Ok(())
    };
    let jobs = threads(args.jobs).min(first.len().max(1));
    let results: Vec<Result<(), Failure>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect()
    });
    progress.finish();
    results.into_iter().collect::<Result<(), _>>()?;
    Ok(counts.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Returns the number of sequences that begin with an action, or `None` if `stop` was set.
fn below(
    game: &dyn AnyGame,
    action: Action,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Option<u64>, HookError> {
    let stop = || stop.load(Ordering::Relaxed);
    if stop() {
        return Ok(None);
    }
    let mut after = game.fork();
    match after.play(action) {
        Ok(()) => quadrille_core::game::perft_until(&mut *after, depth, &stop),
        Err(error) => Err(error.into()),
    }
}
