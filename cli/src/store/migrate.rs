//! Converts databases of older versions of Quadrille to the present format.

use std::path::Path;

use rusqlite::Connection;

use super::merge::{blank, copy, drafted, unused};
use super::{
    APPLICATION_ID, SCHEMA_VERSION, Store, connect_to_read, definitions, failure, identity, row,
    tables, undamaged,
};
use crate::output::exit::Failure;

/// The oldest version of the database format that can be read.
const OLDEST_VERSION: i32 = 3;

/// The first version of the database format with a table of plies.
const PLY_TABLE_VERSION: i32 = 4;

/// The columns that were added after the oldest version. Each entry contains the first version with
/// the column, the column's table and name, and the value of the column for runs of earlier
/// versions.
const ADDED_COLUMNS: [(i32, &str, &str, &str); 8] = [
    (4, "run", "opening", "NULL"),
    (4, "run", "positions", "'[]'"),
    (4, "game", "opening", "NULL"),
    (5, "run", "weights", "NULL"),
    (6, "run", "counters", "'[]'"),
    (6, "game", "counters", "'{}'"),
    (6, "ply", "counters", "'{}'"),
    (7, "game", "points", "NULL"),
];

/// Returns the tables of a version, with their present definitions.
fn tables_of(version: i32) -> Vec<(&'static str, String)> {
    let mut tables = vec![("run", identity::RUN_TABLE.to_owned()), ("game", row::table())];
    if version >= PLY_TABLE_VERSION {
        tables.push(("ply", row::PLY_TABLE.to_owned()));
    }
    tables
}

/// Converts an older database into a new one.
///
/// # Errors
/// Returns a [`Failure`] if the old file is not such a database, or a file can't be read or
/// written.
pub fn migrate(old: &Path, out: &Path) -> Result<Store, Failure> {
    unused(out)?;
    let name = old.display().to_string();
    let failed = |error: &rusqlite::Error| failure(&name, error);
    let connection = connect_to_read(old, &name)?;
    let number = |pragma: &str| {
        let number = connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
        number.map_err(|error| failed(&error))
    };
    if number("application_id")? != APPLICATION_ID {
        let why = "a database, but not one written by `playout`".to_owned();
        return Err(Failure::Io { name, why });
    }
    let version = number("user_version")?;
    match version {
        SCHEMA_VERSION => {
            let message = format!("{name} has version {SCHEMA_VERSION} already");
            return Err(Failure::advised(message, Some("use it as it is".to_owned())));
        }
        version if version > SCHEMA_VERSION => {
            let message = format!("{name}: its version {version} is newer than this program");
            return Err(Failure::advised(message, Some("use a newer one".to_owned())));
        }
        version if version < OLDEST_VERSION => {
            let message = format!(
                "{name}: its version is {version}; the oldest that can be read is {OLDEST_VERSION}"
            );
            let help = "play the games again with the command line of its run".to_owned();
            return Err(Failure::advised(message, Some(help)));
        }
        _ => {}
    }
    if !is_of_version(&connection, version).map_err(|error| failed(&error))? {
        let why = "its tables are not the ones that `playout` made".to_owned();
        return Err(Failure::Io { name, why });
    }
    undamaged(&connection, &name)?;
    let shown = out.display().to_string();
    drafted(out, &shown, |draft| {
        write(&connection, version, draft).map_err(|error| failure(&shown, &error))?;
        // Read the copy once, to check it.
        Store::read(draft)?.each(|_| Ok(()))
    })?;
    Store::read(out)
}

/// Returns `true` if a database has exactly the tables of a version.
fn is_of_version(connection: &Connection, version: i32) -> rusqlite::Result<bool> {
    let model = Connection::open_in_memory()?;
    for (name, table) in tables_of(version) {
        model.execute_batch(&as_of(version, name, &table))?;
    }
    Ok(definitions(connection)? == definitions(&model)?)
}

