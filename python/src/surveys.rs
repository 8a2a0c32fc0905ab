//! Surveys of many rulesets, and searches for readings of a ruleset.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Source, Tunable};
use quadrille_reports::choices::{Choice, choices};
use quadrille_reports::command_line::{CommandLine, Folders};
use quadrille_reports::compare::question::LineUp;
use quadrille_reports::search::goal::SearchGoal;
use quadrille_reports::search::report::{SearchReport, Surroundings};
use quadrille_reports::search::{
    Reading, Search, SearchError, SearchQuestion, page as search_page, readings,
    text as search_text,
};
use quadrille_reports::survey::measure::DEFAULT_METRICS;
use quadrille_reports::survey::report::SurveyReport;
use quadrille_reports::survey::{
    Survey as Measurements, SurveyEntry, SurveyQuestion, map, page, text,
};
use quadrille_study::experiments::race::Heat;
use quadrille_study::experiments::survey::Landscape;
use serde_json::json;

use crate::errors::{ScriptError, refused};
use crate::rules::PyRuleset;
use crate::run::{AskedOpening, agent, exception, openings, threads};
use crate::study::{json_of, parsed, plan_json, question_error, watched};

/// The question of a survey or a search, and the settings of its games.
#[derive(FromPyObject)]
pub(crate) struct SurveyRequest {
    agents: Vec<String>,
    number: u64,
    seed: u64,
    opening: AskedOpening,
    jobs: Option<usize>,
    ply_limit: Option<u32>,
}

/// A survey with its present measurements.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Survey {
    held: Mutex<Measurements>,
    sides: Vec<PyRuleset>,
}

/// Returns the names of the metrics that a survey measures by default.
#[pyfunction]
pub(crate) fn survey_metrics() -> Vec<&'static str> {
    DEFAULT_METRICS.to_vec()
}

impl Survey {
    fn held(&self) -> MutexGuard<'_, Measurements> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the runs that have games left. Each run is the index of a ruleset and the index of
    /// an agent.
    fn open(&self) -> Vec<(usize, usize)> {
        let held = self.held();
        let runs = held.measured.iter().enumerate().flat_map(|(entry, agents)| {
            let open = agents.iter().enumerate();
            let open = open.filter(|(_, one)| one.blocks < held.question.number);
            open.map(move |(agent, _)| (entry, agent))
        });
        runs.collect()
    }
}

#[pymethods]
impl Survey {
    /// Creates a survey before its first game.
    #[new]
    #[pyo3(signature = (sides, request, metrics, clusters=None))]
    fn new(
        sides: Vec<PyRef<'_, PyRuleset>>,
        request: SurveyRequest,
        metrics: Vec<String>,
        clusters: Option<usize>,
    ) -> PyResult<Self> {
        let sides: Vec<PyRuleset> = sides.iter().map(|side| (**side).clone()).collect();
        let entry = |(place, side): (usize, &PyRuleset)| {
            let name = side.contestant(place).label();
            SurveyEntry { name, loaded: Arc::clone(&side.loaded) }
        };
        let entries = sides.iter().enumerate().map(entry).collect();
        let agents = request.agents.iter().map(|text| agent(text)).collect::<PyResult<_>>()?;
        let question = SurveyQuestion {
            metrics,
            agents,
            number: request.number,
            clusters,
            openings: openings(&request.opening)?,
            seed: request.seed,
            ply_limit: request.ply_limit,
            jobs: threads(request.jobs),
        };
        let held = Measurements::new(entries, question).map_err(question_error)?;
        // To treat all rulesets equally, the survey may have removed shipped weights from them.
        let each = held.entries.iter().zip(&sides);
        let sides = each.map(|(entry, side)| side.in_study(Arc::clone(&entry.loaded))).collect();
        Ok(Self { held: Mutex::new(held), sides })
    }

    /// Returns the rulesets of the survey.
    fn sides(&self) -> Vec<PyRuleset> {
        self.sides.clone()
    }

    /// Plays all games between built-in agents.
    fn hold(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let external = |agent: &&AgentSpec| matches!(agent, AgentSpec::External(_));
        if let Some(agent) = self.held().question.agents.iter().find(external) {
            return Err(refused(format!(
                "`{agent}` is not available here; pass the callable itself"
            )));
        }
        watched(py, progress, |stop, report| {
            let mut held = self.held();
            let begun = Instant::now();
            let run = |run: &str| report.tell(&json!({"run": run}));
            let held_all = held.hold(stop, &run, &|| report.game());
            held.seconds = begun.elapsed().as_secs_f64();
            held_all
        })?
        .map_err(question_error)
    }

    /// Returns the next games as JSON: the index of the agent, and the plan of its games of a
    /// ruleset. Returns `None` if no games are left.
    fn asks(&self) -> Option<String> {
        let (entry, agent) = *self.open().first()?;
        let plan = self.held().plan(entry, agent);
        Some(json!({"number": agent, "plans": [plan_json(entry, entry, &plan)]}).to_string())
    }

    /// Receives the rows of the requested games, as one list for the plan, in order.
    fn give(&self, rows: Vec<Vec<String>>) -> PyResult<Option<String>> {
        let Some((entry, agent)) = self.open().first().copied() else { return Ok(None) };
        for rows in rows {
            let rows = parsed(&rows)?;
            self.held().give(entry, agent, &rows).map_err(question_error)?;
        }
        Ok(None)
    }

