//! Matches between agents. The caller plays the games of a match, and this module evaluates them
//! like the command `match`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_core::Spec;
use quadrille_reports::command_line::CommandLine;
use quadrille_reports::matches::{
    AgentRow, MatchReport, MatchRow, RatingRow, RatioRow, SumRow, text, word,
};
use quadrille_reports::opening::Openings;
use quadrille_reports::row::GameRow;
use quadrille_reports::statistics::rounded;
use quadrille_study::experiments::matches::{
    Duel, Hypotheses, MatchScore, MatchTest, Sprt, assignments, ratings,
};
use quadrille_study::metrics::WHOLE;
use quadrille_study::sim::Plan;
use serde_json::json;

use crate::errors::{ScriptError, refused};
use crate::rules::PyRuleset;
use crate::run::{AskedOpening, agent, openings};
use crate::study::{parsed, plan_json};

/// The error probability of the intervals of all matches together.
const ALPHA: f64 = 0.05;
/// The number of blocks that are requested at a time if a test may end a match early.
const BLOCKS_OF_A_REQUEST: u64 = 16;

/// The question of a match, and the settings of its games.
#[derive(FromPyObject)]
pub(crate) struct MatchRequest {
    agents: Vec<String>,
    number: u64,
    round_robin: bool,
    gauntlet: bool,
    decide: bool,
    sprt: bool,
    elo0: Option<f64>,
    elo1: Option<f64>,
    seed: u64,
    opening: AskedOpening,
    ply_limit: Option<u32>,
}

/// A meeting of two or more agents.
struct Meeting {
    agents: Vec<usize>,
    /// The agent of each side, for each game of a block.
    assignments: Vec<Vec<usize>>,
    /// The score of the first agent against the second, if there are two agents.
    score: Option<MatchScore>,
    blocks: u64,
    counted: u64,
    decided: bool,
}

impl Meeting {
    fn is_over(&self) -> bool {
        self.decided || self.counted >= self.blocks
    }
}

/// A game: its block, the agent of each side, and the points of each side.
struct CountedGame {
    block: u64,
    agents: Vec<usize>,
    parts: Vec<u32>,
}

/// Matches with their present results.
struct MatchState {
    meetings: Vec<Meeting>,
    games: Vec<CountedGame>,
    stopped: u64,
    interrupted: bool,
}

/// A match, or several matches between more than two agents.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Match {
    rules: PyRuleset,
    agents: Vec<AgentSpec>,
    request: MatchRequest,
    test: Option<MatchTest>,
    state: Mutex<MatchState>,
}

/// Returns the groups of agents that meet.
fn groups(request: &MatchRequest, agents: usize, sides: usize) -> PyResult<Vec<Vec<usize>>> {
    if agents < 2 || sides < 2 {
        return Err(refused("a match needs two agents, and two sides"));
    }
    if request.round_robin {
        return Ok((0..agents).flat_map(|a| (a + 1..agents).map(move |b| vec![a, b])).collect());
    }
    if request.gauntlet {
        return Ok((1..agents).map(|b| vec![0, b]).collect());
    }
    if agents > sides {
        return Err(refused(format!(
            "{agents} agents can't play one game of {sides} sides; use `round_robin=True`, or \
             `gauntlet=True` for the first against each other"
        )));
    }
    Ok(vec![(0..agents).collect()])
}

/// Returns the agent of each seat, from the agent of each side.
fn seated(spec: &Spec, agents: &[AgentSpec], sides: &[usize]) -> Vec<AgentSpec> {
    spec.seats.iter().map(|seat| agents[sides[usize::from(seat.team)]]).collect()
}

/// Returns the points of each side of a game, in units of 1 / [`WHOLE`].
fn parts(spec: &Spec, row: &GameRow) -> Vec<u32> {
    let sides = spec.teams.len();
    let Some(utility) = &row.utility else { return vec![WHOLE / sides.max(1) as u32; sides] };
    let of = |side: usize| {
        let seat = spec.seats.iter().position(|seat| usize::from(seat.team) == side);
        let share = seat.and_then(|seat| utility.get(seat)).copied().unwrap_or(0.0);
        (share * f64::from(WHOLE)).round() as u32
    };
    (0..sides).map(of).collect()
}

