//! `playout`: plays games automatically, saves them on request, and reports the results.

mod estimate;
mod typical;

use std::sync::atomic::Ordering;
use std::time::Instant;

use quadrille_dsl::Ruleset;
use quadrille_render::Styled;
use quadrille_reports::command_line::CommandLine;
use quadrille_reports::fault::FaultStory;
use quadrille_reports::opening::Openings;
use quadrille_reports::outcome::Tally;
use quadrille_reports::playout::profile::ProfileReport;
use quadrille_reports::playout::screen::ScreenContext;
use quadrille_reports::playout::{PlayoutReport, RunTime};
use quadrille_study::sim::Profile;
use quadrille_study::sim::{self, GameRecord, Plan, Summary};

use super::kept::RecordWriter;
use super::plan::{agents, random_plan};
use crate::args::{OutputFormat, PlayoutArgs};
use crate::commands::report::print_report;
use crate::context::{self, CommandContext};
use crate::matches::clock::own_processor_time;
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;
use crate::store::{self, RowWriter, Store};
use estimate::RunEstimate;
use quadrille_reports::row::{self, GameRow};
use quadrille_reports::run::RunIdentity;
use quadrille_reports::series;
use typical::Endings;

/// Plays the games, saves them on request, and reports the results.
pub fn run(args: &PlayoutArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    let openings = context::openings(&args.from)?;
    let plan = plan(args, &loaded, &openings)?;
    if args.estimate {
        return estimate(args, &loaded, &plan, context);
    }
    let spec = loaded.spec();
    let mut summary = Summary::of_plan(&loaded.rules, &plan);
    let tally = Tally::default();
    let endings = Endings::default();
    let mut missing = vec![plan.games.clone()];
    let mut writer = None;
    if let Some(path) = &args.out {
        let identity = RunIdentity::new(&loaded, &plan);
        let store = Store::open(path, &identity, &plan.games, args.resume)?;
        missing = store.missing()?;
        store.each(|row| {
            let foreign = |error: row::RowError| Failure::Io {
                name: path.display().to_string(),
                why: error.to_string(),
            };
            let game = row::add(&loaded.rules, &row, &mut summary, &tally).map_err(foreign)?;
            endings.add(&game);
            Ok(())
        })?;
        writer = Some(Keeper {
            loaded: &loaded,
            plan: &plan,
            series: args.series,
            rows: RowWriter::new(store),
        });
    }
    let records = match &args.records {
        Some(path) => Some(RecordWriter::create(path, &loaded, &plan, args.resume)?),
        None => None,
    };
    let stop = context.interrupt.watch();
    let planned = plan.games.end - plan.games.start;
    let progress = Progress::new(store::count(&missing), "games");
    let begun = Instant::now();
    let before = summary.plies;
    let done = |game: GameRecord| {
        tally.add(spec, &game);
        endings.add(&game);
        // Each game is saved before it is counted. If saving fails, no more games are played.
        let kept = records.as_ref().is_none_or(|records| records.add(&game))
            && writer.as_ref().is_none_or(|writer| writer.add(&game));
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
            let (games, time) =
                sim::profile(&loaded.rules, &hooks, &part, &stop, own_processor_time, &done);
            summary.merge(&games);
            times.merge(&time);
        } else {
            summary.merge(&sim::run(&loaded.rules, &hooks, &part, &stop, &done));
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    progress.finish();
    let kept = writer.map_or(Ok(()), |writer| writer.rows.finish().map(drop));
    let kept = kept.and(records.map_or(Ok(()), RecordWriter::finish));
    if let Some(totals) = &mut summary.totals {
        totals.finish();
    }
    let played = summary.games + summary.faults;
    let interrupted = kept.is_ok() && played < planned;
    // A report that includes unsaved games would disagree with the database.
    kept?;
    let time = RunTime { seconds, plies: summary.plies - before };
    let again = RerunCommands { args, openings: &openings, context };
    let mut report = PlayoutReport::new(&loaded, &plan, &summary, &tally, time, interrupted);
    if let Some(index) = summary.first_faults.keys().next() {
        report.fault =
            FaultStory::new(&loaded, &plan, *index, again.game(*index), context.out.depth);
    }
    report.profile = args.profile.then(|| ProfileReport::new(&loaded, &plan.agents, &times));
    let text = match args.format {
        OutputFormat::Json => Styled::new(),
        OutputFormat::Text if args.full => report.text(&loaded, plan.seed, &again.whole()),
        OutputFormat::Text => screen(&report, &loaded, &plan, &again, &endings)?,
    };
    print_report(context, args.format, (&loaded, plan.seed), &report, || text)?;
    if interrupted {
        let on = if args.out.is_some() { "; `--resume` continues" } else { "" };
        context.out.note(format_args!("interrupted after {played} of {planned} games{on}"));
        return Ok(exit::INTERRUPTED);
    }
    match summary.first_faults.first_key_value() {
        Some((_, error)) => Err(Failure::Script(error.clone())),
        None => Ok(exit::FINE),
    }
}

/// Returns the plan of the run.
fn plan(args: &PlayoutArgs, loaded: &Ruleset, openings: &Openings) -> Result<Plan, Failure> {
    let games = args.games.clone().unwrap_or(0..args.number);
    let mut plan = Plan {
        games,
        agents: agents(&args.agents, loaded.spec())?,
        rotate: args.rotate,
        record: args.records.is_some() || args.series,
        timed: args.series,
        measure: !args.no_metrics,
        opening: openings.by(loaded)?,
        ..random_plan(&args.run, 0, loaded.spec())
    };
    if let Some(share) = args.part {
        plan.games = share.of(&plan.games, plan.rotations().into());
        if plan.games.is_empty() {
            return Err(Failure::advised(
                format!("part {share} has no game"),
                Some("there are fewer games than parts; name fewer parts".to_owned()),
            ));
        }
    }
    Ok(plan)
}

/// Prints an estimate of the run's duration.
fn estimate(
    args: &PlayoutArgs,
    loaded: &Ruleset,
    plan: &Plan,
    context: &mut CommandContext,
) -> Result<u8, Failure> {
    let stop = context.interrupt.watch();
    let Some(estimate) = RunEstimate::new(loaded, plan, args.run.threads(), &stop) else {
        context.out.note("interrupted before the sample was played");
        return Ok(exit::INTERRUPTED);
    };
    let made_from = (loaded, plan.seed);
    print_report(context, args.format, made_from, &estimate, || estimate.text())?;
    Ok(exit::FINE)
}

/// Saves the games of a run in a database.
struct Keeper<'a> {
    loaded: &'a Ruleset,
    plan: &'a Plan,
    /// `true` if the plies are saved too.
    series: bool,
    rows: RowWriter,
}

