//! `watch`: checks a ruleset each time one of its files is saved.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use quadrille_dsl::diagnostic::count;
use quadrille_dsl::lessons;
use quadrille_dsl::library::GEOMETRY;
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Diagnostic, Ruleset};
use quadrille_render::terminal;
use quadrille_reports::compare::differences::differences;

use super::{diff, show};
use crate::args::{RuleChange, WatchArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::interrupt::limited_by;

/// The time between two checks of the files.
const FILE_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The maximum time for loading, and for the lints, after each save.
const LOADING_TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum time that lessons may take after each save.
const LESSONS_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of files of a folder that are watched.
const MAX_WATCHED_FILES: usize = 1000;
/// The escape sequence that clears the screen and moves the cursor to the top.
const CLEAR_SCREEN: &[u8] = b"\x1b[2J\x1b[H";

/// The modification time and the length of a file. The file counts as saved if either of them has
/// changed.
type Stamp = (Option<SystemTime>, u64);

/// Checks the ruleset after each save, until Ctrl-C.
pub fn run(args: &WatchArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let path = PathBuf::from(context::without_preset(&args.ruleset));
    if !path.exists() {
        // This reports a name that is neither a path nor a shipped ruleset.
        context::open(&context.shelf, &args.ruleset, RuleChange::default())?;
        let text = format!("{} is shipped with the program and never changes", args.ruleset);
        let help = format!("create your own from it: `quadrille new NAME --from {}`", args.ruleset);
        return Err(Failure::advised(text, Some(help)));
    }
    let stop = context.interrupt.watch();
    let mut known = None;
    let mut last: Option<Ruleset> = None;
    // The files of the rulesets that the watched ruleset extends.
    let mut others: Vec<PathBuf> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let now = stamps(&path, &others);
        if known.as_ref() == Some(&now) {
            thread::sleep(FILE_POLL_INTERVAL);
            continue;
        }
        if context.out.terminal {
            context.out.image(CLEAR_SCREEN)?;
        }
        let saved = || stop.load(Ordering::Relaxed) || stamps(&path, &others) != now;
        let checked = check(args, context, last.as_ref(), &saved)?;
        known = Some(now);
        if let Some(loaded) = checked {
            let files = loaded.files.iter().map(|file| PathBuf::from(&file.source.name));
            others = files.filter(|file| file.is_absolute() || file.exists()).collect();
            last = Some(loaded);
        }
        context.out.finish()?;
    }
    Ok(exit::FINE)
}

/// Returns the files of a ruleset, each with its time of modification and its length.
fn stamps(path: &Path, others: &[PathBuf]) -> BTreeMap<PathBuf, Stamp> {
    let own: Vec<PathBuf> = match fs::read_dir(path) {
        Ok(entries) => entries.filter_map(Result::ok).map(|entry| entry.path()).collect(),
        Err(_) => vec![path.to_owned()],
    };
    let written = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("toml" | "rhai"))
    };
    let files = own.into_iter().filter(|path| written(path)).take(MAX_WATCHED_FILES);
    let stamp = |path: PathBuf| {
        let meta = fs::metadata(&path).ok()?;
        Some((path, (meta.modified().ok(), meta.len())))
    };
    files.chain(others.iter().cloned()).filter_map(stamp).collect()
}

/// Prints the board, the changes since the last valid version, and the findings. Findings about the
/// files are printed before the lessons are played, because lessons take longer. The lessons are
/// stopped if a file is saved meanwhile. Returns the ruleset if it is valid.
fn check(
    args: &WatchArgs,
    context: &mut CommandContext,
    last: Option<&Ruleset>,
    saved: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Ruleset>, Failure> {
    let begun = Instant::now();
    let id = context::without_preset(&args.ruleset);
    // Editors and their users may remove files for a while.
    let path = Path::new(id);
    let missing = match path.is_dir() {
        true if !path.join(GEOMETRY).exists() => Some(format!("it has no {GEOMETRY}")),
        false if !path.exists() => Some("it is not there".to_owned()),
        _ => None,
    };
    if let Some(what) = missing {
        context.out.line(format_args!("{}: {what}; waiting for it", args.ruleset))?;
        return Ok(None);
    }
    let (opened, _) = limited_by(saved, LOADING_TIMEOUT, |halt| {
        context::open_or_stop(&context.shelf, &args.ruleset, RuleChange::default(), halt)
    });
    let loaded = match opened {
        Ok(loaded) => loaded,
        Err(_) if saved() => return Ok(None),
        Err(Failure::Files(findings) | Failure::Change(findings)) => {
            context.out.findings(&findings)?;
            say(args, context, &findings, None, begun)?;
            return Ok(None);
        }
        Err(failure) => return Err(failure),
    };
    let depth = context.out.depth;
    let drawn = |picture| terminal::draw(&picture, depth);
    let picture = match &args.piece {
        Some(piece) => show::movement(&loaded, piece, None).map(drawn),
        None => {
            let hooks = loaded.hooks();
            let game = quadrille_core::game::start(&loaded.rules, &*hooks);
            game.map(|game| drawn(show::picture(&loaded, &*game, None)))
                .map_err(|fault| Failure::usage(fault.to_string()))
        }
    };
    match picture {
        Ok(picture) => context.out.print(picture)?,
        Err(failure) => context.out.findings(&failure.diagnostics())?,
    }
    if let Some(last) = last {
        let changed = differences(last, &loaded);
        if !changed.is_empty() {
            context.out.print(format!("\nChanged:\n{}\n", diff::rows(&changed)))?;
        }
    }
    let (warnings, _) = limited_by(saved, LOADING_TIMEOUT, |halt| loaded.warnings_until(halt));
    context.out.findings(&warnings)?;
    context.out.finish()?;
    let (taught, late) = limited_by(saved, LESSONS_TIMEOUT, |halt| {
        lessons::run(&context.shelf, id, &loaded, false, halt)
    });
    if saved() {
        return Ok(Some(loaded));
    }
    context.out.findings(&taught.findings)?;
    let findings: Vec<Diagnostic> = warnings.into_iter().chain(taught.findings).collect();
    // Lessons that were not played in time have not failed.
    let lessons = (taught.passed, if late { taught.shown } else { taught.lessons });
    say(args, context, &findings, Some(lessons), begun)?;
    if late {
        let left = quantity((taught.lessons - taught.shown) as u64, "lesson");
        let time = quantity(LESSONS_TIMEOUT.as_secs(), "second");
        context.out.note(format_args!("{left} not played: lessons are stopped after {time}"));
    }
    Ok(Some(loaded))
}

/// Prints the line that summarises the findings.
fn say(
    args: &WatchArgs,
    context: &mut CommandContext,
    findings: &[Diagnostic],
    lessons: Option<(usize, usize)>,
    begun: Instant,
) -> Result<(), Failure> {
    let found = if findings.is_empty() { "ok".to_owned() } else { count(findings) };
    let lessons = match lessons {
        Some((_, 0)) => ", no lessons".to_owned(),
        Some((passed, all)) => format!(", {passed} of {} passed", quantity(all as u64, "lesson")),
        None => String::new(),
    };
    let time = begun.elapsed().as_millis();
    context.out.line(format_args!("{}: {found}{lessons} ({time} ms)", args.ruleset))
}
