//! `doc`: the rule sheet of a game.

use std::fs;

use quadrille_reports::sheet;

use crate::args::DocArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::save;

/// Writes the page.
pub fn run(args: &DocArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_plain(&context.shelf, &args.rules)?;
    let page = sheet::page(&loaded)?;
    fs::create_dir_all(&args.output)
        .map_err(|error| Failure::io(args.output.display().to_string(), &error))?;
    let preset = loaded.preset.as_ref().map(|preset| format!("-{preset}")).unwrap_or_default();
    let path = args.output.join(format!("{}{preset}.html", loaded.meta.id));
    save(&path, page.as_bytes())?;
    context.out.line(path.display())?;
    Ok(exit::FINE)
}
