//! The games of a batch. This module plays actions, which it finds by their numbers, and lists the
//! next legal actions.

use pyo3::PyErr;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, PlayError, Seat, game};
use quadrille_dsl::Ruleset;

use super::shape::Shape;
use crate::errors::{ScriptError, refused};

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
}

/// The games of a batch.
pub(super) struct BatchGames<'r> {
    pub(super) loaded: &'r Ruleset,
    pub(super) hooks: &'r dyn quadrille_core::Hooks,
    pub(super) shape: Shape,
    pub(super) slots: Vec<BatchGame<'r>>,
    pub(super) seed: u64,
    pub(super) limit: u32,
    /// The number of games begun so far.
    pub(super) begun: u64,
}

impl<'r> BatchGames<'r> {
    pub(super) fn begin(&mut self) -> Result<BatchGame<'r>, PlayError> {
        let number = self.begun;
        self.begun += 1;
        let game = game::start(&self.loaded.rules, self.hooks)?;
        let rng = Rng::new(self.seed, number, Stream::Agent, 0, 0);
        Ok(BatchGame {
            game,
            rng,
            standing: BatchStatus::Playing,
            seat: Seat(0),
            legal: Vec::new(),
            second: false,
        })
    }

    pub(super) fn restart(&mut self, which: &[usize], listed: bool) -> Result<(), PlayError> {
        for at in which {
            let mut slot = self.begin()?;
            if listed {
                slot.decide(&self.shape, self.limit)?;
            }
            self.slots[*at] = slot;
        }
        Ok(())
    }

    /// Plays `plies` random plies in each game. A game that ends is replaced by a new one.
    pub(super) fn random(&mut self, plies: u64) -> Result<u64, PlayError> {
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
            if self.slots[at].standing != BatchStatus::Playing {
                self.restart(&[at], true)?;
            }
        }
        Ok(played)
    }

    /// Plays an action in each game that is not over. A negative number plays no action in its
    /// game.
    pub(super) fn step(&mut self, ids: &[i32]) -> Result<(), StepError> {
        // If one action is illegal, none is played.
        for (number, (slot, id)) in self.slots.iter().zip(ids).enumerate() {
            if *id >= 0
                && slot.standing == BatchStatus::Playing
                && slot.fitting(*id as u32).is_empty()
            {
                return Err(StepError::Illegal { game: number, id: *id });
            }
        }
        for (slot, id) in self.slots.iter_mut().zip(ids) {
            if *id >= 0 && slot.standing == BatchStatus::Playing {
                slot.play(*id as u32, &self.shape, self.limit)?;
            }
        }
        Ok(())
    }
}

/// The reason why a step failed.
pub(super) enum StepError {
    Illegal { game: usize, id: i32 },
    Play(PlayError),
}

impl From<PlayError> for StepError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl From<StepError> for PyErr {
    fn from(failed: StepError) -> Self {
        match failed {
            StepError::Illegal { game, id } => refused(format!(
                "action {id} is not legal in game {game}; its mask shows the legal actions"
            )),
            StepError::Play(error) => script(&error),
        }
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
}
