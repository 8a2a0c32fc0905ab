//! Games in bulk: played in threads of their own without the interpreter's lock, while the caller's thread hears
//! signals and tells how far it is.

use std::str::FromStr as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quadrille_core::sim::{self, GameRecord, Plan, Summary};
use quadrille_core::study::compare::{Listener, Look};
use quadrille_core::study::metric::BoundedMetric;
use quadrille_core::{AgentSpec, Spec};
use quadrille_reports::compare::contest::{Contest, Contestant, Watch};
use quadrille_reports::compare::page;
use quadrille_reports::compare::question::{LineUp, Question};
use quadrille_reports::compare::report::CompareReport;
use quadrille_reports::outcome::Tally;
use quadrille_reports::playout::{PlayoutReport, RunTime};
use quadrille_reports::record;
use quadrille_reports::row::{self, GameRow};
use quadrille_reports::run::RunIdentity;
use serde_json::json;

use crate::errors::refused;
use crate::rules::Ruleset;

/// How often signals are looked for.
const BEAT: Duration = Duration::from_millis(20);
/// How often progress is told.
const TOLD: Duration = Duration::from_millis(200);

/// Does some work in another thread, without the interpreter's lock. A signal such as ctrl-C sets the flag, as an error
/// of `tell` does, which hears how long it has gone on; the work then ends with what it has.
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
            let mut told = Instant::now();
            while !worker.is_finished() {
                thread::sleep(if told.elapsed() < BEAT { Duration::from_millis(1) } else { BEAT });
                if failed.is_some() {
                    continue;
                }
                let late = told.elapsed() > TOLD;
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    if late { tell(py) } else { Ok(()) }
                });
                if late {
                    told = Instant::now();
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

/// An agent for each seat.
fn seated(agents: &[String], spec: &Spec) -> PyResult<Vec<AgentSpec>> {
    let agents = agents.iter().map(|agent| {
        let agent = AgentSpec::from_str(agent).map_err(refused)?;
        agent.suits(spec).map_err(|why| refused(format!("{why}; {}", why.instead)))?;
        Ok(agent)
    });
    let agents = agents.collect::<PyResult<Vec<_>>>()?;
    match agents[..] {
        [one] => Ok(vec![one; spec.seats.len()]),
        _ if agents.len() == spec.seats.len() => Ok(agents),
        _ => Err(refused(format!(
            "{} agents for {} seats: give one agent, or one for each seat",
            agents.len(),
            spec.seats.len()
        ))),
    }
}

fn threads(jobs: Option<usize>) -> usize {
    let machine = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    jobs.unwrap_or_else(machine).clamp(1, 1024)
}

/// Which games are played, and how.
#[derive(Clone, FromPyObject)]
pub(crate) struct Asked {
    agents: Vec<String>,
    seed: u64,
    first: u64,
    past: u64,
    rotate: bool,
    ply_limit: Option<u32>,
    metrics: bool,
}

impl Asked {
    fn plan(&self, spec: &Spec, jobs: usize, record: bool) -> PyResult<Plan> {
        Ok(Plan {
            seed: self.seed,
            games: self.first..self.past.max(self.first),
            agents: seated(&self.agents, spec)?,
            rotate: self.rotate,
            jobs,
            record,
            measure: self.metrics,
            ply_limit: self.ply_limit,
        })
    }
}

/// Plays games: a row for each as JSON, in order, and their records as PGN4 if asked for.
#[pyfunction]
#[pyo3(signature = (rules, asked, jobs, records, progress))]
pub(crate) fn playout(
    py: Python<'_>,
    rules: &Ruleset,
    asked: Asked,
    jobs: Option<usize>,
    records: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<String>, Vec<String>)> {
    let loaded = Arc::clone(&rules.loaded);
    let plan = asked.plan(loaded.rules.spec(), threads(jobs), records)?;
    let total = plan.games.end - plan.games.start;
    let played = AtomicU64::new(0);
    let work = |stop: &AtomicBool| {
        let rows = Mutex::new(Vec::new());
        let done = |game: GameRecord| {
            let row = GameRow::new(loaded.rules.spec(), &plan, &game);
            let row = serde_json::to_string(&row).unwrap_or_default();
            let text = records.then(|| record::text(&loaded, &plan, &game).ok()).flatten();
            rows.lock().unwrap_or_else(PoisonError::into_inner).push((game.index, row, text));
            played.fetch_add(1, Ordering::Relaxed);
        };
        let _ = sim::run(&loaded.rules, &|| loaded.hooks(), &plan, stop, &done);
        let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.sort_unstable_by_key(|(index, ..)| *index);
        let (rows, texts): (Vec<_>, Vec<_>) =
            rows.into_iter().map(|(_, row, text)| (row, text)).unzip();
        (rows, texts.into_iter().flatten().collect())
    };
    let mut tell = |py: Python<'_>| match &progress {
        Some(progress) => progress.call1(py, (played.load(Ordering::Relaxed), total)).map(drop),
        None => Ok(()),
    };
    interruptible(py, work, &mut tell)
}

