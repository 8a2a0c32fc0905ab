//! A game being played: position, history and log behind an interface that hides the board's size.

use crate::action::{Action, Decision, Move};
use crate::agent::{self, Advice, AgentSpec};
use crate::apply::Log;
use crate::effect::Outcome;
use crate::engine::Engine;
use crate::hooks::{Event, HookError, Hooks, NoHooks, View};
use crate::piece::{MAX_SEATS, Seat};
use crate::position::{NOBODY, Position, Stage};
use crate::profile::{Part, Unwatched, Watch};
use crate::rng::{Rng, Stream};
use crate::ruleset::Ruleset;
use crate::saved::{self, GameState};
use crate::set::Zone;
use crate::setup::Setup;
use crate::sink::Moves;
use crate::trace::{Cause, Trace, TraceEntry};
use crate::turn::History;
use crate::view::Seen;

/// Why a position can't be played from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// Why an action was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// It is not among the legal actions.
    #[error("that is not legal here")]
    Illegal,
    /// A hook failed; the game can't go on.
    #[error(transparent)]
    Hook(#[from] HookError),
}

/// A game on a board of any size.
pub trait Play: View {
    /// Runs the turn machine to the next decision and says what it is.
    ///
    /// # Errors
    /// If a hook fails.
    fn decision(&mut self) -> Result<Decision, HookError>;

    /// The legal actions of the present decision, in no particular order; empty when it is over.
    ///
    /// # Errors
    /// If a hook fails.
    fn actions(&mut self) -> Result<Vec<Action>, HookError>;

    /// The actions that would be legal at the present decision if no hook forbade them, each with the
    /// first of [`crate::spec::Spec::handlers`] that does, by its number.
    ///
    /// # Errors
    /// If a hook fails.
    fn forbidden(&mut self) -> Result<Vec<(Action, usize)>, HookError>;

    /// Plays a legal action, with all that follows from it up to the next decision.
    ///
    /// # Errors
    /// If it is not legal, or a hook fails.
    fn play(&mut self, action: Action) -> Result<(), PlayError>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<&Outcome>;

    /// The position as plain data.
    fn setup(&self) -> Setup;

    /// The same, as something to read.
    fn view(&self) -> &dyn View;

    /// The number of legal sequences of `depth` decisions. A game that ends earlier adds none;
    /// repetition is not looked at.
    ///
    /// # Errors
    /// If a hook fails.
    fn perft(&mut self, depth: u32) -> Result<u64, HookError>;

    /// How often each clause fired since the game began.
    fn clauses(&self) -> &[u32];

    /// What the last action and all that followed from it changed and why, where tracing is on.
    fn traced(&self) -> &[TraceEntry];

    /// Turns tracing on or off; it is off at first. Tracing costs a comparison of positions an effect.
    fn trace(&mut self, on: bool);

    /// Checks everything that must hold between the parts of a position.
    ///
    /// # Errors
    /// What does not hold.
    fn validate(&self) -> Result<(), String>;

    /// What an agent would play here, drawing lots from `rng`, and what it expects.
    ///
    /// # Errors
    /// If a hook fails.
    fn advise(&mut self, agent: AgentSpec, rng: &mut Rng) -> Result<Advice, HookError>;

    /// What each seat may hope for, as searching agents judge a position without looking ahead:
    /// its team's share of the game, from nought to one. Results count as they are.
    fn prospects(&self) -> Vec<f64>;

    /// Where the game stands, by itself: to be kept, or sent to another thread.
    fn state(&self) -> GameState;

    /// The squares of the pieces that a move of this position captures.
    fn captured_by(&self, mv: Move) -> Zone;

    /// Another game that stands where this one does.
    fn fork(&self) -> Box<dyn Play + '_>;
}

/// A game on a board of `W` words.
pub struct Game<'a, const W: usize> {
    pub(crate) engine: Engine<'a, W>,
    pub(crate) pos: Position<W>,
    pub(crate) log: Log,
    pub(crate) history: History,
    pub(crate) moves: Moves<W>,
    pub(crate) decided: bool,
}

