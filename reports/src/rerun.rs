//! Replays single games of a run. Returns the actions of a game and the effects of each action.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use quadrille_core::{Action, AnyGame, Decision, HookError, Hooks, PlayError, Seat, Spec, game};
use quadrille_dsl::{Ruleset, actions};
use quadrille_study::sim::{self, GameRecord, Plan};
use serde::Serialize;

/// An action of a game with its effects.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PlayedAction {
    /// The seat that decided. For dice and for moves of nature, this is the seat whose turn it was.
    pub seat: Option<String>,
    /// The action, as it is written in records.
    pub action: String,
    /// The seats whose kings are in check after the action.
    pub checks: Vec<String>,
    /// The ids of the clauses that fired because of the action.
    pub clauses: Vec<String>,
    /// The seats that were not in check before the action and are in check after it. Seats for
    /// which check has no meaning are left out.
    #[serde(skip)]
    gives_check: Vec<String>,
}

impl PlayedAction {
    /// Returns remarks to print beside the action in a list of actions. The remarks are the checks
    /// that the action gives, and the clauses that fired.
    #[must_use]
    pub fn remarks(&self) -> String {
        let checks = self.gives_check.iter().map(|seat| format!("{seat} in check"));
        let remarks: Vec<String> = checks.chain(self.clauses.iter().cloned()).collect();
        remarks.join(", ")
    }
}

/// Plays one game of a plan, and returns the record of the game with all actions. Returns `None` if
/// the plan has no such game, or if `stop` is set before the game ends.
#[must_use]
pub fn record(loaded: &Ruleset, plan: &Plan, index: u64, stop: &AtomicBool) -> Option<GameRecord> {
    records(loaded, plan, index..index.checked_add(1)?, stop).pop()
}

/// Plays games of a plan, and returns their records with all actions, by index. If `stop` is set,
/// games that have not ended are missing.
#[must_use]
pub fn records(
    loaded: &Ruleset,
    plan: &Plan,
    games: Range<u64>,
    stop: &AtomicBool,
) -> Vec<GameRecord> {
    let plan = Plan { games, record: true, measure: false, ..plan.clone() };
    let (sender, receiver) = std::sync::mpsc::channel();
    let _ = sim::run(&loaded.rules, &|| loaded.hooks(), &plan, stop, &|record| {
        let _ = sender.send(record);
    });
    let mut records: Vec<GameRecord> = receiver.try_iter().collect();
    records.sort_by_key(|record| record.index);
    records
}

/// Starts one game of a plan, and returns it before its first ply.
///
/// # Errors
/// Returns the hook's error if a hook fails, or an error if no game can begin at the opening.
pub fn start<'a>(
    loaded: &'a Ruleset,
    hooks: &'a dyn Hooks,
    plan: &Plan,
    index: u64,
) -> Result<Box<dyn AnyGame + 'a>, HookError> {
    let block = plan.deal(index).block;
    let Some(setup) = plan.opening.setup(&loaded.rules, hooks, plan.seed, block)? else {
        return game::start(&loaded.rules, hooks);
    };
    Ok(game::resume(&loaded.rules, hooks, &setup)?)
}

/// Returns the part of a game's actions that can be replayed. If a hook failed at an action, this
/// action is left out.
#[must_use]
pub fn replayable(record: &GameRecord) -> &[Action] {
    match &record.end {
        Ok(_) => &record.actions,
        Err(_) => record.actions.split_last().map_or(&[], |(_, rest)| rest),
    }
}

/// Plays an action, and returns this action with its effects.
///
/// # Errors
/// Returns a [`PlayError`] if a script fails, or the action is not legal.
pub fn step(
    game: &mut dyn AnyGame,
    spec: &Spec,
    action: Action,
) -> Result<PlayedAction, PlayError> {
    let seat = decider(&game.decision()?);
    let legal = actions::legal(game)?;
    let written = actions::text_among(game, &legal, action);
    let before = game.counts().clauses.to_vec();
    let seats = || (0..spec.seats.len() as u8).map(Seat);
    let in_check =
        |game: &dyn AnyGame| seats().filter(|seat| game.in_check(*seat)).collect::<Vec<_>>();
    let checked_before = in_check(game);
    game.play(action)?;
    game.decision()?;
    let fired = spec.clauses.iter().zip(game.counts().clauses.iter().zip(&before));
    let checks = in_check(game);
    let named = |seat: &Seat| seat_name(spec, *seat).to_owned();
    let given = |seat: &&Seat| !checked_before.contains(seat) && spec.heeds_check(**seat);
    Ok(PlayedAction {
        seat: seat.map(|seat| seat_name(spec, seat).to_owned()),
        action: written,
        gives_check: checks.iter().filter(given).map(named).collect(),
        checks: checks.iter().map(named).collect(),
        clauses: fired
            .filter(|(_, (now, then))| now > then)
            .map(|(clause, _)| clause.id.clone())
            .collect(),
    })
}

/// Returns the seat that decides, or `None` if the game is over.
#[must_use]
pub fn decider(decision: &Decision) -> Option<Seat> {
    match decision {
        Decision::Turn(seat) | Decision::Roll(seat) => Some(*seat),
        Decision::Question(question) => Some(question.seat),
        Decision::Over => None,
    }
}

/// Returns the name of a seat.
#[must_use]
pub fn seat_name(spec: &Spec, seat: Seat) -> &str {
    spec.seats.get(seat.index()).map_or("?", |seat| &seat.name)
}
