//! The openings of a run: random openings, one opening that is given by its moves, or the positions
//! of a file. The rules of the games determine the meaning of the moves and positions.
//!
//! A file has a FEN on each line, or contains games as PGN4. Each game is replayed to its end or to
//! a given ply.

use std::fmt;
use std::sync::Arc;

use quadrille_core::{AnyGame, Decision, Hooks, PlayError, Setup, game};
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Diagnostic, Ruleset, RulesetError, Source, actions, fen, pgn};
use quadrille_study::sim::{MAX_RANDOM_PLIES, Opening, Plan};
use serde::Serialize;

use crate::command_line::CommandLine;

/// The maximum number of positions in a file.
pub const MAX_POSITIONS: usize = 10_000;
/// The maximum number of errors reported for a file.
const MAX_FINDINGS: usize = 10;
/// The beginning of the text that requests random openings.
const RANDOM_PREFIX: &str = "random:";
/// The beginning of the text that requests an opening by its moves.
const MOVES_PREFIX: &str = "moves:";

/// Openings as requested, for one or several rulesets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// The openings as text, in the syntax of the command line's option for openings.
    name: String,
    /// The number of plies to replay of each recorded game. If `None`, each recorded game is
    /// replayed to its end.
    plies: Option<u32>,
    kind: OpeningKind,
}

/// The reason why openings can't be read from an option or from a stored run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OpeningError(String);

#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum OpeningKind {
    #[default]
    Array,
    Random(u32),
    Moves(Arc<Source>),
    File(Arc<Source>),
    /// The texts of the games in a file.
    Games(Vec<Arc<Source>>),
}

impl Openings {
    /// Parses openings that need no file: `random:8` for eight random plies, `moves:e2-e4 e7-e5`
    /// for the position after these actions. Any other text is the name of a file, for which the
    /// result is `None`.
    ///
    /// # Errors
    /// Returns an [`OpeningError`] if the number of plies is invalid or too large.
    pub fn stated(text: &str) -> Result<Option<Self>, OpeningError> {
        if let Some(moves) = text.strip_prefix(MOVES_PREFIX) {
            return Ok(Some(Self::moves(moves)));
        }
        let Some(plies) = text.strip_prefix(RANDOM_PREFIX) else { return Ok(None) };
        match plies.parse() {
            Ok(plies) if (1..=MAX_RANDOM_PLIES).contains(&plies) => {
                let kind = OpeningKind::Random(plies);
                Ok(Some(Self { name: format!("{RANDOM_PREFIX}{plies}"), plies: None, kind }))
            }
            _ => Err(OpeningError(format!(
                "expected 1 to {MAX_RANDOM_PLIES} random plies, such as {RANDOM_PREFIX}8"
            ))),
        }
    }

    /// Returns the position after these actions as an opening.
    #[must_use]
    pub fn moves(actions: &str) -> Self {
        let name = format!("{MOVES_PREFIX}{actions}");
        Self {
            name,
            plies: None,
            kind: OpeningKind::Moves(Source::new("the moves of the opening", actions)),
        }
    }

    /// Returns the positions of a file as openings. For a recorded game, this is the position after
    /// `plies` plies, or the last position if `plies` is `None`.
    #[must_use]
    pub fn file(source: Arc<Source>, plies: Option<u32>) -> Self {
        Self { name: source.name.clone(), plies, kind: OpeningKind::File(source) }
    }

    /// Returns the positions of the games in a file as openings, as [`Openings::file`] does. `games`
    /// contains the texts of the games.
    #[must_use]
    pub fn games(name: String, games: Vec<Arc<Source>>, plies: Option<u32>) -> Self {
        Self { name, plies, kind: OpeningKind::Games(games) }
    }

    /// Adds the options that request these openings to a command line.
    pub fn write(&self, line: &mut CommandLine) {
        if self.kind != OpeningKind::Array {
            line.option("--from", &self.name);
        }
        self.plies.iter().for_each(|plies| line.option("--from-plies", plies));
    }

