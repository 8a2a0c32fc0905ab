//! A game and its history: the start, every ply with its changes, and the number of the present
//! ply.

mod play;
mod sight;

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_agents::{AgentSpec, SearchLimits};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{
    Action, AnyGame, Decision, GameState, Hooks, Illegal, IllegalKind, Seat, SeatResult, Setup,
    game, restore,
};
use quadrille_dsl::{Library, Ruleset, fen, load, pgn};
use serde::{Deserialize, Serialize};

use crate::action_descriptions::{self, ActionDescription, decider};
use crate::analysis::{self, Analysis};
use crate::changes::{Board, BoardChange, PlyChanges, Step};
use crate::checks::{self, Check};
use crate::error::GameError;
use crate::illegal_description::IllegalDescription;
use crate::names::RulesetNames;
use crate::serde_words;

pub use sight::Viewer;

/// A game with undo, explanations and export.
///
/// The game shares its rules with other games and can be sent to another thread. It keeps the
/// position after each ply, so that moving through the history replays nothing. Clones share these
/// positions.
#[derive(Clone)]
pub struct Game {
    ruleset: Arc<Ruleset>,
    /// The FEN at which the game began. `None` for the ruleset's own start.
    begun: Option<String>,
    start: GameState,
    plies: Vec<Arc<GamePly>>,
    /// The number of plies up to the present position. Any later plies were taken back, and can be
    /// redone.
    at: usize,
    /// The number of steps of the last ply that are visible. `None` if all steps are visible.
    shown: Option<usize>,
}

/// A ply that was played.
struct GamePly {
    action: Action,
    changes: PlyChanges,
    after: GameState,
}

/// The description of the [`Outcome`](quadrille_core::Outcome) of a game, with names from its
/// ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OutcomeDescription {
    /// Each seat's result, serialised as `win`, `draw` or `loss`.
    #[serde(with = "serde_words::map")]
    pub results: BTreeMap<String, SeatResult>,
    /// Each seat's points. Empty if the game did not end with points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<String, u32>,
    /// The reason for the end: a clause's id, or a built-in end such as `repetition`.
    pub ending: String,
}

/// An agent's choice and evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Suggestion {
    /// The action as text. `None` if the game is over.
    pub action: Option<String>,
    /// The winning chances that the agent expects for its team, from 0 to 1. This number is 0 if
    /// the agent does not search.
    pub share: f64,
    /// The number of positions that the search reached.
    pub nodes: u64,
    /// `true` if the search was stopped early.
    pub stopped: bool,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({}, ply {} of {})", self.ruleset.meta.id, self.at, self.plies.len())
    }
}

/// Methods that start a game.
impl Game {
    /// Starts a game of the ruleset `name`: an id or path in `library`, optionally with `@preset`.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the ruleset can't be loaded, or a hook fails.
    pub fn load(library: &dyn Library, name: &str) -> Result<Self, GameError> {
        Self::start(Arc::new(load(library, name, &[])?))
    }

    /// Starts a game of a loaded ruleset.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn start(ruleset: Arc<Ruleset>) -> Result<Self, GameError> {
        let hooks = ruleset.shared_hooks();
        let start = decided(game::start(&ruleset.rules, &*hooks)?)?;
        Ok(Self::from_state(ruleset, start, None))
    }

    /// Starts a game at a position in FEN.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the text is not a position, no game can start from the position,
    /// or a hook fails.
    pub fn from_fen(ruleset: Arc<Ruleset>, text: &str) -> Result<Self, GameError> {
        let setup = fen::read(&ruleset.rules, text)?;
        Self::from_setup(ruleset, &setup)
    }

    /// Starts a game at a position with a few pieces. The pieces are written in the notation of
    /// lessons: `wKe1 bKe8 wPe6^s`. `turn` is the name of the seat to move. `options` is the `{…}`
    /// part of a FEN4.
    ///
    /// # Errors
    /// Returns a [`GameError`] if a piece can't be read, or if the ruleset has no such seat. Also
    /// returns an error if no game can start from the position, or if a hook fails.
    pub fn from_pieces(
        ruleset: Arc<Ruleset>,
        pieces: &str,
        turn: &str,
        options: Option<&str>,
    ) -> Result<Self, GameError> {
        let length = pieces.len() + options.map_or(0, str::len);
        if length > fen::MAX_LENGTH {
            return Err(GameError::TooLarge { length, most: fen::MAX_LENGTH });
        }
        let spec = ruleset.rules.spec();
        let seat = spec.seat_named(turn).ok_or_else(|| GameError::NoSuchSeat(turn.to_owned()))?;
        let placed = pieces.split_whitespace().map(|piece| Ok(fen::read_placement(spec, piece)?));
        let placed = placed.collect::<Result<Vec<_>, GameError>>()?;
        let setup = fen::arrange(&ruleset.rules, placed, seat, options)?;
        Self::from_setup(ruleset, &setup)
    }

    /// Starts a game at a position given as data.
    ///
    /// # Errors
    /// Returns a [`GameError`] if no game can start from the position, or a hook fails.
    pub fn from_setup(ruleset: Arc<Ruleset>, setup: &Setup) -> Result<Self, GameError> {
        let hooks = ruleset.shared_hooks();
        let game = game::resume(&ruleset.rules, &*hooks, setup)?;
        let start = decided(game)?;
        let begun = fen::write(&ruleset.rules, setup);
        Ok(Self::from_state(ruleset, start, Some(begun)))
    }

    /// Creates a game that begins at this state.
    pub(crate) fn from_state(
        ruleset: Arc<Ruleset>,
        start: GameState,
        begun: Option<String>,
    ) -> Self {
        Self { ruleset, begun, start, plies: Vec::new(), at: 0, shown: None }
    }

    /// Returns a copy of the game up to its present ply.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut fork = self.clone();
        fork.plies.truncate(fork.at);
        fork
    }
}

