//! `match`: plays agents and external engines against each other.

use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quadrille_core::game;
use quadrille_core::rules::{SeatSpec, Spec};
use quadrille_dsl::pgn;
use quadrille_reports::command_line::{CommandLine, quoted};
use quadrille_reports::matches::{
    AgentRow, MatchReport, MatchRow, RatingRow, SumRow, line, text, word,
};
use quadrille_reports::record::{about, seat_tag};
use quadrille_reports::statistics::rounded;
use quadrille_study::experiments::matches::{Hypotheses, ratings};

use crate::args::{Entrant, MatchArgs, Who};
use crate::commands::report::print_report;
use crate::context::{self, CommandContext};
use crate::engines::{self, EngineError};
use crate::matches::{
    Adjudication, GameLine, GamesFile, MatchMeeting, MatchObserver, MatchPlayer, MatchResult,
    MatchRun, MatchSetup, PlayedGame, Reason, Time, duels,
};
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;
use crate::output::{self, children};

/// The reference of matches, as `quadrille explain match` prints it.
pub const REFERENCE: &str = include_str!("../../docs/match.md");

/// The error probability for the confidence intervals of all matches together: the maximum
/// probability that at least one interval does not contain the true value.
const ALPHA: f64 = 0.05;
/// The number of units in a point. Results are counted in these units, so that the shares of a
/// point are whole numbers.
const GAME_PARTS: f64 = 840.0;

/// Plays the matches, and prints the report.
pub fn run(args: &MatchArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    let spec = loaded.spec();
    let entrants = entrants(args);
    let sides = spec.teams.len();
    let meetings = meetings(args, entrants.len(), sides)?;
    check(args, &entrants, spec)?;
    let openings = context::openings(&args.from)?;
    let opening = openings.by(&loaded)?;
    let question = question(args);
    let alpha = ALPHA / meetings.len().max(1) as f64;
    let stop = context.interrupt.watch();
    let game = MatchSetup {
        loaded: &loaded,
        entrants: &entrants,
        seed: args.run.seed,
        opening: &opening,
        ply_limit: args.run.ply_limit,
        time: match (args.movetime, args.tc) {
            (Some(millis), _) => Time::Decision(Duration::from_millis(millis)),
            (_, Some(clock)) => Time::Clock(clock),
            _ => Time::Open,
        },
        margin: Duration::from_millis(args.margin),
        patience: Duration::from_secs(args.patience),
        adjudication: args
            .adjudicate
            .map(|rounds| Adjudication { rounds, score: args.adjudicate_score }),
        stop: &stop,
    };
    // A match starts only if all agents can play.
    if let Err((agent, trouble)) =
        MatchPlayer::new(&game, &*loaded.hooks()).ready(&(0..entrants.len()).collect::<Vec<_>>())
    {
        if trouble == EngineError::Stopped {
            return Ok(exit::INTERRUPTED);
        }
        return Err(unable(&entrants[agent], &trouble));
    }
    let again = again(args, &entrants, context);
    let (log, known) = match &args.out {
        Some(path) => {
            let about = serde_json::json!({"match": again_of(&again), "hash": loaded.games_hash()});
            let (log, known) = GamesFile::open(path, &about.to_string(), args.resume)?;
            (Some(log), known)
        }
        None => (None, Vec::new()),
    };
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
    }
    let most = meetings.iter().map(|m| m.blocks * m.assignments.len() as u64).sum();
    let begun = Instant::now();
    let report = |meetings: &mut [MatchMeeting], games: &[GameLine], interrupted| MatchReport {
        even: rounded(1.0 / sides as f64, 6),
        alpha: rounded(alpha, 6),
        agents: agent_rows(&entrants, games),
        matches: meetings.iter_mut().filter_map(|m| match_row(m, &entrants, question)).collect(),
        ratings: rating_rows(&entrants, games),
        games: games.len() as u64,
        adjudicated: games.iter().filter(|game| game.end == "adjudicated").count() as u64,
        stopped: games.iter().filter(|game| game.end == "ply limit").count() as u64,
        interrupted,
        seconds: rounded(begun.elapsed().as_secs_f64(), 3),
        again: again.clone(),
    };
    let table = |meetings: &mut [MatchMeeting], games: &[GameLine]| {
        text(&report(meetings, games, false), &spec.id)
    };
    let watcher = MatchProgress {
        progress: Progress::new(most, "games"),
        log,
        records: args.records.as_deref(),
        game: &game,
        every: args.every.unwrap_or(u64::MAX),
        blocks: AtomicU64::new(0),
        table: &table,
        entrants: &entrants,
    };
    known.iter().for_each(|_| watcher.progress.tick());
    let run = MatchRun { game: &game, question, jobs: args.run.threads() };
    let found = run.play(meetings, known, &watcher);
    watcher.progress.finish();
    children::end_all();
    let MatchResult { mut meetings, games, interrupted } = found?;
    let report = report(&mut meetings, &games, interrupted);
    let made_from = (&loaded, args.run.seed);
    print_report(context, args.format, made_from, &report, || text(&report, &spec.id))?;
    if interrupted {
        let how = match &args.out {
            Some(_) => format!("To continue:\n  {again} --resume"),
            None => format!("To play all games:\n  {again}"),
        };
        context.out.note(format!("interrupted; the results so far are valid. {how}"));
        return Ok(exit::INTERRUPTED);
    }
    let forfeited = games.iter().any(|game| !game.forfeits.is_empty());
    Ok(if args.fail_on_forfeit && forfeited { exit::FINDINGS } else { exit::FINE })
}

