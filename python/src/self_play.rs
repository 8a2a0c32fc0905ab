//! Games of self-play as data for learning: positions with the evaluation, the best action and the
//! policy of a search, and the result of the game. Positions are records in a packed form, which
//! the documentation of `quadrille.positions` describes.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille_agents::{
    AgentSpec, TreeFindings, TreeLimits, TreeMemory, advise_until, search_tree,
};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, HookError, Hooks, PlayError, Seat};
use quadrille_dsl::{Ruleset, fen};
use quadrille_reports::rerun;
use quadrille_session::Viewer;
use quadrille_study::sim::{Interruptible, Plan};

use crate::batch::observation::{KnownPosition, observe};
use crate::batch::shape::Shape;
use crate::errors::{ScriptError, refused};
use crate::rules::PyRuleset;
use crate::run::{RunRequest, exception, interruptible, threads};

/// The number of bytes of a record before its policy and planes.
const HEAD: usize = 32;
/// The memory of a tree search of self-play in bytes. It suffices for the searches of one game.
const TREE_BYTES: usize = 16 << 20;

/// A position of a game that has not ended yet.
struct Sample {
    seat: Seat,
    /// The record, in which the result of the game is missing.
    record: Vec<u8>,
}

/// The positions of a game: their records, and their FENs on request.
type GamePositions = (Vec<u8>, Vec<String>);

/// A worker that plays games.
struct SelfPlayWorker<'a> {
    loaded: &'a Ruleset,
    shape: &'a Shape,
    hooks: &'a dyn Hooks,
    plan: &'a Plan,
    agent: AgentSpec,
    /// The number of plies at the beginning of a game in which actions are drawn by the policy.
    sampled: u32,
    fens: bool,
    stop: &'a AtomicBool,
    memory: TreeMemory,
    /// The planes of a position, before they are packed.
    planes: Vec<u8>,
}

/// The results of a search: the best action, the evaluation for the seat's team, and the policy.
struct Searched {
    best: Action,
    evaluation: f64,
    policy: Vec<(Action, f32)>,
}

