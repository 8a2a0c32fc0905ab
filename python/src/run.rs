//! Plays many games in separate threads, without the interpreter's lock. Meanwhile the calling
//! thread handles signals and reports progress.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_core::Spec;
use quadrille_dsl::{Ruleset, Source};
use quadrille_reports::opening::Openings;
use quadrille_reports::outcome::Tally;
use quadrille_reports::playout::{PlayoutReport, RunTime};
use quadrille_reports::record;
use quadrille_reports::row::{self, GameRow};
use quadrille_reports::run::RunIdentity;
use quadrille_reports::series;
use quadrille_study::sim::{self, GameRecord, Plan, Summary};

use crate::errors::refused;
use crate::rules::PyRuleset;

/// The interval between checks for signals.
pub(crate) const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The interval between progress reports.
pub(crate) const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Runs `work` in another thread, without the interpreter's lock, and calls `tell` at intervals. If
/// a signal such as Ctrl-C arrives or `tell` fails, sets the flag that `work` receives, so that
/// `work` ends early.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    tell: &mut (dyn FnMut(Python<'_>) -> PyResult<()> + Send),
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (done, failed) = py.detach(|| {
        thread::scope(|scope| {
            let worker = scope.spawn(|| work(&stop));
            let mut failed = None;
            let mut last_report = Instant::now();
            while !worker.is_finished() {
                thread::sleep(if last_report.elapsed() < SIGNAL_POLL_INTERVAL {
                    Duration::from_millis(1)
                } else {
                    SIGNAL_POLL_INTERVAL
                });
                if failed.is_some() {
                    continue;
                }
                let late = last_report.elapsed() > PROGRESS_INTERVAL;
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    if late { tell(py) } else { Ok(()) }
                });
                if late {
                    last_report = Instant::now();
                }
                if let Err(error) = heard {
                    stop.store(true, Ordering::Relaxed);
                    failed = Some(error);
                }
            }
            (worker.join(), failed)
        })
    });
    match (done, failed) {
        (_, Some(error)) => Err(error),
        (Ok(done), None) => Ok(done),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}

/// The prefix for the names of Python agents.
const PYTHON_AGENT_PREFIX: &str = "python:";

/// The names of Python agents. Each name is stored once and never freed.
static PYTHON_AGENT_NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

fn kept_name(name: &str) -> &'static str {
    let mut names = PYTHON_AGENT_NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = names.get(name) {
        return kept;
    }
    let kept: &'static str = Box::leak(name.into());
    names.insert(kept);
    kept
}

/// Parses the name of a built-in or a Python agent.
pub(crate) fn agent(text: &str) -> PyResult<AgentSpec> {
    if text.starts_with(PYTHON_AGENT_PREFIX) {
        return Ok(AgentSpec::External(kept_name(text)));
    }
    AgentSpec::from_str(text).map_err(|why| refused(why.to_string()))
}

/// Returns an agent for each seat.
pub(crate) fn seated(agents: &[String], spec: &Spec) -> PyResult<Vec<AgentSpec>> {
    let agents = agents.iter().map(|text| agent(text)).collect::<PyResult<Vec<_>>>()?;
    match agents[..] {
        [one] => Ok(vec![one; spec.seats.len()]),
        _ if agents.len() == spec.seats.len() => Ok(agents),
        _ => Err(refused(format!(
            "{} agents were given for {} seats; give one agent, or one for each seat",
            agents.len(),
            spec.seats.len()
        ))),
    }
}

pub(crate) fn threads(jobs: Option<usize>) -> usize {
    let machine = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    jobs.unwrap_or_else(machine).clamp(1, 1024)
}

/// The requested openings: their name, their text, and the number of plies to replay from each
/// recorded game.
pub(crate) type AskedOpening = Option<(String, String, Option<u32>)>;

/// Parses the requested openings. Their text is `random:8`, `moves:e2-e4`, FENs, or recorded games.
pub(crate) fn openings(asked: &AskedOpening) -> PyResult<Openings> {
    let Some((name, text, plies)) = asked else { return Ok(Openings::default()) };
    match Openings::stated(text.trim()).map_err(|why| refused(why.to_string()))? {
        Some(_) if plies.is_some() => Err(refused("`opening_plies` needs recorded games")),
        Some(stated) => Ok(stated),
        None => Ok(Openings::file(Source::new(name.as_str(), text.as_str()), *plies)),
    }
}

/// The games to play, and their settings.
#[derive(Clone, FromPyObject)]
pub(crate) struct RunRequest {
    agents: Vec<String>,
    seed: u64,
    first: u64,
    past: u64,
    rotate: bool,
    ply_limit: Option<u32>,
    metrics: bool,
    opening: AskedOpening,
}

impl RunRequest {
    pub(crate) fn plan(&self, loaded: &Ruleset, jobs: usize) -> PyResult<Plan> {
        let spec = loaded.spec();
        let opening = openings(&self.opening)?.by(loaded);
        let opening = opening.map_err(|error| refused(error.to_string()))?;
        Ok(Plan {
            seed: self.seed,
            games: self.first..self.past.max(self.first),
            agents: seated(&self.agents, spec)?,
            rotate: self.rotate,
            jobs,
            record: false,
            measure: self.metrics,
            timed: false,
            ply_limit: self.ply_limit,
            opening,
        })
    }
}

/// The games in order. The first list has a JSON row for each game. On request, the second list has
/// the record of each game as PGN4, and the third list has its plies as JSON. If an exception ended
/// the run early, the lists have only the first games of the run, and the last value is this
/// exception.
pub(crate) type GameRows = (Vec<String>, Vec<String>, Vec<String>, Option<Py<PyAny>>);

