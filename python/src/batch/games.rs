//! The games of a batch. This module plays actions, which it finds by their numbers, and lists the
//! next legal actions.

use std::sync::Arc;

use pyo3::PyErr;
use quadrille_core::game::{self, GameState};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, HookError, PlayError, Seat, Setup};
use quadrille_dsl::Ruleset;
use quadrille_session::Viewer;

use super::observation::KnownPosition;
use super::shape::Shape;
use crate::errors::ScriptError;

/// The status of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BatchStatus {
    Playing = 0,
    Over = 1,
    /// The game was stopped at the ply limit.
    Stopped = 2,
}

/// A game of a batch.
pub(super) struct BatchGame<'r> {
    pub(super) game: Box<dyn AnyGame + 'r>,
    pub(super) rng: Rng,
    pub(super) standing: BatchStatus,
    pub(super) seat: Seat,
    /// The legal actions, sorted by action number. Each has its action number, and its index in the
    /// game's list of legal actions.
    pub(super) legal: Vec<(u32, usize)>,
    /// `true` in the second stage of a choice. Several moves had the chosen number, and `legal`
    /// contains only these moves.
    pub(super) second: bool,
    /// The number of games that began at this place of the batch before this game.
    pub(super) begun: u64,
}

/// A game of a batch without its rules, which can be sent to another thread.
#[derive(Clone)]
pub(super) struct SavedGame {
    state: GameState,
    rng: Rng,
    standing: BatchStatus,
    seat: Seat,
    legal: Vec<(u32, usize)>,
    second: bool,
    begun: u64,
}

/// The beginning of a batch, which all its threads share.
pub(super) struct BatchStart {
    pub(super) seed: u64,
    pub(super) limit: u32,
    /// The number of games in the batch.
    pub(super) count: usize,
    /// The positions at which games begin. Game `n` begins at position `n`, modulo their number. If
    /// the list is empty, all games begin at the array.
    pub(super) setups: Vec<Setup>,
    /// The maximum number of threads.
    pub(super) jobs: usize,
}

/// The games of a batch that one thread plays. They are consecutive games of the batch.
pub(super) struct BatchGames<'r> {
    pub(super) loaded: &'r Ruleset,
    pub(super) hooks: &'r dyn quadrille_core::Hooks,
    pub(super) shape: Arc<Shape>,
    pub(super) start: Arc<BatchStart>,
    /// The number that the first game of the thread has in the batch.
    pub(super) first: usize,
    pub(super) slots: Vec<BatchGame<'r>>,
}

