//! `tournament`: plays agents and external engines in a round robin, gauntlet or Swiss tournament.

use std::sync::atomic::AtomicU64;
use std::time::Instant;

use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_reports::command_line::CommandLine;
use quadrille_reports::crosstable::{PairPoints, StandingRow, TournamentReport, page, text};
use quadrille_reports::statistics::rounded;
use quadrille_study::experiments::matches::{SwissRound, anchored_ratings, swiss_round};

use super::match_games::{self, MatchProgress, agent_rows};
use crate::args::{Entrant, TournamentArgs, TournamentSystem};
use crate::commands::report::print_report;
use crate::context::{self, CommandContext};
use crate::matches::{GameLine, MatchMeeting, MatchResult, MatchRun, duels};
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;
use crate::output::{children, folder_exists};

/// The error probability of the interval of each rating.
const ALPHA: f64 = 0.05;
/// The maximum number of pairings of a tournament.
const MAX_MEETINGS: usize = 10_000;

/// Plays the tournament, and prints the standings.
pub fn run(args: &TournamentArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    let spec = loaded.spec();
    let entrants = &args.agents;
    let sides = spec.teams.len();
    check(args, sides)?;
    match_games::check(&args.play, entrants, spec)?;
    if let Some(path) = &args.report {
        folder_exists(path)?;
    }
    let anchors = anchors(args)?;
    let openings = context::openings(&args.play.from)?;
    let opening = openings.by(&loaded)?;
    let stop = context.interrupt.watch();
    let game = match_games::setup(&args.play, &loaded, entrants, &opening, &stop);
    if !match_games::try_players(&game)? {
        return Ok(exit::INTERRUPTED);
    }
    let again = again(args, context);
    let (log, known) = match_games::files(&args.play, &loaded, &again)?;
    let planned = rounds(args);
    let meeting =
        |(a, b): &(usize, usize)| MatchMeeting::new(&[*a, *b], sides, args.number, ALPHA, false);
    let games_per_meeting = {
        let one = meeting(&(0, 1));
        one.blocks * one.assignments.len() as u64
    };
    let most = planned.iter().map(|pairs| pairs.len() as u64).sum::<u64>() * games_per_meeting;
    let begun = Instant::now();
    let watcher = MatchProgress {
        progress: Progress::new(most, "games"),
        log,
        records: args.play.records.as_deref(),
        game: &game,
        every: u64::MAX,
        blocks: AtomicU64::new(0),
        table: &|_, _| String::new(),
        entrants,
    };
    known.iter().for_each(|_| watcher.progress.tick());
    let run = MatchRun { game: &game, test: None, jobs: args.play.run.threads() };
    // The games that have been counted. The pairings of a round depend only on games of earlier
    // rounds.
    let mut games: Vec<GameLine> = Vec::new();
    let mut schedule: Vec<SwissRound> = Vec::new();
    let mut interrupted = false;
    for fixed in planned {
        // The pairings of a Swiss round depend on all earlier games.
        schedule.push(match args.system {
            TournamentSystem::Swiss => {
                let points = totals(&table(&games, entrants.len()), &schedule, games_per_meeting);
                swiss_round(&points, &schedule)
            }
            _ => SwissRound { pairs: fixed, bye: None },
        });
        let meetings = schedule.iter().flat_map(|round| &round.pairs).map(meeting).collect();
        let kept = known.iter().cloned().chain(games).collect();
        let played = run.play(meetings, kept, &watcher);
        let Ok(MatchResult { games: counted, interrupted: stopped, .. }) = played else {
            watcher.progress.finish();
            children::end_all();
            return played.map(|_| exit::FINE);
        };
        games = counted;
        interrupted = stopped;
        if interrupted {
            break;
        }
    }
    watcher.progress.finish();
    children::end_all();
    let report = TournamentReport {
        system: args.system.word(),
        rounds: schedule.len() as u32,
        standings: standings(entrants, &games, (&schedule, games_per_meeting), &anchors),
        agents: agent_rows(entrants, &games),
        games: games.len() as u64,
        adjudicated: games.iter().filter(|game| game.end == "adjudicated").count() as u64,
        stopped: games.iter().filter(|game| game.end == "ply limit").count() as u64,
        interrupted,
        seconds: rounded(begun.elapsed().as_secs_f64(), 3),
        again: again.clone(),
    };
    let made_from = (&loaded, args.play.run.seed);
    print_report(context, args.format, made_from, &report, || text(&report, &spec.id))?;
    if let Some(path) = &args.report {
        context.out.save(path, page(&report, &spec.id).as_bytes())?;
    }
    if interrupted {
        context.out.note(match_games::interrupted(&args.play, &again));
        return Ok(exit::INTERRUPTED);
    }
    let forfeited = games.iter().any(|game| !game.forfeits.is_empty());
    Ok(if args.play.fail_on_forfeit && forfeited { exit::FINDINGS } else { exit::FINE })
}