/// The report of games, from their rows in order, as JSON: the same wherever and in how many parts they were played.
#[pyfunction]
pub(crate) fn report(
    py: Python<'_>,
    rules: &Ruleset,
    asked: Asked,
    rows: Vec<String>,
    seconds: f64,
) -> PyResult<String> {
    let loaded = Arc::clone(&rules.loaded);
    let plan = asked.plan(loaded.rules.spec(), 1, false)?;
    let made = py.detach(|| {
        let mut summary = Summary::of_plan(&loaded.rules, &plan);
        let tally = Tally::default();
        for (number, text) in plan.games.clone().zip(&rows) {
            let row: GameRow = serde_json::from_str(text).map_err(|error| error.to_string())?;
            if row.game != number {
                return Err(format!("game {number} is missing, or there twice"));
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

/// What makes games parts of one run, as JSON.
#[pyfunction]
pub(crate) fn identity(rules: &Ruleset, asked: Asked) -> PyResult<String> {
    let plan = asked.plan(rules.loaded.rules.spec(), 1, false)?;
    serde_json::to_string(&RunIdentity::new(&rules.loaded, &plan))
        .map_err(|error| refused(error.to_string()))
}

/// What a comparison told last.
#[derive(Default)]
struct Told {
    games: AtomicU64,
    look: Mutex<Option<String>>,
}

impl Watch for Told {
    fn line_up<'a>(
        &'a self,
        line_up: &LineUp,
        _: &BoundedMetric,
        _: u64,
    ) -> Box<dyn Listener + 'a> {
        Box::new(Teller { told: self, line_up: line_up.to_string() })
    }
}

struct Teller<'a> {
    told: &'a Told,
    line_up: String,
}

impl Listener for Teller<'_> {
    fn game(&self) {
        self.told.games.fetch_add(1, Ordering::Relaxed);
    }

    fn look(&self, look: &Look) {
        let changes = look.changes.iter().map(|(change, (low, high))| json!([change, low, high]));
        let look = json!({
            "agents": self.line_up, "blocks": look.blocks, "cap": look.cap,
            "changes": changes.collect::<Vec<_>>(), "expected_blocks": look.expected,
        });
        *self.told.look.lock().unwrap_or_else(PoisonError::into_inner) = Some(look.to_string());
    }
}

/// Compares rulesets: the report as JSON, and as a page.
#[pyfunction]
#[pyo3(signature = (sides, names, primary, margin, agents, number, at_least, seed, jobs, ply_limit, progress))]
#[expect(
    clippy::too_many_arguments,
    reason = "the Python function names them, and gives their defaults"
)]
pub(crate) fn compare(
    py: Python<'_>,
    sides: Vec<PyRef<'_, Ruleset>>,
    names: Vec<(String, Vec<(String, String)>)>,
    primary: String,
    margin: Option<f64>,
    agents: Vec<String>,
    number: u64,
    at_least: u64,
    seed: u64,
    jobs: Option<usize>,
    ply_limit: Option<u32>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let agents = agents.iter().map(|agent| agent.parse().map_err(refused));
    let question = Question {
        primary,
        margin,
        agents: agents.collect::<PyResult<Vec<LineUp>>>()?,
        number,
        at_least,
        seed,
        ply_limit,
        jobs: threads(jobs),
    };
    let sides = sides.iter().zip(names).enumerate().map(|(place, (side, (name, set)))| {
        Contestant::new(place, &name, set, Arc::clone(&side.loaded))
    });
    let mut contest =
        Contest::new(sides.collect(), question).map_err(|error| refused(error.to_string()))?;
    let told = Told::default();
    let contest_of = &mut contest;
    let work = |stop: &AtomicBool| contest_of.hold(stop, &told);
    let mut tell = |py: Python<'_>| {
        let Some(progress) = &progress else { return Ok(()) };
        let look = told.look.lock().unwrap_or_else(PoisonError::into_inner).clone();
        progress.call1(py, (told.games.load(Ordering::Relaxed), look)).map(drop)
    };
    interruptible(py, work, &mut tell)?.map_err(|error| refused(error.to_string()))?;
    py.detach(|| {
        let report = CompareReport::new(&contest, contest.command_line());
        let page = page::whole(&contest, &report);
        Ok((serde_json::to_string(&report).unwrap_or_default(), page))
    })
}