/// Returns the mean points of an agent in each game.
fn points_of(agent: usize, games: &[CountedGame]) -> Vec<u32> {
    let of = |game: &CountedGame| {
        let own = game.agents.iter().zip(&game.parts).filter(|(who, _)| **who == agent);
        let (sum, sides) = own.fold((0, 0), |(sum, sides), (_, part)| (sum + part, sides + 1));
        u32::checked_div(sum, sides).unwrap_or(0)
    };
    games.iter().map(of).collect()
}

/// Returns the duels in some games. Two sides of a game form a duel if different agents play them.
fn duels(games: &[CountedGame]) -> Vec<Duel> {
    let mut duels = Vec::new();
    for CountedGame { block, agents, parts } in games {
        for (number, (a, own)) in agents.iter().zip(parts).enumerate() {
            for (b, other) in agents.iter().zip(parts).skip(number + 1) {
                if a != b {
                    let score = match own.cmp(other) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                    duels.push(Duel { block: *block, a: *a, b: *b, score });
                }
            }
        }
    }
    duels
}

impl Match {
    fn state(&self) -> MutexGuard<'_, MatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index of the next meeting, and the plans of its next games. There is a plan for
    /// each assignment of the agents to sides.
    fn next(&self, state: &MatchState) -> Option<(usize, Vec<Plan>)> {
        let number = state.meetings.iter().position(|meeting| !meeting.is_over())?;
        let meeting = &state.meetings[number];
        let mut end = meeting.blocks;
        if self.test.is_some() && meeting.score.is_some() {
            end = end.min(meeting.counted + BLOCKS_OF_A_REQUEST);
        }
        let spec = self.rules.loaded.spec();
        let plan = |sides: &Vec<usize>| Plan {
            seed: self.request.seed,
            games: meeting.counted..end,
            agents: seated(spec, &self.agents, sides),
            ply_limit: self.request.ply_limit,
            ..Plan::default()
        };
        Some((number, meeting.assignments.iter().map(plan).collect()))
    }

    fn again(&self) -> PyResult<String> {
        let mut line = CommandLine::new("match");
        let contestant = self.rules.contestant(0);
        line.word(&contestant.name);
        contestant.settings().for_each(|setting| line.option("--set", setting));
        if self.agents.len() <= 4 {
            let letters = ["--a", "--b", "--c", "--d"];
            letters
                .into_iter()
                .zip(&self.agents)
                .for_each(|(letter, who)| line.option(letter, who));
        } else {
            line.agents(&self.agents);
        }
        let MatchRequest { round_robin, gauntlet, decide, .. } = self.request;
        for (flag, set) in
            [("--round-robin", round_robin), ("--gauntlet", gauntlet), ("--decide", decide)]
        {
            if set {
                line.word(flag);
            }
        }
        line.option("-n", self.request.number);
        self.request.elo0.iter().for_each(|elo| line.option("--elo0", elo));
        self.request.elo1.iter().for_each(|elo| line.option("--elo1", elo));
        self.openings()?.write(&mut line);
        line.seed(self.request.seed, self.request.ply_limit);
        Ok(line.text())
    }

    fn openings(&self) -> PyResult<Openings> {
        openings(&self.request.opening)
    }

