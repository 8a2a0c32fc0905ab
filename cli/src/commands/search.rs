//! `search`: finds the readings of a ruleset that meet a goal.

use std::sync::Arc;
use std::time::Instant;

use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Ruleset, Source, Tunable};
use quadrille_reports::choices::{Choice, choices};
use quadrille_reports::command_line::CommandLine;
use quadrille_reports::search::goal::{GoalError, SearchGoal};
use quadrille_reports::search::readings;
use quadrille_reports::search::report::{SearchReport, SearchResult, Surroundings};
use quadrille_reports::search::{Reading, Search, SearchError, SearchQuestion, page, text};

use crate::args::{RuleChange, SearchArgs, Setting};
use crate::commands::report::print_report;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;
use crate::output::{folder_exists, interrupt};

/// The reference page of searches.
pub const REFERENCE: &str = include_str!("../../docs/search.md");

/// Searches for readings that meet the goal, and prints the report.
pub fn run(args: &SearchArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let goal: SearchGoal = args.goal.parse().map_err(|error| wrong_goal(args, &error))?;
    let name = &args.rules.ruleset;
    let base = context::open_args(&context.shelf, &args.rules)?;
    if let Some(path) = &args.report {
        folder_exists(path)?;
    }
    let limit = args.run.ply_limit.unwrap_or(base.rules.spec().ply_limit);
    goal.requirements(&base, limit).map_err(|error| wrong_goal(args, &error))?;
    let (mut choices, mut not_tried) = choices(&base, &args.tunables)?;
    if args.tunables.is_empty() {
        // A tunable that `--set` sets keeps its value.
        let set = |choice: &Choice| {
            let named = |t: &&Tunable| format!("{}.{}", t.script, t.name) == choice.tunable;
            base.tunables.iter().find(named).is_some_and(|tunable| tunable.requested)
        };
        choices.retain(|choice| !set(choice));
    }
    if choices.is_empty() {
        let help = not_tried.first().cloned();
        return Err(Failure::advised("there is no tunable to vary", help));
    }
    let found = open(args, context, base, &choices, &mut not_tried);
    let question = SearchQuestion {
        goal,
        agents: args.agents.clone(),
        number: args.number,
        finalists: args.finalists.into(),
        openings: context::openings(&args.from)?,
        seed: args.run.seed,
        ply_limit: args.run.ply_limit,
        jobs: args.run.threads(),
    };
    let mut search = Search::new(found, question).map_err(|error| match error {
        SearchError::Goal(error) => wrong_goal(args, &error),
        SearchError::Question(error) => error.into(),
    })?;
    let stop = context.interrupt.watch();
    let begun = Instant::now();
    let progress = Progress::new(args.number, "games at most");
    let on_heat = |heat: &quadrille_study::experiments::race::Heat| {
        let what = if heat.confirms { "confirming" } else { "exploring" };
        progress.tell(&format!("{what} {}", quantity(heat.candidates.len() as u64, "reading")));
    };
    search.hold(&stop, &on_heat, &|| progress.tick());
    progress.finish();
    search.seconds = begun.elapsed().as_secs_f64();
    let set: Vec<String> = args.rules.change.set.iter().map(ToString::to_string).collect();
    let around = Surroundings {
        name,
        folders: context.folders(),
        set: &set,
        choices: &choices,
        combinations: readings::count(&choices),
        not_tried,
        again: again(args, &search, context),
    };
    let report = SearchReport::new(&search, around);
    let made_from = (&*search.readings[0].loaded, args.run.seed);
    print_report(context, args.format, made_from, &report, || text::whole(name, &report))?;
    if let Some(path) = &args.report {
        context.out.save(path, page::whole(name, &report).as_bytes())?;
    }
    if report.interrupted {
        context.out.note(interrupt::describe(report.games, &report.again, &Default::default()));
        return Ok(exit::INTERRUPTED);
    }
    match (report.found, search.first_fault) {
        (SearchResult::Met | SearchResult::Missed, _) => Ok(exit::FINE),
        (SearchResult::Undecided, Some((_, error))) => Err(Failure::Script(error)),
        (SearchResult::Undecided, None) => Ok(exit::INCONCLUSIVE),
    }
}

/// Loads the readings of a ruleset. Readings that can't be loaded are added to `not_tried`.
fn open(
    args: &SearchArgs,
    context: &CommandContext,
    base: Ruleset,
    choices: &[Choice],
    not_tried: &mut Vec<String>,
) -> Vec<Reading> {
    let mut found = vec![Reading { set: Vec::new(), loaded: Arc::new(base) }];
    let all = readings::combinations(choices, args.candidates.into(), args.run.seed);
    for own in all.into_iter().filter(|own| !own.is_empty()) {
        let RuleChange { mut set, weights } = args.rules.change.clone();
        set.extend(
            own.iter().map(|(name, value)| Setting { name: name.clone(), value: value.clone() }),
        );
        match context::open(&context.shelf, &args.rules.ruleset, RuleChange { set, weights }) {
            Ok(loaded) => found.push(Reading { set: own, loaded: Arc::new(loaded) }),
            // Some values of tunables exclude each other.
            Err(failure) => {
                let why = failure.diagnostics().into_iter().map(|found| found.message).next();
                let what: Vec<String> =
                    own.iter().map(|(name, value)| format!("{name}={value}")).collect();
                not_tried.push(format!("{}: {}", what.join(" "), why.unwrap_or_default()));
            }
        }
    }
    found
}

fn wrong_goal(args: &SearchArgs, error: &GoalError) -> Failure {
    let source = Source::new("--goal", args.goal.as_str());
    Failure::Input(Box::new(error.in_input(&source)))
}

/// Returns the command line that repeats the search.
fn again(args: &SearchArgs, search: &Search, context: &CommandContext) -> String {
    let mut line = CommandLine::new("search");
    line.folders(&context.folders());
    line.word(&args.rules.ruleset);
    line.settings(&args.rules.change.set);
    line.weights(args.rules.change.weights.as_ref());
    args.tunables.iter().for_each(|tunable| line.option("--tunable", tunable));
    line.option("--candidates", args.candidates);
    search.question.write(&mut line);
    line.text()
}
