//! Learned weights and puzzles, from games of self-play.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use quadrille_core::rules::Network;
use quadrille_dsl::Ruleset;
use quadrille_dsl::puzzles::{self, MAX_PUZZLES, Puzzle};
use quadrille_dsl::weights::{self, WeightsFile};
use quadrille_study::learn::{LearnPlan, Learned, Learner, LearningStage};
use quadrille_study::puzzles::{FoundPuzzle, PuzzleFilter, find};
use quadrille_study::sim::Plan;
use serde_json::{Value, json};

use crate::errors::{ScriptError, invalid, refused};
use crate::rules::PyRuleset;
use crate::run::{agent, exception, seated, threads};
use crate::study::watched;

/// The ply limit of games of self-play if neither the caller nor the rules set one.
const DEFAULT_PLY_LIMIT: u32 = 400;

/// The plan of learning.
#[derive(FromPyObject)]
pub(crate) struct LearnRequest {
    agent: String,
    contest: Option<String>,
    games: u64,
    stages: usize,
    network: bool,
    openings: u64,
    seed: u64,
    jobs: Option<usize>,
    ply_limit: Option<u32>,
}

/// Plays games of self-play and fits weights, stage by stage. Returns the file of weights, and the
/// stages as JSON. If an exception ends the run early, the results cover the complete
/// stages, and the last value is this exception. `before` is a file of weights by the same plan,
/// from which learning continues.
#[pyfunction]
#[pyo3(signature = (rules, request, before, progress))]
pub(crate) fn learn(
    py: Python<'_>,
    rules: &PyRuleset,
    request: LearnRequest,
    before: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, Option<Py<PyAny>>)> {
    let loaded = Arc::clone(&rules.loaded);
    let spec = loaded.spec();
    let searches = |text: &String| match agent(text)? {
        agent if agent.limit().is_some() => Ok(agent),
        agent => Err(refused(format!(
            "{agent} does not search, so `learn` can't learn from it; use search-paranoid:depth=2"
        ))),
    };
    let (own, contest) = (searches(&request.agent)?, request.contest.as_ref().map(searches));
    let contest = contest.transpose()?.unwrap_or(own);
    let inputs = spec.weight_shape().inputs;
    if request.network && inputs > Network::MAX_INPUTS {
        return Err(refused(format!(
            "a network for these rules would have {inputs} inputs; the maximum is {}",
            Network::MAX_INPUTS
        )));
    }
    let limit = spec.ply_limit.min(DEFAULT_PLY_LIMIT);
    let plan = LearnPlan {
        agent: own,
        games: request.games,
        seed: request.seed,
        ply_limit: request.ply_limit.unwrap_or(limit),
        openings: request.openings,
        jobs: threads(request.jobs),
        network: request.network,
    };
    let before = before.map(|text| known(text, &loaded, &plan)).transpose()?;
    let Some(mut learner) = Learner::new(&loaded.rules, plan.clone(), before) else {
        return Err(refused("these rules can't be played with other weights"));
    };
    let last = request.stages;
    let ended = watched(py, progress, |stop, report| {
        let (hooks, tick) = (|| loaded.hooks(), || report.game());
        loop {
            let stages = &learner.learned().stages;
            let done = stages.len();
            report.tell(&json!({"stages": stages.iter().map(stage_json).collect::<Vec<_>>()}));
            let open = |missing: fn(&LearningStage) -> bool| stages.last().is_some_and(missing);
            let contests = request.openings > 0 && (done.is_power_of_two() || done == last);
            let whole = if request.network && request.openings > 0 && open(|s| s.size.is_none()) {
                learner.choose_size(contest, &hooks, stop, &tick)?
            } else if contests && open(|stage| stage.contest.is_none()) {
                learner.contest(contest, &hooks, stop, &tick)?
            } else if done < last {
                learner.stage(&hooks, stop, &tick, &|_| ())?
            } else {
                return Ok(());
            };
            if !whole {
                return Ok(());
            }
        }
    });
    let interrupted = match ended {
        Ok(learned) => {
            let failed = |error: quadrille_core::HookError| ScriptError::new_err(error.to_string());
            learned.map_err(failed)?;
            None
        }
        Err(error) => exception::<()>(py, Err(error)),
    };
    let learned = learner.learned();
    let stages: Vec<Value> = learned.stages.iter().map(stage_json).collect();
    let file = WeightsFile {
        ruleset: spec.id.clone(),
        family: weights::family(spec),
        agent: plan.agent.to_string(),
        seed: plan.seed,
        games: plan.games,
        ply_limit: plan.ply_limit,
        learned: learned.clone(),
    };
    let text = weights::write(spec, &file, "Made by `quadrille.learn`.");
    Ok((text, Value::Array(stages).to_string(), interrupted))
}

