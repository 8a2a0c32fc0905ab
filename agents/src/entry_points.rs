//! Functions that let an agent or a search choose at one decision, on a board of any width.

use crate::agent::{self, Advice, Agent, AnyWidth, TypedAgent};
use crate::agent_spec::{AgentSpec, make};
use crate::eval::Evaluation;
use crate::guess;
use crate::mcts::{TreeEngine, TreeFindings, TreeLimits, TreeMemory};
use crate::search::position_key;
use crate::search::{EngineDecision, SearchFindings, SearchLimits, SearchMemory, SearchUpdate};
use quadrille_core::board::Seat;
use quadrille_core::game::AnyGame;
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};
use quadrille_core::state::Setup;
use quadrille_core::with_typed;

/// Returns the action that an agent would play, and the result that the agent expects for its team,
/// from 0 to 1. The agent's random choices come from `rng`.
///
/// ```
/// use quadrille_agents::{AgentSpec, advise};
/// use quadrille_core::numeric::rng::{Rng, Stream};
/// use quadrille_core::rules::{KindSpec, Path, Spec};
/// use quadrille_core::{CompiledRules, Geometry, MateLoses, RustRules, game};
///
/// let king = [Path::leaper(1, 0), Path::leaper(1, 1)].concat();
/// let kinds = vec![KindSpec::royal("king", 'K', king), KindSpec::new("rook", 'R', 5, Path::rider(1, 0))];
/// let mut spec = Spec::two_player(Geometry::rectangle(6, 6)?, kinds);
/// spec.place("white", "king", &["c4"])?;
/// spec.place("white", "rook", &["a1"])?;
/// spec.place("black", "king", &["c6"])?;
/// let mut hooks = RustRules::default();
/// hooks.add(&mut spec, MateLoses);
/// let rules = CompiledRules::new(spec)?;
/// let mut game = game::start(&rules, &hooks)?;
///
/// let agent: AgentSpec = "search:depth=2".parse()?;
/// let advice = advise(&mut *game, agent, &mut Rng::new(1, 0, Stream::Agent, 0, 0))?;
/// game.play(advice.action.ok_or("the game is over")?)?;
/// // It sees the mate on the back rank.
/// assert!(game.outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn advise(
    game: &mut dyn AnyGame,
    agent: AgentSpec,
    rng: &mut Rng,
) -> Result<Advice, HookError> {
    advise_until(game, agent, rng, &|| false)
}

/// Advises like [`advise`], and polls `stop` during the search. Once `stop` returns `true`, the
/// agent answers with the best action found so far, and [`Advice::stopped`] is `true`.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn advise_until(
    game: &mut dyn AnyGame,
    agent: AgentSpec,
    rng: &mut Rng,
    stop: &dyn Fn() -> bool,
) -> Result<Advice, HookError> {
    with_typed!(game, game => {
        let mut agent = make(agent);
        let action = agent::choose_by_knowledge(&mut *agent, game, rng, stop);
        action.map(|action| Advice { action, ..agent.advice() })
    })
}

impl Agent for AgentSpec {
    fn choose(
        &mut self,
        game: &mut dyn AnyGame,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        Ok(advise_until(game, *self, rng, stop)?.action)
    }
}

/// Lets any agent choose at the current decision of a game, with the knowledge of the deciding
/// seat. If the game hides information, a random action replaces an illegal choice. If the game
/// hides nothing, illegal choices are returned unchanged.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules or the agent fails.
pub fn choose_until(
    game: &mut dyn AnyGame,
    agent: &mut dyn Agent,
    rng: &mut Rng,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Action>, HookError> {
    with_typed!(game, game => {
        let mut agent = AnyWidth { agent: Box::new(agent), as_any: |game| game };
        agent::choose_by_knowledge(&mut agent, game, rng, stop)
    })
}

/// Searches the current decision of a game within limits, and reports to `watch` after each depth.
/// The search ends if `watch` returns `false`. The search polls `stop`, and answers at once when
/// `stop` returns `true`. Like agents, the search has only the knowledge of the deciding seat. If
/// the search chooses an illegal action because of hidden information, a random action replaces
/// this action.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn search(
    game: &mut dyn AnyGame,
    memory: &mut SearchMemory,
    limits: &SearchLimits<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&SearchUpdate<'_>) -> bool,
) -> Result<SearchFindings, HookError> {
    let found = SearchFindings::default();
    let mut engine = EngineDecision { memory, limits, watch, found };
    let action = with_typed!(game, game => choose(&mut engine, game, stop))?;
    Ok(SearchFindings { action, ..engine.found })
}

/// Searches the current decision of a game by Monte Carlo tree search within limits. If the tree in
/// the memory contains the position, the search continues with the part of the tree below this
/// position. The search reports to `watch` each time the number of descents has doubled, and ends
/// if `watch` returns `false`. Like [`search`](fn@search), this search polls `stop`, and has only
/// the knowledge of the deciding seat.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn search_tree(
    game: &mut dyn AnyGame,
    memory: &mut TreeMemory,
    limits: &TreeLimits<'_>,
    stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&TreeFindings) -> bool,
) -> Result<TreeFindings, HookError> {
    let found = TreeFindings::default();
    let mut engine = TreeEngine { memory, limits, watch, found };
    let action = with_typed!(game, game => choose(&mut engine, game, stop))?;
    Ok(TreeFindings { action, ..engine.found })
}

/// Returns the static evaluation for each seat: the result that the seat's team can expect, from 0
/// to 1. In a finished game, these numbers follow from the results of the seats.
pub fn prospects(game: &mut dyn AnyGame) -> Vec<f64> {
    with_typed!(game, game => typed_prospects(game))
}

/// Returns a hash of the position, by which transpositions are found. The hash covers everything on
/// which the legal actions depend. It does not cover clocks, the number of plies, and en passant
/// rights that no capture can use. Returns `None` if the game is over. Also returns `None` if the
/// position has an open question or another temporary condition that the hash does not cover.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn position_key(game: &mut dyn AnyGame) -> Result<Option<u64>, HookError> {
    game.decision()?;
    Ok(with_typed!(game, game => position_key::position_key(&game.machine.movegen, &game.pos)))
}

/// Returns the position as the agents of a seat see it. Guesses replace the hidden information,
/// which consists of the pieces in fog, hidden kinds, and the secret answers of other seats.
pub fn imagined(game: &mut dyn AnyGame, seat: Seat, rng: &mut Rng) -> Setup {
    with_typed!(game, game => guess::imagined(game, seat, rng).to_setup())
}

/// Lets the search `engine` choose with the knowledge of the deciding seat. Guesses replace hidden
/// information. In the same position, each call uses the same guesses.
fn choose<'a, const W: usize>(
    engine: &mut dyn TypedAgent<W>,
    game: &mut TypedGame<'a, W>,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Action>, HookError> {
    let (seat, stream, counter) = game.decider();
    let mut rng = Rng::new(0, 0, stream, u64::from(seat.0), u64::from(counter));
    agent::choose_by_knowledge(engine, game, &mut rng, stop)
}

/// Returns the result that each seat can expect, from 0 to 1, by static evaluation.
fn typed_prospects<const W: usize>(game: &TypedGame<'_, W>) -> Vec<f64> {
    let shares = Evaluation::new(&game.machine.board).shares(&game.machine.movegen, &game.pos, 0);
    let team_of = &game.machine.t.team_of;
    (0..game.machine.t.seats).map(|seat| shares[usize::from(team_of[seat])]).collect()
}
