//! A game and its history: where it began, every ply with what it changed, and the present ply.

mod play;
mod sight;

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{
    Action, AnyGame, Decision, GameState, Hooks, Illegal, Seat, SeatResult, Setup, game, restore,
};
use quadrille_dsl::{Library, Ruleset, fen, load};
use serde::{Deserialize, Serialize};

use crate::action_descriptions::{self, ActionDescription, decider};
use crate::changes::{Board, BoardChange, PlyChanges, Step};
use crate::checks::{self, Check};
use crate::error::GameError;
use crate::illegal_description::IllegalDescription;
use crate::names::RulesetNames;
use crate::serde_words;

pub use sight::Viewer;

/// A game that can be played, taken back, explained and saved.
///
/// It owns its rules (shared with other games) and can be sent to another thread. Every ply keeps the
/// position after it, so that going anywhere replays nothing; clones share them.
#[derive(Clone)]
pub struct Game {
    ruleset: Arc<Ruleset>,
    /// The FEN that it began at; none for the ruleset's own start.
    begun: Option<String>,
    start: GameState,
    plies: Vec<Arc<GamePly>>,
    /// How many of the plies are played; the others can be played again.
    at: usize,
    /// How many steps of the last ply played are shown; none if all are.
    shown: Option<usize>,
}

/// A ply that was played.
struct GamePly {
    action: Action,
    changes: PlyChanges,
    after: GameState,
}

/// The end of a game by the names of its rules: an [`Outcome`](quadrille_core::Outcome) in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OutcomeDescription {
    /// Each seat's result, serialised as `win`, `draw` or `loss`.
    #[serde(with = "serde_words::map")]
    pub results: BTreeMap<String, SeatResult>,
    /// What ended it: a clause's id, or a built-in end such as `repetition`.
    pub ending: String,
}

/// What an agent would play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Suggestion {
    /// The action's text; none if the game is over.
    pub action: Option<String>,
    /// The share of the game that the agent expects for its team, from 0 to 1; 0 if it doesn't search.
    pub share: f64,
    /// Positions reached in the search.
    pub nodes: u64,
    /// Whether the search was stopped early.
    pub stopped: bool,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({}, ply {} of {})", self.ruleset.meta.id, self.at, self.plies.len())
    }
}

/// The start of a game.
impl Game {
    /// A game at the start of a ruleset: `name` is an id or path that `library` knows, optionally with
    /// `@preset`.
    ///
    /// # Errors
    /// If the ruleset can't be loaded, or a hook fails.
    pub fn load(library: &dyn Library, name: &str) -> Result<Self, GameError> {
        Self::start(Arc::new(load(library, name, &[])?))
    }

    /// A game at the start of loaded rules.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn start(ruleset: Arc<Ruleset>) -> Result<Self, GameError> {
        let hooks = ruleset.shared_hooks();
        let start = decided(game::start(&ruleset.rules, &*hooks)?)?;
        Ok(Self::from_state(ruleset, start, None))
    }

    /// A game at a position.
    ///
    /// # Errors
    /// If the text is no position, it can't be played from, or a hook fails.
    pub fn from_fen(ruleset: Arc<Ruleset>, text: &str) -> Result<Self, GameError> {
        let setup = fen::read(&ruleset.rules, text)?;
        Self::from_setup(ruleset, &setup)
    }

    /// A game at a position of some pieces, written as lessons do: `wKe1 bKe8 wPe6^s`. `turn` is the
    /// name of the seat to move; `options` is the `{…}` part of a FEN4.
    ///
    /// # Errors
    /// If a piece can't be read, there is no such seat, the position can't be played from, or a hook
    /// fails.
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

    /// A game at a position that is plain data.
    ///
    /// # Errors
    /// If it can't be played from, or a hook fails.
    pub fn from_setup(ruleset: Arc<Ruleset>, setup: &Setup) -> Result<Self, GameError> {
        let hooks = ruleset.shared_hooks();
        let game = game::resume(&ruleset.rules, &*hooks, setup)?;
        let start = decided(game)?;
        let begun = fen::write(&ruleset.rules, setup);
        Ok(Self::from_state(ruleset, start, Some(begun)))
    }

    /// A game that begins at a state of its rules.
    pub(crate) fn from_state(
        ruleset: Arc<Ruleset>,
        start: GameState,
        begun: Option<String>,
    ) -> Self {
        Self { ruleset, begun, start, plies: Vec::new(), at: 0, shown: None }
    }

    /// Another game at the present ply of this one, with the plies up to there.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut fork = self.clone();
        fork.plies.truncate(fork.at);
        fork
    }
}

/// What can be read of the present position.
impl Game {
    /// The rules.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The FEN that the game began at; none if it began at its ruleset's own start.
    #[must_use]
    pub fn initial_fen(&self) -> Option<&str> {
        self.begun.as_deref()
    }