/// Methods about the present position.
impl Game {
    /// Returns the ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Returns the FEN at which the game began, or `None` if it began at the ruleset's own start.
    #[must_use]
    pub fn initial_fen(&self) -> Option<&str> {
        self.begun.as_deref()
    }

    fn names(&self) -> RulesetNames<'_> {
        RulesetNames(self.ruleset.rules.spec())
    }

    /// Calls `with` with a temporary copy of the game. Actions played on the copy do not change
    /// this game.
    ///
    /// # Errors
    /// Returns the error of `with`, or an error if the game can't be copied. The second error is
    /// not known to happen.
    pub fn with_game<T>(
        &self,
        with: impl FnOnce(&mut dyn AnyGame) -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        self.with_state(self.state(self.at), with)
    }

    pub(crate) fn with_start<T>(
        &self,
        with: impl FnOnce(&mut dyn AnyGame) -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        self.with_state(&self.start, with)
    }

    fn with_state<T>(
        &self,
        state: &GameState,
        with: impl FnOnce(&mut dyn AnyGame) -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        let hooks = self.ruleset.shared_hooks();
        let hooks: &dyn Hooks = &*hooks;
        let mut game = restore(&self.ruleset.rules, hooks, state)?;
        with(&mut *game)
    }

    /// Returns the state after `plies` plies.
    fn state(&self, plies: usize) -> &GameState {
        match plies.checked_sub(1).and_then(|last| self.plies.get(last)) {
            Some(ply) => &ply.after,
            None => &self.start,
        }
    }

    /// Returns the present decision.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn decision(&self) -> Result<Decision, GameError> {
        self.with_game(|game| Ok(game.decision()?))
    }

    /// Returns the seat that moves or answers next, or `None` if the game is over.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn turn(&self) -> Result<Option<String>, GameError> {
        Ok(decider(&self.decision()?).map(|seat| self.names().seat(seat)))
    }

    /// Returns the result of the game, or `None` if the game is not over.
    #[must_use]
    pub fn result(&self) -> Option<OutcomeDescription> {
        let outcome = self.with_game(|game| Ok(game.outcome().cloned())).ok().flatten()?;
        let names = self.names();
        let seats = || names.seats().map(|seat| names.seat(seat));
        let results = seats().zip(outcome.results.iter().copied()).collect();
        let points = seats().zip(outcome.points.iter().flatten().copied()).collect();
        Some(OutcomeDescription { results, points, ending: names.ending(&outcome) })
    }

    /// Returns the position as FEN4.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the state of the game can't be restored. This is not known to
    /// happen.
    pub fn fen(&self) -> Result<String, GameError> {
        self.with_game(|game| Ok(fen::write(game.rules(), &game.setup())))
    }

    /// Returns the position as plain FEN, for other programs. Returns `None` if the game is not for
    /// two players, or if plain FEN can't represent the position.
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn plain_fen(&self) -> Result<Option<String>, GameError> {
        self.with_game(|game| Ok(fen::write_plain(game.rules(), &game.setup())))
    }

    /// Returns the pieces on the board. If [`Game::step`] has steps left to show, this is the board
    /// after the steps shown so far.
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn board(&self) -> Result<Board, GameError> {
        let standing = |plies| {
            self.with_state(self.state(plies), |game| {
                let names = RulesetNames(game.rules().spec());
                let pieces = game.setup().pieces.into_iter();
                let named = |(square, piece)| (names.square(square), names.piece(piece));
                Ok(pieces.map(named).collect::<Board>())
            })
        };
        let Some(shown) = self.shown else { return standing(self.at) };
        let mut board = standing(self.at.saturating_sub(1))?;
        let steps = self.last().map_or(&[][..], |ply| &ply.changes.steps);
        steps.iter().take(shown).for_each(|step| step.apply(&mut board));
        Ok(board)
    }

    /// Returns the legal actions of the present decision, sorted by their texts. Declarations, such
    /// as resigning, are not included. [`Game::declarations`] returns them.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn legal_actions(&self) -> Result<Vec<ActionDescription>, GameError> {
        self.with_game(|game| Ok(action_descriptions::list(game)?))
    }

    /// Returns the declarations that seats may make about the game: resignation, loss on time, and
    /// agreement to a draw.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn declarations(&self) -> Result<Vec<ActionDescription>, GameError> {
        self.with_game(|game| Ok(action_descriptions::declarations(game)?))
    }

    /// Returns the royals in check and the pieces that check them. Royals of a seat are left out
    /// if, under the rules, check has no meaning for this seat.
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn checks(&self) -> Result<Vec<Check>, GameError> {
        self.with_game(|game| Ok(checks::list(game)))
    }

    /// Returns the changes that an action would cause, without playing it.
    ///
    /// # Errors
    /// Returns the errors of [`Game::play`].
    pub fn consequences(&self, action: &str) -> Result<PlyChanges, GameError> {
        self.with_game(|game| Ok(self.ply_of_text(game, self.at, action)?.changes))
    }

    /// Returns the reason why an action is not legal at the present decision, or `None` if it is
    /// legal.
    ///
    /// ```
    /// use quadrille_dsl::library::Shipped;
    /// use quadrille_session::{Game, GameError};
    ///
    /// let game = Game::load(&Shipped, "orthodox-chess")?;
    /// let why = game.why_not("e2-e5")?.expect("no pawn moves three squares");
    /// assert!(why.text.contains("e5"));
    /// assert!(game.why_not("e2-e4")?.is_none());
    /// # Ok::<(), GameError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`GameError`] if the text is not an action, or a hook fails.
    pub fn why_not(&self, action: &str) -> Result<Option<IllegalDescription>, GameError> {
        self.why_not_by(action, None)
    }

    /// Returns the reason why a typed move is not legal, or `None` if it is legal. The move has one
    /// of the notations that [`Game::read_move`] reads.
    /// ```
    /// use quadrille_dsl::library::Shipped;
    /// use quadrille_session::{Game, GameError};
    ///
    /// let game = Game::load(&Shipped, "orthodox-chess")?;
    /// assert_eq!(game.why_not_typed("Nf3")?, None);
    /// let why = game.why_not_typed("Ke2")?.expect("a pawn is on e2");
    /// assert_eq!(why.squares, ["e2"]);
    /// # Ok::<(), GameError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`GameError`] if the text is not a move, the notation of the move fits several
    /// pieces, or a hook fails.
    pub fn why_not_typed(&self, text: &str) -> Result<Option<IllegalDescription>, GameError> {
        let error = match self.read_move(text) {
            Ok(_) => return Ok(None),
            Err(GameError::Illegal { why, .. }) => return Ok(Some(*why)),
            Err(error) => error,
        };
        let meant = self.with_game(|game| Ok(pgn::moves_meant(game, text)))?;
        let reasons = meant.iter().map(|action| self.why_not(action));
        let mut reasons: Vec<_> = reasons.collect::<Result<Vec<_>, _>>()?;
        // If the notation fits several pieces, only those count whose movement leads to the target.
        if reasons.len() > 1 {
            let moves = |why: &IllegalDescription| why.code != IllegalKind::NotHowItMoves;
            reasons.retain(|why| why.as_ref().is_none_or(moves));
        }
        match <[_; 1]>::try_from(reasons) {
            Ok([why]) => Ok(why),
            Err(_) => Err(error),
        }
    }

    /// Like [`Game::why_not`], returns the reason why `seat` may not play an action. `seat` need
    /// not be the seat to move. If `seat` is `None`, tests the seat that decides.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the text is not an action, or a hook fails.
    pub fn why_not_by(
        &self,
        action: &str,
        seat: Option<Seat>,
    ) -> Result<Option<IllegalDescription>, GameError> {
        self.with_game(|game| {
            let illegal = quadrille_dsl::actions::why_not(game, action, seat)?;
            Ok(illegal.map(|illegal| self.why(game, self.at, illegal)))
        })
    }

    /// Describes the reason why an action is illegal. If the reason is a restriction, the clause
    /// comes from the earlier ply in which the restriction began.
    fn why(&self, game: &dyn AnyGame, plies: usize, illegal: Illegal) -> IllegalDescription {
        let restricted = matches!(illegal, Illegal::Restricted { .. });
        let mut why = IllegalDescription::new(game.view(), illegal);
        if restricted {
            why.clause = self.restricting(plies);
        }
        why
    }

    /// Returns the clause of the last step that restricted a seat, among the first `plies` plies.
    fn restricting(&self, plies: usize) -> Option<String> {
        let restricts = |step: &&Step| {
            let begins = |change: &BoardChange| {
                matches!(change, BoardChange::Restricted { holds: true, .. })
            };
            step.changes.iter().any(begins)
        };
        let played = self.plies.iter().take(plies).rev();
        let mut steps = played.flat_map(|ply| ply.changes.steps.iter().rev());
        steps.find(restricts).and_then(|step| step.clauses.first().cloned())
    }

    /// Returns an agent's choice in the present position. The agent's random choices depend on
    /// `seed`. The agent polls `stop` at intervals. When `stop` returns `true`, the agent returns
    /// its best action so far.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the agent can't play this game, or a hook fails.
    pub fn advise(
        &self,
        agent: AgentSpec,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Suggestion, GameError> {
        self.with_game(|game| {
            let seat = decider(&game.decision()?).unwrap_or(Seat(0));
            let ply = u64::from(game.ply());
            let mut rng = Rng::new(seed, 0, Stream::Agent, u64::from(seat.0), ply);
            let legal = quadrille_dsl::actions::legal(game)?;
            let advice = quadrille_agents::advise_until(&mut *game, agent, &mut rng, stop)?;
            let written = |action: Action| {
                legal.iter().find(|(_, other)| *other == action).map(|(text, _)| text.clone())
            };
            Ok(Suggestion {
                action: advice.action.and_then(written),
                share: advice.share,
                nodes: advice.nodes,
                stopped: advice.stopped,
            })
        })
    }

    /// Searches the present position and returns its best lines, with at most `length` plies each.
    /// The search polls `stop` at intervals.
    ///
    /// # Errors
    /// Returns a [`GameError`] if a hook fails.
    pub fn analyse(
        &self,
        limits: &SearchLimits<'_>,
        length: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Analysis, GameError> {
        self.with_game(|game| Ok(analysis::analyse(game, limits, length, stop)?))
    }

    /// Returns each seat's winning chances, from 0 to 1, by the static evaluation. The position is
    /// not searched. Seats of one team have the same winning chances.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn prospects(&self) -> Result<Vec<f64>, GameError> {
        self.with_game(|game| Ok(quadrille_agents::prospects(&mut *game)))
    }
}

