//! Lets a user solve puzzles step by step. Each attempt of the user is judged. If the attempt is
//! correct, the other seats answer it.
//!
//! A puzzle is played on an ordinary game that starts at the puzzle's position. The number of plies
//! that the solving side has left is computed from the plies played. An attempt can therefore be
//! taken back and repeated.

use std::sync::Arc;

use quadrille_agents::solve::{Goal, GoalStatus, GoalTask, Limit};
use quadrille_core::{Action, AnyGame, Decision, Seat, Spec};
use quadrille_dsl::actions;
use quadrille_dsl::puzzles::Puzzle;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Ruleset, sentence};
use quadrille_study::puzzles::best;
use serde::Serialize;

use crate::error::GameError;
use crate::game::Game;

/// The maximum number of positions that a search may visit to judge one attempt.
const MAX_SEARCH_NODES: u64 = 2_000_000;

/// A puzzle that is being solved.
#[derive(Clone, Debug)]
pub struct PuzzleGame {
    puzzle: Puzzle,
    task: GoalTask,
}

/// The judgement of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The action still forces the goal. The game includes the action and the other seats' answers,
    /// up to the solving side's next decision.
    Right,
    /// The goal is reached. The game includes the action and the other seats' answers that led to
    /// the goal.
    Solved,
    /// The action does not force the goal, and was not played.
    Wrong,
}

/// A judged attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PuzzleAttempt {
    /// The judgement.
    pub judgement: Judgement,
    /// The number of plies that were played, including the attempt.
    pub played: usize,
    /// The number of plies that the solving side has left.
    pub left: u8,
    /// The answers of the other seats that refute a wrong attempt. Each entry contains a seat and
    /// its answer. The list is empty if the attempt fails only because it leaves the solving side
    /// too few plies.
    pub refuted: Vec<(String, String)>,
}

impl PuzzleAttempt {
    /// Describes the judgement in a sentence. `task` is the task of the puzzle.
    #[must_use]
    pub fn sentence(&self, task: &GoalTask, spec: &Spec) -> Sentence {
        match self.judgement {
            Judgement::Solved => sentence!(AttemptSolved),
            Judgement::Right if self.left == 1 => sentence!(AttemptRightOneTurn),
            Judgement::Right => sentence!(AttemptRight, turns = self.left),
            Judgement::Wrong => {
                let failure = match task.goal {
                    Goal::Win => sentence!(AttemptNotWon),
                    Goal::Mate(seat) => sentence!(AttemptNotMated, seat = seat_name(spec, seat)),
                    Goal::Save(seat) => sentence!(AttemptNotSaved, seat = seat_name(spec, seat)),
                    Goal::Thaw(seat) => sentence!(AttemptNotThawed, seat = seat_name(spec, seat)),
                };
                if self.refuted.is_empty() {
                    return failure;
                }
                let answer = |(seat, action): &(String, String)| {
                    let action = Argument::Text(action.clone());
                    sentence!(AttemptAnswer, seat = Argument::seat(seat), action = action).into()
                };
                let answers: Argument = self.refuted.iter().map(answer).collect();
                sentence!(AttemptRefuted, answers = answers, failure = failure)
            }
        }
    }
}

/// Describes a task in a sentence, such as `Yellow to move: mate Red in 2`.
#[must_use]
pub fn task_sentence(task: &GoalTask, spec: &Spec) -> Sentence {
    let (seat, side, plies) =
        (|seat| seat_name(spec, seat), seat_name(spec, task.side), task.plies);
    match task.goal {
        Goal::Win => sentence!(TaskWin, side = side, plies = plies),
        Goal::Mate(of) => sentence!(TaskMate, side = side, seat = seat(of), plies = plies),
        Goal::Save(of) if plies == 1 => sentence!(TaskSaveOnce, side = side, seat = seat(of)),
        Goal::Save(of) => sentence!(TaskSave, side = side, seat = seat(of), plies = plies),
        Goal::Thaw(of) => sentence!(TaskThaw, side = side, seat = seat(of), plies = plies),
    }
}

