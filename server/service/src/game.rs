//! A game that a service holds: its name, its rules, and its messages.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Ruleset, sentence};
use quadrille_session::{Game, GameError, PuzzleGame, Viewer};

use crate::protocol::{
    Answer, GameFormat, GameView, Hint, MAX_TRACED_PLIES, Moved, PlyLine, Refusal, RefusalCode,
    RulesKey, Start, Tried, WhyNot,
};
use crate::puzzles;
use crate::shared::{Rulesets, invalid};
use crate::threats;
use crate::view;

/// Returns the refusal of a puzzle request for a game that is not a puzzle.
fn no_puzzle() -> Refusal {
    Refusal::new(RefusalCode::Unknown, sentence!(RefusalNotPuzzle))
}

/// A game with its name and rules. A clone refers to the same plies.
#[derive(Clone, Debug)]
pub struct HeldGame {
    name: String,
    rules: RulesKey,
    session: Game,
    notes: Vec<String>,
    /// The view of the game that messages show.
    sight: Viewer,
    /// The puzzle, if the game is one.
    puzzle: Option<Arc<PuzzleGame>>,
}

/// Methods that create games.
impl HeldGame {
    /// Starts a game with this name, and loads its rules. When `stop` is set, loading soon ends.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the rules can't be loaded, loading was stopped, `from` contains no
    /// valid position or game, or a hook fails.
    pub fn begin(
        rulesets: &Rulesets,
        name: String,
        rules: RulesKey,
        from: &Start,
        stop: &AtomicBool,
    ) -> Result<Self, Refusal> {
        Self::begin_by(rulesets, name, rules, from, |key| {
            rulesets.ruleset(key, stop).map(|known| Arc::clone(&known.loaded))
        })
    }

    /// Starts a game like [`HeldGame::begin`], but gets the rules from `loaded`.
    pub(crate) fn begin_by(
        rulesets: &Rulesets,
        name: String,
        rules: RulesKey,
        from: &Start,
        loaded: impl FnOnce(&RulesKey) -> Result<Arc<Ruleset>, Refusal>,
    ) -> Result<Self, Refusal> {
        if let Start::Json(text) = from
            && rules.id.is_empty()
            && rules.files.is_none()
        {
            let imported = Game::open_json(rulesets.library(), text)?;
            let rules = key_of(imported.game.ruleset());
            return Ok(Self::of(name, rules, imported.game, imported.notes));
        }
        let loaded = loaded(&rules)?;
        let (session, notes) = match from {
            Start::Start => (Game::start(loaded)?, Vec::new()),
            Start::Fen(fen) => (Game::from_fen(loaded, fen)?, Vec::new()),
            Start::Pgn(text) => {
                let imported = Game::from_pgn(loaded, text)?;
                (imported.game, imported.notes)
            }
            Start::Json(text) => {
                let imported = Game::from_json(loaded, text)?;
                (imported.game, imported.notes)
            }
        };
        Ok(Self::of(name, rules, session, notes))
    }

    /// Creates a game from a session.
    #[must_use]
    pub fn of(name: String, rules: RulesKey, session: Game, notes: Vec<String>) -> Self {
        Self { name, rules, session, notes, sight: Viewer::ALL, puzzle: None }
    }

    /// Creates a game from a puzzle.
    #[must_use]
    pub fn of_puzzle(name: String, rules: RulesKey, puzzle: PuzzleGame, session: Game) -> Self {
        let puzzle = Some(Arc::new(puzzle));
        Self { puzzle, ..Self::of(name, rules, session, Vec::new()) }
    }
}

/// Methods that create messages.
impl HeldGame {
    /// Returns the name by which requests refer to the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the key of the game's rules.
    #[must_use]
    pub fn rules(&self) -> &RulesKey {
        &self.rules
    }

    /// Returns the session.
    #[must_use]
    pub fn session(&self) -> &Game {
        &self.session
    }

