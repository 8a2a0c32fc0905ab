//! Goes through the puzzles of a ruleset. The player has to find the moves that force a goal, and
//! the program answers for the other side.

use std::sync::Arc;

use quadrille_agents::solve::{GoalStatus, GoalTask};
use quadrille_core::Decision;
use quadrille_dsl::Library;
use quadrille_dsl::puzzles::{self, Puzzle};
use quadrille_dsl::text::prose::{capital, listed};
use quadrille_session::{Game, GameError, Judgement, PuzzleGame, task_sentence};

use crate::context;
use crate::output::exit::Failure;

/// The puzzles of a ruleset, of which one is open.
pub struct Puzzles {
    /// The id or path of the ruleset.
    name: String,
    puzzles: Vec<Puzzle>,
    pub(super) at: usize,
    /// The open puzzle, and the title of its rules.
    open: Option<(PuzzleGame, String)>,
}

impl Puzzles {
    /// Reads the puzzles of a ruleset. `name` is its id or path without a preset. `number` is the
    /// puzzle to begin with, from 1.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the ruleset has no such puzzle.
    pub fn new(library: &dyn Library, name: &str, number: usize) -> Result<Self, Failure> {
        let (file, found) = puzzles::of(library, name);
        let puzzles = file.puzzles;
        if puzzles.is_empty() && !found.is_empty() {
            return Err(Failure::Files(found));
        }
        let at = number.checked_sub(1).filter(|at| *at < puzzles.len());
        let at = at.ok_or_else(|| {
            let help = match puzzles.len() {
                0 => format!("`quadrille puzzles {name} -o {}` finds puzzles", puzzles::FILE),
                all => format!("use a number from 1 to {all}"),
            };
            Failure::advised(format!("`{name}` has no puzzle {number}"), Some(help))
        })?;
        Ok(Self { name: name.to_owned(), puzzles, at, open: None })
    }

    pub(super) fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Opens the present puzzle, and returns its game.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the puzzle does not fit its rules.
    pub(super) fn open(&mut self, library: &dyn Library) -> Result<Game, Failure> {
        let puzzle = self.puzzles[self.at].clone();
        let rules = Arc::new(puzzle.rules(library, &self.name)?);
        let title = rules.meta.title.clone();
        let (opened, game) = PuzzleGame::open(rules, puzzle).map_err(context::failed)?;
        self.open = Some((opened, title));
        Ok(game)
    }

    /// Returns `true` if the goal of the open puzzle has not been reached and can still be reached.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub(super) fn is_unsolved(&self, session: &Game) -> Result<bool, GameError> {
        let Some((puzzle, _)) = &self.open else { return Ok(false) };
        Ok(puzzle.status(session)? == GoalStatus::Open)
    }

    /// Judges an action. If it is right, plays it and the answers of the other side. Otherwise
    /// returns the reason why it is wrong.
    ///
    /// # Errors
    /// Returns the errors of [`PuzzleGame::attempt`].
    pub(super) fn attempt(
        &self,
        session: &mut Game,
        action: &str,
    ) -> Result<Option<String>, GameError> {
        let Some((puzzle, _)) = &self.open else { return Ok(None) };
        let attempt = puzzle.attempt(session, action, &|| false)?;
        let wrong = attempt.judgement == Judgement::Wrong;
        Ok(wrong.then(|| attempt.sentence(puzzle.task(), session.ruleset().spec()).punctuated()))
    }

    /// Returns the next move of the solution.
    ///
    /// # Errors
    /// Returns the errors of [`PuzzleGame::hint`].
    pub(super) fn next_action(&self, session: &Game) -> Result<Option<String>, GameError> {
        match &self.open {
            Some((puzzle, _)) if self.is_unsolved(session)? => {
                let (_, action, _) = puzzle.hint(session, &|| false)?;
                Ok(Some(action))
            }
            _ => Ok(None),
        }
    }

    /// Returns the number of the puzzle and its difficulty.
    pub(super) fn heading(&self) -> String {
        let (number, all) = (self.at + 1, self.puzzles.len());
        let title = self.open.as_ref().map_or("", |(_, title)| title);
        let puzzle = &self.puzzles[self.at];
        format!("{title}, puzzle {number} of {all}: difficulty {} of 5", puzzle.grade)
    }

    /// Explains which seats the player moves.
    pub(super) fn explain(&self, session: &Game) -> Vec<String> {
        let Some((puzzle, _)) = &self.open else { return Vec::new() };
        let seats = &session.ruleset().spec().seats;
        let team = seats[puzzle.task().side.index()].team;
        let own = seats.iter().filter(|seat| seat.team == team);
        let own: Vec<String> = own.map(|seat| capital(&seat.name)).collect();
        vec![format!(
            "You move the pieces of {}. The program answers for the others.",
            listed(&own)
        )]
    }

    /// Returns a sentence if the puzzle is solved, and otherwise an empty list.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub(super) fn findings(&self, session: &Game) -> Result<Vec<String>, GameError> {
        let Some((puzzle, _)) = &self.open else { return Ok(Vec::new()) };
        let solved = session.ply() > 0 && puzzle.status(session)? == GoalStatus::Reached;
        Ok(solved.then(|| "Solved.".to_owned()).into_iter().collect())
    }

    /// Returns the present task. Returns `None` if nothing is left to solve.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub(super) fn task(&self, session: &Game) -> Result<Option<String>, GameError> {
        let Some((puzzle, _)) = &self.open else { return Ok(None) };
        let seat = match session.decision()? {
            Decision::Turn(seat) => seat,
            Decision::Question(question) => question.seat,
            Decision::Roll(_) | Decision::Over => return Ok(None),
        };
        if puzzle.status(session)? != GoalStatus::Open {
            return Ok(None);
        }
        let correct = if session.ply() > 0 { "Correct. " } else { "" };
        let task = GoalTask { side: seat, ..puzzle.remaining(session) };
        let task = task_sentence(&task, session.ruleset().spec()).punctuated();
        Ok(Some(format!("{correct}Task: {task}")))
    }
}
