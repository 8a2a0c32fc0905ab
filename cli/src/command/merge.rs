//! `merge`: parts of one run, played by several processes or machines, put together.

use crate::args::Merge;
use crate::diagnose::plural;
use crate::exit::{self, Failure};
use crate::session::Context;
use crate::store;

/// Merges, and says what there is now.
pub fn run(args: &Merge, context: &mut Context) -> Result<u8, Failure> {
    let (run, range) = store::merge(&args.out, &args.shards)?;
    let games = plural(range.end - range.start, "game");
    context.out.line(format_args!(
        "{games} of {} ({}..{}, seed {}) from {} in {}",
        run.ruleset.id,
        range.start,
        range.end,
        run.seed,
        plural(args.shards.len() as u64, "database"),
        args.out.display(),
    ))?;
    Ok(exit::FINE)
}
