//! Goes through the lessons of a ruleset. Each lesson has a position, actions that the player has
//! to find, and expectations about the position after these actions.

use std::sync::Arc;

use quadrille_core::Decision;
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::lessons::{self, Lesson};
use quadrille_dsl::text::prose::{capital, listed};
use quadrille_dsl::{Library, Ruleset};
use quadrille_session::{Game, GameError, LessonGame};

use super::expectation_text;
use crate::output::exit::Failure;

/// The lessons of a ruleset, of which one is open.
pub struct Lessons {
    /// The id or path of the ruleset.
    name: String,
    title: String,
    /// The clauses of the ruleset, with their texts.
    clauses: Vec<(String, String)>,
    lessons: Vec<Lesson>,
    pub(super) at: usize,
    /// The rules for lessons that name no preset and set no tunables. `None` until these rules are
    /// first needed.
    rules: Option<Arc<Ruleset>>,
    /// The actions of the open lesson.
    actions: Vec<String>,
    /// The expectations of the open lesson, in sentences.
    expects: Vec<String>,
}

impl Lessons {
    /// Creates the lessons of a ruleset. `name` is its id or path without a preset. `from` is the
    /// lesson to begin with: its id, a clause, or a number from 1.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the ruleset has no such lesson.
    pub fn new(loaded: &Ruleset, name: &str, from: &str) -> Result<Self, Failure> {
        let lessons = lessons::of(loaded);
        let number = from.parse::<usize>().ok();
        let at = match number {
            Some(number) => number.checked_sub(1).filter(|at| *at < lessons.len()),
            None => lessons.iter().position(|it| it.id.as_deref() == Some(from)).or_else(|| {
                let place = |lesson: &Lesson| {
                    lesson.clauses.iter().position(|id| id.eq_ignore_ascii_case(from))
                };
                // A lesson names its main clause first.
                let about =
                    lessons.iter().enumerate().filter_map(|(at, it)| Some((place(it)?, at)));
                about.min().map(|(_, at)| at)
            }),
        };
        let at = at.ok_or_else(|| {
            let id = &loaded.meta.id;
            let ids = || {
                let ids = lessons.iter().flat_map(|it| it.clauses.iter().chain(&it.id));
                ids.map(String::as_str)
            };
            let all =
                format!("`{id}` has {} lessons; name one by number, id or clause", lessons.len());
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

    fn lesson(&self) -> &Lesson {
        &self.lessons[self.at]
    }

    pub(super) fn len(&self) -> usize {
        self.lessons.len()
    }

    pub(super) fn has_position(&self) -> bool {
        self.lesson().unplayable.is_none()
    }

    /// Opens the present lesson, and returns its game at the start position of the lesson. Returns
    /// `None` if no position can show the lesson.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the lesson's rules can't be loaded, or the lesson can't be played.
    pub(super) fn open(&mut self, library: &dyn Library) -> Result<Option<Game>, Failure> {
        let lesson = self.lesson().clone();
        self.actions.clear();
        self.expects.clear();
        if lesson.unplayable.is_some() {
            return Ok(None);
        }
        let rules = self.rules_of(&lesson, library)?;
        let mut shown = LessonGame::with_rules(rules, lesson).map_err(invalid)?;
        let begun = shown.game().fork();
        self.expects = expectation_text::sentences(&mut shown).map_err(invalid)?;
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

    /// Returns the next action to find. Returns `None` at the end of the lesson.
    #[must_use]
    pub fn next_action(&self, session: &Game) -> Option<&str> {
        self.actions.get(session.ply()).map(String::as_str)
    }

    /// Returns the expectations of the lesson in sentences. The list is empty until all actions of
    /// the lesson have been played.
    pub(super) fn findings(&self, session: &Game) -> &[String] {
        if session.ply() == self.actions.len() { &self.expects } else { &[] }
    }

    /// Returns `true` if the lesson accepts an action. Before its end, a lesson accepts only the
    /// action that it shows. After its end, it accepts any legal action.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the action is not legal.
    pub(super) fn accepts(&self, session: &Game, action: &str) -> Result<bool, GameError> {
        let meant = |text: &str| session.fork().play(text).map(|ply| ply.action.clone());
        let tried = meant(action)?;
        self.next_action(session).map_or(Ok(true), |wanted| Ok(meant(wanted)? == tried))
    }

    /// Returns the number of the lesson and its clauses.
    pub(super) fn heading(&self) -> String {
        let (number, all) = (self.at + 1, self.lessons.len());
        format!("{}, lesson {number} of {all}: {}", self.title, self.lesson().clauses.join(", "))
    }

    /// Explains the lesson: the texts of its clauses, its explanation, and the rules that it
    /// changes.
    pub(super) fn explain(&self) -> Vec<String> {
        let lesson = self.lesson();
        let says = lesson.says.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines = vec![format!("Here: {says}")];
        let mut changes: Vec<String> = lesson.preset.iter().map(|name| preset(name)).collect();
        changes.extend(lesson.set.iter().map(|(name, value)| setting(name, value)));
        if !changes.is_empty() {
            lines.push(format!("This lesson changes a rule: {}.", changes.join("; ")));
        }
        let why = lesson.unplayable.as_ref();
        lines.extend(why.map(|why| format!("No position can show it: {why}.")));
        let clauses = self.clauses.iter().filter(|(id, _)| lesson.clauses.contains(id));
        lines.extend(clauses.map(|(id, text)| format!("{id}: {text}")));
        lines
    }

    /// Returns the present task, or `None` at the end of the lesson.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub(super) fn task(&self, session: &Game) -> Result<Option<String>, GameError> {
        if self.next_action(session).is_none() {
            return Ok(None);
        }
        let names = &session.ruleset().spec().seats;
        let name = |seat: quadrille_core::Seat| capital(&names[seat.index()].name);
        let find = match session.decision()? {
            Decision::Turn(seat) => format!("find the move of {}", name(seat)),
            Decision::Question(question) => format!("find the answer of {}", name(question.seat)),
            Decision::Roll(seat) => format!("use `roll` to roll the dice of {}", name(seat)),
            Decision::Over => return Ok(None),
        };
        let clauses = listed(&self.lesson().clauses);
        Ok(Some(match self.actions.len() {
            1 => format!("Task: {find} that shows {clauses}."),
            all => {
                let step = session.ply() + 1;
                format!("Task: show {clauses} in {all} steps. Step {step}: {find}.")
            }
        }))
    }
}

/// Describes the preset that a lesson uses.
fn preset(name: &str) -> String {
    format!("preset {}", name.replace(['-', '_'], " "))
}

/// Describes a tunable that a lesson sets: `leap target is head on only`.
fn setting(name: &str, value: &str) -> String {
    let words = |text: &str| text.replace('_', " ");
    let constant = name.rsplit('.').next().unwrap_or(name).to_lowercase();
    format!("{} is {}", words(&constant), words(value))
}

/// Returns the failure for a lesson that can't be shown because its file contains a mistake.
fn invalid(error: GameError) -> Failure {
    match error {
        GameError::Lesson(error) | GameError::Ruleset(error) => error.into(),
        error => crate::context::failed(error),
    }
}
