//! `new`: the files of a ruleset to begin with.

use std::fs;
use std::io::{BufRead as _, Write as _};
use std::path::Path;

use quadrille_dsl::template;

use crate::args::{NewArgs, RuleChange};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::save;

/// What a ruleset is made from.
enum Origin {
    Parent(String),
    Blank { seats: u8, board: String },
}

/// Makes a folder.
pub fn run(args: &NewArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    template::name(&args.name).map_err(|error| Failure::usage(error.to_string()))?;
    if context.shelf.has(&args.name) {
        let text = format!("there is a ruleset `{}` already", args.name);
        let help = format!("choose another name, or change that one: `--from {}`", args.name);
        return Err(Failure::advised(text, Some(help)));
    }
    let folder = args.dir.join(&args.name);
    if folder.exists() {
        let text = format!("{} exists already", folder.display());
        return Err(Failure::advised(text, Some("choose another name, or remove it".to_owned())));
    }
    let origin = if args.interactive { asked(args, context)? } else { given(args) };
    let files = match &origin {
        Origin::Blank { seats, board } => template::blank(&args.name, *seats, board),
        Origin::Parent(parent) => {
            let loaded = context::open(&context.shelf, parent, &RuleChange::default())?;
            // A folder is named from the new one, which lies in another.
            let path = Path::new(parent);
            let named = if path.exists() {
                let full = fs::canonicalize(path)
                    .map_err(|error| Failure::io(path.display().to_string(), &error))?;
                full.display().to_string()
            } else {
                parent.clone()
            };
            template::child(&args.name, &named, &loaded)
        }
    };
    let files = files.map_err(|error| Failure::usage(error.to_string()))?;
    fs::create_dir_all(&folder)
        .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
    for (name, text) in files {
        save(&folder.join(name), text.as_bytes())?;
    }
    let shown = folder.display();
    context.out.print(format!(
        "{shown} is made. Next:\n  quadrille play {shown}\n  quadrille check {shown}\n"
    ))?;
    Ok(exit::FINE)
}

fn usual_board(seats: u8) -> &'static str {
    if seats == 2 { "8x8" } else { "cross-14" }
}

fn given(args: &NewArgs) -> Origin {
    match &args.from {
        Some(parent) => Origin::Parent(parent.clone()),
        None => Origin::Blank {
            seats: args.seats,
            board: args.board.clone().unwrap_or_else(|| usual_board(args.seats).to_owned()),
        },
    }
}

/// Asks for what is not given; an empty line takes what stands in brackets.
fn asked(args: &NewArgs, context: &mut CommandContext) -> Result<Origin, Failure> {
    let mut input = std::io::stdin().lock();
    let mut ask = |what: &str, usual: &str| -> Result<String, Failure> {
        context.out.print(format!("{what} [{usual}]: "))?;
        context.out.finish()?;
        let _ = std::io::stdout().flush();
        let mut line = String::new();
        let read = input.read_line(&mut line).map_err(|error| Failure::io("the input", &error))?;
        if read == 0 {
            return Err(Failure::usage("the input ended before all was answered"));
        }
        let line = line.trim();
        Ok(if line.is_empty() { usual.to_owned() } else { line.to_owned() })
    };
    if let Some(parent) = &args.from {
        return Ok(Origin::Parent(parent.clone()));
    }
    let parent = ask("Which ruleset does it change? `none` for a new game", "none")?;
    if parent != "none" {
        return Ok(Origin::Parent(parent));
    }
    let seats = loop {
        let text = ask("How many seats, 2 to 4?", &args.seats.to_string())?;
        match text.parse::<u8>() {
            Ok(seats @ 2..=4) => break seats,
            _ => continue,
        }
    };
    let usual = args.board.clone().unwrap_or_else(|| usual_board(seats).to_owned());
    let board = ask("Which board: `cross-14`, or files and ranks as in `10x8`?", &usual)?;
    Ok(Origin::Blank { seats, board })
}