impl Keeper<'_> {
    /// Saves a game. Returns `false` if saving has failed.
    fn add(&self, game: &GameRecord) -> bool {
        let plies = match self.series {
            // A game that cannot be replayed also failed in play, and its row records the failure.
            true => series::plies(self.loaded, self.plan, game).unwrap_or_default(),
            false => Vec::new(),
        };
        self.rows.add(GameRow::new(self.loaded.spec(), self.plan, game), plies)
    }
}

/// Returns the report as text that fits on one screen.
fn screen(
    report: &PlayoutReport,
    loaded: &Ruleset,
    plan: &Plan,
    again: &RerunCommands<'_>,
    endings: &Endings,
) -> Result<Styled, Failure> {
    let story = match endings.typical().filter(|_| report.fault.is_none()) {
        Some(index) => typical::story(loaded, plan, index, again.context.out.depth)?,
        None => None,
    };
    let name = &again.args.rules.ruleset;
    let mut further = vec![(format!("{} --full", again.whole()), "all tables of these games")];
    if let Some(clause) = story.as_ref().and_then(|story| story.clause.as_ref()) {
        further
            .push((format!("quadrille explain {name} {clause}"), "the clause that ended the game"));
    }
    further.push((format!("quadrille explain {name}"), "the rules, with sources"));
    if !loaded.tunables.is_empty() {
        further.push((format!("quadrille sweep {name}"), "which rules matter"));
    }
    let headline = report.headline(loaded);
    let screen = ScreenContext { headline: &headline, story: story.as_ref(), further: &further };
    let mut text = report.screen(&screen);
    if let Some(profile) = &report.profile {
        let mut lines = String::new();
        profile.text(&mut lines);
        text.push(&lines);
    }
    Ok(text)
}

/// Command lines that repeat all or some games of the run.
struct RerunCommands<'a> {
    args: &'a PlayoutArgs,
    openings: &'a Openings,
    context: &'a CommandContext,
}

impl RerunCommands<'_> {
    /// Returns the command line that plays all games again.
    fn whole(&self) -> String {
        self.with(|line| {
            match &self.args.games {
                Some(games) => {
                    line.option("--games", format_args!("{}..{}", games.start, games.end));
                }
                None => line.option("-n", self.args.number),
            }
            self.args.part.iter().for_each(|part| line.option("--part", part));
        })
    }

    /// Returns the command line that plays one game again.
    fn game(&self, index: u64) -> String {
        self.with(|line| line.option("--games", format_args!("{index}..{}", index + 1)))
    }

    /// Returns a command line with the rules and agents of the run. `games` is the option that
    /// selects the games.
    fn with(&self, games: impl FnOnce(&mut CommandLine)) -> String {
        let Self { args, openings, context } = self;
        let mut line = CommandLine::new("playout");
        line.word(&args.rules.ruleset);
        line.folders(&context.folders());
        line.settings(&args.rules.change.set);
        line.weights(args.rules.change.weights.as_ref());
        games(&mut line);
        line.agents(&args.agents);
        if args.rotate {
            line.word("--rotate");
        }
        openings.write(&mut line);
        line.seed(args.run.seed, args.run.ply_limit);
        line.text()
    }
}
