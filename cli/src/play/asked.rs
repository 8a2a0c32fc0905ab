//! External engines that play seats of a game at the terminal. An engine receives the game, and
//! answers with an action.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quadrille_session::{Game, GameError};

use crate::args::{Entrant, Who};
use crate::engines::moves::Dialect;
use crate::engines::{EngineError, GameForEngine, RunningEngine, beginning};

/// The default arguments of `go`, for an engine whose options contain none.
const DEFAULT_GO: &str = "movetime 1000";
/// The time in which an engine has to answer.
const ENGINE_ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The running engines. The key of an engine is the text that describes it on the command line.
/// Seats with the same text share one engine.
pub type RunningEngines = Mutex<BTreeMap<String, RunningEngine>>;

/// Flags with which a waiting player can cancel or shorten an engine's search.
#[derive(Debug, Default)]
pub struct Wishes {
    /// If this is set, the search of the engine is cancelled.
    pub stop: AtomicBool,
    /// If this is set, the engine has to answer with the best action found so far.
    pub hurry: AtomicBool,
}

/// The reason why an engine did not choose an action.
#[derive(Debug)]
pub enum Unable {
    /// The game can't be sent to the engine.
    Game(GameError),
    /// The engine failed. The string is the reason.
    Trouble(String),
}

impl From<GameError> for Unable {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

/// Requests an action from an engine. If the engine has failed or was stopped before, starts it
/// again.
///
/// # Errors
/// Returns an [`Unable`] if the engine does not answer with a legal action, or a hook fails.
pub fn ask(
    session: &Game,
    entrant: &Entrant,
    running: &RunningEngines,
    wishes: &Wishes,
) -> Result<Option<String>, Unable> {
    let Who::Engine(spec) = &entrant.who else { return Ok(None) };
    let mut begun = session.clone();
    begun.go_to(0)?;
    let rules = session.ruleset();
    let dialect = Dialect::of(rules.spec(), spec);
    let hooks = rules.hooks();
    let (start, moves) = begun.with_game(|game| {
        let start = beginning(game, &*hooks, session.initial_fen().is_none(), spec);
        let mut moves = Vec::new();
        for action in session.actions() {
            moves.extend(dialect.write(game, action)?);
            game.play(action).map_err(|_| GameError::NoGame)?;
        }
        Ok((start, moves))
    })?;
    let start = start.map_err(|trouble| Unable::Trouble(trouble.to_string()))?;
    let name = entrant.to_string();
    let lock = || running.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lock().remove(&name);
    let go = spec.go.as_deref().unwrap_or(DEFAULT_GO);
    let request = GameForEngine {
        start: &start,
        moves: &moves,
        go,
        limit: ENGINE_ANSWER_TIMEOUT,
        hurry: Some(&wishes.hurry),
    };
    session
        .with_game(|game| {
            if !game.setup().sealed.is_empty() {
                let why = "external engines can't choose while others' answers are secret";
                return Ok(Err(EngineError::Start(why.to_owned())));
            }
            let engine = match known {
                Some(engine) => Ok(engine),
                None => RunningEngine::start(spec, rules, ENGINE_ANSWER_TIMEOUT, &wishes.stop),
            };
            let chosen = engine.and_then(|engine| {
                let reply = engine.ask(game, &request, &wishes.stop)?;
                lock().insert(name, engine);
                Ok(reply.action)
            });
            let action = match chosen {
                Ok(action) => action,
                Err(EngineError::Fault(error)) => return Err(error.into()),
                Err(trouble) => return Ok(Err(trouble)),
            };
            let legal = quadrille_dsl::actions::legal(game)?;
            Ok(Ok(legal.into_iter().find(|(_, other)| *other == action).map(|(text, _)| text)))
        })?
        .map_err(|trouble| Unable::Trouble(trouble.to_string()))
}
