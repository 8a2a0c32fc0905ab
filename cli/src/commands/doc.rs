//! `doc`: writes the rule sheet of a game.

use std::fs;
use std::path::Path;

use quadrille_reports::sheet;

use crate::args::DocArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::{save, save_inside};

/// Writes the rule sheet of a ruleset.
pub fn run(args: &DocArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_plain(&context.shelf, &args.rules)?;
    let is_file = is_html(&args.output)?;
    let page = sheet::page(&loaded)?;
    let create = |folder: &Path| {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::io(folder.display().to_string(), &error))
    };
    let path = if is_file && !args.output.is_dir() {
        args.output.parent().map_or(Ok(()), create)?;
        save(&args.output, page.as_bytes())?;
        args.output.clone()
    } else {
        let preset = loaded.preset.as_ref().map(|preset| format!("-{preset}")).unwrap_or_default();
        create(&args.output)?;
        save_inside(&args.output, &format!("{}{preset}.html", loaded.meta.id), page.as_bytes())?
    };
    context.out.line(path.display())?;
    Ok(exit::FINE)
}

/// Returns `true` if a path is the path of an HTML file, and `false` if it is the path of a folder.
///
/// # Errors
/// If the path has another extension, and is not an existing folder.
fn is_html(path: &Path) -> Result<bool, Failure> {
    match path.extension().map(|extension| extension.to_string_lossy()) {
        Some(extension) if extension.eq_ignore_ascii_case("html") => Ok(true),
        Some(extension) if !path.is_dir() => Err(Failure::advised(
            format!("rule sheets are not written as `.{extension}`"),
            Some("name an .html file, or a folder that exists".to_owned()),
        )),
        _ => Ok(false),
    }
}
