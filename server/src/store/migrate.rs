//! Converts databases of tables from older versions to the present one. The server also converts
//! the database that it opens.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::error::StoreError;
use super::writer::{APPLICATION_ID, StoreWriter, failure};

fn open(path: &Path, name: &str) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags).map_err(|error| failure(name, &error))
}

/// Returns the version of a database of tables. Returns `None` if the file is a database of another
/// kind.
///
/// # Errors
/// Returns a [`StoreError`] if the file is not a database, or can't be read.
pub fn tables_version(path: &Path) -> Result<Option<i32>, StoreError> {
    let name = path.display().to_string();
    let connection = open(path, &name)?;
    let number = |pragma: &str| {
        let number = connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
        number.map_err(|error| failure(&name, &error))
    };
    if number("application_id")? != APPLICATION_ID {
        return Ok(None);
    }
    number("user_version").map(Some)
}

/// Converts a database of tables of an older version into a new file. The old database stays as it
/// is.
///
/// # Errors
/// Returns a [`StoreError`] if the old file is not such a database, or a file can't be read or
/// written.
pub fn migrate_tables(old: &Path, new: &Path) -> Result<(), StoreError> {
    let (name, out) = (old.display().to_string(), new.display().to_string());
    let Some(path) = new.to_str() else {
        return Err(StoreError::Database {
            name: out,
            why: "its path is not valid UTF-8".to_owned(),
        });
    };
    let connection = open(old, &name)?;
    connection.execute("VACUUM INTO ?1", [path]).map_err(|error| failure(&name, &error))?;
    StoreWriter::open(new).map(drop).inspect_err(|_| {
        // Nothing else can be done about a copy that can't be removed.
        let _ = std::fs::remove_file(new);
    })
}