/// Runs generic code at the width of a ruleset's board: `at_width!(rules, W => code)`.
macro_rules! at_width {
    ($rules:expr, $w:ident => $code:expr) => {
        match $rules.words() {
            1 => {
                const $w: usize = 1;
                $code
            }
            2 => {
                const $w: usize = 2;
                $code
            }
            3 => {
                const $w: usize = 3;
                $code
            }
            _ => {
                const $w: usize = 4;
                $code
            }
        }
    };
}
pub(crate) use at_width;

/// A game at its start.
///
/// # Errors
/// If a hook fails.
pub fn start<'a>(
    rules: &'a Ruleset,
    hooks: &'a dyn Hooks,
) -> Result<Box<dyn Play + 'a>, HookError> {
    at_width!(rules, W => {
        let mut game = Game::<W>::start(rules, hooks)?;
        game.decide()?;
        Ok(Box::new(game))
    })
}

/// A game at a given position.
///
/// # Errors
/// All reasons why it can't be played from.
pub fn resume<'a>(
    rules: &'a Ruleset,
    hooks: &'a dyn Hooks,
    setup: &Setup,
) -> Result<Box<dyn Play + 'a>, Vec<SetupError>> {
    at_width!(rules, W => Ok(Box::new(Game::<W>::resume(rules, hooks, setup)?)))
}

/// The position before the first turn, as plain data; no hook has run.
///
/// It is what FEN leaves unsaid when it says nothing.
#[must_use]
pub fn initial(rules: &Ruleset) -> Setup {
    at_width!(rules, W => Game::<W>::bare(rules, &NoHooks).to_setup())
}