    /// Returns the report as JSON, as text, as a page, and the means and intervals as CSV. Also
    /// returns the map as SVG, if there is one.
    #[pyo3(signature = (seconds=None))]
    fn report(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
    ) -> PyResult<(String, String, String, String, Option<String>)> {
        py.detach(|| {
            let mut held = self.held();
            held.seconds = seconds.unwrap_or(held.seconds);
            let survey = &*held;
            if let Some(error) = &survey.first_fault {
                return Err(ScriptError::new_err(error.to_string()));
            }
            let profiles: Vec<_> =
                (0..survey.entries.len()).map(|entry| survey.profile(entry)).collect();
            let question = &survey.question;
            let landscape = Landscape::new(&profiles, question.clusters, question.seed);
            let landscape = landscape.as_ref();
            let mut line = CommandLine::new("survey");
            survey.entries.iter().for_each(|entry| line.word(&entry.name));
            question.write(&mut line);
            let report = SurveyReport::new(survey, landscape, line.text());
            Ok((
                json_of(&report),
                text::whole(survey, &report),
                page::whole(survey, landscape, &report),
                text::csv(&report),
                landscape.map(|landscape| map::map(survey, landscape, &report, true)),
            ))
        })
    }
}

/// Searches for readings of a ruleset that meet a goal. Returns the report as JSON, as text and as
/// a page. If an exception ends the search early, the report has the results so far, and the last
/// value is this exception.
#[pyfunction]
#[pyo3(signature = (rules, goal, tunables, request, candidates, finalists, progress))]
#[expect(clippy::too_many_arguments, reason = "the Python function names them")]
pub(crate) fn search(
    py: Python<'_>,
    rules: &PyRuleset,
    goal: &str,
    tunables: Vec<String>,
    request: SurveyRequest,
    candidates: usize,
    finalists: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, String, Option<Py<PyAny>>)> {
    let text = goal;
    let wrong = |error: SearchError| match error {
        SearchError::Goal(error) => refused(error.in_input(&Source::new("goal", text)).to_string()),
        SearchError::Question(error) => question_error(error),
    };
    let goal: SearchGoal = goal.parse().map_err(|error| wrong(SearchError::Goal(error)))?;
    let loaded = &rules.loaded;
    let (mut choices, mut not_tried) = choices(loaded, &tunables).map_err(question_error)?;
    if tunables.is_empty() {
        // The search does not vary tunables that the caller has set.
        let set = |choice: &Choice| {
            let named = |t: &&Tunable| format!("{}.{}", t.script, t.name) == choice.tunable;
            loaded.tunables.iter().find(named).is_some_and(|tunable| tunable.requested)
        };
        choices.retain(|choice| !set(choice));
    }
    if choices.is_empty() {
        let help = not_tried.first().map(|why| format!(": {why}")).unwrap_or_default();
        return Err(refused(format!("there is no tunable to vary{help}")));
    }
    let line_up = |text: &String| {
        text.split('+').map(agent).collect::<PyResult<Vec<AgentSpec>>>().map(LineUp)
    };
    let question = SearchQuestion {
        goal,
        agents: request.agents.iter().map(line_up).collect::<PyResult<_>>()?,
        number: request.number,
        finalists,
        openings: openings(&request.opening)?,
        seed: request.seed,
        ply_limit: request.ply_limit,
        jobs: threads(request.jobs),
    };
    let contestant = rules.contestant(0);
    let found = py.detach(|| {
        let mut found = vec![Reading { set: Vec::new(), loaded: Arc::clone(loaded) }];
        let all = readings::combinations(&choices, candidates, request.seed);
        for own in all.into_iter().filter(|own| !own.is_empty()) {
            match rules.with(&[&contestant.set[..], &own].concat()) {
                Ok(loaded) => found.push(Reading { set: own, loaded }),
                // Some values of tunables exclude each other.
                Err(error) => {
                    let why = error.into_diagnostics().into_iter().map(|d| d.message).next();
                    let what: Vec<String> =
                        own.iter().map(|(name, value)| format!("{name}={value}")).collect();
                    not_tried.push(format!("{}: {}", what.join(" "), why.unwrap_or_default()));
                }
            }
        }
        found
    });
    let mut search = Search::new(found, question).map_err(wrong)?;
    let held = watched(py, progress, |stop, report| {
        let begun = Instant::now();
        let on_heat = |heat: &Heat| {
            let what = if heat.confirms { "confirming" } else { "exploring" };
            let readings = quantity(heat.candidates.len() as u64, "reading");
            report.tell(&json!({"heat": format!("{what} {readings}")}));
        };
        search.hold(stop, &on_heat, &|| report.game());
        search.seconds = begun.elapsed().as_secs_f64();
    });
    let mut line = CommandLine::new("search");
    line.word(&contestant.name);
    contestant.settings().for_each(|setting| line.option("--set", setting));
    tunables.iter().for_each(|tunable| line.option("--tunable", tunable));
    line.option("--candidates", candidates);
    search.question.write(&mut line);
    let set: Vec<String> = contestant.settings().collect();
    let around = Surroundings {
        name: &contestant.name,
        folders: Folders::default(),
        set: &set,
        choices: &choices,
        combinations: readings::count(&choices),
        not_tried,
        again: line.text(),
    };
    if let Some((_, error)) = &search.first_fault {
        return Err(ScriptError::new_err(error.to_string()));
    }
    let report = SearchReport::new(&search, around);
    let (text, page) = (
        search_text::whole(&contestant.name, &report),
        search_page::whole(&contestant.name, &report),
    );
    Ok((json_of(&report), text, page, exception(py, held)))
}
