//! Skill: matches of stronger against weaker agents, and their conclusions about a game.

use std::fmt::Write as _;
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_agents::{AgentSpec, InvalidAgent};
use quadrille_core::{HookError, Hooks, Spec};
use quadrille_study::experiments::skill::{self, Meeting, Pairing, SkillMatch, SkillTrace, trace};
use quadrille_study::sim::{GameRecord, Plan};
use serde::Serialize;

use crate::command_line::{self, CommandLine, Folders};
use crate::compare::contest::{ALPHA, Contestant};
use crate::compare::question::{QuestionError, advised};
use crate::figures::confidence;
use crate::opening::Openings;
use crate::row::GameRow;
use crate::statistics::rounded;
use crate::table::{Align, WIDTH, head, paragraph, section};

/// The question about skill, and the settings of its games.
#[derive(Clone, PartialEq, Debug)]
pub struct SkillQuestion {
    /// The agents, weakest first.
    pub agents: Vec<AgentSpec>,
    /// The number of games per match, rounded up to whole blocks. If matches can end early, this is
    /// the maximum number.
    pub number: u64,
    /// If `true`, a match ends as soon as its interval shows which agent is stronger.
    pub decide: bool,
    /// The openings of the games.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// A ply limit that replaces the ruleset's ply limit.
    pub ply_limit: Option<u32>,
    /// The number of threads. Results do not depend on this number.
    pub jobs: usize,
}

/// The reason why a text does not name agents of increasing strength.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidRungs {
    /// The text does not name an agent.
    #[error(transparent)]
    Agent(#[from] InvalidAgent),
    /// The text is not a range of budgets.
    #[error("{0}")]
    Budgets(String),
}

/// Agents of increasing strength: a single agent, or agents whose budgets double.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rungs(pub Vec<AgentSpec>);

impl FromStr for Rungs {
    type Err = InvalidRungs;

    fn from_str(text: &str) -> Result<Self, InvalidRungs> {
        let Some((first, last)) = text.split_once("..") else {
            return Ok(Self(vec![text.parse()?]));
        };
        let doubling = || {
            let wrong =
                format!("`{text}` is not a range of budgets; write a range such as mcts:4..64");
            InvalidRungs::Budgets(wrong)
        };
        let Ok(AgentSpec::Mcts(first)) = first.parse() else { return Err(doubling()) };
        let Ok(AgentSpec::Mcts(last)) = format!("mcts:{last}").parse() else {
            return Err(doubling());
        };
        let doubled = |nodes: &u32| nodes.checked_mul(2);
        let budgets = std::iter::successors(Some(first), doubled);
        let agents: Vec<AgentSpec> =
            budgets.take_while(|nodes| *nodes <= last).map(AgentSpec::Mcts).collect();
        if agents.len() < 2 {
            let wrong = format!("in `{text}`, the second number must be at least twice the first");
            return Err(InvalidRungs::Budgets(wrong));
        }
        Ok(Self(agents))
    }
}

/// A report about skill. Only `seconds` depends on the clock. No field depends on the number of
/// threads.
#[derive(Serialize, Clone, Debug)]
#[non_exhaustive]
pub struct SkillReport {
    /// An equal share of a result: 1 divided by the number of sides.
    pub even: f64,
    /// The error probability of each interval. The confidence that all intervals are correct
    /// together is 95 %.
    pub alpha: f64,
    /// The matches of each agent with the previous agent.
    pub matches: Vec<SkillMatchRow>,
    /// The match of the strongest agent with the weakest agent.
    pub extremes: Option<SkillMatchRow>,
    /// The skill trace, if each agent has twice the budget of the previous agent.
    pub trace: Option<TraceRow>,
    /// The part of the results that is due to luck. This part is 1 if strength gains nothing, and 0
    /// if the strongest agent always wins. It is computed from the match of the strongest agent
    /// with the weakest agent. The strongest agent's gain over an equal share is divided by the
    /// greatest possible gain. This quotient is subtracted from one. `None` if the match proves
    /// that the agents were not listed weakest first.
    pub luck: Option<f64>,
    /// The interval of `luck`.
    pub luck_interval: Option<[f64; 2]>,
    /// The number of games.
    pub games: u64,
    /// `true` if the run was stopped before its end.
    pub interrupted: bool,
    /// The duration in seconds.
    pub seconds: f64,
    /// The command that repeats the matches.
    pub again: String,
}