/// Returns the players on the command line, in order.
fn entrants(args: &MatchArgs) -> Vec<Entrant> {
    let letters = [&args.a, &args.b, &args.c, &args.d];
    args.agents.iter().chain(letters.into_iter().flatten()).cloned().collect()
}

/// Returns the meetings of the agents that the options select.
fn meetings(args: &MatchArgs, agents: usize, sides: usize) -> Result<Vec<MatchMeeting>, Failure> {
    let help = "name two agents, as in `--a mcts:500 --b search:depth=2`";
    if agents < 2 || sides < 2 {
        let message = "a match needs two agents, and two sides";
        return Err(Failure::advised(message, Some(help.to_owned())));
    }
    let groups: Vec<Vec<usize>> = if args.round_robin {
        (0..agents).flat_map(|a| (a + 1..agents).map(move |b| vec![a, b])).collect()
    } else if args.gauntlet {
        (1..agents).map(|b| vec![0, b]).collect()
    } else if agents > sides {
        return Err(Failure::advised(
            format!("{agents} agents can't play one game of {sides} sides"),
            Some("add --round-robin, or --gauntlet for the first against each other".to_owned()),
        ));
    } else {
        vec![(0..agents).collect()]
    };
    let alpha = ALPHA / groups.len() as f64;
    let decide = question(args).is_some();
    let meeting = |group: &Vec<usize>| MatchMeeting::new(group, sides, args.number, alpha, decide);
    Ok(groups.iter().map(meeting).collect())
}

/// Returns the hypotheses whose test may end a match early. Returns `None` if no option requests
/// such a test.
fn question(args: &MatchArgs) -> Option<Hypotheses> {
    match (args.decide, args.elo0) {
        (true, _) => Some(Hypotheses { more: 0.0, less: 0.0 }),
        (_, Some(elo0)) => Some(Hypotheses { more: elo0, less: args.elo1.unwrap_or(elo0) }),
        _ => None,
    }
}

/// Returns an error if an option does not fit the game or the agents.
fn check(args: &MatchArgs, entrants: &[Entrant], spec: &Spec) -> Result<(), Failure> {
    if let (Some(low), Some(high)) = (args.elo0, args.elo1)
        && low > high
    {
        return Err(Failure::advised(
            "--elo0 is greater than --elo1".to_owned(),
            Some("`--elo0` has to be exceeded, and `--elo1` has to be missed".to_owned()),
        ));
    }
    if args.adjudicate.is_some() && spec.teams.len() != 2 {
        return Err(Failure::usage(format!(
            "--adjudicate is for games between two sides, and this one has {}",
            spec.teams.len()
        )));
    }
    for entrant in entrants {
        let Who::Engine(engine) = &entrant.who else { continue };
        engines::allowed(spec)?;
        if engine.go.is_none() && args.movetime.is_none() && args.tc.is_none() {
            return Err(Failure::advised(
                format!("{} has no limit on its thinking", entrant.name()),
                Some(format!(
                    "write `{entrant};go=movetime 100` or `;go=depth 4`, or add --movetime or --tc"
                )),
            ));
        }
    }
    Ok(())
}

fn unable(entrant: &Entrant, trouble: &EngineError) -> Failure {
    let why = match trouble {
        EngineError::Start(why) => why.clone(),
        EngineError::Time => "it does not answer `uci` or `isready`".to_owned(),
        _ => "it ended at once".to_owned(),
    };
    Failure::usage(format!("{} can't play: {why}", entrant.name()))
}

