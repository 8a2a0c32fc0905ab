//! A game as services hold it: its name, its rules, and its messages.

use std::sync::Arc;

use quadrille_dsl::Loaded;
use quadrille_session::{PuzzleSession, Session, SessionError};

use crate::protocol::{
    Answer, Format, GameView, Hint, Moved, Refusal, RefusalCode, RulesKey, Start, Tried,
};
use crate::puzzles;
use crate::shared::{Rulesets, invalid};
use crate::threats;
use crate::view;

/// How many plies are told at once at most.
pub const MAX_TRACED: usize = 200;

/// The refusal to judge in a game that is not a puzzle.
fn no_puzzle() -> Refusal {
    Refusal::new(RefusalCode::Unknown, "the game is not a puzzle")
}

/// A game with its name and rules. A clone shares the plies that were played.
#[derive(Clone, Debug)]
pub struct Game {
    name: String,
    rules: RulesKey,
    session: Session,
    notes: Vec<String>,
    /// The puzzle that is solved in it.
    puzzle: Option<Arc<PuzzleSession>>,
}

/// How a game begins.
impl Game {
    /// A game of this name, by rules that are loaded for it.
    ///
    /// # Errors
    /// If the rules can't be loaded, the start is not a position or game, or a hook fails.
    pub fn begin(
        rulesets: &Rulesets,
        name: String,
        rules: RulesKey,
        from: &Start,
    ) -> Result<Self, Refusal> {
        Self::begin_by(rulesets, name, rules, from, |key| {
            rulesets.known(key).map(|known| Arc::clone(&known.loaded))
        })
    }

    /// The same, where `loaded` finds rules.
    pub(crate) fn begin_by(
        rulesets: &Rulesets,
        name: String,
        rules: RulesKey,
        from: &Start,
        loaded: impl FnOnce(&RulesKey) -> Result<Arc<Loaded>, Refusal>,
    ) -> Result<Self, Refusal> {
        if let Start::Json(text) = from
            && rules.id.is_empty()
            && rules.files.is_none()
        {
            let imported = Session::open_json(rulesets.library(), text)?;
            let rules = key_of(imported.session.rules());
            return Ok(Self::of(name, rules, imported.session, imported.notes));
        }
        let loaded = loaded(&rules)?;
        let (session, notes) = match from {
            Start::Start => (Session::start(loaded)?, Vec::new()),
            Start::Fen(fen) => (Session::from_fen(loaded, fen)?, Vec::new()),
            Start::Pgn(text) => {
                let imported = Session::from_pgn(loaded, text)?;
                (imported.session, imported.notes)
            }
            Start::Json(text) => {
                let imported = Session::from_json(loaded, text)?;
                (imported.session, imported.notes)
            }
        };
        Ok(Self::of(name, rules, session, notes))
    }

    /// A session as a game.
    #[must_use]
    pub fn of(name: String, rules: RulesKey, session: Session, notes: Vec<String>) -> Self {
        Self { name, rules, session, notes, puzzle: None }
    }

    /// A puzzle as a game.
    #[must_use]
    pub fn of_puzzle(
        name: String,
        rules: RulesKey,
        puzzle: PuzzleSession,
        session: Session,
    ) -> Self {
        let puzzle = Some(Arc::new(puzzle));
        Self { puzzle, ..Self::of(name, rules, session, Vec::new()) }
    }
}

/// What can be asked of it.
impl Game {
    /// What to call it in requests.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its rules.
    #[must_use]
    pub fn rules(&self) -> &RulesKey {
        &self.rules
    }