impl<'r> BatchGames<'r> {
    /// Begins a game. `number` is its place in the batch, and `begun` is the number of games that
    /// began at this place before it. The random numbers of the game depend only on `number`,
    /// `begun`, the seed and the size of the batch. They do not depend on the number of threads.
    fn begin(&self, number: usize, begun: u64) -> Result<BatchGame<'r>, PlayError> {
        let BatchStart { seed, count, setups, .. } = &*self.start;
        let (rules, hooks) = (&self.loaded.rules, self.hooks);
        let game = match setups.get(number % setups.len().max(1)) {
            Some(setup) => game::resume(rules, hooks, setup).map_err(HookError::from)?,
            None => game::start(rules, hooks)?,
        };
        let stream = number as u64 + begun * *count as u64;
        Ok(BatchGame {
            game,
            rng: Rng::new(*seed, stream, Stream::Agent, 0, 0),
            standing: BatchStatus::Playing,
            seat: Seat(0),
            legal: Vec::new(),
            second: false,
            begun,
        })
    }

    /// Begins `count` games.
    pub(super) fn fill(&mut self, count: usize) -> Result<(), PlayError> {
        for number in self.first..self.first + count {
            let mut slot = self.begin(number, 0)?;
            slot.decide(&self.shape, self.start.limit)?;
            self.slots.push(slot);
        }
        Ok(())
    }

    /// Restarts the games at these indices.
    pub(super) fn restart(&mut self, which: &[usize], listed: bool) -> Result<(), PlayError> {
        for at in which {
            let mut slot = self.begin(self.first + *at, self.slots[*at].begun + 1)?;
            if listed {
                slot.decide(&self.shape, self.start.limit)?;
            }
            self.slots[*at] = slot;
        }
        Ok(())
    }

    /// Adds copies of saved games.
    pub(super) fn restore(&mut self, saved: &[SavedGame]) -> Result<(), PlayError> {
        for one in saved {
            let game = game::restore(&self.loaded.rules, self.hooks, &one.state);
            let game = game.map_err(|error| HookError::new("copy", error.to_string()))?;
            let SavedGame { rng, standing, seat, legal, second, begun, .. } = one.clone();
            self.slots.push(BatchGame { game, rng, standing, seat, legal, second, begun });
        }
        Ok(())
    }

    /// Plays `plies` random plies in each game. A game that ends is replaced by a new game. Returns
    /// the number of plies played.
    pub(super) fn random(&mut self, plies: u64) -> Result<u64, PlayError> {
        let mut played = 0;
        for at in 0..self.slots.len() {
            for _ in 0..plies {
                let slot = &mut self.slots[at];
                let over = slot.game.ply() >= self.start.limit
                    || slot.game.play_random(&mut slot.rng)?.is_none();
                if over {
                    self.restart(&[at], false)?;
                } else {
                    played += 1;
                }
            }
        }
        for at in 0..self.slots.len() {
            self.slots[at].decide(&self.shape, self.start.limit)?;
            if self.slots[at].standing != BatchStatus::Playing {
                self.restart(&[at], true)?;
            }
        }
        Ok(played)
    }

    /// Finds the first number in `ids` that is not legal in its game. Returns the game's index in
    /// the batch, and the number. `ids` has one action number for each game of the thread.
    pub(super) fn illegal(&self, ids: &[i32]) -> Option<(usize, i32)> {
        let mut each = self.slots.iter().zip(ids).enumerate();
        each.find_map(|(number, (slot, id))| {
            let plays = *id >= 0 && slot.standing == BatchStatus::Playing;
            (plays && slot.fitting(*id as u32).is_empty()).then_some((self.first + number, *id))
        })
    }

    /// Plays an action in each game that is not over. A negative number plays no action in its
    /// game. All other numbers must be legal.
    pub(super) fn step(&mut self, ids: &[i32]) -> Result<(), PlayError> {
        for (slot, id) in self.slots.iter_mut().zip(ids) {
            if *id >= 0 && slot.standing == BatchStatus::Playing {
                slot.play(*id as u32, &self.shape, self.start.limit)?;
            }
        }
        Ok(())
    }
}

pub(super) fn script(error: &PlayError) -> PyErr {
    ScriptError::new_err(error.to_string())
}

impl BatchGame<'_> {
    /// Plays dice rolls and moves of nature until a seat has to decide, then lists the legal
    /// actions of this seat.
    pub(super) fn decide(&mut self, shape: &Shape, limit: u32) -> Result<(), PlayError> {
        self.second = false;
        self.legal.clear();
        loop {
            if self.game.ply() >= limit && self.game.outcome().is_none() {
                self.standing = BatchStatus::Stopped;
                return Ok(());
            }
            match self.game.decision()? {
                Decision::Over => {
                    self.standing = BatchStatus::Over;
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

    /// Returns the legal actions with this number.
    pub(super) fn fitting(&self, id: u32) -> &[(u32, usize)] {
        let from = self.legal.partition_point(|(other, _)| *other < id);
        let length = self.legal[from..].partition_point(|(other, _)| *other == id);
        &self.legal[from..from + length]
    }

    pub(super) fn play(&mut self, id: u32, shape: &Shape, limit: u32) -> Result<(), PlayError> {
        let fitting = self.fitting(id);
        if let [(_, place)] = fitting {
            self.game.play_nth(*place)?;
            return self.decide(shape, limit);
        }
        // In the second stage, the seat chooses among these actions.
        let places: Vec<usize> = fitting.iter().map(|(_, place)| *place).collect();
        let actions = self.game.actions()?;
        let among: Vec<Action> = places.iter().filter_map(|at| actions.get(*at).copied()).collect();
        let numbered = shape.second_stage(&among).into_iter().zip(places);
        self.legal = numbered.filter(|(id, _)| (*id as usize) < shape.size()).collect();
        self.legal.sort_unstable();
        self.second = true;
        Ok(())
    }
    /// Returns the game without its rules.
    pub(super) fn save(&self) -> SavedGame {
        SavedGame {
            state: self.game.state(),
            rng: self.rng.clone(),
            standing: self.standing,
            seat: self.seat,
            legal: self.legal.clone(),
            second: self.second,
            begun: self.begun,
        }
    }

    /// Returns the position as a seat knows it.
    pub(super) fn known(&self, seat: Seat) -> KnownPosition {
        KnownPosition {
            setup: Viewer::of([seat]).setup(&*self.game),
            occurrences: self.game.counts().occurrences,
            seat,
            to_act: (self.standing == BatchStatus::Playing).then_some(self.seat),
        }
    }
}
