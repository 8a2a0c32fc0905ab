//! Plays many games of a ruleset together by action numbers, for learning programs. A separate
//! thread owns the games and receives jobs as messages, so that Python may call from any thread.
//!
//! With N squares and K kinds, a move has the number `from * N + to`. The numbers of other actions
//! follow in this order: `kind * N + square` for drops, as many numbers for announcements as for
//! moves, one number for `pass`, 256 for answers, 64 for offers and claims, and the numbers of the
//! second stage. If several moves have the same number, as promotions have, the seat chooses one of
//! these moves in the second stage.

mod games;
mod observation;
mod shape;

use std::str::FromStr as _;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::CounterId;
use quadrille_core::{PlayError, Seat, SeatResult};
use quadrille_dsl::Ruleset;

use self::games::{BatchGame, BatchGames, BatchStatus, script};
use self::shape::Shape;
use crate::errors::refused;
use crate::rules::PyRuleset;

/// The maximum number of games in a batch.
const MAX_GAMES: usize = 1 << 20;

type Job = Box<dyn for<'r> FnOnce(&mut BatchGames<'r>) + Send>;

/// Many games of a ruleset that are played together.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Batch {
    jobs: Mutex<Sender<Job>>,
    loaded: Arc<Ruleset>,
    shape: Shape,
    count: usize,
}

impl Batch {
    /// Runs a job in the thread of the games.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl for<'r> FnOnce(&mut BatchGames<'r>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (reply, answer) = channel();
        let job: Job = Box::new(move |table| {
            let _ = reply.send(work(table));
        });
        let sent = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job);
        let gone = || refused("the games of this batch have ended");
        sent.map_err(|_| gone())?;
        py.detach(move || answer.recv()).map_err(|_| gone())
    }
}

#[pymethods]
impl Batch {
    /// Creates `count` games at their start.
    #[new]
    #[pyo3(signature = (rules, count, seed, ply_limit=None))]
    fn new(
        py: Python<'_>,
        rules: &PyRuleset,
        count: usize,
        seed: u64,
        ply_limit: Option<u32>,
    ) -> PyResult<Self> {
        if !(1..=MAX_GAMES).contains(&count) {
            return Err(refused(format!("a batch needs 1 to {MAX_GAMES} games")));
        }
        let loaded = Arc::clone(&rules.loaded);
        let shape = Shape::new(loaded.spec());
        let (jobs, todo) = channel::<Job>();
        let (own, its_shape) = (Arc::clone(&loaded), shape.clone());
        let run = move || {
            let hooks = own.hooks();
            let limit = ply_limit.unwrap_or(own.rules.spec().ply_limit);
            let mut table = BatchGames {
                loaded: &own,
                hooks: &*hooks,
                shape: its_shape,
                slots: Vec::new(),
                seed,
                limit,
                begun: 0,
            };
            for job in todo {
                job(&mut table);
            }
        };
        let spawned = thread::Builder::new().name("quadrille batch".to_owned()).spawn(run);
        spawned.map_err(|error| refused(format!("no thread can be started: {error}")))?;
        let batch = Self { jobs: Mutex::new(jobs), loaded, shape, count };
        let begun = batch.ask(py, move |table| {
            for _ in 0..count {
                let mut slot = table.begin()?;
                slot.decide(&table.shape, table.limit)?;
                table.slots.push(slot);
            }
            Ok(())
        })?;
        begun.map_err(|error: PlayError| script(&error))?;
        Ok(batch)
    }

    /// Returns the number of games in the batch.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of action numbers.
    #[getter]
    fn actions(&self) -> usize {
        self.shape.starts()[6]
    }

    /// Returns the first number of each group of actions, and finally the number after the last
    /// group. The groups are drops, announcements, pass, answers, offers and claims, and the second
    /// stage.
    #[getter]
    fn starts(&self) -> [usize; 7] {
        self.shape.starts()
    }

    /// Returns the number of planes, the number of ranks and the number of files.
    #[getter]
    fn planes(&self) -> (usize, usize, usize) {
        (self.shape.planes.len(), self.shape.high, self.shape.wide)
    }

