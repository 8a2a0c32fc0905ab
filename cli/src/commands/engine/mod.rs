//! `engine`: chooses moves for a program that controls it by UCI on standard input and output.
//! docs/reference/engine.md describes the protocol.
//!
//! One thread reads lines. The main thread executes the lines, and checks for new lines during a
//! search.

mod budget;
mod engine_state;
mod lines_out;
mod options;
mod think;
mod variants;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use quadrille_core::numeric::rng::Stream;
use quadrille_core::{Action, AnyGame, Decision, game};
use quadrille_dsl::fen::FenError;
use quadrille_dsl::{Ruleset, fen, pgn};

use crate::args::EngineArgs;
use crate::context::{self, CommandContext};
use crate::engines::lines::{self, EngineLine};
use crate::output::exit::{self, Failure};

use budget::TimeBudget;
use engine_state::{EngineLoop, EnginePosition};
use lines_out::{one_line, say};
use options::{EngineOptions, OptionEffect};
use think::{AgentMemory, Best, ThinkLimits};

/// The reference of the protocol, as `quadrille explain engine` prints it.
pub const REFERENCE: &str = include_str!("../../../docs/engine.md");

/// The reason why the engine stops playing the present ruleset.
enum LoopEnd {
    /// Another ruleset was chosen.
    Load,
    Quit,
}

/// Serves a program that controls the engine, until `quit` or the end of the input.
pub fn run(args: &EngineArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let mut options = EngineOptions::new(args);
    let mut loaded = context::open(&context.shelf, &options.ruleset, &options.change)?;
    let lines = lines::read();
    let waiting = RefCell::new(VecDeque::new());
    let input_end = Cell::new(None);
    let mut memory = AgentMemory::new(options.hash);
    loop {
        let hooks = loaded.hooks();
        let mut engine = EngineLoop {
            loaded: &loaded,
            hooks: &*hooks,
            lines: &lines,
            waiting: &waiting,
            input_end: &input_end,
            position: None,
        };
        let before = (options.ruleset.clone(), options.change.clone());
        if matches!(engine.obey(&mut options, &mut memory, context)?, LoopEnd::Quit) {
            return Ok(exit::FINE);
        }
        drop(engine);
        drop(hooks);
        match reload(&mut options, context) {
            Ok(found) => loaded = found,
            Err(failure) => {
                tell(&format!("can't load {}", options.ruleset), failure)?;
                (options.ruleset, options.change) = before;
            }
        }
    }
}

/// Loads the chosen ruleset. If the chosen weights do not fit the ruleset, loads it without them.
fn reload(options: &mut EngineOptions, context: &CommandContext) -> Result<Ruleset, Failure> {
    let first = context::open(&context.shelf, &options.ruleset, &options.change);
    if first.is_ok() || options.change.weights.is_none() {
        return first;
    }
    let without = crate::args::RuleChange { weights: None, ..options.change.clone() };
    match (first, context::open(&context.shelf, &options.ruleset, &without)) {
        (Err(failure), Ok(loaded)) => {
            tell("without weights", failure)?;
            options.change = without;
            Ok(loaded)
        }
        (first, _) => first,
    }
}

/// Reports a failure, with its reason, to the controlling program.
fn tell(what: &str, failure: Failure) -> Result<(), Failure> {
    let first = failure.diagnostics().into_iter().next();
    let why = first.map_or_else(String::new, |found| format!(": {}", one_line(&found.message)));
    say(&format!("info string {}{why}", one_line(what)))
}

