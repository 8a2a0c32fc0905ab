//! Playing: turns an action or its text into a ply with its changes.

use std::ops::Range;
use std::sync::Arc;

use quadrille_agents::Agent;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, Illegal, PlayError, game};
use quadrille_dsl::actions::{self, ActionError, ActionErrorKind};
use quadrille_dsl::pgn;

use super::{Game, GamePly};
use crate::action_descriptions::decider;
use crate::changes::{self, PlyChanges, Step};
use crate::error::GameError;
use crate::limits::MAX_PLIES;

/// Methods that play actions.
impl Game {
    /// Plays an action, given as text, and returns its changes. Plies that were taken back are
    /// dropped.
    /// ```
    /// use quadrille_dsl::library::Shipped;
    /// use quadrille_session::{Game, GameError};
    ///
    /// let mut game = Game::load(&Shipped, "orthodox-chess")?;
    /// let changes = game.play("e2-e4")?;
    /// assert_eq!(changes.action, "e2-e4");
    /// # Ok::<(), GameError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`GameError`] if the text is not an action, the action is not legal, or a hook
    /// fails. The game is then unchanged.
    pub fn play(&mut self, action: &str) -> Result<&PlyChanges, GameError> {
        let ply = self.with_game(|game| self.ply_of_text(game, self.at, action))?;
        self.push([ply])?;
        Ok(&self.plies[self.at - 1].changes)
    }

    /// Finds the legal action that a typed move stands for, and returns the text of this action.
    /// The move is an action as text, in algebraic notation (`Nf3`), or in the notation of UCI
    /// (`g1f3`).
    ///
    /// # Errors
    /// Returns a [`GameError`] if the text is not a move, or the move fits no legal action or
    /// several.
    pub fn read_move(&self, text: &str) -> Result<String, GameError> {
        self.with_game(|game| {
            let legal = actions::legal(game)?;
            let action = self.typed(game, &legal, text)?;
            Ok(actions::text_among(game, &legal, action))
        })
    }

    /// Plays the action that [`Game::read_move`] finds for a typed move.
    ///
    /// # Errors
    /// Returns the errors of [`Game::read_move`] and of [`Game::play`].
    pub fn play_typed(&mut self, text: &str) -> Result<&PlyChanges, GameError> {
        let ply = self.with_game(|game| {
            let legal = actions::legal(game)?;
            let action = self.typed(game, &legal, text)?;
            self.ply_of(game, self.at, &legal, action)
        })?;
        self.push([ply])?;
        Ok(&self.plies[self.at - 1].changes)
    }

    /// Returns the action among `legal` that a typed move stands for.
    fn typed(
        &self,
        game: &mut dyn AnyGame,
        legal: &[(String, Action)],
        text: &str,
    ) -> Result<Action, GameError> {
        let error = match actions::read_among(game, legal, text) {
            Ok(action) => return Ok(action),
            Err(error) => error,
        };
        if matches!(
            error.kind,
            ActionErrorKind::Malformed(_)
                | ActionErrorKind::UnknownSquare(_)
                | ActionErrorKind::UnknownKind(_)
        ) && let Some(action) = pgn::read_move(game, text)?
        {
            return Ok(action);
        }
        Err(self.refused(game, self.at, text, error))
    }

    /// Plays an action of [`Game::legal_actions`].
    ///
    /// # Errors
    /// Returns the errors of [`Game::play`].
    pub fn play_action(&mut self, action: Action) -> Result<&PlyChanges, GameError> {
        self.play_actions(&[action])?;
        Ok(&self.plies[self.at - 1].changes)
    }

    /// Plays actions separated by white space.
    ///
    /// # Errors
    /// Returns the errors of [`Game::play`]. If there is an error, the game is unchanged, and the
    /// error gives a place in `actions`.
    pub fn play_all(&mut self, actions: &str) -> Result<(), GameError> {
        self.play_each(actions::tokens(actions).map(|(span, action)| (Some(span.start), action)))
    }

