//! Many games of a ruleset at once, stepped by the numbers of actions: what learners need. The games live in a thread
//! of their own, which is asked by messages, so that the interpreter may call from any thread.
//!
//! The numbers of actions, where N is the number of squares and K that of kinds: `from * N + to` is a move, then come
//! `kind * N + square` for drops, the same number of moves once more for announcements, `pass`, 256 answers, 64 things to
//! say, and the second stage: where several moves fit, as with promotions, the same seat is asked again, for a kind.

use std::str::FromStr as _;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::CounterId;
use quadrille_core::{
    Action, AgentSpec, Decision, Move, Play, PlayError, Seat, SeatResult, Spec, game,
};
use quadrille_dsl::Loaded;

use crate::errors::{ScriptError, refused};
use crate::rules::Ruleset;

/// How many answers a question can have.
const ANSWERS: usize = 256;
/// How many things a seat can say.
const SAYINGS: usize = 64;
/// The fewest actions of the second stage.
const SECOND: usize = 16;
/// The most games.
const GAMES: usize = 1 << 20;

/// What the numbers of actions and the planes of observations mean.
#[derive(Clone, Debug)]
struct Shape {
    /// Each square's place in the list of squares, by its index.
    place: Vec<u32>,
    /// Each square's cell in a plane.
    cell: Vec<usize>,
    squares: usize,
    kinds: usize,
    seats: usize,
    /// Files times ranks.
    area: usize,
    /// States of armies that have planes, by their ids.
    states: usize,
    marks: usize,
    /// The colour of pieces that belong to no seat, if there are any.
    neutral: Option<Seat>,
}

impl Shape {
    fn new(spec: &Spec) -> Self {
        let board = &spec.geometry;
        let most = board.squares().map(|square| square.index()).max().unwrap_or(0) + 1;
        let (mut place, mut cell) = (vec![0; most], vec![0; most]);
        let (files, ranks) = (board.files() as usize, board.ranks() as usize);
        for rank in 0..ranks {
            for file in 0..files {
                if let Some(square) = board.at(file as i32, rank as i32) {
                    cell[square.index()] = rank * files + file;
                }
            }
        }
        let mut squares: Vec<_> = board.squares().collect();
        squares.sort_by_key(|square| cell[square.index()]);
        for (number, square) in squares.iter().enumerate() {
            place[square.index()] = number as u32;
        }
        Self {
            place,
            cell,
            squares: squares.len(),
            kinds: spec.kinds.len(),
            seats: spec.seats.len(),
            area: files * ranks,
            states: spec.states.len(),
            marks: spec.marks.len(),
            neutral: spec.neutral_colour(),
        }
    }

    fn moves(&self) -> usize {
        self.squares * self.squares
    }

    /// Where drops begin, then announcements, passing, answers, sayings, the second stage, and the end.
    fn starts(&self) -> [usize; 7] {
        let drops = self.moves();
        let announcements = drops + self.kinds * self.squares;
        let pass = announcements + self.moves();
        let second = pass + 1 + ANSWERS + SAYINGS;
        let end = second + self.kinds.max(SECOND);
        [drops, announcements, pass, pass + 1, pass + 1 + ANSWERS, second, end]
    }

    fn id(&self, action: Action) -> u32 {
        let [drops, announcements, pass, answers, sayings, ..] = self.starts();
        let of = |mv: Move| {
            let [from, to] = [mv.from, mv.to].map(|square| self.place[square.index()] as usize);
            from * self.squares + to
        };
        let id = match action {
            Action::Move(mv) => of(mv),
            Action::Drop(kind, to) => {
                drops + kind.index() * self.squares + self.place[to.index()] as usize
            }
            Action::Announce(mv) => announcements + of(mv),
            Action::Choose(number) => answers + usize::from(number),
            Action::Say(number) => sayings + usize::from(number),
            // The dice are rolled by the games themselves, and declarations are in no list.
            Action::Pass | Action::Roll(_) | Action::Declare(..) => pass,
        };
        id as u32
    }

