//! Games in which Python callables decide for some seats. Many games wait for decisions at the same
//! time, so that one call of a callable receives many positions. A decision depends only on its
//! position and its seed, not on the other waiting games.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use pyo3::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, HookError, Hooks};
use quadrille_dsl::Ruleset;
use quadrille_reports::rerun;
use quadrille_study::sim::{GameRecord, MAX_GAME_OPERATIONS, Plan, measure, overworked};

use crate::batch::shape::Shape;
use crate::errors::refused;
use crate::rules::PyRuleset;
use crate::run::{
    Collector, GameRows, PROGRESS_INTERVAL, RunRequest, SIGNAL_POLL_INTERVAL, threads,
};
use crate::seat_view::SeatView;

/// A decision that a callable has to make.
struct CallRequest {
    agent: &'static str,
    game: u64,
    ply: u32,
    seed: u64,
    view: SeatView,
    /// The index of the game among the games of its worker.
    slot: usize,
}

/// A position as a tuple for Python. It has the game, the ply, the seat, the seed, and the view of
/// the seat.
type PositionTuple = (u64, u32, String, u64, Py<SeatView>);

/// A game that is being played.
struct CalledGame<'a> {
    index: u64,
    game: Box<dyn AnyGame + 'a>,
    /// The ply at which the game began.
    begun: u32,
    played: Vec<Action>,
    /// The legal actions of the present decision.
    legal: Vec<Action>,
    /// The number of operations that the game's hooks have used so far.
    operations: u64,
}

/// The result of playing a game until a callable has to decide.
enum GameProgress {
    Waits(Box<CallRequest>),
    Over,
    Halted,
}

/// A worker that plays games.
struct CallWorker<'a> {
    loaded: &'a Arc<Ruleset>,
    shape: &'a Arc<Shape>,
    hooks: &'a dyn Hooks,
    plan: &'a Plan,
    stop: &'a AtomicBool,
}

