//! Runs of games in SQLite databases. A database is one file, which contains one run with a row for
//! each game.
//!
//! A game is committed soon after it finishes. If many games finish quickly, one commit contains
//! several games. Commits are written to a write-ahead log, so that committed games survive a
//! crash. The key of a row is the game's number, so that no game counts twice. A run locks its
//! database while it writes to it. The content of a database does not depend on the clock, the
//! number of threads or interruptions.

mod export;
mod identity;
pub mod merge;
mod migrate;
mod row;
mod writer;

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use quadrille_dsl::text::prose::quantity;
use quadrille_reports::row::GameRow;
use quadrille_reports::run::RunIdentity;
use quadrille_reports::series::PlyRow;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _};

pub use export::{export, export_plies};
pub use merge::merge;
pub use migrate::migrate;
pub use writer::RowWriter;

use crate::output::exit::{Failure, missing_folder};

/// The SQLite application id of Quadrille's databases: "Qdrl".
const APPLICATION_ID: i32 = 0x5164_726c;
/// The present version of the database format.
const SCHEMA_VERSION: i32 = 7;
/// The maximum time to wait until another process releases a database.
const BUSY_TIMEOUT: Duration = Duration::from_millis(500);
/// The message about a database with damaged pages.
const DAMAGED: &str = "it is damaged";

/// An open database.
pub struct Store {
    connection: Connection,
    name: String,
    /// The identity of the run in the database.
    pub identity: RunIdentity,
    /// The range of games of the run.
    pub range: Range<u64>,
}

impl Store {
    /// Starts a run in a new database. If `resume` is `true`, continues the existing run instead.
    ///
    /// # Errors
    /// Returns [`Failure::Usage`] if the database already contains a run, and `resume` is `false`
    /// or the new run differs from that run. Returns [`Failure::Io`] if the file can't be used.
    pub fn open(
        path: &Path,
        identity: &RunIdentity,
        range: &Range<u64>,
        resume: bool,
    ) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let meta = std::fs::metadata(path).ok();
        if meta.as_ref().is_some_and(|meta| !meta.is_file()) {
            return Err(Failure::Io { name, why: "not a regular file".to_owned() });
        }
        if meta.is_some_and(|meta| meta.len() > 0) && !resume {
            return Err(Failure::advised(
                format!("{name} already exists"),
                Some("use `--resume` to continue the run in it, or choose another name".to_owned()),
            ));
        }
        let failed = |error: &rusqlite::Error| failure(&name, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = connect(path, flags).map_err(|error| failed(&error))?;
        let prepare = || {
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            // The first access to the file takes the lock.
            let found: i64 =
                connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            Ok(found)
        };
        let found = prepare().map_err(|error| failed(&error))?;
        if found == 0 {
            let create = || {
                // Create all tables or none. If the run is killed here, the database has no tables.
                let whole = connection.unchecked_transaction()?;
                whole.pragma_update(None, "application_id", APPLICATION_ID)?;
                whole.pragma_update(None, "user_version", SCHEMA_VERSION)?;
                tables(&whole)?;
                identity::write(identity, &whole, range)?;
                whole.commit()
            };
            create().map_err(|error| failed(&error))?;
            return Ok(Self { connection, name, identity: identity.clone(), range: range.clone() });
        }
        ours(&connection, &name)?;
        let (known, before) = identity::read(&connection).map_err(|error| failed(&error))?;
        if let Some(difference) = known.differs(identity) {
            return Err(Failure::advised(
                format!("{name} holds another run: {difference}"),
                Some("continue a run with the command line that started it".to_owned()),
            ));
        }
        if range.start > before.start || range.end < before.end {
            let (a, b) = (before.start, before.end);
            return Err(Failure::advised(
                format!(
                    "{name} holds games {a}..{b}, but the requested range does not include all of them"
                ),
                Some(format!("use a range that includes them: --games {a}..{b}")),
            ));
        }
        identity::widen(&connection, range).map_err(|error| failed(&error))?;
        Ok(Self { connection, name, identity: known, range: range.clone() })
    }