    fn match_row(&self, meeting: &mut Meeting) -> Option<MatchRow> {
        let score = meeting.score.as_mut()?;
        let name = |agent: usize| self.agents[meeting.agents[agent]].to_string();
        let (wins, shared, losses) = score.results();
        let (low, high) = score.interval();
        let (advantage, (elo_low, elo_high)) = score.elo();
        let finite = |elo: f64| elo.is_finite().then(|| rounded(elo, 3));
        // If there are two sides, every sum is a multiple of one half.
        let sums: Vec<SumRow> = if meeting.assignments.iter().all(|sides| sides.len() == 2) {
            let sum = |sum: u32| SumRow {
                sum: f64::from(sum) / 2.0,
                blocks: score.sums().get(&(sum * WHOLE / 2)).copied().unwrap_or(0),
            };
            (0..=2 * meeting.assignments.len() as u32).map(sum).collect()
        } else {
            let sum = |(sum, blocks): (&u32, &u64)| SumRow {
                sum: rounded(f64::from(*sum) / f64::from(WHOLE), 6),
                blocks: *blocks,
            };
            score.sums().iter().map(sum).collect()
        };
        let likelihood_ratio = match self.test {
            Some(MatchTest::LikelihoodRatio(test)) => {
                let (lower, upper) = Sprt::bounds();
                Some(RatioRow {
                    elo0: test.elo0,
                    elo1: test.elo1,
                    log_ratio: rounded(score.ratio(test), 4),
                    bounds: [rounded(lower, 4), rounded(upper, 4)],
                })
            }
            _ => None,
        };
        Some(MatchRow {
            a: name(0),
            b: name(1),
            blocks: score.blocks(),
            games: score.games(),
            wins,
            shared,
            losses,
            share: rounded(score.share(), 6),
            interval: [rounded(low, 6), rounded(high, 6)],
            elo: finite(advantage),
            elo_interval: [finite(elo_low), finite(elo_high)],
            superiority: rounded(score.superiority(), 6),
            sums,
            answer: self.test.and_then(|test| score.answer(test)).map(word),
            likelihood_ratio,
        })
    }

    fn ratings(&self, games: &[CountedGame]) -> Vec<RatingRow> {
        if self.agents.len() < 3 {
            return Vec::new();
        }
        let rated = ratings(self.agents.len(), &duels(games), ALPHA);
        let row =
            |(rating, agent): (&quadrille_study::experiments::matches::Rating, &AgentSpec)| {
                RatingRow {
                    name: agent.to_string(),
                    elo: rounded(rating.elo, 3),
                    interval: [rounded(rating.interval.0, 3), rounded(rating.interval.1, 3)],
                    duels: rating.duels,
                }
            };
        let mut rows: Vec<RatingRow> = rated.iter().zip(&self.agents).map(row).collect();
        rows.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        rows
    }
}

#[pymethods]
impl Match {
    /// Creates a match before its first game.
    #[new]
    fn new(rules: &PyRuleset, request: MatchRequest) -> PyResult<Self> {
        let spec = rules.loaded.spec();
        let agents = request.agents.iter().map(|text| agent(text)).collect::<PyResult<Vec<_>>>()?;
        if let (Some(low), Some(high)) = (request.elo0, request.elo1)
            && low > high
        {
            return Err(refused(
                "elo0 is greater than elo1: elo0 has to be exceeded, and elo1 has to be missed",
            ));
        }
        let test = match (request.sprt, request.decide, request.elo0) {
            (true, ..) => {
                let elo0 = request.elo0.unwrap_or(0.0);
                let elo1 = request.elo1.unwrap_or(elo0 + Sprt::DEFAULT_WIDTH);
                if elo0 >= elo1 {
                    return Err(refused(
                        "sprt needs two different advantages: make elo1 greater than elo0",
                    ));
                }
                Some(MatchTest::LikelihoodRatio(Sprt { elo0, elo1 }))
            }
            (_, true, _) => Some(MatchTest::Interval(Hypotheses { more: 0.0, less: 0.0 })),
            (_, _, Some(more)) => {
                let less = request.elo1.unwrap_or(more);
                Some(MatchTest::Interval(Hypotheses { more, less }))
            }
            _ => None,
        };
        let opening = openings(&request.opening)?.by(&rules.loaded);
        opening.map_err(|error| refused(error.to_string()))?;
        let groups = groups(&request, agents.len(), spec.teams.len())?;
        let alpha = ALPHA / groups.len().max(1) as f64;
        let sides = spec.teams.len();
        let meeting = |agents: Vec<usize>| {
            let assignments = assignments(sides, &agents);
            let blocks = request.number.div_ceil(assignments.len().max(1) as u64);
            let score = || MatchScore::new(sides, blocks, alpha, test.is_some());
            let score = (agents.len() == 2).then(score);
            Meeting { agents, assignments, score, blocks, counted: 0, decided: false }
        };
        let state = MatchState {
            meetings: groups.into_iter().map(meeting).collect(),
            games: Vec::new(),
            stopped: 0,
            interrupted: false,
        };
        let (rules, state) = (rules.clone(), Mutex::new(state));
        Ok(Self { rules, agents, request, test, state })
    }

