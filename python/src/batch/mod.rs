//! Plays many games of a ruleset together by action numbers, for learning programs. Separate
//! threads own the games and receive jobs as messages, so that Python may call from any thread.
//!
//! With N squares and K kinds, a move has the number `from * N + to`. The numbers of other actions
//! follow in this order: `kind * N + square` for drops, as many numbers for announcements as for
//! moves, one number for `pass`, 256 for answers, 64 for offers and claims, and the numbers of the
//! second stage. If several moves have the same number, as promotions have, the seat chooses one of
//! these moves in the second stage.

mod games;
pub(crate) mod observation;
pub(crate) mod shape;
mod threads;

use std::ops::Range;
use std::str::FromStr as _;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::CounterId;
use quadrille_core::{Seat, SeatResult, Setup, game};
use quadrille_dsl::{Ruleset, actions, fen};

use self::games::{BatchGame, BatchGames, BatchStart, BatchStatus, SavedGame};
use self::observation::observe;
pub(crate) use self::threads::Batch;
use self::threads::joined;
use crate::errors::refused;
use crate::rules::PyRuleset;
use crate::run;
use crate::seat_view::SeatView;

/// The maximum number of games in a batch.
const MAX_GAMES: usize = 1 << 20;
/// Reads the positions at which games begin.
fn setups(loaded: &Ruleset, fens: &[String]) -> PyResult<Vec<Setup>> {
    let hooks = loaded.hooks();
    let read = |(number, text): (usize, &String)| {
        let wrong = |why: String| refused(format!("position {number} can't be played: {why}"));
        let setup = fen::read(&loaded.rules, text).map_err(|error| wrong(error.to_string()))?;
        game::resume(&loaded.rules, &*hooks, &setup).map_err(|error| wrong(error.to_string()))?;
        Ok(setup)
    };
    fens.iter().enumerate().map(read).collect()
}

/// A position of a batch for Python. It has the game, the ply, the seat, a seed, and the view of
/// the seat.
type BatchPosition = (u64, u32, String, u64, SeatView);

#[pymethods]
impl Batch {
    /// Creates `count` games. They begin at the positions `fens` in turn, or at the array if there
    /// are no positions.
    #[new]
    #[pyo3(signature = (rules, count, seed, ply_limit=None, fens=Vec::new(), jobs=None))]
    fn new(
        py: Python<'_>,
        rules: &PyRuleset,
        count: usize,
        seed: u64,
        ply_limit: Option<u32>,
        fens: Vec<String>,
        jobs: Option<usize>,
    ) -> PyResult<Self> {
        if !(1..=MAX_GAMES).contains(&count) {
            return Err(refused(format!("a batch needs 1 to {MAX_GAMES} games")));
        }
        let loaded = Arc::clone(&rules.loaded);
        let limit = ply_limit.unwrap_or(loaded.spec().ply_limit);
        let setups = setups(&loaded, &fens)?;
        let start = BatchStart { seed, limit, count, setups, jobs: run::threads(jobs) };
        let batch = Self::empty(loaded, rules.shape(), start)?;
        let sizes: Vec<Range<usize>> = batch.threads.iter().map(|one| one.games.clone()).collect();
        batch.each_ok(py, move |table| {
            let own = sizes.iter().find(|games| games.start == table.first);
            table.fill(own.map_or(0, ExactSizeIterator::len))
        })?;
        Ok(batch)
    }

    /// Returns a batch with copies of the games `which`, in this order. A game may occur several
    /// times.
    fn copy(&self, py: Python<'_>, which: Vec<usize>) -> PyResult<Self> {
        if !(1..=MAX_GAMES).contains(&which.len()) {
            return Err(refused(format!("a batch needs 1 to {MAX_GAMES} games")));
        }
        self.in_range(&which)?;
        let saved = self.each(py, |table| table.slots.iter().map(BatchGame::save).collect());
        let saved: Vec<Vec<SavedGame>> = saved?;
        let saved: Vec<SavedGame> = saved.into_iter().flatten().collect();
        let setups = match &self.start.setups[..] {
            [] => Vec::new(),
            setups => which.iter().map(|game| setups[game % setups.len()].clone()).collect(),
        };
        let BatchStart { seed, limit, jobs, .. } = *self.start;
        let start = BatchStart { seed, limit, count: which.len(), setups, jobs };
        let (loaded, shape) = (Arc::clone(&self.loaded), Arc::clone(&self.shape));
        let copy = Self::empty(loaded, shape, start)?;
        let sizes: Vec<Range<usize>> = copy.threads.iter().map(|one| one.games.clone()).collect();
        copy.each_ok(py, move |table| {
            let own = sizes.iter().find(|games| games.start == table.first).cloned();
            let own: Vec<SavedGame> =
                which[own.unwrap_or(0..0)].iter().map(|game| saved[*game].clone()).collect();
            table.restore(&own)
        })?;
        Ok(copy)
    }