impl SelfPlayWorker<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Searches the current decision. Returns `None` if the search was stopped.
    fn search(
        &mut self,
        game: &mut dyn AnyGame,
        luck: &mut Rng,
    ) -> Result<Option<Searched>, HookError> {
        let stop = || self.stop.load(Ordering::Relaxed);
        let legal = game.actions()?;
        if let AgentSpec::Mcts(nodes) = self.agent {
            let nodes = Some(u64::from(nodes));
            let limits = TreeLimits { nodes, lines: usize::MAX, ..TreeLimits::default() };
            let watch = &mut |_: &TreeFindings| true;
            let found = search_tree(game, &mut self.memory, &limits, &stop, watch)?;
            let lines = found.lines.iter().filter_map(|line| {
                let action = *line.actions.first().filter(|action| legal.contains(action))?;
                Some((action, line.visits as f32))
            });
            let mut policy: Vec<(Action, f32)> = lines.collect();
            let all: f32 = policy.iter().map(|(_, visits)| visits).sum();
            policy.retain(|(_, visits)| *visits > 0.0);
            policy.iter_mut().for_each(|(_, visits)| *visits /= all.max(1.0));
            let Some(best) = found.action.filter(|_| !found.stopped) else { return Ok(None) };
            let evaluation = found.lines.first().map_or(0.5, |line| line.share);
            if policy.is_empty() {
                policy.push((best, 1.0));
            }
            return Ok(Some(Searched { best, evaluation, policy }));
        }
        let advice = advise_until(game, self.agent, luck, &stop)?;
        let Some(best) = advice.action.filter(|_| !advice.stopped) else { return Ok(None) };
        Ok(Some(Searched { best, evaluation: advice.share, policy: vec![(best, 1.0)] }))
    }

    /// Plays a game and returns its positions. Returns `None` if the game was stopped.
    fn game(&mut self, index: u64) -> Result<Option<GamePositions>, PlayError> {
        let (plan, spec) = (self.plan, self.loaded.spec());
        let mut game = rerun::start(self.loaded, self.hooks, plan, index)?;
        let begun = game.ply();
        let limit = plan.ply_limit.unwrap_or(spec.ply_limit);
        let (mut samples, mut fens) = (Vec::new(), Vec::new());
        self.memory.clear();
        loop {
            if self.stopped() {
                return Ok(None);
            }
            let ply = game.ply() - begun;
            if matches!(game.decision()?, Decision::Over) || ply >= limit {
                break;
            }
            let (seat, stream, counter) = quadrille_core::game::decider(&mut *game);
            let (of, at) = (u64::from(seat.0), u64::from(counter));
            let mut luck = Rng::new(plan.seed, index, stream, of, at);
            let legal = game.actions()?;
            let action = match legal[..] {
                [] => break,
                _ if stream != Stream::Agent => {
                    advise_until(&mut *game, AgentSpec::Random, &mut luck, &|| false)?.action
                }
                // A forced action teaches nothing.
                [only] => Some(only),
                _ => match self.search(&mut *game, &mut luck)? {
                    None => return Ok(None),
                    Some(searched) => {
                        if self.fens {
                            let seen = Viewer::of([seat]).setup(&*game);
                            fens.push(fen::write(&self.loaded.rules, &seen));
                        }
                        samples.push(self.sample(&*game, seat, (index, ply), &searched));
                        Some(if ply < self.sampled {
                            drawn(&searched.policy, &mut luck).unwrap_or(searched.best)
                        } else {
                            searched.best
                        })
                    }
                },
            };
            let Some(action) = action else { break };
            game.play(action)?;
        }
        let shares = shares(self.loaded, &*game);
        let mut records = Vec::new();
        for Sample { seat, mut record } in samples {
            let team = usize::from(spec.seats[seat.index()].team);
            record[24..28].copy_from_slice(&(shares[team] as f32).to_le_bytes());
            records.extend(record);
        }
        Ok(Some((records, fens)))
    }

    /// Packs a position.
    fn sample(
        &mut self,
        game: &dyn AnyGame,
        seat: Seat,
        (index, ply): (u64, u32),
        searched: &Searched,
    ) -> Sample {
        let shape = self.shape;
        let known = KnownPosition {
            setup: Viewer::of([seat]).setup(game),
            occurrences: game.counts().occurrences,
            seat,
            to_act: Some(seat),
        };
        self.planes.fill(0);
        observe(self.loaded.spec(), &known, shape, &mut self.planes);
        let mut policy: Vec<(u32, f32)> = Vec::with_capacity(searched.policy.len());
        for (action, weight) in &searched.policy {
            let id = shape.id(*action);
            // The actions of a second stage share the number of the first stage.
            match policy.iter_mut().find(|(other, _)| *other == id) {
                Some((_, sum)) => *sum += weight,
                None => policy.push((id, *weight)),
            }
        }
        let (packed, count) = pack(&self.planes, shape.area());
        let mut record = Vec::with_capacity(HEAD + 8 * policy.len() + packed.len());
        let length = (HEAD + 8 * policy.len() + packed.len()) as u32;
        record.extend(length.to_le_bytes());
        record.extend((index as u32).to_le_bytes());
        record.extend(ply.to_le_bytes());
        record.extend([seat.0, 0]);
        record.extend((policy.len() as u16).to_le_bytes());
        record.extend(shape.id(searched.best).to_le_bytes());
        record.extend((searched.evaluation as f32).to_le_bytes());
        record.extend([0; 4]);
        record.extend(count.to_le_bytes());
        record.extend([0; 2]);
        for (id, weight) in policy {
            record.extend(id.to_le_bytes());
            record.extend(weight.to_le_bytes());
        }
        record.extend(packed);
        Sample { seat, record }
    }
}

