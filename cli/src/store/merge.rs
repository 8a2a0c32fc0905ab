//! Merges databases that contain parts of one run.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{
    APPLICATION_ID, RunIdentity, SCHEMA_VERSION, Store, count, describe_ranges, failure, identity,
    row, tables,
};
use crate::output::exit::Failure;

/// Merges several databases into a new one. Returns the run of the new database, and the range of
/// its games. On failure, no file is left behind.
///
/// # Errors
/// Returns a [`Failure`] if the databases are not parts of one run, if a game is in two of them, or
/// if games between the first and the last are missing. Also returns an error if a file can't be
/// read or written.
pub fn merge(out: &Path, shards: &[PathBuf]) -> Result<(RunIdentity, Range<u64>), Failure> {
    unused(out)?;
    let mut stores = Vec::new();
    for path in shards {
        let store = Store::read(path)?;
        whole(&store)?;
        stores.push((path, store));
    }
    stores.sort_by_key(|(_, store)| store.range.start);
    let Some(((_, first), rest)) = stores.split_first() else {
        return Err(Failure::usage("nothing to merge"));
    };
    let mut range = first.range.clone();
    let mut before = first;
    for (_, store) in rest {
        if let Some(difference) = store.identity.differs(&first.identity) {
            return Err(Failure::advised(
                format!("{} is not part of the run of {}: {difference}", store.name, first.name),
                Some("rules, seed, agents and version must agree".to_owned()),
            ));
        }
        if store.range.start < range.end {
            let both = store.range.start..store.range.end.min(range.end);
            return Err(Failure::usage(format!(
                "games {}..{} are in both {} and {}",
                both.start, both.end, before.name, store.name
            )));
        }
        if store.range.start > range.end {
            return Err(Failure::usage(format!(
                "games {}..{} are missing: {} ends before them and {} starts after them",
                range.end, store.range.start, before.name, store.name
            )));
        }
        range.end = store.range.end;
        before = store;
    }
    let name = out.display().to_string();
    drafted(out, &name, |draft| {
        write(draft, &first.identity, &range, &stores).map_err(|error| failure(&name, &error))
    })?;
    Ok((first.identity.clone(), range))
}

/// Returns an error if a file already exists.
pub fn unused(out: &Path) -> Result<(), Failure> {
    if !out.exists() {
        return Ok(());
    }
    Err(Failure::advised(
        format!("{} already exists", out.display()),
        Some("give the new database another name".to_owned()),
    ))
}

/// Writes a file under a temporary name, and renames it when it is complete. On failure, no file is
/// left behind.
pub(super) fn drafted(
    out: &Path,
    name: &str,
    write: impl FnOnce(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut draft = out.file_name().unwrap_or_default().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = out.with_file_name(draft);
    let result = write(&draft)
        .and_then(|()| std::fs::rename(&draft, out).map_err(|error| Failure::io(name, &error)));
    if result.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    result
}

/// Returns an error if a database lacks some games of its part.
fn whole(store: &Store) -> Result<(), Failure> {
    let missing = store.missing()?;
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::advised(
        format!(
            "{} lacks {} of its {} games: {}",
            store.name,
            count(&missing),
            store.range.end - store.range.start,
            describe_ranges(&missing)
        ),
        Some("finish it first: `quadrille playout … --resume`".to_owned()),
    ))
}

/// Writes the rows of several databases to a new one.
fn write(
    draft: &Path,
    run: &RunIdentity,
    range: &Range<u64>,
    stores: &[(&PathBuf, Store)],
) -> rusqlite::Result<()> {
    let connection = blank(draft)?;
    let transaction = connection.unchecked_transaction()?;
    tables(&transaction)?;
    identity::write(run, &transaction, range)?;
    for (_, store) in stores {
        for (select, insert) in
            [(&*row::select(), &*row::insert()), (row::SELECT_PLIES, row::INSERT_PLY)]
        {
            copy(&store.connection, select, &transaction, insert)?;
        }
    }
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

/// Creates a database without tables. A crash would leave it damaged, so the file must have a
/// temporary name until it is complete.
pub(super) fn blank(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.pragma_update(None, "journal_mode", "OFF")?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    Ok(connection)
}

/// Inserts the results of a query of one database into another database.
pub(super) fn copy(
    from: &Connection,
    select: &str,
    to: &Connection,
    insert: &str,
) -> rusqlite::Result<()> {
    let mut insert = to.prepare(insert)?;
    let columns = insert.parameter_count();
    let mut query = from.prepare(select)?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            let value: rusqlite::types::Value = row.get(column)?;
            insert.raw_bind_parameter(column + 1, value)?;
        }
        insert.raw_execute()?;
    }
    Ok(())
}
