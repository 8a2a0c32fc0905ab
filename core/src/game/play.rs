//! A game being played: position, history and log behind an interface that hides the board's size.

use crate::agents::{self, Advice, AgentSpec};
use crate::board::{Seat, Zone};
use crate::game::{Attempt, GameState, Illegal, resume_at, save, validate};
use crate::numeric::rng::Rng;
use crate::rules::{Action, Decision, HookError, Move, Outcome};
use crate::state::{Hooks, NoHooks, Setup, View};
use crate::tables::{Ruleset, at_width};
use crate::turn::{Cause, Game, Trace, TraceEntry};

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
    /// first of [`crate::rules::Spec::handlers`] that does, by its number.
    ///
    /// # Errors
    /// If a hook fails.
    fn forbidden(&mut self) -> Result<Vec<(Action, usize)>, HookError>;

    /// Why an attempt is not legal at the present decision; none if it is. With `by`, that seat makes it.
    ///
    /// # Errors
    /// If a hook fails.
    fn why_not(&mut self, attempt: Attempt, by: Option<Seat>)
    -> Result<Option<Illegal>, HookError>;

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
    fn trace_entries(&self) -> &[TraceEntry];

    /// Turns tracing on or off; it is off at first. It costs a comparison of positions an effect.
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
    fn advise(&mut self, agent: AgentSpec, rng: &mut Rng) -> Result<Advice, HookError> {
        self.advise_until(agent, rng, &|| false)
    }

    /// The same; a search asks `stop` now and then, and once that says so it answers with the best it
    /// has found, [`Advice::stopped`].
    ///
    /// # Errors
    /// If a hook fails.
    fn advise_until(
        &mut self,
        agent: AgentSpec,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Advice, HookError>;

    /// What each seat may hope for, as searching agents judge a position without looking ahead:
    /// its team's share of the game, from zero to one. Results count as they are.
    fn prospects(&self) -> Vec<f64>;

    /// Where the game stands, by itself: to be kept, or sent to another thread.
    fn state(&self) -> GameState;

    /// The squares of the pieces that a move of this position captures.
    fn captured_by(&self, mv: Move) -> Zone;

    /// Another game that stands where this one does.
    fn fork(&self) -> Box<dyn Play + '_>;
}

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
    at_width!(rules, W => Ok(Box::new(resume_at(Game::<W>::bare(rules, hooks), setup)?)))
}

/// The position before the first turn, as plain data; no hook has run.
///
/// It is what FEN leaves unsaid when it says nothing.
#[must_use]
pub fn initial(rules: &Ruleset) -> Setup {
    at_width!(rules, W => Game::<W>::bare(rules, &NoHooks).to_setup())
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

    fn why_not(
        &mut self,
        attempt: Attempt,
        by: Option<Seat>,
    ) -> Result<Option<Illegal>, HookError> {
        self.explain(attempt, by)
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
        Game::outcome(self)
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

    fn trace_entries(&self) -> &[TraceEntry] {
        self.log.trace.as_ref().map_or(&[], |trace| trace.entries())
    }

    fn trace(&mut self, on: bool) {
        self.log.trace = on.then(|| Box::new(Trace::new(self.engine.spec, &self.pos)));
    }

    fn validate(&self) -> Result<(), String> {
        validate(&self.engine, &self.pos)
    }

    fn advise_until(
        &mut self,
        agent: AgentSpec,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Advice, HookError> {
        let mut agent = agents::make(agent);
        let action = agent.choose(self, rng, stop)?;
        Ok(Advice { action, ..agent.advice() })
    }

    fn prospects(&self) -> Vec<f64> {
        agents::prospects(self)
    }

    fn state(&self) -> GameState {
        save(self)
    }

    fn captured_by(&self, mv: Move) -> Zone {
        self.engine.captured_by(&self.pos, mv).resize()
    }

    fn fork(&self) -> Box<dyn Play + '_> {
        Box::new(self.clone())
    }
}
