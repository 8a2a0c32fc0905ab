//! The commands. `table` lists them; everything else may be used by them.

mod check;
mod claims;
mod compare;
mod explain;
mod export;
mod list;
mod merge;
mod moves;
mod perft;
mod plan;
mod playout;
mod replay;
mod show;
mod skill;
mod sweep;
mod table;
mod timeline;

use clap::{CommandFactory as _, FromArgMatches as _};
use quadrille_dsl::Loaded;
use quadrille_dsl::library::Disk;
use serde::Serialize;

use crate::args::Format;
use crate::context::CommandContext;
use crate::library::Shelf;
use crate::output::Output;
use crate::output::exit::{self, Failure};
use table::Cli;

use crate::reports::envelope::{Envelope, RulesetId};

/// Runs what the command line says, and returns the exit code.
#[must_use]
pub fn main() -> u8 {
    let parsed = Cli::command()
        .after_long_help(exit_codes())
        .try_get_matches()
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are no errors; a closed pipe is none.
            let _ = error.print();
            return if error.use_stderr() { exit::USAGE } else { exit::FINE };
        }
    };
    let global = cli.global;
    let mut context = CommandContext {
        out: Output::standard(global.color),
        shelf: Shelf { disk: Disk { rulesets: global.rulesets, plugins: global.plugins } },
    };
    let result = cli.command.run(&mut context);
    let flushed = context.out.finish();
    match result.and_then(|code| flushed.map(|()| code)) {
        Ok(code) => code,
        Err(failure) => {
            let code = failure.code();
            context.out.diagnose(&failure.diagnostics());
            code
        }
    }
}

/// The exit codes, for the end of `--help`.
fn exit_codes() -> String {
    let examples = Cli::command().get_after_help().map(ToString::to_string).unwrap_or_default();
    let codes = exit::ALL.iter().map(|(code, meaning)| format!("  {code:<3}  {meaning}\n"));
    format!("{examples}\nExit codes:\n{}", codes.collect::<String>())
}

/// Prints what games of these rules from this seed showed, and makes sure that it is out.
fn tell(
    context: &mut CommandContext,
    format: Format,
    (loaded, seed): (&Loaded, u64),
    report: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    match format {
        Format::Json => {
            let id = RulesetId::new(loaded);
            context.out.json(&Envelope::new(Some(id), Some(seed), report))?;
        }
        Format::Text => context.out.print(&text())?,
    }
    context.out.finish()
}