    /// Plays a sequence of actions.
    ///
    /// # Errors
    /// Returns the errors of [`Game::play`]. The game is then unchanged.
    pub fn play_actions(&mut self, actions: &[Action]) -> Result<(), GameError> {
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

    /// Plays a sequence of actions, given as texts. An action that is a part of a longer text has
    /// an offset. An error of such an action contains the place in the longer text. An error of any
    /// other action contains the number of the action.
    pub(crate) fn play_each<'t>(
        &mut self,
        texts: impl Iterator<Item = (Option<usize>, &'t str)>,
    ) -> Result<(), GameError> {
        let plies = self.with_game(|game| {
            let each = texts.enumerate();
            each.map(|(i, (place, text))| {
                let plies = self.at + i;
                if plies >= MAX_PLIES {
                    return Err(GameError::TooManyPlies);
                }
                self.ply_of_text(game, plies, text).map_err(|error| match place {
                    Some(place) => shifted(error, place),
                    None => GameError::Replay { ply: plies + 1, error: Box::new(error) },
                })
            })
            .collect::<Result<Vec<_>, _>>()
        })?;
        self.push(plies)
    }

    /// Lets an agent play until the game is over or `plies` plies are played. Returns the number of
    /// plies that were played. Dice and moves of nature are drawn at random and count as plies.
    /// Equal seeds give equal games.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the agent suggests no action, its action is not legal, or a hook
    /// fails. Plies played before the error remain.
    pub fn play_by(
        &mut self,
        agent: &mut dyn Agent,
        plies: usize,
        seed: u64,
    ) -> Result<usize, GameError> {
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
                chosen.map_or(Err(GameError::NoSuggestion), |action| Ok(Some(action)))
            })?;
            let Some(action) = action else { break };
            self.play_action(action)?;
        }
        Ok(self.at - first)
    }

    fn push(&mut self, plies: impl IntoIterator<Item = GamePly>) -> Result<(), GameError> {
        let new: Vec<Arc<GamePly>> = plies.into_iter().map(Arc::new).collect();
        if self.at + new.len() > MAX_PLIES {
            return Err(GameError::TooManyPlies);
        }
        self.plies.truncate(self.at);
        self.plies.extend(new);
        self.at = self.plies.len();
        self.shown = None;
        Ok(())
    }

    /// Plays an action on `game`, in which `plies` plies have been played. The action is given as
    /// text.
    pub(super) fn ply_of_text(
        &self,
        game: &mut dyn AnyGame,
        plies: usize,
        text: &str,
    ) -> Result<GamePly, GameError> {
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
    ) -> GameError {
        let why = match &error.kind {
            ActionErrorKind::NotLegal { why, .. } => Illegal::clone(why),
            ActionErrorKind::Unlisted(_) => Illegal::Unlisted,
            ActionErrorKind::Hook(failed) => return failed.clone().into(),
            _ => return error.into(),
        };
        GameError::Illegal {
            action: text.to_owned(),
            why: Box::new(self.why(game, plies, why)),
            span: error.span,
            help: error.help.map(Box::new),
        }
    }

    /// Plays `action` on `game`, in which `plies` plies have been played. `legal` lists the legal
    /// actions with their texts.
    fn ply_of(
        &self,
        game: &mut dyn AnyGame,
        plies: usize,
        legal: &[(String, Action)],
        action: Action,
    ) -> Result<GamePly, GameError> {
        let seat = decider(&game.decision()?).filter(|seat| game.controller(*seat).is_some());
        let secret = matches!(game.decision()?, Decision::Question(question) if question.secret);
        let text = actions::text_among(game, legal, action);
        let mut notation = pgn::notation(game, legal, action);
        let mover = game.turn();
        game.trace(true);
        match game.play(action) {
            Ok(()) => {}
            Err(PlayError::Illegal(reason)) => {
                let why = Box::new(self.why(game, plies, *reason));
                let span = 0..text.len();
                return Err(GameError::Illegal { action: text, why, span, help: None });
            }
            Err(error) => return Err(error.into()),
        }
        notation.push_str(&pgn::check_signs(game, mover, action));
        let changes = PlyChanges {
            ply: plies + 1,
            seat: seat.map(|seat| self.names().seat(seat)),
            action: text,
            notation,
            secret,
            steps: changes::steps(&self.ruleset, game.trace_entries()),
        };
        game.trace(false);
        Ok(GamePly { action, changes, after: game.state() })
    }

    /// Plays an action, so that its consequences can be shown one by one. At first, [`Game::board`]
    /// shows only the action's own changes. Each call of [`Game::step`] shows one more consequence.
    /// All other methods treat the ply as complete.
    ///
    /// # Errors
    /// Returns the errors of [`Game::play`].
    pub fn begin(&mut self, action: &str) -> Result<&PlyChanges, GameError> {
        self.play(action)?;
        let ply = &self.plies[self.at - 1].changes;
        self.shown = Some(1).filter(|shown| *shown < ply.steps.len());
        Ok(ply)
    }

    /// Shows and returns the next step of the action that was [begun](Game::begin). Returns `None`
    /// if all steps are visible.
    pub fn step(&mut self) -> Option<&Step> {
        let shown = self.shown?;
        let steps = &self.plies.get(self.at.checked_sub(1)?)?.changes.steps;
        self.shown = Some(shown + 1).filter(|shown| *shown < steps.len());
        steps.get(shown)
    }
}

/// Adds `offset` to the places in an error. In `error`, places count from the start of the part
/// that was read. In the returned error, places count from the start of the whole text.
fn shifted(error: GameError, offset: usize) -> GameError {
    let shift = |span: Range<usize>| span.start + offset..span.end + offset;
    match error {
        GameError::Action(mut error) => {
            error.span = shift(error.span.clone());
            GameError::Action(error)
        }
        GameError::Illegal { action, why, span, help } => {
            GameError::Illegal { action, why, span: shift(span), help }
        }
        other => other,
    }
}