fn seat_name(spec: &Spec, seat: Seat) -> Argument {
    Argument::seat(&spec.seats[seat.index()].name)
}

impl PuzzleGame {
    /// Opens a puzzle. `ruleset` must be the rules that the puzzle requests. Returns the puzzle and
    /// a game at its position.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the puzzle does not fit these rules.
    pub fn open(ruleset: Arc<Ruleset>, puzzle: Puzzle) -> Result<(Self, Game), GameError> {
        let session = Game::from_fen(ruleset, &puzzle.fen)?;
        let task = session.with_game(|game| {
            puzzle.task(game).map_err(|wrong| GameError::Puzzle(Box::new(wrong)))
        })?;
        Ok((Self { puzzle, task }, session))
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the task at the puzzle's position.
    #[must_use]
    pub fn task(&self) -> &GoalTask {
        &self.task
    }

    /// Returns the task that remains at the present ply of the game.
    #[must_use]
    pub fn remaining(&self, session: &Game) -> GoalTask {
        let spec = session.ruleset().spec();
        let team = spec.seats[self.task.side.index()].team;
        let actions = session.actions();
        let own = |seat: &Option<String>| {
            let seat = seat.as_deref().and_then(|name| spec.seat_named(name));
            seat.is_some_and(|seat| spec.seats[seat.index()].team == team)
        };
        let turns = session
            .plies()
            .zip(&actions)
            .filter(|(ply, action)| own(&ply.seat) && !matches!(action, Action::Choose(_)));
        let plies = usize::from(self.task.plies).saturating_sub(turns.count());
        GoalTask { plies: u8::try_from(plies).unwrap_or(0), ..self.task }
    }

    /// Returns the status of the goal at the present ply of the game.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn status(&self, session: &Game) -> Result<GoalStatus, GameError> {
        let task = self.remaining(session);
        session.with_game(|game| Ok(quadrille_agents::solve::goal_status(&mut *game, &task)?))
    }