/// Draws an action by its weight.
fn drawn(policy: &[(Action, f32)], luck: &mut Rng) -> Option<Action> {
    let mut rest = (luck.bits() >> 40) as f32 / (1_u32 << 24) as f32;
    for (action, weight) in policy {
        rest -= weight;
        if rest < 0.0 {
            return Some(*action);
        }
    }
    None
}

/// Returns the share of each team in the result. A stopped game is shared equally.
fn shares(loaded: &Ruleset, game: &dyn AnyGame) -> Vec<f64> {
    let spec = loaded.spec();
    let teams = spec.teams.len();
    let even = 1.0 / teams.max(1) as f64;
    let Some(outcome) = game.outcome() else { return vec![even; teams] };
    let team_of: Vec<u8> = spec.seats.iter().map(|seat| seat.team).collect();
    let weights = outcome.team_weights(&team_of);
    let all: f64 = weights[..teams].iter().sum();
    weights[..teams].iter().map(|weight| if all > 0.0 { weight / all } else { even }).collect()
}

/// Packs planes. Returns the bytes, and the number of planes that are not empty.
fn pack(planes: &[u8], area: usize) -> (Vec<u8>, u16) {
    let (mut bytes, mut count) = (Vec::new(), 0);
    for (number, plane) in planes.chunks_exact(area).enumerate() {
        let first = plane[0];
        if plane.iter().all(|value| *value == first) {
            if first == 0 {
                continue;
            }
            bytes.extend((number as u16).to_le_bytes());
            bytes.extend([0, 0, first]);
        } else {
            let cells = plane.iter().enumerate().filter(|(_, value)| **value != 0);
            bytes.extend((number as u16).to_le_bytes());
            bytes.extend((cells.clone().count() as u16).to_le_bytes());
            for (cell, value) in cells {
                bytes.extend((cell as u16).to_le_bytes());
                bytes.push(*value);
            }
        }
        count += 1;
    }
    (bytes, count)
}

/// The records and the FENs of each game. If an exception ended the run early, the last value is
/// this exception.
type PlayedGames<'py> = (Vec<Bound<'py, PyBytes>>, Vec<Vec<String>>, Option<Py<PyAny>>);