/// A match.
#[derive(Serialize, Clone, Debug)]
pub struct SkillMatchRow {
    /// The agent that played one side.
    pub strong: String,
    /// The agent that played all other sides.
    pub weak: String,
    /// The number of blocks.
    pub blocks: u64,
    /// The number of games in the blocks of the match.
    pub games: u64,
    /// The number of games that were stopped at the ply limit. The points of such a game are shared
    /// equally.
    pub stopped: u64,
    /// The mean share of the results that the stronger agent's side gets.
    pub share: f64,
    /// The interval of the stronger agent's share.
    pub interval: [f64; 2],
    /// The stronger agent's share of the results, on a scale on which 0 is an equal share and 1 is
    /// a win of every game.
    pub beyond: f64,
    /// The fraction of the variance of the sides' results that the strength of their agents
    /// explains.
    pub explained: Option<f64>,
}

/// The conclusions from the gains of agents by doubled budgets.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct TraceRow {
    /// The gain over an equal share that is predicted for the next doubling of the budget.
    pub next: f64,
    /// The mean of the squares of the gains. A negative gain counts as 0.
    pub area: f64,
    /// The skill trace of a game, computed from matches in which each agent has twice the budget of
    /// the previous agent.
    pub trace: f64,
}

impl SkillMatchRow {
    fn new(found: &SkillMatch) -> Self {
        let (low, high) = found.share.interval;
        Self {
            strong: found.strong.to_string(),
            weak: found.weak.to_string(),
            blocks: found.blocks,
            games: found.games,
            stopped: found.stopped,
            share: rounded(found.share.expected, 6),
            interval: [rounded(low, 6), rounded(high, 6)],
            beyond: rounded(found.beyond(found.share.expected), 6),
            explained: found.explained.map(|part| rounded(part, 6)),
        }
    }
}

/// The matches of a question with their results so far.
#[derive(Debug)]
pub struct Skill {
    /// The ruleset.
    pub side: Contestant,
    /// The question.
    pub question: SkillQuestion,
    /// The folders in which the rules were searched, for the command that repeats the matches.
    pub folders: Folders,
    /// The results of the matches so far, in order.
    pub found: Vec<SkillMatch>,
    /// The duration in seconds, set by a caller with a clock.
    pub seconds: f64,
    /// The error probability of each match's interval.
    level: f64,
    pairings: Vec<Pairing>,
    /// The unfinished match.
    running: Option<Meeting>,
}

/// The games that a match needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkillAsk {
    /// The index of the match.
    pub number: usize,
    /// For each side, the plan of the games in which the stronger agent plays this side.
    pub plans: Vec<Plan>,
}

impl Skill {
    /// Creates the matches before their first game. Each agent plays against the previous agent. If
    /// there are more than two agents, the last also plays against the first.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if there are too few agents or sides, an agent can't play by the
    /// rules, or the openings are not possible by the rules.
    pub fn new(side: Contestant, question: SkillQuestion) -> Result<Self, QuestionError> {
        let spec = side.loaded.spec();
        let meetings = meetings(&question.agents, spec)?;
        let blocks = question.number.div_ceil(skill::sides(spec).len() as u64);
        let alpha = ALPHA / meetings.len() as f64;
        let opening = question.openings.by(&side.loaded).map_err(QuestionError::of_file)?;
        let pairing = |(strong, weak)| Pairing {
            strong,
            weak,
            blocks,
            decide: question.decide,
            seed: question.seed,
            ply_limit: question.ply_limit,
            alpha,
            opening: opening.clone(),
        };
        let pairings = meetings.into_iter().map(pairing).collect();
        let found = Vec::new();
        let folders = Folders::default();
        let (level, seconds, running) = (alpha, 0.0, None);
        Ok(Self { side, question, folders, found, seconds, level, pairings, running })
    }

