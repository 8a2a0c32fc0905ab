//! The thread that owns the database.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;

use quadrille_service::protocol::ClockPlan;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension as _, Row, Transaction, params,
};
use tokio::sync::oneshot;

use super::error::StoreError;
use super::stored::{ClassTable, StoreChange, StoredAction, StoredClass, StoredSeat, StoredTable};
use crate::secret::TokenHash;

/// The application id of a store of tables, "QdrT".
pub(super) const APPLICATION_ID: i32 = 0x5164_7254;
/// The present version of a database of tables.
pub const TABLES_VERSION: i32 = 4;
/// The maximum wait for another process to release the database.
const BUSY_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum number of writes in one transaction.
const MAX_TRANSACTION_WRITES: usize = 256;

/// The statements that lead from each version of the database to the next. The first statements
/// create the tables of version 1. Older tables have no invitation and no owner, and their time
/// without use starts with the upgrade.
const UPGRADES: [&str; TABLES_VERSION as usize] = [
    "CREATE TABLE gaming_table(
        name TEXT PRIMARY KEY, rules TEXT NOT NULL, start TEXT, seconds INTEGER,
        increment INTEGER, host BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE seat(
        gaming_table TEXT NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, agent TEXT,
        token BLOB, taken INTEGER NOT NULL, called TEXT,
        PRIMARY KEY(gaming_table, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE action(
        gaming_table TEXT NOT NULL, ply INTEGER NOT NULL, action TEXT NOT NULL,
        clock TEXT, remaining INTEGER,
        PRIMARY KEY(gaming_table, ply)
    ) STRICT, WITHOUT ROWID;",
    "ALTER TABLE gaming_table ADD COLUMN invitation BLOB;",
    "ALTER TABLE gaming_table ADD COLUMN owner BLOB;
    ALTER TABLE gaming_table ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
    UPDATE gaming_table SET used = unixepoch();
    CREATE INDEX owned ON gaming_table(owner);",
    "CREATE TABLE class(
        code TEXT PRIMARY KEY, plan TEXT NOT NULL, host BLOB NOT NULL, owner BLOB,
        used INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE class_table(
        class TEXT NOT NULL, number INTEGER NOT NULL, gaming_table TEXT NOT NULL,
        PRIMARY KEY(class, number)
    ) STRICT, WITHOUT ROWID;",
];

const NOTE_USE: &str = "UPDATE gaming_table SET used = unixepoch() WHERE name = ?1";

/// The statement that notes the use of a class, at most once a day.
const NOTE_CLASS_USE: &str = "UPDATE class SET used = unixepoch() \
    WHERE code = ?1 AND used < unixepoch() - 24 * 60 * 60";

/// The channel for the result of a write.
type WriteDone = oneshot::Sender<Result<(), StoreError>>;

/// The message about a database with damaged pages.
const DAMAGED: &str = "it is damaged";

/// A request to the writer thread, with the channel on which its result is returned.
pub(super) enum WriteRequest {
    /// Writes changes, all or none of them.
    Write(Vec<StoreChange>, WriteDone),
    /// Reads a table.
    Read(String, SyncSender<Result<Option<StoredTable>, StoreError>>),
    /// Reads a class.
    Class(String, SyncSender<Result<Option<StoredClass>, StoreError>>),
    /// Counts the tables and classes of an owner.
    Count(TokenHash, SyncSender<Result<usize, StoreError>>),
    /// Deletes the tables and classes that were not used for the given time, except the tables in
    /// the set. Returns the names of the deleted tables.
    Expire(Duration, HashSet<String>, SyncSender<Result<Vec<String>, StoreError>>),
    /// Copies the database to a file.
    Copy(PathBuf, SyncSender<Result<(), StoreError>>),
}

/// The database and its name.
pub(super) struct StoreWriter {
    connection: Connection,
    name: String,
}

impl StoreWriter {
    /// Opens a database, and creates it if it does not exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let name = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags);
        let connection = connection.map_err(|error| failure(&name, &error))?;
        Self::prepare(connection, name)
    }

    /// Creates a database in memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        let name = "the memory".to_owned();
        let connection = Connection::open_in_memory().map_err(|error| failure(&name, &error))?;
        Self::prepare(connection, name)
    }

    fn prepare(connection: Connection, name: String) -> Result<Self, StoreError> {
        let failed = |error: rusqlite::Error| failure(&name, &error);
        connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        // The file may come from a stranger. Its schema can't call functions with side effects.
        connection.pragma_update(None, "trusted_schema", false).map_err(failed)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(failed)?;
        // This first access to the file takes the lock.
        let tables: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(failed)?;
        let number = |pragma: &str| {
            connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0)).map_err(failed)
        };
        if tables > 0 && number("application_id")? != APPLICATION_ID {
            return Err(StoreError::Foreign(name));
        }
        let found = if tables > 0 { number("user_version")? } else { 0 };
        if tables > 0 && !(1..=TABLES_VERSION).contains(&found) {
            return Err(StoreError::Version { name, found, wanted: TABLES_VERSION });
        }
        if tables > 0 {
            if !has_tables_of(&connection, found).map_err(failed)? {
                return Err(StoreError::Altered(name));
            }
            let pages: String = connection
                .pragma_query_value(None, "quick_check", |row| row.get(0))
                .map_err(failed)?;
            if pages != "ok" {
                return Err(StoreError::Database { name, why: format!("{DAMAGED}: {pages}") });
            }
        }
        let prepare = || {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // Committed changes survive a power failure.
            connection.pragma_update(None, "synchronous", "FULL")?;
            if found == TABLES_VERSION {
                return Ok(());
            }
            let whole = connection.unchecked_transaction()?;
            whole.pragma_update(None, "application_id", APPLICATION_ID)?;
            whole.pragma_update(None, "user_version", TABLES_VERSION)?;
            whole.execute_batch(&statements(found, TABLES_VERSION))?;
            whole.commit()
        };
        prepare().map_err(failed)?;
        Ok(Self { connection, name })
    }

    /// Returns the name of the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Handles requests until all senders are dropped.
    pub fn run(mut self, queue: &Receiver<WriteRequest>) {
        while let Ok(first) = queue.recv() {
            let mut changes = Vec::new();
            for demand in
                std::iter::once(first).chain(queue.try_iter().take(MAX_TRANSACTION_WRITES))
            {
                if let WriteRequest::Write(change, done) = demand {
                    changes.push((change, done));
                    continue;
                }
                // Other requests must see all earlier writes.
                self.write_all(std::mem::take(&mut changes));
                // The caller may have gone.
                let _ = match demand {
                    WriteRequest::Write(..) => Ok(()),
                    WriteRequest::Read(table, done) => done.send(self.read(&table)).map_err(drop),
                    WriteRequest::Class(code, done) => done.send(self.class(&code)).map_err(drop),
                    WriteRequest::Count(owner, done) => done.send(self.count(&owner)).map_err(drop),
                    WriteRequest::Expire(age, kept, done) => {
                        done.send(self.expire(age, &kept)).map_err(drop)
                    }
                    WriteRequest::Copy(path, done) => done.send(self.copy(&path)).map_err(drop),
                };
            }
            self.write_all(changes);
        }
    }

    /// Writes the changes of all requests in one transaction. If that fails, writes the changes of
    /// each request in a separate transaction.
    fn write_all(&mut self, changes: Vec<(Vec<StoreChange>, WriteDone)>) {
        if changes.is_empty() {
            return;
        }
        let all: Vec<&StoreChange> = changes.iter().flat_map(|(change, _)| change).collect();
        if self.commit(&all).is_ok() {
            for (_, done) in changes {
                let _ = done.send(Ok(()));
            }
            return;
        }
        for (change, done) in changes {
            let own: Vec<&StoreChange> = change.iter().collect();
            let result = self.commit(&own).map_err(|error| failure(&self.name, &error));
            let _ = done.send(result);
        }
    }

    fn commit(&mut self, changes: &[&StoreChange]) -> rusqlite::Result<()> {
        let whole = self.connection.transaction()?;
        for change in changes {
            write(&whole, change)?;
        }
        whole.commit()
    }

    fn read(&self, name: &str) -> Result<Option<StoredTable>, StoreError> {
        let failed = |error: rusqlite::Error| failure(&self.name, &error);
        let table = self
            .connection
            .prepare(
                "SELECT rules, start, seconds, increment, host, invitation, owner \
                 FROM gaming_table WHERE name = ?1",
            )
            .and_then(|mut query| query.query_row([name], |row| table(name, row)).optional())
            .map_err(failed)?;
        let Some((rules, mut table)) = table else { return Ok(None) };
        self.connection.execute(NOTE_USE, [name]).map_err(failed)?;
        table.rules =
            serde_json::from_str(&rules).map_err(|_| StoreError::Damaged(name.to_owned()))?;
        table.seats = self
            .rows(
                "SELECT seat, agent, token, taken, called FROM seat WHERE gaming_table = ?1 \
                 ORDER BY number",
                name,
                seat,
            )
            .map_err(failed)?;
        table.actions = self
            .rows(
                "SELECT ply, action, clock, remaining FROM action WHERE gaming_table = ?1 \
                 ORDER BY ply",
                name,
                action,
            )
            .map_err(failed)?;
        Ok(Some(table))
    }

    fn class(&self, code: &str) -> Result<Option<StoredClass>, StoreError> {
        let failed = |error: rusqlite::Error| failure(&self.name, &error);
        let read = |row: &Row<'_>| {
            Ok((row.get::<_, String>(0)?, row.get::<_, TokenHash>(1)?, row.get(2)?))
        };
        let class = self
            .connection
            .prepare("SELECT plan, host, owner FROM class WHERE code = ?1")
            .and_then(|mut query| query.query_row([code], read).optional())
            .map_err(failed)?;
        let Some((plan, host, owner)) = class else { return Ok(None) };
        self.connection.execute(NOTE_CLASS_USE, [code]).map_err(failed)?;
        let plan = serde_json::from_str(&plan).map_err(|_| StoreError::Damaged(code.to_owned()))?;
        let table =
            |row: &Row<'_>| Ok(ClassTable { name: row.get(0)?, has_free_seat: row.get(1)? });
        let tables = self
            .rows(
                "SELECT gaming_table, EXISTS(SELECT 1 FROM seat WHERE \
                 seat.gaming_table = class_table.gaming_table AND NOT taken AND agent IS NULL) \
                 FROM class_table WHERE class = ?1 ORDER BY number",
                code,
                table,
            )
            .map_err(failed)?;
        Ok(Some(StoredClass { code: code.to_owned(), plan, host, owner, tables }))
    }

    fn count(&self, owner: &TokenHash) -> Result<usize, StoreError> {
        let count = self.connection.query_row(
            "SELECT (SELECT count(*) FROM gaming_table WHERE owner = ?1) \
             + (SELECT count(*) FROM class WHERE owner = ?1)",
            [owner],
            |row| row.get::<_, i64>(0),
        );
        count.map(|count| count as usize).map_err(|error| failure(&self.name, &error))
    }

    /// Deletes the tables and classes without use for the time `age`, except the tables in `kept`.
    /// Returns the names of the tables.
    fn expire(&mut self, age: Duration, kept: &HashSet<String>) -> Result<Vec<String>, StoreError> {
        let mut expire = || -> rusqlite::Result<Vec<String>> {
            let whole = self.connection.transaction()?;
            let names: Vec<String> = whole
                .prepare("SELECT name FROM gaming_table WHERE used <= unixepoch() - ?1")?
                .query_map([age.as_secs() as i64], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let names: Vec<String> = names.into_iter().filter(|it| !kept.contains(it)).collect();
            for name in &names {
                whole.execute("DELETE FROM action WHERE gaming_table = ?1", [name])?;
                whole.execute("DELETE FROM seat WHERE gaming_table = ?1", [name])?;
                whole.execute("DELETE FROM class_table WHERE gaming_table = ?1", [name])?;
                whole.execute("DELETE FROM gaming_table WHERE name = ?1", [name])?;
            }
            let old = [age.as_secs() as i64];
            whole.execute("DELETE FROM class WHERE used <= unixepoch() - ?1", old)?;
            let orphans = "DELETE FROM class_table WHERE class NOT IN (SELECT code FROM class)";
            whole.execute(orphans, [])?;
            whole.commit()?;
            Ok(names)
        };
        let name = self.name.clone();
        expire().map_err(|error| failure(&name, &error))
    }

    /// Copies the database to a file. The file is complete at all times, because it is replaced as
    /// a whole.
    fn copy(&self, path: &Path) -> Result<(), StoreError> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| StoreError::Database {
            name: name.clone(),
            why: error.to_string(),
        };
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        match std::fs::remove_file(&part) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(failed(error));
            }
            _ => {}
        }
        let text = part.to_str().ok_or_else(|| StoreError::Database {
            name: name.clone(),
            why: "its path is not valid UTF-8".to_owned(),
        })?;
        self.connection
            .execute("VACUUM INTO ?1", [text])
            .map_err(|error| failure(&name, &error))?;
        std::fs::rename(&part, path).map_err(failed)
    }

    fn rows<T>(
        &self,
        text: &str,
        name: &str,
        read: fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Vec<T>> {
        let mut query = self.connection.prepare(text)?;
        query.query_map([name], read)?.collect()
    }
}

