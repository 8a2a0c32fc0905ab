//! Goes through lessons and puzzles. The player has to find moves, and the program judges them.

pub mod expectation_text;
mod lessons;
mod puzzles;

use quadrille_dsl::Library;
use quadrille_session::{Game, GameError};

use crate::output::exit::Failure;
pub use lessons::Lessons;
pub use puzzles::Puzzles;

/// The exercises that a player goes through.
pub enum Exercises {
    /// Lessons.
    Lessons(Box<Lessons>),
    /// Puzzles.
    Puzzles(Box<Puzzles>),
}

/// The judgement on an action that a player has tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExerciseAttempt {
    /// The exercise accepts the action, but has not played it.
    Free,
    /// The action is right. It has been played, and so have the answers to it.
    Played,
    /// The action is legal, but not right. The string is the reason.
    Wrong(String),
}

impl Exercises {
    /// Returns the noun for the exercise: `lesson` or `puzzle`.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Lessons(_) => "lesson",
            Self::Puzzles(_) => "puzzle",
        }
    }

    /// Returns the number of the present exercise, from 1, and the total number of exercises.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        match self {
            Self::Lessons(lessons) => (lessons.at + 1, lessons.len()),
            Self::Puzzles(puzzles) => (puzzles.at + 1, puzzles.len()),
        }
    }

    /// Goes to the next or the previous exercise. Returns `false` if there is none.
    pub fn turn(&mut self, on: bool) -> bool {
        let (number, all) = self.place();
        let at = match self {
            Self::Lessons(lessons) => &mut lessons.at,
            Self::Puzzles(puzzles) => &mut puzzles.at,
        };
        match on {
            true if number < all => *at += 1,
            false if number > 1 => *at -= 1,
            _ => return false,
        }
        true
    }

    /// Opens the present exercise, and returns its game at the start position. Returns `None` if
    /// the exercise has no position.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the rules can't be loaded, or the exercise does not fit them.
    pub fn open(&mut self, library: &dyn Library) -> Result<Option<Game>, Failure> {
        match self {
            Self::Lessons(lessons) => lessons.open(library),
            Self::Puzzles(puzzles) => puzzles.open(library).map(Some),
        }
    }

    /// Returns `true` if the present exercise has a position.
    #[must_use]
    pub fn has_position(&self) -> bool {
        match self {
            Self::Lessons(lessons) => lessons.has_position(),
            Self::Puzzles(_) => true,
        }
    }

    /// Returns the next action to find. Returns `None` at the end of the exercise.
    ///
    /// # Errors
    /// Returns a [`GameError`] if a hook fails, or the search finds no solution within its limits.
    pub fn next_action(&self, session: &Game) -> Result<Option<String>, GameError> {
        match self {
            Self::Lessons(lessons) => Ok(lessons.next_action(session).map(str::to_owned)),
            Self::Puzzles(puzzles) => puzzles.next_action(session),
        }
    }

    /// Judges an action of the player.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the action is not legal, or the search finds no judgement within
    /// its limits.
    pub fn attempt(&self, session: &mut Game, action: &str) -> Result<ExerciseAttempt, GameError> {
        Ok(match self {
            Self::Lessons(lessons) if lessons.accepts(session, action)? => ExerciseAttempt::Free,
            Self::Lessons(_) => ExerciseAttempt::Wrong(format!(
                "`{action}` is legal, but not the move of this lesson"
            )),
            Self::Puzzles(puzzles) if puzzles.is_unsolved(session)? => {
                match puzzles.attempt(session, action)? {
                    Some(why) => ExerciseAttempt::Wrong(format!("`{action}` is wrong. {why}")),
                    None => ExerciseAttempt::Played,
                }
            }
            Self::Puzzles(_) => ExerciseAttempt::Free,
        })
    }

    /// Returns the title, with the number of the exercise.
    #[must_use]
    pub fn heading(&self) -> String {
        match self {
            Self::Lessons(lessons) => lessons.heading(),
            Self::Puzzles(puzzles) => puzzles.heading(),
        }
    }

    /// Explains the exercise in lines of text.
    #[must_use]
    pub fn explain(&self, session: &Game) -> Vec<String> {
        match self {
            Self::Lessons(lessons) => lessons.explain(),
            Self::Puzzles(puzzles) => puzzles.explain(session),
        }
    }

    /// Returns lines about the result at the end of the exercise, and then about the task or the
    /// next step.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn next_steps(&self, session: &Game) -> Result<Vec<String>, GameError> {
        let (task, mut lines) = match self {
            Self::Lessons(lessons) => (lessons.task(session)?, lessons.findings(session).to_vec()),
            Self::Puzzles(puzzles) => (puzzles.task(session)?, puzzles.findings(session)?),
        };
        let (noun, (number, all)) = (self.noun(), self.place());
        let next = match number < all {
            true => format!("`next` opens {noun} {} of {all}.", number + 1),
            false => format!("This is the last {noun}. `quit` ends."),
        };
        let open = task.is_some();
        lines.extend(task);
        let here = match open {
            true => "`hint` names the piece, `show` plays the move. ",
            false if self.has_position() && session.result().is_none() => {
                "You can try any move here. "
            }
            false => "",
        };
        let again = if session.ply() > 0 { "`again` goes back to the start. " } else { "" };
        lines.push(format!("{here}{again}{next}"));
        Ok(lines)
    }
}
