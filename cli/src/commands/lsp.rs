//! `lsp`: a language server for rulesets, on standard input and output.

use crate::args::LspArgs;
use crate::context::CommandContext;
use crate::output::exit::Failure;

/// Reports that this program was built without the language server, and how to build one with it.
#[cfg(not(feature = "lsp"))]
pub fn run(_: &LspArgs, _: &mut CommandContext) -> Result<u8, Failure> {
    let how = "build it from its repository: cargo install --path cli --features full";
    let message = "this program was built without the language server";
    Err(Failure::advised(message, Some(how.to_owned())))
}

/// Serves one editor until the editor closes the connection.
#[cfg(feature = "lsp")]
pub fn run(_: &LspArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    use std::io::IsTerminal as _;

    use quadrille_lsp::{Options, connect};

    use crate::output::exit;

    if std::io::stdin().is_terminal() {
        let how =
            "editors start this command; `quadrille explain editors` describes how to set one up";
        return Err(Failure::advised("there is no editor on standard input", Some(how.to_owned())));
    }
    let absolute = |folders: &[std::path::PathBuf]| {
        let folders = folders.iter().map(std::path::absolute);
        folders
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Failure::io("the working folder", &error))
    };
    let options = Options {
        rulesets: absolute(&context.shelf.disk.rulesets)?,
        plugins: absolute(&context.shelf.disk.plugins)?,
    };
    connect(options).map_err(|error| Failure::advised(error.to_string(), None))?;
    Ok(exit::FINE)
}