    /// Starts a run with a growing number of games in a new database. If `resume` is `true`,
    /// continues the existing run instead. The run has at least the games of `range`.
    ///
    /// # Errors
    /// Returns the errors of [`Store::open`].
    pub fn open_growing(
        path: &Path,
        identity: &RunIdentity,
        range: &Range<u64>,
        resume: bool,
    ) -> Result<Self, Failure> {
        let known = match resume && path.exists() {
            true => Self::read(path)?.range,
            false => range.clone(),
        };
        let all = known.start.min(range.start)..known.end.max(range.end);
        Self::open(path, identity, &all, resume)
    }

    /// Widens the run to these games.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the database can't be written.
    pub fn widen(&mut self, range: &Range<u64>) -> Result<(), Failure> {
        let all = self.range.start.min(range.start)..self.range.end.max(range.end);
        identity::widen(&self.connection, &all).map_err(|error| self.failure(&error))?;
        self.range = all;
        Ok(())
    }

    /// Returns the games of a range that the database has, in order.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the database can't be read, or has unexpected content.
    pub fn rows(&self, range: &Range<u64>) -> Result<Vec<GameRow>, Failure> {
        let failed = |error: rusqlite::Error| self.failure(&error);
        let mut query = self.connection.prepare(row::SELECT_GAME_RANGE).map_err(failed)?;
        let bounds = [range.start, range.end].map(|bound| bound.min(i64::MAX as u64) as i64);
        let rows = query.query_map(bounds, row::read).map_err(failed)?;
        rows.collect::<Result<_, _>>().map_err(failed)
    }

    /// Opens a database for reading.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be read, or is not a database of Quadrille.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let failed = |error: &rusqlite::Error| failure(&name, error);
        let connection = connect_to_read(path, &name)?;
        ours(&connection, &name)?;
        let (identity, range) = identity::read(&connection).map_err(|error| failed(&error))?;
        Ok(Self { connection, name, identity, range })
    }

    /// Returns the numbers of the games that the database has, as ranges in order.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the database can't be read, or has a game outside the range of its
    /// run.
    pub fn played(&self) -> Result<Vec<Range<u64>>, Failure> {
        let ranges = self.stored_games()?;
        let outside = ranges.iter().find_map(|games| {
            let last = games.end - 1;
            let own = |game: &u64| self.range.contains(game);
            [games.start, last].into_iter().find(|game| !own(game))
        });
        match outside {
            None => Ok(ranges),
            Some(game) => {
                let Range { start, end } = self.range;
                let why =
                    format!("it contains game {game}, but its run has the games {start}..{end}");
                Err(Failure::Io { name: self.name.clone(), why })
            }
        }
    }

    /// Returns the numbers of all rows with games, as ranges in order.
    fn stored_games(&self) -> Result<Vec<Range<u64>>, Failure> {
        let read = || {
            let mut query = self.connection.prepare("SELECT game FROM game ORDER BY game")?;
            let mut ranges: Vec<Range<u64>> = Vec::new();
            for game in query.query_map([], |row| row.get::<_, i64>(0))? {
                let game = game? as u64;
                match ranges.last_mut() {
                    Some(last) if last.end == game => last.end = game.saturating_add(1),
                    _ => ranges.push(game..game.saturating_add(1)),
                }
            }
            Ok(ranges)
        };
        read().map_err(|error| self.failure(&error))
    }

    /// Returns the numbers of the games that the database lacks, as ranges in order.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the database can't be read.
    pub fn missing(&self) -> Result<Vec<Range<u64>>, Failure> {
        let mut next = self.range.start;
        let mut missing = Vec::new();
        for played in self.played()? {
            if next < played.start {
                missing.push(next..played.start);
            }
            next = played.end;
        }
        if next < self.range.end {
            missing.push(next..self.range.end);
        }
        Ok(missing)
    }

    /// Calls `with` for every game in order.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the database can't be read, or has unexpected content.
    pub fn each(
        &self,
        mut with: impl FnMut(GameRow) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let failed = |error: rusqlite::Error| self.failure(&error);
        let mut query = self.connection.prepare(&row::select()).map_err(failed)?;
        let mut rows = query.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            with(row::read(row).map_err(failed)?)?;
        }
        Ok(())
    }

    /// Returns `true` if the plies of a game were saved, or no game was played.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the database can't be read.
    pub fn has_plies(&self) -> Result<bool, Failure> {
        const QUERY: &str =
            "SELECT EXISTS(SELECT 1 FROM ply) OR NOT EXISTS(SELECT 1 FROM game WHERE plies > 0)";
        let found = self.connection.query_row(QUERY, [], |row| row.get(0));
        found.map_err(|error| self.failure(&error))
    }

    /// Calls `with` for every ply in order, for the games whose plies were saved.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the database can't be read, or has unexpected content.
    pub fn each_ply(
        &self,
        mut with: impl FnMut(PlyRow) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let failed = |error: rusqlite::Error| self.failure(&error);
        let mut query = self.connection.prepare(row::SELECT_PLIES).map_err(failed)?;
        let mut rows = query.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            with(row::read_ply(row).map_err(failed)?)?;
        }
        Ok(())
    }

    fn failure(&self, error: &rusqlite::Error) -> Failure {
        failure(&self.name, error)
    }
}

