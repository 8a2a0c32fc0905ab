//! Loads the ruleset and the position that the command line names. Most commands do this first.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_core::{AnyGame, Hooks, Spec, game};
use quadrille_dsl::diagnostic::{Levels, MistakeOrigin, did_you_mean};
use quadrille_dsl::library::disk::{self, UnreadableFile, read_at_most};
use quadrille_dsl::library::{Disk, Shelf};
use quadrille_dsl::load::{Files, Merged};
use quadrille_dsl::pgn::{GameReadError, GameReader};
use quadrille_dsl::{
    Diagnostic, Library, Meta, Ruleset, Severity, Source, actions, fen, load_until, pgn,
};
use quadrille_reports::command_line::Folders;
use quadrille_reports::opening::{MAX_POSITIONS, Openings, has_records};
use quadrille_session::{Game, GameError};

use crate::args::{FromArgs, PlainRulesArgs, PositionArgs, RuleChange, RulesArgs, WeightsFrom};
use crate::output::Output;
use crate::output::exit::Failure;
use crate::output::interrupt::Interrupt;

/// The maximum number of bytes that are read from a file of weights. Every valid file is smaller.
const MAX_WEIGHTS_BYTES: u64 = 2 << 20;
/// The maximum size of the games of a file of openings, in bytes.
const MAX_OPENING_BYTES: usize = 256 << 20;

/// The data that all commands share: the output, the library of rulesets, and the flag that is set
/// when the user requests a stop.
pub struct CommandContext {
    /// The output for results.
    pub out: Output,
    /// The rulesets and plugins.
    pub shelf: Shelf,
    /// The user's request to stop.
    pub interrupt: Interrupt,
}

impl CommandContext {
    /// Returns the folders that the user named, as arguments for a command line that repeats this
    /// one.
    #[must_use]
    pub fn folders(&self) -> Folders {
        folders(&self.shelf.disk)
    }
}

/// Returns the folders of a library, as arguments for a command line. A command with these
/// arguments finds the same rules.
#[must_use]
pub fn folders(disk: &Disk) -> Folders {
    Folders { rulesets: disk.rulesets.clone(), plugins: disk.plugins.clone() }
}

/// Loads a ruleset.
///
/// # Errors
/// Returns [`Failure::Usage`] if the name is unknown, [`Failure::Files`] if files of the ruleset
/// contain mistakes, and [`Failure::Change`] if only the changes on the command line are wrong. The
/// last two contain all mistakes.
pub fn open(shelf: &Shelf, name: &str, change: impl Into<RuleChange>) -> Result<Ruleset, Failure> {
    open_or_stop(shelf, name, change, &AtomicBool::new(false))
}

/// Loads a ruleset as [`open`] does. When `stop` is set, loading soon ends. A command that watches
/// for Ctrl-C passes its flag.
///
/// # Errors
/// Returns the errors of [`open`], or an error that loading was stopped.
pub fn open_or_stop(
    shelf: &Shelf,
    name: &str,
    change: impl Into<RuleChange>,
    stop: &AtomicBool,
) -> Result<Ruleset, Failure> {
    require_ruleset(shelf, without_preset(name))?;
    open_until(shelf, name, change, &Levels::default(), stop)
}

/// Checks that a ruleset with this name exists.
///
/// # Errors
/// Returns [`Failure::Usage`] if no ruleset has this name.
pub fn require_ruleset(shelf: &Shelf, id: &str) -> Result<(), Failure> {
    if !shelf.has(id) {
        let mut names = shelf.all_names();
        names.extend(shelf.neighbours(id));
        let close = did_you_mean(id, names.iter().map(String::as_str));
        if Path::new(id).is_dir() {
            let help = format!("`quadrille check ./{id}` reports what it lacks");
            return Err(Failure::advised(
                format!("`{id}` is a folder, not a ruleset"),
                Some(close.unwrap_or(help)),
            ));
        }
        let all = "`quadrille list` lists the shipped rulesets, and `quadrille explain cookbook` the recipes; name your own ruleset by the path of its folder or file";
        return Err(Failure::advised(
            format!("there is no ruleset `{id}`"),
            Some(close.unwrap_or_else(|| all.to_owned())),
        ));
    }
    Ok(())
}

