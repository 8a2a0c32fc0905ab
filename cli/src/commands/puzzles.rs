//! `puzzles`: finds puzzles in simulated games, and solves known puzzles again.

use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_agents::solve::Limit;
use quadrille_dsl::diagnostic::{Levels, Severity};
use quadrille_dsl::puzzles::{self, Puzzle, Puzzles};
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Diagnostic, Ruleset, load_until};
use quadrille_reports::command_line::CommandLine;
use quadrille_study::puzzles::{FoundPuzzle, PuzzleFilter, find};
use quadrille_study::sim::Plan;

use super::plan::{agents, random_plan};
use crate::args::{PuzzlesArgs, RuleChange};
use crate::context::{self, CommandContext, without_preset};
use crate::output::exit::{self, Failure};
use crate::output::folder_exists;
use crate::output::progress::Progress;

/// The maximum number of positions in the search for a puzzle.
const MAX_SEARCH_NODES: u64 = 50_000;
/// The minimum number of legal actions in the position of a puzzle.
const MIN_LEGAL_ACTIONS: usize = 5;

/// Finds puzzles, or solves known puzzles again.
pub fn run(args: &PuzzlesArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    if args.check { check(args, context) } else { search(args, context) }
}

fn search(args: &PuzzlesArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let ruleset = without_preset(&args.names[0]);
    if let Some(other) = args.names.iter().find(|name| without_preset(name) != ruleset) {
        let message = format!("`{other}` is not a preset of `{ruleset}`");
        let help = "find the puzzles of each ruleset separately";
        return Err(Failure::advised(message, Some(help.to_owned())));
    }
    if let Some(path) = &args.out {
        folder_exists(path)?;
    }
    let loaded: Vec<Ruleset> = args
        .names
        .iter()
        .map(|name| context::open(&context.shelf, name, RuleChange::default()))
        .collect::<Result<_, _>>()?;
    let plans: Vec<Plan> =
        loaded.iter().map(|loaded| plan(args, loaded)).collect::<Result<_, _>>()?;
    let wanted = PuzzleFilter {
        goals: args.goals.clone(),
        plies: args.plies,
        actions: MIN_LEGAL_ACTIONS,
        nodes: args.nodes.unwrap_or(MAX_SEARCH_NODES),
    };
    let stop = context.interrupt.watch();
    let total = args.number * loaded.len() as u64;
    let progress = Progress::new(total, "games");
    let (mut puzzles, mut games) = (Vec::new(), 0);
    for (loaded, plan) in loaded.iter().zip(&plans) {
        let all: Mutex<Vec<(u64, Vec<FoundPuzzle>)>> = Mutex::default();
        let done = |index: u64, found: Vec<FoundPuzzle>| {
            all.lock().unwrap_or_else(PoisonError::into_inner).push((index, found));
            progress.tick();
        };
        find(&loaded.rules, &|| loaded.hooks(), plan, &wanted, &stop, &done);
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.sort_by_key(|(index, _)| *index);
        games += all.len() as u64;
        let agents = written(&args.agents);
        let found = all.iter().flat_map(|(_, found)| found);
        let made = found.filter_map(|one| Puzzle::of(loaded, one, &agents, plan.seed));
        puzzles.extend(made.filter(|puzzle| puzzle.plies >= args.least));
    }
    progress.finish();
    let mut puzzles = puzzles::distinct(puzzles);
    puzzles.truncate(puzzles::MAX_PUZZLES);
    let text = puzzles::write(ruleset, &puzzles, &format!("Made by `{}`.", again(args, context)));
    match &args.out {
        Some(path) => context.out.save(path, text.as_bytes())?,
        None => context.out.print(text)?,
    }
    context.out.finish()?;
    let interrupted = games < total;
    let stopped =
        if interrupted { format!(", interrupted after {games} of {total}") } else { String::new() };
    let (count, games) = (quantity(puzzles.len() as u64, "puzzle"), quantity(games, "game"));
    context.out.note(format_args!("{count} in {games}{stopped}"));
    Ok(if interrupted { exit::INTERRUPTED } else { exit::FINE })
}

