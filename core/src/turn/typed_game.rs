//! A game on a board of known width: its position, history and log, and the moves of the current
//! decision.

use std::rc::Rc;

use crate::board::{Colour, Kind, Piece, Seat, Seats, Square, Zone};
use crate::movegen::{Moves, PositionView, delegate_view};
use crate::numeric::rng::{Rng, Stream};
use crate::rules::{
    Action, Candidate, CounterId, Decision, Event, HookError, Move, Outcome, SeatResult, StateId,
};
use crate::state::{History, Hooks, Hypothetical, NOBODY, Position, Setup, Status, View};
use crate::tables::CompiledRules;
use crate::turn::{Log, Machine, Part, Untimed, WorkTimer};

/// A game on a board whose square sets have `W` words.
#[derive(Clone)]
pub struct TypedGame<'a, const W: usize> {
    pub machine: Machine<'a, W>,
    pub pos: Position<W>,
    pub log: Log,
    pub history: History,
    pub moves: Moves<W>,
    pub decided: bool,
}

impl<const W: usize> std::fmt::Debug for TypedGame<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypedGame").field("pos", &self.pos).finish_non_exhaustive()
    }
}

/// The beginning of a game. Contains the position after `on_setup`, and the counts of clauses and
/// metrics at that time.
#[derive(Clone, Debug)]
pub struct Beginning<const W: usize> {
    pos: Position<W>,
    clauses: Vec<u32>,
    metrics: Vec<u32>,
}

impl<'a, const W: usize> TypedGame<'a, W> {
    /// Returns a game at the start position, before any hook is called.
    ///
    /// # Panics
    /// Panics if `W` is not the width of the ruleset's board.
    pub fn bare(rules: &'a CompiledRules, hooks: &'a dyn Hooks) -> Self {
        #[allow(clippy::expect_used)]
        let machine = Machine::new(rules, hooks).expect("callers match the width");
        // An error left over from another game must not stop this one.
        drop(hooks.fault());
        let spec = rules.spec();
        Self {
            machine,
            pos: machine.board.start(),
            log: Log {
                clauses: vec![0; spec.clauses.len()],
                metrics: vec![0; spec.metrics.len()],
                ..Log::default()
            },
            history: History::default(),
            moves: Moves::default(),
            decided: false,
        }
    }

    pub fn start(rules: &'a CompiledRules, hooks: &'a dyn Hooks) -> Result<Self, HookError> {
        let mut game = Self::bare(rules, hooks);
        if game.machine.next_shuffle(&game.pos).is_none() {
            game.machine.fire(&mut game.pos, &Event::Setup, &mut game.log)?;
            game.machine.judge(&mut game.pos, false, &mut game.log);
        }
        game.remember_start();
        Ok(game)
    }

    /// Records the first occurrence of the position from which the game starts.
    pub(crate) fn remember_start(&mut self) {
        if self.machine.next_shuffle(&self.pos).is_some() {
            return;
        }
        if self.machine.spec.repetition.is_some() {
            self.machine.movegen.remember(&self.pos, &mut self.history);
        }
        if self.pos.cold().past.is_empty() {
            self.machine.note_past(&mut self.pos);
        }
    }

    /// Forgets all earlier positions, as if the game had begun in the present position.
    pub fn forget(&mut self) {
        self.history.clear();
        self.machine.forget_past(&mut self.pos);
        self.remember_start();
    }

    /// Returns the present position and counts as a beginning, to which [`TypedGame::begin_again`]
    /// can return.
    pub fn beginning(&self) -> Beginning<W> {
        let Log { clauses, metrics, .. } = &self.log;
        Beginning { pos: self.pos.clone(), clauses: clauses.clone(), metrics: metrics.clone() }
    }

    /// Returns to a beginning: restores its position and counts, and clears the history.
    pub fn begin_again(&mut self, from: &Beginning<W>) {
        self.restart(&from.pos);
        self.log.clauses.copy_from_slice(&from.clauses);
        self.log.metrics.copy_from_slice(&from.metrics);
    }

    /// Continues from a position. Counts and history start empty.
    pub fn restart(&mut self, pos: &Position<W>) {
        self.pos.clone_from(pos);
        self.log.clauses.fill(0);
        self.log.metrics.fill(0);
        self.history.clear();
        self.decided = false;
        drop(self.machine.movegen.hooks.fault());
        self.remember_start();
    }

    /// Runs to the next decision. Does not test if the seat to move has a legal action.
    pub fn settle(&mut self) -> Result<(), HookError> {
        if !self.decided {
            self.machine.settle(&mut self.pos, &mut self.log, Some(&mut self.history))?;
        }
        Ok(())
    }

    /// Returns a random move of a settled position, if a move can be drawn without a list. All
    /// moves are equally likely.
    pub fn sample(&self, rng: &mut Rng) -> Option<Action> {
        if self.at_turn() { self.machine.movegen.sample(&self.pos, rng) } else { None }
    }

    /// Returns a random move of a settled position and the number of all legal actions. Returns
    /// `None` if this needs a list of the moves. All moves are equally likely.
    pub fn sample_and_count(&self, rng: &mut Rng) -> Option<(Action, u32)> {
        if self.at_turn() { self.machine.movegen.sample_and_count(&self.pos, rng) } else { None }
    }

    /// Runs to the next decision. If the decision is a turn, `moves` then contains the seat's
    /// actions.
    pub fn decide(&mut self) -> Result<(), HookError> {
        self.decide_timed(&Untimed).map(|_| ())
    }

