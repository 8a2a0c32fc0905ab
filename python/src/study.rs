//! Studies: comparisons, sweeps, matches and tests of claims. Their games are played without the
//! interpreter's lock, or on other machines. In the second case, a study returns the games that are
//! needed next, and later receives the rows of these games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_core::HookError;
use quadrille_dsl::diagnostic;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::{Diagnostic, Library as _, Ruleset, load};
use quadrille_reports::claims::file::{Claim, FILE_NAME, read};
use quadrille_reports::claims::page as claims_page;
use quadrille_reports::claims::tester::{ClaimError, ClaimTester, ClaimsReport};
use quadrille_reports::compare::contest::{ComparisonRun, Contestant, Watch};
use quadrille_reports::compare::question::{ComparisonQuestion, LineUp, QuestionError};
use quadrille_reports::compare::report::CompareReport;
use quadrille_reports::compare::{page, text as compare_text};
use quadrille_reports::row::GameRow;
use quadrille_reports::skill::{self, Rungs, Skill, SkillQuestion};
use quadrille_reports::sweep::{self, Sweep};
use quadrille_study::experiments::compare::{Listener, Look};
use quadrille_study::experiments::metric::BoundedMetric;
use quadrille_study::sim::Plan;
use serde_json::{Value, json};

use crate::errors::{ScriptError, invalid, refused};
use crate::rules::PyRuleset;
use crate::run::{AskedOpening, agent, exception, interruptible, openings, threads};

/// The reason why a study can't be created.
enum StudyRefusal {
    Question(QuestionError),
    Claim(ClaimError),
    Ruleset(Vec<Diagnostic>),
}

impl From<QuestionError> for StudyRefusal {
    fn from(error: QuestionError) -> Self {
        Self::Question(error)
    }
}

impl From<ClaimError> for StudyRefusal {
    fn from(error: ClaimError) -> Self {
        Self::Claim(error)
    }
}

impl From<StudyRefusal> for PyErr {
    fn from(refusal: StudyRefusal) -> Self {
        match refusal {
            StudyRefusal::Question(error) if error.findings.is_empty() => {
                refused(error.to_string())
            }
            StudyRefusal::Question(error) => {
                refused(diagnostic::render_all(&error.findings, false).to_string())
            }
            StudyRefusal::Claim(error) => refused(error.to_string()),
            StudyRefusal::Ruleset(list) => invalid(&list),
        }
    }
}

/// Converts the error of a question to a Python exception.
pub(crate) fn question_error(error: QuestionError) -> PyErr {
    StudyRefusal::Question(error).into()
}

/// The question of a study, and the settings of its games. A study ignores the fields that its kind
/// does not use.
#[derive(FromPyObject)]
pub(crate) struct StudyRequest {
    primary: String,
    margin: Option<f64>,
    agents: Vec<String>,
    number: u64,
    at_least: u64,
    decide: bool,
    opening: AskedOpening,
    seed: u64,
    jobs: Option<usize>,
    ply_limit: Option<u32>,
}

impl StudyRequest {
    fn question(&self) -> PyResult<ComparisonQuestion> {
        let line_up = |text: &String| {
            text.split('+').map(agent).collect::<PyResult<Vec<AgentSpec>>>().map(LineUp)
        };
        let agents = self.agents.iter().map(line_up);
        Ok(ComparisonQuestion {
            primary: self.primary.clone(),
            margin: self.margin,
            agents: agents.collect::<PyResult<Vec<LineUp>>>()?,
            number: self.number,
            at_least: self.at_least,
            openings: openings(&self.opening)?,
            seed: self.seed,
            ply_limit: self.ply_limit,
            jobs: threads(self.jobs),
        })
    }

    fn skill_question(&self) -> PyResult<SkillQuestion> {
        let rungs = self.agents.iter().map(|text| match agent(text) {
            Ok(called @ AgentSpec::External(_)) => Ok(Rungs(vec![called])),
            _ => text.parse::<Rungs>().map_err(|why| refused(why.to_string())),
        });
        let rungs = rungs.collect::<PyResult<Vec<_>>>()?;
        Ok(SkillQuestion {
            agents: rungs.into_iter().flat_map(|rungs| rungs.0).collect(),
            number: self.number,
            decide: self.decide,
            openings: openings(&self.opening)?,
            seed: self.seed,
            ply_limit: self.ply_limit,
            jobs: threads(self.jobs),
        })
    }
}

/// The number of games played so far, and the latest results, for the next report of progress.
#[derive(Default)]
pub(crate) struct LastReport {
    games: AtomicU64,
    look: Mutex<Option<String>>,
}

