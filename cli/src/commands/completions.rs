//! `completions`: prints scripts with which shells complete the commands and options of Quadrille.

use crate::args::CompletionsArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};

/// Prints the completions for a shell.
pub fn run(
    args: &CompletionsArgs,
    commands: &mut clap::Command,
    context: &mut CommandContext,
) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, commands, "quadrille", &mut script);
    context.out.print(String::from_utf8_lossy(&script).into_owned())?;
    Ok(exit::FINE)
}