impl<'a> EngineLoop<'a> {
    fn obey(
        &mut self,
        options: &mut EngineOptions,
        memory: &mut AgentMemory,
        context: &CommandContext,
    ) -> Result<LoopEnd, Failure> {
        loop {
            let waiting = self.waiting.borrow_mut().pop_front();
            let line = match waiting.map_or_else(|| self.lines.recv(), Ok) {
                Err(_) => return Ok(LoopEnd::Quit),
                Ok(EngineLine::TooLong) => {
                    say("info string ignored a line that was too long")?;
                    continue;
                }
                Ok(EngineLine::Text(text)) => text,
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("uci") => {
                    say(concat!("id name Quadrille ", env!("CARGO_PKG_VERSION")))?;
                    say("id author the authors of Quadrille")?;
                    options.tell(variants::name(self.spec()), &variants::names(&context.shelf))?;
                    say("uciok")?;
                }
                Some("isready") => say("readyok")?,
                Some("ucinewgame") => {
                    self.position = None;
                    memory.clear();
                }
                Some("setoption") => match options.set(&line, &context.shelf)? {
                    OptionEffect::None => {}
                    OptionEffect::Ruleset => return Ok(LoopEnd::Load),
                    OptionEffect::Table => *memory = AgentMemory::new(options.hash),
                    OptionEffect::Clear => memory.clear(),
                },
                Some("position") => {
                    forgive(self.position(&words.collect::<Vec<_>>()))?;
                }
                Some("go") => {
                    if self.go(&words.collect::<Vec<_>>(), options, memory)? {
                        return Ok(LoopEnd::Quit);
                    }
                }
                Some("d") => {
                    forgive(self.show())?;
                }
                Some("quit") => return Ok(LoopEnd::Quit),
                // These words have an effect only during a search, or no effect at all.
                Some("stop" | "ponderhit" | "debug" | "register") | None => {}
                Some(other) => say(&format!(
                    "info string unknown command `{}`",
                    other.escape_default().take(40).collect::<String>()
                ))?,
            }
        }
    }