    /// Returns the game with another sight.
    #[must_use]
    pub fn seen_by(&self, sight: Viewer) -> Self {
        Self { sight, ..self.clone() }
    }

    /// Sets the seats whose combined knowledge later messages show. If `by` is `None`, later
    /// messages show the whole game.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the rules have no seat with one of these names.
    pub fn see(&mut self, by: Option<&[String]>) -> Result<(), Refusal> {
        let spec = self.session.ruleset().spec();
        let seat = |name: &String| {
            let unknown = || {
                let sentence = sentence!(GameNoSeat, seat = Argument::seat(name));
                Refusal::new(RefusalCode::Unknown, sentence)
            };
            spec.seat_named(name).ok_or_else(unknown)
        };
        self.sight = match by {
            None => Viewer::ALL,
            Some(names) => Viewer::of(names.iter().map(seat).collect::<Result<Vec<_>, _>>()?),
        };
        Ok(())
    }

    /// Returns `true` if pieces or their kinds can be hidden from this sight.
    fn is_veiled(&self) -> bool {
        !self.sight.is_all() && self.session.ruleset().spec().hides_pieces()
    }

    /// Returns the game with all its plies.
    ///
    /// # Errors
    /// Returns a refusal with [`RefusalCode::Failed`] if a hook fails.
    pub fn view(&self) -> Result<GameView, Refusal> {
        Ok(GameView {
            game: self.name.clone(),
            rules: self.rules.clone(),
            plies: self.lines(1, usize::MAX)?,
            stands: view::game_status(&self.session, &self.sight)?,
            notes: self.notes.clone(),
        })
    }

    /// Returns `count` lines of the list of moves, from a ply onwards.
    fn lines(&self, from: usize, count: usize) -> Result<Vec<PlyLine>, Refusal> {
        Ok(self.session.known_plies(&self.sight, from, count)?.iter().map(view::line).collect())
    }

