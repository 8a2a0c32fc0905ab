//! [`Play`]: a game on a board of any width, and how to start one.

use crate::agents::{
    self, Advice, Agent, AgentSpec, SearchFindings, SearchLimits, SearchMemory, SearchUpdate,
    TreeFindings, TreeLimits, TreeMemory,
};
use crate::board::{Seat, Zone};
use crate::game::{Attempt, GameState, Illegal, resume_at, save, validate};
use crate::numeric::rng::{Rng, Stream};
use crate::rules::{Action, Decision, HookError, Move, Outcome};
use crate::solve::{Goal, Limit, Solved, Solver, Standing, Task, Unsolved};
use crate::state::{Hooks, NOBODY, NoHooks, Setup, View};
use crate::tables::{Ruleset, at_width};
use crate::turn::{Cause, Game, Log, Trace, TraceEntry};

/// Why a game can't be resumed at a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// Why an action was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The action is not legal here.
    #[error("that is not legal here")]
    Illegal,
    /// A hook failed; the game can't continue.
    #[error(transparent)]
    Hook(#[from] HookError),
}

/// A game on a board of any width.
pub trait Play: View {
    /// Runs the turn machine to the next decision, and returns it.
    ///
    /// # Errors
    /// If a hook fails.
    fn decision(&mut self) -> Result<Decision, HookError>;

    /// The legal actions of the current decision, in no particular order; empty if the game is
    /// over.
    ///
    /// # Errors
    /// If a hook fails.
    fn actions(&mut self) -> Result<Vec<Action>, HookError>;

    /// The actions of the current decision that only hooks forbid, each with the number in
    /// [`crate::rules::Spec::handlers`] of the first hook that forbids it.
    ///
    /// # Errors
    /// If a hook fails.
    fn forbidden(&mut self) -> Result<Vec<(Action, usize)>, HookError>;

    /// Why an attempt is not legal at the current decision, or `None` if it is legal. `by` names
    /// the seat that makes the attempt, if it is known.
    ///
    /// # Errors
    /// If a hook fails.
    fn why_not(&mut self, attempt: Attempt, by: Option<Seat>)
    -> Result<Option<Illegal>, HookError>;

    /// Plays a legal action and everything that follows, up to the next decision.
    ///
    /// # Errors
    /// If the action is not legal or a hook fails.
    fn play(&mut self, action: Action) -> Result<(), PlayError>;

    /// Plays the action with this number in the list that [`Play::actions`] gives here, and everything that follows
    /// up to the next decision. Nothing is traced. Cheaper than [`Play::play`], which has to look for the action.
    ///
    /// # Errors
    /// If there are not so many actions, or a hook fails.
    fn play_nth(&mut self, number: usize) -> Result<Action, PlayError>;

    /// Plays a random action, all legal ones equally likely, dice and nature by their weights; `None` if the game is
    /// over. Nothing is traced, and no list is made where none is needed. What follows up to the next decision runs
    /// when that is asked for, by [`Play::decision`] or the next random action.
    ///
    /// # Errors
    /// If a hook fails.
    fn play_random(&mut self, rng: &mut Rng) -> Result<Option<Action>, HookError>;

    /// How the game ended, or `None` if it goes on.
    fn outcome(&self) -> Option<&Outcome>;

    /// The position as plain data.
    fn setup(&self) -> Setup;

    /// Returns the position with what a seat doesn't know replaced by guesses, as the seat's agents see it: pieces that
    /// fog hides, and answers that others have given in secret.
    fn imagined(&self, seat: Seat, rng: &mut Rng) -> Setup;

    /// How often the position at the last turn has occurred since the last irreversible ply, this time included; 0 if
    /// the rules don't count repetitions.
    fn occurrences(&self) -> u8;

    /// The position as a view, for reading.
    fn view(&self) -> &dyn View;

    /// Perft: the number of legal sequences of `depth` actions. Games that end earlier don't count,
    /// and repetition is ignored.
    ///
    /// # Errors
    /// If a hook fails.
    fn perft(&mut self, depth: u32) -> Result<u64, HookError> {
        Ok(self.perft_until(depth, &|| false)?.unwrap_or(0))
    }

