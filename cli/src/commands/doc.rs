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
    let is_file = args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
    let path = if is_file && !args.output.is_dir() {
        args.output.clone()
    } else {
        let preset = loaded.preset.as_ref().map(|preset| format!("-{preset}")).unwrap_or_default();
        args.output.join(format!("{}{preset}.html", loaded.meta.id))
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
    }
    save(&path, page.as_bytes())?;
    context.out.line(path.display())?;
    Ok(exit::FINE)
}