    /// Runs to the next decision, and reports each part of the work to `watch`. Returns `false` if
    /// a seat on the way had no action. The rules have then dealt with this seat's turn, so the
    /// position has changed.
    pub fn decide_timed(&mut self, watch: &impl WorkTimer) -> Result<bool, HookError> {
        let mut same = true;
        while !self.decided {
            watch.enter(Part::Turns);
            self.machine.settle(&mut self.pos, &mut self.log, Some(&mut self.history))?;
            self.moves.clear();
            if self.at_turn() {
                watch.enter(Part::Generation);
                self.machine.movegen.actions(&self.pos, &mut self.moves)?;
                if self.moves.len() == 0 {
                    watch.enter(Part::Turns);
                    self.machine.no_moves(&mut self.pos, &mut self.log)?;
                    same = false;
                    continue;
                }
            }
            self.decided = true;
        }
        Ok(same)
    }

    /// Returns `true` if the settled position waits for an action in a turn. Rolls and answers to
    /// questions are other decisions.
    pub fn at_turn(&self) -> bool {
        self.machine.is_turn(&self.pos)
    }

    /// Plays an action that is known to be legal.
    #[inline]
    pub fn play_legal(&mut self, action: Action) -> Result<(), HookError> {
        self.decided = false;
        self.machine.act(&mut self.pos, &action, &mut self.log)?;
        if let Action::Shuffle(_) = action {
            self.remember_start();
        }
        Ok(())
    }

    /// Returns the seat that makes the current decision, and the random stream and the counter for
    /// this decision. An agent makes the decision only if the stream is [`Stream::Agent`].
    pub fn decider(&self) -> (Seat, Stream, u32) {
        if !self.at_turn() {
            match self.machine.decision(&self.pos) {
                Decision::Question(question) => {
                    return (question.seat, Stream::Agent, self.pos.ply);
                }
                Decision::Roll(seat) if self.machine.next_shuffle(&self.pos).is_some() => {
                    return (seat, Stream::Shuffle, self.pos.ply);
                }
                Decision::Roll(seat) => return (seat, Stream::Dice, self.pos.round),
                Decision::Turn(_) | Decision::Over => {}
            }
        }
        let seat = self.pos.turn;
        let free = self.pos.controller[seat.index()] == NOBODY;
        (seat, if free { Stream::Nature } else { Stream::Agent }, self.pos.ply)
    }

    /// Returns a random action of the current decision, or `None` if the game is over. All actions
    /// are equally likely, except rolls, which have weights.
    pub fn draw(&mut self, rng: &mut Rng) -> Result<Option<Action>, HookError> {
        self.settle()?;
        if let Some(action) = self.sample(rng) {
            return Ok(Some(action));
        }
        self.decide()?;
        if self.at_turn() {
            return Ok(self.sample_from_list(rng));
        }
        match self.machine.decision(&self.pos) {
            Decision::Question(question) => {
                Ok(Some(Action::Choose(rng.below(question.options.len() as u32) as u16)))
            }
            Decision::Roll(_) => {
                let chances = self.machine.chances(&self.pos);
                let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
                let mut at = rng.below(total);
                for (action, weight) in chances {
                    if at < weight {
                        return Ok(Some(action));
                    }
                    at -= weight;
                }
                Ok(None)
            }
            Decision::Turn(_) | Decision::Over => Ok(None),
        }
    }

    /// Returns a random move from the moves that [`TypedGame::decide`] has found in this turn. All
    /// moves are equally likely.
    pub fn sample_from_list(&self, rng: &mut Rng) -> Option<Action> {
        self.moves.get(self.machine.t, rng.below(self.moves.len()))
    }

    /// Returns all actions of the current decision.
    pub fn list(&mut self) -> Result<Vec<Action>, HookError> {
        self.decide()?;
        if self.at_turn() {
            let mut all = Vec::with_capacity(self.moves.len() as usize);
            self.moves.each(self.machine.t, |action| all.push(action));
            return Ok(all);
        }
        Ok(match self.machine.decision(&self.pos) {
            Decision::Question(question) => {
                (0..question.options.len() as u16).map(Action::Choose).collect()
            }
            Decision::Roll(_) => {
                self.machine.chances(&self.pos).into_iter().map(|(action, _)| action).collect()
            }
            Decision::Turn(_) | Decision::Over => Vec::new(),
        })
    }

    /// Ends the game at the ply limit.
    pub fn stop(&mut self) -> Result<(), HookError> {
        self.decided = false;
        self.machine.stop(&mut self.pos, &mut self.log)
    }

    /// Returns `true` if at least one secret answer is not revealed yet.
    pub fn has_sealed(&self) -> bool {
        self.pos.cold.as_ref().is_some_and(|cold| !cold.sealed.is_empty())
    }

    /// Replaces the sealed answers of all seats except `seat` by random answers.
    pub fn guess_sealed(&mut self, seat: Seat, rng: &mut Rng) {
        if self.has_sealed() {
            self.machine.guess_sealed(&mut self.pos, seat, rng);
        }
    }

    /// Returns the game as the seats `viewers` see it if they share what they see. The result lacks
    /// the pieces and kinds that are hidden from all of them.
    pub fn as_seen_by(&self, viewers: Seats) -> Self {
        let mut seen = self.clone();
        seen.pos = self.machine.movegen.as_seen_by(&self.pos, viewers);
        seen.decided = false;
        seen
    }

    pub(crate) fn view_of(&self) -> PositionView<'_, 'a, W> {
        PositionView { movegen: self.machine.movegen, pos: &self.pos }
    }

    /// Returns the outcome of the game, if it has ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.pos.cold.as_ref().and_then(|cold| cold.outcome.as_ref())
    }

    /// Returns the position as plain data.
    pub fn to_setup(&self) -> Setup {
        Setup::of(self.machine.spec, &self.pos)
    }
}

impl<const W: usize> View for TypedGame<'_, W> {
    fn rules(&self) -> &CompiledRules {
        self.machine.board.rules
    }
    delegate_view!();
}
