//! `fmt`: formats rule files.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use quadrille_dsl::library::disk::{UnreadableFile, read_at_most};
use quadrille_dsl::tidy;

use crate::args::FmtArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::output::save;

/// The maximum number of bytes that are read from a file. A file of this size is refused, because
/// rule files must be smaller.
const MAX_READ_BYTES: u64 = 16 << 20;
/// The maximum depth of nested folders.
const MAX_FOLDER_DEPTH: usize = 16;
/// The maximum number of files of one run.
const MAX_FILES: usize = 10_000;

/// Formats files, or lists the unformatted ones.
pub fn run(args: &FmtArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    if let Some(name) = &args.stdin {
        return filter(name, args.check, context);
    }
    let mut files = Vec::new();
    let here = [PathBuf::from(".")];
    let paths = if args.paths.is_empty() { &here[..] } else { &args.paths };
    for path in paths {
        if path.is_dir() {
            collect(path, 0, &mut files)?;
        } else if tidy::knows(&path.to_string_lossy()) {
            files.push(path.clone());
        } else if !path.exists() {
            let name = path.display().to_string();
            if context.shelf.ships(&name) {
                let help = format!("`quadrille new {name}-copy --from {name}` makes a copy");
                let message = format!("the ruleset `{name}` is part of the program, not a file");
                return Err(Failure::advised(message, Some(help)));
            }
            return Err(Failure::io(
                path.display().to_string(),
                &std::io::ErrorKind::NotFound.into(),
            ));
        } else {
            let help = "the files of a ruleset end in .toml or .rhai".to_owned();
            let message = format!("`{}` is not a rule file", path.display());
            return Err(Failure::advised(message, Some(help)));
        }
    }
    files.sort();
    files.dedup();
    let (mut changed, mut findings, mut code) = (0, Vec::new(), exit::FINE);
    for path in &files {
        let name = path.display().to_string();
        let failure =
            |why: UnreadableFile| Failure::Io { name: name.clone(), why: why.to_string() };
        let bytes = read_at_most(path, MAX_READ_BYTES).map_err(failure)?;
        match tidy::text(&name, &bytes) {
            Err(found) => {
                findings.extend(found);
                code = exit::FILE;
            }
            Ok(text) if text.as_bytes() == bytes => {}
            Ok(text) => {
                if !args.check {
                    save(path, text.as_bytes())?;
                }
                changed += 1;
                context.out.line(&name)?;
            }
        }
    }
    context.out.diagnose(&findings);
    let files = quadrille_dsl::text::prose::quantity(files.len() as u64, "file");
    let done = if args.check { "not formatted" } else { "formatted" };
    context.out.note(format!("{changed} of {files} {done}"));
    Ok(if args.check && changed > 0 && code == exit::FINE { exit::FINDINGS } else { code })
}

/// Formats standard input as the content of a file called `name`.
fn filter(name: &str, check: bool, context: &mut CommandContext) -> Result<u8, Failure> {
    if !tidy::knows(name) {
        let help = "name a rule file, as in `--stdin geometry.toml`".to_owned();
        return Err(Failure::advised(format!("`{name}` is not a rule file"), Some(help)));
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MAX_READ_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| Failure::io("standard input", &error))?;
    let text = tidy::text(name, &bytes)?;
    if check {
        return Ok(if text.as_bytes() == bytes { exit::FINE } else { exit::FINDINGS });
    }
    context.out.image(text.as_bytes())?;
    Ok(exit::FINE)
}

/// Collects the rule files in a folder and below. Links are not followed.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failure = |error: &std::io::Error| Failure::io(folder.display().to_string(), error);
    for entry in fs::read_dir(folder).map_err(|error| failure(&error))? {
        let entry = entry.map_err(|error| failure(&error))?;
        let kind = entry.file_type().map_err(|error| failure(&error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') || matches!(name.as_str(), "target" | "node_modules");
        if kind.is_dir() && !hidden && depth < MAX_FOLDER_DEPTH {
            collect(&entry.path(), depth + 1, files)?;
        } else if kind.is_file() && is_rule_file(&name) {
            if files.len() >= MAX_FILES {
                let help = "name the folders of rulesets".to_owned();
                let message = format!("more than {MAX_FILES} files");
                return Err(Failure::advised(message, Some(help)));
            }
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Returns `true` if the files of a ruleset can have this name. Other TOML files in the folder may
/// belong to other programs.
fn is_rule_file(name: &str) -> bool {
    let toml = name.strip_suffix(".toml");
    let ours = |stem: &str| {
        stem == "geometry" || stem.starts_with("lessons") || stem.starts_with("puzzles")
    };
    name.ends_with(".rhai") || toml.is_some_and(ours)
}
