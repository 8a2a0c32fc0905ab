//! `explore`: lists the moves of many games at a position.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_agents::AgentSpec;
use quadrille_dsl::pgn::Record;
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Diagnostic, Ruleset, fen};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_reports::explore::{self, ExploreReport, OpeningTree, RecordError, TreeError};
use quadrille_reports::rerun;
use quadrille_study::sim::Plan;

use super::plan;
use super::record_reader::{RecordMistakes, RecordReader, wrong};
use super::record_rules::RecordRules;
use super::stored_run::StoredRun;
use crate::args::{ExploreArgs, ExploreFormat};
use crate::context::{self, CommandContext};
use crate::output::compact_json;
use crate::output::exit::{self, Failure};
use crate::store::Store;

/// The reference page of `explore`.
pub const REFERENCE: &str = include_str!("../../docs/explore.md");

/// The number of games of a run that are in memory at a time.
const GAMES_IN_MEMORY: u64 = 256;
/// The first bytes of a database.
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";
/// The number of games that a ruleset plays by default.
const DEFAULT_GAMES: u64 = 1000;

/// Prints the moves of the games at a position.
pub fn run(args: &ExploreArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let stop = context.interrupt.watch();
    let source = SourceKind::of(args)?;
    let mut mistakes = RecordMistakes::default();
    let explored = match source {
        SourceKind::Database => Some(database(args, context, &stop)?),
        SourceKind::Ruleset => Some(playouts(args, context, &stop)?),
        SourceKind::Records => records(args, context, &stop, &mut mistakes)?,
    };
    let interrupted = stop.load(Ordering::Relaxed);
    let Some(explored) = explored else {
        if interrupted {
            return Ok(exit::INTERRUPTED);
        }
        if mistakes.is_empty() {
            context.out.note(format!("{} contains no game", args.source));
        }
        return mistakes.finish().map(|()| exit::FINE);
    };
    print(args, context, &explored, interrupted)?;
    context.out.finish()?;
    let tree = &explored.tree;
    if tree.games() > 0 && tree.reached() == 0 {
        context.out.note(
            "no game reaches this position; name a position of the games with `--play` or `--fen`",
        );
    }
    if explored.of_other_rules > 0 {
        let games = quantity(explored.of_other_rules, "game");
        context.out.note(format!("left out {games} of other rules; choose with `--ruleset`"));
    }
    mistakes.finish()?;
    if interrupted {
        let games = quantity(tree.games(), "game");
        context.out.note(format!("interrupted after {games}; the results so far are valid"));
        return Ok(exit::INTERRUPTED);
    }
    Ok(exit::FINE)
}

/// The place from which games come.
enum SourceKind {
    Database,
    Records,
    Ruleset,
}

impl SourceKind {
    /// Returns the kind of the source in the arguments. Checks that all other arguments fit it.
    fn of(args: &ExploreArgs) -> Result<Self, Failure> {
        let path = Path::new(&args.source);
        let has_extension = |all: &[&str]| {
            path.extension()
                .is_some_and(|own| all.iter().any(|other| own.eq_ignore_ascii_case(other)))
        };
        let kind = if is_database(path) {
            Self::Database
        } else if has_extension(&["pgn", "pgn4", "db"])
            || path.is_file() && !has_extension(&["toml"])
        {
            Self::Records
        } else {
            Self::Ruleset
        };
        let plays = args.number.is_some() || !args.agents.is_empty() || args.seed.is_some();
        let changes = args.ruleset.is_some() || !args.change.set.is_empty();
        let wrong = match kind {
            Self::Ruleset if args.ruleset.is_some() => "`--ruleset` is about PGN4 files",
            Self::Database if changes => "a database contains its rules",
            Self::Database | Self::Records if plays => {
                "`-n`, `--agents` and `--seed` are about games of a ruleset, but this is a file"
            }
            _ => return Ok(kind),
        };
        Err(Failure::advised(
            format!("{}: {wrong}", args.source),
            Some("leave these options out".to_owned()),
        ))
    }
}