impl LastReport {
    pub(crate) fn tell(&self, look: &Value) {
        *self.look.lock().unwrap_or_else(PoisonError::into_inner) = Some(look.to_string());
    }

    pub(crate) fn game(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }
}

impl Watch for LastReport {
    fn line_up<'a>(
        &'a self,
        line_up: &LineUp,
        _: &BoundedMetric,
        _: u64,
    ) -> Box<dyn Listener + 'a> {
        Box::new(Teller { report: self, line_up: line_up.to_string() })
    }
}

struct Teller<'a> {
    report: &'a LastReport,
    line_up: String,
}

impl Listener for Teller<'_> {
    fn game(&self) {
        self.report.game();
    }

    fn look(&self, look: &Look) {
        let changes = look.changes.iter().map(|(change, (low, high))| json!([change, low, high]));
        self.report.tell(&json!({
            "agents": self.line_up, "blocks": look.blocks, "cap": look.cap,
            "changes": changes.collect::<Vec<_>>(), "expected_blocks": look.expected,
        }));
    }
}

/// Runs `work` like [`interruptible`], and reports the progress of the work to Python.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&AtomicBool, &LastReport) -> T + Send,
) -> PyResult<T> {
    let report = LastReport::default();
    let mut tell = |py: Python<'_>| {
        let Some(progress) = &progress else { return Ok(()) };
        let look = report.look.lock().unwrap_or_else(PoisonError::into_inner).clone();
        progress.call1(py, (report.games.load(Ordering::Relaxed), look)).map(drop)
    };
    interruptible(py, |stop| work(stop, &report), &mut tell)
}

/// The kinds of study.
#[expect(clippy::large_enum_variant, reason = "there is one for a study")]
enum StudyKind {
    Compare(ComparisonRun),
    Sweep(Sweep),
    Skill(Skill),
}

impl StudyKind {
    /// Returns the [`ComparisonRun`] of a comparison or sweep. If this is a study of skill, returns
    /// its matches as `Err`.
    fn contest(&mut self) -> Result<&mut ComparisonRun, &mut Skill> {
        match self {
            Self::Compare(contest) => Ok(contest),
            Self::Sweep(sweep) => Ok(&mut sweep.contest),
            Self::Skill(skill) => Err(skill),
        }
    }

    /// Returns one of the Python agents of the study, or `None` if the study has no Python agent.
    fn called(&mut self) -> Option<AgentSpec> {
        let agents: Vec<AgentSpec> = match self.contest() {
            Ok(contest) => contest.question.agents.iter().flat_map(|all| all.0.clone()).collect(),
            Err(skill) => skill.question.agents.clone(),
        };
        agents.into_iter().find(|agent| matches!(agent, AgentSpec::External(_)))
    }

    fn fault(&self) -> Option<&HookError> {
        match self {
            Self::Compare(_) => None,
            Self::Sweep(sweep) => sweep.fault(),
            Self::Skill(skill) => skill.fault(),
        }
    }
}

/// A comparison, a sweep, or a series of matches.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Study {
    kind: Mutex<StudyKind>,
    sides: Vec<PyRuleset>,
}

/// Returns a plan of games as JSON. `side` is the index of the ruleset by which the games are
/// played. `run` is the index of the run in its line-up or match.
pub(crate) fn plan_json(side: usize, run: usize, plan: &Plan) -> Value {
    // An agent for all seats is written once, because rulesets may have different numbers of seats.
    let agents = match plan.different().len() {
        1 => &plan.agents[..1],
        _ => &plan.agents[..],
    };
    json!({
        "side": side, "run": run, "seed": plan.seed,
        "first": plan.games.start, "past": plan.games.end,
        "agents": agents.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "rotate": plan.rotate, "ply_limit": plan.ply_limit,
    })
}

pub(crate) fn json_of(report: &impl serde::Serialize) -> String {
    serde_json::to_string(report).unwrap_or_default()
}

/// Parses the rows of games.
pub(crate) fn parsed(rows: &[String]) -> PyResult<Vec<GameRow>> {
    let row = |text: &String| serde_json::from_str(text);
    rows.iter().map(row).collect::<Result<_, _>>().map_err(|error| refused(error.to_string()))
}

impl Study {
    fn of(kind: StudyKind, sides: Vec<PyRuleset>) -> Self {
        Self { kind: Mutex::new(kind), sides }
    }