fn plan(args: &PuzzlesArgs, loaded: &Ruleset) -> Result<Plan, Failure> {
    let spec = loaded.spec();
    if spec.dice.is_some() {
        let message = format!("`{}` has dice, so no solution is forced", spec.id);
        return Err(Failure::usage(message));
    }
    let agents = agents(&args.agents, spec)?;
    Ok(Plan { agents, ..random_plan(&args.run, args.number, spec) })
}

fn written(agents: &[quadrille_agents::AgentSpec]) -> String {
    agents.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the command line that finds the same puzzles.
fn again(args: &PuzzlesArgs, context: &CommandContext) -> String {
    let mut line = CommandLine::new("puzzles");
    line.folders(&context.folders());
    args.names.iter().for_each(|name| line.word(name));
    line.option("-n", args.number);
    line.agents(&args.agents);
    args.goals.iter().for_each(|goal| line.option("--goal", goal));
    line.option("--plies", args.plies);
    if args.least > 1 {
        line.option("--least", args.least);
    }
    if let Some(nodes) = args.nodes {
        line.option("--nodes", nodes);
    }
    line.seed(args.run.seed, args.run.ply_limit);
    line.text()
}

/// Solves the puzzles of the named files and rulesets again.
fn check(args: &PuzzlesArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let stop = context.interrupt.watch();
    let mut found: Vec<Diagnostic> = Vec::new();
    let (mut solved, mut total) = (0, 0);
    for name in &args.names {
        let (file, wrong) = file(name, context)?;
        found.extend(wrong);
        total += file.puzzles.len() as u64;
        solved += verified(args, &file, context, &stop, &mut found);
    }
    context.out.findings(&found)?;
    context
        .out
        .line(format_args!("{solved} of {}: one solution each", quantity(total, "puzzle")))?;
    context.out.finish()?;
    if stop.load(Ordering::Relaxed) {
        return Ok(exit::INTERRUPTED);
    }
    let bad = found.iter().any(|found| found.severity == Severity::Error) || solved < total;
    Ok(if bad { exit::FINDINGS } else { exit::FINE })
}

/// Reads the puzzles of a ruleset or a file.
fn file(name: &str, context: &CommandContext) -> Result<(Puzzles, Vec<Diagnostic>), Failure> {
    let path = Path::new(name);
    if path.is_file() {
        let bytes = std::fs::read(path).map_err(|error| Failure::io(name, &error))?;
        let source = puzzles::source(name, &bytes).map_err(|error| Failure::Files(vec![error]))?;
        return Ok(puzzles::read(&source));
    }
    let id = without_preset(name);
    if !context.shelf.has(id) {
        return Err(Failure::usage(format!("there is no ruleset or file `{name}`")));
    }
    let (mut file, found) = puzzles::of(&context.shelf, id);
    // Use the folder that the user named, even if the file names another ruleset.
    id.clone_into(&mut file.ruleset);
    Ok((file, found))
}

/// Verifies puzzles, grouped by their rules. Returns the number of correct ones.
fn verified(
    args: &PuzzlesArgs,
    file: &Puzzles,
    context: &CommandContext,
    stop: &AtomicBool,
    found: &mut Vec<Diagnostic>,
) -> u64 {
    let halted = || stop.load(Ordering::Relaxed);
    let limit = Limit { nodes: args.nodes.unwrap_or(puzzles::DEFAULT_NODE_LIMIT), stop: &halted };
    let mut sorted: Vec<&Puzzle> = file.puzzles.iter().collect();
    sorted.sort_by_key(|puzzle| &puzzle.preset);
    let progress = Progress::new(sorted.len() as u64, "puzzles");
    let mut solved = 0;
    for group in sorted.chunk_by(|a, b| a.preset == b.preset) {
        let name = format!("{}@{}", file.ruleset, group[0].preset());
        let loaded = match load_until(&context.shelf, &name, &[], &Levels::default(), stop) {
            Ok(loaded) => loaded,
            Err(_) if halted() => return solved,
            Err(errors) => {
                found.extend(errors);
                continue;
            }
        };
        for puzzle in group {
            match puzzle.verify(&loaded, limit) {
                _ if halted() => return solved,
                Ok(()) => solved += 1,
                Err(wrong) => found.push(wrong),
            }
            progress.tick();
        }
    }
    progress.finish();
    solved
}