/// Returns the statements that upgrade a database from one version to another. Version 0 is an
/// empty database.
fn statements(from: i32, to: i32) -> String {
    UPGRADES[from as usize..to as usize].concat()
}

/// Returns `true` if a database has exactly the tables of a version, and no views or triggers. A
/// trigger could remove a change after its write has returned.
fn has_tables_of(connection: &Connection, version: i32) -> rusqlite::Result<bool> {
    let model = Connection::open_in_memory()?;
    model.execute_batch(&statements(0, version))?;
    Ok(definitions(connection)? == definitions(&model)?)
}

/// Returns everything that a database defines: type, name and text. The texts have no white space
/// before brackets, because a column that was added later is not indented.
fn definitions(connection: &Connection) -> rusqlite::Result<Vec<(String, String, String)>> {
    let mut query = connection
        .prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")?;
    let row = |row: &Row<'_>| {
        let text: String = row.get(2)?;
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok((row.get(0)?, row.get(1)?, words.replace("( ", "(").replace(" )", ")")))
    };
    query.query_map([], row)?.collect()
}

fn write(whole: &Transaction<'_>, change: &StoreChange) -> rusqlite::Result<()> {
    match change {
        StoreChange::Open(table) => {
            let rules = serde_json::to_string(&table.rules)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
            whole
                .prepare(
                    "INSERT INTO gaming_table VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, unixepoch())",
                )?
                .execute(params![
                    table.name,
                    rules,
                    table.start,
                    table.clock.map(|clock| clock.seconds),
                    table.clock.map(|clock| clock.increment),
                    table.host,
                    table.invitation,
                    table.owner,
                ])?;
            for (number, seat) in table.seats.iter().enumerate() {
                whole.prepare("INSERT INTO seat VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?.execute(
                    params![
                        table.name,
                        number as i64,
                        seat.seat,
                        seat.agent,
                        seat.token,
                        seat.taken,
                        seat.called,
                    ],
                )?;
            }
        }
        StoreChange::Act { table, action } => {
            let (clock, remaining) = match &action.left {
                Some((seat, left)) => (Some(seat), Some(*left as i64)),
                None => (None, None),
            };
            whole.prepare("INSERT INTO action VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
                table,
                action.ply as i64,
                action.action,
                clock,
                remaining
            ])?;
            whole.prepare(NOTE_USE)?.execute([table])?;
        }
        StoreChange::Seat { table, seat } => write_seat(whole, table, seat)?,
        StoreChange::Restart { table, seats } => {
            whole.prepare("DELETE FROM action WHERE gaming_table = ?1")?.execute([table])?;
            for seat in seats {
                write_seat(whole, table, seat)?;
            }
        }
        StoreChange::OpenClass(class) => {
            let plan = serde_json::to_string(&class.plan)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
            whole
                .prepare("INSERT INTO class VALUES (?1, ?2, ?3, ?4, unixepoch())")?
                .execute(params![class.code, plan, class.host, class.owner])?;
        }
        StoreChange::AddToClass { code, table } => {
            whole
                .prepare(
                    "INSERT INTO class_table SELECT ?1, coalesce(max(number) + 1, 0), ?2 \
                     FROM class_table WHERE class = ?1",
                )?
                .execute(params![code, table])?;
        }
        StoreChange::CloseClass { code } => {
            whole.prepare("DELETE FROM class_table WHERE class = ?1")?.execute([code])?;
            whole.prepare("DELETE FROM class WHERE code = ?1")?.execute([code])?;
        }
    }
    Ok(())
}