/// Returns the command line that plays the match again.
fn again(args: &MatchArgs, entrants: &[Entrant], context: &CommandContext) -> String {
    let mut line = CommandLine::new("match");
    line.folders(&context.folders());
    line.word(&args.rules.ruleset);
    line.settings(args.rules.change.set.iter());
    line.weights(args.rules.change.weights.as_ref());
    if entrants.len() <= 4 {
        let letters = ["--a", "--b", "--c", "--d"];
        letters.into_iter().zip(entrants).for_each(|(letter, who)| line.option(letter, who));
    } else {
        line.agents(entrants);
    }
    for (flag, set) in [
        ("--round-robin", args.round_robin),
        ("--gauntlet", args.gauntlet),
        ("--decide", args.decide),
    ] {
        if set {
            line.word(flag);
        }
    }
    line.option("-n", args.number);
    args.elo0.iter().for_each(|elo| line.option("--elo0", elo));
    args.elo1.iter().for_each(|elo| line.option("--elo1", elo));
    args.movetime.iter().for_each(|millis| line.option("--movetime", millis));
    args.tc.iter().for_each(|clock| line.option("--tc", clock));
    if let Some(rounds) = args.adjudicate {
        line.option("--adjudicate", rounds);
        line.option("--adjudicate-score", args.adjudicate_score);
    }
    args.from.from.iter().for_each(|from| line.option("--from", from));
    args.from.from_plies.iter().for_each(|plies| line.option("--from-plies", plies));
    line.seed(args.run.seed, args.run.ply_limit);
    let mut line = line.text();
    args.out
        .iter()
        .for_each(|out| line.push_str(&format!(" --out {}", quoted(&out.display().to_string()))));
    line
}

/// Returns the part of a command line that identifies a match, without the options for files at its
/// end.
fn again_of(again: &str) -> &str {
    again.split_once(" --out ").map_or(again, |(before, _)| before)
}

/// A function that formats the table of results.
type ResultsTable<'a> = &'a (dyn Fn(&mut [MatchMeeting], &[GameLine]) -> String + Sync);

/// Keeps games, and shows the progress of the match.
struct MatchProgress<'a> {
    progress: Progress,
    log: Option<GamesFile>,
    records: Option<&'a Path>,
    game: &'a MatchSetup<'a>,
    every: u64,
    blocks: AtomicU64,
    table: ResultsTable<'a>,
    entrants: &'a [Entrant],
}

impl MatchObserver for MatchProgress<'_> {
    fn played(&self, played: &PlayedGame) -> Result<(), Failure> {
        // A record is written before its game counts.
        if let Some(folder) = self.records {
            let GameLine { meeting, block, game, .. } = played.line;
            let path = folder.join(format!("{:03}-{:06}-{game}.pgn4", meeting + 1, block + 1));
            output::save(&path, record(self.game, self.entrants, played)?.as_bytes())?;
        }
        self.log.as_ref().map_or(Ok(()), |log| log.add(&played.line))?;
        self.progress.tick();
        Ok(())
    }

    fn counted(&self, meetings: &mut [MatchMeeting], games: &[GameLine]) {
        let blocks = self.blocks.fetch_add(1, Ordering::Relaxed) + 1;
        let latest = games.last().map_or(0, |game| game.meeting);
        if let Some(row) = meetings.get_mut(latest).and_then(|m| match_row(m, self.entrants, None))
        {
            self.progress.tell(&line(&row));
        }
        if blocks.is_multiple_of(self.every) {
            // Standard error may be closed.
            let _ = std::io::stderr().write_all((self.table)(meetings, games).as_bytes());
        }
    }
}

/// Returns a game as PGN4, with a comment on each action.
fn record(
    game: &MatchSetup<'_>,
    entrants: &[Entrant],
    played: &PlayedGame,
) -> Result<String, Failure> {
    let MatchSetup { loaded, opening, seed, .. } = game;
    let spec = loaded.spec();
    let line = &played.line;
    let mut tags = about(loaded);
    let mut tag = |name: &str, value: String| tags.push((name.to_owned(), value));
    tag("Seed", seed.to_string());
    tag("Round", format!("{}.{}", line.block + 1, line.game + 1));
    for seat in &spec.seats {
        let agent = line.agents[usize::from(seat.team)];
        tag(&seat_tag(seat), entrants[agent].name().to_owned());
    }
    let word = |seat: &SeatSpec| {
        let word = match f64::from(line.parts[usize::from(seat.team)]) {
            GAME_PARTS => "wins",
            0.0 => "loses",
            _ => "draws",
        };
        format!("{} {word}", seat.name)
    };
    tag("Result", spec.seats.iter().map(word).collect::<Vec<_>>().join(", "));
    tag("Termination", line.end.clone());
    let hooks = loaded.hooks();
    let start = match opening.line(&loaded.rules, &*hooks, *seed, line.block)? {
        Some(_) => None,
        None => opening.setup(&loaded.rules, &*hooks, *seed, line.block)?,
    };
    let mut board = match &start {
        None => game::start(&loaded.rules, &*hooks)?,
        Some(setup) => game::resume(&loaded.rules, &*hooks, setup)
            .map_err(|error| Failure::usage(error.to_string()))?,
    };
    Ok(pgn::write_commented(&mut *board, &tags, &played.actions, &played.comments)?)
}