/// Plays games of self-play. Returns the records of each game, and its FENs on request. If an
/// exception ended the run early, only the first games of the run are returned, and the last value
/// is this exception.
#[pyfunction]
#[pyo3(signature = (rules, asked, jobs, sampled, fens, progress))]
pub(crate) fn self_play<'py>(
    py: Python<'py>,
    rules: &PyRuleset,
    asked: RunRequest,
    jobs: Option<usize>,
    sampled: u32,
    fens: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<PlayedGames<'py>> {
    let loaded = Arc::clone(&rules.loaded);
    let shape = rules.shape();
    let plan = asked.plan(&loaded, threads(jobs))?;
    let agent = match plan.different()[..] {
        [agent] if agent.limit().is_some() || matches!(agent, AgentSpec::Mcts(_)) => agent,
        _ => return Err(refused("self-play needs one agent that searches, such as mcts:100")),
    };
    let next = AtomicU64::new(plan.games.start);
    let (played, failed) = (AtomicU64::new(0), Mutex::new(None));
    let all: Mutex<Vec<(u64, GamePositions)>> = Mutex::default();
    let work = |stop: &AtomicBool| {
        let run = || {
            let hooks = loaded.hooks();
            let hooks = Interruptible::new(hooks.as_ref(), stop);
            let mut worker = SelfPlayWorker {
                loaded: &loaded,
                shape: &shape,
                hooks: &hooks,
                plan: &plan,
                agent,
                sampled,
                fens,
                stop,
                memory: TreeMemory::new(TREE_BYTES),
                planes: vec![0; shape.planes.len() * shape.area()],
            };
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= plan.games.end || worker.stopped() {
                    return;
                }
                match worker.game(index) {
                    Ok(Some(game)) => {
                        all.lock().unwrap_or_else(PoisonError::into_inner).push((index, game));
                        played.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(None) => return,
                    Err(_) if worker.stopped() => return,
                    Err(error) => {
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        failed.get_or_insert(error);
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        };
        thread::scope(|scope| {
            (0..plan.jobs.max(1)).for_each(|_| {
                scope.spawn(run);
            });
        });
    };
    let total = plan.games.end - plan.games.start;
    let ended = interruptible(py, work, &mut |py| match &progress {
        None => Ok(()),
        Some(progress) => progress.call1(py, (played.load(Ordering::Relaxed), total)).map(drop),
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(ScriptError::new_err(error.to_string()));
    }
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|(index, _)| *index);
    let in_order = (plan.games.start..).zip(all).take_while(|(number, (index, _))| number == index);
    let (records, fens): (Vec<_>, Vec<_>) =
        in_order.map(|(_, (_, (records, fens)))| (PyBytes::new(py, &records), fens)).unzip();
    Ok((records, fens, exception(py, ended)))
}

/// The columns of records: games, plies, seats, best actions, evaluations, results, the numbers and
/// weights of policies, their offsets, and planes.
type Columns<'py> = [Bound<'py, PyBytes>; 10];

/// Unpacks consecutive records. `planes` is the number of planes, and `area` is the number of cells
/// of a plane. If `planes` is 0, planes are left out.
#[pyfunction]
pub(crate) fn unpack<'py>(
    py: Python<'py>,
    records: &[u8],
    planes: usize,
    area: usize,
) -> PyResult<Columns<'py>> {
    let damaged = || refused("the records are damaged: a record is longer than the data");
    let mut columns: [Vec<u8>; 9] = Default::default();
    let mut views: Vec<(&[u8], usize)> = Vec::new();
    let (mut rest, mut entries) = (records, 0_i64);
    columns[8].extend(entries.to_le_bytes());
    while !rest.is_empty() {
        let head = rest.get(..HEAD).ok_or_else(damaged)?;
        let u16_at = |at: usize| usize::from(u16::from_le_bytes([head[at], head[at + 1]]));
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let policy = HEAD + 8 * u16_at(14);
        if length < policy || length > rest.len() {
            return Err(damaged());
        }
        for (column, span) in
            [(0, 4..8), (1, 8..12), (2, 12..13), (3, 16..20), (4, 20..24), (5, 24..28)]
        {
            columns[column].extend(&head[span]);
        }
        for entry in rest[HEAD..policy].chunks_exact(8) {
            columns[6].extend(&entry[..4]);
            columns[7].extend(&entry[4..]);
        }
        entries += u16_at(14) as i64;
        columns[8].extend(entries.to_le_bytes());
        views.push((&rest[policy..length], u16_at(28)));
        rest = &rest[length..];
    }
    let size = planes * area;
    let bytes = PyBytes::new_with(py, size * views.len(), |bytes| {
        if size == 0 {
            return Ok(());
        }
        for ((packed, count), bytes) in views.iter().zip(bytes.chunks_exact_mut(size)) {
            unpack_planes(packed, *count, area, bytes).ok_or_else(damaged)?;
        }
        Ok(())
    })?;
    let mut all = columns.iter().map(|column| PyBytes::new(py, column)).chain([bytes]);
    Ok(std::array::from_fn(|_| all.next().unwrap_or_else(|| PyBytes::new(py, &[]))))
}

/// Writes `count` packed planes. Returns `None` if they are damaged.
fn unpack_planes(mut packed: &[u8], count: usize, area: usize, planes: &mut [u8]) -> Option<()> {
    let mut take = |count: usize| {
        let taken = packed.get(..count)?;
        packed = &packed[count..];
        Some(taken)
    };
    for _ in 0..count {
        let head = take(4)?;
        let plane = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let cells = u16::from_le_bytes([head[2], head[3]]);
        let plane = planes.get_mut(plane * area..(plane + 1) * area)?;
        if cells == 0 {
            plane.fill(take(1)?[0]);
        }
        for _ in 0..cells {
            let cell = take(3)?;
            *plane.get_mut(usize::from(u16::from_le_bytes([cell[0], cell[1]])))? = cell[2];
        }
    }
    Some(())
}