/// Creates the tables of a database.
fn tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(identity::RUN_TABLE)?;
    connection.execute_batch(&row::table())?;
    connection.execute_batch(row::PLY_TABLE)
}

/// Opens a database. Its schema may come from a stranger, so it can't call functions that have side
/// effects.
fn connect(path: impl AsRef<Path>, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Opens an existing database for reading.
///
/// # Errors
/// Returns a [`Failure`] if the file can't be read.
fn connect_to_read(path: &Path, name: &str) -> Result<Connection, Failure> {
    // For a missing file the system's message is better than the database's.
    std::fs::File::open(path).map_err(|error| Failure::io(name, &error))?;
    if path.is_dir() {
        return Err(is_folder(path, name));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match unchanging(path) {
        Some(uri) => connect(uri, flags | OpenFlags::SQLITE_OPEN_URI),
        None => connect(path, flags),
    };
    connection.map_err(|error| failure(name, &error))
}

/// Describes that a folder was given instead of a database. The advice names a database in the
/// folder, if there is one.
fn is_folder(path: &Path, name: &str) -> Failure {
    let files = std::fs::read_dir(path).into_iter().flatten().flatten().map(|file| file.path());
    let databases = files.filter(|file| file.extension().is_some_and(|ending| ending == "db"));
    let advice = databases.min().map_or_else(
        || "name the file of a database, which `--out` has written".to_owned(),
        |file| format!("name a database in it, such as {}", file.display()),
    );
    Failure::advised(format!("{name} is a folder, not a database"), Some(advice))
}

/// Refuses a database whose pages are damaged.
fn undamaged(connection: &Connection, name: &str) -> Result<(), Failure> {
    let found: rusqlite::Result<String> =
        connection.pragma_query_value(None, "quick_check", |row| row.get(0));
    match found.map_err(|error| failure(name, &error))?.as_str() {
        "ok" => Ok(()),
        found => Err(Failure::Io { name: name.to_owned(), why: format!("{DAMAGED}: {found}") }),
    }
}

/// Returns a URI that opens a database without a lock, or `None` if the database has a write-ahead
/// log. Without such a log, no process writes to the database, so no lock is necessary. A lock
/// would need a file in the same folder, but this folder may be read-only.
fn unchanging(path: &Path) -> Option<String> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return None;
    }
    let path = std::path::absolute(path).ok()?;
    let mut uri = String::from("file:");
    for byte in path.to_str().filter(|path| path.starts_with('/'))?.bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri.push_str("?immutable=1");
    Some(uri)
}