/// Loads a ruleset of a library, with these levels of lints. When `stop` is set, loading soon ends.
///
/// # Errors
/// Returns the errors of [`open`], or an error that loading was stopped.
pub fn open_until(
    library: &dyn Library,
    name: &str,
    change: impl Into<RuleChange>,
    levels: &Levels,
    stop: &AtomicBool,
) -> Result<Ruleset, Failure> {
    let RuleChange { set, weights } = change.into();
    let set: Vec<_> = set.into_iter().map(|s| (s.name, s.value)).collect();
    let mut loaded = load_until(library, name, &set, levels, stop).map_err(|error| {
        let findings = error.into_diagnostics();
        let in_file = |finding: &Diagnostic| {
            finding.severity == Severity::Error && finding.origin == MistakeOrigin::File
        };
        if findings.iter().any(in_file) {
            Failure::Files(findings)
        } else {
            Failure::Change(findings)
        }
    })?;
    match &weights {
        None => {}
        Some(WeightsFrom::Rules) => loaded = loaded.without_weights(),
        Some(WeightsFrom::File(path)) => {
            loaded.take_weights(&weights_source(path)?)?;
        }
    }
    Ok(loaded)
}

/// Reads a file of weights.
///
/// # Errors
/// Returns a [`Failure`] if the file can't be read, or is not text.
pub fn weights_source(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = path.display().to_string();
    let bytes = read_at_most(path, MAX_WEIGHTS_BYTES)
        .map_err(|why| Failure::Io { name: name.clone(), why: why.to_string() })?;
    quadrille_dsl::weights::source(&name, &bytes).map_err(|error| Failure::Files(vec![error]))
}

/// Loads the ruleset in the arguments of a command.
///
/// # Errors
/// Returns the errors of [`open`].
pub fn open_args(shelf: &Shelf, rules: &RulesArgs) -> Result<Ruleset, Failure> {
    open(shelf, &rules.ruleset, &rules.change)
}

/// Loads the ruleset in the arguments of a command in which no agent uses weights.
///
/// # Errors
/// Returns the errors of [`open`].
pub fn open_plain(shelf: &Shelf, rules: &PlainRulesArgs) -> Result<Ruleset, Failure> {
    open(shelf, &rules.ruleset, &rules.change)
}

/// Lists the rulesets of the shelf, each by name with its [`outline`].
pub fn outlines(shelf: &Shelf) -> impl Iterator<Item = (String, Option<(Meta, Spec)>)> {
    shelf.names().into_iter().map(|id| {
        let outline = outline(shelf, &id);
        (id, outline)
    })
}

/// Reads the manifest of a ruleset. Returns `None` if it can't be read.
pub fn outline(shelf: &Shelf, id: &str) -> Option<(Meta, Spec)> {
    Files::read(shelf, id).and_then(Files::merge).and_then(Merged::outline).ok()
}

/// Returns the name of a ruleset without `@preset`.
#[must_use]
pub fn without_preset(name: &str) -> &str {
    match name.rsplit_once('@') {
        Some((id, preset)) if !preset.contains(['/', '\\']) && !id.is_empty() => id,
        _ => name,
    }
}

/// Returns a game at the position on the command line.
///
/// # Errors
/// Returns [`Failure::Input`] if the FEN or an action is wrong, and [`Failure::Script`] if a hook
/// fails.
pub fn position<'a>(
    loaded: &'a Ruleset,
    hooks: &'a dyn Hooks,
    args: &PositionArgs,
) -> Result<Box<dyn AnyGame + 'a>, Failure> {
    let mut game = match &args.fen {
        None => game::start(&loaded.rules, hooks)?,
        Some(text) => resume(loaded, hooks, text)?,
    };
    if let Some(actions) = &args.play {
        actions::play(&mut *game, actions)
            .map_err(|error| input(error.in_input(&Source::new("--play", actions.as_str()))))?;
    }
    Ok(game)
}

/// Returns a session at the position on the command line.
///
/// # Errors
/// Returns the errors of [`position`].
pub fn session(loaded: &Arc<Ruleset>, args: &PositionArgs) -> Result<Game, Failure> {
    // This reports mistakes with their places in the arguments.
    drop(position(loaded, &*loaded.hooks(), args)?);
    let rules = Arc::clone(loaded);
    let session = match &args.fen {
        None => Game::start(rules),
        Some(text) => Game::from_fen(rules, text),
    };
    let mut session = session.map_err(failed)?;
    session.play_all(args.play.as_deref().unwrap_or_default()).map_err(failed)?;
    Ok(session)
}

/// Returns the openings on the command line.
///
/// # Errors
/// Returns a [`Failure`] if a file can't be read, or a number of plies is wrong.
pub fn openings(args: &FromArgs) -> Result<Openings, Failure> {
    let Some(text) = &args.from else { return Ok(Openings::default()) };
    match Openings::stated(text).map_err(|why| Failure::usage(why.to_string()))? {
        Some(_) if args.from_plies.is_some() => Err(Failure::advised(
            "`--from-plies` is about recorded games".to_owned(),
            Some(format!("leave it out: `--from {text}` already sets the openings")),
        )),
        Some(stated) => Ok(stated),
        None => file_openings(Path::new(text), args.from_plies),
    }
}

