//! Playing: from an action, or its text, to a ply with what it changed.

use std::ops::Range;
use std::sync::Arc;

use quadrille_agents::Agent;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, Illegal, PlayError, game};
use quadrille_dsl::actions::{self, ActionError, ActionErrorKind};

use super::{Session, SessionPly};
use crate::actions::decider;
use crate::changes::{self, PlyChanges, Step};
use crate::error::SessionError;
use crate::limits::MAX_PLIES;

/// Playing.
impl Session {
    /// Plays an action, given as text, and returns what it changed. Plies that were taken back are
    /// forgotten.
    ///
    /// # Errors
    /// If the text is no action, it is not legal, or a hook fails. The game is then as it was.
    pub fn play(&mut self, action: &str) -> Result<&PlyChanges, SessionError> {
        let ply = self.with_game(|game| self.ply_of_text(game, self.at, action))?;
        self.push([ply])?;
        Ok(&self.plies[self.at - 1].changes)
    }

    /// The same for an action as [`Session::legal_actions`] has it.
    ///
    /// # Errors
    /// As [`Session::play`].
    pub fn play_action(&mut self, action: Action) -> Result<&PlyChanges, SessionError> {
        self.play_actions(&[action])?;
        Ok(&self.plies[self.at - 1].changes)
    }

    /// Plays white-space separated actions.
    ///
    /// # Errors
    /// As [`Session::play`]; places in errors are those in `actions`, and none is played.
    pub fn play_all(&mut self, actions: &str) -> Result<(), SessionError> {
        self.play_each(actions::tokens(actions).map(|(span, action)| (Some(span.start), action)))
    }

    /// Plays actions one after the other.
    ///
    /// # Errors
    /// As [`Session::play`]; none is then played.
    pub fn play_actions(&mut self, actions: &[Action]) -> Result<(), SessionError> {
        let plies = self.with_game(|game| {
            let each = actions.iter().enumerate();
            each.map(|(i, action)| {
                let legal = actions::legal(game)?;
                self.ply_of(game, self.at + i, &legal, *action)
            })
            .collect::<Result<Vec<_>, _>>()
        })?;
        self.push(plies)
    }

    /// Plays texts one after the other, each with its place if it is part of a longer text. Errors
    /// of the others tell the number of the action.
    pub(crate) fn play_each<'t>(
        &mut self,
        texts: impl Iterator<Item = (Option<usize>, &'t str)>,
    ) -> Result<(), SessionError> {
        let plies = self.with_game(|game| {
            let each = texts.enumerate();
            each.map(|(i, (place, text))| {
                let plies = self.at + i;
                if plies >= MAX_PLIES {
                    return Err(SessionError::TooManyPlies);
                }
                self.ply_of_text(game, plies, text).map_err(|error| match place {
                    Some(place) => shifted(error, place),
                    None => SessionError::Replay { ply: plies + 1, error: Box::new(error) },
                })
            })
            .collect::<Result<Vec<_>, _>>()
        })?;
        self.push(plies)
    }

    /// Lets an agent play until the game is over or `plies` plies are played, and returns how many were. Dice
    /// and moves of nature are drawn; they count. The same `seed` gives the same game.
    ///
    /// # Errors
    /// If the agent has nothing to suggest or its action is not legal, or a hook fails. The plies before that stay.
    pub fn play_by(
        &mut self,
        agent: &mut dyn Agent,
        plies: usize,
        seed: u64,
    ) -> Result<usize, SessionError> {
        let first = self.at;
        while self.at < first + plies {
            let action = self.with_game(|game| {
                if game.decision()? == Decision::Over {
                    return Ok(None);
                }
                let (seat, stream, counter) = game::decider(game);
                let mut rng = Rng::new(seed, 0, stream, u64::from(seat.0), u64::from(counter));
                if stream != Stream::Agent {
                    return Ok(game.play_random(&mut rng)?);
                }
                let chosen = quadrille_agents::choose_until(game, agent, &mut rng, &|| false)?;
                chosen.map_or(Err(SessionError::NoSuggestion), |action| Ok(Some(action)))
            })?;
            let Some(action) = action else { break };
            self.play_action(action)?;
        }
        Ok(self.at - first)
    }