    /// Describes the openings, or returns `None` for the array.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        match &self.kind {
            OpeningKind::Array => None,
            OpeningKind::Random(1) => Some("after 1 random ply".to_owned()),
            OpeningKind::Random(plies) => Some(format!("after {plies} random plies")),
            OpeningKind::Moves(source) => Some(format!("after {}", source.text)),
            OpeningKind::File(_) | OpeningKind::Games(_) => {
                let plies = self.plies.map(|plies| format!(", after ply {plies} of each game"));
                Some(format!("at the positions of {}{}", self.name, plies.unwrap_or_default()))
            }
        }
    }

    /// Reads the openings by the rules of `loaded`.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] if the file has an error, or if the file contains a position at
    /// which no game can begin.
    pub fn by(&self, loaded: &Ruleset) -> Result<Opening, RulesetError> {
        let source = match &self.kind {
            OpeningKind::Array => return Ok(Opening::Array),
            OpeningKind::Random(plies) => return Ok(Opening::Random(*plies)),
            OpeningKind::Moves(source) | OpeningKind::File(source) => source,
            OpeningKind::Games(games) => return self.by_games(games, loaded),
        };
        let hooks = loaded.hooks();
        let reader = OpeningReader { loaded, hooks: &*hooks, source, plies: self.plies };
        if matches!(self.kind, OpeningKind::Moves(_)) {
            let setup = reader.moves()?;
            return Ok(Opening::Positions([setup].into()));
        }
        let found: Vec<Result<Setup, Diagnostic>> = if has_records(&source.text) {
            let records = pgn::read(&source.text).map_err(|error| error.in_input(source))?;
            let games = records.iter().take(MAX_POSITIONS + 1);
            games.map(|record| reader.record(record)).collect()
        } else if self.plies.is_some() {
            return Err(whole_file(
                source,
                "`--from-plies` needs recorded games, but this file has positions".to_owned(),
                "remove `--from-plies`, or name a file with PGN4 games",
            ));
        } else {
            reader.lines().take(MAX_POSITIONS + 1).collect()
        };
        positions(found, source)
    }

    /// Reads the openings from the texts of games.
    fn by_games(&self, games: &[Arc<Source>], loaded: &Ruleset) -> Result<Opening, RulesetError> {
        let hooks = loaded.hooks();
        let mut found = Vec::new();
        for source in games {
            let reader = OpeningReader { loaded, hooks: &*hooks, source, plies: self.plies };
            let records = pgn::read(&source.text).map_err(|error| error.in_input(source))?;
            found.extend(records.iter().map(|record| reader.record(record)));
        }
        match games.first() {
            Some(source) => positions(found, source),
            None => positions(found, &Source::new(&*self.name, "")),
        }
    }
}

/// Returns an error about a whole file of openings.
fn whole_file(source: &Arc<Source>, message: String, help: &str) -> RulesetError {
    Diagnostic::input(source, 0..0, message).help(help).into()
}

/// Returns the positions of a file, or the first errors.
fn positions(
    found: Vec<Result<Setup, Diagnostic>>,
    source: &Arc<Source>,
) -> Result<Opening, RulesetError> {
    if found.len() > MAX_POSITIONS {
        let message = format!("the file has more than {MAX_POSITIONS} positions");
        return Err(whole_file(source, message, "use a file with fewer positions"));
    }
    if found.is_empty() {
        let message = "the file has no position".to_owned();
        let help = "write a FEN on each line, or write PGN4 games";
        return Err(whole_file(source, message, help));
    }
    let (mut positions, mut findings) = (Vec::new(), Vec::new());
    for one in found {
        match one {
            Ok(setup) => positions.push(setup),
            Err(finding) => findings.push(finding),
        }
    }
    findings.truncate(MAX_FINDINGS);
    match findings.is_empty() {
        true => Ok(Opening::Positions(positions.into())),
        false => Err(findings.into()),
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Returns `true` if a text contains recorded games. Such a text begins with a tag, possibly after
/// blank lines and comments.
#[must_use]
pub fn has_records(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with('[') && line.ends_with(']'))
}

/// A reader of the positions in a file of openings.
struct OpeningReader<'a> {
    loaded: &'a Ruleset,
    hooks: &'a dyn Hooks,
    source: &'a Arc<Source>,
    plies: Option<u32>,
}

