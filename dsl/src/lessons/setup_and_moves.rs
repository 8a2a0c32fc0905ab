//! Sets up the position of a lesson and plays the lesson's actions.

use std::ops::Range;

use quadrille_core::{AnyGame, CompiledRules, HookError, Hooks, PlayError, Setup, game};

use super::{Lesson, LessonStart, MAX_ACTIONS, MAX_MISTAKES, expectations};
use crate::diagnostic::{Code, Diagnostic, RulesetError, instead_of_seat};
use crate::formats::actions;
use crate::formats::actions::{ActionReading, tokens};
use crate::formats::fen;
use crate::formats::fen::FenError;
use crate::manifest::tree::FileSpan;

impl Lesson {
    /// Starts a game at the position of the lesson. The lesson's actions are not played yet.
    /// `rules` must have the preset and tunables of the lesson.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every mistake in the position.
    pub fn start<'a>(
        &self,
        rules: &'a CompiledRules,
        hooks: &'a dyn Hooks,
    ) -> Result<Box<dyn AnyGame + 'a>, RulesetError> {
        self.begin(rules, hooks).map_err(|stop| match stop {
            Interruption::Mistakes(found) => found.into(),
            Interruption::Script(at, error) => {
                at.error(Code::HookFailedInLesson, format!("a script failed: {error}")).into()
            }
        })
    }

    /// Starts a game as [`Lesson::start`] does. The error distinguishes the failure of a script
    /// from other mistakes.
    pub(super) fn begin<'a>(
        &self,
        rules: &'a CompiledRules,
        hooks: &'a dyn Hooks,
    ) -> Result<Box<dyn AnyGame + 'a>, Interruption> {
        let (setup, key) = match &self.position {
            LessonStart::Start => {
                return game::start(rules, hooks)
                    .map_err(|e| Interruption::Script(self.at.clone(), e));
            }
            LessonStart::Fen(text) => {
                let read = fen::read(rules, text);
                let read = read
                    .map_err(|error| Interruption::Mistakes(vec![self.misread("fen", 0, error)]));
                (read?, "fen")
            }
            LessonStart::Pieces { pieces, turn, options } => {
                let setup = self.arranged(rules, pieces, turn, options.as_deref());
                (setup.map_err(|error| Interruption::Mistakes(error.into_diagnostics()))?, "pieces")
            }
        };
        game::resume(rules, hooks, &setup).map_err(|error| {
            let at = self.place(key);
            let wrong = |reason: &String| at.error(Code::LessonPosition, reason);
            Interruption::Mistakes(error.reasons().iter().map(wrong).collect())
        })
    }

    fn arranged(
        &self,
        rules: &CompiledRules,
        pieces: &str,
        turn: &str,
        options: Option<&str>,
    ) -> Result<Setup, RulesetError> {
        let spec = rules.spec();
        let (mut found, mut placed) = (Vec::new(), Vec::new());
        for (span, token) in tokens(pieces) {
            if found.len() == MAX_MISTAKES {
                break;
            }
            match fen::read_placement(spec, token) {
                Ok((square, _)) if placed.iter().any(|(other, _)| *other == square) => {
                    let message = format!("there are two pieces on {}", spec.geometry.name(square));
                    found.push(self.inside("pieces", span).error(Code::LessonPosition, message));
                }
                Ok(piece) => placed.push(piece),
                Err(error) => found.push(self.misread("pieces", span.start, error)),
            }
        }
        let seat = spec.seat_named(turn);
        if seat.is_none() {
            let seats = spec.seats.iter().map(|seat| (seat.name.as_str(), seat.key));
            let help = instead_of_seat(turn, seats);
            let made = self
                .place("turn")
                .error(Code::LessonPosition, format!("there is no seat `{turn}`"));
            found.push(made.help(help));
        }
        let (Some(seat), true) = (seat, found.is_empty()) else {
            return Err(found.into());
        };
        fen::arrange(rules, placed, seat, options)
            .map_err(|error| RulesetError::from(self.misread("options", 0, error)))
    }

    /// Plays the lesson's actions.
    ///
    /// # Errors
    /// Returns an [`Interruption`] at the first action that can't be read, is not legal, or has an
    /// effect that fails.
    pub(super) fn play(&self, game: &mut dyn AnyGame) -> Result<(), Interruption> {
        let actions = self.play.as_deref().unwrap_or_default();
        for (number, (span, token)) in tokens(actions).enumerate() {
            let at = || self.inside("play", span.clone());
            if number == MAX_ACTIONS {
                let message = format!("a lesson plays at most {MAX_ACTIONS} moves");
                return Err(at().error(Code::LessonCount, message).into());
            }
            game.decision().map_err(|error| Interruption::Script(at(), error))?;
            if let Some(outcome) = game.outcome() {
                let how = expectations::describe(game.rules().spec(), outcome);
                let message = format!("the game is over before this move: {how}");
                return Err(at().error(Code::LessonPlay, message).into());
            }
            let legal = actions::legal(game).map_err(|error| Interruption::Script(at(), error))?;
            let action = match actions::judge(game, &legal, token) {
                Ok(ActionReading::Legal(action)) => action,
                Ok(ActionReading::Illegal { why, .. }) | Err(why) => {
                    let why = why.shifted(span.start);
                    let at = self.inside("play", why.span.clone());
                    let made = at.error(Code::LessonPlay, why.to_string());
                    return Err(made.maybe_help(why.help).into());
                }
            };
            game.play(action).map_err(|error| match error {
                PlayError::Hook(error) => Interruption::Script(at(), error),
                _ => at().error(Code::LessonPlay, format!("`{token}` is not legal here")).into(),
            })?;
        }
        Ok(())
    }

    /// Returns the place of a part of a key's value.
    fn inside(&self, key: &str, span: Range<usize>) -> FileSpan {
        self.table.get(key).map_or_else(|| self.at.clone(), |node| node.inside(span))
    }

    /// Returns the diagnostic for an error in the value of a key. `start` is the offset at which
    /// the text with the error begins.
    fn misread(&self, key: &str, start: usize, error: FenError) -> Diagnostic {
        let error = error.shifted(start);
        let at = self.inside(key, error.span.clone());
        at.error(Code::LessonPosition, error.to_string()).maybe_help(error.help)
    }
}

/// The reason why a lesson can't be played to its end.
pub(super) enum Interruption {
    /// Errors in the lesson.
    Mistakes(Vec<Diagnostic>),
    /// A script failed. The first value is the place in the lesson at which it failed.
    Script(FileSpan, HookError),
}

impl From<Diagnostic> for Interruption {
    fn from(found: Diagnostic) -> Self {
        Self::Mistakes(vec![found])
    }
}
