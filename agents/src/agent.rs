//! The interface of agents: programs that choose actions.
//!
//! Agents see only decisions and actions, so every agent can play every ruleset. An agent's random
//! choices come from a stream of random numbers. Each combination of seed, game, seat and ply has a
//! separate stream. The page docs/reference/agents.md describes the built-in agents for users.

use std::sync::Arc;

use crate::guess;
use crate::score::Score;
use quadrille_core::AnyGame;
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// The reference page about agents, which `quadrille explain agents` prints.
pub const REFERENCE: &str = include_str!("../docs/agents.md");

/// The result of an agent's choice.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Advice {
    /// The action that the agent would play, or `None` if the game is over.
    pub action: Option<Action>,
    /// The result that the agent expects for its team: 1 for a win, 0 for a loss. The value is also
    /// 0 if the agent doesn't search, or if it has only one legal action.
    pub share: f64,
    /// The value of the position for the agent's team. Only the agent `search` sets this field.
    pub score: Option<Score>,
    /// The number of positions that the search reached.
    pub nodes: u64,
    /// `true` if the search was stopped before it was complete.
    pub stopped: bool,
}

/// A player that chooses actions. Implement this trait to add your own player.
///
/// Playouts, sessions and other loops accept any agent. An [`AgentSpec`](crate::AgentSpec) names a
/// built-in agent, and can be passed in place of that agent.
///
/// ```
/// use quadrille_agents::Agent;
/// use quadrille_core::numeric::rng::Rng;
/// use quadrille_core::{Action, AnyGame, HookError};
///
/// /// Plays the first capture, or else the first action.
/// struct Grabber;
///
/// impl Agent for Grabber {
///     fn choose(
///         &mut self,
///         game: &mut dyn AnyGame,
///         _rng: &mut Rng,
///         _stop: &dyn Fn() -> bool,
///     ) -> Result<Option<Action>, HookError> {
///         let actions = game.actions()?;
///         let captures = |action: &&Action| match action {
///             Action::Move(played) => !game.captured_by(*played).is_empty(),
///             _ => false,
///         };
///         Ok(actions.iter().find(captures).or(actions.first()).copied())
///     }
/// }
/// ```
pub trait Agent {
    /// Chooses a legal action at the current decision of `game`. Returns `None` if the agent has no
    /// action to suggest.
    ///
    /// The game is a copy, so the agent may play actions on it. If the rules hide information from
    /// the seat that decides, the copy contains guesses instead of the hidden information. Random
    /// choices have to come from `rng`, so that the same seed gives the same game. A long search
    /// should poll `stop`, and answer at once when `stop` returns `true`.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook of the rules fails, or if the agent itself fails. A
    /// playout then ends with this error.
    fn choose(
        &mut self,
        game: &mut dyn AnyGame,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError>;
}

impl<A: Agent + ?Sized> Agent for &mut A {
    fn choose(
        &mut self,
        game: &mut dyn AnyGame,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        A::choose(self, game, rng, stop)
    }
}

/// A function that makes an agent for a thread.
pub type AgentMaker = Arc<dyn Fn() -> Box<dyn Agent> + Send + Sync>;

/// A function that converts a game of a known board width to a trait object, which hides the width.
pub type AsAnyGame<const W: usize> =
    for<'g, 'a> fn(&'g mut TypedGame<'a, W>) -> &'g mut (dyn AnyGame + 'a);

/// An adapter that lets an agent for boards of any width play on a board of known width. It returns
/// the agent's action even if this action is illegal.
pub struct AnyWidth<'g, const W: usize> {
    /// The agent.
    pub agent: Box<dyn Agent + 'g>,
    /// The function that converts the game for the agent.
    pub as_any: AsAnyGame<W>,
}

impl<const W: usize> std::fmt::Debug for AnyWidth<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyWidth").finish_non_exhaustive()
    }
}

impl<const W: usize> TypedAgent<W> for AnyWidth<'_, W> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        let any = (self.as_any)(game);
        self.agent.choose(&mut *any.fork(), rng, stop)
    }
}

/// An agent for boards of a known width.
pub trait TypedAgent<const W: usize> {
    /// Chooses an action at the current decision. Returns `None` if the game is over. The choice
    /// depends only on the position, its history and `rng`, not on earlier calls. A search polls
    /// `stop`. Once `stop` returns `true`, the agent answers with the best action found so far.
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError>;

    /// Returns the last choice of the agent, with the search results on which the choice was based.
    fn advice(&self) -> Advice {
        Advice::default()
    }
}

/// Lets an agent choose with the knowledge of its seat. Hidden information is replaced by guesses:
/// the agent sees hidden pieces on guessed squares and with guessed kinds, and random answers
/// instead of other seats' sealed answers. If a wrong guess makes the chosen action illegal, a
/// random legal action replaces the choice.
pub fn choose_by_knowledge<const W: usize>(
    agent: &mut dyn TypedAgent<W>,
    game: &mut TypedGame<'_, W>,
    rng: &mut Rng,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Action>, HookError> {
    game.settle()?;
    if !game.machine.spec.hides_pieces() && !game.has_sealed() {
        return agent.choose(game, rng, stop);
    }
    let seat = game.decider().0;
    let mut seen = guess::imagined(game, seat, rng);
    match agent.choose(&mut seen, rng, stop)? {
        Some(action) if game.list()?.contains(&action) => Ok(Some(action)),
        _ => game.draw(rng),
    }
}

/// An agent that plays random legal actions.
pub struct Random;

impl<const W: usize> TypedAgent<W> for Random {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.draw(rng)
    }
}

/// A placeholder for an agent that a plan names but the caller does not provide. If the placeholder
/// has to decide, the game ends with an error.
pub(crate) struct Absent(pub &'static str);

impl<const W: usize> TypedAgent<W> for Absent {
    fn choose(
        &mut self,
        _: &mut TypedGame<'_, W>,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        Err(HookError::new(self.0, "no agent with this name was given"))
    }
}