/// Methods that move through the history.
impl Game {
    /// Takes the last ply back and returns its changes. Returns `None` at the start.
    pub fn undo(&mut self) -> Option<&PlyChanges> {
        self.shown = None;
        self.at = self.at.checked_sub(1)?;
        Some(&self.plies[self.at].changes)
    }

    /// Plays the next ply that was taken back, and returns its changes. Returns `None` if no ply
    /// was taken back.
    pub fn redo(&mut self) -> Option<&PlyChanges> {
        self.shown = None;
        let ply = self.plies.get(self.at)?;
        self.at += 1;
        Some(&ply.changes)
    }

    /// Goes to the position after `ply` plies. Later plies can be redone.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the game has fewer plies.
    pub fn go_to(&mut self, ply: usize) -> Result<(), GameError> {
        let plies = self.plies.len();
        if ply > plies {
            return Err(GameError::NoSuchPly { wanted: ply, plies });
        }
        (self.at, self.shown) = (ply, None);
        Ok(())
    }

    /// Returns the number of plies up to the present position.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.at
    }

    /// Returns every ply with its changes, including plies that were taken back.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = &PlyChanges> {
        self.plies.iter().map(|ply| &ply.changes)
    }

    /// Returns `true` if the ply is a secret answer that is not yet revealed at the present ply.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn is_sealed(&self, ply: &PlyChanges) -> Result<bool, GameError> {
        if !ply.secret || ply.ply > self.at {
            return Ok(ply.secret);
        }
        Ok(self.sealed()?.contains(&ply.ply))
    }

    /// Returns the actions up to the present ply.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        self.plies.iter().take(self.at).map(|ply| ply.action).collect()
    }

    /// Returns the ply that led to the present position, or `None` at the start.
    fn last(&self) -> Option<&GamePly> {
        self.plies.get(self.at.checked_sub(1)?).map(|ply| &**ply)
    }
}

/// Runs a game to its next decision, and returns the state of the game at this decision.
pub(crate) fn decided(mut game: Box<dyn AnyGame + '_>) -> Result<GameState, GameError> {
    game.decision()?;
    Ok(game.state())
}
