//! Playouts: plays the games of a plan on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::metrics::{GameRecord, Observer};
use crate::sim::{Interruptible, Plan, Profile, Stopwatch, Summary, TimedHooks};
use quadrille_agents::internals::{AnyWidth, AsAnyGame, TypedAgent, choose_by_knowledge, make};
use quadrille_agents::{AgentMaker, AgentSpec};
use quadrille_core::at_width;
use quadrille_core::board::{MAX_SEATS, Seat};
use quadrille_core::internals::{Beginning, Part, TypedGame, Untimed, WorkTimer, counters};
use quadrille_core::numeric::rng::{GameStreams, Rng, Stream};
use quadrille_core::rules::{Action, HookError, Outcome};
use quadrille_core::state::Hooks;
use quadrille_core::tables::CompiledRules;

/// The maximum number of operations ([`Hooks::operations`]) of the hooks in one game. A game that
/// exceeds this number ends with a fault. Operations during agents' searches do not count. The
/// longest games of the shipped rulesets use less than a tenth of this number.
pub const MAX_GAME_OPERATIONS: u64 = 500_000_000;

/// A function that makes hooks for one thread. Hooks are not shared between threads.
pub type HookMaker<'a> = dyn Fn() -> Box<dyn Hooks + 'a> + Sync + 'a;

/// Plays the games of a plan until all are played or `stop` is set.
///
/// When `stop` is set, games in progress end without a record. Such games can end after any action
/// or hook, and during a search. Each record is passed to `done`, from any thread and in any order.
/// The summary does not depend on the number of threads.
#[must_use]
pub fn run(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: &Plan,
    stop: &AtomicBool,
    done: &(dyn Fn(GameRecord) + Sync),
) -> Summary {
    run_with(rules, hooks, plan, &CustomAgents::new(), stop, done)
}

/// The caller's agents by name.
pub(crate) type CustomAgents = Vec<(&'static str, AgentMaker)>;

/// Plays the games of a plan like [`run`]. `custom` contains an agent for each name in
/// [`AgentSpec::External`].
pub(crate) fn run_with(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: &Plan,
    custom: &CustomAgents,
    stop: &AtomicBool,
    done: &(dyn Fn(GameRecord) + Sync),
) -> Summary {
    let next = AtomicU64::new(plan.games.start);
    let parts = at_width!(rules, W => {
        let as_any: AsAnyGame<W> = |game| game;
        spread(plan.jobs, &|| {
            let hooks = hooks();
            let hooks = Interruptible::new(hooks.as_ref(), stop);
            let mut worker = PlayoutWorker::<W, _>::new(rules, &hooks, plan, Untimed);
            worker.take_custom(custom, as_any);
            worker.games(rules, &next, stop, done)
        })
    });
    let mut total = Summary::of_plan(rules, plan);
    parts.iter().for_each(|part| total.merge(part));
    total
}

/// The minimum run time for which a thread's CPU time is used. In shorter runs, elapsed time is
/// more exact than CPU time.
const MIN_PROCESSOR_TIME: Duration = Duration::from_millis(200);

/// Plays the games of a plan and measures the time of each part of the work. This function is
/// slower than [`run`].
///
/// The caller's function `processor_time` returns the CPU time of the thread, or `None` if the
/// platform can't measure CPU time. If it returns a time, the measured times exclude the time in
/// which threads waited for a processor.
#[must_use]
pub fn profile(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: &Plan,
    stop: &AtomicBool,
    processor_time: fn() -> Option<Duration>,
    done: &(dyn Fn(GameRecord) + Sync),
) -> (Summary, Profile) {
    let next = AtomicU64::new(plan.games.start);
    let parts = at_width!(rules, W => spread(plan.jobs, &|| {
        let hooks = hooks();
        let timer = &Stopwatch::new(rules.spec().handlers.len());
        let (begun, used) = (Instant::now(), processor_time());
        let hooks = Interruptible::new(hooks.as_ref(), stop);
        let timed = TimedHooks { hooks: &hooks, timer };
        let mut worker = PlayoutWorker::<W, _>::new(rules, &timed, plan, timer);
        let summary = worker.games(rules, &next, stop, done);
        let used = processor_time().zip(used).map(|(now, before)| now.saturating_sub(before));
        // Systems report CPU time in steps of some milliseconds, which are too long for short runs.
        let wall = begun.elapsed();
        let ran = match used {
            Some(used) if wall >= MIN_PROCESSOR_TIME => used.as_secs_f64() / wall.as_secs_f64(),
            _ => 1.0,
        };
        (summary, timer.profile().scaled(ran.min(1.0)))
    }));
    let mut total = (Summary::of_plan(rules, plan), Profile::default());
    for (summary, profile) in &parts {
        total.0.merge(summary);
        total.1.merge(profile);
    }
    total
}

/// Runs `work` on several threads, or on one for each processor if `jobs` is 0, and collects the
/// results.
pub(crate) fn spread<T: Send>(jobs: usize, work: &(dyn Fn() -> T + Sync)) -> Vec<T> {
    thread::scope(|scope| {
        // If the system can't start more threads, the existing threads play. At least the present
        // thread exists.
        let spawned = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let jobs = match jobs {
            0 => thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs.min(1024),
        };
        let others: Vec<_> = (1..jobs).map_while(spawned).collect();
        let mut results = vec![work()];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    })
}

/// Plays single games of a plan, in an order that the caller chooses.
pub(crate) trait Player {
    /// Plays the game with this index. Returns `None` if `stop` is set before the game ends.
    fn game(&mut self, index: u64, stop: &AtomicBool) -> Option<GameRecord>;
}

/// Returns a player for a board of any width.
pub(crate) fn player<'a>(
    rules: &'a CompiledRules,
    hooks: &'a dyn Hooks,
    plan: &'a Plan,
) -> Box<dyn Player + 'a> {
    at_width!(rules, W => Box::new(PlayoutWorker::<W, _>::new(rules, hooks, plan, Untimed)))
}