    fn kind(&self) -> MutexGuard<'_, StudyKind> {
        self.kind.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Study {
    /// Creates a comparison of rulesets.
    #[staticmethod]
    fn compare(sides: Vec<PyRef<'_, PyRuleset>>, question: StudyRequest) -> PyResult<Self> {
        let sides: Vec<PyRuleset> = sides.iter().map(|side| (**side).clone()).collect();
        let places = sides.iter().enumerate().map(|(place, side)| side.contestant(place));
        let contest = ComparisonRun::new(places.collect(), question.question()?);
        let contest = contest.map_err(question_error)?;
        let each = contest.sides.iter().zip(&sides);
        let sides = each.map(|(own, side)| side.in_study(Arc::clone(&own.loaded))).collect();
        Ok(Self::of(StudyKind::Compare(contest), sides))
    }

    /// Creates a sweep over these tunables. If no tunables are given, the sweep is over all
    /// tunables that have values to try.
    #[staticmethod]
    fn sweep(
        py: Python<'_>,
        rules: &PyRuleset,
        tunables: Vec<String>,
        question: StudyRequest,
    ) -> PyResult<Self> {
        let question = question.question()?;
        let load = |set: &[(String, String)]| {
            rules.with(set).map_err(|error| StudyRefusal::Ruleset(error.into_diagnostics()))
        };
        let why = |refusal: StudyRefusal| match refusal {
            StudyRefusal::Ruleset(list) => list.into_iter().next().map(|d| d.message),
            StudyRefusal::Question(error) => Some(error.message),
            StudyRefusal::Claim(error) => Some(error.why),
        };
        let why = |refusal| Ok(why(refusal).unwrap_or_default());
        let sweep = py.detach(|| Sweep::new(rules.contestant(0), tunables, question, load, why));
        let sweep = sweep?;
        let side = |side: &Contestant| rules.changed(side.set.clone(), Arc::clone(&side.loaded));
        let sides = sweep.contest.sides.iter().map(side).collect();
        Ok(Self::of(StudyKind::Sweep(sweep), sides))
    }

    /// Creates matches of stronger against weaker agents.
    #[staticmethod]
    fn skill(rules: &PyRuleset, question: StudyRequest) -> PyResult<Self> {
        let skill = Skill::new(rules.contestant(0), question.skill_question()?);
        Ok(Self::of(StudyKind::Skill(skill.map_err(question_error)?), vec![rules.clone()]))
    }

    /// Returns the rulesets of the study.
    fn sides(&self) -> Vec<PyRuleset> {
        self.sides.clone()
    }

    /// Plays all games that the study needs.
    fn hold(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        if let Some(agent) = self.kind().called() {
            return Err(refused(format!(
                "`{agent}` is not available here; pass the callable itself"
            )));
        }
        let work = |stop: &AtomicBool, report: &LastReport| {
            let mut kind = self.kind();
            let begun = Instant::now();
            match kind.contest() {
                Ok(contest) => {
                    contest.hold(stop, report)?;
                    contest.seconds = begun.elapsed().as_secs_f64();
                }
                Err(skill) => {
                    let begin = |pairing: &quadrille_study::experiments::skill::Pairing| {
                        let (strong, weak) = (pairing.strong, pairing.weak);
                        let [strong, weak] = [strong, weak].map(|agent| agent.to_string());
                        report.tell(&json!({"strong": strong, "weak": weak}));
                    };
                    skill.play(stop, &begin, &|| report.game());
                    skill.seconds = begun.elapsed().as_secs_f64();
                }
            }
            Ok(())
        };
        watched(py, progress, work)?.map_err(question_error)
    }

    /// Returns the next games as JSON: the index of the line-up or match, and the plans of the
    /// games. Returns `None` if no games are left.
    fn asks(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.detach(|| {
            let mut kind = self.kind();
            let (number, plans): (usize, Vec<Value>) = match kind.contest() {
                Ok(contest) => {
                    let Some(ask) = contest.asks().map_err(question_error)? else {
                        return Ok(None);
                    };
                    let plans = ask.plans.iter().map(|(side, plan)| plan_json(*side, *side, plan));
                    (ask.line_up, plans.collect())
                }
                Err(skill) => {
                    let Some(ask) = skill.asks() else { return Ok(None) };
                    let plans =
                        ask.plans.iter().enumerate().map(|(run, plan)| plan_json(0, run, plan));
                    (ask.number, plans.collect())
                }
            };
            Ok(Some(json!({"number": number, "plans": plans}).to_string()))
        })
    }

    /// Receives the rows of the requested games, as one list for each plan, in order. If these rows
    /// lead to an interim analysis, returns the result of the analysis as JSON.
    fn give(&self, py: Python<'_>, rows: Vec<Vec<String>>) -> PyResult<Option<String>> {
        py.detach(|| {
            let rows = rows.iter().map(|rows| parsed(rows)).collect::<PyResult<Vec<_>>>()?;
            let mut kind = self.kind();
            let report = LastReport::default();
            let given = match kind.contest() {
                Err(skill) => skill.give(&rows),
                Ok(contest) => match contest.asks().map_err(question_error)? {
                    None => Ok(()),
                    Some(ask) => {
                        let sides = ask.plans.into_iter().map(|(side, _)| side);
                        let rows: BTreeMap<_, _> = sides.zip(rows).collect();
                        let listener = contest.listener(ask.line_up, &report);
                        contest.give(&rows, &*listener)
                    }
                },
            };
            given.map_err(question_error)?;
            Ok(report.look.into_inner().unwrap_or_else(PoisonError::into_inner))
        })
    }

    /// Returns the report as JSON, as text, and as a page if there is one. `seconds` is the time
    /// that the caller has spent on the games.
    #[pyo3(signature = (seconds=None))]
    fn report(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
    ) -> PyResult<(String, String, Option<String>)> {
        py.detach(|| {
            let mut kind = self.kind();
            if let Some(seconds) = seconds {
                match kind.contest() {
                    Ok(contest) => contest.seconds = seconds,
                    Err(skill) => skill.seconds = seconds,
                }
            }
            if let Some(error) = kind.fault() {
                return Err(ScriptError::new_err(error.to_string()));
            }
            Ok(match &*kind {
                StudyKind::Compare(contest) => {
                    let report = CompareReport::new(contest, contest.command_line());
                    let text = compare_text::whole(contest, &report);
                    (json_of(&report), text, Some(page::whole(contest, &report)))
                }
                StudyKind::Sweep(sweep) => {
                    let report = sweep.report();
                    (json_of(&report), sweep::text(sweep, &report), None)
                }
                StudyKind::Skill(skill) => {
                    let report = skill.report();
                    let id = &skill.side.loaded.spec().id;
                    (json_of(&report), skill::text(&report, id), None)
                }
            })
        })
    }
}

/// Tests claims and returns the report as JSON, and as a page in Markdown. If an exception ends the
/// run early, the report has the claims tested so far, and the last value is this exception.
#[pyfunction]
#[pyo3(signature = (ruleset, number, seed, jobs, ply_limit, progress))]
pub(crate) fn claims(
    py: Python<'_>,
    ruleset: Option<String>,
    number: Option<u64>,
    seed: u64,
    jobs: Option<usize>,
    ply_limit: Option<u32>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, Option<Py<PyAny>>)> {
    let shelf = Shelf::default();
    let open = |name: &str, set: &[(String, String)]| -> Result<Arc<Ruleset>, StudyRefusal> {
        load(&shelf, name, set)
            .map(Arc::new)
            .map_err(|error| StudyRefusal::Ruleset(error.into_diagnostics()))
    };
    let named = ruleset.clone();
    let all = all_claims(&shelf, ruleset)?;
    let jobs = threads(jobs);
    let (mut found, mut again) = (Vec::new(), String::new());
    let work = |stop: &AtomicBool, report: &LastReport| {
        let tester =
            ClaimTester { number, seed, ply_limit, jobs, load: &open, watch: report, stop };
        again = tester.command_line(named.as_deref());
        for (ruleset, claim) in &all {
            report.tell(&json!({"ruleset": ruleset, "claim": claim.id}));
            let tested = tester.test(ruleset, claim)?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            found.push(tested);
        }
        Ok::<(), StudyRefusal>(())
    };
    let ended = watched(py, progress, work);
    let interrupted = match ended {
        Ok(tested) => {
            tested?;
            None
        }
        Err(error) => exception::<()>(py, Err(error)),
    };
    let page = claims_page::whole(&found, &again);
    let report = ClaimsReport { claims: found, interrupted: interrupted.is_some() };
    Ok((json_of(&report), page, interrupted))
}

/// Returns the claims about a ruleset, or about all shipped rulesets.
fn all_claims(
    shelf: &Shelf,
    ruleset: Option<String>,
) -> Result<Vec<(String, Claim)>, StudyRefusal> {
    let names = ruleset.clone().map_or_else(|| shelf.names(), |name| vec![name]);
    let mut all = Vec::new();
    for name in names {
        let wrong = |why: String| ClaimError::new(&name, why);
        let folder = shelf.folder(&name).map_err(|error| wrong(error.to_string()))?;
        let Some(bytes) = folder.files.get(FILE_NAME) else { continue };
        let claims = read(bytes).map_err(|why| wrong(why.to_string()))?;
        all.extend(claims.into_iter().map(|claim| (name.clone(), claim)));
    }
    match (all.is_empty(), ruleset) {
        (true, Some(name)) => Err(ClaimError::new(&name, "this ruleset has no claims").into()),
        _ => Ok(all),
    }
}
