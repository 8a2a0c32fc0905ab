//! `merge`: merges databases into one. The databases contain parts of a run that several processes
//! or machines played.

use quadrille_dsl::text::prose::quantity;

use crate::args::MergeArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::store;

/// Merges the databases, and prints a summary.
pub fn run(args: &MergeArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let (run, range) = store::merge(&args.out, &args.shards)?;
    let games = quantity(range.end - range.start, "game");
    context.out.line(format_args!(
        "{games} of {} ({}..{}, seed {}) from {} in {}",
        run.ruleset.id,
        range.start,
        range.end,
        run.seed,
        quantity(args.shards.len() as u64, "database"),
        args.out.display(),
    ))?;
    Ok(exit::FINE)
}
