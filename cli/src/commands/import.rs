//! `import`: creates rulesets from a file of variants or a game of Ludii.

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_dsl::Diagnostic;
use quadrille_import::{ImportError, ImportedRuleset, Untranslated};

use crate::args::ImportArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::output::save;

/// The maximum number of files with definitions.
const MAX_DEFINITION_FILES: usize = 2000;
/// The maximum length of a file with definitions, in bytes.
const MAX_DEFINITION_BYTES: u64 = 1 << 20;

/// Creates a folder with a ruleset for the variant that the command line names, or for every
/// variant of the file if it names none.
pub fn run(args: &ImportArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let (path, wanted) = match args.file.rsplit_once(':') {
        Some((path, name)) if !Path::new(&args.file).exists() => (path, Some(name)),
        _ => (args.file.as_str(), None),
    };
    let bytes = fs::read(path).map_err(|error| Failure::io(path, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let wrong = |error: ImportError| match error {
        // The mistake is in the command line.
        ImportError::Unknown { line: 0, .. } => Failure::usage(format!("{path}: {error}")),
        ImportError::Unread { keys, error } => {
            let reasons = keys.iter().map(ToString::to_string).chain([error.to_string()]);
            Failure::Files(reasons.map(|why| Diagnostic::plain(format!("{path}: {why}"))).collect())
        }
        error => Failure::Io { name: path.to_owned(), why: error.to_string() },
    };
    let ludii = Path::new(path).extension().is_some_and(|ending| ending == "lud");
    if !ludii && (args.definitions.is_some() || !args.option.is_empty()) {
        let why = "only .lud files have definitions and options".to_owned();
        return Err(Failure::usage(why));
    }
    let names = match wanted {
        _ if ludii => {
            let stem = Path::new(path).file_stem().unwrap_or_default();
            vec![stem.to_string_lossy().into_owned()]
        }
        Some(name) => vec![name.to_owned()],
        None => quadrille_import::names(&text).map_err(wrong)?,
    };
    let definitions = if ludii { definitions(path, args)? } else { Vec::new() };
    let mut made: Vec<(String, ImportedRuleset)> = Vec::new();
    let mut failed = Vec::new();
    for name in &names {
        let id = quadrille_import::id(name);
        let folder = args.output.join(&id);
        if folder.exists() {
            let help = "remove it, or choose another folder with `-o`".to_owned();
            return Err(Failure::advised(
                format!("{} already exists", folder.display()),
                Some(help),
            ));
        }
        let imported = if ludii {
            quadrille_import::ludii_game(&text, &id, &definitions, &args.option)
        } else {
            quadrille_import::variant(&text, name, &id)
        };
        match imported {
            Ok(imported) => made.push((id, imported)),
            Err(error) if wanted.is_some() || ludii => return Err(wrong(error)),
            Err(error) => failed.extend(wrong(error).diagnostics()),
        }
    }
    context.out.diagnose(&failed);
    let (mut whole, all) = (0_usize, made.len());
    for (id, imported) in made {
        let folder = args.output.join(&id);
        fs::create_dir_all(&folder)
            .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
        for (name, text) in &imported.files {
            save(&folder.join(name), text.as_bytes())?;
        }
        whole += usize::from(imported.missing.is_empty());
        let what = if ludii { "part" } else { "key" };
        let missing = match imported.missing.len() {
            0 => String::new(),
            1 => format!(", without a {what}:"),
            n => format!(", without {n} {what}s:"),
        };
        context.out.line(format_args!("Created {}{missing}", folder.display()))?;
        for Untranslated { key, value, line, why } in &imported.missing {
            let line = if *line == 0 { "inherited".to_owned() } else { format!("line {line}") };
            let value = if value.is_empty() { String::new() } else { format!(" = {value}") };
            context.out.line(format_args!("  {line}: {key}{value}: {why}"))?;
        }
    }
    if names.len() > 1 {
        context.out.line(format_args!(
            "Created {all} of {} rulesets, {whole} of them complete",
            names.len()
        ))?;
    }
    Ok(if failed.is_empty() { exit::FINE } else { exit::FILE })
}

/// Returns the contents of all files `*.def` of the folder with definitions. Without an option,
/// this is the folder `def` beside one of the folders that contain the file.
fn definitions(path: &str, args: &ImportArgs) -> Result<Vec<String>, Failure> {
    let folder = match &args.definitions {
        Some(folder) => Some(folder.clone()),
        None => fs::canonicalize(path)
            .unwrap_or_else(|_| PathBuf::from(path))
            .ancestors()
            .skip(1)
            .map(|above| above.join("def"))
            .find(|folder| folder.is_dir()),
    };
    let mut texts = Vec::new();
    let mut folders: Vec<PathBuf> = folder.into_iter().collect();
    while let Some(folder) = folders.pop() {
        let failed = |error: &std::io::Error| Failure::io(folder.display().to_string(), error);
        for entry in fs::read_dir(&folder).map_err(|error| failed(&error))? {
            let entry = entry.map_err(|error| failed(&error))?;
            let (file, about) = (entry.path(), entry.metadata().map_err(|error| failed(&error))?);
            if about.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|ending| ending == "def")
                && about.len() <= MAX_DEFINITION_BYTES
                && texts.len() < MAX_DEFINITION_FILES
            {
                let bytes = fs::read(&file).map_err(|error| failed(&error))?;
                texts.push(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
    }
    Ok(texts)
}