    /// Like [`Play::perft`], but polls `stop`, but not within the last two actions. `None` if that returned true.
    ///
    /// # Errors
    /// If a hook fails.
    fn perft_until(
        &mut self,
        depth: u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, HookError>;

    /// How often each clause has fired since the start of the game.
    fn clauses(&self) -> &[u32];

    /// How often each metric of the scripts has been counted since the start of the game.
    fn metrics(&self) -> &[u32];

    /// What the last action, and everything that followed, changed and why; empty if tracing is
    /// off.
    fn trace_entries(&self) -> &[TraceEntry];

    /// Turns tracing on or off. It is off at first; it costs a comparison of positions per effect.
    fn trace(&mut self, on: bool);

    /// Checks that all parts of the position are consistent.
    ///
    /// # Errors
    /// The first inconsistency.
    fn validate(&self) -> Result<(), String>;

    /// Who decides in a game that is not over, and where the random choices of the decision come from: the stream and the
    /// counter of [`Rng::new`]. The dice decide by [`Stream::Dice`], and seats without a controller by [`Stream::Nature`].
    fn decider(&self) -> (Seat, Stream, u32);

    /// What an agent would play here, with random choices from `rng`, and the share it expects.
    ///
    /// # Errors
    /// If a hook fails.
    fn advise(&mut self, agent: AgentSpec, rng: &mut Rng) -> Result<Advice, HookError> {
        self.advise_until(agent, rng, &|| false)
    }

    /// Like [`Play::advise`], but polls `stop` during the search. Once it returns true, the agent
    /// answers with the best action found so far, and [`Advice::stopped`] is true.
    ///
    /// # Errors
    /// If a hook fails.
    fn advise_until(
        &mut self,
        agent: AgentSpec,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Advice, HookError>;

    /// Searches this decision within limits, and tells `watch` what was found at each depth; the search ends if
    /// that returns false. It polls `stop` and answers at once when that returns true. Like agents it knows only
    /// what the deciding seat knows; an action that is not legal after all becomes a random one.
    ///
    /// # Errors
    /// If a hook fails.
    fn search(
        &mut self,
        memory: &mut SearchMemory,
        limits: &SearchLimits<'_>,
        stop: &dyn Fn() -> bool,
        watch: &mut dyn FnMut(&SearchUpdate<'_>) -> bool,
    ) -> Result<SearchFindings, HookError>;

    /// Searches this decision by Monte Carlo tree search within limits, going on with what of the memory's tree lies below the
    /// position, and tells `watch` what was found each time the number of descents has doubled; the search ends if that returns
    /// false. It polls `stop` and knows no more than the deciding seat, as [`Play::search`].
    ///
    /// # Errors
    /// If a hook fails.
    fn search_tree(
        &mut self,
        memory: &mut TreeMemory,
        limits: &TreeLimits<'_>,
        stop: &dyn Fn() -> bool,
        watch: &mut dyn FnMut(&TreeFindings) -> bool,
    ) -> Result<TreeFindings, HookError>;

    /// Each seat's static evaluation: its team's share of the game, from 0 to 1. A finished game
    /// gives the shares of its results.
    fn prospects(&self) -> Vec<f64>;

    /// The state of the game without borrows, to be kept or sent to another thread.
    fn state(&self) -> GameState;

    /// The squares of the pieces that a move captures.
    fn captured_by(&self, mv: Move) -> Zone;

    /// The goals that make sense for the side whose turn it is; none where no seat has its turn, or where
    /// there are dice.
    ///
    /// # Errors
    /// If a hook fails.
    fn goals(&mut self) -> Result<Vec<Goal>, HookError>;

    /// How the present decision stands to a task that leaves the side so many more plies. A stalemate is
    /// taken for a mate where it puts a seat out; the methods below are not deceived.
    ///
    /// # Errors
    /// If a hook fails.
    fn standing(&mut self, task: &Task) -> Result<Standing, HookError>;

    /// The least number of plies within which the side to move forces the goal of a task, and which
    /// actions do: all of them, or the first `enough`. None if it can't within the task's plies, or it is
    /// not the side's decision.
    ///
    /// # Errors
    /// If there is no answer within the limit, or the game has dice.
    fn solve(
        &mut self,
        task: &Task,
        enough: usize,
        limit: Limit<'_>,
    ) -> Result<Option<Solved>, Unsolved>;

    /// The same with checks by the side only, up to the first way: much sooner, and not always found.
    ///
    /// # Errors
    /// As [`Play::solve`].
    fn solve_by_checks(
        &mut self,
        task: &Task,
        limit: Limit<'_>,
    ) -> Result<Option<Solved>, Unsolved>;

    /// Of each legal action, whosever decision it is, the least number of the side's plies (this one
    /// included, if it is one) within which the goal is then forced; none if it is not within the task's.
    /// For [`Goal::Save`], the task's number or none.
    ///
    /// # Errors
    /// As [`Play::solve`].
    fn judge(
        &mut self,
        task: &Task,
        limit: Limit<'_>,
    ) -> Result<Vec<(Action, Option<u8>)>, Unsolved>;

    /// The same of one action; none if it is not legal.
    ///
    /// # Errors
    /// As [`Play::solve`].
    fn judge_one(
        &mut self,
        task: &Task,
        action: Action,
        limit: Limit<'_>,
    ) -> Result<Option<u8>, Unsolved>;

    /// A copy of the game.
    fn fork(&self) -> Box<dyn Play + '_>;
}

/// Starts a game.
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

/// Resumes a game at a position.
///
/// # Errors
/// All reasons why the position is invalid.
pub fn resume<'a>(
    rules: &'a Ruleset,
    hooks: &'a dyn Hooks,
    setup: &Setup,
) -> Result<Box<dyn Play + 'a>, Vec<SetupError>> {
    at_width!(rules, W => Ok(Box::new(resume_at(Game::<W>::bare(rules, hooks), setup)?)))
}

/// The position of the array, before any hook or turn. FEN4 texts are completed from it.
#[must_use]
pub fn initial(rules: &Ruleset) -> Setup {
    at_width!(rules, W => Game::<W>::bare(rules, &NoHooks).to_setup())
}

impl<const W: usize> Play for Game<'_, W> {
    fn decision(&mut self) -> Result<Decision, HookError> {
        self.decide()?;
        Ok(self.machine.decision(&self.pos))
    }