    /// The planes of an observation: for each seat, counted from the one that acts, its pieces by kind, their states,
    /// and what it has in hand; then the marks of all pieces, the pieces that belong to no seat by kind, and one that is 1
    /// where the board has a square.
    fn planes(&self) -> usize {
        self.unowned() + if self.neutral.is_some() { self.kinds } else { 0 } + 1
    }

    /// Where the planes of pieces that belong to no seat begin.
    fn unowned(&self) -> usize {
        self.seats * (self.kinds + self.states + self.kinds) + self.marks
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Playing = 0,
    Over = 1,
    /// Stopped at the ply limit.
    Stopped = 2,
}

/// One of the games.
struct Slot<'r> {
    game: Box<dyn Play + 'r>,
    rng: Rng,
    standing: Standing,
    seat: Seat,
    /// The numbers of the legal actions, sorted, with their places in the game's list.
    legal: Vec<(u32, usize)>,
    /// The second stage: several moves fit the number that was given.
    second: bool,
}

/// The games of a batch.
struct Table<'r> {
    loaded: &'r Loaded,
    hooks: &'r dyn quadrille_core::Hooks,
    shape: Shape,
    slots: Vec<Slot<'r>>,
    seed: u64,
    limit: u32,
    /// How many games have begun.
    begun: u64,
}

impl<'r> Table<'r> {
    fn begin(&mut self) -> Result<Slot<'r>, PlayError> {
        let number = self.begun;
        self.begun += 1;
        let game = game::start(&self.loaded.rules, self.hooks)?;
        let rng = Rng::new(self.seed, number, Stream::Agent, 0, 0);
        Ok(Slot {
            game,
            rng,
            standing: Standing::Playing,
            seat: Seat(0),
            legal: Vec::new(),
            second: false,
        })
    }

    fn restart(&mut self, which: &[usize], listed: bool) -> Result<(), PlayError> {
        for at in which {
            let mut slot = self.begin()?;
            if listed {
                slot.decide(&self.shape, self.limit)?;
            }
            self.slots[*at] = slot;
        }
        Ok(())
    }

    /// Plays so many random plies in each game; one that ends begins again.
    fn random(&mut self, plies: u64) -> Result<u64, PlayError> {
        let mut played = 0;
        for at in 0..self.slots.len() {
            for _ in 0..plies {
                let slot = &mut self.slots[at];
                let over = slot.game.ply() >= self.limit
                    || slot.game.play_random(&mut slot.rng)?.is_none();
                if over {
                    self.restart(&[at], false)?;
                } else {
                    played += 1;
                }
            }
        }
        for at in 0..self.slots.len() {
            self.slots[at].decide(&self.shape, self.limit)?;
            if self.slots[at].standing != Standing::Playing {
                self.restart(&[at], true)?;
            }
        }
        Ok(played)
    }

    /// Plays an action in each game that goes on; a negative number plays nothing.
    fn step(&mut self, ids: &[i32]) -> Result<(), Failed> {
        // Nothing is played if any of them is not legal.
        for (number, (slot, id)) in self.slots.iter().zip(ids).enumerate() {
            if *id >= 0 && slot.standing == Standing::Playing && slot.fitting(*id as u32).is_empty()
            {
                return Err(Failed::Illegal { game: number, id: *id });
            }
        }
        for (slot, id) in self.slots.iter_mut().zip(ids) {
            if *id >= 0 && slot.standing == Standing::Playing {
                slot.play(*id as u32, &self.shape, self.limit)?;
            }
        }
        Ok(())
    }
}

/// Why a step could not be made.
enum Failed {
    Illegal { game: usize, id: i32 },
    Play(PlayError),
}

