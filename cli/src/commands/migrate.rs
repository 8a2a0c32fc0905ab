//! `migrate`: converts the database of an older version to the present format.

use quadrille_dsl::text::prose::quantity;

use crate::args::MigrateArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::store;

/// Converts the database, and prints a summary.
pub fn run(args: &MigrateArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let store = store::migrate(&args.old, &args.out)?;
    let games = quantity(store::count(&store.played()?), "game");
    context.out.line(format_args!(
        "{games} of {} from {} in {}",
        store.identity.ruleset.id,
        args.old.display(),
        args.out.display(),
    ))?;
    Ok(exit::FINE)
}
