//! Games between agents, played a few at a time so that a page can show the progress.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_agents::InvalidAgent;
use quadrille_dsl::Ruleset;
use quadrille_dsl::text::Sentence;
use quadrille_reports::rerun;
use quadrille_session::Game;
use quadrille_study::sim::{self, Plan};

use crate::protocol::{PlayedGames, Refusal, RefusalCode};

/// The maximum number of games in one message.
pub(crate) const MAX_GAMES_PER_MESSAGE: u64 = 1000;

/// Plays the games with this seed and these indices.
///
/// # Errors
/// Returns the reason, in words, if an agent is unknown.
pub(crate) fn play(
    loaded: &Ruleset,
    agents: &[String],
    seed: u64,
    games: Range<u64>,
    stop: &AtomicBool,
) -> Result<PlayedGames, String> {
    let spec = loaded.spec();
    let plan = plan(agents, seed, games).map_err(|why| why.to_string())?;
    let summary = sim::run(&loaded.rules, &|| loaded.hooks(), &plan, stop, &|_| {});
    let endings =
        summary.endings.iter().map(|(ending, games)| (ending.name(spec).to_owned(), *games));
    // Clauses that can't fire are left out, because a count of zero would mislead.
    let clauses = spec.clauses.iter().zip(&summary.clauses);
    let clauses = clauses.filter(|(clause, _)| loaded.can_fire(&clause.id));
    Ok(PlayedGames {
        games: summary.games,
        plies: summary.plies,
        faults: summary.faults,
        seats: summary.seats.clone(),
        endings: endings.collect(),
        clauses: clauses.map(|(clause, (_, games))| (clause.id.clone(), *games)).collect(),
        fault: summary.first_faults.values().next().map(ToString::to_string),
    })
}

/// Plays the game with this seed and index again, and returns its record as JSON. Returns `None` if
/// the game was stopped before its end.
///
/// # Errors
/// Returns a [`Refusal`] if an agent is unknown, or the game cannot be replayed.
pub(crate) fn record(
    loaded: &Arc<Ruleset>,
    agents: &[String],
    seed: u64,
    game: u64,
    stop: &AtomicBool,
) -> Result<Option<String>, Refusal> {
    let past = game.saturating_add(1);
    let plan = plan(agents, seed, game..past)
        .map_err(|why| Refusal::new(RefusalCode::Unknown, Sentence::text(why.to_string())))?;
    let Some(record) = rerun::record(loaded, &plan, game, stop) else { return Ok(None) };
    let mut session = Game::start(Arc::clone(loaded))?;
    session.play_actions(rerun::replayable(&record))?;
    Ok(Some(session.to_json()?))
}

/// Returns the plan of these games.
fn plan(agents: &[String], seed: u64, games: Range<u64>) -> Result<Plan, InvalidAgent> {
    let agents =
        agents.iter().map(|agent| agent.parse()).collect::<Result<Vec<_>, InvalidAgent>>()?;
    Ok(Plan { seed, games, agents, jobs: 1, ..Plan::default() })
}