fn is_database(path: &Path) -> bool {
    let mut start = Vec::new();
    let file = std::fs::File::open(path);
    let read = file.and_then(|file| file.take(SQLITE_MAGIC.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == SQLITE_MAGIC
}

/// A tree with the rules of its games.
struct Explored {
    loaded: Arc<Ruleset>,
    tree: OpeningTree,
    /// The first position of the tree, as FEN4.
    fen: String,
    seed: Option<u64>,
    /// The number of games that were left out because their rules differ.
    of_other_rules: u64,
}

impl Explored {
    /// Creates an empty tree at the position in the arguments.
    fn new(args: &ExploreArgs, loaded: Arc<Ruleset>) -> Result<Self, Failure> {
        let hooks = loaded.shared_hooks();
        let mut game = context::position(&loaded, &*hooks, &args.position)?;
        let tree = OpeningTree::new(&mut *game, args.depth).map_err(failed)?;
        let fen = fen::write(&loaded.rules, &game.setup());
        drop(game);
        Ok(Self { loaded, tree, fen, seed: None, of_other_rules: 0 })
    }
}

fn failed(error: TreeError) -> Failure {
    match error {
        TreeError::Hook(error) => Failure::Script(error),
        TreeError::Unfit => Failure::advised(
            error.to_string(),
            Some("choose another position with `--play` or `--fen`".to_owned()),
        ),
        error => Failure::usage(error.to_string()),
    }
}

/// Plays the games of a database again.
fn database(
    args: &ExploreArgs,
    context: &CommandContext,
    stop: &AtomicBool,
) -> Result<Explored, Failure> {
    let store = Store::read(Path::new(&args.source))?;
    let mut run = StoredRun::of(&store, &context.shelf)?;
    run.plan.jobs = args.threads();
    let mut explored = Explored::new(args, Arc::clone(&run.loaded))?;
    explored.seed = Some(run.plan.seed);
    for played in store.played()? {
        for first in played.clone().step_by(GAMES_IN_MEMORY as usize) {
            let rows = store.rows(&(first..played.end.min(first + GAMES_IN_MEMORY)))?;
            let games = run.records(&rows, stop)?;
            explored.tree.add_run(&run.loaded, &run.plan, &games).map_err(failed)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(explored);
            }
        }
    }
    Ok(explored)
}

/// Plays the games of a ruleset.
fn playouts(
    args: &ExploreArgs,
    context: &CommandContext,
    stop: &AtomicBool,
) -> Result<Explored, Failure> {
    let loaded = context::open_or_stop(&context.shelf, &args.source, &args.change, stop)?;
    let agents = if args.agents.is_empty() { &[AgentSpec::Greedy] } else { &*args.agents };
    let plan = Plan {
        seed: args.seed.unwrap_or(1),
        agents: plan::agents(agents, loaded.spec())?,
        jobs: args.threads(),
        ..Plan::default()
    };
    let mut explored = Explored::new(args, Arc::new(loaded))?;
    explored.seed = Some(plan.seed);
    let number = args.number.unwrap_or(DEFAULT_GAMES);
    for first in (0..number).step_by(GAMES_IN_MEMORY as usize) {
        let games = first..number.min(first.saturating_add(GAMES_IN_MEMORY));
        let games = rerun::records(&explored.loaded, &plan, games, stop);
        explored.tree.add_run(&explored.loaded, &plan, &games).map_err(failed)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(explored)
}

/// Reads the games of a PGN4 file. The first game determines the rules of the tree. Returns `None`
/// if the file has no game without mistakes.
fn records(
    args: &ExploreArgs,
    context: &CommandContext,
    stop: &AtomicBool,
    mistakes: &mut RecordMistakes,
) -> Result<Option<Explored>, Failure> {
    let mut reader = RecordReader::open(Path::new(&args.source))?;
    let mut rules = RecordRules::new(&context.shelf, "name the rules with `--ruleset`");
    let mut explored = None;
    while !stop.load(Ordering::Relaxed) {
        let added = match reader.next() {
            Ok(None) => break,
            Ok(Some(record)) => add_record(args, &reader, &mut rules, &record, &mut explored),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = added {
            mistakes.add(failure)?;
        }
    }
    Ok(explored)
}

/// Adds a recorded game.
fn add_record(
    args: &ExploreArgs,
    reader: &RecordReader,
    rules: &mut RecordRules<'_>,
    record: &Record,
    explored: &mut Option<Explored>,
) -> Result<(), Failure> {
    let (name, loaded) = rules.of(record, args.ruleset.as_deref(), &args.change.set)?;
    let explored = match explored {
        Some(explored) if explored.loaded.hash != loaded.hash => {
            explored.of_other_rules += 1;
            return Ok(());
        }
        Some(explored) => explored,
        None => explored.insert(Explored::new(args, Arc::clone(&loaded))?),
    };
    let source = reader.source();
    explored.tree.add_record(&loaded, record).map_err(|error| match error {
        RecordError::Pgn(error) => {
            wrong(source, &rules.naming_preset(error, record, &name, &loaded))
        }
        RecordError::Tree(error) => failed(error),
        error => {
            let message = error.to_string();
            Failure::Files(vec![Diagnostic::input(source, 0..0, message)])
        }
    })
}

fn print(
    args: &ExploreArgs,
    context: &mut CommandContext,
    explored: &Explored,
    interrupted: bool,
) -> Result<(), Failure> {
    let Explored { loaded, tree, fen, seed, .. } = explored;
    let mut report = ExploreReport::new(tree, loaded.spec(), fen.clone(), args.min_games);
    report.interrupted = interrupted;
    match args.format {
        ExploreFormat::Text => {
            context.out.print(format!("{}\n{}", loaded.meta.title, explore::text(&report)))
        }
        ExploreFormat::Json => {
            context.out.json(&Envelope::new(Some(RulesetId::new(loaded)), *seed, &report))
        }
        ExploreFormat::Ndjson => report
            .positions
            .iter()
            .try_for_each(|position| context.out.line(compact_json(position)?)),
    }
}