    fn started(&self) -> Result<EnginePosition<'a>, Failure> {
        let game = game::start(&self.loaded.rules, self.hooks)?;
        Ok(EnginePosition { game, beginning: "startpos".to_owned(), moves: Vec::new() })
    }

    /// Sets the position: `position startpos|fen F [moves …]`. Reports unreadable input, and keeps
    /// the last valid position. If the moves extend the current game, only the new moves are
    /// played.
    fn position(&mut self, words: &[&str]) -> Result<(), Failure> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let beginning = words[..end].join(" ");
        let moves = words.get(end + 1..).unwrap_or_default();
        let goes_on = |known: &mut EnginePosition<'_>| {
            known.beginning == beginning
                && known.moves.len() <= moves.len()
                && known.moves.iter().zip(moves).all(|(known, word)| known == word)
        };
        let mut position = match self.position.take_if(goes_on) {
            Some(position) => position,
            None => match self.read_position(&words[..end], beginning)? {
                Some(position) => position,
                None => return Ok(()),
            },
        };
        let played = self.play(&mut position, moves);
        self.position = Some(position);
        played
    }

    /// Plays the moves of a list. The moves at its beginning that were already played are not
    /// played again.
    fn play(&self, position: &mut EnginePosition<'_>, moves: &[&str]) -> Result<(), Failure> {
        for word in &moves[position.moves.len()..] {
            let actions = self.actions(&mut *position.game, word)?;
            if actions.is_empty() {
                return say(&format!("info string `{}` is not legal here", one_line(word)));
            }
            for action in actions {
                if let Err(error) = position.game.play(action) {
                    return say(&format!("info string {}", one_line(&error.to_string())));
                }
            }
            position.moves.push((*word).to_owned());
        }
        Ok(())
    }

    /// Returns the actions that a word in a list of moves stands for. Some programs write a move
    /// and the following placement in one word: `e2e4,e4e5`, `g1f3h`. If no placement is possible
    /// after the move, the second part of the word is ignored.
    fn actions(&self, game: &mut dyn AnyGame, word: &str) -> Result<Vec<Action>, Failure> {
        let open = matches!(game.decision()?, Decision::Question(_));
        let behind = word.contains(',') || word.ends_with(|c: char| c.is_ascii_lowercase());
        if self.spec().seats.len() == 2 && (open || behind) {
            let record = pgn::read(word).ok().and_then(|records| records.into_iter().next());
            let replayed = record.map(|record| pgn::replay(&record, &mut *game.fork()));
            if let Some(Ok(replay)) = replayed
                && replay.actions.len() > 1
            {
                return Ok(replay.actions);
            }
        }
        Ok(self.dialect().find(game, word)?.into_iter().collect())
    }

    /// Parses the position in the arguments of `position`. If the position is not valid, reports
    /// this and returns `None`.
    fn read_position(
        &self,
        words: &[&str],
        beginning: String,
    ) -> Result<Option<EnginePosition<'a>>, Failure> {
        match words.first() {
            Some(&"startpos") => self.started().map(Some),
            Some(&"fen") => {
                let text = words[1..].join(" ");
                let read =
                    fen::read(&self.loaded.rules, &text).map_err(|error| describe(&text, &error));
                let resumed = read.and_then(|setup| {
                    game::resume(&self.loaded.rules, self.hooks, &setup)
                        .map_err(|error| error.to_string())
                });
                match resumed {
                    Ok(game) => Ok(Some(EnginePosition { game, beginning, moves: Vec::new() })),
                    Err(why) => say(&format!("info string {}", one_line(&why))).map(|()| None),
                }
            }
            _ => say("info string write `position startpos` or `position fen …`").map(|()| None),
        }
    }

    /// Returns the position to search. If no position was set, this is the start position.
    fn present(&mut self) -> Result<&mut EnginePosition<'a>, Failure> {
        let position = match self.position.take() {
            Some(position) => position,
            None => self.started()?,
        };
        Ok(self.position.insert(position))
    }

    fn show(&mut self) -> Result<(), Failure> {
        let rules = &self.loaded.rules;
        let text = fen::write(rules, &self.present()?.game.setup());
        say(&format!("Fen: {text}"))
    }

    /// Searches, and prints the best action. Returns `true` if the controlling program has closed
    /// the connection.
    fn go(
        &mut self,
        words: &[&str],
        options: &EngineOptions,
        memory: &mut AgentMemory,
    ) -> Result<bool, Failure> {
        let mut gone = false;
        let best = forgive(self.best(words, options, memory, &mut gone))?.flatten();
        say(&format!(
            "bestmove {}",
            best.map_or_else(|| "(none)".to_owned(), |best| best.describe())
        ))?;
        Ok(gone)
    }

    /// Returns the best action, or `None` if the game is over or no seat decides.
    fn best(
        &mut self,
        words: &[&str],
        options: &EngineOptions,
        memory: &mut AgentMemory,
        gone: &mut bool,
    ) -> Result<Option<Best>, Failure> {
        self.present()?;
        let Some(mut position) = self.position.take() else { return Ok(None) };
        let found = self.best_at(&mut *position.game, words, options, memory, gone);
        self.position = Some(position);
        found
    }

    fn best_at(
        &self,
        game: &mut dyn AnyGame,
        words: &[&str],
        options: &EngineOptions,
        memory: &mut AgentMemory,
        gone: &mut bool,
    ) -> Result<Option<Best>, Failure> {
        match game.decision()? {
            Decision::Over => return Ok(None),
            Decision::Turn(_) | Decision::Question(_) | Decision::Roll(_) => {}
        }
        let (seat, stream, _) = game::decider(&mut *game);
        if stream != Stream::Agent {
            say("info string chance decides here: send its result as a move")?;
            return Ok(None);
        }
        let budget = TimeBudget::read(words, self.spec(), seat, options.overhead);
        let watch = ThinkLimits::new(self.lines, self.waiting, self.input_end, &budget);
        let best = self.think(game, options, &watch, memory);
        *gone = watch.is_over();
        best
    }
}

/// Describes a mistake in a position in one line, which contains the place of the mistake, the
/// message and a suggestion.
fn describe(text: &str, error: &FenError) -> String {
    let before = text.get(..error.span.start).unwrap_or_default().chars().count();
    let help = error.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    format!("the position can't be read from character {}: {error}{help}", before + 1)
}

/// Reports the failure of a rule script and returns `None`, because the script may work in other
/// positions. Returns every other failure.
fn forgive<T>(done: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Failure::Script(error)) => {
            say(&format!("info string {}", one_line(&error.to_string()))).map(|()| None)
        }
        Err(failure) => Err(failure),
    }
}
