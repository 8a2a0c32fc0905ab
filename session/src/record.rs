//! Games as text: JSON and PGN4. Reading replays every action by the rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_dsl::{Library, Ruleset, load, pgn};
use serde::{Deserialize, Serialize};

use crate::error::GameError;
use crate::game::Game;
use crate::limits::{MAX_PLIES, VERSION};

/// The name of the JSON format of games.
pub const SCHEMA: &str = "quadrille-game";
/// The JSON Schema of the format `quadrille-game`.
pub const JSON_SCHEMA: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/game.schema.json"));

/// The maximum length of a game's text, in bytes.
pub const MAX_LENGTH: usize = 8 * 1024 * 1024;

/// A game read from a record, with notes on the record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImportedGame {
    /// The game at the end of the record.
    pub game: Game,
    /// Disagreements between the record and the rules. They are not errors, because every action
    /// was legal.
    pub notes: Vec<String>,
}

/// A game in JSON.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a game as an object")]
struct GameFile {
    schema: String,
    version: u32,
    ruleset: RulesetKey,
    /// The FEN at which the game began. `None` for the ruleset's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// All actions of the game, including actions that were taken back.
    actions: Vec<String>,
    /// The number of actions up to the present ply.
    at: usize,
    /// The position after the played actions, for readers without the rules.
    #[serde(default)]
    fen: Option<String>,
}

/// The rules of a game in JSON.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a ruleset as an object")]
struct RulesetKey {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preset: Option<String>,
    /// The tunables that were set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    set: BTreeMap<String, String>,
    #[serde(default)]
    hash: String,
}

impl GameFile {
    fn read(text: &str) -> Result<Self, GameError> {
        if text.len() > MAX_LENGTH {
            return Err(GameError::TooLarge { length: text.len(), most: MAX_LENGTH });
        }
        let invalid = |error: serde_json::Error| GameError::Json(error.to_string());
        let file: Self = serde_json::from_str(text).map_err(invalid)?;
        if file.schema != SCHEMA {
            let message = format!("its schema is `{}`, not `{SCHEMA}`", file.schema);
            return Err(GameError::Json(message));
        }
        if file.version != VERSION {
            return Err(GameError::Version(file.version));
        }
        if file.actions.len() > MAX_PLIES {
            return Err(GameError::TooManyPlies);
        }
        let plies = file.actions.len();
        if file.at > plies {
            return Err(GameError::NoSuchPly { wanted: file.at, plies });
        }
        Ok(file)
    }

    /// Replays the recorded game with a ruleset.
    fn import(&self, ruleset: Arc<Ruleset>) -> Result<ImportedGame, GameError> {
        if self.ruleset.id != ruleset.meta.id {
            let (wanted, found) = (self.ruleset.id.clone(), ruleset.meta.id.clone());
            return Err(GameError::OtherRules { wanted, found });
        }
        let mut notes = Vec::new();
        if self.ruleset.hash != ruleset.hash {
            notes.push("the game was saved with a different version of these rules".to_owned());
        }
        let mut session = match &self.start {
            Some(fen) => {
                Game::from_fen(ruleset, fen).map_err(|error| GameError::Start(Box::new(error)))?
            }
            None => Game::start(ruleset)?,
        };
        session.play_each(self.actions.iter().map(|action| (None, action.as_str())))?;
        session.go_to(self.at)?;
        if self.fen.as_ref().is_some_and(|fen| session.fen().is_ok_and(|here| here != *fen)) {
            notes.push("the position differs from the position in the record".to_owned());
        }
        Ok(ImportedGame { game: session, notes })
    }
}