    /// Returns a list with the ruleset of the match.
    fn sides(&self) -> Vec<PyRuleset> {
        vec![self.rules.clone()]
    }

    /// Returns the next games as JSON: the index of the meeting, and a plan for each assignment of
    /// the agents to sides. Returns `None` if no games are left.
    fn asks(&self) -> Option<String> {
        let (number, plans) = self.next(&self.state())?;
        let plans = plans.iter().enumerate().map(|(run, plan)| plan_json(0, run, plan));
        Some(json!({"number": number, "plans": plans.collect::<Vec<_>>()}).to_string())
    }

    /// Receives the rows of the requested games, as one list for each plan, in order. Returns the
    /// present result of the meeting as JSON.
    fn give(&self, rows: Vec<Vec<String>>) -> PyResult<Option<String>> {
        let rows = rows.iter().map(|rows| parsed(rows)).collect::<PyResult<Vec<_>>>()?;
        let spec = self.rules.loaded.spec();
        let mut state = self.state();
        let Some((number, plans)) = self.next(&state) else { return Ok(None) };
        let asked = |(plan, rows): (&Plan, &Vec<GameRow>)| {
            rows.iter().map(|row| row.game).eq(plan.games.clone())
        };
        if rows.len() != plans.len() || !plans.iter().zip(&rows).all(asked) {
            return Err(refused("unexpected games: other games were requested"));
        }
        if let Some(error) = rows.iter().flatten().find_map(|row| row.error.as_ref()) {
            return Err(ScriptError::new_err(error.clone()));
        }
        let MatchState { meetings, games, stopped, .. } = &mut *state;
        let meeting = &mut meetings[number];
        for (at, block) in plans[0].games.clone().enumerate() {
            if meeting.is_over() {
                break;
            }
            let begun = games.len();
            for (sides, rows) in meeting.assignments.iter().zip(&rows) {
                let row = &rows[at];
                *stopped += u64::from(row.utility.is_none());
                games.push(CountedGame { block, agents: sides.clone(), parts: parts(spec, row) });
            }
            meeting.counted += 1;
            if let Some(score) = &mut meeting.score {
                score.take(&points_of(meeting.agents[0], &games[begun..]));
                if let Some(test) = self.test {
                    meeting.decided = score.answer(test).is_some();
                }
            }
        }
        let row = self.match_row(meeting);
        Ok(row.map(|row| serde_json::to_string(&row).unwrap_or_default()))
    }

    /// Ends the match before its games are over.
    fn interrupt(&self) {
        self.state().interrupted = true;
    }

    /// Returns the report as JSON and as text.
    fn report(&self, seconds: f64) -> PyResult<(String, String)> {
        let mut state = self.state();
        let again = self.again()?;
        let MatchState { meetings, games, stopped, interrupted, .. } = &mut *state;
        let report = MatchReport {
            even: rounded(1.0 / self.rules.loaded.spec().teams.len().max(1) as f64, 6),
            alpha: rounded(ALPHA / meetings.len().max(1) as f64, 6),
            agents: Vec::<AgentRow>::new(),
            matches: meetings.iter_mut().filter_map(|meeting| self.match_row(meeting)).collect(),
            ratings: self.ratings(games),
            games: games.len() as u64,
            adjudicated: 0,
            stopped: *stopped,
            interrupted: *interrupted,
            seconds: rounded(seconds, 3),
            again,
        };
        let id = &self.rules.loaded.spec().id;
        Ok((serde_json::to_string(&report).unwrap_or_default(), text(&report, id)))
    }
}