/// Returns an error if the players or options don't fit the tournament.
fn check(args: &TournamentArgs, sides: usize) -> Result<(), Failure> {
    if args.agents.len() < 2 || sides < 2 {
        return Err(Failure::advised(
            "a tournament needs two players, and two sides",
            Some(
                "name the players, as in `--agents greedy,search:depth=1,search:depth=2`"
                    .to_owned(),
            ),
        ));
    }
    if args.rounds.is_some() && args.system != TournamentSystem::Swiss {
        return Err(Failure::advised(
            "--rounds is for Swiss tournaments",
            Some("add `--system swiss`, or set the games per pairing with `-n`".to_owned()),
        ));
    }
    for (number, entrant) in args.agents.iter().enumerate() {
        if args.agents[..number].iter().any(|other| other.name() == entrant.name()) {
            return Err(Failure::advised(
                format!("two players have the name `{}`", entrant.name()),
                Some("leave one out, or name an engine with `;name=NAME`".to_owned()),
            ));
        }
    }
    Ok(())
}

/// Returns the pairs of each round. For a Swiss tournament, only the number of pairs in each round
/// is right.
fn rounds(args: &TournamentArgs) -> Vec<Vec<(usize, usize)>> {
    let players = args.agents.len();
    match args.system {
        TournamentSystem::RoundRobin => {
            let all = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
            vec![all.take(MAX_MEETINGS).collect()]
        }
        TournamentSystem::Gauntlet => vec![(1..players).map(|b| (0, b)).collect()],
        TournamentSystem::Swiss => {
            let enough = players.next_power_of_two().trailing_zeros();
            let rounds = args.rounds.unwrap_or(enough) as usize;
            vec![vec![(0, 1); players / 2]; rounds]
        }
    }
}

/// Returns the anchors, each as a player with the known rating.
fn anchors(args: &TournamentArgs) -> Result<Vec<(usize, f64)>, Failure> {
    let names = || args.agents.iter().map(Entrant::name);
    let find = |anchor: &crate::args::Anchor| {
        let player = names().position(|name| name == anchor.name).ok_or_else(|| {
            Failure::advised(
                format!("`{}` does not play", anchor.name),
                did_you_mean(&anchor.name, names())
                    .or_else(|| Some("name one of the players before the `=`".to_owned())),
            )
        })?;
        Ok((player, anchor.elo))
    };
    args.anchor.iter().map(find).collect()
}