/// Reads the openings of a file. A file of positions has a maximum size. For a file of games, the
/// number and the total size of the games are limited.
fn file_openings(path: &Path, plies: Option<u32>) -> Result<Openings, Failure> {
    let name = path.display().to_string();
    let mut input = open_file(path)?;
    let start = String::from_utf8_lossy(input.fill_buf().map_err(|why| Failure::io(&*name, &why))?);
    if !has_records(&start) {
        return Ok(Openings::file(read_positions(path)?, plies));
    }
    let (mut games, mut bytes) = (Vec::new(), 0);
    for game in GameReader::new(input) {
        let game = game.map_err(|error| unreadable_game(&name, error))?;
        bytes += game.text.len();
        let most = if games.len() >= MAX_POSITIONS {
            Some(format!("{MAX_POSITIONS} games"))
        } else {
            (bytes > MAX_OPENING_BYTES).then(|| format!("{} MiB of games", MAX_OPENING_BYTES >> 20))
        };
        if let Some(most) = most {
            let help = "use a file with fewer games".to_owned();
            return Err(Failure::advised(format!("{name} has more than {most}"), Some(help)));
        }
        games.push(Source::part(&*name, game.text, game.first_line));
    }
    Ok(Openings::games(name, games, plies))
}

/// Returns the failure for a file of games that can't be read.
pub fn unreadable_game(name: &str, error: GameReadError) -> Failure {
    match error {
        GameReadError::Io(error) => Failure::io(name, &error),
        error => Failure::Io { name: name.to_owned(), why: error.to_string() },
    }
}

/// Opens a file to read it once.
///
/// # Errors
/// Returns a [`Failure`] if the file can't be opened.
pub fn open_file(path: &Path) -> Result<BufReader<File>, Failure> {
    let failure = |why: UnreadableFile| Failure::Io {
        name: path.display().to_string(),
        why: why.to_string(),
    };
    Ok(BufReader::new(disk::open(path).map_err(failure)?))
}

/// Reads the first game of a file: the whole file if it is JSON, and otherwise the text of its
/// first game. The rest of the file may have any size.
///
/// # Errors
/// Returns a [`Failure`] if the file can't be read, its first game is too large, or the text is not
/// UTF-8.
pub fn read_first_game(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = path.display().to_string();
    let mut input = open_file(path)?;
    let start = input.fill_buf().map_err(|why| Failure::io(&*name, &why))?;
    if start.trim_ascii_start().starts_with(b"{") {
        return read_positions(path);
    }
    match GameReader::new(input).next().transpose() {
        Ok(Some(game)) => Ok(Source::part(&*name, game.text, game.first_line)),
        Ok(None) => Ok(Source::new(&*name, "")),
        Err(error) => Err(unreadable_game(&name, error)),
    }
}

/// Reads a file with positions, or with a game in JSON.
///
/// # Errors
/// Returns a [`Failure`] if the file can't be read, is too large, or is not UTF-8 text.
fn read_positions(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = path.display().to_string();
    let failure = |why: String| Failure::Io { name: name.clone(), why };
    let bytes =
        read_at_most(path, pgn::MAX_LENGTH as u64 + 1).map_err(|why| failure(why.to_string()))?;
    if bytes.len() > pgn::MAX_LENGTH {
        return Err(failure(format!("larger than {} MiB", pgn::MAX_LENGTH >> 20)));
    }
    let text = String::from_utf8(bytes).map_err(|_| failure("not UTF-8 text".to_owned()))?;
    Ok(Source::new(name, text))
}

/// Returns the failure of a command for an error of a session.
#[must_use]
pub fn failed(error: GameError) -> Failure {
    match error {
        GameError::Hook(error) => Failure::Script(error),
        error => Failure::usage(error.to_string()),
    }
}

fn resume<'a>(
    loaded: &'a Ruleset,
    hooks: &'a dyn Hooks,
    text: &str,
) -> Result<Box<dyn AnyGame + 'a>, Failure> {
    let source = Source::new("--fen", text);
    let setup = fen::read(&loaded.rules, text).map_err(|error| input(error.in_input(&source)))?;
    game::resume(&loaded.rules, hooks, &setup).map_err(|error| {
        let message = format!("invalid position: {error}");
        input(Diagnostic::input(&source, 0..text.len(), message))
    })
}

/// Returns the failure for a mistake in the arguments.
fn input(diagnostic: Diagnostic) -> Failure {
    Failure::Input(Box::new(diagnostic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_follows_the_last_at_sign_of_a_name_that_is_no_path_part() {
        assert_eq!(without_preset("duel@swift"), "duel");
        assert_eq!(without_preset("./me@home/duel"), "./me@home/duel");
        assert_eq!(without_preset("./me@home/duel@swift"), "./me@home/duel");
        assert_eq!(without_preset("@swift"), "@swift");
    }
}