/// Returns everything that a database defines: type, name and text.
fn definitions(connection: &Connection) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    let mut query =
        connection.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

/// Returns `true` if a database has exactly the tables of Quadrille. Without this check, a database
/// with an endless view in place of a table would be accepted.
fn has_our_tables(connection: &Connection) -> rusqlite::Result<bool> {
    let model = Connection::open_in_memory()?;
    tables(&model)?;
    Ok(definitions(connection)? == definitions(&model)?)
}

/// Returns an error for a database of another program or version.
fn ours(connection: &Connection, name: &str) -> Result<(), Failure> {
    let number = |pragma: &str| {
        connection
            .pragma_query_value(None, pragma, |row| row.get::<_, i32>(0))
            .map_err(|error| failure(name, &error))
    };
    let refuse = |why: String| Failure::Io { name: name.to_owned(), why };
    if number("application_id")? != APPLICATION_ID {
        return Err(refuse("a database, but not one written by `playout`".to_owned()));
    }
    let schema = number("user_version")?;
    if schema != SCHEMA_VERSION {
        let advice = match schema < SCHEMA_VERSION {
            true => format!("`quadrille migrate {name} NEW.db` converts it"),
            false => "a newer program wrote it".to_owned(),
        };
        return Err(refuse(format!(
            "its schema is version {schema}, and this program reads version {SCHEMA_VERSION}; {advice}"
        )));
    }
    if !has_our_tables(connection).map_err(|error| failure(name, &error))? {
        return Err(refuse("its tables are not the ones that `playout` makes".to_owned()));
    }
    undamaged(connection, name)?;
    let run = connection.query_row("SELECT 1 FROM run", [], |_| Ok(())).optional();
    match run.map_err(|error| failure(name, &error))? {
        Some(()) => Ok(()),
        None => Err(refuse("it contains no run".to_owned())),
    }
}

/// Returns the failure for a database error.
fn failure(name: &str, error: &rusqlite::Error) -> Failure {
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "it is in use by another process".to_owned()
        }
        Some(ErrorCode::NotADatabase) => "not a database".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => DAMAGED.to_owned(),
        Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
        Some(ErrorCode::ReadOnly) => "it can't be written to".to_owned(),
        Some(ErrorCode::CannotOpen) => missing_folder(name).unwrap_or_else(|| {
            "it can't be opened; check that its folder can be written to".to_owned()
        }),
        Some(ErrorCode::SystemIoFailure) => format!("reading or writing failed ({error})"),
        _ => error.to_string(),
    };
    Failure::Io { name: name.to_owned(), why }
}

/// Returns the number of games in some ranges.
#[must_use]
pub fn count(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}

/// Describes ranges of games in words. Only the first few ranges are named.
fn describe_ranges(ranges: &[Range<u64>]) -> String {
    let few: Vec<String> =
        ranges.iter().take(3).map(|range| format!("{}..{}", range.start, range.end)).collect();
    let more = ranges.len().saturating_sub(3);
    let rest = if more > 0 {
        format!(" and {}", quantity(more as u64, "more range"))
    } else {
        String::new()
    };
    format!("{}{rest}", few.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_made_and_hold_rows_of_all_columns() {
        let connection = Connection::open_in_memory().unwrap();
        tables(&connection).unwrap();
        for statement in [&row::insert(), &row::select(), row::INSERT_PLY, row::SELECT_PLIES] {
            connection.prepare(statement).unwrap();
        }
    }

    #[test]
    fn ranges_are_told_by_the_first_few() {
        assert_eq!(describe_ranges(std::slice::from_ref(&(0..5))), "0..5");
        let many: Vec<Range<u64>> = (0..5).map(|i| 10 * i..10 * i + 5).collect();
        assert_eq!(describe_ranges(&many), "0..5, 10..15, 20..25 and 2 more ranges");
        assert_eq!(count(&many), 25);
    }
}
