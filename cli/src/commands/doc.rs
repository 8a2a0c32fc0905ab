//! `doc`: writes the rule sheet of a game.

use std::fs;
use std::path::Path;

use quadrille_render::png;
use quadrille_reports::sheet;

use crate::args::DocArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::{save, save_inside};

/// The scale of the PNG picture for previews of links, relative to the drawing.
const PREVIEW_SCALE: f32 = 0.75;

/// Writes the rule sheet of a ruleset.
pub fn run(args: &DocArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_plain(&context.shelf, &args.rules)?;
    let is_file = is_html(&args.output)?;
    let site = args.site.as_deref().map(site_address).transpose()?;
    let page = match &site {
        Some(site) => sheet::web_page(&loaded, site)?,
        None => sheet::page(&loaded)?,
    };
    let create = |folder: &Path| {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::io(folder.display().to_string(), &error))
    };
    let path = if is_file && !args.output.is_dir() {
        args.output.parent().map_or(Ok(()), create)?;
        save(&args.output, page.as_bytes())?;
        args.output.clone()
    } else {
        create(&args.output)?;
        let name = format!("{}.html", sheet::file_name(&loaded));
        save_inside(&args.output, &name, page.as_bytes())?
    };
    context.out.line(path.display())?;
    if site.is_some() {
        let picture = png::draw(&sheet::preview(&loaded)?, PREVIEW_SCALE)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let path = path.with_extension("png");
        save(&path, &picture)?;
        context.out.line(path.display())?;
    }
    Ok(exit::FINE)
}

/// Returns the address of a site with a final slash.
///
/// # Errors
/// Returns a [`Failure`] if the text is not the address of a web page.
fn site_address(text: &str) -> Result<String, Failure> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    if !is_web || text.contains(['#', '?']) {
        return Err(Failure::advised(
            format!("`{text}` is not the address of a web page"),
            Some("write it in full: --site https://example.org/chess/".to_owned()),
        ));
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// Returns `true` if a path is the path of an HTML file, and `false` if it is the path of a folder.
///
/// # Errors
/// Returns a [`Failure`] if the path has another extension, and is not an existing folder.
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