    fn names(&self) -> RulesetNames<'_> {
        RulesetNames(self.ruleset.rules.spec())
    }

    /// Does something with a copy of the game; what is played on it is forgotten.
    ///
    /// # Errors
    /// Those of `with`.
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

    /// The state after so many plies.
    fn state(&self, plies: usize) -> &GameState {
        match plies.checked_sub(1).and_then(|last| self.plies.get(last)) {
            Some(ply) => &ply.after,
            None => &self.start,
        }
    }

    /// What is to be decided.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn decision(&self) -> Result<Decision, GameError> {
        self.with_game(|game| Ok(game.decision()?))
    }

    /// The seat that decides: the one to move, or the one that has to answer; none if the game is over.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn turn(&self) -> Result<Option<String>, GameError> {
        Ok(decider(&self.decision()?).map(|seat| self.names().seat(seat)))
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn result(&self) -> Option<OutcomeDescription> {
        let outcome = self.with_game(|game| Ok(game.outcome().cloned())).ok().flatten()?;
        let names = self.names();
        let seats = names.seats().map(|seat| names.seat(seat));
        let results = seats.zip(outcome.results.iter().copied()).collect();
        Some(OutcomeDescription { results, ending: names.ending(&outcome) })
    }

    /// The position as FEN4.
    ///
    /// # Errors
    /// If the state can't be restored; no state of this game is known that can't.
    pub fn fen(&self) -> Result<String, GameError> {
        self.with_game(|game| Ok(fen::write(game.rules(), &game.setup())))
    }

    /// The position as plain FEN, for other programs; none if it is not one of two players, or plain FEN can't
    /// represent it.
    ///
    /// # Errors
    /// As [`Game::fen`].
    pub fn plain_fen(&self) -> Result<Option<String>, GameError> {
        self.with_game(|game| Ok(fen::write_plain(game.rules(), &game.setup())))
    }

    /// The pieces on the board. While [`Game::step`] has consequences left to show, the board is as
    /// the steps shown so far leave it.
    ///
    /// # Errors
    /// As [`Game::fen`].
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

    /// The legal actions of the present decision, sorted by their texts. What seats may say at any time
    /// are [`Game::declarations`].
    ///
    /// # Errors
    /// If a hook fails.
    pub fn legal_actions(&self) -> Result<Vec<ActionDescription>, GameError> {
        self.with_game(|game| Ok(action_descriptions::list(game)?))
    }

    /// What seats may say about the game: that they resign, are out of time, or agree to a draw.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn declarations(&self) -> Result<Vec<ActionDescription>, GameError> {
        self.with_game(|game| Ok(action_descriptions::declarations(game)?))
    }

    /// The royals in check, and by which pieces; none of a seat to which check means nothing.
    ///
    /// # Errors
    /// As [`Game::fen`].
    pub fn checks(&self) -> Result<Vec<Check>, GameError> {
        self.with_game(|game| Ok(checks::list(game)))
    }

    /// What an action would cause, without playing it.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn consequences(&self, action: &str) -> Result<PlyChanges, GameError> {
        self.with_game(|game| Ok(self.ply_of_text(game, self.at, action)?.changes))
    }

    /// Returns the reason why an action is not legal at the present decision, or `None` if it is legal.
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
    /// If the text is no action, or a hook fails.
    pub fn why_not(&self, action: &str) -> Result<Option<IllegalDescription>, GameError> {
        self.why_not_by(action, None)
    }

    /// The same for an action that a certain seat wants to play, at its turn or not.
    ///
    /// # Errors
    /// If the text is no action, or a hook fails.
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

    /// A reason in words. A restriction stands until the seat has acted, so a ply knows its clause.
    fn why(&self, game: &dyn AnyGame, plies: usize, illegal: Illegal) -> IllegalDescription {
        let restricted = matches!(illegal, Illegal::Restricted { .. });
        let mut why = IllegalDescription::new(game.view(), illegal);
        if restricted {
            why.clause = self.restricting(plies);
        }
        why
    }

    /// The clause of the last step that restricted somebody.
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

    /// What an agent would play here. Its random choices depend on `seed`. It asks `stop` now and then;
    /// once that returns true, it answers with the best it has found.
    ///
    /// # Errors
    /// If the agent can't play this game, or a hook fails.
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

    /// What each seat may hope for, judged without looking ahead: its team's share of the game, from 0
    /// to 1.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn prospects(&self) -> Result<Vec<f64>, GameError> {
        self.with_game(|game| Ok(quadrille_agents::prospects(&mut *game)))
    }
}

/// The history.
impl Game {
    /// Takes the last ply back and returns what it had changed; none at the start.
    pub fn undo(&mut self) -> Option<&PlyChanges> {
        self.shown = None;
        self.at = self.at.checked_sub(1)?;
        Some(&self.plies[self.at].changes)
    }

    /// Plays a ply again that was taken back, and returns what it changes; none if there is none.
    pub fn redo(&mut self) -> Option<&PlyChanges> {
        self.shown = None;
        let ply = self.plies.get(self.at)?;
        self.at += 1;
        Some(&ply.changes)
    }

    /// Goes to the position after so many plies. Those behind it can be played again.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn go_to(&mut self, ply: usize) -> Result<(), GameError> {
        let plies = self.plies.len();
        if ply > plies {
            return Err(GameError::NoSuchPly { wanted: ply, plies });
        }
        (self.at, self.shown) = (ply, None);
        Ok(())
    }

    /// How many plies are played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.at
    }

    /// Every ply with what it changed, those that were taken back too.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = &PlyChanges> {
        self.plies.iter().map(|ply| &ply.changes)
    }

    /// Whether a ply is an answer in secret that has not been revealed as the game stands now.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn is_sealed(&self, ply: &PlyChanges) -> Result<bool, GameError> {
        if !ply.secret || ply.ply > self.at {
            return Ok(ply.secret);
        }
        Ok(self.sealed()?.contains(&ply.ply))
    }

    /// The actions that are played.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        self.plies.iter().take(self.at).map(|ply| ply.action).collect()
    }

    /// The last ply that is played.
    fn last(&self) -> Option<&GamePly> {
        self.plies.get(self.at.checked_sub(1)?).map(|ply| &**ply)
    }
}

/// The state of a game at its next decision.
pub(crate) fn decided(mut game: Box<dyn AnyGame + '_>) -> Result<GameState, GameError> {
    game.decision()?;
    Ok(game.state())
}
