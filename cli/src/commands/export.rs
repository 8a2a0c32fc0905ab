//! `export`: exports the games of a database for other programs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use quadrille_reports::record;

use super::stored_run::StoredRun;
use crate::args::{ExportArgs, ExportFormat};
use crate::context::CommandContext;
use crate::output;
use crate::output::exit::{self, Failure};
use crate::store::{self, Store};

/// Writes the games to standard output or to a file. An existing file is replaced only when the new
/// file is complete.
pub fn run(args: &ExportArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let store = Store::read(&args.database)?;
    if args.series && args.format == ExportFormat::Pgn {
        return Err(Failure::advised(
            "PGN4 always contains the plies".to_owned(),
            Some("leave `--series` out".to_owned()),
        ));
    }
    if args.series && !store.has_plies()? {
        return Err(Failure::advised(
            format!("{} has no plies", args.database.display()),
            Some("add `--series` to the command that plays the games".to_owned()),
        ));
    }
    let run = match args.format {
        ExportFormat::Pgn => Some(StoredRun::of(&store, &context.shelf)?),
        _ => None,
    };
    let write = |out: &mut dyn Write, broken: &dyn Fn(&io::Error) -> Failure| match &run {
        Some(run) => store.each(|row| {
            if !within(&args.games, row.game) {
                return Ok(());
            }
            let games = run.records(&[row], &AtomicBool::new(false))?;
            games.iter().try_for_each(|game| {
                let text = record::text(&run.loaded, &run.plan, game)?;
                writeln!(out, "{text}").map_err(|error| broken(&error))
            })
        }),
        None => {
            let export = if args.series { store::export_plies } else { store::export };
            export(&store, args.format, &|game| within(&args.games, game), out, broken)
        }
    };
    let Some(path) = &args.output else {
        context.out.stream(|out| write(out, &output::broken))?;
        return Ok(exit::FINE);
    };
    let failed = |error: &io::Error| Failure::io(path.display().to_string(), error);
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        // Devices and pipes are written to, never replaced.
        let mut file = BufWriter::new(File::create(path).map_err(|error| failed(&error))?);
        write(&mut file, &failed)?;
        file.flush().map_err(|error| failed(&error))?;
        return Ok(exit::FINE);
    }
    let draft = output::draft_name(path);
    let written = File::create(&draft).map_err(|error| failed(&error)).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file, &failed)?;
        let saved = file.into_inner().map_err(io::IntoInnerError::into_error);
        let saved = saved.and_then(|file| file.sync_all());
        saved.and_then(|()| fs::rename(&draft, path)).map_err(|error| failed(&error))
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written?;
    context.out.wrote(path);
    Ok(exit::FINE)
}

fn within(games: &Option<Range<u64>>, game: u64) -> bool {
    games.as_ref().is_none_or(|games| games.contains(&game))
}
