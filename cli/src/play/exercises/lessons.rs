//! Goes through lessons, one after the other. Each lesson has a position, actions that the player
//! has to find, and expectations about the position at the end.

use std::sync::Arc;

use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::lessons::{self, Lesson};
use quadrille_dsl::{Library, Ruleset};
use quadrille_session::{Game, GameError, LessonGame};

use crate::output::exit::Failure;

/// A walk through the lessons of a ruleset.
pub struct Walk {
    /// The ruleset's id or path.
    name: String,
    title: String,
    /// The clauses, with their texts.
    clauses: Vec<(String, String)>,
    lessons: Vec<Lesson>,
    at: usize,
    /// The rules for lessons that name no preset and no settings. `None` until these rules are
    /// first needed.
    rules: Option<Arc<Ruleset>>,
    /// The actions of the present lesson.
    actions: Vec<String>,
    expects: Vec<LessonExpectation>,
}

/// An expectation about the position at the end of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonExpectation {
    /// The expectation as the lesson writes it.
    pub text: String,
    /// `true` if the expectation holds.
    pub holds: bool,
    /// For an `illegal` expectation: each of its actions with the reason why it is illegal. Empty
    /// for other expectations.
    pub reasons: Vec<String>,
}

/// The relation of a player's action to the lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonAttempt {
    /// The action that the lesson shows.
    Shown,
    /// Another legal action.
    Other,
    /// An action after the lesson's end.
    Free,
}

impl Walk {
    /// Creates a walk through the lessons of a ruleset. `name` is its id or path without a preset.
    /// `from` is the first lesson: a clause, or a number from 1.
    ///
    /// # Errors
    /// If the ruleset has no such lesson.
    pub fn new(loaded: &Ruleset, name: &str, from: &str) -> Result<Self, Failure> {
        let lessons = lessons::of(loaded);
        let number = from.parse::<usize>().ok();
        let at = match number {
            Some(number) => number.checked_sub(1).filter(|at| *at < lessons.len()),
            None => {
                let place = |lesson: &Lesson| {
                    lesson.clauses.iter().position(|id| id.eq_ignore_ascii_case(from))
                };
                // A lesson names its main clause first.
                let about =
                    lessons.iter().enumerate().filter_map(|(at, it)| Some((place(it)?, at)));
                about.min().map(|(_, at)| at)
            }
        };
        let at = at.ok_or_else(|| {
            let id = &loaded.meta.id;
            let ids = || lessons.iter().flat_map(|lesson| &lesson.clauses).map(String::as_str);
            let all = format!("`{id}` has {} lessons; name one by number or clause", lessons.len());
            let help = did_you_mean(from, ids()).filter(|_| number.is_none()).unwrap_or(all);
            Failure::advised(format!("`{id}` has no lesson `{from}`"), Some(help))
        })?;
        let clauses = &loaded.spec().clauses;
        Ok(Self {
            name: name.to_owned(),
            title: loaded.meta.title.clone(),
            clauses: clauses.iter().map(|it| (it.id.clone(), it.text.clone())).collect(),
            lessons,
            at,
            rules: None,
            actions: Vec::new(),
            expects: Vec::new(),
        })
    }

