//! External engines as players: their processes, the UCI messages to them, and their answers.
//!
//! Time is the only limit on an engine. If an engine is silent for too long, ends, or answers with
//! an illegal action, the caller gets an [`EngineError`] and decides the consequences.
//! docs/reference/engine.md describes the protocol. This module controls external engines. In
//! contrast, `commands/engine` makes Quadrille an engine that other programs control.

pub mod lines;
pub mod moves;
mod process;

use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadrille_agents::Score;
use quadrille_core::numeric::math::ln;
use quadrille_core::{Action, AnyGame, Declaration, HookError, Hooks, Setup, Spec, game};
use quadrille_dsl::{Ruleset, fen, variant_names};
use quadrille_study::sim::Opening;

use crate::args::EngineSpec;
use crate::output::exit::Failure;
use moves::Dialect;
use process::{Heard, Process};

/// The id of the ruleset that `quadrille engine` plays until another ruleset is chosen.
pub const ORTHODOX: &str = "orthodox-chess";

/// The interval at which Quadrille tests whether the run should stop.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The maximum number of characters of an engine's answer that are quoted in a message.
const MAX_SHOWN_ANSWER: usize = 40;

/// The reason why an engine did not return a legal action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The engine can't be started, or can't play this game.
    Start(String),
    /// The engine has ended.
    Crash,
    /// The engine did not answer in time.
    Time,
    /// The answer is not legal, or can't be read.
    Illegal(String),
    /// The run was stopped.
    Stopped,
    /// A rule script failed.
    Fault(HookError),
}

impl Display for EngineError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(why) => f.write_str(why),
            Self::Crash => f.write_str("it ended"),
            Self::Time => f.write_str("it was silent for too long"),
            Self::Illegal(said) => write!(f, "it answered `{said}`, which is not legal"),
            Self::Stopped => f.write_str("it was interrupted"),
            Self::Fault(error) => error.fmt(f),
        }
    }
}

/// Checks whether external engines can play a game.
///
/// # Errors
/// Returns a [`Failure`] if the game hides something from a seat. An engine receives the whole
/// game, so it would learn hidden information.
pub fn allowed(spec: &Spec) -> Result<(), Failure> {
    if !spec.hides_pieces() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "external engines see everything, but {} hides something from each seat",
        spec.id
    )))
}

/// An engine's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineReply {
    /// The action.
    pub action: Action,
    /// The advantage of the seat's side, if the engine reported an evaluation.
    pub score: Option<EngineScore>,
    /// The depth that the engine has reached.
    pub depth: Option<u32>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// The time that the engine took for the answer.
    pub time: Duration,
}

/// The advantage of a side, as an engine or agent evaluates it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineScore {
    /// The advantage in hundredths of a pawn.
    Centipawns(i64),
    /// The number of moves until the side mates, or the negative number of moves until it is mated.
    Mate(i64),
}

impl EngineScore {
    /// Converts a score of the agent `search`, in a game with this many seats. The agent counts the
    /// plies to a forced win or loss. The result counts only the moves of the seat that chooses.
    #[must_use]
    pub fn of(score: Score, seats: u32) -> Self {
        match score {
            Score::Lead(lead) => Self::Centipawns(lead.into()),
            Score::Wins(plies) => Self::Mate(plies.div_ceil(seats).into()),
            Score::Loses(plies) => Self::Mate(-i64::from(plies.div_ceil(seats))),
        }
    }
}

