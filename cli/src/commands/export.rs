//! `export`: the games of a database, for other programs.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};

use crate::args::ExportArgs;
use crate::context::CommandContext;
use crate::output;
use crate::output::exit::{self, Failure};
use crate::store::{self, Store};

/// Writes the games to standard output, or to a file that is replaced only when all is written.
pub fn run(args: &ExportArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let store = Store::read(&args.database)?;
    let Some(path) = &args.output else {
        context.out.stream(|out| store::export(&store, args.format, out, &output::broken))?;
        return Ok(exit::FINE);
    };
    let failed = |error: &std::io::Error| Failure::io(path.display().to_string(), error);
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        // Devices and pipes are written to, never replaced.
        let mut file = BufWriter::new(File::create(path).map_err(|error| failed(&error))?);
        store::export(&store, args.format, &mut file, &failed)?;
        file.flush().map_err(|error| failed(&error))?;
        return Ok(exit::FINE);
    }
    let draft = output::draft_name(path);
    let written = File::create(&draft).map_err(|error| failed(&error)).and_then(|file| {
        let mut file = BufWriter::new(file);
        store::export(&store, args.format, &mut file, &failed)?;
        let saved = file.into_inner().map_err(std::io::IntoInnerError::into_error);
        let saved = saved.and_then(|file| file.sync_all());
        saved.and_then(|()| fs::rename(&draft, path)).map_err(|error| failed(&error))
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.map(|()| exit::FINE)
}