    /// Returns the present lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lessons[self.at]
    }

    /// Returns the number of the present lesson, from 1, and the number of lessons.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.lessons.len())
    }

    /// Goes to the next or the previous lesson. Returns `false` if there is none.
    pub fn turn(&mut self, on: bool) -> bool {
        let to = if on { self.at + 1 } else { self.at.wrapping_sub(1) };
        let known = to < self.lessons.len();
        if known {
            self.at = to;
        }
        known
    }

    /// Opens the present lesson, and returns its game at the start position of the lesson. Returns
    /// `None` if no position can show the lesson.
    ///
    /// # Errors
    /// If the lesson's rules can't be loaded, or the lesson can't be played.
    pub fn open(&mut self, library: &dyn Library) -> Result<Option<Game>, Failure> {
        let lesson = self.lesson().clone();
        self.actions.clear();
        self.expects.clear();
        if lesson.unplayable.is_some() {
            return Ok(None);
        }
        let rules = self.rules_of(&lesson, library)?;
        let mut shown = LessonGame::with_rules(rules, lesson).map_err(invalid)?;
        let begun = shown.game().fork();
        while shown.advance().map_err(invalid)?.is_some() {}
        self.expects = expected(&shown).map_err(invalid)?;
        self.actions = shown.actions().to_vec();
        Ok(Some(begun))
    }

    fn rules_of(
        &mut self,
        lesson: &Lesson,
        library: &dyn Library,
    ) -> Result<Arc<Ruleset>, Failure> {
        let plain = lesson.preset.is_none() && lesson.set.is_empty();
        if let Some(rules) = self.rules.as_ref().filter(|_| plain) {
            return Ok(Arc::clone(rules));
        }
        let rules = Arc::new(lesson.rules(library, &self.name)?);
        if plain {
            self.rules = Some(Arc::clone(&rules));
        }
        Ok(rules)
    }

    /// Returns the next action to find, or `None` at the end.
    #[must_use]
    pub fn next_action(&self, session: &Game) -> Option<&str> {
        self.actions.get(session.ply()).map(String::as_str)
    }

    /// Returns the number of actions in the lesson.
    #[must_use]
    pub fn length(&self) -> usize {
        self.actions.len()
    }

    /// Returns the lesson's expectations. They are known when all actions of the lesson were
    /// played.
    #[must_use]
    pub fn expects(&self, session: &Game) -> &[LessonExpectation] {
        if session.ply() == self.actions.len() { &self.expects } else { &[] }
    }

    /// Compares an action with the lesson.
    ///
    /// # Errors
    /// If the action is not legal.
    pub fn judge(&self, session: &Game, action: &str) -> Result<LessonAttempt, GameError> {
        let meant = |text: &str| session.fork().play(text).map(|ply| ply.action.clone());
        let tried = meant(action)?;
        Ok(match self.next_action(session) {
            None => LessonAttempt::Free,
            Some(wanted) if meant(wanted)? == tried => LessonAttempt::Shown,
            Some(_) => LessonAttempt::Other,
        })
    }

    /// Describes the lesson in lines of text. They contain its number, its clauses, and the
    /// description of its subject.
    #[must_use]
    pub fn describe(&self) -> Vec<String> {
        let lesson = self.lesson();
        let (number, all) = self.place();
        let clauses = lesson.clauses.join(", ");
        let mut lines = vec![format!("{}, lesson {number} of {all}: {clauses}", self.title)];
        let words = self.clauses.iter().filter(|(id, _)| lesson.clauses.contains(id));
        lines.extend(words.map(|(id, text)| format!("{id}: {text}")));
        let says = lesson.says.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.push(format!("Here: {says}"));
        let mut changes: Vec<String> = lesson.preset.iter().cloned().collect();
        changes.extend(lesson.set.iter().map(|(name, value)| format!("{name}={value}")));
        if !changes.is_empty() {
            lines.push(format!("By another reading: {}", changes.join(", ")));
        }
        let why = lesson.unplayable.as_ref();
        lines.extend(why.map(|why| format!("No position can show it: {why}")));
        lines
    }
}

fn expected(shown: &LessonGame) -> Result<Vec<LessonExpectation>, GameError> {
    let all = shown.expectations()?.into_iter().map(|expected| {
        let actions = expected.value.split_whitespace().filter(|_| expected.key == "illegal");
        let reasons = actions.filter_map(|action| {
            let action = action.trim_end_matches(',');
            let why = shown.game().why_not(action).ok()??;
            Some(format!("{action}: {}", why.text))
        });
        let reasons = reasons.collect();
        let text = format!("{}: {}", expected.key, expected.value);
        LessonExpectation { text, holds: expected.holds, reasons }
    });
    Ok(all.collect())
}

/// Returns the failure for a lesson that can't be shown, which is a mistake in its file.
fn invalid(error: GameError) -> Failure {
    match error {
        GameError::Lesson(error) | GameError::Ruleset(error) => error.into(),
        error => crate::context::failed(error),
    }
}
