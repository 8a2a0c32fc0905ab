//! `import`: creates rulesets from a file of variants.

use std::fs;
use std::path::Path;

use quadrille_dsl::Diagnostic;
use quadrille_import::{ImportError, ImportedRuleset};

use crate::args::ImportArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::output::save;

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
    let names = match wanted {
        Some(name) => vec![name.to_owned()],
        None => quadrille_import::names(&text).map_err(wrong)?,
    };
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
        match quadrille_import::variant(&text, name, &id) {
            Ok(imported) => made.push((id, imported)),
            Err(error) if wanted.is_some() => return Err(wrong(error)),
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
        let missing = match imported.missing.len() {
            0 => String::new(),
            1 => ", without a key:".to_owned(),
            n => format!(", without {n} keys:"),
        };
        context.out.line(format_args!("Created {}{missing}", folder.display()))?;
        for key in &imported.missing {
            let line =
                if key.line == 0 { "inherited".to_owned() } else { format!("line {}", key.line) };
            context.out.line(format_args!("  {line}: {} = {}: {}", key.key, key.value, key.why))?;
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