impl<const W: usize> Player for PlayoutWorker<'_, W, Untimed> {
    fn game(&mut self, index: u64, stop: &AtomicBool) -> Option<GameRecord> {
        PlayoutWorker::game(self, index, stop)
    }
}

/// A custom agent whose choices are checked. Playouts do not check the choices of built-in agents.
struct LegalOnly<const W: usize> {
    agent: AnyWidth<'static, W>,
    /// The name of the custom agent, for messages.
    name: &'static str,
}

impl<const W: usize> TypedAgent<W> for LegalOnly<W> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        match self.agent.choose(game, rng, stop)? {
            Some(action) if !game.list()?.contains(&action) => Err(HookError::new(
                self.name,
                format!("the agent chose {action:?}, which is not legal"),
            )),
            chosen => Ok(chosen),
        }
    }
}

/// The state with which one thread plays games. Its memory is reused from ply to ply.
struct PlayoutWorker<'a, const W: usize, C: WorkTimer> {
    rules: &'a CompiledRules,
    plan: &'a Plan,
    hooks: &'a dyn Hooks,
    /// The clock that times the parts of the work.
    timer: C,
    limit: u32,
    agents: Vec<Box<dyn TypedAgent<W>>>,
    /// For each seat, `true` if its agent plays at random.
    draws: Vec<bool>,
    nature: Box<dyn TypedAgent<W>>,
    /// The number of games in a block.
    per_block: u64,
    observer: Option<Observer<W>>,
    /// The game and the state at its beginning, or the fault of the hook `on_setup` if this hook
    /// failed.
    table: Result<(TypedGame<'a, W>, Beginning<W>), HookError>,
    clauses: usize,
    metrics: usize,
}

impl<'a, const W: usize, C: WorkTimer> PlayoutWorker<'a, W, C> {
    fn new(rules: &'a CompiledRules, hooks: &'a dyn Hooks, plan: &'a Plan, timer: C) -> Self {
        let spec = rules.spec();
        let agent_of = |seat: usize| plan.agent(seat, 0);
        Self {
            rules,
            plan,
            hooks,
            timer,
            limit: plan.ply_limit.unwrap_or(spec.ply_limit),
            agents: (0..spec.seats.len()).map(|seat| make(agent_of(seat))).collect(),
            draws: (0..spec.seats.len()).map(|seat| agent_of(seat) == AgentSpec::Random).collect(),
            nature: make(AgentSpec::Random),
            per_block: plan.rotations().into(),
            observer: plan.measure.then(Observer::new),
            table: TypedGame::start(rules, hooks).map(|game| {
                let beginning = game.beginning();
                (game, beginning)
            }),
            clauses: spec.clauses.len(),
            metrics: spec.metrics.len(),
        }
    }

