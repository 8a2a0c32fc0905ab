//! Prints the reports of commands that play games.

use quadrille_dsl::Ruleset;
use quadrille_render::Styled;
use quadrille_reports::envelope::{Envelope, RulesetId};
use serde::Serialize;

use crate::args::OutputFormat;
use crate::context::CommandContext;
use crate::output::exit::Failure;

/// Prints a report about games with these rules and this seed, and flushes the output.
pub fn print_report<T: Into<Styled>>(
    context: &mut CommandContext,
    format: OutputFormat,
    (loaded, seed): (&Ruleset, u64),
    report: &impl Serialize,
    text: impl FnOnce() -> T,
) -> Result<(), Failure> {
    match format {
        OutputFormat::Json => {
            let id = RulesetId::new(loaded);
            context.out.json(&Envelope::new(Some(id), Some(seed), report))?;
        }
        OutputFormat::Text => context.out.print(text())?,
    }
    context.out.finish()
}
