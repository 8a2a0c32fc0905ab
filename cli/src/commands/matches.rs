//! `match`: plays agents and external engines against each other.

use std::sync::atomic::AtomicU64;
use std::time::Instant;

use quadrille_reports::command_line::CommandLine;
use quadrille_reports::matches::{MatchReport, RatingRow, text};
use quadrille_reports::statistics::rounded;
use quadrille_study::experiments::matches::{Hypotheses, MatchTest, Sprt, ratings};

use super::match_games::{self, MatchProgress, agent_rows, match_row};
use crate::args::{Entrant, MatchArgs};
use crate::commands::report::print_report;
use crate::context::{self, CommandContext};
use crate::matches::{GameLine, MatchMeeting, MatchResult, MatchRun, duels};
use crate::output::children;
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;

/// The reference of matches, as `quadrille explain match` prints it.
pub const REFERENCE: &str = include_str!("../../docs/match.md");

/// The error probability for the confidence intervals of all matches together: the maximum
/// probability that at least one interval does not contain the true value.
const ALPHA: f64 = 0.05;

/// Plays the matches, and prints the report.
pub fn run(args: &MatchArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    let spec = loaded.spec();
    let entrants = entrants(args);
    let sides = spec.teams.len();
    let meetings = meetings(args, entrants.len(), sides)?;
    check(args)?;
    match_games::check(&args.play, &entrants, spec)?;
    let openings = context::openings(&args.play.from)?;
    let opening = openings.by(&loaded)?;
    let test = test(args);
    let alpha = ALPHA / meetings.len().max(1) as f64;
    let stop = context.interrupt.watch();
    let game = match_games::setup(&args.play, &loaded, &entrants, &opening, &stop);
    if !match_games::try_players(&game)? {
        return Ok(exit::INTERRUPTED);
    }
    let again = again(args, &entrants, context);
    let (log, known) = match_games::files(&args.play, &loaded, &again)?;
    let most = meetings.iter().map(|m| m.blocks * m.assignments.len() as u64).sum();
    let begun = Instant::now();
    let report = |meetings: &mut [MatchMeeting], games: &[GameLine], interrupted| MatchReport {
        even: rounded(1.0 / sides as f64, 6),
        alpha: rounded(alpha, 6),
        agents: agent_rows(&entrants, games),
        matches: meetings.iter_mut().filter_map(|m| match_row(m, &entrants, test)).collect(),
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
        records: args.play.records.as_deref(),
        game: &game,
        every: args.every.unwrap_or(u64::MAX),
        blocks: AtomicU64::new(0),
        table: &table,
        entrants: &entrants,
    };
    known.iter().for_each(|_| watcher.progress.tick());
    let run = MatchRun { game: &game, test, jobs: args.play.run.threads() };
    let found = run.play(meetings, known, &watcher);
    watcher.progress.finish();
    children::end_all();
    let MatchResult { mut meetings, games, interrupted } = found?;
    let report = report(&mut meetings, &games, interrupted);
    let made_from = (&loaded, args.play.run.seed);
    print_report(context, args.format, made_from, &report, || text(&report, &spec.id))?;
    if interrupted {
        context.out.note(match_games::interrupted(&args.play, &again));
        return Ok(exit::INTERRUPTED);
    }
    let forfeited = games.iter().any(|game| !game.forfeits.is_empty());
    Ok(if args.play.fail_on_forfeit && forfeited { exit::FINDINGS } else { exit::FINE })
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
    let decide = test(args).is_some();
    let meeting = |group: &Vec<usize>| MatchMeeting::new(group, sides, args.number, alpha, decide);
    Ok(groups.iter().map(meeting).collect())
}

/// Returns the test that may end a match early. Returns `None` if no option requests a test.
fn test(args: &MatchArgs) -> Option<MatchTest> {
    if args.sprt {
        let (elo0, elo1) = sprt_hypotheses(args);
        return Some(MatchTest::LikelihoodRatio(Sprt { elo0, elo1 }));
    }
    let hypotheses = match (args.decide, args.elo0) {
        (true, _) => Hypotheses { more: 0.0, less: 0.0 },
        (_, Some(elo0)) => Hypotheses { more: elo0, less: args.elo1.unwrap_or(elo0) },
        _ => return None,
    };
    Some(MatchTest::Interval(hypotheses))
}

/// Returns the two hypotheses of `--sprt`, in Elo.
fn sprt_hypotheses(args: &MatchArgs) -> (f64, f64) {
    let elo0 = args.elo0.unwrap_or(0.0);
    (elo0, args.elo1.unwrap_or(elo0 + Sprt::DEFAULT_WIDTH))
}

/// Returns an error if the hypotheses of a test are impossible.
fn check(args: &MatchArgs) -> Result<(), Failure> {
    if let (Some(low), Some(high)) = (args.elo0, args.elo1)
        && low > high
    {
        return Err(Failure::advised(
            "--elo0 is greater than --elo1".to_owned(),
            Some("`--elo0` has to be exceeded, and `--elo1` has to be missed".to_owned()),
        ));
    }
    let (elo0, elo1) = sprt_hypotheses(args);
    if args.sprt && elo0 >= elo1 {
        return Err(Failure::advised(
            "--sprt needs two different advantages".to_owned(),
            Some("make `--elo1` greater than `--elo0`, as in `--elo0 0 --elo1 5`".to_owned()),
        ));
    }
    Ok(())
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
        ("--sprt", args.sprt),
    ] {
        if set {
            line.word(flag);
        }
    }
    line.option("-n", args.number);
    args.elo0.iter().for_each(|elo| line.option("--elo0", elo));
    args.elo1.iter().for_each(|elo| line.option("--elo1", elo));
    match_games::write_options(&args.play, &mut line);
    match_games::with_file(&args.play, &line)
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