/// Returns the exception of a failed result as a Python object, or `None` if the result is not a
/// failure.
pub(crate) fn exception<T>(py: Python<'_>, done: PyResult<T>) -> Option<Py<PyAny>> {
    done.err().map(|error| error.into_value(py).into_any())
}

/// A played game: its index, row, record and plies. The record and the plies exist only on request.
type KeptGame = (u64, String, Option<String>, Option<String>);

/// Collects games, which arrive from any thread in any order.
pub(crate) struct Collector<'a> {
    loaded: &'a Ruleset,
    plan: &'a Plan,
    records: bool,
    plies: bool,
    rows: Mutex<Vec<KeptGame>>,
    played: AtomicU64,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(loaded: &'a Ruleset, plan: &'a Plan, records: bool, plies: bool) -> Self {
        let (rows, played) = (Mutex::default(), AtomicU64::new(0));
        Self { loaded, plan, records, plies, rows, played }
    }

    pub(crate) fn add(&self, game: &GameRecord) {
        let (loaded, plan) = (self.loaded, self.plan);
        let row = GameRow::new(loaded.spec(), plan, game);
        let row = serde_json::to_string(&row).unwrap_or_default();
        let text = self.records.then(|| record::text(loaded, plan, game).ok()).flatten();
        let plies = self.plies.then(|| series::plies(loaded, plan, game).unwrap_or_default());
        let plies = plies.map(|plies| serde_json::to_string(&plies).unwrap_or_default());
        let kept = (game.index, row, text, plies);
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).push(kept);
        self.played.fetch_add(1, Ordering::Relaxed);
    }

    /// Reports the number of games played and the total.
    pub(crate) fn tell(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let total = self.plan.games.end - self.plan.games.start;
        let played = self.played.load(Ordering::Relaxed);
        progress.map_or(Ok(()), |progress| progress.call1(py, (played, total)).map(drop))
    }

    /// Returns the games up to the first game that is missing. `ended` is the result of the run.
    pub(crate) fn finish(self, py: Python<'_>, ended: PyResult<()>) -> GameRows {
        let first = self.plan.games.start;
        let mut rows = self.rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (all, texts, series) = py.detach(|| {
            rows.sort_unstable_by_key(|(index, ..)| *index);
            let (mut all, mut texts, mut series) = (Vec::new(), Vec::new(), Vec::new());
            for (number, (index, row, text, plies)) in (first..).zip(rows) {
                if index != number {
                    break;
                }
                all.push(row);
                texts.extend(text);
                series.extend(plies);
            }
            (all, texts, series)
        });
        (all, texts, series, exception(py, ended))
    }
}

/// Plays games between built-in agents.
#[pyfunction]
#[pyo3(signature = (rules, asked, jobs, records, plies, progress))]
pub(crate) fn playout(
    py: Python<'_>,
    rules: &PyRuleset,
    asked: RunRequest,
    jobs: Option<usize>,
    records: bool,
    plies: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<GameRows> {
    let loaded = Arc::clone(&rules.loaded);
    let plan =
        Plan { record: records || plies, timed: plies, ..asked.plan(&loaded, threads(jobs))? };
    let external = |agent: &&AgentSpec| matches!(agent, AgentSpec::External(_));
    if let Some(agent) = plan.agents.iter().find(external) {
        return Err(refused(format!("`{agent}` is not available here; pass the callable itself")));
    }
    let games = Collector::new(&loaded, &plan, records, plies);
    let work = |stop: &AtomicBool| {
        let done = |game: GameRecord| games.add(&game);
        let _ = sim::run(&loaded.rules, &|| loaded.hooks(), &plan, stop, &done);
    };
    let ended = interruptible(py, work, &mut |py| games.tell(py, progress.as_ref()));
    Ok(games.finish(py, ended))
}

/// Returns the report on games as JSON, from the rows of the games in order. The report does not
/// depend on the machines that played the games, or on the number of parts in which the games were
/// played.
#[pyfunction]
pub(crate) fn report(
    py: Python<'_>,
    rules: &PyRuleset,
    asked: RunRequest,
    rows: Vec<String>,
    seconds: f64,
) -> PyResult<String> {
    let loaded = Arc::clone(&rules.loaded);
    let plan = asked.plan(&loaded, 1)?;
    let made = py.detach(|| {
        let mut summary = Summary::of_plan(&loaded.rules, &plan);
        let tally = Tally::default();
        for (number, text) in plan.games.clone().zip(&rows) {
            let row: GameRow = serde_json::from_str(text).map_err(|error| error.to_string())?;
            if row.game != number {
                return Err(format!("game {number} is missing or appears twice"));
            }
            row::add(&loaded.rules, &row, &mut summary, &tally)
                .map_err(|error| error.to_string())?;
        }
        if let Some(totals) = &mut summary.totals {
            totals.finish();
        }
        let time = RunTime { seconds, plies: summary.plies };
        let report = PlayoutReport::new(&loaded, &plan, &summary, &tally, time, false);
        serde_json::to_string(&report).map_err(|error| error.to_string())
    });
    made.map_err(refused)
}

/// Returns the identity of a run as JSON. Games with equal identities can be merged.
#[pyfunction]
pub(crate) fn identity(rules: &PyRuleset, asked: RunRequest) -> PyResult<String> {
    let plan = asked.plan(&rules.loaded, 1)?;
    serde_json::to_string(&RunIdentity::new(&rules.loaded, &plan))
        .map_err(|error| refused(error.to_string()))
}