impl<'a, const W: usize> Game<'a, W> {
    /// The start position, before any hook.
    ///
    /// # Panics
    /// If `W` is not the width of the ruleset's board.
    pub(crate) fn bare(rules: &'a Ruleset, hooks: &'a dyn Hooks) -> Self {
        #[allow(clippy::expect_used)]
        let engine = Engine::new(rules, hooks).expect("callers match the width");
        // What failed in another game is not this one's fault.
        drop(hooks.fault());
        let spec = rules.spec();
        let mut pos = Position::empty();
        for (square, man) in &spec.array {
            pos.put(engine.t, *square, *man);
        }
        for (i, wing) in spec.castling.iter().enumerate().take(32) {
            pos.castling |= u32::from(engine.at_home(&pos, wing)) << i;
        }
        pos.turn = spec.order[0];
        if !spec.counters.is_empty() {
            pos.rare_mut().counters =
                spec.counters.iter().map(|counter| [counter.start; MAX_SEATS]).collect();
        }
        for hand in &spec.hands {
            for (kind, n) in &hand.men {
                pos.rare_mut().hands[hand.seat.index()][kind.index()] += n;
            }
        }
        engine.rebuild_masks(&mut pos);
        Self {
            engine,
            pos,
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

    pub(crate) fn start(rules: &'a Ruleset, hooks: &'a dyn Hooks) -> Result<Self, HookError> {
        let mut game = Self::bare(rules, hooks);
        game.engine.fire(&mut game.pos, &Event::Setup, &mut game.log)?;
        game.remember_start();
        Ok(game)
    }

    /// The position a game starts from has occurred once.
    pub(crate) fn remember_start(&mut self) {
        if self.engine.spec.repetition.is_some() {
            self.engine.remember(&self.pos, &mut self.history);
        }
    }

    /// Back to a position, with everything counted and remembered so far forgotten.
    pub(crate) fn restart(&mut self, pos: &Position<W>) {
        self.pos.clone_from(pos);
        self.log.clauses.fill(0);
        self.log.metrics.fill(0);
        self.history.clear();
        self.decided = false;
        drop(self.engine.hooks.fault());
        self.remember_start();
    }

    /// Runs until somebody has to decide something, or turns out to have nothing to decide.
    pub(crate) fn settle(&mut self) -> Result<(), HookError> {
        if !self.decided {
            self.engine.settle(&mut self.pos, &mut self.log, Some(&mut self.history))?;
        }
        Ok(())
    }

    /// One of the moves of a settled position, each as likely, where it can be drawn without a list.
    pub(crate) fn lot(&self, rng: &mut Rng) -> Option<Action> {
        if self.at_turn() { self.engine.lot(&self.pos, rng) } else { None }
    }

    /// Runs to the next decision; its moves are then in `moves`, if it is a turn.
    pub(crate) fn decide(&mut self) -> Result<(), HookError> {
        self.decide_watched(&Unwatched).map(|_| ())
    }

    /// The same, telling what is being done; says whether the position was settled and still is the same.
    pub(crate) fn decide_watched(&mut self, watch: &impl Watch) -> Result<bool, HookError> {
        let mut same = true;
        while !self.decided {
            watch.enter(Part::Turns);
            self.engine.settle(&mut self.pos, &mut self.log, Some(&mut self.history))?;
            self.moves.clear();
            if self.at_turn() {
                watch.enter(Part::Generation);
                self.engine.actions(&self.pos, &mut self.moves)?;
                watch.repeat(|| self.find_duties());
                if self.moves.len() == 0 {
                    watch.enter(Part::Turns);
                    self.engine.no_moves(&mut self.pos, &mut self.log)?;
                    same = false;
                    continue;
                }
            }
            self.decided = true;
        }
        Ok(same)
    }

    /// Finds the checkers and pins that the moves of a settled position are judged by, and forgets them.
    pub(crate) fn find_duties(&self) {
        let seat = self.pos.turn;
        let row = self.engine.protection(&self.pos, seat);
        std::hint::black_box(self.engine.duty(&self.pos, seat, &row));
    }

    /// Whether the settled position waits for a seat's move rather than a roll or an answer.
    pub(crate) fn at_turn(&self) -> bool {
        let asked = self.pos.rare.is_some() && !self.pos.rare().pending.is_empty();
        self.pos.stage == Stage::Turn && !asked
    }

    /// Plays an action that is known to be legal.
    #[inline]
    pub(crate) fn play_legal(&mut self, action: Action) -> Result<(), HookError> {
        self.decided = false;
        self.engine.act(&mut self.pos, action, &mut self.log)
    }

    /// Who decides in a decided position, and the stream that chance is drawn from there with its
    /// counter; an agent decides only where that is [`Stream::Agent`].
    pub(crate) fn decider(&self) -> (Seat, Stream, u32) {
        if !self.at_turn() {
            match self.engine.decision(&self.pos) {
                Decision::Question(question) => {
                    return (question.seat, Stream::Agent, self.pos.ply);
                }
                Decision::Roll(seat) => return (seat, Stream::Dice, self.pos.round),
                Decision::Turn(_) | Decision::Over => {}
            }
        }
        let seat = self.pos.turn;
        let free = self.pos.controller[seat.index()] == NOBODY;
        (seat, if free { Stream::Nature } else { Stream::Agent }, self.pos.ply)
    }

    /// One of the actions of the present decision, each as likely (rolls by their weights);
    /// none when the game is over.
    pub(crate) fn draw(&mut self, rng: &mut Rng) -> Result<Option<Action>, HookError> {
        self.settle()?;
        if let Some(action) = self.lot(rng) {
            return Ok(Some(action));
        }
        self.decide()?;
        if self.at_turn() {
            return Ok(self.listed(rng));
        }
        match self.engine.decision(&self.pos) {
            Decision::Question(question) => {
                Ok(Some(Action::Choose(rng.below(question.options.len() as u32) as u8)))
            }
            Decision::Roll(_) => {
                let rolls = self.engine.rolls();
                let total: u32 = rolls.iter().map(|(_, weight)| weight).sum();
                let mut at = rng.below(total);
                for (faces, weight) in rolls {
                    if at < weight {
                        return Ok(Some(Action::Roll(faces)));
                    }
                    at -= weight;
                }
                Ok(None)
            }
            Decision::Turn(_) | Decision::Over => Ok(None),
        }
    }

    /// One of the moves of a decided turn, each as likely.
    pub(crate) fn listed(&self, rng: &mut Rng) -> Option<Action> {
        self.moves.get(self.engine.t, rng.below(self.moves.len()))
    }

    /// All actions of the present decision.
    pub(crate) fn list(&mut self) -> Result<Vec<Action>, HookError> {
        self.decide()?;
        if self.at_turn() {
            return Ok((0..self.moves.len())
                .filter_map(|n| self.moves.get(self.engine.t, n))
                .collect());
        }
        Ok(match self.engine.decision(&self.pos) {
            Decision::Question(question) => {
                (0..question.options.len() as u8).map(Action::Choose).collect()
            }
            Decision::Roll(_) => {
                self.engine.rolls().into_iter().map(|(faces, _)| Action::Roll(faces)).collect()
            }
            Decision::Turn(_) | Decision::Over => Vec::new(),
        })
    }

    /// Stops the game for its length.
    pub(crate) fn stop(&mut self) -> Result<(), HookError> {
        self.decided = false;
        self.engine.stop(&mut self.pos, &mut self.log)
    }

    pub(crate) fn seen(&self) -> Seen<'_, 'a, W> {
        Seen { engine: self.engine, pos: &self.pos }
    }

    fn to_setup(&self) -> Setup {
        Setup::of(self.engine.spec, &self.pos)
    }

    fn resume(
        rules: &'a Ruleset,
        hooks: &'a dyn Hooks,
        setup: &Setup,
    ) -> Result<Self, Vec<SetupError>> {
        crate::resume::resume(Self::bare(rules, hooks), setup)
    }
}

impl<const W: usize> Play for Game<'_, W> {
    fn decision(&mut self) -> Result<Decision, HookError> {
        self.decide()?;
        Ok(self.engine.decision(&self.pos))
    }

    fn actions(&mut self) -> Result<Vec<Action>, HookError> {
        self.list()
    }

    fn forbidden(&mut self) -> Result<Vec<(Action, usize)>, HookError> {
        self.decide()?;
        if self.at_turn() { self.engine.forbidden(&self.pos) } else { Ok(Vec::new()) }
    }

    fn play(&mut self, action: Action) -> Result<(), PlayError> {
        let legal = match action {
            Action::Declare(seat, _) => {
                self.decide()?;
                self.engine.may_declare(&self.pos, seat)
            }
            _ => self.list()?.contains(&action),
        };
        if !legal {
            return Err(PlayError::Illegal);
        }
        let spec = self.engine.spec;
        if let Some(trace) = &mut self.log.trace {
            trace.clear(spec, &self.pos);
        }
        self.log.begin(spec, &self.pos, || Cause::Action(action));
        self.play_legal(action)?;
        self.log.end(spec, &self.pos);
        // The consequences belong to the action, and the position is read between actions.
        self.log.begin(spec, &self.pos, || Cause::Turns);
        self.decide()?;
        self.log.end(spec, &self.pos);
        Ok(())
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.pos.rare.as_ref().and_then(|rare| rare.outcome.as_ref())
    }

    fn setup(&self) -> Setup {
        self.to_setup()
    }

    fn view(&self) -> &dyn View {
        self
    }

    fn perft(&mut self, depth: u32) -> Result<u64, HookError> {
        let mut lists: Vec<Vec<Action>> = vec![Vec::with_capacity(128); depth.min(64) as usize];
        let mut log = self.log.clone();
        self.engine.perft(&mut self.pos.clone(), &mut log, &mut lists)
    }

    fn clauses(&self) -> &[u32] {
        &self.log.clauses
    }

    fn traced(&self) -> &[TraceEntry] {
        self.log.trace.as_ref().map_or(&[], |trace| trace.entries())
    }

    fn trace(&mut self, on: bool) {
        self.log.trace = on.then(|| Box::new(Trace::new(self.engine.spec, &self.pos)));
    }

    fn validate(&self) -> Result<(), String> {
        crate::resume::validate(&self.engine, &self.pos)
    }

    fn advise(&mut self, agent: AgentSpec, rng: &mut Rng) -> Result<Advice, HookError> {
        let mut agent = agent::make(agent);
        let action = agent.choose(self, rng)?;
        Ok(Advice { action, ..agent.advice() })
    }

    fn prospects(&self) -> Vec<f64> {
        agent::prospects(self)
    }

    fn state(&self) -> GameState {
        saved::save(self)
    }

    fn captured_by(&self, mv: Move) -> Zone {
        self.engine.captured_by(&self.pos, mv).resize()
    }

    fn fork(&self) -> Box<dyn Play + '_> {
        Box::new(Game {
            engine: self.engine,
            pos: self.pos.clone(),
            log: self.log.clone(),
            history: self.history.clone(),
            moves: self.moves.clone(),
            decided: self.decided,
        })
    }
}