impl<'a> CallWorker<'a> {
    fn begin(&self, index: u64) -> Result<CalledGame<'a>, HookError> {
        let game = rerun::start(self.loaded, self.hooks, self.plan, index)?;
        let begun = game.view().ply();
        Ok(CalledGame { index, game, begun, played: Vec::new(), legal: Vec::new(), operations: 0 })
    }

    /// Calls `work` for a game, and adds the hook operations during this call to the game's total.
    /// The total of each game must be counted separately, because all games of a worker share the
    /// hooks.
    ///
    /// # Errors
    /// Returns a [`HookError`] if `work` fails, or the hooks exceed the limit for one game.
    fn within<T>(
        &self,
        slot: &mut CalledGame<'a>,
        work: impl FnOnce(&mut CalledGame<'a>) -> Result<T, HookError>,
    ) -> Result<T, HookError> {
        let before = self.hooks.operations();
        let done = work(slot)?;
        slot.operations += self.hooks.operations().saturating_sub(before);
        if slot.operations > MAX_GAME_OPERATIONS {
            return Err(overworked(slot.game.view().ply()));
        }
        Ok(done)
    }

    /// Plays until a callable has to decide, or until the game is over.
    fn advance(&self, slot: &mut CalledGame<'a>, number: usize) -> Result<GameProgress, HookError> {
        let (plan, spec) = (self.plan, self.loaded.spec());
        let halted = || self.stop.load(Ordering::Relaxed);
        let deal = plan.deal(slot.index);
        let limit = plan.ply_limit.unwrap_or(spec.ply_limit);
        loop {
            if halted() {
                return Ok(GameProgress::Halted);
            }
            let over =
                self.within(slot, |slot| Ok(matches!(slot.game.decision()?, Decision::Over)))?;
            let game = &mut *slot.game;
            let ply = game.view().ply() - slot.begun;
            if over || ply >= limit {
                return Ok(GameProgress::Over);
            }
            let (seat, stream, counter) = quadrille_core::game::decider(&mut *game);
            let (of, at) = (u64::from(seat.0), u64::from(counter));
            let mut luck = Rng::new(plan.seed, deal.block, stream, of, at);
            let agent = match stream {
                Stream::Agent => plan.agent(seat.index(), deal.rotation),
                Stream::Dice | Stream::Shuffle | Stream::Nature | Stream::Opening => {
                    AgentSpec::Random
                }
            };
            if let AgentSpec::External(agent) = agent {
                let seed = luck.bits();
                let imagine =
                    |game: &mut dyn AnyGame| quadrille_agents::imagined(game, seat, &mut luck);
                let view = SeatView::new((self.loaded, self.shape), game, seat, imagine)?;
                slot.legal = view.legal().iter().map(|one| one.action).collect();
                return Ok(match slot.legal.is_empty() {
                    true => GameProgress::Over,
                    false => {
                        let game = slot.index;
                        let slot = number;
                        let request = CallRequest { agent, game, ply, seed, view, slot };
                        GameProgress::Waits(Box::new(request))
                    }
                });
            }
            let advice = self.within(slot, |slot| {
                quadrille_agents::advise_until(&mut *slot.game, agent, &mut luck, &halted)
            })?;
            match advice.action {
                _ if halted() => return Ok(GameProgress::Halted),
                None => return Ok(GameProgress::Over),
                Some(action) => {
                    slot.played.push(action);
                    self.within(slot, |slot| Ok(slot.game.play(action)?))?;
                }
            }
        }
    }

    /// Returns the record of a game that has ended or failed.
    fn record(&self, slot: CalledGame<'a>, end: Result<(), HookError>) -> GameRecord {
        let (plan, rules) = (self.plan, &self.loaded.rules);
        let block = plan.deal(slot.index).block;
        let measured = end.and_then(|()| {
            let setup = plan.opening.setup(rules, self.hooks, plan.seed, block)?;
            measure(rules, self.hooks, setup.as_ref(), &slot.played).map_err(HookError::from)
        });
        match measured {
            Ok(record) => {
                let measured = record.measured.filter(|_| plan.measure);
                GameRecord { index: slot.index, measured, ..record }
            }
            Err(error) => GameRecord {
                index: slot.index,
                plies: slot.game.view().ply() - slot.begun,
                end: Err(error),
                clauses: slot.game.counts().clauses.to_vec(),
                metrics: vec![0; rules.spec().metrics.len()],
                counters: slot.game.setup().counters,
                actions: slot.played,
                micros: Vec::new(),
                measured: None,
            },
        }
    }

    /// Plays games until none are left. The maximum number of games in progress at the same time is
    /// `most`. Sends the decisions that callables have to make, and receives the indices of the
    /// chosen actions.
    fn games(
        &self,
        most: usize,
        next: &AtomicU64,
        games: &Collector<'_>,
        asks: &Sender<Vec<CallRequest>>,
        answers: &Receiver<Vec<(usize, usize)>>,
    ) {
        let mut slots: Vec<Option<CalledGame<'a>>> = Vec::new();
        slots.resize_with(most, || None);
        loop {
            let mut waiting = Vec::new();
            for (number, place) in slots.iter_mut().enumerate() {
                loop {
                    let Some(slot) = place else {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.plan.games.end {
                            break;
                        }
                        match self.begin(index) {
                            Ok(slot) => *place = Some(slot),
                            Err(error) => games.add(&self.unbegun(index, error)),
                        }
                        continue;
                    };
                    let end = match self.advance(slot, number) {
                        Ok(GameProgress::Halted) => return,
                        Ok(GameProgress::Waits(ask)) => {
                            waiting.push(*ask);
                            break;
                        }
                        Ok(GameProgress::Over) => Ok(()),
                        Err(_) if self.stop.load(Ordering::Relaxed) => return,
                        Err(error) => Err(error),
                    };
                    if let Some(slot) = place.take() {
                        games.add(&self.record(slot, end));
                    }
                }
            }
            if waiting.is_empty() || asks.send(waiting).is_err() {
                return;
            }
            let Ok(chosen) = answers.recv() else { return };
            for (number, action) in chosen {
                let Some(place) = slots.get_mut(number) else { continue };
                let Some(slot) = place else { continue };
                let Some(action) = slot.legal.get(action).copied() else { continue };
                slot.played.push(action);
                let played = self.within(slot, |slot| Ok(slot.game.play(action)?));
                if let Err(error) = played
                    && let Some(slot) = place.take()
                {
                    games.add(&self.record(slot, Err(error)));
                }
            }
        }
    }

    /// Returns the record of a game that could not begin.
    fn unbegun(&self, index: u64, error: HookError) -> GameRecord {
        let spec = self.loaded.spec();
        GameRecord {
            index,
            plies: 0,
            end: Err(error),
            clauses: vec![0; spec.clauses.len()],
            metrics: vec![0; spec.metrics.len()],
            counters: Vec::new(),
            actions: Vec::new(),
            micros: Vec::new(),
            measured: None,
        }
    }
}