    /// Returns the matches to play, in order.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Returns the maximum number of games of all matches.
    #[must_use]
    pub fn most(&self) -> u64 {
        let sides = skill::sides(self.spec()).len() as u64;
        self.pairings.iter().map(|pairing| pairing.blocks * sides).sum()
    }

    /// Plays all matches. Stops early if `stop` is set. `begin` is called before each match, and
    /// `tick` after each game.
    pub fn play(
        &mut self,
        stop: &AtomicBool,
        begin: &(dyn Fn(&Pairing) + Sync),
        tick: &(dyn Fn() + Sync),
    ) {
        let loaded = &self.side.loaded;
        let hooks = || -> Box<dyn Hooks + '_> { loaded.hooks() };
        while let Some(pairing) = self.pairings.get(self.found.len()) {
            begin(pairing);
            let jobs = self.question.jobs;
            self.found.push(skill::play(&loaded.rules, &hooks, pairing, jobs, stop, tick));
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    /// Returns the games to play next, for callers that play these games themselves. Returns `None`
    /// if no more games are needed.
    #[must_use]
    pub fn asks(&self) -> Option<SkillAsk> {
        let number = self.found.len();
        let pairing = self.pairings.get(number)?;
        let spec = self.spec();
        let new;
        let meeting = match &self.running {
            Some(running) => running,
            None => {
                new = Meeting::new(spec, pairing);
                &new
            }
        };
        let games = meeting.asks()?;
        let plan = |plan: Plan| Plan {
            games: games.clone(),
            jobs: self.question.jobs,
            measure: true,
            ..plan
        };
        Some(SkillAsk { number, plans: meeting.plans(spec).into_iter().map(plan).collect() })
    }

    /// Adds the rows of requested games, in order for each plan. If the last rows of a plan are
    /// missing, the next request contains their games again.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if a row does not belong to a requested game.
    pub fn give(&mut self, rows: &[Vec<GameRow>]) -> Result<(), QuestionError> {
        let Some(SkillAsk { number, plans }) = self.asks() else { return Ok(()) };
        let loaded = &self.side.loaded;
        let spec = loaded.spec();
        let asked = plans.first().map_or(0..0, |plan: &Plan| plan.games.clone());
        let blocks = match rows.len() == plans.len() {
            true => blocks(spec, rows, asked)?,
            false => return Err(foreign("the number of plans differs from the request")),
        };
        let begun = self.running.take();
        let mut meeting = begun.unwrap_or_else(|| Meeting::new(spec, &self.pairings[number]));
        meeting.take(spec, &blocks);
        match meeting.asks() {
            Some(_) => self.running = Some(meeting),
            None => self.found.push(meeting.result()),
        }
        Ok(())
    }

    /// Ends the unfinished match. The match is kept with the results that it has so far.
    pub fn interrupt(&mut self) {
        if let Some(mut meeting) = self.running.take() {
            meeting.interrupt();
            self.found.push(meeting.result());
        }
    }

    /// Returns `true` if some matches are unfinished.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.found.len() < self.pairings.len() || self.found.iter().any(|one| one.interrupted)
    }

    /// Returns the first failure of a script.
    #[must_use]
    pub fn fault(&self) -> Option<&HookError> {
        self.found.iter().find_map(|one| one.fault.as_ref())
    }

    fn spec(&self) -> &Spec {
        self.side.loaded.spec()
    }

    /// Returns the present report.
    #[must_use]
    pub fn report(&self) -> SkillReport {
        let (agents, found) = (&self.question.agents, &self.found);
        let rungs = agents.len() - 1;
        let complete = found.len() >= rungs && found.iter().all(|one| one.blocks > 0);
        let ladder = &found[..rungs.min(found.len())];
        let beyond: Vec<f64> = ladder.iter().map(|one| one.beyond(one.share.expected)).collect();
        let trace = trace(&beyond).filter(|_| complete && doubles(agents));
        // If there are two agents, their match is also the match between the extremes.
        let extremes = found.get(if rungs > 1 { rungs } else { 0 }).filter(|one| one.blocks > 0);
        // If the last agent is proved to be weaker than the first agent, their match does not
        // measure luck.
        let ordered = extremes.filter(|one| one.share.interval.1 >= one.even);
        // A share below an equal share also counts as no gain from strength.
        let of =
            |one: &SkillMatch, share: f64| rounded((1.0 - one.beyond(share)).clamp(0.0, 1.0), 6);
        let trace_row = |SkillTrace { next, area, trace }: SkillTrace| TraceRow {
            next: rounded(next, 6),
            area: rounded(area, 6),
            trace: rounded(trace, 6),
        };
        SkillReport {
            even: found.first().map_or(0.0, |one| rounded(one.even, 6)),
            alpha: rounded(self.level, 6),
            matches: ladder.iter().map(SkillMatchRow::new).collect(),
            extremes: extremes.filter(|_| rungs > 1).map(SkillMatchRow::new),
            trace: trace.map(trace_row),
            luck: ordered.map(|one| of(one, one.share.expected)),
            luck_interval: ordered.map(|one| {
                let (low, high) = one.share.interval;
                [of(one, high), of(one, low)]
            }),
            games: found.iter().map(|one| one.games).sum(),
            interrupted: self.is_interrupted(),
            seconds: rounded(self.seconds, 3),
            again: self.command_line(),
        }
    }

    /// Returns the command line that repeats the matches.
    fn command_line(&self) -> String {
        let question = &self.question;
        let mut line = CommandLine::new("skill");
        line.folders(&self.folders);
        line.word(&self.side.name);
        line.settings(self.side.settings());
        line.weights(self.side.weights.as_ref());
        line.agents(&question.agents);
        line.option("-n", question.number);
        if question.decide {
            line.word("--decide");
        }
        question.openings.write(&mut line);
        line.seed(question.seed, question.ply_limit);
        line.text()
    }
}

/// Returns the games of all complete blocks. `rows` contains the rows of each plan.
fn blocks(
    spec: &Spec,
    rows: &[Vec<GameRow>],
    asked: Range<u64>,
) -> Result<Vec<Vec<GameRecord>>, QuestionError> {
    let whole = rows.iter().map(Vec::len).min().unwrap_or(0);
    let game = |(row, number): (&GameRow, u64)| match row.game == number {
        true => row.game(spec).map(|(game, _)| game).map_err(|error| foreign(error.0)),
        false => Err(foreign("a game that was not requested")),
    };
    let block = |(i, number)| rows.iter().map(|rows| game((&rows[i], number))).collect();
    (0..whole).zip(asked).map(block).collect()
}

/// Returns the error for rows of games that were not requested.
fn foreign(what: &str) -> QuestionError {
    advised(format!("unexpected games: {what}"), None)
}

/// Returns the pairs of opponents. Each agent is paired with the previous agent. If there are more
/// than two agents, the last is also paired with the first.
fn meetings(
    agents: &[AgentSpec],
    spec: &Spec,
) -> Result<Vec<(AgentSpec, AgentSpec)>, QuestionError> {
    let ([first, .., last], true) = (agents, skill::sides(spec).len() > 1) else {
        return Err(advised(
            "a match needs a stronger and a weaker agent, and two sides".to_owned(),
            Some(
                "name agents weakest first, as in `--agents random,greedy` or `mcts:4..64`"
                    .to_owned(),
            ),
        ));
    };
    let mut meetings: Vec<_> = agents.windows(2).map(|pair| (pair[1], pair[0])).collect();
    if agents.len() > 2 {
        meetings.push((*last, *first));
    }
    Ok(meetings)
}

/// Returns `true` if each agent has twice the budget of the previous agent.
fn doubles(agents: &[AgentSpec]) -> bool {
    agents.windows(2).all(|pair| match pair {
        [AgentSpec::Mcts(a), AgentSpec::Mcts(b)] => a.checked_mul(2) == Some(*b),
        _ => false,
    })
}

/// Returns the report as text.
#[must_use]
pub fn text(report: &SkillReport, ruleset: &str) -> String {
    let mut out = String::new();
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let stop = if report.interrupted { " (interrupted)" } else { "" };
    let _ = writeln!(out, "Skill in {ruleset}{stop}");
    let interval = format!("{} % interval", confidence(report.alpha));
    let mut rows = vec![head(&[
        "stronger",
        "weaker",
        "blocks",
        "games",
        "stopped",
        "share",
        &interval,
        "above even",
        "explained",
    ])];
    for row in report.matches.iter().chain(&report.extremes) {
        rows.push(vec![
            row.strong.clone(),
            row.weak.clone(),
            row.blocks.to_string(),
            row.games.to_string(),
            row.stopped.to_string(),
            percent(row.share),
            format!("{:.1} to {:.1} %", row.interval[0] * 100.0, row.interval[1] * 100.0),
            format!("{:+.3}", row.beyond),
            row.explained.map_or_else(|| "-".to_owned(), percent),
        ]);
    }
    let sides = [
        Align::Left,
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Left,
        Align::Right,
        Align::Right,
    ];
    let even = percent(report.even);
    section(&format!("Matches (an equal share is {even})"), &sides, &rows, &mut out);
    let mut notes = Vec::new();
    if let Some(TraceRow { next, area, trace }) = report.trace {
        notes.push(format!(
            "skill trace {trace:.3}: the next doubling may gain {next:.3} above an equal share; \
             the mean square of the gains so far is {area:.3}"
        ));
    }
    if let (Some(luck), Some([low, high])) = (report.luck, report.luck_interval) {
        notes.push(format!(
            "luck index {luck:.3} ({low:.3} to {high:.3}): 1 if strength gains nothing, 0 if the \
             strongest agent always beats the weakest"
        ));
    }
    for row in report.matches.iter().chain(&report.extremes) {
        if row.interval[1] < report.even {
            notes.push(format!(
                "{} is weaker than {}: list agents weakest first",
                row.strong, row.weak
            ));
        }
    }
    notes.push(
        "A block is one stream of chance, in which the stronger agent plays each side once. Above \
         even: 0 for an equal share, 1 for winning every game. Explained: the part of the variance \
         of results that the agents explain. The intervals hold jointly at 95 %: with `--decide` at every \
         time, otherwise for the number of games played. Games stopped at the ply limit count as an even share for each side."
            .to_owned(),
    );
    out.push('\n');
    for note in notes {
        out.push_str(&paragraph(&note, 2, WIDTH));
    }
    command_line::ending(report.games, report.seconds, &report.again, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_needs_budgets_that_double() {
        use AgentSpec::{Greedy, Mcts, Random};
        assert!(doubles(&[Mcts(4), Mcts(8), Mcts(16)]));
        assert!(!doubles(&[Mcts(4), Mcts(8), Mcts(24)]));
        assert!(!doubles(&[Random, Greedy]));
    }

    #[test]
    fn budgets_double_up_to_the_last() {
        let rungs = |text: &str| text.parse::<Rungs>().map(|rungs| rungs.0);
        let mcts = |budgets: &[u32]| Ok(budgets.iter().map(|n| AgentSpec::Mcts(*n)).collect());
        assert_eq!(rungs("mcts:5..21"), mcts(&[5, 10, 20]));
        assert_eq!(rungs("mcts:5"), mcts(&[5]));
        assert_eq!(rungs("mcts:500000..1000000"), mcts(&[500_000, 1_000_000]));
        for wrong in [
            "mcts:4..",
            "mcts:0..8",
            "mcts:4..7",
            "mcts:8..4",
            "search-maxn:depth=1..4",
            "4..8",
            "mcts",
        ] {
            assert!(rungs(wrong).is_err(), "{wrong}");
        }
    }
}