/// Returns the points of each player against each other player. The points of a game between two
/// players are shared by their results. If a player has several sides, these count equally.
fn table(games: &[GameLine], players: usize) -> Vec<Vec<PairPoints>> {
    let none = PairPoints { points: 0.0, games: 0 };
    let mut all = vec![vec![none; players]; players];
    for game in games {
        let duels = duels(std::slice::from_ref(game));
        let Some(first) = duels.first() else { continue };
        let of_first = |duel: &&quadrille_study::experiments::matches::Duel| {
            if duel.a == first.a { duel.score } else { 1.0 - duel.score }
        };
        let score = duels.iter().map(|duel| of_first(&duel)).sum::<f64>() / duels.len() as f64;
        for (own, other, points) in [(first.a, first.b, score), (first.b, first.a, 1.0 - score)] {
            let cell = &mut all[own][other];
            cell.points += points;
            cell.games += 1;
        }
    }
    all
}

/// Returns the points of each player. A bye counts as a won game for each game of a pairing.
fn totals(table: &[Vec<PairPoints>], schedule: &[SwissRound], games_per_meeting: u64) -> Vec<f64> {
    let byes = |player: usize| schedule.iter().filter(|round| round.bye == Some(player)).count();
    let total = |(player, row): (usize, &Vec<PairPoints>)| {
        row.iter().map(|cell| cell.points).sum::<f64>()
            + byes(player) as f64 * games_per_meeting as f64
    };
    table.iter().enumerate().map(total).collect()
}

/// Returns the standings, the best player first. Players with equal points are ordered by the
/// points of their opponents, and then by rating.
fn standings(
    entrants: &[Entrant],
    games: &[GameLine],
    (schedule, games_per_meeting): (&[SwissRound], u64),
    anchors: &[(usize, f64)],
) -> Vec<StandingRow> {
    let players = entrants.len();
    let table = table(games, players);
    let points = totals(&table, schedule, games_per_meeting);
    let rated = anchored_ratings(players, &duels(games), ALPHA, anchors);
    let opponents: Vec<f64> = table
        .iter()
        .map(|row| {
            let met = row.iter().zip(&points).filter(|(cell, _)| cell.games > 0);
            met.map(|(_, points)| points).sum()
        })
        .collect();
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|a, b| {
        points[*b]
            .total_cmp(&points[*a])
            .then(opponents[*b].total_cmp(&opponents[*a]))
            .then(rated[*b].elo.total_cmp(&rated[*a].elo))
            .then(a.cmp(b))
    });
    let row = |player: &usize| {
        let player = *player;
        let row = &table[player];
        let byes = schedule.iter().filter(|round| round.bye == Some(player)).count() as u64;
        StandingRow {
            place: 1 + points.iter().filter(|other| **other > points[player] + 1e-9).count(),
            name: entrants[player].name().to_owned(),
            points: rounded(points[player], 6),
            games: row.iter().map(|cell| cell.games).sum::<u64>() + byes * games_per_meeting,
            opponents_points: rounded(opponents[player], 6),
            elo: rounded(rated[player].elo, 3),
            interval: [rounded(rated[player].interval.0, 3), rounded(rated[player].interval.1, 3)],
            anchor: anchors.iter().any(|(anchor, _)| *anchor == player),
            against: order.iter().map(|other| row[*other]).map(against).collect(),
        }
    };
    order.iter().map(row).collect()
}

/// Returns the points of a pair as they are reported.
fn against(cell: PairPoints) -> Option<PairPoints> {
    (cell.games > 0).then(|| PairPoints { points: rounded(cell.points, 6), ..cell })
}

/// Returns the command line that repeats the tournament.
fn again(args: &TournamentArgs, context: &CommandContext) -> String {
    let mut line = CommandLine::new("tournament");
    line.folders(&context.folders());
    line.word(&args.rules.ruleset);
    line.settings(args.rules.change.set.iter());
    line.weights(args.rules.change.weights.as_ref());
    line.agents(&args.agents);
    line.option("--system", args.system.word());
    args.rounds.iter().for_each(|rounds| line.option("--rounds", rounds));
    line.option("-n", args.number);
    args.anchor.iter().for_each(|anchor| line.option("--anchor", anchor));
    match_games::write_options(&args.play, &mut line);
    match_games::with_file(&args.play, &line)
}