    /// Gives each seat of a custom agent the agent that the caller provides.
    fn take_custom(&mut self, custom: &CustomAgents, as_any: AsAnyGame<W>) {
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            let AgentSpec::External(name) = self.plan.agent(seat, 0) else { continue };
            if let Some((_, make)) = custom.iter().find(|(given, _)| *given == name) {
                let agent_at_work = AnyWidth { agent: make(), as_any };
                *agent = Box::new(LegalOnly { agent: agent_at_work, name });
            }
        }
    }

    /// Plays games until none is left. Each thread takes one game at a time. The lengths of games
    /// vary, so threads with a fixed part of the games would end at very different times.
    fn games(
        &mut self,
        rules: &CompiledRules,
        next: &AtomicU64,
        stop: &AtomicBool,
        done: &(dyn Fn(GameRecord) + Sync),
    ) -> Summary {
        let mut summary = Summary::of_plan(rules, self.plan);
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.plan.games.end {
                break;
            }
            let Some(record) = self.game(index, stop) else { break };
            self.timer.enter(Part::Rest);
            summary.add(rules, &record);
            done(record);
        }
        summary
    }

    /// Plays a game. Returns `None` if `halt` is set before the game ends.
    fn game(&mut self, index: u64, halt: &AtomicBool) -> Option<GameRecord> {
        let halted = || halt.load(Ordering::Relaxed);
        let (mut actions, mut micros) = (Vec::new(), Vec::new());
        let Self {
            rules, plan, hooks, timer, limit, agents, draws, nature, observer, table, ..
        } = self;
        let (block, rotation) = (index / self.per_block, (index % self.per_block) as usize);
        // The number of hook operations that do not count: operations before this game, and
        // operations during the decisions of agents.
        let mut apart = hooks.operations();
        let opened = match table {
            Ok((game, beginning)) => {
                plan.opening.position(rules, *hooks, plan.seed, block).map(|drawn| {
                    match drawn {
                        Some(pos) => game.restart(&pos),
                        None => game.begin_again(beginning),
                    }
                    game
                })
            }
            Err(error) => Err(error.clone()),
        };
        let game = match opened {
            Ok(game) => game,
            Err(_) if halted() => return None,
            Err(error) => {
                return Some(GameRecord {
                    index,
                    plies: 0,
                    end: Err(error),
                    clauses: vec![0; self.clauses],
                    metrics: vec![0; self.metrics],
                    counters: Vec::new(),
                    actions,
                    micros: Vec::new(),
                    measured: None,
                });
            }
        };
        let begun = game.pos.ply;
        let limit = begun.saturating_add(*limit);
        if let Some(observer) = observer {
            observer.begin(game);
        }
        let streams = GameStreams::new(plan.seed, block);
        let luck = |seat: Seat, stream, counter| {
            streams.rng(stream, u64::from(seat.0), u64::from(counter))
        };
        let seats = agents.len();
        let turned: [usize; MAX_SEATS] =
            std::array::from_fn(|seat| (seat + rotation).checked_rem(seats).unwrap_or(0));
        let agent_of = |seat: Seat| turned[seat.index()];
        let mut play = || -> Result<Option<Outcome>, HookError> {
            loop {
                if halted() {
                    return Ok(None);
                }
                if hooks.operations().saturating_sub(apart) > MAX_GAME_OPERATIONS {
                    return Err(overworked(game.pos.ply));
                }
                // Random agents need no list of moves. If sampling finds no move, the list of moves
                // shows if a legal move exists.
                let mut missed = None;
                timer.enter(Part::Turns);
                game.settle()?;
                if !plan.timed && game.pos.ply < limit && game.at_turn() {
                    let (seat, stream, counter) = game.decider();
                    if stream == Stream::Nature || stream == Stream::Agent && draws[agent_of(seat)]
                    {
                        let mut rng = luck(seat, stream, counter);
                        timer.enter(Part::Generation);
                        let counts = observer.as_ref().is_some_and(Observer::only_counts_next);
                        let drawn = if counts {
                            game.sample_and_count(&mut rng)
                        } else {
                            game.sample(&mut rng).map(|action| (action, 0))
                        };
                        if let Some((action, legal)) = drawn {
                            if let Some(observer) = observer {
                                timer.enter(Part::Metrics);
                                observer.sampled(game, (seat, stream), action, legal)?;
                            }
                            if plan.record {
                                actions.push(action);
                            }
                            timer.enter(Part::Applying);
                            game.play_legal(action)?;
                            continue;
                        }
                        missed = Some(rng);
                    }
                }
                if !game.decide_timed(timer)? {
                    missed = None;
                }
                if let Some(observer) = observer {
                    timer.enter(Part::Metrics);
                    observer.look(game);
                }
                if let Some(outcome) = game.outcome() {
                    return Ok(Some(outcome.clone()));
                }
                let mut stop = game.pos.ply >= limit;
                if !stop {
                    let (seat, stream, counter) = game.decider();
                    let mut rng = luck(seat, stream, counter);
                    let chosen = agent_of(seat);
                    let thinks = stream == Stream::Agent && !draws[chosen];
                    let agent = match stream {
                        Stream::Agent => &mut agents[chosen],
                        Stream::Dice | Stream::Shuffle | Stream::Nature | Stream::Opening => {
                            &mut *nature
                        }
                    };
                    if let Some(observer) = observer {
                        observer.disarm(game);
                    }
                    timer.enter(if thinks { Part::Agents } else { Part::Generation });
                    // If sampling found nothing, draws from the list with the same stream.
                    let before = hooks.operations();
                    let begun = plan.timed.then(Instant::now);
                    let chosen = match &mut missed {
                        Some(rng) => game.sample_from_list(rng),
                        None if draws[chosen] => agent.choose(game, &mut rng, &halted)?,
                        None => choose_by_knowledge(&mut **agent, game, &mut rng, &halted)?,
                    };
                    apart += hooks.operations().saturating_sub(before);
                    micros.extend(begun.map(micros_since));
                    if let Some(action) = chosen {
                        if plan.record {
                            actions.push(action);
                        }
                        if let Some(observer) = observer {
                            timer.enter(Part::Metrics);
                            observer.arm(game);
                            observer.decided(game, seat, stream, action);
                        }
                        timer.enter(Part::Applying);
                        game.play_legal(action)?;
                    } else {
                        stop = true;
                    }
                }
                if stop {
                    if let Some(observer) = observer {
                        timer.enter(Part::Metrics);
                        observer.arm(game);
                    }
                    timer.enter(Part::Turns);
                    game.stop()?;
                }
            }
        };
        let end = match play() {
            Ok(outcome) => Ok(outcome?),
            // The hooks fail because of the flag.
            Err(_) if halted() => return None,
            Err(error) => Err(error),
        };
        timer.enter(if observer.is_some() { Part::Metrics } else { Part::Rest });
        let measured = observer.as_mut().map(|observer| observer.finish(game, end.as_ref().ok()));
        Some(GameRecord {
            index,
            plies: game.pos.ply - begun,
            end,
            clauses: game.log.clauses.clone(),
            metrics: game.log.metrics.clone(),
            counters: counters(rules.spec(), &game.pos),
            actions,
            micros,
            measured: measured.map(Box::new),
        })
    }
}

/// Returns the time since `begun` in microseconds. The result is limited to the largest `u32`,
/// which is about 71 minutes.
fn micros_since(begun: Instant) -> u32 {
    u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX)
}

/// Returns the fault of a game whose hooks have taken more than [`MAX_GAME_OPERATIONS`].
#[must_use]
pub fn overworked(plies: u32) -> HookError {
    let message = format!(
        "the hooks of this game took more than the limit of {} million operations in {plies} plies",
        MAX_GAME_OPERATIONS / 1_000_000
    );
    HookError::new("all hooks", message)
}
