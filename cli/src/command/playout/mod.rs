//! `playout`: plays games automatically, keeps them where that is wanted, and reports what happened
//! in them.

mod measures;
mod profile;
mod records;
mod report;

use std::sync::atomic::Ordering;
use std::time::Instant;

use quadrille_core::rules::SeatResult;
use quadrille_core::sim::Profile;
use quadrille_core::sim::{self, GameRecord, Plan, Summary};
use quadrille_core::{AgentSpec, Outcome, Spec};
use quadrille_dsl::Loaded;

use super::tally::{Tally, ending};
use crate::again::CommandLine;
use crate::args::{Playout, Run};
use crate::exit::{self, Failure};
use crate::interrupt;
use crate::progress::Progress;
use crate::session::{self, Context};
use crate::store::{self, Identity, Row, Store, Writer};
use profile::ProfileReport;
use records::Records;
use report::{Report, Time};

/// Plays, keeps and reports.
pub fn run(args: &Playout, context: &mut Context) -> Result<u8, Failure> {
    let loaded = session::open_args(&context.shelf, &args.rules)?;
    let plan = plan(args, &loaded)?;
    let spec = loaded.rules.spec();
    let mut summary = Summary::of_plan(&loaded.rules, &plan);
    let tally = Tally::default();
    let mut missing = vec![plan.games.clone()];
    let mut writer = None;
    if let Some(path) = &args.out {
        let identity = Identity::new(&loaded, &plan);
        let store = Store::open(path, &identity, &plan.games, args.resume)?;
        missing = store.missing()?;
        store.each(|row| {
            let foreign = |error: rusqlite::Error| Failure::Io {
                name: path.display().to_string(),
                why: error.to_string(),
            };
            let (game, sample) = row.game(spec).map_err(foreign)?;
            tally.add(spec, &game);
            summary.add(&loaded.rules, &game);
            if let (Some(totals), Some(sample)) = (&mut summary.totals, &sample) {
                totals.count(sample);
            }
            Ok(())
        })?;
        writer = Some(Writer::new(store));
    }
    let records = match &args.records {
        Some(path) => {
            Some(Records::create(path, &loaded, &plan, &args.rules.ruleset, args.resume)?)
        }
        None => None,
    };
    let stop = interrupt::watch();
    let planned = plan.games.end - plan.games.start;
    let progress = Progress::new(store::count(&missing), "games");
    let begun = Instant::now();
    let before = summary.plies;
    let done = |game: GameRecord| {
        tally.add(spec, &game);
        // Games that can't be kept are not worth playing. A record is there before its game counts.
        let kept = records.as_ref().is_none_or(|records| records.add(&game))
            && writer.as_ref().is_none_or(|writer| writer.add(Row::new(spec, &plan, &game)));
        if !kept {
            stop.store(true, Ordering::Relaxed);
        }
        progress.tick();
    };
    let hooks = || loaded.hooks();
    let mut times = Profile::default();
    for games in missing {
        let part = Plan { games, ..plan.clone() };
        if args.profile {
            let (games, time) = sim::profile(&loaded.rules, &hooks, &part, &stop, &done);
            summary.merge(&games);
            times.merge(&time);
        } else {
            summary.merge(&sim::run(&loaded.rules, &hooks, &part, &stop, &done));
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    progress.finish();
    let kept = writer.map_or(Ok(()), |writer| writer.finish().map(drop));
    let kept = kept.and(records.map_or(Ok(()), Records::finish));
    if let Some(totals) = &mut summary.totals {
        totals.finish();
    }
    let played = summary.games + summary.faults;
    let interrupted = kept.is_ok() && played < planned;
    // A report of games that were not kept would be of another run than the database's.
    kept?;
    let time = Time { seconds, plies: summary.plies - before };
    let mut report = Report::new(&loaded, &plan, &summary, &tally, time, interrupted);
    report.profile = args.profile.then(|| ProfileReport::new(&loaded, &plan.agents, &times));
    let text = || report.text(&loaded, plan.seed, &command_line(args, &plan));
    super::tell(context, args.format, (&loaded, plan.seed), &report, text)?;
    if interrupted {
        let on = if args.out.is_some() { "; `--resume` goes on" } else { "" };
        context.out.note(format_args!("interrupted after {played} of {planned} games{on}"));
        return Ok(exit::INTERRUPTED);
    }
    match summary.first_faults.first_key_value() {
        Some((_, error)) => Err(Failure::Script(error.clone())),
        None => Ok(exit::FINE),
    }
}

/// What is to be played.
fn plan(args: &Playout, loaded: &Loaded) -> Result<Plan, Failure> {
    let games = args.games.clone().unwrap_or(0..args.number);
    Ok(Plan {
        games,
        agents: agents(&args.agents, loaded.rules.spec())?,
        rotate: args.rotate,
        record: args.records.is_some(),
        measure: !args.no_metrics,
        ..random_plan(&args.run, 0, loaded.rules.spec())
    })
}

/// A plan for so many games of random play.
#[must_use]
pub fn random_plan(run: &Run, games: u64, spec: &Spec) -> Plan {
    Plan {
        seed: run.seed,
        games: 0..games,
        agents: vec![AgentSpec::Random; spec.seats.len()],
        jobs: super::jobs(run.jobs),
        record: false,
        rotate: false,
        measure: false,
        ply_limit: run.ply_limit,
    }
}

/// An agent for each seat.
fn agents(given: &[AgentSpec], spec: &Spec) -> Result<Vec<AgentSpec>, Failure> {
    let seats = spec.seats.len();
    for agent in given {
        agent.suits(spec)?;
    }
    match given {
        [one] => Ok(vec![*one; seats]),
        several if several.len() == seats => Ok(several.to_vec()),
        several => {
            let names: Vec<_> = spec.seats.iter().map(|seat| seat.name.as_str()).collect();
            Err(Failure::advised(
                format!("there are {} agents for {seats} seats", several.len()),
                Some(format!("give one, or one for each of {}", names.join(", "))),
            ))
        }
    }
}

/// The command line that plays the same games again.
fn command_line(args: &Playout, plan: &Plan) -> String {
    let mut line = CommandLine::new("playout");
    line.word(&args.rules.ruleset);
    line.settings(&args.rules.change.set);
    match &args.games {
        Some(games) => line.option("--games", format_args!("{}..{}", games.start, games.end)),
        None => line.option("-n", args.number),
    }
    line.agents(&args.agents);
    if args.rotate {
        line.word("--rotate");
    }
    line.luck(plan.seed, args.run.ply_limit);
    line.text()
}

/// How a game ended, in words.
#[must_use]
pub fn told(spec: &Spec, outcome: &Outcome) -> String {
    let winners = winners(spec, outcome);
    let result = if winners.is_empty() {
        "nobody wins".to_owned()
    } else {
        format!("{} {}", winners.join(" and "), if winners.len() == 1 { "wins" } else { "win" })
    };
    let ending = ending(spec, outcome.ending);
    format!("over: {result} ({})", ending.clause.as_deref().unwrap_or(ending.kind))
}

/// Who won: teams whose seats all did, and seats whose team mates did not.
#[must_use]
pub fn winners(spec: &Spec, outcome: &Outcome) -> Vec<String> {
    let won = |i: usize| outcome.results.get(i) == Some(&SeatResult::Win);
    let mut names = Vec::new();
    for (team, name) in spec.teams.iter().enumerate() {
        let seats = || (0..spec.seats.len()).filter(|i| usize::from(spec.seats[*i].team) == team);
        if seats().next().is_some() && seats().all(won) {
            names.push(name.clone());
        } else {
            names.extend(seats().filter(|i| won(*i)).map(|i| spec.seats[i].name.clone()));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::cross;
    use quadrille_core::Ending;

    #[test]
    fn one_agent_serves_all_seats_and_several_need_a_seat_each() {
        let (spec, _) = cross();
        use AgentSpec::{Greedy, Random};
        assert_eq!(agents(&[Greedy], &spec), Ok(vec![Greedy; 4]));
        let four = [Random, Greedy, Random, Greedy];
        assert_eq!(agents(&four, &spec), Ok(four.to_vec()));
        assert_eq!(agents(&[Random, Greedy], &spec).unwrap_err().code(), exit::USAGE);
    }

    #[test]
    fn an_agent_for_two_sides_is_refused_where_there_are_more() {
        let (mut spec, _) = cross();
        let alphabeta = [AgentSpec::AlphaBeta(2)];
        assert_eq!(agents(&alphabeta, &spec), Ok(vec![AgentSpec::AlphaBeta(2); 4]));
        spec.teams = spec.seats.iter().map(|seat| seat.name.clone()).collect();
        (0..4).for_each(|seat| spec.seats[seat].team = seat as u8);
        let refused = agents(&alphabeta, &spec).unwrap_err();
        assert_eq!(refused.code(), exit::USAGE);
        let Failure::Usage { message, help } = refused else { panic!("{refused:?}") };
        assert!(message.contains("here are 4") && help.is_some(), "{message}");
    }

    #[test]
    fn a_team_wins_only_if_all_its_seats_do() {
        use SeatResult::{Draw, Loss, Win};
        let (spec, _) = cross();
        let told = |results: [SeatResult; 4]| {
            let outcome = Outcome { results: results.to_vec(), ending: Ending::Repetition };
            told(&spec, &outcome)
        };
        assert_eq!(told([Win, Loss, Win, Loss]), "over: light wins (repetition)");
        assert_eq!(told([Win, Loss, Draw, Loss]), "over: yellow wins (repetition)");
        assert_eq!(told([Draw; 4]), "over: nobody wins (repetition)");
        assert_eq!(told([Win, Win, Win, Loss]), "over: light and red win (repetition)");
    }
}