fn write_seat(whole: &Transaction<'_>, table: &str, seat: &StoredSeat) -> rusqlite::Result<()> {
    let StoredSeat { seat, agent, token, taken, called } = seat;
    whole
        .prepare(
            "UPDATE seat SET agent = ?3, token = ?4, taken = ?5, called = ?6 \
             WHERE gaming_table = ?1 AND seat = ?2",
        )?
        .execute(params![table, seat, agent, token, taken, called])?;
    Ok(())
}

/// Reads a table from a row of the database. Returns the text of its rules, and the table without
/// its rules, seats and actions.
fn table(name: &str, row: &Row<'_>) -> rusqlite::Result<(String, StoredTable)> {
    let clock = match (row.get(2)?, row.get(3)?) {
        (Some(seconds), Some(increment)) => Some(ClockPlan { seconds, increment }),
        _ => None,
    };
    let table = StoredTable {
        name: name.to_owned(),
        rules: quadrille_service::protocol::RulesKey::default(),
        start: row.get(1)?,
        clock,
        host: row.get(4)?,
        invitation: row.get(5)?,
        owner: row.get(6)?,
        seats: Vec::new(),
        actions: Vec::new(),
    };
    Ok((row.get(0)?, table))
}

fn seat(row: &Row<'_>) -> rusqlite::Result<StoredSeat> {
    Ok(StoredSeat {
        seat: row.get(0)?,
        agent: row.get(1)?,
        token: row.get(2)?,
        taken: row.get(3)?,
        called: row.get(4)?,
    })
}

fn action(row: &Row<'_>) -> rusqlite::Result<StoredAction> {
    let ply: i64 = row.get(0)?;
    let left = match (row.get(2)?, row.get::<_, Option<i64>>(3)?) {
        (Some(seat), Some(left)) => Some((seat, left.max(0) as u64)),
        _ => None,
    };
    Ok(StoredAction { ply: ply as usize, action: row.get(1)?, left })
}

/// Converts a database error.
pub(super) fn failure(name: &str, error: &rusqlite::Error) -> StoreError {
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "it is in use by another process".to_owned()
        }
        Some(ErrorCode::NotADatabase) => "not a database".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => DAMAGED.to_owned(),
        Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
        Some(ErrorCode::ReadOnly) => "it can't be written to".to_owned(),
        Some(ErrorCode::CannotOpen) => {
            "it can't be opened; check that its folder exists and is writable".to_owned()
        }
        _ => error.to_string(),
    };
    StoreError::Database { name: name.to_owned(), why }
}
