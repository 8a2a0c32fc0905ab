//! Databases of older versions of this program, converted to the present one.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::merge::{blank, copy, drafted, unused};
use super::{APPLICATION, SCHEMA, Store, definitions, failure, identity, row, tables, unchanging};
use crate::output::exit::Failure;

/// The oldest version that can be read.
const OLDEST: i32 = 3;

/// The columns that version 4 has and version 3 had not, with what they are in a run without openings.
const SINCE_4: [(&str, &str); 2] = [("opening", "NULL"), ("positions", "'[]'")];

/// Converts an older database into a new one.
///
/// # Errors
/// If the old file is no such database, or a file can't be read or written.
pub fn migrate(old: &Path, out: &Path) -> Result<Store, Failure> {
    unused(out)?;
    let name = old.display().to_string();
    let failed = |error: &rusqlite::Error| failure(&name, error);
    // For a missing file the system's message is better than the database's.
    std::fs::File::open(old).map_err(|error| Failure::io(&name, &error))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match unchanging(old) {
        Some(uri) => Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI),
        None => Connection::open_with_flags(old, flags),
    };
    let connection = connection.map_err(|error| failed(&error))?;
    let number = |pragma: &str| {
        let number = connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
        number.map_err(|error| failed(&error))
    };
    if number("application_id")? != APPLICATION {
        let why = "a database, but not one written by `playout`".to_owned();
        return Err(Failure::Io { name, why });
    }
    match number("user_version")? {
        SCHEMA => {
            let message = format!("{name} has version {SCHEMA} already");
            return Err(Failure::advised(message, Some("use it as it is".to_owned())));
        }
        version if version > SCHEMA => {
            let message = format!("{name}: its version {version} is newer than this program");
            return Err(Failure::advised(message, Some("use a newer one".to_owned())));
        }
        version if version < OLDEST => {
            let message = format!(
                "{name}: its version is {version}; the oldest that can be read is {OLDEST}"
            );
            let help = "play the games again by the command line of its run".to_owned();
            return Err(Failure::advised(message, Some(help)));
        }
        _ => {}
    }
    if !is_version_3(&connection).map_err(|error| failed(&error))? {
        let why = "its tables are not those that `playout` made".to_owned();
        return Err(Failure::Io { name, why });
    }
    let shown = out.display().to_string();
    drafted(out, &shown, |draft| {
        write(&connection, draft).map_err(|error| failure(&shown, &error))?;
        // What was copied is read once, before it counts.
        Store::read(draft)?.each(|_| Ok(()))
    })?;
    Store::read(out)
}

/// Whether a database has the tables of version 3 and nothing else: those of version 4 without what is new.
fn is_version_3(connection: &Connection) -> rusqlite::Result<bool> {
    let model = Connection::open_in_memory()?;
    model.execute_batch(&without_new(identity::TABLE))?;
    model.execute_batch(&without_new(&row::table()))?;
    Ok(definitions(connection)? == definitions(&model)?)
}

/// The definition of a table without the lines of columns that are new.
fn without_new(table: &str) -> String {
    let new = |line: &&str| {
        let column = line.split_whitespace().next();
        !SINCE_4.iter().any(|(name, _)| column == Some(*name))
    };
    table.lines().filter(new).collect::<Vec<_>>().join("\n")
}

/// Copies the run.
fn write(old: &Connection, draft: &Path) -> rusqlite::Result<()> {
    let connection = blank(draft)?;
    let transaction = connection.unchecked_transaction()?;
    tables(&transaction)?;
    for table in ["run", "game"] {
        let mut columns = Vec::new();
        transaction.pragma(None, "table_info", table, |row| {
            let name: String = row.get("name")?;
            let new = SINCE_4.iter().find(|(new, _)| *new == name);
            columns.push(new.map_or(name, |(_, value)| (*value).to_owned()));
            Ok(())
        })?;
        let select = format!("SELECT {} FROM {table}", columns.join(", "));
        let marks = vec!["?"; columns.len()].join(", ");
        copy(old, &select, &transaction, &format!("INSERT INTO {table} VALUES ({marks})"))?;
    }
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_version_3_comes_over_whole() {
        let folder = std::env::temp_dir().join(format!("quadrille-migrate-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (old, new) = (folder.join("old.db"), folder.join("new.db"));
        let _ = std::fs::remove_file(&old);
        let _ = std::fs::remove_file(&new);
        let made = Connection::open(&old).unwrap();
        made.execute_batch(&without_new(identity::TABLE)).unwrap();
        made.execute_batch(&without_new(&row::table())).unwrap();
        made.pragma_update(None, "application_id", APPLICATION).unwrap();
        made.pragma_update(None, "user_version", 3).unwrap();
        made.execute_batch(
            "INSERT INTO run VALUES ('0.1.0', 'chess', NULL, 'ab', '{}', '7', '[\"random\"]', 0, NULL, \
             0, 9, '[]', '[]', '[]', '[]')",
        )
        .unwrap();
        made.close().unwrap();
        let store = migrate(&old, &new).unwrap();
        assert_eq!((store.identity.seed, store.identity.opening), (7, None));
        assert_eq!(store.range, 0..9);
        let again = migrate(&old, &new).map(drop).unwrap_err();
        assert!(again.diagnostics()[0].message.contains("already exists"));
        let third = folder.join("third.db");
        assert!(
            migrate(&new, &third).map(drop).unwrap_err().diagnostics()[0]
                .message
                .contains("already")
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
