//! `manual`: writes a manual page for Quadrille and for each of its commands.

use std::fs;

use crate::args::ManualArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};

/// Writes the pages to a folder. If the folder does not exist, creates it.
pub fn run(
    args: &ManualArgs,
    commands: clap::Command,
    context: &mut CommandContext,
) -> Result<u8, Failure> {
    let failed = |error: std::io::Error| Failure::io(args.output.display().to_string(), &error);
    fs::create_dir_all(&args.output).map_err(failed)?;
    clap_mangen::generate_to(commands, &args.output).map_err(failed)?;
    context.out.print(format!("Manual pages are in {}.\n", args.output.display()))?;
    Ok(exit::FINE)
}