    /// Returns the names of the planes in order.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.shape.planes.clone()
    }

    /// Returns the names of the squares in the order of their numbers.
    #[getter]
    fn squares(&self) -> Vec<String> {
        let board = &self.loaded.spec().geometry;
        self.shape.squares.iter().map(|square| board.name(*square)).collect()
    }

    /// Returns, for each square, its cell in the planes that this seat sees. The squares are in the
    /// order of their numbers.
    fn cells(&self, seat: usize) -> PyResult<Vec<usize>> {
        let Some(view) = self.shape.views.get(seat) else {
            return Err(refused(format!(
                "seat {seat} is out of range: the game has {} seats",
                self.shape.seats
            )));
        };
        Ok(self.shape.squares.iter().map(|square| view.cell[square.index()]).collect())
    }

    /// Returns the legal actions of a game, sorted by number. Each is a pair of the number and the
    /// text.
    fn texts(&self, py: Python<'_>, game: usize) -> PyResult<Vec<(u32, String)>> {
        if game >= self.count {
            return Err(refused(format!(
                "game {game} is out of range: the batch has {} games",
                self.count
            )));
        }
        let found = self.ask(py, move |table| {
            let BatchGame { game, legal, .. } = &mut table.slots[game];
            let actions = game.actions()?;
            let written = quadrille_dsl::actions::legal(&mut **game)?;
            let text = |action| written.iter().find(|(_, other)| *other == action);
            let numbered = legal
                .iter()
                .filter_map(|(id, place)| Some((*id, text(*actions.get(*place)?)?.0.clone())));
            Ok::<_, PlayError>(numbered.collect())
        })?;
        found.map_err(|error| script(&error))
    }

    /// Returns, for each game, the seat to act and the status: playing (0), over (1) or stopped
    /// (2).
    fn seats_and_statuses(&self, py: Python<'_>) -> PyResult<(Vec<u8>, Vec<u8>)> {
        self.ask(py, |table| {
            let seats = table.slots.iter().map(|slot| slot.seat.0).collect();
            (seats, table.slots.iter().map(|slot| slot.standing as u8).collect())
        })
    }

    /// Returns, for each game and seat, the reward at the end of the game, as bytes of float32. It
    /// is 1 for a win, -1 for a loss, and 0 otherwise. If the game ended with points, it is
    /// (s - e) / (1 - e), where s is the share of the seat's team in the points and e is an equal
    /// share.
    fn rewards(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let team_of = self.loaded.spec().team_of();
        let even = 1.0 / self.loaded.spec().teams.len().max(2) as f64;
        self.ask(py, move |table| {
            let of = |slot: &BatchGame<'_>| -> Vec<f64> {
                let Some(outcome) = slot.game.outcome() else { return vec![0.0; team_of.len()] };
                if outcome.points.is_none() {
                    let reward = |result: &SeatResult| match result {
                        SeatResult::Win => 1.0,
                        SeatResult::Draw => 0.0,
                        SeatResult::Loss => -1.0,
                    };
                    return outcome.results.iter().map(reward).collect();
                }
                let weights = outcome.team_weights(&team_of);
                let all: f64 = weights.iter().sum();
                let reward = |team: &u8| match weights[usize::from(*team)] {
                    _ if all == 0.0 => 0.0,
                    weight => (weight / all - even) / (1.0 - even),
                };
                team_of.iter().map(reward).collect()
            };
            let rewards = table.slots.iter().flat_map(of);
            rewards.flat_map(|reward| (reward as f32).to_le_bytes()).collect()
        })
    }

    /// Returns, for each game and seat, the result: 1 for a win, -1 for a loss, and 0 otherwise.
    /// The results are bytes of int8.
    fn results(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.ask(py, |table| {
            let seats = table.shape.seats;
            let of = |slot: &BatchGame<'_>| -> Vec<u8> {
                let Some(outcome) = slot.game.outcome() else { return vec![0; seats] };
                let value = |result: &SeatResult| match result {
                    SeatResult::Win => 1_i8,
                    SeatResult::Draw => 0,
                    SeatResult::Loss => -1,
                };
                outcome.results.iter().map(|result| value(result) as u8).collect()
            };
            table.slots.iter().flat_map(of).collect()
        })
    }

    /// Returns, for each game and seat, the value of a counter. The values are bytes of int32. If
    /// the rules have no such counter, the result is empty.
    fn counter(&self, py: Python<'_>, name: String) -> PyResult<Vec<u8>> {
        let spec = self.loaded.spec();
        let Some(counter) = spec.counters.iter().position(|counter| counter.name == name) else {
            return Ok(Vec::new());
        };
        let counter = CounterId(counter as u8);
        self.ask(py, move |table| {
            let seats = table.shape.seats;
            let of = |slot: &BatchGame<'_>| {
                let value = |seat| slot.game.counter(counter, Seat(seat as u8)).to_le_bytes();
                (0..seats).flat_map(value).collect::<Vec<u8>>()
            };
            table.slots.iter().flat_map(of).collect()
        })
    }

    /// Returns the numbers of the legal actions of all games, game after game, as bytes of int32.
    /// Also returns how many legal actions each game has.
    fn legal(&self, py: Python<'_>) -> PyResult<(Vec<u8>, Vec<usize>)> {
        self.ask(py, |table| {
            let (mut ids, mut counts) = (Vec::new(), Vec::with_capacity(table.slots.len()));
            for slot in &table.slots {
                let mut last = None;
                let mut count = 0;
                for (id, _) in &slot.legal {
                    if last.replace(*id) != Some(*id) {
                        ids.extend((*id as i32).to_le_bytes());
                        count += 1;
                    }
                }
                counts.push(count);
            }
            (ids, counts)
        })
    }

    /// Returns a byte for each action number of each game: 1 if the action is legal, and 0
    /// otherwise.
    fn masks(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.ask(py, |table| {
            let size = table.shape.starts()[6];
            let mut masks = vec![0; size * table.slots.len()];
            for (slot, mask) in table.slots.iter().zip(masks.chunks_exact_mut(size)) {
                for (id, _) in &slot.legal {
                    mask[*id as usize] = 1;
                }
            }
            masks
        })
    }

    /// Returns the planes of each game, as seen by one of its seats. `seats` contains the observing
    /// seat of each game. If `seats` is `None`, the seat to act observes.
    #[pyo3(signature = (seats=None))]
    fn observe(&self, py: Python<'_>, seats: Option<Vec<usize>>) -> PyResult<Vec<u8>> {
        if seats.as_ref().is_some_and(|seats| seats.len() != self.count) {
            return Err(refused(format!(
                "`seats` needs one seat for each of the {} games",
                self.count
            )));
        }
        if let Some(missing) = seats.iter().flatten().find(|seat| **seat >= self.shape.seats) {
            return Err(refused(format!(
                "seat {missing} is out of range: the game has {} seats",
                self.shape.seats
            )));
        }
        self.ask(py, move |table| {
            let shape = &table.shape;
            let size = shape.planes.len() * shape.area();
            let mut planes = vec![0; size * table.slots.len()];
            let slots = table.slots.iter().zip(planes.chunks_exact_mut(size));
            for (number, (slot, planes)) in slots.enumerate() {
                let seat = seats.as_ref().map_or(slot.seat, |seats| Seat(seats[number] as u8));
                let acts = (slot.standing == BatchStatus::Playing).then_some(slot.seat);
                observation::observe(&*slot.game, shape, seat, acts, planes);
            }
            planes
        })
    }

    /// Plays an action in each game that is not over. The numbers are bytes of int32. A negative
    /// number plays no action in its game. If one action is illegal, no action is played in any
    /// game.
    fn step(&self, py: Python<'_>, ids: &[u8]) -> PyResult<()> {
        let ids = ids.chunks_exact(4).map(|id| i32::from_le_bytes([id[0], id[1], id[2], id[3]]));
        let ids: Vec<i32> = ids.collect();
        if ids.len() != self.count {
            return Err(refused(format!(
                "{} actions were given for {} games; give one for each game",
                ids.len(),
                self.count
            )));
        }
        Ok(self.ask(py, move |table| table.step(&ids))??)
    }

    /// Plays `plies` random plies in each game and returns the number of plies played. All legal
    /// actions are equally likely. A game that ends is replaced by a new one.
    fn random(&self, py: Python<'_>, plies: u64) -> PyResult<u64> {
        let played = self.ask(py, move |table| table.random(plies))?;
        played.map_err(|error| script(&error))
    }

    /// Restarts the given games. If no games are given, restarts all games that have ended.
    #[pyo3(signature = (which=None))]
    fn restart(&self, py: Python<'_>, which: Option<Vec<usize>>) -> PyResult<()> {
        if let Some(missing) = which.iter().flatten().find(|at| **at >= self.count) {
            return Err(refused(format!(
                "game {missing} is out of range: the batch has {} games",
                self.count
            )));
        }
        let done = self.ask(py, move |table| {
            let ended = || {
                let slots = table.slots.iter().enumerate();
                let ended = slots.filter(|(_, slot)| slot.standing != BatchStatus::Playing);
                ended.map(|(at, _)| at).collect()
            };
            let which = which.unwrap_or_else(ended);
            table.restart(&which, true)
        })?;
        done.map_err(|error| script(&error))
    }

    /// Returns, for each game, the number of the action that an agent recommends, or -1 if no seat
    /// has to decide. The numbers are bytes of int32.
    fn advise(&self, py: Python<'_>, agent: &str, seed: u64) -> PyResult<Vec<u8>> {
        let agent = AgentSpec::from_str(agent).map_err(|why| refused(why.to_string()))?;
        let found = self.ask(py, move |table| {
            let mut ids = Vec::with_capacity(table.slots.len() * 4);
            for (number, slot) in table.slots.iter_mut().enumerate() {
                let id = if slot.standing != BatchStatus::Playing {
                    -1
                } else {
                    let (seat, ply) = (u64::from(slot.seat.0), u64::from(slot.game.ply()));
                    let mut rng = Rng::new(seed, number as u64, Stream::Agent, seat, ply);
                    let action = quadrille_agents::advise(&mut *slot.game, agent, &mut rng)?.action;
                    // In the second stage, the agent repeats its choice when it is asked again.
                    let actions = slot.game.actions()?;
                    let place = actions.iter().position(|other| Some(*other) == action);
                    let found = slot.legal.iter().find(|(_, other)| Some(*other) == place);
                    found.or(slot.legal.first()).map_or(-1, |(id, _)| *id as i32)
                };
                ids.extend(id.to_le_bytes());
            }
            Ok::<_, PlayError>(ids)
        })?;
        found.map_err(|error| script(&error))
    }

    /// Returns the positions of all games as FEN4.
    fn fens(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |table| {
            let fen = |slot: &BatchGame<'_>| {
                quadrille_dsl::fen::write(&table.loaded.rules, &slot.game.setup())
            };
            table.slots.iter().map(fen).collect()
        })
    }
}