    /// Returns the number of games in the batch.
    #[getter]
    fn count(&self) -> usize {
        self.start.count
    }

    /// Returns the number of action numbers.
    #[getter]
    fn actions(&self) -> usize {
        self.shape.size()
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
        self.in_range(&[game])?;
        let found = self.each_ok(py, move |table| {
            let Some(slot) = game.checked_sub(table.first).and_then(|at| table.slots.get_mut(at))
            else {
                return Ok(Vec::new());
            };
            let listed = slot.game.actions()?;
            let texts = actions::write(&*slot.game, &listed);
            let text = |place: usize| texts.get(place).cloned().unwrap_or_default();
            Ok(slot.legal.iter().map(|(id, place)| (*id, text(*place))).collect())
        })?;
        Ok(found.concat())
    }

    /// Returns the positions of some games, each as the deciding seat knows it. Games that are over
    /// have no position. Seeds depend on `seed`, the game, the seat and the ply.
    fn positions(
        &self,
        py: Python<'_>,
        which: Vec<usize>,
        seed: u64,
    ) -> PyResult<Vec<BatchPosition>> {
        self.in_range(&which)?;
        let known = (Arc::clone(&self.loaded), Arc::clone(&self.shape));
        let found = self.each_ok(py, move |table| {
            let first = table.first;
            let mut found = Vec::new();
            for number in &which {
                let slot = number.checked_sub(first).and_then(|at| table.slots.get_mut(at));
                let Some(slot) = slot.filter(|slot| slot.standing == BatchStatus::Playing) else {
                    continue;
                };
                let (seat, ply) = (slot.seat, slot.game.ply());
                let mut luck = luck(seed, *number, seat, ply);
                let bits = luck.bits();
                let mut view =
                    SeatView::new((&known.0, &known.1), &mut *slot.game, seat, |game| {
                        quadrille_agents::imagined(game, seat, &mut luck)
                    })?;
                if slot.second {
                    view.keep(|place| slot.legal.iter().any(|(_, other)| *other == place));
                }
                let name = view.seat_name().to_owned();
                found.push((*number as u64, ply, name, bits, view));
            }
            Ok(found)
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Plays an action in each game that is not over, by its text. `None` plays no action in its
    /// game. If one text is not a legal action, no action is played in any game.
    fn play(&self, py: Python<'_>, texts: Vec<Option<String>>) -> PyResult<()> {
        self.one_for_each(texts.len(), "actions")?;
        let texts = Arc::new(texts);
        let found = self.each_ok(py, {
            let texts = Arc::clone(&texts);
            move |table| {
                let mut places = Vec::with_capacity(table.slots.len());
                for (number, slot) in table.slots.iter_mut().enumerate() {
                    let text = &texts[table.first + number];
                    let Some(text) =
                        text.as_ref().filter(|_| slot.standing == BatchStatus::Playing)
                    else {
                        places.push(Ok(None));
                        continue;
                    };
                    let listed = slot.game.actions()?;
                    let written = actions::write(&*slot.game, &listed);
                    let mut among = slot.legal.iter().map(|(_, place)| *place);
                    let place = among.find(|place| written.get(*place) == Some(text));
                    places.push(place.map(Some).ok_or(table.first + number));
                }
                Ok(places)
            }
        })?;
        let places: Result<Vec<Option<usize>>, usize> = found.into_iter().flatten().collect();
        let places = places.map_err(|game| {
            let text = texts[game].as_deref().unwrap_or_default();
            refused(format!(
                "`{text}` is not legal in game {game}; `texts` lists the legal actions"
            ))
        })?;
        self.each_ok(py, move |table| {
            let limit = table.start.limit;
            for (slot, place) in table.slots.iter_mut().zip(&places[table.first..]) {
                if let Some(place) = place {
                    slot.game.play_nth(*place)?;
                    slot.decide(&table.shape, limit)?;
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Returns, for each game, the seat to act and the status: playing (0), over (1) or stopped
    /// (2).
    fn seats_and_statuses(&self, py: Python<'_>) -> PyResult<(Vec<u8>, Vec<u8>)> {
        let found = self.each(py, |table| {
            let both = |slot: &BatchGame<'_>| (slot.seat.0, slot.standing as u8);
            table.slots.iter().map(both).collect::<Vec<_>>()
        })?;
        Ok(found.into_iter().flatten().unzip())
    }

    /// Returns, for each game and seat, the reward at the end of the game, as bytes of float32. It
    /// is 1 for a win, -1 for a loss, and 0 otherwise. If the game ended with points, it is
    /// (s - e) / (1 - e), where s is the share of the seat's team in the points and e is an equal
    /// share.
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let team_of = self.loaded.spec().team_of();
        let even = 1.0 / self.loaded.spec().teams.len().max(2) as f64;
        let of = move |slot: &BatchGame<'_>| -> Vec<f64> {
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
        self.bytes_of_games(py, move |slot| {
            of(slot).into_iter().flat_map(|reward| (reward as f32).to_le_bytes()).collect()
        })
    }

    /// Returns, for each game and seat, the result: 1 for a win, -1 for a loss, and 0 otherwise.
    /// The results are bytes of int8.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let seats = self.shape.seats;
        self.bytes_of_games(py, move |slot| {
            let Some(outcome) = slot.game.outcome() else { return vec![0; seats] };
            let value = |result: &SeatResult| match result {
                SeatResult::Win => 1_i8,
                SeatResult::Draw => 0,
                SeatResult::Loss => -1,
            };
            outcome.results.iter().map(|result| value(result) as u8).collect()
        })
    }

    /// Returns, for each game and seat, the value of a counter. The values are bytes of int32. If
    /// the rules have no such counter, the result is empty.
    fn counter<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let spec = self.loaded.spec();
        let Some(counter) = spec.counters.iter().position(|counter| counter.name == name) else {
            return Ok(PyBytes::new(py, &[]));
        };
        let (counter, seats) = (CounterId(counter as u8), self.shape.seats);
        self.bytes_of_games(py, move |slot| {
            let value = |seat| slot.game.counter(counter, Seat(seat as u8)).to_le_bytes();
            (0..seats).flat_map(value).collect()
        })
    }

    /// Returns the numbers of the legal actions of all games, game after game, as bytes of int32.
    /// Also returns bytes of int64 with the index of the first number of each game, and finally the
    /// total.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let found = self.each(py, |table| {
            let (mut ids, mut counts) = (Vec::new(), Vec::with_capacity(table.slots.len()));
            for slot in &table.slots {
                let mut last = None;
                let mut count = 0_i64;
                for (id, _) in &slot.legal {
                    if last.replace(*id) != Some(*id) {
                        ids.extend((*id as i32).to_le_bytes());
                        count += 1;
                    }
                }
                counts.push(count);
            }
            (ids, counts)
        })?;
        let (ids, counts): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let mut offsets = 0_i64.to_le_bytes().to_vec();
        let mut total = 0;
        for count in counts.into_iter().flatten() {
            total += count;
            offsets.extend(total.to_le_bytes());
        }
        Ok((joined(py, &ids)?, PyBytes::new(py, &offsets)))
    }

    /// Returns a byte for each action number of each game: 1 if the action is legal, and 0
    /// otherwise.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.bytes(py, |table| {
            let size = table.shape.size();
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
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seats: Option<Vec<usize>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        if let Some(seats) = &seats {
            self.one_for_each(seats.len(), "seats")?;
        }
        if let Some(missing) = seats.iter().flatten().find(|seat| **seat >= self.shape.seats) {
            return Err(refused(format!(
                "seat {missing} is out of range: the game has {} seats",
                self.shape.seats
            )));
        }
        self.bytes(py, move |table| {
            let (shape, first) = (&table.shape, table.first);
            let size = shape.planes.len() * shape.area();
            let mut planes = vec![0; size * table.slots.len()];
            let slots = table.slots.iter().zip(planes.chunks_exact_mut(size));
            for (number, (slot, planes)) in slots.enumerate() {
                let seat = seats.as_ref().map(|seats| Seat(seats[first + number] as u8));
                let known = slot.known(seat.unwrap_or(slot.seat));
                observe(table.loaded.spec(), &known, shape, planes);
            }
            planes
        })
    }

    /// Plays an action in each game that is not over. The numbers are bytes of int32. A negative
    /// number plays no action in its game. If one action is illegal, no action is played in any
    /// game.
    fn step(&self, py: Python<'_>, ids: &[u8]) -> PyResult<()> {
        let ids = ids.chunks_exact(4).map(|id| i32::from_le_bytes([id[0], id[1], id[2], id[3]]));
        let ids: Arc<Vec<i32>> = Arc::new(ids.collect());
        self.one_for_each(ids.len(), "actions")?;
        let own = Arc::clone(&ids);
        let illegal = self.each(py, move |table| table.illegal(&own[table.first..]))?;
        if let Some((game, id)) = illegal.into_iter().flatten().next() {
            return Err(refused(format!(
                "action {id} is not legal in game {game}; its mask shows the legal actions"
            )));
        }
        self.each_ok(py, move |table| table.step(&ids[table.first..]))?;
        Ok(())
    }

    /// Plays `plies` random plies in each game and returns the number of plies played. All legal
    /// actions are equally likely. A game that ends is replaced by a new one.
    fn random(&self, py: Python<'_>, plies: u64) -> PyResult<u64> {
        Ok(self.each_ok(py, move |table| table.random(plies))?.into_iter().sum())
    }

    /// Restarts the given games. If no games are given, restarts all games that have ended.
    #[pyo3(signature = (which=None))]
    fn reset(&self, py: Python<'_>, which: Option<Vec<usize>>) -> PyResult<()> {
        self.in_range(which.as_deref().unwrap_or_default())?;
        self.each_ok(py, move |table| {
            let own = |at: &usize| match &which {
                Some(which) => which.contains(&(table.first + at)),
                None => table.slots[*at].standing != BatchStatus::Playing,
            };
            let own: Vec<usize> = (0..table.slots.len()).filter(own).collect();
            table.restart(&own, true)
        })?;
        Ok(())
    }

    /// Returns an action number for each game: the recommendation by the agent of the seat to act.
    /// The number is -1 if no seat has to decide, or if the seat has no agent. The numbers are
    /// bytes of int32.
    fn advise<'py>(
        &self,
        py: Python<'py>,
        agents: Vec<Option<String>>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let read = |text: &Option<String>| {
            let parsed = text.as_deref().map(AgentSpec::from_str).transpose();
            parsed.map_err(|why| refused(why.to_string()))
        };
        let agents = agents.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        let found = self.each_ok(py, move |table| {
            let mut ids = Vec::with_capacity(table.slots.len() * 4);
            for (number, slot) in table.slots.iter_mut().enumerate() {
                let agent = agents.get(slot.seat.index()).copied().flatten();
                let agent = agent.filter(|_| slot.standing == BatchStatus::Playing);
                let id = match agent {
                    None => -1,
                    Some(agent) => {
                        let ply = slot.game.ply();
                        let mut luck = luck(seed, table.first + number, slot.seat, ply);
                        let advice = quadrille_agents::advise(&mut *slot.game, agent, &mut luck)?;
                        // In the second stage, the agent gets the same position and the same random
                        // numbers again, so it repeats its choice.
                        let listed = slot.game.actions()?;
                        let place = listed.iter().position(|other| Some(*other) == advice.action);
                        let found = slot.legal.iter().find(|(_, other)| Some(*other) == place);
                        found.or(slot.legal.first()).map_or(-1, |(id, _)| *id as i32)
                    }
                };
                ids.extend(id.to_le_bytes());
            }
            Ok(ids)
        })?;
        joined(py, &found)
    }

    /// Returns the positions of all games as FEN4.
    fn fens(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let found = self.each(py, |table| {
            let fen = |slot: &BatchGame<'_>| fen::write(&table.loaded.rules, &slot.game.setup());
            table.slots.iter().map(fen).collect::<Vec<_>>()
        })?;
        Ok(found.concat())
    }

    /// Returns the number of plies played in each game.
    fn plies(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let plies = |table: &mut BatchGames<'_>| {
            table.slots.iter().map(|slot| slot.game.ply()).collect::<Vec<_>>()
        };
        Ok(self.each(py, plies)?.concat())
    }
}

/// Returns the random numbers of an agent's decision in a batch.
fn luck(seed: u64, game: usize, seat: Seat, ply: u32) -> Rng {
    Rng::new(seed, game as u64, Stream::Agent, u64::from(seat.0), u64::from(ply))
}
