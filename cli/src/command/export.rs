//! `export`: the games of a database, for other programs.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};

use crate::args::{Export, Table};
use crate::exit::{self, Failure};
use crate::output;
use crate::session::Context;
use crate::store::{self, Form, Store};

/// Writes the games to standard output, or to a file that is replaced only when all is written.
pub fn run(args: &Export, context: &mut Context) -> Result<u8, Failure> {
    let store = Store::read(&args.database)?;
    let form = match args.format {
        Table::Csv => Form::Csv,
        Table::Json => Form::Json,
        Table::Ndjson => Form::Ndjson,
    };
    let Some(path) = &args.output else {
        store::export(&store, form, context.out.writer(), &output::broken)?;
        return Ok(exit::FINE);
    };
    let failed = |error: &std::io::Error| Failure::io(path.display().to_string(), error);
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        // A device or a pipe is written to, never replaced.
        let mut file = BufWriter::new(File::create(path).map_err(|error| failed(&error))?);
        store::export(&store, form, &mut file, &failed)?;
        file.flush().map_err(|error| failed(&error))?;
        return Ok(exit::FINE);
    }
    let draft = output::draft_name(path);
    let written = File::create(&draft).map_err(|error| failed(&error)).and_then(|file| {
        let mut file = BufWriter::new(file);
        store::export(&store, form, &mut file, &failed)?;
        let saved = file.into_inner().map_err(std::io::IntoInnerError::into_error);
        let saved = saved.and_then(|file| file.sync_all());
        saved.and_then(|()| fs::rename(&draft, path)).map_err(|error| failed(&error))
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.map(|()| exit::FINE)
}
