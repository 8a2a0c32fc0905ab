//! `new`: creates a starter ruleset.

use std::fs;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};

use quadrille_dsl::library::{GEOMETRY, Shelf};
use quadrille_dsl::load::Files;
use quadrille_dsl::template::{self, TemplateError};
use quadrille_reports::command_line::CommandLine;

use crate::args::{NewArgs, RuleChange};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::save;

/// The ruleset to create.
struct NewRuleset {
    name: String,
    origin: Origin,
}

/// The origin of a new ruleset: the template, or the ruleset that it extends.
enum Origin {
    Parent(String),
    Blank { seats: u8, teams: bool, board: String },
}

/// Creates the folder of a new ruleset.
pub fn run(args: &NewArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    if let Some(name) = &args.name {
        unused(name, args, &context.shelf)?;
    }
    let NewRuleset { name: id, origin } = if args.interactive {
        ask_for_missing(args, context)?
    } else {
        NewRuleset { name: args.name.clone().unwrap_or_default(), origin: given(args) }
    };
    let folder = args.dir.join(&id);
    let mut copied = None;
    let files = match &origin {
        Origin::Blank { seats, teams, board } => {
            let files =
                template::blank(&id, *seats, *teams, board).map_err(|error| failed(&error))?;
            files.into_iter().map(|(name, text)| (PathBuf::from(name), text.into_bytes())).collect()
        }
        Origin::Parent(parent) => {
            let (files, copy) = heir(&id, &args.dir, parent, &context.shelf)?;
            copied = copy;
            files
        }
    };
    for (name, text) in files {
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
        }
        save(&path, &text)?;
    }
    let shown = folder.display();
    if let Some(copied) = copied {
        context.out.print(copied)?;
    }
    let folders = context.folders();
    let next = ["play", "check"].map(|command| {
        let mut line = CommandLine::new(command);
        line.word(shown.to_string());
        // Without these folders, the parent may not be found.
        line.folders(&folders);
        line.text()
    });
    context.out.print(format!("Created {shown}. Next:\n  {}\n", next.join("\n  ")))?;
    Ok(exit::FINE)
}

/// Returns the files of a new ruleset that extends another ruleset. If the files include a copy of
/// the other ruleset, also returns a note about the copy.
fn heir(
    id: &str,
    dir: &Path,
    name: &str,
    shelf: &Shelf,
) -> Result<(NewFiles, Option<String>), Failure> {
    let loaded = context::open(shelf, name, RuleChange::default())?;
    let parent = context::without_preset(name);
    let read = Files::read(shelf, parent)?;
    let mut files = NewFiles::new();
    let mut copied = None;
    let shipped = shelf.ships(parent);
    let own = read.folders().first().map_or(parent, |folder| folder.name.as_str());
    let path = if shipped { None } else { beside(dir, Path::new(own))? };
    let extends = if let Some(path) = path {
        path
    } else if shipped || shelf.disk.lists(parent) {
        parent.to_owned()
    } else {
        // A manifest can extend only a ruleset in a neighbouring folder. A ruleset from elsewhere
        // is therefore copied.
        let path = real(Path::new(parent))?;
        let read = Files::read(shelf, &path.display().to_string())?;
        let root = path.parent().unwrap_or(&path).to_owned();
        for folder in read.folders() {
            let Ok(place) = Path::new(&folder.name).strip_prefix(&root) else { continue };
            for (file, text) in &folder.files {
                let place = if folder.single { place.to_owned() } else { place.join(file) };
                files.push((place, text.clone()));
            }
        }
        let stem = path.strip_prefix(&root).unwrap_or(&path);
        copied = Some(format!(
            "{parent} is not beside the new ruleset, which has a copy of it: {}.\n\
             To change the original instead, create the new one beside it: `--dir {}`.\n",
            dir.join(id).join(stem).display(),
            root.display()
        ));
        format!("./{}", slashed(stem))
    };
    let merged = read.merge()?;
    let changes = loaded.preset.as_deref().and_then(|preset| merged.preset(preset));
    let made =
        template::child(id, &extends, &loaded, changes.as_ref()).map_err(|error| failed(&error))?;
    files.extend(made.into_iter().map(|(name, text)| (PathBuf::from(name), text.into_bytes())));
    Ok((files, copied))
}

/// The files of a new ruleset. Each file is a path within the ruleset's folder, and the contents.
type NewFiles = Vec<(PathBuf, Vec<u8>)>;

/// Returns the path by which the manifest of a new ruleset in `dir` can name its parent. Returns
/// `None` if the parent is not inside `dir`.
fn beside(dir: &Path, parent: &Path) -> Result<Option<String>, Failure> {
    let parent = real(parent)?;
    // The folder may not exist yet, and the part of its path that exists may contain links.
    let mut there = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    let mut missing = Vec::new();
    while !there.exists() {
        let (Some(name), Some(up)) = (there.file_name(), there.parent()) else { break };
        missing.push(name.to_owned());
        there = up.to_owned();
    }
    let mut there = real(&there)?;
    there.extend(missing.iter().rev());
    Ok(parent.strip_prefix(&there).ok().map(|path| format!("../{}", slashed(path))))
}

/// Returns the path of a ruleset's folder without symbolic links, `.` and `..`. `path` may also be
/// the path of a manifest in the folder.
fn real(path: &Path) -> Result<PathBuf, Failure> {
    let full =
        fs::canonicalize(path).map_err(|error| Failure::io(path.display().to_string(), &error))?;
    match full.parent() {
        Some(folder) if full.file_name().is_some_and(|name| name == GEOMETRY) => {
            Ok(folder.to_owned())
        }
        _ => Ok(full),
    }
}

