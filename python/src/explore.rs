//! Opening trees: the moves of many games at one position.

use std::fs::File;
use std::io::BufReader;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_core::game;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::pgn::{GameReader, Record};
use quadrille_dsl::record_ruleset::{RulesetTags, ruleset_of, settings_of};
use quadrille_dsl::{Ruleset, Source, actions, fen, load};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_reports::explore::{ExploreReport, OpeningTree, RecordError, TreeError, text};
use quadrille_reports::rerun;
use quadrille_reports::row::GameRow;
use quadrille_study::sim::Plan;

use crate::errors::{ScriptError, invalid, refused};
use crate::rules::PyRuleset;
use crate::run::{RunRequest, exception, interruptible, threads};
use crate::study::{json_of, parsed};

/// The number of games of a run that are in memory at a time.
const GAMES_IN_MEMORY: usize = 256;

/// The requested position and size of a tree.
#[derive(Clone, FromPyObject)]
pub(crate) struct TreeRequest {
    play: String,
    fen: Option<String>,
    depth: u32,
    min_games: u64,
}

/// The report as JSON and as text. If a signal such as Ctrl-C ended the work early, the report has
/// the games so far. The last value is then the exception of the signal.
type TreeReport = (String, String, Option<Py<PyAny>>);

/// A tree with its first position, as FEN4, and with the rules of its games.
struct Explored {
    loaded: Arc<Ruleset>,
    tree: OpeningTree,
    fen: String,
    seed: Option<u64>,
}

impl Explored {
    fn new(loaded: Arc<Ruleset>, request: &TreeRequest) -> PyResult<Self> {
        let hooks = loaded.shared_hooks();
        let rules = &loaded.rules;
        let wrong = |name: &str, error: TreeError| refused(format!("{name}: {error}"));
        let mut game = match &request.fen {
            None => game::start(rules, &*hooks).map_err(|error| wrong("fen", error.into()))?,
            Some(text) => {
                let source = Source::new("fen", text.as_str());
                let setup = fen::read(rules, text)
                    .map_err(|error| refused(error.in_input(&source).to_string()))?;
                game::resume(rules, &*hooks, &setup)
                    .map_err(|error| refused(format!("fen: invalid position: {error}")))?
            }
        };
        let source = Source::new("play", request.play.as_str());
        actions::play(&mut *game, &request.play)
            .map_err(|error| refused(error.in_input(&source).to_string()))?;
        let tree =
            OpeningTree::new(&mut *game, request.depth).map_err(|error| wrong("play", error))?;
        let fen = fen::write(rules, &game.setup());
        drop(game);
        Ok(Self { loaded, tree, fen, seed: None })
    }

    fn report(&self, request: &TreeRequest, interrupted: bool) -> (String, String) {
        let Self { loaded, tree, fen, seed } = self;
        let mut report = ExploreReport::new(tree, loaded.spec(), fen.clone(), request.min_games);
        report.interrupted = interrupted;
        let text = text(&report);
        (json_of(&Envelope::new(Some(RulesetId::new(loaded)), *seed, report)), text)
    }
}

fn failed(error: TreeError) -> PyErr {
    match error {
        TreeError::Hook(error) => ScriptError::new_err(error.to_string()),
        error => refused(error.to_string()),
    }
}

/// Plays the games of a run again, and returns their moves at a position.
#[pyfunction]
pub(crate) fn explore_run(
    py: Python<'_>,
    rules: &PyRuleset,
    asked: RunRequest,
    rows: Vec<String>,
    jobs: Option<usize>,
    request: TreeRequest,
) -> PyResult<TreeReport> {
    let rows = parsed(&rows)?;
    let plan = asked.plan(&rules.loaded, threads(jobs))?;
    let external = |agent: &&AgentSpec| matches!(agent, AgentSpec::External(_));
    if let Some(agent) = plan.agents.iter().find(external) {
        let help = "play with `records=True`, and write `records` to a PGN4 file";
        return Err(refused(format!("games of `{agent}` can't be played again: {help}")));
    }
    let explored = Mutex::new(Explored::new(Arc::clone(&rules.loaded), &request)?);
    let work = |stop: &AtomicBool| {
        let mut explored = explored.lock().unwrap_or_else(PoisonError::into_inner);
        explored.seed = Some(plan.seed);
        rows.chunks(GAMES_IN_MEMORY).try_for_each(|rows| add_rows(&mut explored, &plan, rows, stop))
    };
    let ended = interruptible(py, work, &mut |_| Ok(())).and_then(|done| done);
    finish(py, &explored, &request, ended)
}

