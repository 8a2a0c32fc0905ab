//! `play`: plays a game, lessons or puzzles in the terminal.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::io::{IsTerminal as _, stdin, stdout};
use std::path::Path;
use std::sync::Arc;

use quadrille_core::Seat;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::{Ruleset, Source, pgn};
use quadrille_session::{Game, GameError, ImportedGame};

use super::record_reader;
use super::record_rules::{RecordRules, settings_of};
use crate::args::{PlayArgs, SeatPlayer};
use crate::context::{self, CommandContext};
use crate::output::children;
use crate::output::exit::Failure;
use crate::play::exercises::{Exercises, Lessons, Puzzles};
use crate::play::keeper::GameKeeper;
use crate::play::plain;
use crate::play::players::players;
#[cfg(feature = "play")]
use crate::play::screen;
use crate::play::table::TerminalGame;

/// Plays a game, lessons or puzzles in the terminal.
pub fn run(args: &PlayArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let terminal = stdin().is_terminal() && stdout().is_terminal();
    let mut table = set_up(args, terminal, context)?;
    let code = front_end(args, terminal, &mut table, context);
    // An engine may still be thinking.
    children::end_all();
    // The game is saved even if the front end has failed.
    let hides = table.viewer().is_some();
    let kept = table.keeper.finish(&table.session, hides);
    context.out.finish()?;
    if let Some(path) = kept? {
        let path = path.display();
        context
            .out
            .note(format!("the game is in {path}; `quadrille play --from {path}` continues it"));
    }
    code
}

#[cfg(feature = "play")]
fn front_end(
    args: &PlayArgs,
    terminal: bool,
    table: &mut TerminalGame,
    context: &mut CommandContext,
) -> Result<u8, Failure> {
    if args.plain || !terminal || dumb() {
        plain::run(table, terminal, context)
    } else {
        screen::run(table, context)
    }
}

#[cfg(not(feature = "play"))]
fn front_end(
    args: &PlayArgs,
    terminal: bool,
    table: &mut TerminalGame,
    context: &mut CommandContext,
) -> Result<u8, Failure> {
    if !args.plain && terminal {
        context.out.note(
            "this program was built without the screen; build it with the screen from its repository: cargo install --path cli --features play",
        );
    }
    plain::run(table, terminal, context)
}

/// Returns `true` if the terminal can't place text at a position on its screen.
#[cfg(feature = "play")]
fn dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Sets up the game that the command line describes.
fn set_up(
    args: &PlayArgs,
    terminal: bool,
    context: &mut CommandContext,
) -> Result<TerminalGame, Failure> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    if let Some(from) = &args.lesson {
        let (name, loaded) = exercised(args, context)?;
        let lessons = Lessons::new(&loaded, name, from)?;
        return exercise(Exercises::Lessons(Box::new(lessons)), loaded, seed, context);
    }
    if let Some(number) = args.puzzle {
        let (name, loaded) = exercised(args, context)?;
        let puzzles = Puzzles::new(&context.shelf, name, number)?;
        return exercise(Exercises::Puzzles(Box::new(puzzles)), loaded, seed, context);
    }
    let session = match &args.from {
        Some(path) => resumed(args, path, context)?,
        None => {
            let name = args.ruleset.as_deref().unwrap_or_default();
            let loaded = Arc::new(context::open(&context.shelf, name, &args.change)?);
            context::session(&loaded, &args.position)?
        }
    };
    let spec = session.ruleset().spec();
    let first = session.turn().map_err(context::failed)?;
    let first = first.and_then(|name| spec.seat_named(&name)).unwrap_or(Seat(0));
    let players = players(&args.seats, spec, first)?;
    let keeper = match (&args.save, &args.from) {
        (Some(path), from) => GameKeeper::named(path, from.as_deref())?,
        // The input of a pipe can be repeated, so the game is not saved.
        (None, _) if !terminal => GameKeeper::default(),
        (None, _) => GameKeeper::recovery(&session.ruleset().meta.id),
    };
    Ok(TerminalGame::new(session, players, seed, keeper))
}

/// Returns the ruleset of the exercises, and its name without a preset.
fn exercised<'a>(
    args: &'a PlayArgs,
    context: &CommandContext,
) -> Result<(&'a str, Ruleset), Failure> {
    let name = context::without_preset(args.ruleset.as_deref().unwrap_or_default());
    Ok((name, context::open(&context.shelf, name, &args.change)?))
}

/// Opens the first exercise. If the exercise has no position, returns the start of the game
/// instead.
fn exercise(
    mut exercises: Exercises,
    loaded: Ruleset,
    seed: u64,
    context: &mut CommandContext,
) -> Result<TerminalGame, Failure> {
    let session = match exercises.open(&context.shelf)? {
        Some(session) => session,
        None => Game::start(Arc::new(loaded)).map_err(context::failed)?,
    };
    let players = vec![SeatPlayer::Person; session.ruleset().spec().seats.len()];
    let mut table = TerminalGame::new(session, players, seed, GameKeeper::default());
    table.exercises = Some(exercises);
    Ok(table)
}

/// The advice for a file that does not name its rules.
const FILE_RULES_HELP: &str = "name the rules before it: `quadrille play RULESET --from FILE`";

/// Reads the game in a file, to continue it.
fn resumed(args: &PlayArgs, path: &Path, context: &mut CommandContext) -> Result<Game, Failure> {
    if args.ruleset.is_none() && !args.change.set.is_empty() {
        let help =
            "name the ruleset too, to continue with rules that differ from the file's".to_owned();
        return Err(Failure::advised("`--set` changes the rules of a RULESET", Some(help)));
    }
    let source = context::read_first_game(path)?;
    let imported = if source.text.trim_start().starts_with('{') {
        from_json(args, &source, &context.shelf)?
    } else {
        from_pgn(args, &source, &context.shelf)?
    };
    for note in &imported.notes {
        context.out.note(format!("{}: {note}", source.name));
    }
    Ok(imported.game)
}

fn from_json(args: &PlayArgs, source: &Source, shelf: &Shelf) -> Result<ImportedGame, Failure> {
    let imported = match &args.ruleset {
        None => Game::open_json(shelf, &source.text),
        Some(name) => {
            let loaded = Arc::new(context::open(shelf, name, &args.change)?);
            Game::from_json(loaded, &source.text)
        }
    };
    imported.map_err(|error| match error {
        GameError::Hook(error) => Failure::Script(error),
        error => Failure::Io { name: source.name.clone(), why: error.to_string() },
    })
}

fn from_pgn(args: &PlayArgs, source: &Arc<Source>, shelf: &Shelf) -> Result<ImportedGame, Failure> {
    let records = pgn::read(&source.text).map_err(|error| record_reader::wrong(source, &error))?;
    let Some(record) = records.first() else {
        return Err(Failure::Io {
            name: source.name.clone(),
            why: "it contains no game".to_owned(),
        });
    };
    let mut rules = RecordRules::new(shelf, FILE_RULES_HELP);
    let (name, change) = match &args.ruleset {
        Some(name) => (name.clone(), args.change.clone()),
        None => (rules.name(record)?, settings_of(record).into()),
    };
    let loaded = Arc::new(context::open(shelf, &name, &change)?);
    Game::from_record(Arc::clone(&loaded), record).map_err(|error| match error {
        GameError::Hook(error) => Failure::Script(error),
        GameError::Pgn(error) => {
            record_reader::wrong(source, &rules.naming_preset(*error, record, &name, &loaded))
        }
        error => Failure::Io { name: source.name.clone(), why: error.to_string() },
    })
}