impl From<PlayError> for Failed {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Illegal { game, id } => {
                refused(format!("action {id} is not legal in game {game}: its mask says which are"))
            }
            Failed::Play(error) => script(&error),
        }
    }
}

fn script(error: &PlayError) -> PyErr {
    ScriptError::new_err(error.to_string())
}

impl Slot<'_> {
    /// Throws dice and moves what nobody controls, up to the next decision of a seat, and lists what is legal there.
    fn decide(&mut self, shape: &Shape, limit: u32) -> Result<(), PlayError> {
        self.second = false;
        self.legal.clear();
        loop {
            if self.game.ply() >= limit && self.game.outcome().is_none() {
                self.standing = Standing::Stopped;
                return Ok(());
            }
            match self.game.decision()? {
                Decision::Over => {
                    self.standing = Standing::Over;
                    return Ok(());
                }
                Decision::Roll(_) => {}
                Decision::Turn(seat) => {
                    if self.game.controller(seat).is_some() {
                        self.seat = seat;
                        break;
                    }
                }
                Decision::Question(question) => {
                    self.seat = question.seat;
                    break;
                }
            }
            self.game.play_random(&mut self.rng)?;
        }
        let actions = self.game.actions()?;
        self.legal.extend(actions.iter().enumerate().map(|(i, action)| (shape.id(*action), i)));
        self.legal.sort_unstable();
        Ok(())
    }

    /// The legal actions with a number.
    fn fitting(&self, id: u32) -> &[(u32, usize)] {
        let from = self.legal.partition_point(|(other, _)| *other < id);
        let length = self.legal[from..].partition_point(|(other, _)| *other == id);
        &self.legal[from..from + length]
    }

    fn play(&mut self, id: u32, shape: &Shape, limit: u32) -> Result<(), PlayError> {
        let fitting = self.fitting(id);
        if let [(_, place)] = fitting {
            self.game.play_nth(*place)?;
            return self.decide(shape, limit);
        }
        // The same seat says which.
        let places: Vec<usize> = fitting.iter().map(|(_, place)| *place).collect();
        let actions = self.game.actions()?;
        let kind = |place: &usize| match actions.get(*place) {
            Some(Action::Move(mv) | Action::Announce(mv)) => mv.promotion,
            _ => None,
        };
        let mut kinds: Vec<_> = places.iter().filter_map(kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let by_kind = kinds.len() == places.len();
        let [.., second, end] = shape.starts();
        let numbered = places.iter().enumerate().map(|(number, place)| {
            let of_kind = kind(place).filter(|_| by_kind).map(|kind| kind.index());
            ((second + of_kind.unwrap_or(number)) as u32, *place)
        });
        self.legal = numbered.filter(|(id, _)| (*id as usize) < end).collect();
        self.legal.sort_unstable();
        self.second = true;
        Ok(())
    }

    /// Writes the planes, as the seat to act sees them: in fog without what is hidden from it.
    fn observe(&self, shape: &Shape, spec: &Spec, planes: &mut [u8]) {
        let area = shape.area;
        let own = shape.kinds + shape.states + shape.kinds;
        let relative = |seat: usize| (seat + shape.seats - self.seat.index()) % shape.seats;
        let visible = self.game.visible(self.seat);
        for seat in 0..shape.seats {
            let first = relative(seat) * own;
            let colour = Seat(seat as u8);
            let state = usize::from(self.game.army_state(colour).0);
            for square in self.game.pieces(colour) & visible {
                let Some(piece) = self.game.piece(square) else { continue };
                let at = shape.cell[square.index()];
                planes[(first + piece.kind().index()) * area + at] = 1;
                if state < shape.states {
                    planes[(first + shape.kinds + state) * area + at] = 1;
                }
                Self::observe_marks(shape, piece, at, planes);
            }
            for kind in 0..shape.kinds {
                let held = self.game.in_hand(Seat(seat as u8), quadrille_core::Kind(kind as u8));
                if held > 0 {
                    let plane = first + shape.kinds + shape.states + kind;
                    planes[plane * area..(plane + 1) * area].fill(held);
                }
            }
        }
        if let Some(colour) = shape.neutral {
            for square in self.game.pieces(colour) & visible {
                let Some(piece) = self.game.piece(square) else { continue };
                let at = shape.cell[square.index()];
                planes[(shape.unowned() + piece.kind().index()) * area + at] = 1;
                Self::observe_marks(shape, piece, at, planes);
            }
        }
        let last = shape.planes() - 1;
        for square in spec.geometry.squares() {
            planes[last * area + shape.cell[square.index()]] = 1;
        }
    }

    /// Writes the marks that a piece on the square of the cell `at` bears.
    fn observe_marks(shape: &Shape, piece: quadrille_core::Piece, at: usize, planes: &mut [u8]) {
        for mark in (0..shape.marks).filter(|mark| piece.marks() & (1 << mark) != 0) {
            planes[(shape.unowned() - shape.marks + mark) * shape.area + at] = 1;
        }
    }
}