/// Passes decisions to the Python callable. Returns the index of the chosen action for each
/// decision.
fn decide(py: Python<'_>, ask: &Py<PyAny>, all: Vec<CallRequest>) -> PyResult<Vec<usize>> {
    let count = all.len();
    let mut of: BTreeMap<&str, Vec<(usize, CallRequest)>> = BTreeMap::new();
    for (number, one) in all.into_iter().enumerate() {
        of.entry(one.agent).or_default().push((number, one));
    }
    let mut chosen = vec![0; count];
    for (agent, mut requests) in of {
        requests.sort_by_key(|(_, one)| one.game);
        let mut legal = Vec::with_capacity(requests.len());
        let mut positions: Vec<PositionTuple> = Vec::with_capacity(requests.len());
        for (number, CallRequest { game, ply, seed, view, .. }) in requests {
            legal.push((number, view.legal().len()));
            let seat = view.seat_name().to_owned();
            positions.push((game, ply, seat, seed, Py::new(py, view)?));
        }
        let answers: Vec<usize> = ask.call1(py, (agent, positions))?.extract(py)?;
        if answers.len() != legal.len() {
            return Err(refused(format!(
                "the agent gave {} answers for {} positions",
                answers.len(),
                legal.len()
            )));
        }
        for ((number, legal), answer) in legal.into_iter().zip(answers) {
            if answer >= legal {
                return Err(refused("an answer of the agent is not the number of a legal move"));
            }
            chosen[number] = answer;
        }
    }
    Ok(chosen)
}

/// Plays games in which the callable `ask` decides for Python agents. The callable receives the
/// name of an agent and a list of positions. The callable returns the index of a legal action for
/// each position. At most `batch` games are in progress at the same time.
#[pyfunction]
#[pyo3(signature = (rules, asked, jobs, batch, records, plies, ask, progress))]
#[expect(clippy::too_many_arguments, reason = "the Python function names them")]
pub(crate) fn playout_called(
    py: Python<'_>,
    rules: &PyRuleset,
    asked: RunRequest,
    jobs: Option<usize>,
    batch: usize,
    records: bool,
    plies: bool,
    ask: Py<PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<GameRows> {
    let (loaded, shape) = (Arc::clone(&rules.loaded), rules.shape());
    let batch = batch.max(1);
    let plan = asked.plan(&loaded, threads(jobs).min(batch))?;
    let games = Collector::new(&loaded, &plan, records, plies);
    let (stop, next) = (AtomicBool::new(false), AtomicU64::new(plan.games.start));
    let ended = py.detach(|| {
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for number in 0..plan.jobs {
                let most = batch / plan.jobs + usize::from(number < batch % plan.jobs);
                let (send_asks, asks) = channel();
                let (answers, hear_answers) = channel();
                let (loaded, shape, plan) = (&loaded, &shape, &plan);
                let (stop, next, games) = (&stop, &next, &games);
                scope.spawn(move || {
                    let hooks = loaded.hooks();
                    let worker = CallWorker { loaded, shape, hooks: &*hooks, plan, stop };
                    worker.games(most, next, games, &send_asks, &hear_answers);
                });
                workers.push((asks, answers));
            }
            let result = serve(workers, &ask, &games, progress.as_ref());
            // The workers end when nothing receives their requests.
            stop.store(true, Ordering::Relaxed);
            result
        })
    });
    Ok(games.finish(py, ended))
}

/// The channels between the main thread and a worker. The receiver gets the worker's decisions, and
/// the sender sends the chosen actions.
type WorkerChannel = (Receiver<Vec<CallRequest>>, Sender<Vec<(usize, usize)>>);

/// Answers the decisions of the workers in rounds, until all workers have ended.
fn serve(
    mut workers: Vec<WorkerChannel>,
    ask: &Py<PyAny>,
    games: &Collector<'_>,
    progress: Option<&Py<PyAny>>,
) -> PyResult<()> {
    let mut last_report = Instant::now();
    let mut heard = |py: Python<'_>| {
        py.check_signals()?;
        if last_report.elapsed() > PROGRESS_INTERVAL {
            last_report = Instant::now();
            games.tell(py, progress)?;
        }
        Ok::<(), PyErr>(())
    };
    loop {
        let (mut all, mut shares, mut live) = (Vec::new(), Vec::new(), Vec::new());
        for (asks, answers) in workers {
            let round = loop {
                match asks.recv_timeout(SIGNAL_POLL_INTERVAL) {
                    Ok(round) => break Some(round),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => Python::attach(&mut heard)?,
                }
            };
            if let Some(round) = round {
                shares.push(round.len());
                all.extend(round);
                live.push((asks, answers));
            }
        }
        if live.is_empty() {
            return Ok(());
        }
        let slots: Vec<usize> = all.iter().map(|ask| ask.slot).collect();
        let chosen = Python::attach(|py| {
            heard(py)?;
            decide(py, ask, all)
        })?;
        let mut chosen = slots.into_iter().zip(chosen);
        for ((_, answers), share) in live.iter().zip(shares) {
            // If the worker has ended, sending fails. The next round then removes the worker.
            let _ = answers.send(chosen.by_ref().take(share).collect());
        }
        workers = live;
    }
}
