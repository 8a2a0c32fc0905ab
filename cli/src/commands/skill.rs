//! `skill`: matches of stronger against weaker agents, and what they show about the game.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quadrille_core::sim::Plan;
use quadrille_core::study::skill::{self, Match, Meeting, Pairing, Trace, trace};
use quadrille_core::{AgentSpec, HookError, Hooks, Spec};
use quadrille_dsl::Loaded;
use quadrille_reports::command_line::{self, CommandLine};
use quadrille_reports::compare::contest::ALPHA;
use quadrille_reports::figures::confidence;
use quadrille_reports::opening::Openings;
use quadrille_reports::row::GameRow;
use quadrille_reports::statistics::rounded;
use quadrille_reports::table::{Align, WIDTH, head, paragraph, section};
use serde::Serialize;

use super::kept::{Keeper, run_name};
use crate::args::SkillArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::interrupt;
use crate::output::progress::Progress;

#[derive(Serialize, Debug)]
struct SkillReport {
    /// An equal share of a game: one over the number of sides.
    even: f64,
    /// One less the level of each interval; all together hold at 95 %.
    alpha: f64,
    /// Each agent against the one before.
    matches: Vec<MatchRow>,
    /// The strongest against the weakest.
    extremes: Option<MatchRow>,
    /// Where each agent has twice the budget of the one before.
    trace: Option<TraceRow>,
    /// One less what the strongest has beyond an equal share of the games with the weakest: 1 where
    /// strength brings nothing, 0 where it always wins.
    luck: Option<f64>,
    /// Its interval.
    luck_interval: Option<[f64; 2]>,
    games: u64,
    interrupted: bool,
    seconds: f64,
    again: String,
}

#[derive(Serialize, Debug)]
struct MatchRow {
    strong: String,
    weak: String,
    blocks: u64,
    games: u64,
    /// Games stopped for their length, which count as shared evenly.
    stopped: u64,
    /// What the stronger agent's side had of a game.
    share: f64,
    interval: [f64; 2],
    /// The same on the scale from an equal share (0) to the whole game (1).
    beyond: f64,
    /// The part of the variance of results that goes with the agents.
    explained: Option<f64>,
}

#[derive(Serialize, Debug)]
struct TraceRow {
    next: f64,
    area: f64,
    trace: f64,
}

