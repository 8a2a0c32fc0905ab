//! Lessons, action by action: the position, what is played in it, and what must hold then.

use std::sync::Arc;

use quadrille_core::Hooks;
use quadrille_dsl::lessons::{Lesson, LessonStart};
use quadrille_dsl::{Library, Ruleset, fen};
use serde::Serialize;

use crate::changes::PlyChanges;
use crate::error::GameError;
use crate::game::{Game, decided};

/// A lesson being shown.
#[derive(Clone, Debug)]
pub struct LessonGame {
    lesson: Lesson,
    session: Game,
    actions: Vec<String>,
}

/// Something that a lesson expects at its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Expectation {
    /// The lesson's key, such as `legal`.
    pub key: String,
    /// Its value, on one line.
    pub value: String,
    /// Whether it holds.
    pub holds: bool,
    /// Why not.
    pub why: Vec<String>,
}

impl LessonGame {
    /// A lesson of a ruleset (`name` is its id or path, without a preset) at its position, by the rules
    /// that it asks for.
    ///
    /// # Errors
    /// If the lesson has no position, its rules can't be loaded, or its position is invalid.
    pub fn open(library: &dyn Library, name: &str, lesson: Lesson) -> Result<Self, GameError> {
        if let Some(why) = lesson.unplayable {
            return Err(GameError::Unplayable(why));
        }
        let ruleset = Arc::new(lesson.rules(library, name)?);
        Self::with_rules(ruleset, lesson)
    }

    /// The same by rules that are loaded, as [`Lesson::rules`] has them: lessons that ask for the same
    /// preset and settings can share them.
    ///
    /// # Errors
    /// If the lesson has no position, or its position is invalid.
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

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The game as it stands. To try something else than the lesson does, [fork](Game::fork) it.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.session
    }

    /// The lesson's actions.
    #[must_use]
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// Plays the next of the lesson's actions and returns what it changed; none at the end.
    ///
    /// # Errors
    /// If the action is not legal, or a hook fails.
    pub fn advance(&mut self) -> Result<Option<&PlyChanges>, GameError> {
        match self.actions.get(self.session.ply()) {
            Some(action) => self.session.play(action).map(Some),
            None => Ok(None),
        }
    }

    /// Takes the last action back; none at the lesson's position.
    pub fn back(&mut self) -> Option<&PlyChanges> {
        self.session.undo()
    }

    /// Everything that the lesson expects, and whether it holds in the present position; what it
    /// expects is meant for the end of its actions.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn expectations(&self) -> Result<Vec<Expectation>, GameError> {
        let ruleset = Arc::clone(self.session.ruleset());
        self.session.with_game(|game| {
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