    fn actions(&mut self) -> Result<Vec<Action>, HookError> {
        self.list()
    }

    fn forbidden(&mut self) -> Result<Vec<(Action, usize)>, HookError> {
        self.decide()?;
        if self.at_turn() { self.machine.forbidden(&self.pos) } else { Ok(Vec::new()) }
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
                self.machine.may_declare(&self.pos, seat)
            }
            _ => self.list()?.contains(&action),
        };
        if !legal {
            return Err(PlayError::Illegal);
        }
        let spec = self.machine.spec;
        if let Some(trace) = &mut self.log.trace {
            trace.clear(spec, &self.pos);
        }
        self.log.begin(spec, &self.pos, || Cause::Action(action));
        self.play_legal(action)?;
        self.log.end(spec, &self.pos);
        // These changes are traced as part of the action, but with the turn machine as their cause.
        self.log.begin(spec, &self.pos, || Cause::Turns);
        self.decide()?;
        self.log.end(spec, &self.pos);
        Ok(())
    }

    fn play_nth(&mut self, number: usize) -> Result<Action, PlayError> {
        self.decide()?;
        let action = if self.at_turn() {
            u32::try_from(number).ok().and_then(|n| self.moves.get(self.machine.t, n))
        } else {
            self.list()?.get(number).copied()
        };
        let action = action.ok_or(PlayError::Illegal)?;
        self.play_legal(action)?;
        self.decide()?;
        Ok(action)
    }

    fn play_random(&mut self, rng: &mut Rng) -> Result<Option<Action>, HookError> {
        let action = self.draw(rng)?;
        if let Some(action) = action {
            self.play_legal(action)?;
        }
        Ok(action)
    }

    fn outcome(&self) -> Option<&Outcome> {
        Game::outcome(self)
    }

    fn setup(&self) -> Setup {
        self.to_setup()
    }

    fn imagined(&self, seat: Seat, rng: &mut Rng) -> Setup {
        agents::imagined(self, seat, rng).to_setup()
    }

    fn occurrences(&self) -> u8 {
        self.history.occurrences()
    }

    fn view(&self) -> &dyn View {
        self
    }

    fn perft_until(
        &mut self,
        depth: u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, HookError> {
        let mut lists: Vec<Vec<Action>> = vec![Vec::with_capacity(128); depth.min(64) as usize];
        let mut stopped = false;
        let mut poll = || {
            stopped = stopped || stop();
            stopped
        };
        let mut pos = self.pos.clone();
        let count = self.machine.perft(&mut pos, &mut Log::default(), &mut lists, &mut poll)?;
        Ok((!stopped).then_some(count))
    }

    fn clauses(&self) -> &[u32] {
        &self.log.clauses
    }

    fn metrics(&self) -> &[u32] {
        &self.log.metrics
    }

    fn trace_entries(&self) -> &[TraceEntry] {
        self.log.trace.as_ref().map_or(&[], |trace| trace.entries())
    }

    fn trace(&mut self, on: bool) {
        self.log.trace = on.then(|| Box::new(Trace::new(self.machine.spec, &self.pos)));
    }

    fn validate(&self) -> Result<(), String> {
        validate(&self.machine, &self.pos)
    }

    fn decider(&self) -> (Seat, Stream, u32) {
        Game::decider(self)
    }

    fn advise_until(
        &mut self,
        agent: AgentSpec,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Advice, HookError> {
        let mut agent = agents::make(agent);
        let action = agents::choose_by_knowledge(&mut *agent, self, rng, stop)?;
        Ok(Advice { action, ..agent.advice() })
    }

    fn search(
        &mut self,
        memory: &mut SearchMemory,
        limits: &SearchLimits<'_>,
        stop: &dyn Fn() -> bool,
        watch: &mut dyn FnMut(&SearchUpdate<'_>) -> bool,
    ) -> Result<SearchFindings, HookError> {
        let found = SearchFindings::default();
        let mut engine = agents::Engine { memory, limits, watch, found };
        let action = choose(&mut engine, self, stop)?;
        Ok(SearchFindings { action, ..engine.found })
    }

    fn search_tree(
        &mut self,
        memory: &mut TreeMemory,
        limits: &TreeLimits<'_>,
        stop: &dyn Fn() -> bool,
        watch: &mut dyn FnMut(&TreeFindings) -> bool,
    ) -> Result<TreeFindings, HookError> {
        let found = TreeFindings::default();
        let mut engine = agents::TreeEngine { memory, limits, watch, found };
        let action = choose(&mut engine, self, stop)?;
        Ok(TreeFindings { action, ..engine.found })
    }

    fn prospects(&self) -> Vec<f64> {
        agents::prospects(self)
    }

    fn state(&self) -> GameState {
        save(self)
    }

    fn captured_by(&self, mv: Move) -> Zone {
        self.machine.captured_by(&self.pos, mv).resize()
    }

    fn goals(&mut self) -> Result<Vec<Goal>, HookError> {
        self.decide()?;
        let (seat, t) = (self.pos.turn, self.machine.t);
        let played = self.pos.controller[seat.index()] != NOBODY;
        if !self.at_turn() || !played || self.machine.spec.dice.is_some() {
            return Ok(Vec::new());
        }
        let seats = || (0..t.seats).map(|seat| Seat(seat as u8));
        let all = std::iter::once(Goal::Win)
            .chain(seats().map(Goal::Mate))
            .chain(seats().map(Goal::Save))
            .chain(seats().map(Goal::Thaw));
        Ok(all.filter(|goal| self.machine.is_open(&self.pos, seat, *goal)).collect())
    }

    fn standing(&mut self, task: &Task) -> Result<Standing, HookError> {
        self.decide()?;
        Ok(self.machine.standing(&self.pos, task))
    }

    fn solve(
        &mut self,
        task: &Task,
        enough: usize,
        limit: Limit<'_>,
    ) -> Result<Option<Solved>, Unsolved> {
        self.decide()?;
        Solver::new(self.machine, *task, limit)?.solve(&self.pos, enough)
    }

    fn solve_by_checks(
        &mut self,
        task: &Task,
        limit: Limit<'_>,
    ) -> Result<Option<Solved>, Unsolved> {
        self.decide()?;
        Solver::new(self.machine, *task, limit)?.solve_by_checks(&self.pos)
    }

    fn judge(
        &mut self,
        task: &Task,
        limit: Limit<'_>,
    ) -> Result<Vec<(Action, Option<u8>)>, Unsolved> {
        self.decide()?;
        Solver::new(self.machine, *task, limit)?.judge(&self.pos)
    }

    fn judge_one(
        &mut self,
        task: &Task,
        action: Action,
        limit: Limit<'_>,
    ) -> Result<Option<u8>, Unsolved> {
        if !self.list()?.contains(&action) {
            return Ok(None);
        }
        Solver::new(self.machine, *task, limit)?.judge_one(&self.pos, action)
    }

    fn fork(&self) -> Box<dyn Play + '_> {
        Box::new(self.clone())
    }
}

/// Lets an engine choose by what its seat knows, the same each time.
fn choose<'a, const W: usize>(
    engine: &mut dyn Agent<W>,
    game: &mut Game<'a, W>,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Action>, HookError> {
    let (seat, stream, counter) = game.decider();
    let mut rng = Rng::new(0, 0, stream, u64::from(seat.0), u64::from(counter));
    agents::choose_by_knowledge(engine, game, &mut rng, stop)
}