fn match_row(
    meeting: &mut MatchMeeting,
    entrants: &[Entrant],
    question: Option<Hypotheses>,
) -> Option<MatchRow> {
    let MatchMeeting { agents, assignments, score, .. } = meeting;
    let score = score.as_mut()?;
    let name = |agent: usize| entrants[agents[agent]].name().to_owned();
    let (wins, shared, losses) = score.results();
    let (low, high) = score.interval();
    let (advantage, (elo_low, elo_high)) = score.elo();
    let finite = |elo: f64| elo.is_finite().then(|| rounded(elo, 3));
    let half = GAME_PARTS as u32 / 2;
    // If there are two sides, every sum is a multiple of one half.
    let mut sums: Vec<SumRow> = Vec::new();
    if assignments.iter().all(|sides| sides.len() == 2) {
        sums.extend((0..=2 * assignments.len() as u32).map(|sum| SumRow {
            sum: f64::from(sum) / 2.0,
            blocks: score.sums().get(&(sum * half)).copied().unwrap_or(0),
        }));
    } else {
        sums.extend(score.sums().iter().map(|(sum, blocks)| SumRow {
            sum: rounded(f64::from(*sum) / GAME_PARTS, 6),
            blocks: *blocks,
        }));
    }
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
        answer: question.and_then(|question| score.answer(question)).map(word),
    })
}

fn agent_rows(entrants: &[Entrant], games: &[GameLine]) -> Vec<AgentRow> {
    let row = |(agent, entrant): (usize, &Entrant)| {
        let decisions: u64 = games.iter().map(|game| u64::from(game.decisions[agent])).sum();
        let each = |micros: u64| {
            (decisions > 0).then(|| rounded(micros as f64 / decisions as f64 / 1e6, 6))
        };
        let processor: Option<u64> = games
            .iter()
            .filter(|game| game.decisions[agent] > 0)
            .map(|game| game.processor[agent])
            .sum();
        let forfeits =
            || games.iter().flat_map(|game| &game.forfeits).filter(move |f| f.agent == agent);
        let count = |why: Reason| forfeits().filter(|forfeit| forfeit.why == why).count() as u64;
        AgentRow {
            agent: entrant.to_string(),
            name: entrant.name().to_owned(),
            decisions,
            seconds: each(games.iter().map(|game| game.micros[agent]).sum()),
            processor: processor.and_then(each),
            late: count(Reason::Time),
            crashes: count(Reason::Crash),
            illegal: count(Reason::Illegal),
            said: forfeits().find_map(|forfeit| {
                let said = forfeit.said.as_ref()?;
                Some(match forfeit.why {
                    Reason::Illegal => {
                        format!("`{said}` was not a legal move for {}", forfeit.seat)
                    }
                    _ => said.clone(),
                })
            }),
        }
    };
    entrants.iter().enumerate().map(row).collect()
}

/// Returns ratings if there are more than two agents.
fn rating_rows(entrants: &[Entrant], games: &[GameLine]) -> Vec<RatingRow> {
    if entrants.len() < 3 {
        return Vec::new();
    }
    let rated = ratings(entrants.len(), &duels(games), ALPHA);
    let mut rows: Vec<RatingRow> = rated
        .iter()
        .zip(entrants)
        .map(|(rating, entrant)| RatingRow {
            name: entrant.name().to_owned(),
            elo: rounded(rating.elo, 3),
            interval: [rounded(rating.interval.0, 3), rounded(rating.interval.1, 3)],
            duels: rating.duels,
        })
        .collect();
    rows.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_makes_a_match_the_same_leaves_out_where_it_is_kept() {
        assert_eq!(
            again_of("quadrille match x --seed 1 --out 'a b'"),
            "quadrille match x --seed 1"
        );
    }
}