/// Reads a file of weights from which learning continues.
fn known(text: &str, loaded: &Ruleset, plan: &LearnPlan) -> PyResult<Learned> {
    let source = weights::source("before", text.as_bytes());
    let source = source.map_err(|wrong| invalid(&[wrong]))?;
    let file = weights::read(&source, loaded.spec()).map_err(|e| invalid(e.diagnostics()))?;
    let same = file.agent == plan.agent.to_string()
        && (file.seed, file.games, file.ply_limit) == (plan.seed, plan.games, plan.ply_limit)
        && file.learned.weights.network.is_some() == plan.network;
    match same {
        true => Ok(file.learned),
        false => Err(refused(format!(
            "`before` was learned with other options: agent={:?}, seed={}, games={}, ply_limit={}, \
             network={}",
            file.agent,
            file.seed,
            file.games,
            file.ply_limit,
            if file.learned.weights.network.is_some() { "True" } else { "False" }
        ))),
    }
}

fn stage_json(stage: &LearningStage) -> Value {
    let LearningStage { games, positions, held_out: (before, after), size, contest } = stage;
    let contest = contest.map(|contest| {
        let half = contest.half.is_finite().then_some(contest.half);
        json!({"games": contest.games, "score": contest.score, "half": half})
    });
    json!({
        "games": games, "positions": positions, "loss_before": before, "loss_after": after,
        "size": size, "contest": contest,
    })
}

/// The conditions for puzzles, and the games in which they are searched.
#[derive(FromPyObject)]
pub(crate) struct PuzzleRequest {
    agents: Vec<String>,
    games: u64,
    goals: Vec<String>,
    plies: u8,
    least: u8,
    actions: usize,
    nodes: u64,
    seed: u64,
    jobs: Option<usize>,
    ply_limit: Option<u32>,
}

/// Finds puzzles in games. Returns the puzzles as JSON, and as the text of `puzzles.toml`. If an
/// exception ends the run early, only the puzzles found so far are returned, and the last value is
/// this exception.
#[pyfunction]
#[pyo3(signature = (rules, request, progress))]
pub(crate) fn find_puzzles(
    py: Python<'_>,
    rules: &PyRuleset,
    request: PuzzleRequest,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, Option<Py<PyAny>>)> {
    let loaded = Arc::clone(&rules.loaded);
    let spec = loaded.spec();
    if spec.dice.is_some() {
        return Err(refused(format!("`{}` has dice, so no solution is forced", spec.id)));
    }
    let words = quadrille_agents::solve::Goal::WORDS;
    if let Some(goal) = request.goals.iter().find(|goal| !words.contains(&goal.as_str())) {
        return Err(refused(format!("unknown goal `{goal}`: the goals are {}", words.join(", "))));
    }
    let plan = Plan {
        seed: request.seed,
        games: 0..request.games,
        agents: seated(&request.agents, spec)?,
        jobs: threads(request.jobs),
        ply_limit: request.ply_limit,
        ..Plan::default()
    };
    let filter = PuzzleFilter {
        goals: request.goals,
        plies: request.plies,
        actions: request.actions,
        nodes: request.nodes,
    };
    let all: Mutex<Vec<(u64, Vec<FoundPuzzle>)>> = Mutex::default();
    let ended = watched(py, progress, |stop: &AtomicBool, report| {
        let done = |index: u64, found: Vec<FoundPuzzle>| {
            all.lock().unwrap_or_else(PoisonError::into_inner).push((index, found));
            report.game();
        };
        find(&loaded.rules, &|| loaded.hooks(), &plan, &filter, stop, &done);
        stop.load(Ordering::Relaxed)
    });
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|(index, _)| *index);
    let agents = request.agents.join(",");
    let found = all.iter().flat_map(|(_, found)| found);
    let made = found.filter_map(|one| Puzzle::of(&loaded, one, &agents, plan.seed));
    let made = made.filter(|puzzle| puzzle.plies >= request.least).collect();
    let mut made = puzzles::distinct(made);
    made.truncate(MAX_PUZZLES);
    let text = puzzles::write(&spec.id, &made, "Made by `quadrille.puzzles`.");
    let rows: Vec<Value> = made
        .iter()
        .map(|puzzle| {
            json!({
                "goal": puzzle.goal, "plies": puzzle.plies, "grade": puzzle.grade,
                "preset": puzzle.preset, "fen": puzzle.fen,
                "solution": puzzle.solution.split(' ').collect::<Vec<_>>(),
                "game": puzzle.from.index, "ply": puzzle.from.ply,
            })
        })
        .collect();
    Ok((Value::Array(rows).to_string(), text, exception(py, ended)))
}