    /// The game itself.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The game as it stands, with all its plies.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn view(&self) -> Result<GameView, Refusal> {
        Ok(GameView {
            game: self.name.clone(),
            rules: self.rules.clone(),
            plies: self.session.plies().map(view::line).collect(),
            stands: view::standing(&self.session)?,
            notes: self.notes.clone(),
        })
    }

    /// Refuses if the game is not at this ply.
    ///
    /// # Errors
    /// If it is not.
    pub fn expect(&self, at: usize) -> Result<(), Refusal> {
        let ply = self.session.ply();
        if ply == at {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::Stale, format!("the game is at ply {ply}, not {at}")))
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If the game is not at this ply, the action is not legal, or a hook fails. It is then as it was.
    pub fn play(&mut self, at: usize, action: &str) -> Result<Moved, Refusal> {
        self.expect(at)?;
        let ply = view::ply(self.session.play(action)?);
        let stands = view::standing(&self.session)?;
        Ok(Moved { ply: Some(ply), stands })
    }

    /// Tries an action in a puzzle.
    ///
    /// # Errors
    /// If the game is not at this ply or is not a puzzle, the action is not legal, a hook fails, or the solver finds
    /// no answer in time.
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

    /// What solves a puzzle from here.
    ///
    /// # Errors
    /// If the game is not a puzzle, a hook fails, or the solver finds no answer in time.
    pub fn hint(&self, stop: &dyn Fn() -> bool) -> Result<Hint, Refusal> {
        let puzzle = self.puzzle.as_ref().ok_or_else(no_puzzle)?;
        Ok(puzzles::hint(puzzle, &self.session, stop)?)
    }

    /// Plays white-space separated actions again, none if one can't be played.
    ///
    /// # Errors
    /// If one is not legal, or a hook fails.
    pub fn replay(&mut self, actions: &str) -> Result<(), Refusal> {
        Ok(self.session.play_all(actions)?)
    }

    /// Goes to the position after so many plies.
    ///
    /// # Errors
    /// If there are not so many, or a hook fails.
    pub fn go_to(&mut self, ply: usize) -> Result<Moved, Refusal> {
        self.session.go_to(ply)?;
        Ok(Moved { ply: None, stands: view::standing(&self.session)? })
    }

    /// Why an action is not legal.
    ///
    /// # Errors
    /// If the text is no action, or a hook fails.
    pub fn why(&self, action: &str) -> Result<Answer, Refusal> {
        let why = self.session.why_not(action)?;
        Ok(Answer::Why { why: why.as_ref().map(view::why_not) })
    }

    /// What the position threatens.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn threats(&self) -> Result<Answer, Refusal> {
        Ok(Answer::Threats(threats::threats(&self.session)?))
    }

    /// What plies changed, from one on; as many as there are, [`MAX_TRACED`] at most.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn trace(&self, from: usize, count: usize) -> Result<Answer, Refusal> {
        let plies = view::trace(&self.session, from, count.min(MAX_TRACED))?;
        Ok(Answer::Trace { plies })
    }

    /// The game as text.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn export(&self, format: Format) -> Result<Answer, Refusal> {
        let text = match format {
            Format::Fen => self.session.fen(),
            Format::Pgn => self.session.to_pgn(&[]),
            Format::Json => self.session.to_json(),
        };
        Ok(Answer::Text { text: text? })
    }
}

/// The key of loaded rules.
fn key_of(loaded: &Loaded) -> RulesKey {
    let id = match &loaded.preset {
        Some(preset) => format!("{}@{preset}", loaded.meta.id),
        None => loaded.meta.id.clone(),
    };
    RulesKey { id, set: loaded.requested().collect(), files: None }
}

impl Refusal {
    /// A refusal without anything but a sentence.
    #[must_use]
    pub fn new(code: RefusalCode, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), why: None, findings: Vec::new() }
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        let text = error.to_string();
        let code = match &error {
            SessionError::Illegal { .. } => RefusalCode::Illegal,
            SessionError::Ruleset(found) | SessionError::Lesson(found) => return invalid(found),
            SessionError::Hook(_) => RefusalCode::Failed,
            SessionError::NoSuchSeat(_)
            | SessionError::NoSuchPly { .. }
            | SessionError::PuzzleOver
            | SessionError::Agent(_) => RefusalCode::Unknown,
            SessionError::TooLarge { .. }
            | SessionError::TooManyPlies
            | SessionError::Unsolved(_) => RefusalCode::TooMany,
            _ => RefusalCode::Text,
        };
        let why = match &error {
            SessionError::Illegal { why, .. } => Some(view::why_not(why)),
            _ => None,
        };
        Self { code, text, why, findings: Vec::new() }
    }
}