    fn push(&mut self, plies: impl IntoIterator<Item = SessionPly>) -> Result<(), SessionError> {
        let new: Vec<Arc<SessionPly>> = plies.into_iter().map(Arc::new).collect();
        if self.at + new.len() > MAX_PLIES {
            return Err(SessionError::TooManyPlies);
        }
        self.plies.truncate(self.at);
        self.plies.extend(new);
        self.at = self.plies.len();
        self.shown = None;
        Ok(())
    }

    /// Plays an action's text on a game that stands after so many plies.
    pub(super) fn ply_of_text(
        &self,
        game: &mut dyn AnyGame,
        plies: usize,
        text: &str,
    ) -> Result<SessionPly, SessionError> {
        let legal = actions::legal(game)?;
        match actions::read_among(game, &legal, text) {
            Ok(action) => self.ply_of(game, plies, &legal, action),
            Err(error) => Err(self.refused(game, plies, text, error)),
        }
    }

    fn refused(
        &self,
        game: &dyn AnyGame,
        plies: usize,
        text: &str,
        error: ActionError,
    ) -> SessionError {
        let why = match &error.kind {
            ActionErrorKind::NotLegal { why, .. } => Illegal::clone(why),
            ActionErrorKind::Unlisted(_) => Illegal::Unlisted,
            ActionErrorKind::Hook(failed) => return failed.clone().into(),
            _ => return error.into(),
        };
        SessionError::Illegal {
            action: text.to_owned(),
            why: Box::new(self.why(game, plies, why)),
            span: error.span,
            help: error.help.map(Box::new),
        }
    }

    /// Plays an action on a game that stands after so many plies, where these actions are legal.
    fn ply_of(
        &self,
        game: &mut dyn AnyGame,
        plies: usize,
        legal: &[(String, Action)],
        action: Action,
    ) -> Result<SessionPly, SessionError> {
        let seat = decider(&game.decision()?).filter(|seat| game.controller(*seat).is_some());
        let secret = matches!(game.decision()?, Decision::Question(question) if question.secret);
        let listed = legal.iter().find(|(_, other)| *other == action);
        let text = listed
            .map_or_else(|| actions::write(game, &[action]).concat(), |(text, _)| text.clone());
        game.trace(true);
        match game.play(action) {
            Ok(()) => {}
            Err(PlayError::Illegal(reason)) => {
                let why = Box::new(self.why(game, plies, *reason));
                let span = 0..text.len();
                return Err(SessionError::Illegal { action: text, why, span, help: None });
            }
            Err(error) => return Err(error.into()),
        }
        let changes = PlyChanges {
            ply: plies + 1,
            seat: seat.map(|seat| self.names().seat(seat)),
            action: text,
            secret,
            steps: changes::steps(&self.ruleset, game.trace_entries()),
        };
        game.trace(false);
        Ok(SessionPly { action, changes, after: game.state() })
    }

    /// Plays an action, but shows only what it does itself: [`Session::step`] then shows one
    /// consequence after the other on [`Session::board`]. Everything else sees the ply as a whole.
    ///
    /// # Errors
    /// As [`Session::play`].
    pub fn begin(&mut self, action: &str) -> Result<&PlyChanges, SessionError> {
        self.play(action)?;
        let ply = &self.plies[self.at - 1].changes;
        self.shown = Some(1).filter(|shown| *shown < ply.steps.len());
        Ok(ply)
    }

    /// Shows the next consequence of the action that was [begun](Session::begin); none if all are shown.
    pub fn step(&mut self) -> Option<&Step> {
        let shown = self.shown?;
        let steps = &self.plies.get(self.at.checked_sub(1)?)?.changes.steps;
        self.shown = Some(shown + 1).filter(|shown| *shown < steps.len());
        steps.get(shown)
    }

    /// The consequences of the action that was [begun](Session::begin) that are not shown yet.
    #[must_use]
    pub fn hidden_steps(&self) -> &[Step] {
        let steps = self.last().map_or(&[][..], |ply| &ply.changes.steps);
        self.shown.and_then(|shown| steps.get(shown..)).unwrap_or_default()
    }
}

/// An error with places in a text that has `offset` bytes before the one that was read.
fn shifted(error: SessionError, offset: usize) -> SessionError {
    let shift = |span: Range<usize>| span.start + offset..span.end + offset;
    match error {
        SessionError::Action(mut error) => {
            error.span = shift(error.span.clone());
            SessionError::Action(error)
        }
        SessionError::Illegal { action, why, span, help } => {
            SessionError::Illegal { action, why, span: shift(span), help }
        }
        other => other,
    }
}