/// Formats the score as UCI does.
impl Display for EngineScore {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(lead) => write!(f, "cp {lead}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// A running engine.
pub struct RunningEngine {
    process: Process,
    dialect: Dialect,
    patience: Duration,
}

/// A game as it is sent to an engine, with the limits for the answer.
pub struct GameForEngine<'a> {
    /// The start of the game, as [`beginning`] returns it.
    pub start: &'a str,
    /// The actions after the start position, in the engine's notation.
    pub moves: &'a [String],
    /// The arguments of `go`.
    pub go: &'a str,
    /// The maximum time for the answer.
    pub limit: Duration,
    /// A flag that another thread can set while the engine thinks. The engine then answers with the
    /// best action found so far.
    pub hurry: Option<&'a AtomicBool>,
}

impl RunningEngine {
    /// Starts an engine, and sends it the rules and its options.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the start takes longer than `patience`, or the engine does not
    /// know the rules.
    pub fn start(
        spec: &EngineSpec,
        loaded: &Ruleset,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Self, EngineError> {
        let process =
            Process::start(&spec.command).map_err(|why| EngineError::Start(why.to_string()))?;
        let dialect = Dialect::of(loaded.spec(), spec);
        let engine = Self { process, dialect, patience };
        engine.say("uci")?;
        let (mut variants, mut any_array) = (None, false);
        engine.until(patience, stop, None, |line| {
            if let Some(option) = line.strip_prefix("option name UCI_Variant ") {
                variants = Some(option.to_owned());
            }
            any_array |= line.starts_with("option name UCI_Chess960 ");
            (line == "uciok").then_some(())
        })?;
        let given = spec.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
        if let (None, Some(variants)) = (given, variants) {
            engine.choose_variant(&variants, loaded.spec())?;
        }
        if any_array && loaded.spec().castling.iter().any(|castling| castling.shares_rights) {
            engine.say("setoption name UCI_Chess960 value true")?;
        }
        for (name, value) in
            given.into_iter().chain(spec.options.iter().filter(|o| Some(*o) != given))
        {
            engine.say(format!("setoption name {name} value {value}"))?;
        }
        engine.ready(stop)?;
        Ok(engine)
    }

    /// Selects the variant, if the engine has an option for variants.
    fn choose_variant(&self, known: &str, spec: &Spec) -> Result<(), EngineError> {
        let words: Vec<&str> = known.split_whitespace().collect();
        let pairs = || words.windows(2).map(|pair| (pair[0], pair[1]));
        let after = |key: &'static str| pairs().filter(move |(word, _)| *word == key);
        let id = &spec.id;
        // The id can't be sent if engines use it as the name of a different variant for two
        // players.
        let usual = variant_names::of_ruleset(id, spec.seats.len()).map(|variant| variant.uci);
        let own = (usual.is_some() || variant_names::find(id).is_none()).then_some(id.as_str());
        let names: Vec<&str> = usual.into_iter().chain(own).collect();
        if after("default").any(|(_, default)| names.contains(&default)) {
            return Ok(());
        }
        match after("var").find(|(_, variant)| names.contains(variant)) {
            Some((_, variant)) => self.say(format!("setoption name UCI_Variant value {variant}")),
            None => Err(EngineError::Start(format!(
                "it does not know the variant `{id}`; if it uses another name, add ;UCI_Variant=NAME"
            ))),
        }
    }

    /// Returns the CPU time that the engine has used so far, if the system reports it.
    #[must_use]
    pub fn processor_time(&self) -> Option<Duration> {
        self.process.processor_time()
    }

    /// Announces a new game to the engine.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the engine does not answer.
    pub fn new_game(&self, stop: &AtomicBool) -> Result<(), EngineError> {
        self.say("ucinewgame")?;
        self.ready(stop)
    }

    /// Requests an action from the engine.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the engine does not answer with a legal action in time.
    pub fn ask(
        &self,
        game: &mut dyn AnyGame,
        request: &GameForEngine<'_>,
        stop: &AtomicBool,
    ) -> Result<EngineReply, EngineError> {
        let mut position = format!("position {}", request.start);
        if !request.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&request.moves.join(" "));
        }
        self.say(position)?;
        // Skip earlier output, which is not about this position.
        self.ready(stop)?;
        let begun = Instant::now();
        self.say(format!("go {}", request.go))?;
        let (mut score, mut depth, mut nodes) = (None, None, None);
        let best = self.until(request.limit, stop, request.hurry, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => Some(words.next().unwrap_or_default().to_owned()),
                Some("info") => {
                    let words: Vec<&str> = words.collect();
                    let after = |key: &str| number(&words, key, 1);
                    // Skip secondary variations and comments.
                    if !matches!(after("multipv"), Some(2..)) && words.first() != Some(&"string") {
                        score = sight(&words).or(score);
                        depth = after("depth").and_then(|n| u32::try_from(n).ok()).or(depth);
                        nodes = after("nodes").and_then(|n| u64::try_from(n).ok()).or(nodes);
                    }
                    None
                }
                _ => None,
            }
        })?;
        let time = begun.elapsed();
        let found = self.dialect.find(game, &best).map_err(EngineError::Fault)?;
        // An engine may resign for its own seat. It may not make other declarations.
        let own = |action: &Action| match action {
            Action::Declare(seat, said) => *seat == game.turn() && *said == Declaration::Resign,
            _ => true,
        };
        match found.filter(own) {
            Some(action) => Ok(EngineReply { action, score, depth, nodes, time }),
            None => Err(EngineError::Illegal(shown(&best))),
        }
    }

    fn say(&self, line: impl Into<String>) -> Result<(), EngineError> {
        // An engine that has left too many lines unread counts as ended.
        if self.process.say(line.into()) { Ok(()) } else { Err(EngineError::Crash) }
    }

    fn ready(&self, stop: &AtomicBool) -> Result<(), EngineError> {
        self.say("isready")?;
        self.until(self.patience, stop, None, |line| (line == "readyok").then_some(()))
    }

    /// Reads lines of the engine until `wanted` returns a value for a line.
    fn until<T>(
        &self,
        limit: Duration,
        stop: &AtomicBool,
        hurry: Option<&AtomicBool>,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let begun = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(EngineError::Stopped);
            }
            if hurry.is_some_and(|hurry| hurry.swap(false, Ordering::Relaxed)) {
                self.say("stop")?;
            }
            let left = limit.checked_sub(begun.elapsed()).ok_or(EngineError::Time)?;
            match self.process.hear(left.min(STOP_POLL_INTERVAL)) {
                Heard::Line(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Heard::Nothing => {}
                Heard::Gone => return Err(EngineError::Crash),
            }
        }
    }
}

