//! The part of `check` that plays: positions must be consistent and survive a round trip through FEN,
//! scripts must not fail, and games should end before the ply limit.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::sim::{self, Summary};
use quadrille_core::{Ending, HookError, Play, PlayError, game};
use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::{Diagnostic, Loaded, fen};
use serde::Serialize;

use super::{again, general};
use crate::args::CheckArgs;
use crate::commands::plan::random_plan;
use crate::output::diagnose::plural;
use crate::output::progress::Progress;

/// In this many games every position is checked.
const CLOSE_GAMES: u64 = 4;
/// Plies of each that are checked.
const CLOSE_PLIES: u32 = 300;

/// Results of the games.
#[derive(Serialize, Debug)]
pub struct RandomPlay {
    /// Number of games.
    pub games: u64,
    /// Number of plies.
    pub plies: u64,
    /// Number of games stopped by a failing script.
    pub faults: u64,
    /// Number of games stopped at the ply limit.
    pub ply_limit: u64,
    /// Notes that are not findings.
    pub notes: Vec<String>,
}

/// Plays and adds to the findings.
pub fn play(
    loaded: &Loaded,
    args: &CheckArgs,
    stop: &AtomicBool,
    findings: &mut Vec<Diagnostic>,
) -> RandomPlay {
    for index in 0..CLOSE_GAMES.min(args.games) {
        match closely(loaded, args.run.seed, index) {
            Ok(()) => {}
            Err(PlayTrouble::Position(finding)) => {
                findings.push(*finding);
                break;
            }
            // It is found again, and counted, below.
            Err(PlayTrouble::Script) => break,
        }
    }
    let plan = random_plan(&args.run, args.games, loaded.rules.spec());
    let progress = Progress::new(args.games, "games");
    let longest = Mutex::new(None);
    let summary = sim::run(&loaded.rules, &|| loaded.hooks(), &plan, stop, &|record| {
        let mut longest = longest.lock().unwrap_or_else(PoisonError::into_inner);
        let limited = matches!(&record.end, Ok(end) if end.ending == Ending::PlyLimit);
        if limited && longest.is_none_or(|index| record.index < index) {
            *longest = Some(record.index);
        }
        progress.tick();
    });
    progress.finish();
    if let Some((index, error)) = summary.first_faults.first_key_value() {
        findings.push(fault(loaded, args, &summary, *index, error));
    }
    let longest = longest.into_inner().unwrap_or_else(PoisonError::into_inner);
    RandomPlay {
        games: summary.games + summary.faults,
        plies: summary.plies,
        faults: summary.faults,
        ply_limit: summary.endings.get(&Ending::PlyLimit).copied().unwrap_or(0),
        notes: if stop.load(Ordering::Relaxed) {
            Vec::new()
        } else {
            notes(loaded, &summary, longest)
        },
    }
}

fn fault(
    loaded: &Loaded,
    args: &CheckArgs,
    summary: &Summary,
    index: u64,
    error: &HookError,
) -> Diagnostic {
    let games = summary.games + summary.faults;
    let message = format!("a script failed in {} of {games} games: {error}", summary.faults);
    general(Code::HookFailedInPlay, message, again(loaded, args, index))
}

/// Notes about the games.
fn notes(loaded: &Loaded, summary: &Summary, longest: Option<u64>) -> Vec<String> {
    let mut notes = Vec::new();
    let stopped = summary.endings.get(&Ending::PlyLimit).copied().unwrap_or(0);
    if let (true, Some(index)) = (stopped > 0, longest) {
        notes.push(format!(
            "{} stopped at the ply limit (the first: game {index})",
            plural(stopped, "game")
        ));
    }
    let spec = loaded.rules.spec();
    let never = spec
        .clauses
        .iter()
        .zip(&summary.clauses)
        .filter(|(clause, (times, _))| *times == 0 && loaded.can_fire(&clause.id));
    let never: Vec<&str> = never.map(|(clause, _)| clause.id.as_str()).collect();
    if !never.is_empty() && summary.games > 0 {
        notes.push(format!("never applied in random play: {}", never.join(", ")));
    }
    notes
}

enum PlayTrouble {
    Position(Box<Diagnostic>),
    Script,
}

impl From<HookError> for PlayTrouble {
    fn from(_: HookError) -> Self {
        Self::Script
    }
}

/// Plays a game and checks every position.
fn closely(loaded: &Loaded, seed: u64, index: u64) -> Result<(), PlayTrouble> {
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks)?;
    for ply in 0..CLOSE_PLIES {
        game.decision()?;
        inspect(loaded, &*game)?;
        let actions = game.actions()?;
        let mut rng = Rng::new(seed, index, Stream::Agent, 0, u64::from(ply));
        let Some(action) = actions.get(rng.below(actions.len() as u32) as usize) else {
            break;
        };
        match game.play(*action) {
            Ok(()) => {}
            Err(PlayError::Hook(error)) => return Err(error.into()),
            Err(PlayError::Illegal) => {
                let message = "a listed action is not legal";
                return Err(trouble(Code::BrokenPosition, message, &position(loaded, &*game)));
            }
        }
    }
    Ok(())
}

/// Checks that a position is consistent and survives a round trip through FEN.
fn inspect(loaded: &Loaded, game: &dyn Play) -> Result<(), PlayTrouble> {
    if let Err(why) = game.validate() {
        return Err(trouble(Code::BrokenPosition, &why, &position(loaded, game)));
    }
    if game.outcome().is_some() {
        return Ok(());
    }
    let setup = game.setup();
    let text = fen::write(&loaded.rules, &setup);
    match fen::read(&loaded.rules, &text) {
        Ok(read) if read == setup => Ok(()),
        Ok(_) => Err(trouble(Code::UnwritablePosition, "it reads back as another position", &text)),
        Err(error) => Err(trouble(Code::UnwritablePosition, &error.to_string(), &text)),
    }
}

fn position(loaded: &Loaded, game: &dyn Play) -> String {
    fen::write(&loaded.rules, &game.setup())
}

fn trouble(code: Code, why: &str, position: &str) -> PlayTrouble {
    let message = match code {
        Code::BrokenPosition => format!("inconsistent position: {why}"),
        _ => format!("a position can't be written as FEN: {why}"),
    };
    PlayTrouble::Position(Box::new(general(code, message, format!("the position is `{position}`"))))
}