impl OpeningReader<'_> {
    /// Returns a position for each line, except empty lines and comments.
    fn lines(&self) -> impl Iterator<Item = Result<Setup, Diagnostic>> {
        let text = &self.source.text;
        let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(move |line| {
            let at = offset(line);
            let setup = fen::read(&self.loaded.rules, line)
                .map_err(|error| error.shifted(at).in_input(self.source))?;
            self.checked(setup, at..at + line.len())
        })
    }

    /// Returns the position after the actions that the source lists.
    fn moves(&self) -> Result<Setup, Diagnostic> {
        let whole = 0..self.source.text.len();
        let mut game = game::start(&self.loaded.rules, self.hooks)
            .map_err(|error| Diagnostic::input(self.source, whole.clone(), error.to_string()))?;
        actions::play(&mut *game, &self.source.text)
            .map_err(|error| error.in_input(self.source))?;
        self.checked(game.setup(), whole)
    }

    /// Returns the position of a recorded game.
    fn record(&self, record: &pgn::Record) -> Result<Setup, Diagnostic> {
        let wrong = |error: pgn::PgnError| error.in_input(self.source);
        let rules = &self.loaded.rules;
        let first = record.words.first().map(|word| word.span.clone());
        let last = record.words.last().map(|word| word.span.clone());
        let tag = record.tags.first().map(|tag| tag.span.clone());
        let first = first.or(tag).unwrap_or_default();
        let failed =
            |error: PlayError| Diagnostic::input(self.source, first.clone(), error.to_string());
        let begin = || match record.start(rules).map_err(wrong)? {
            Some(setup) => self.resumed(&setup, first.clone()),
            None => game::start(rules, self.hooks).map_err(|error| failed(error.into())),
        };
        let mut game = begin()?;
        let actions = pgn::replay(record, &mut *game).map_err(wrong)?.actions;
        let Some(plies) = self.plies else {
            return self.checked(game.setup(), last.unwrap_or(first));
        };
        let Some(actions) = actions.get(..plies as usize) else {
            let found = match actions.len() {
                1 => "1 ply".to_owned(),
                n => format!("{n} plies"),
            };
            let message = format!("this game has {found}, fewer than `--from-plies` requires");
            return Err(Diagnostic::input(self.source, first, message));
        };
        let mut game = begin()?;
        for action in actions {
            game.play(*action).map_err(failed)?;
        }
        self.checked(game.setup(), first)
    }

    fn resumed(
        &self,
        setup: &Setup,
        at: std::ops::Range<usize>,
    ) -> Result<Box<dyn AnyGame + '_>, Diagnostic> {
        game::resume(&self.loaded.rules, self.hooks, setup).map_err(|error| {
            let message = format!("no game can start from this position: {error}");
            Diagnostic::input(self.source, at, message)
        })
    }

    /// Returns `setup` if a game can continue from this position. `at` is the place in the source
    /// for the error.
    fn checked(&self, setup: Setup, at: std::ops::Range<usize>) -> Result<Setup, Diagnostic> {
        match self.resumed(&setup, at.clone())?.decision() {
            Ok(Decision::Over) => {
                Err(Diagnostic::input(self.source, at, "the game is over in this position")
                    .help("remove the position; for recorded games, choose an earlier one with `--from-plies`"))
            }
            Ok(_) => Ok(setup),
            Err(error) => Err(Diagnostic::input(self.source, at, error.to_string())),
        }
    }
}

/// The openings of a run, as stored with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpeningId {
    /// The openings in words: `random:8`, or the number of positions with a hash of the positions.
    pub name: String,
    /// The positions in order, as FENs.
    #[serde(skip)]
    pub positions: Vec<String>,
}

impl OpeningId {
    /// Returns the openings of a plan, or `None` if games begin at the array.
    #[must_use]
    pub fn new(loaded: &Ruleset, plan: &Plan) -> Option<Self> {
        match &plan.opening {
            Opening::Array => None,
            Opening::Random(plies) => {
                Some(Self { name: format!("{RANDOM_PREFIX}{plies}"), positions: Vec::new() })
            }
            Opening::Positions(list) => {
                let fens = list.iter().map(|setup| fen::write(&loaded.rules, setup));
                let positions: Vec<String> = fens.collect();
                let count = quantity(positions.len() as u64, "position");
                let hash = quadrille_dsl::hash(positions.iter().map(String::as_str));
                Some(Self { name: format!("{count} ({hash})"), positions })
            }
        }
    }

    /// Restores the openings of a plan from this data.
    ///
    /// # Errors
    /// Returns an [`OpeningError`] if the openings do not fit these rules.
    pub fn opening(&self, loaded: &Ruleset) -> Result<Opening, OpeningError> {
        if let Ok(Some(Openings { kind: OpeningKind::Random(plies), .. })) =
            Openings::stated(&self.name)
        {
            return Ok(Opening::Random(plies));
        }
        let read = |text: &String| {
            fen::read(&loaded.rules, text).map_err(|e| OpeningError(e.kind.to_string()))
        };
        let positions = self.positions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        match positions.is_empty() {
            true => Err(OpeningError("the run stores no opening positions".to_owned())),
            false => Ok(Opening::Positions(positions.into())),
        }
    }
}
