//! Lessons, action by action: the position, the actions played, and the expectations at the end.

use std::sync::Arc;

use quadrille_core::Hooks;
use quadrille_dsl::lessons::{Lesson, LessonStart};
use quadrille_dsl::{Library, Ruleset, fen};
use serde::Serialize;

use crate::changes::PlyChanges;
use crate::error::GameError;
use crate::game::{Game, decided};

/// The maximum number of plies that [`LessonGame::alternatives`] plays.
const MAX_ALTERNATIVE_PLIES: usize = 500;

/// A lesson with the game in which its actions are played.
#[derive(Clone, Debug)]
pub struct LessonGame {
    lesson: Lesson,
    session: Game,
    actions: Vec<String>,
}

/// One expectation of a lesson at its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Expectation {
    /// The key of the expectation in the lesson, such as `legal`.
    pub key: String,
    /// The value of the expectation, on one line.
    pub value: String,
    /// `true` if the expectation holds.
    pub holds: bool,
    /// The reasons why the expectation does not hold; empty if it holds.
    pub why: Vec<String>,
}

impl LessonGame {
    /// Opens a lesson of a ruleset at its position, with the preset and settings that the lesson
    /// requests. `name` is the id or path of the ruleset, without a preset.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the lesson has no position, its rules can't be loaded, or its
    /// position is invalid.
    pub fn open(library: &dyn Library, name: &str, lesson: Lesson) -> Result<Self, GameError> {
        if let Some(why) = lesson.unplayable {
            return Err(GameError::Unplayable(why));
        }
        let ruleset = Arc::new(lesson.rules(library, name)?);
        Self::with_rules(ruleset, lesson)
    }

    /// Opens a lesson with loaded rules, as returned by [`Lesson::rules`]. Lessons that request the
    /// same preset and settings can share their rules.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the lesson has no position, or its position is invalid.
    pub fn with_rules(ruleset: Arc<Ruleset>, lesson: Lesson) -> Result<Self, GameError> {
        if let Some(why) = lesson.unplayable {
            return Err(GameError::Unplayable(why));
        }
        let hooks = ruleset.shared_hooks();
        let hooks: &dyn Hooks = &*hooks;
        let game = lesson.start(&ruleset.rules, hooks).map_err(GameError::Lesson)?;
        let begun = match lesson.position {
            LessonStart::Start => None,
            _ => Some(fen::write(&ruleset.rules, &game.setup())),
        };
        let start = decided(game)?;
        let session = Game::from_state(ruleset, start, begun);
        let text = lesson.play.as_deref().unwrap_or_default();
        let actions = text.split_whitespace().map(str::to_owned).collect();
        Ok(Self { lesson, session, actions })
    }

    /// Returns the lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Returns the game at its present ply. To try other actions, [fork](Game::fork) it.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.session
    }

    /// Returns the actions of the lesson.
    #[must_use]
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// Plays the next action of the lesson and returns its changes. Returns `None` at the end of
    /// the lesson.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the action is not legal, or a hook fails.
    pub fn advance(&mut self) -> Result<Option<&PlyChanges>, GameError> {
        match self.actions.get(self.session.ply()) {
            Some(action) => self.session.play(action).map(Some),
            None => Ok(None),
        }
    }

    /// Plays another action in place of the next action of the lesson, and returns its changes.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the action is not legal, or a hook fails.
    pub fn play(&mut self, action: &str) -> Result<&PlyChanges, GameError> {
        self.session.play(action)
    }

    /// Returns the legal actions that can take the place of the next action of the lesson. After
    /// such an action, the remaining actions of the lesson are legal, and all expectations of the
    /// lesson hold at the end. At the end of the lesson there are no such actions.
    ///
    /// The function plays at most 500 plies. If it would need more, it returns only the next action
    /// of the lesson.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the legal actions can't be computed, because a hook fails.
    pub fn alternatives(&self) -> Result<Vec<String>, GameError> {
        let left = self.actions.get(self.session.ply()..).unwrap_or_default();
        let Some((next, rest)) = left.split_first() else {
            return Ok(Vec::new());
        };
        let legal = self.session.legal_actions()?;
        if legal.len() * left.len() > MAX_ALTERNATIVE_PLIES {
            return Ok(vec![next.clone()]);
        }
        let fits = |action: &str| {
            let mut game = self.session.fork();
            let mut all = std::iter::once(action).chain(rest.iter().map(String::as_str));
            let legal = all.all(|action| game.play(action).is_ok());
            let holds = |all: Vec<Expectation>| all.iter().all(|expected| expected.holds);
            legal && self.compared(&game).is_ok_and(holds)
        };
        Ok(legal.into_iter().map(|action| action.text).filter(|action| fits(action)).collect())
    }

    /// Takes the last action back and returns its changes. Returns `None` at the lesson's position.
    pub fn back(&mut self) -> Option<&PlyChanges> {
        self.session.undo()
    }

    /// Returns all expectations of the lesson, and tests if each of them holds in the present
    /// position. The expectations are about the position after the last action of the lesson.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn expectations(&self) -> Result<Vec<Expectation>, GameError> {
        self.compared(&self.session)
    }

    /// Compares the expectations with the present position of a game.
    fn compared(&self, game: &Game) -> Result<Vec<Expectation>, GameError> {
        let ruleset = Arc::clone(game.ruleset());
        game.with_game(|game| {
            let all = self.lesson.compare(&ruleset, game)?;
            let all = all.into_iter().map(|compared| Expectation {
                key: compared.key.to_owned(),
                value: compared.value,
                holds: compared.failures.is_empty(),
                why: compared.failures.into_iter().map(|failure| failure.message).collect(),
            });
            Ok(all.collect())
        })
    }
}