impl Drop for RunningEngine {
    fn drop(&mut self) {
        // Let the engine end properly. The process is killed in any case.
        self.process.say("quit".to_owned());
    }
}

/// Returns the start of a game in the form of the UCI message `position`: `startpos`, or `fen` with
/// the position. If the engine uses other letters for some kinds, the result is always `fen`,
/// because the engine may also have another start position.
///
/// # Errors
/// Returns an [`EngineError`] if the format that the engine reads can't represent the position.
pub fn beginning(
    game: &dyn AnyGame,
    hooks: &dyn Hooks,
    at_array: bool,
    engine: &EngineSpec,
) -> Result<String, EngineError> {
    let rules = game.rules();
    if at_array && engine.letters.is_empty() && rules.spec().seats.len() == 2 {
        return Ok("startpos".to_owned());
    }
    let setup = game.setup();
    if let Some(plain) = fen::write_plain(rules, &setup) {
        return Ok(format!("fen {}", theirs(&plain, &engine.letters)));
    }
    if engine.own_options {
        // Other programs don't use the number of plies, and not all accept its key.
        return Ok(format!("fen {}", fen::write(rules, &Setup { ply: 0, ..setup })));
    }
    let unable = |why: &dyn Display| {
        EngineError::Start(format!(
            "{why}; if the engine reads Quadrille's options, add ;fen=quadrille"
        ))
    };
    let text = fen::write_chess_com(rules, &setup).map_err(|why| unable(&why))?;
    // The text does not state if the turn has been opened. The position must be the same after the
    // turn is opened again.
    let again = fen::read(rules, &text).ok().and_then(|setup| {
        let mut game = game::resume(rules, hooks, &setup).ok()?;
        game.decision().ok()?;
        Some(Setup { ply: 0, ..game.setup() })
    });
    if again != Some(Setup { ply: 0, ..setup }) {
        let why = "chess.com's FEN4 can't represent an event before the first move";
        return Err(unable(&why));
    }
    Ok(format!("fen {text}"))
}

/// Checks that an engine can read every position at which a game of a match begins.
///
/// # Errors
/// Returns an [`EngineError`] if the engine can't read a position, or a hook fails.
pub fn check_openings(
    engine: &EngineSpec,
    loaded: &Ruleset,
    opening: &Opening,
) -> Result<(), EngineError> {
    let hooks = loaded.hooks();
    let check = |setup: Option<&Setup>| {
        let game = match setup {
            None => game::start(&loaded.rules, &*hooks),
            Some(setup) => game::resume(&loaded.rules, &*hooks, setup).map_err(HookError::from),
        };
        let game = game.map_err(EngineError::Fault)?;
        beginning(&*game, &*hooks, setup.is_none(), engine).map(|_| ())
    };
    match opening {
        Opening::Positions(list) => list.iter().try_for_each(|setup| check(Some(setup))),
        // The plies of a random opening are sent as moves.
        Opening::Array | Opening::Random(_) => check(None),
    }
}