/// Returns a relative path with `/` between its parts, as in manifests.
fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Returns an error if a name is invalid, or if a ruleset, file or folder already has it. An empty
/// folder does not count.
fn unused(name: &str, args: &NewArgs, shelf: &Shelf) -> Result<(), Failure> {
    template::name(name).map_err(|error| failed(&error))?;
    let folder = args.dir.join(name);
    let listed = shelf.ships(name) || shelf.disk.lists(name);
    if listed || folder.join(GEOMETRY).exists() {
        let text = format!("there is a ruleset `{name}` already");
        let shown = if listed { name.to_owned() } else { folder.display().to_string() };
        let help = format!("choose another name, or start from that ruleset: `--from {shown}`");
        return Err(Failure::advised(text, Some(help)));
    }
    let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut all| all.next().is_none());
    if folder.exists() && !is_empty(&folder) {
        let what = if folder.is_dir() { "already exists, with files in it" } else { "is a file" };
        let text = format!("{} {what}", folder.display());
        return Err(Failure::advised(text, Some("choose another name, or remove it".to_owned())));
    }
    Ok(())
}

fn usual_board(seats: u8) -> &'static str {
    if seats == 2 { "8x8" } else { "cross-14" }
}

fn given(args: &NewArgs) -> Origin {
    match &args.from {
        Some(parent) => Origin::Parent(parent.clone()),
        None => Origin::Blank {
            seats: args.seats,
            teams: !args.no_teams,
            board: args.board.clone().unwrap_or_else(|| usual_board(args.seats).to_owned()),
        },
    }
}

/// Prompts for missing options, and prompts again after an invalid answer. An empty answer selects
/// the default, which the prompt shows in brackets.
fn ask_for_missing(args: &NewArgs, context: &mut CommandContext) -> Result<NewRuleset, Failure> {
    let name = match &args.name {
        Some(name) => name.clone(),
        None => loop {
            let name = answer(context, "What is it called?", None)?;
            match unused(&name, args, &context.shelf) {
                Ok(()) => break name,
                Err(failure) => context.out.diagnose(&failure.diagnostics()),
            }
        },
    };
    if let Some(parent) = &args.from {
        return Ok(NewRuleset { name, origin: Origin::Parent(parent.clone()) });
    }
    let parent = if args.blank { None } else { parent(context)? };
    if let Some(parent) = parent {
        return Ok(NewRuleset { name, origin: Origin::Parent(parent) });
    }
    let seats = seats(args.seats, context)?;
    let teams = if seats == 4 && !args.no_teams { partners(context)? } else { false };
    let mut usual = args.board.clone().unwrap_or_else(|| usual_board(seats).to_owned());
    let board = loop {
        let question = "Which board: `cross-14`, or files and ranks as in `10x8`?";
        let board = answer(context, question, Some(&usual))?;
        match template::blank(&name, seats, teams, &board) {
            Ok(_) => break board,
            Err(error) => context.out.diagnose(&failed(&error).diagnostics()),
        }
        usual = usual_board(seats).to_owned();
    };
    Ok(NewRuleset { name, origin: Origin::Blank { seats, teams, board } })
}

/// Prompts for the number of seats.
fn seats(usual: u8, context: &mut CommandContext) -> Result<u8, Failure> {
    loop {
        let text = answer(context, "How many seats, 2 to 4?", Some(&usual.to_string()))?;
        match text.parse() {
            Ok(seats @ 2..=4) => return Ok(seats),
            _ => context.out.note(format_args!("`{text}` is not 2, 3 or 4")),
        }
    }
}

/// Prompts for teams. Returns `true` if opposite players are partners.
fn partners(context: &mut CommandContext) -> Result<bool, Failure> {
    loop {
        let question =
            "Are players across the board partners (`yes`), or does each play alone (`no`)?";
        let text = answer(context, question, Some("yes"))?;
        match text.as_str() {
            "yes" | "y" => return Ok(true),
            "no" | "n" => return Ok(false),
            _ => context.out.note(format_args!("`{text}` is neither `yes` nor `no`")),
        }
    }
}

/// Prompts for the ruleset to extend. Returns `None` if the user starts a new game instead.
fn parent(context: &mut CommandContext) -> Result<Option<String>, Failure> {
    let question = "Which ruleset does it change (`none` for a new game)?";
    loop {
        let parent = answer(context, question, Some("none"))?;
        if parent == "none" {
            return Ok(None);
        }
        match context::open(&context.shelf, &parent, RuleChange::default()) {
            Ok(_) => return Ok(Some(parent)),
            Err(failure) => context.out.diagnose(&failure.diagnostics()),
        }
    }
}

/// Prompts for one answer, and returns it.
pub(super) fn answer(
    context: &mut CommandContext,
    what: &str,
    usual: Option<&str>,
) -> Result<String, Failure> {
    loop {
        let shown = usual.map(|usual| format!(" [{usual}]:")).unwrap_or_default();
        context.out.print(format!("{what}{shown} "))?;
        context.out.finish()?;
        let mut line = String::new();
        let mut input = std::io::stdin().lock();
        let read = input.read_line(&mut line).map_err(|error| Failure::io("the input", &error))?;
        if read == 0 {
            // Print the message on a new line.
            context.out.print("\n")?;
            context.out.finish()?;
            return Err(Failure::usage(
                "the input ended before the last answer; nothing was created",
            ));
        }
        match (line.trim(), usual) {
            ("", Some(usual)) => return Ok(usual.to_owned()),
            ("", None) => {}
            (line, _) => return Ok(line.to_owned()),
        }
    }
}

fn failed(error: &TemplateError) -> Failure {
    let help = error.help();
    Failure::advised(error.to_string(), help)
}