impl MatchRow {
    fn new(found: &Match) -> Self {
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

/// Plays the matches and reports.
pub fn run(args: &SkillArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    let spec = loaded.rules.spec();
    let agents: Vec<AgentSpec> = args.agents.iter().flat_map(|rungs| &rungs.0).copied().collect();
    let meetings = meetings(&agents, spec)?;
    let sides = skill::sides(spec).len() as u64;
    let blocks = args.number.div_ceil(sides);
    let level = ALPHA / meetings.len() as f64;
    let openings = context::openings(&args.from)?;
    let opening = openings.by(&loaded).map_err(Failure::Files)?;
    let stop = context.interrupt.watch();
    let mut keeper = args.keep.any().then(|| Keeper::new(&args.keep)).transpose()?;
    let progress = Progress::new(blocks * sides * meetings.len() as u64, "games");
    let hooks = || -> Box<dyn Hooks + '_> { loaded.hooks() };
    let begun = Instant::now();
    let mut found: Vec<Match> = Vec::new();
    for (strong, weak) in &meetings {
        progress.tell(&format!("{strong} against {weak}"));
        let pairing = Pairing {
            strong: *strong,
            weak: *weak,
            blocks,
            decide: args.decide,
            seed: args.run.seed,
            ply_limit: args.run.ply_limit,
            alpha: level,
            opening: opening.clone(),
        };
        let jobs = args.run.threads();
        let tick = || progress.tick();
        let met = match &mut keeper {
            None => skill::play(&loaded.rules, &hooks, &pairing, jobs, &stop, &tick),
            Some(keeper) => meet(keeper, found.len(), &loaded, &pairing, jobs, &stop, &tick)?,
        };
        found.push(met);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    progress.finish();
    let mut report = report(args, &agents, &openings, &found, level);
    report.interrupted = found.len() < meetings.len() || found.iter().any(|one| one.interrupted);
    report.seconds = rounded(begun.elapsed().as_secs_f64(), 3);
    let made_from = (&loaded, args.run.seed);
    super::print_report(context, args.format, made_from, &report, || text(&report, &spec.id))?;
    if report.interrupted {
        context.out.note(interrupt::told(report.games, &report.again, &args.keep));
        return Ok(exit::INTERRUPTED);
    }
    let fault = |one: &Match| -> Option<HookError> { one.fault.clone() };
    found.iter().find_map(fault).map_or(Ok(exit::FINE), |error| Err(Failure::Script(error)))
}

/// Plays a match of which every game is kept.
fn meet(
    keeper: &mut Keeper<'_>,
    place: usize,
    loaded: &Loaded,
    pairing: &Pairing,
    jobs: usize,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<Match, Failure> {
    let spec = loaded.rules.spec();
    let mut meeting = Meeting::new(spec, pairing);
    let agents = format!("{}+{}", pairing.strong, pairing.weak);
    let plans = meeting.plans(spec);
    while let Some(blocks) = meeting.asks() {
        let mut rows = Vec::new();
        for (side, plan) in skill::sides(spec).into_iter().zip(&plans) {
            let team = &spec.teams[usize::from(side)];
            let plan = Plan { games: blocks.clone(), jobs, measure: true, ..plan.clone() };
            rows.push(keeper.games(&run_name(place, &agents, team), loaded, &plan, stop, tick)?);
        }
        let whole = rows.iter().map(Vec::len).min().unwrap_or(0);
        let game = |row: &GameRow| row.game(spec).map(|(game, _)| game);
        let block = |i: usize| rows.iter().map(|rows| game(&rows[i])).collect();
        let taken = (0..whole).map(block).collect::<Result<Vec<Vec<_>>, _>>();
        let taken = taken.map_err(|error| Failure::usage(error.to_string()))?;
        meeting.take(spec, &taken);
        if (taken.len() as u64) < blocks.end - blocks.start {
            meeting.interrupt();
            break;
        }
    }
    Ok(meeting.found())
}

/// Who meets whom: each agent the one before it, and where there are more than two, the last the
/// first.
fn meetings(agents: &[AgentSpec], spec: &Spec) -> Result<Vec<(AgentSpec, AgentSpec)>, Failure> {
    let ([first, .., last], true) = (agents, skill::sides(spec).len() > 1) else {
        return Err(Failure::advised(
            "a match needs a stronger and a weaker agent, and two sides",
            Some(
                "name agents weakest first, as in `--agents random,greedy` or `mcts:4..64`"
                    .to_owned(),
            ),
        ));
    };
    for agent in agents {
        agent.suits(spec)?;
    }
    let mut meetings: Vec<_> = agents.windows(2).map(|pair| (pair[1], pair[0])).collect();
    if agents.len() > 2 {
        meetings.push((*last, *first));
    }
    Ok(meetings)
}

/// Whether each agent has twice the budget of the one before.
fn doubles(agents: &[AgentSpec]) -> bool {
    agents.windows(2).all(|pair| match pair {
        [AgentSpec::Mcts(a), AgentSpec::Mcts(b)] => a.checked_mul(2) == Some(*b),
        _ => false,
    })
}

fn report(
    args: &SkillArgs,
    agents: &[AgentSpec],
    openings: &Openings,
    found: &[Match],
    level: f64,
) -> SkillReport {
    let rungs = agents.len() - 1;
    let complete = found.len() >= rungs && found.iter().all(|one| one.blocks > 0);
    let ladder = &found[..rungs.min(found.len())];
    let beyond: Vec<f64> = ladder.iter().map(|one| one.beyond(one.share.expected)).collect();
    let trace = trace(&beyond).filter(|_| complete && doubles(agents));
    // With two agents the only match is that of the extremes.
    let extremes = found.get(if rungs > 1 { rungs } else { 0 }).filter(|one| one.blocks > 0);
    // Below an equal share strength gains nothing either.
    let of = |one: &Match, share: f64| rounded((1.0 - one.beyond(share)).clamp(0.0, 1.0), 6);
    let trace_row = |Trace { next, area, trace }: Trace| TraceRow {
        next: rounded(next, 6),
        area: rounded(area, 6),
        trace: rounded(trace, 6),
    };
    SkillReport {
        even: found.first().map_or(0.0, |one| rounded(one.even, 6)),
        alpha: rounded(level, 6),
        matches: ladder.iter().map(MatchRow::new).collect(),
        extremes: extremes.filter(|_| rungs > 1).map(MatchRow::new),
        trace: trace.map(trace_row),
        luck: extremes.map(|one| of(one, one.share.expected)),
        luck_interval: extremes.map(|one| {
            let (low, high) = one.share.interval;
            [of(one, high), of(one, low)]
        }),
        games: found.iter().map(|one| one.games).sum(),
        interrupted: false,
        seconds: 0.0,
        again: command_line(args, agents, openings),
    }
}

/// The command line that repeats the run.
fn command_line(args: &SkillArgs, agents: &[AgentSpec], openings: &Openings) -> String {
    let mut line = CommandLine::new("skill");
    line.word(&args.rules.ruleset);
    line.settings(&args.rules.change.set);
    line.agents(agents);
    line.option("-n", args.number);
    if args.decide {
        line.word("--decide");
    }
    openings.write(&mut line);
    line.seed(args.run.seed, args.run.ply_limit);
    line.text()
}

fn text(report: &SkillReport, ruleset: &str) -> String {
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
    notes.push(
        "A block is one stream of chance, in which the stronger agent plays each side once. Above \
         even: 0 for an equal share, 1 for winning every game. Explained: the part of the variance \
         of results that the agents explain. The intervals hold jointly at 95 %: with `--decide` at every \
         time, otherwise for the number of games played. Games stopped at the ply limit count as shared evenly."
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
}