type Job = Box<dyn for<'r> FnOnce(&mut Table<'r>) + Send>;

/// Many games of a ruleset.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Batch {
    jobs: Mutex<Sender<Job>>,
    loaded: Arc<Loaded>,
    shape: Shape,
    count: usize,
}

impl Batch {
    /// Has something done in the thread of the games.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl for<'r> FnOnce(&mut Table<'r>) -> T + Send + 'static,
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
    /// So many games at their start.
    #[new]
    #[pyo3(signature = (rules, count, seed, ply_limit=None))]
    fn new(
        py: Python<'_>,
        rules: &Ruleset,
        count: usize,
        seed: u64,
        ply_limit: Option<u32>,
    ) -> PyResult<Self> {
        if !(1..=GAMES).contains(&count) {
            return Err(refused(format!("a batch has 1 to {GAMES} games")));
        }
        let loaded = Arc::clone(&rules.loaded);
        let shape = Shape::new(loaded.rules.spec());
        let (jobs, todo) = channel::<Job>();
        let (own, its_shape) = (Arc::clone(&loaded), shape.clone());
        let run = move || {
            let hooks = own.hooks();
            let limit = ply_limit.unwrap_or(own.rules.spec().ply_limit);
            let mut table = Table {
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

    /// How many games it has.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// How many numbers of actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.shape.starts()[6]
    }

    /// Where each kind of number begins: drops, announcements, pass, answers, sayings, the second stage, the end.
    #[getter]
    fn starts(&self) -> [usize; 7] {
        self.shape.starts()
    }

    /// Planes, ranks, files.
    #[getter]
    fn planes(&self) -> (usize, usize, usize) {
        let board = &self.loaded.rules.spec().geometry;
        (self.shape.planes(), board.ranks() as usize, board.files() as usize)
    }

    /// For each game: the seat to act, and whether it goes on (0), is over (1) or was stopped (2).
    fn standing(&self, py: Python<'_>) -> PyResult<(Vec<u8>, Vec<u8>)> {
        self.ask(py, |table| {
            let seats = table.slots.iter().map(|slot| slot.seat.0).collect();
            (seats, table.slots.iter().map(|slot| slot.standing as u8).collect())
        })
    }

    /// For each game and seat: 1 for a win, -1 for a loss, 0 otherwise, as bytes of int8.
    fn results(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.ask(py, |table| {
            let seats = table.shape.seats;
            let of = |slot: &Slot<'_>| -> Vec<u8> {
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

    /// The values of a counter for each game and seat, as bytes of int32; empty if the rules have none of that name.
    fn counter(&self, py: Python<'_>, name: String) -> PyResult<Vec<u8>> {
        let spec = self.loaded.rules.spec();
        let Some(counter) = spec.counters.iter().position(|counter| counter.name == name) else {
            return Ok(Vec::new());
        };
        let counter = CounterId(counter as u8);
        self.ask(py, move |table| {
            let seats = table.shape.seats;
            let of = |slot: &Slot<'_>| {
                let value = |seat| slot.game.counter(counter, Seat(seat as u8)).to_le_bytes();
                (0..seats).flat_map(value).collect::<Vec<u8>>()
            };
            table.slots.iter().flat_map(of).collect()
        })
    }

    /// The numbers of the legal actions of all games one after the other, as bytes of int32, and how many each game has.
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

    /// A byte for each game and number of action: 1 where it is legal.
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

    /// The planes of each game, as the seat to act sees them.
    fn observe(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.ask(py, |table| {
            let size = table.shape.planes() * table.shape.area;
            let mut planes = vec![0; size * table.slots.len()];
            let spec = table.loaded.rules.spec();
            for (slot, planes) in table.slots.iter().zip(planes.chunks_exact_mut(size)) {
                slot.observe(&table.shape, spec, planes);
            }
            planes
        })
    }

    /// Plays an action in each game that goes on: bytes of int32, a negative one for none. All of them, or none if one
    /// is not legal.
    fn step(&self, py: Python<'_>, ids: &[u8]) -> PyResult<()> {
        let ids = ids.chunks_exact(4).map(|id| i32::from_le_bytes([id[0], id[1], id[2], id[3]]));
        let ids: Vec<i32> = ids.collect();
        if ids.len() != self.count {
            return Err(refused(format!("{} actions for {} games", ids.len(), self.count)));
        }
        Ok(self.ask(py, move |table| table.step(&ids))??)
    }

    /// Plays so many random plies in each game, all legal actions equally likely; a game that ends begins again. Gives
    /// how many plies were played.
    fn random(&self, py: Python<'_>, plies: u64) -> PyResult<u64> {
        let played = self.ask(py, move |table| table.random(plies))?;
        played.map_err(|error| script(&error))
    }

    /// Begins some games again, or those that have ended.
    #[pyo3(signature = (which=None))]
    fn restart(&self, py: Python<'_>, which: Option<Vec<usize>>) -> PyResult<()> {
        if let Some(missing) = which.iter().flatten().find(|at| **at >= self.count) {
            return Err(refused(format!("there is no game {missing} of {}", self.count)));
        }
        let done = self.ask(py, move |table| {
            let ended = || {
                let slots = table.slots.iter().enumerate();
                let ended = slots.filter(|(_, slot)| slot.standing != Standing::Playing);
                ended.map(|(at, _)| at).collect()
            };
            let which = which.unwrap_or_else(ended);
            table.restart(&which, true)
        })?;
        done.map_err(|error| script(&error))
    }

    /// What an agent would play in each game: numbers of actions as bytes of int32, -1 where there is nothing to play.
    fn advise(&self, py: Python<'_>, agent: &str, seed: u64) -> PyResult<Vec<u8>> {
        let agent = AgentSpec::from_str(agent).map_err(refused)?;
        agent.suits(self.loaded.rules.spec()).map_err(|why| refused(why.to_string()))?;
        let found = self.ask(py, move |table| {
            let mut ids = Vec::with_capacity(table.slots.len() * 4);
            for (number, slot) in table.slots.iter_mut().enumerate() {
                let id = if slot.standing != Standing::Playing {
                    -1
                } else {
                    let (seat, ply) = (u64::from(slot.seat.0), u64::from(slot.game.ply()));
                    let mut rng = Rng::new(seed, number as u64, Stream::Agent, seat, ply);
                    let action = slot.game.advise(agent, &mut rng)?.action;
                    // In the second stage the agent, asked once more, says the same.
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

    /// The positions as FEN4.
    fn fens(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |table| {
            let fen = |slot: &Slot<'_>| {
                quadrille_dsl::fen::write(&table.loaded.rules, &slot.game.setup())
            };
            table.slots.iter().map(fen).collect()
        })
    }
}