impl Game {
    /// Returns the whole game as JSON: its rules, its start, every action (including actions that
    /// were taken back), and the present ply.
    /// ```
    /// use quadrille_dsl::library::Shipped;
    /// use quadrille_session::{Game, GameError};
    ///
    /// let mut game = Game::load(&Shipped, "orthodox-chess")?;
    /// game.play_all("e2-e4 e7-e5")?;
    /// let again = Game::open_json(&Shipped, &game.to_json()?)?.game;
    /// assert_eq!(again.fen()?, game.fen()?);
    /// # Ok::<(), GameError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`GameError`] if the game can't be written as JSON. This is not known to happen.
    pub fn to_json(&self) -> Result<String, GameError> {
        let ruleset = self.ruleset();
        let file = GameFile {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            ruleset: RulesetKey {
                id: ruleset.meta.id.clone(),
                preset: ruleset.preset.clone(),
                set: ruleset.requested().collect(),
                hash: ruleset.hash.clone(),
            },
            start: self.initial_fen().map(str::to_owned),
            actions: self.plies().map(|ply| ply.action.clone()).collect(),
            at: self.ply(),
            fen: Some(self.fen()?),
        };
        serde_json::to_string_pretty(&file).map_err(|error| GameError::Json(error.to_string()))
    }

    /// Reads a game from JSON and replays it with `ruleset`.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the text is not a game in this format, or if an action is not
    /// legal. Also returns an error if the game has a ruleset with another id.
    pub fn from_json(ruleset: Arc<Ruleset>, text: &str) -> Result<ImportedGame, GameError> {
        GameFile::read(text)?.import(ruleset)
    }

    /// Reads a game from JSON, and replays it with the ruleset that the JSON names. The ruleset is
    /// loaded from `library`.
    ///
    /// # Errors
    /// Returns [`GameError::Ruleset`] if the ruleset can't be loaded, and the errors of
    /// [`Game::from_json`].
    pub fn open_json(library: &dyn Library, text: &str) -> Result<ImportedGame, GameError> {
        let file = GameFile::read(text)?;
        let RulesetKey { id, preset, set, .. } = &file.ruleset;
        let name = preset.as_ref().map_or_else(|| id.clone(), |preset| format!("{id}@{preset}"));
        let set: Vec<_> = set.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let ruleset = load(library, &name, &set)?;
        file.import(Arc::new(ruleset))
    }

    /// Returns the game up to the present ply as PGN4. `tags` come before the moves. Tags for the
    /// rules and the start are added.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn to_pgn(&self, tags: &[(String, String)]) -> Result<String, GameError> {
        let ruleset = self.ruleset();
        let name = match &ruleset.preset {
            Some(preset) => format!("{}@{preset}", ruleset.meta.id),
            None => ruleset.meta.id.clone(),
        };
        let mut all = vec![("Ruleset".to_owned(), name)];
        all.extend(
            ruleset.requested().map(|(key, value)| ("Set".to_owned(), format!("{key}={value}"))),
        );
        all.extend(tags.iter().filter(|(name, _)| name != "Ruleset" && name != "Set").cloned());
        let actions = self.actions();
        self.with_start(|game| Ok(pgn::write(game, &all, &actions)?))
    }

    /// Reads the first game of a PGN4 file and replays it with `ruleset`.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the file can't be read, contains no game, or contains an action
    /// that is not legal.
    pub fn from_pgn(ruleset: Arc<Ruleset>, text: &str) -> Result<ImportedGame, GameError> {
        if text.len() > pgn::MAX_LENGTH {
            return Err(GameError::TooLarge { length: text.len(), most: pgn::MAX_LENGTH });
        }
        let records = pgn::read(text)?;
        let record = records.first().ok_or(GameError::NoGame)?;
        Self::from_record(ruleset, record)
    }

    /// Replays a parsed game of a PGN4 file with `ruleset`.
    ///
    /// # Errors
    /// Returns a [`GameError`] if an action is not legal, or a hook fails.
    pub fn from_record(
        ruleset: Arc<Ruleset>,
        record: &pgn::Record,
    ) -> Result<ImportedGame, GameError> {
        if record.words.len() > MAX_PLIES {
            return Err(GameError::TooManyPlies);
        }
        let mut session = match record.start(&ruleset.rules)? {
            Some(setup) => Self::from_setup(ruleset, &setup)?,
            None => Self::start(ruleset)?,
        };
        let replayed = session.with_game(|game| Ok(pgn::replay(record, game)?))?;
        session.play_actions(&replayed.actions)?;
        let notes = replayed.notes.into_iter().map(|note| note.message).collect();
        Ok(ImportedGame { game: session, notes })
    }
}
