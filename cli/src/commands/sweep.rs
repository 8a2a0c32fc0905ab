//! `sweep`: changes each tunable of a ruleset in turn, to find the rules that affect the games.

use quadrille_reports::figures::grouped;
use quadrille_reports::sweep::{Sweep, text};

use super::contest::{contestant, hold, load, question};
use crate::args::SweepArgs;
use crate::commands::report::print_report;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::output::interrupt;

/// Compares the ruleset with its changed versions, and prints the report.
pub fn run(args: &SweepArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let name = &args.rules.ruleset;
    let base = contestant(&context.shelf, 0, name, args.rules.change.clone())?;
    let weights = args.rules.change.weights.as_ref();
    let stop = context.interrupt.watch();
    let open = |set: &[(String, String)]| load(&context.shelf, name, set, weights, &stop);
    let why = |failure: Failure| {
        if failure.code() == exit::INTERRUPTED {
            return Err(failure);
        }
        Ok(failure.diagnostics().into_iter().map(|d| d.message).next().unwrap_or_default())
    };
    let question = question(&args.question, &args.run)?;
    let mut sweep = Sweep::new(base, args.tunables.clone(), question, open, why)?;
    sweep.contest.folders = context.folders();
    context.out.note(format_args!(
        "{} variations, at most {} games in all",
        sweep.contest.sides.len() - 1,
        grouped(sweep.contest.most_games())
    ));
    hold(&mut sweep.contest, &args.keep, &stop)?;
    let report = sweep.report();
    let made_from = (&*sweep.contest.sides[0].loaded, args.run.seed);
    print_report(context, args.format, made_from, &report, || text(&sweep, &report))?;
    if report.interrupted {
        context.out.note(interrupt::describe(report.games, &report.again, &args.keep));
        return Ok(exit::INTERRUPTED);
    }
    match sweep.fault() {
        Some(error) => Err(Failure::Script(error.clone())),
        None => Ok(exit::FINE),
    }
}