/// Returns the value that a column gets in a database of an older version. Returns `None` if this
/// version has the column.
fn missing(version: i32, table: &str, column: &str) -> Option<&'static str> {
    let is = |(since, of, name, _): &&(i32, &str, &str, &str)| {
        *since > version && *of == table && *name == column
    };
    ADDED_COLUMNS.iter().find(is).map(|(.., value)| *value)
}

/// Returns the definition of a table in a version, without the columns that later versions added.
fn as_of(version: i32, name: &str, table: &str) -> String {
    let old = |line: &&str| {
        line.split_whitespace().next().is_none_or(|column| missing(version, name, column).is_none())
    };
    table.lines().filter(old).collect::<Vec<_>>().join("\n")
}

/// Copies the run of an old database to a new one.
fn write(old: &Connection, version: i32, draft: &Path) -> rusqlite::Result<()> {
    let connection = blank(draft)?;
    let transaction = connection.unchecked_transaction()?;
    tables(&transaction)?;
    for (table, _) in tables_of(version) {
        let mut columns = Vec::new();
        transaction.pragma(None, "table_info", table, |row| {
            let name: String = row.get("name")?;
            columns.push(missing(version, table, &name).map_or(name, str::to_owned));
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

    /// A run of chess as different versions store it. Older versions lack the newer columns.
    const RUNS: [(i32, &str); 3] = [
        (
            3,
            "'0.1.0', 'chess', NULL, 'ab', '{}', '7', '[\"random\"]', 0, NULL, 0, 9, '[]', '[]', '[]', '[]'",
        ),
        (
            4,
            "'0.1.0', 'chess', NULL, 'ab', '{}', '7', '[\"random\"]', 0, NULL, NULL, '[]', 0, 9, '[]', '[]', \
             '[]', '[]'",
        ),
        (
            5,
            "'0.1.0', 'chess', NULL, 'ab', NULL, '{}', '7', '[\"random\"]', 0, NULL, NULL, '[]', 0, 9, '[]', '[]', \
             '[]', '[]'",
        ),
    ];

    #[test]
    fn runs_of_older_versions_come_over_whole() {
        let folder = std::env::temp_dir().join(format!("quadrille-migrate-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (version, run) in RUNS {
            let file = |name: &str| folder.join(format!("{name}-{version}.db"));
            let (old, new) = (file("old"), file("new"));
            for left in [&old, &new] {
                let _ = std::fs::remove_file(left);
            }
            let made = Connection::open(&old).unwrap();
            for (name, table) in tables_of(version) {
                made.execute_batch(&as_of(version, name, &table)).unwrap();
            }
            made.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
            made.pragma_update(None, "user_version", version).unwrap();
            made.execute_batch(&format!("INSERT INTO run VALUES ({run})")).unwrap();
            if version >= PLY_TABLE_VERSION {
                let ply = "0, 1, 'white', 'e2-e4', 20, 0, '[]', '[0.5,0.5]', NULL";
                made.execute_batch(&format!("INSERT INTO ply VALUES ({ply})")).unwrap();
            }
            made.close().unwrap();
            let store = migrate(&old, &new).unwrap();
            let identity = &store.identity;
            assert_eq!((identity.seed, &identity.opening), (7, &None), "{version}");
            assert_eq!((&*identity.ruleset.hash, &identity.ruleset.weights), ("ab", &None));
            assert_eq!(store.range, 0..9);
            let mut plies = Vec::new();
            let keep = |ply: quadrille_reports::series::PlyRow| {
                plies.push((ply.action, ply.counters.len()));
                Ok(())
            };
            store.each_ply(keep).unwrap();
            let expected = (version >= PLY_TABLE_VERSION).then(|| ("e2-e4".to_owned(), 0));
            assert_eq!(plies, Vec::from_iter(expected), "{version}");
            let message = |out: &Path, from: &Path| {
                migrate(from, out).map(drop).unwrap_err().diagnostics()[0].message.clone()
            };
            assert!(message(&new, &old).contains("already exists"));
            assert!(message(&file("third"), &new).contains("already"));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