    /// Checks that the game is at this ply.
    ///
    /// # Errors
    /// Returns a refusal with [`RefusalCode::Stale`] if the game is at another ply.
    pub fn expect(&self, at: usize) -> Result<(), Refusal> {
        let ply = self.session.ply();
        if ply == at {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::Stale, sentence!(RefusalStale, ply = ply, expected = at)))
    }

    /// Plays an action.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the game is not at this ply, the action is not legal, or a hook
    /// fails. The game is then unchanged.
    pub fn play(&mut self, at: usize, action: &str) -> Result<Moved, Refusal> {
        let sealed = self.advance(at, action)?;
        self.moved(&sealed)
    }

    /// Plays an action. Returns the plies whose answers were still secret before the action.
    /// [`HeldGame::moved`] needs these plies.
    ///
    /// # Errors
    /// Returns the errors of [`HeldGame::play`].
    pub fn advance(&mut self, at: usize, action: &str) -> Result<Vec<usize>, Refusal> {
        self.expect(at)?;
        let sealed = self.sealed()?;
        let played = self.session.play_typed(action).map(|_| ());
        match played {
            Ok(()) => Ok(sealed),
            Err(GameError::Illegal { .. }) if self.is_veiled() => {
                let why = self.why_seen(action)?.unwrap_or_else(out_of_sight);
                let refusal = Refusal::new(RefusalCode::Illegal, why.sentence.clone());
                Err(Refusal { why: Some(Box::new(why)), ..refusal })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the plies whose answers are still secret at the present ply.
    ///
    /// # Errors
    /// Returns a refusal with [`RefusalCode::Failed`] if a hook fails.
    fn sealed(&self) -> Result<Vec<usize>, Refusal> {
        if !self.session.ruleset().asks_in_secret() {
            return Ok(Vec::new());
        }
        Ok(self.session.sealed()?.into_iter().collect())
    }

    /// Returns the changes of the last ply, and the earlier plies that the last ply revealed.
    /// `sealed` lists plies with answers that were secret until the last ply. The function returns
    /// each of these plies whose answer has become known. It returns all earlier plies if the game
    /// has ended, its rules hide facts, and the sight is unlimited.
    ///
    /// # Errors
    /// Returns a refusal with [`RefusalCode::Failed`] if a hook fails.
    pub fn moved(&self, sealed: &[usize]) -> Result<Moved, Refusal> {
        let ply = self.session.ply();
        let over = self.session.hides() && self.sight.is_all() && self.session.result().is_some();
        let mut revealed = Vec::new();
        if over {
            revealed = self.lines(1, ply.saturating_sub(1))?;
        } else {
            let still = self.sealed()?;
            for ply in sealed.iter().filter(|ply| !still.contains(ply)) {
                revealed.extend(self.lines(*ply, 1)?);
            }
        }
        let plies = self.session.known_plies(&self.sight, ply, 1)?;
        let stands = view::game_status(&self.session, &self.sight)?;
        Ok(Moved { ply: plies.first().map(view::ply), revealed, stands })
    }

    /// Plays an attempt at the puzzle.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the game is not a puzzle, or is not at this ply. Also returns an
    /// error if the action is not legal, a hook fails, or the solver finds no answer in time.
    pub fn attempt(
        &mut self,
        at: usize,
        action: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<Tried, Refusal> {
        self.expect(at)?;
        let puzzle = self.puzzle.clone().ok_or_else(no_puzzle)?;
        Ok(puzzles::attempt(&puzzle, &mut self.session, action, stop)?)
    }

    /// Returns a hint for the present position of the puzzle.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the game is not a puzzle, a hook fails, or the solver finds no
    /// answer in time.
    pub fn hint(&self, stop: &dyn Fn() -> bool) -> Result<Hint, Refusal> {
        let puzzle = self.puzzle.as_ref().ok_or_else(no_puzzle)?;
        Ok(puzzles::hint(puzzle, &self.session, stop)?)
    }

    /// Plays actions that are separated by white space, or none of them if one can't be played.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if an action is not legal, or a hook fails.
    pub fn replay(&mut self, actions: &str) -> Result<(), Refusal> {
        Ok(self.session.play_all(actions)?)
    }

    /// Goes to the position after `ply` plies.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the game has fewer plies, or a hook fails.
    pub fn go_to(&mut self, ply: usize) -> Result<Moved, Refusal> {
        self.session.go_to(ply)?;
        let stands = view::game_status(&self.session, &self.sight)?;
        Ok(Moved { ply: None, revealed: Vec::new(), stands })
    }

    /// Returns the reason why an action is not legal.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the text is not an action, or a hook fails.
    pub fn why(&self, action: &str) -> Result<Answer, Refusal> {
        if self.is_veiled() {
            return Ok(Answer::Why { why: self.why_seen(action)? });
        }
        let why = self.session.why_not(action)?;
        Ok(Answer::Why { why: why.as_ref().map(view::why_not) })
    }

    /// Returns the reason why an action is not legal, derived only from the visible pieces. If
    /// these pieces give no reason and a viewing seat is to act, the true position decides if the
    /// action is legal. If the action is illegal in the true position, the returned reason does not
    /// name any square.
    fn why_seen(&self, action: &str) -> Result<Option<WhyNot>, Refusal> {
        let turn = self.session.turn()?;
        let setup = self.session.seen_setup(&self.sight)?;
        let rules = Arc::clone(self.session.ruleset());
        // The visible pieces alone may form no playable position, or a position in which another
        // seat is to act.
        let seen = Game::from_setup(rules, &setup).ok();
        let seen = seen.filter(|seen| seen.turn().is_ok_and(|there| there == turn));
        if let Some(why) = seen.and_then(|seen| seen.why_not(action).ok().flatten()) {
            return Ok(Some(view::why_not(&why)));
        }
        let spec = self.session.ruleset().spec();
        let own =
            turn.and_then(|seat| spec.seat_named(&seat)).is_some_and(|seat| self.sight.has(seat));
        let illegal = !own || self.session.why_not(action)?.is_some();
        Ok(illegal.then(out_of_sight))
    }

    /// Returns the attacks and pins in the position, and the evaluation of each seat.
    ///
    /// # Errors
    /// Returns a refusal with [`RefusalCode::Failed`] if a hook fails.
    pub fn threats(&self) -> Result<Answer, Refusal> {
        let threats = if self.is_veiled() {
            threats::seen(&self.session, &self.sight)
        } else {
            threats::threats(&self.session)
        };
        Ok(Answer::Threats(threats?))
    }

    /// Returns the changes of `count` plies, starting with ply `from`. One answer contains at most
    /// [`MAX_TRACED_PLIES`] plies.
    ///
    /// # Errors
    /// Returns a refusal with [`RefusalCode::Failed`] if a hook fails.
    pub fn trace(&self, from: usize, count: usize) -> Result<Answer, Refusal> {
        let plies = view::trace(&self.session, &self.sight, from, count.min(MAX_TRACED_PLIES))?;
        Ok(Answer::Trace { plies })
    }

    /// Returns the game as text. [`GameFormat::Store`] always gives the whole game. In the other
    /// formats, the text depends on the sight. If the sight may lack pieces or their kinds, the
    /// export is refused. If it may lack only answers, the text ends before the first answer that is
    /// still secret.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the sight may lack pieces or their kinds, or the game can't be
    /// written in this format.
    pub fn export(&self, format: GameFormat) -> Result<Answer, Refusal> {
        if self.is_veiled() && format != GameFormat::Store {
            return Err(Refusal::new(RefusalCode::NotYours, sentence!(RefusalHidden)));
        }
        let cut = match format {
            GameFormat::Store => None,
            _ if self.sight.is_all() => None,
            _ => self.session.before_sealed()?,
        };
        let session = cut.as_ref().unwrap_or(&self.session);
        let text = match format {
            GameFormat::Fen => session.fen(),
            GameFormat::Pgn => session.to_pgn(&[]),
            GameFormat::Json | GameFormat::Store => session.to_json(),
        };
        Ok(Answer::Text { text: text? })
    }
}

/// Returns the reason for an action whose legality depends on hidden pieces.
fn out_of_sight() -> WhyNot {
    let sentence = sentence!(IllegalHidden);
    WhyNot {
        code: "hidden".to_owned(),
        text: sentence.to_string(),
        sentence,
        squares: Vec::new(),
        clause: None,
    }
}

/// Returns the key of loaded rules.
fn key_of(loaded: &Ruleset) -> RulesKey {
    let id = match &loaded.preset {
        Some(preset) => format!("{}@{preset}", loaded.meta.id),
        None => loaded.meta.id.clone(),
    };
    RulesKey { id, set: loaded.requested().collect(), files: None }
}

impl Refusal {
    /// Creates a refusal with only a sentence.
    #[must_use]
    pub fn new(code: RefusalCode, sentence: Sentence) -> Self {
        let text = sentence.to_string();
        Self { code, text, sentence, why: None, findings: Vec::new(), ruleset: None }
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Self {
        let code = match &error {
            GameError::Illegal { .. } => RefusalCode::Illegal,
            GameError::Ruleset(error) | GameError::Lesson(error) => {
                return invalid(error.diagnostics());
            }
            GameError::Hook(_) => RefusalCode::Failed,
            GameError::NoSuchSeat(_) | GameError::NoSuchPly { .. } | GameError::PuzzleOver => {
                RefusalCode::Unknown
            }
            GameError::TooLarge { .. } | GameError::TooManyPlies | GameError::Unsolved(_) => {
                RefusalCode::TooMany
            }
            _ => RefusalCode::Text,
        };
        let why = match &error {
            GameError::Illegal { why, .. } => Some(Box::new(view::why_not(why))),
            _ => None,
        };
        Self { why, ..Self::new(code, error.sentence()) }
    }
}