/// Returns a standard FEN with the letters of another program.
fn theirs(fen: &str, letters: &[(char, char)]) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let letter = |c: char| match letters.iter().find(|(here, _)| here.eq_ignore_ascii_case(&c)) {
        Some((_, there)) if c.is_uppercase() => there.to_ascii_uppercase(),
        Some((_, there)) => there.to_ascii_lowercase(),
        None => c,
    };
    format!("{} {rest}", board.chars().map(letter).collect::<String>())
}

/// Converts winning chances to an advantage in hundredths of the value of the cheapest piece. An
/// advantage of an eighth of an army doubles the odds (docs/reference/agents.md). Returns `None` if
/// the chances are 0 or 1, or if the pieces have no values.
#[must_use]
pub fn centipawns(spec: &Spec, share: f64) -> Option<i64> {
    let cheapest = spec.kinds.iter().map(|kind| kind.value).filter(|value| *value > 0).min()?;
    let all: i64 =
        spec.array.iter().map(|(_, piece)| i64::from(spec.kinds[piece.kind().index()].value)).sum();
    let army = all as f64 / spec.seats.len() as f64 / f64::from(cheapest);
    let fair = 1.0 / spec.teams.len().max(2) as f64;
    (share > 0.0 && share < 1.0 && army > 0.0).then(|| {
        let odds = share * (1.0 - fair) / ((1.0 - share) * fair);
        (ln(odds) / ln(2.0) * army / 8.0 * 100.0).clamp(-9999.0, 9999.0).round() as i64
    })
}

/// Returns the number that is `distance` words after the word `key` in a line.
fn number(words: &[&str], key: &str, distance: usize) -> Option<i64> {
    let at = words.iter().position(|word| *word == key)?;
    words.get(at + distance)?.parse().ok()
}

/// Parses a score of an engine: `score cp 31`, `score mate -2`, or only a number of hundredths.
fn sight(words: &[&str]) -> Option<EngineScore> {
    let at = words.iter().position(|word| *word == "score")?;
    let number = || words.get(at + 2)?.parse::<i64>().ok();
    match *words.get(at + 1)? {
        "cp" => number().map(EngineScore::Centipawns),
        "mate" => number().map(EngineScore::Mate),
        bare => bare.parse().ok().map(EngineScore::Centipawns),
    }
}

/// Returns the beginning of an answer, escaped so that it can't control a terminal.
fn shown(text: &str) -> String {
    text.escape_default().to_string().chars().take(MAX_SHOWN_ANSWER).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_by_force_are_told_in_the_seats_own_moves() {
        for (plies, two, four) in
            [(1, "mate 1", "mate 1"), (3, "mate 2", "mate 1"), (5, "mate 3", "mate 2")]
        {
            let of = |seats| EngineScore::of(Score::Wins(plies), seats).to_string();
            assert_eq!((of(2).as_str(), of(4).as_str()), (two, four));
        }
        assert_eq!(EngineScore::of(Score::Loses(2), 2).to_string(), "mate -1");
        assert_eq!(EngineScore::of(Score::Loses(0), 2).to_string(), "mate 0");
        assert_eq!(EngineScore::of(Score::Lead(-31), 4).to_string(), "cp -31");
    }

    #[test]
    fn positions_are_told_with_the_letters_of_the_engine() {
        let array = "rnafkanr/8/8/RNAFKANR[Af] w - - 0 1";
        assert_eq!(theirs(array, &[('F', 'q'), ('A', 'b')]), "rnbqkbnr/8/8/RNBQKBNR[Bq] w - - 0 1");
    }

    #[test]
    fn scores_are_those_of_uci_or_bare() {
        let of = |line: &str| sight(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(of("depth 3 score cp -31 nodes 4"), Some(EngineScore::Centipawns(-31)));
        assert_eq!(of("score mate 2 pv e2e4"), Some(EngineScore::Mate(2)));
        assert_eq!(of("depth 2 pv h2-h3 score 120 nps 3"), Some(EngineScore::Centipawns(120)));
        for nothing in ["depth 3", "score", "score cp", "score cp x", "score lowerbound"] {
            assert_eq!(of(nothing), None, "{nothing}");
        }
    }
}