    /// Judges an action at the present decision. If the action is right, plays it, and then the
    /// answers of the other seats that delay the goal longest. `stop` is polled at intervals.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the action is not legal, or if the present decision does not
    /// belong to the solving side. Also returns an error if the search finds no judgement within
    /// its limits.
    pub fn attempt(
        &self,
        session: &mut Game,
        action: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<PuzzleAttempt, GameError> {
        let limit = Limit { nodes: MAX_SEARCH_NODES, stop };
        let task = self.remaining(session);
        // Reports an illegal action with its full reason.
        session.consequences(action)?;
        let (action, forced) = session.with_game(|game| {
            self.to_decide(game, &task)?;
            let action = actions::read(game, action)?;
            let forced = quadrille_agents::solve::judge_one(&mut *game, &task, action, limit)?;
            Ok((action, forced.is_some()))
        })?;
        if !forced {
            let refuted = session.with_game(|game| refutation(game, task, action, limit))?;
            return Ok(PuzzleAttempt {
                judgement: Judgement::Wrong,
                played: 0,
                left: task.plies,
                refuted,
            });
        }
        let (line, left, status) = session.with_game(|game| answers(game, task, action, limit))?;
        session.play_actions(&line)?;
        let judgement =
            if status == GoalStatus::Reached { Judgement::Solved } else { Judgement::Right };
        Ok(PuzzleAttempt { judgement, played: line.len(), left, refuted: Vec::new() })
    }

    /// Returns the action that forces the goal soonest, its text, and the number of plies that the
    /// solving side has left.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the present decision does not belong to the solving side, or if
    /// the goal can't be forced from the present position. Also returns an error if the search
    /// finds no answer within its limits.
    pub fn hint(
        &self,
        session: &Game,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Action, String, u8), GameError> {
        let task = self.remaining(session);
        session.with_game(|game| {
            self.to_decide(game, &task)?;
            match best(game, &task, Limit { nodes: MAX_SEARCH_NODES, stop })? {
                Some((action, Some(_))) => Ok((action, written(game, action)?, task.plies)),
                _ => Err(GameError::PuzzleOver),
            }
        })
    }

    /// Returns an error if the present decision does not belong to the solving side. Also returns
    /// an error if the goal is already reached or has become impossible.
    fn to_decide(&self, game: &mut dyn AnyGame, task: &GoalTask) -> Result<(), GameError> {
        let open = quadrille_agents::solve::goal_status(&mut *game, task)? == GoalStatus::Open;
        let ours = decides(game)?.is_some_and(|seat| of(game, seat, task));
        if open && ours { Ok(()) } else { Err(GameError::PuzzleOver) }
    }
}

/// Returns the seat that decides.
fn decides(game: &mut dyn AnyGame) -> Result<Option<Seat>, GameError> {
    Ok(match game.decision()? {
        Decision::Turn(seat) => Some(seat),
        Decision::Question(question) => Some(question.seat),
        Decision::Roll(_) | Decision::Over => None,
    })
}

/// Returns `true` if `seat` belongs to the side of the task.
fn of(game: &dyn AnyGame, seat: Seat, task: &GoalTask) -> bool {
    let seats = &game.rules().spec().seats;
    seats[seat.index()].team == seats[task.side.index()].team
}

/// Returns the text of a legal action.
fn written(game: &mut dyn AnyGame, action: Action) -> Result<String, GameError> {
    let legal = actions::legal(game)?.into_iter();
    let text = legal.filter(|(_, other)| *other == action).map(|(text, _)| text).next();
    Ok(text.unwrap_or_default())
}

/// Returns the task after an action of the side at the present decision.
fn after(game: &mut dyn AnyGame, task: GoalTask) -> Result<GoalTask, GameError> {
    let turn = matches!(game.decision()?, Decision::Turn(_));
    Ok(GoalTask { plies: task.plies.saturating_sub(u8::from(turn)), ..task })
}

/// Plays an action on a copy of the game, and records no changes. To record the changes, the caller
/// later plays the action on the game itself.
fn play(game: &mut dyn AnyGame, action: Action) -> Result<(), GameError> {
    Ok(game.play(action)?)
}

/// Plays `action`, which forces the goal, and then the answers of the other seats up to the goal or
/// the solving side's next decision. Returns the actions played, the number of plies that the side
/// has left after them, and the status of the goal.
fn answers(
    game: &mut dyn AnyGame,
    task: GoalTask,
    action: Action,
    limit: Limit<'_>,
) -> Result<(Vec<Action>, u8, GoalStatus), GameError> {
    let task = after(game, task)?;
    let mut line = vec![action];
    play(game, action)?;
    loop {
        let status = quadrille_agents::solve::goal_status(&mut *game, &task)?;
        let ours = decides(game)?.is_some_and(|seat| of(game, seat, &task));
        if status != GoalStatus::Open || ours {
            return Ok((line, task.plies, status));
        }
        let Some((answer, _)) = best(game, &task, limit)? else { break };
        line.push(answer);
        play(game, answer)?;
    }
    Ok((line, task.plies, GoalStatus::Open))
}

/// Returns the answers of the other seats to a wrong action, up to the solving side's next
/// decision.
fn refutation(
    game: &mut dyn AnyGame,
    task: GoalTask,
    action: Action,
    limit: Limit<'_>,
) -> Result<Vec<(String, String)>, GameError> {
    let task = after(game, task)?;
    let mut line = Vec::new();
    play(game, action)?;
    while quadrille_agents::solve::goal_status(&mut *game, &task)? == GoalStatus::Open {
        let Some(seat) = decides(game)? else { break };
        if of(game, seat, &task) {
            break;
        }
        let Some((answer, _)) = best(game, &task, limit)? else { break };
        let name = game.rules().spec().seats[seat.index()].name.clone();
        line.push((name, written(game, answer)?));
        play(game, answer)?;
    }
    Ok(line)
}