/// Plays the games of `rows` again, and adds them to a tree. The indices of these games must be
/// consecutive.
fn add_rows(
    explored: &mut Explored,
    plan: &Plan,
    rows: &[GameRow],
    stop: &AtomicBool,
) -> PyResult<()> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(()) };
    if stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let games = rerun::records(&explored.loaded, plan, first.game..last.game + 1, stop);
    let stopped = stop.load(Ordering::Relaxed);
    if !stopped && !games.iter().map(|game| game.plies).eq(rows.iter().map(|row| row.plies)) {
        let range = format!("{} to {}", first.game, last.game);
        return Err(refused(format!(
            "games {range} now run differently from when they were played"
        )));
    }
    explored.tree.add_run(&explored.loaded, plan, &games).map_err(failed)
}

/// Reads the games of a PGN4 file, and returns their moves at a position. If `rules` is `None`, the
/// first game determines the rules. Games whose tags name other rules are then left out.
#[pyfunction]
#[pyo3(signature = (rules, path, request))]
pub(crate) fn explore_file(
    py: Python<'_>,
    rules: Option<&PyRuleset>,
    path: &str,
    request: TreeRequest,
) -> PyResult<TreeReport> {
    let unreadable = |why: String| refused(format!("{path}: {why}"));
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut games = GameReader::new(BufReader::new(file));
    let mut first: Option<(RulesetTags, Vec<(String, String)>)> = None;
    let loaded = match rules {
        Some(rules) => Arc::clone(&rules.loaded),
        None => {
            let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
            let record = first_record(path, BufReader::new(file))?;
            let identity = first.insert((RulesetTags::of(&record), settings_of(&record)));
            Arc::new(named_rules(path, identity)?)
        }
    };
    let explored = Mutex::new(Explored::new(loaded, &request)?);
    let work = |stop: &AtomicBool| {
        let mut explored = explored.lock().unwrap_or_else(PoisonError::into_inner);
        while !stop.load(Ordering::Relaxed)
            && let Some(game) = games.next()
        {
            let game = game.map_err(|error| unreadable(error.to_string()))?;
            let source = Source::part(path, game.text.clone(), game.first_line);
            let in_file =
                |error: &quadrille_dsl::pgn::PgnError| refused(error.in_input(&source).to_string());
            for record in game.records().map_err(|error| in_file(&error))? {
                let own = || (RulesetTags::of(&record), settings_of(&record));
                if first.as_ref().is_some_and(|first| *first != own()) {
                    continue;
                }
                let loaded = Arc::clone(&explored.loaded);
                explored.tree.add_record(&loaded, &record).map_err(|error| match error {
                    RecordError::Pgn(error) => in_file(&error),
                    RecordError::Tree(error) => failed(error),
                    error => unreadable(error.to_string()),
                })?;
            }
        }
        Ok(())
    };
    let ended = interruptible(py, work, &mut |_| Ok(())).and_then(|done| done);
    finish(py, &explored, &request, ended)
}

/// Returns the first record of a file.
fn first_record(path: &str, file: BufReader<File>) -> PyResult<Record> {
    let wrong = |why: String| refused(format!("{path}: {why}"));
    let game =
        GameReader::new(file).next().transpose().map_err(|error| wrong(error.to_string()))?;
    let game = game.ok_or_else(|| wrong("the file contains no game".to_owned()))?;
    let source = Source::part(path, game.text.clone(), game.first_line);
    let records = game.records().map_err(|error| refused(error.in_input(&source).to_string()))?;
    records.into_iter().next().ok_or_else(|| wrong("the file contains no game".to_owned()))
}

/// Loads the rules that are named by the tags of a record.
fn named_rules(
    path: &str,
    (tags, set): &(RulesetTags, Vec<(String, String)>),
) -> PyResult<Ruleset> {
    let unknown = |why: String| refused(format!("{path}: {why}; pass `rules`"));
    if tags.site_rules().is_some() {
        return Err(unknown("the first game does not name its ruleset".to_owned()));
    }
    let shelf = Shelf::default();
    let name = ruleset_of(tags, &shelf).map_err(|error| unknown(error.to_string()))?;
    load(&shelf, &name, set).map_err(|error| invalid(error.diagnostics()))
}

/// Returns the report. A signal that ended the work early is part of the result, and any other
/// exception is raised.
fn finish(
    py: Python<'_>,
    explored: &Mutex<Explored>,
    request: &TreeRequest,
    ended: PyResult<()>,
) -> PyResult<TreeReport> {
    let ended = match ended {
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyException>(py) => {
            return Err(error);
        }
        ended => ended,
    };
    let explored = explored.lock().unwrap_or_else(PoisonError::into_inner);
    let (json, text) = explored.report(request, ended.is_err());
    Ok((json, text, exception(py, ended)))
}
