//! The store of tables: an SQLite database with a row for each table, seat and action. A write
//! returns after its change is on the disk. Tables announce a change only after its write has
//! returned. One thread writes all changes. It collects the changes that arrive during a
//! transaction, and writes them in the next one.

mod error;
mod stored;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};

pub use error::StoreError;
pub(crate) use stored::{StoreChange, StoredAction, StoredSeat, StoredTable};
use writer::{StoreWriter, WriteRequest};

/// The maximum number of writes in the queue.
const MAX_QUEUED_WRITES: usize = 1024;

/// The store of tables: a database, or none.
#[derive(Clone)]
pub(crate) struct TableStore {
    demands: Option<SyncSender<WriteRequest>>,
}

impl TableStore {
    /// Creates a store that keeps nothing.
    pub fn nowhere() -> Self {
        Self { demands: None }
    }

    /// Opens the database of tables, and creates it if it does not exist.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let (demands, queue) = sync_channel(MAX_QUEUED_WRITES);
        let path: PathBuf = path.to_owned();
        let writer = StoreWriter::open(&path)?;
        let failed = |error: std::io::Error| StoreError::Database {
            name: path.display().to_string(),
            why: error.to_string(),
        };
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.run(&queue))
            .map_err(failed)?;
        Ok(Self { demands: Some(demands) })
    }

    /// Writes a change, and returns when it is on the disk.
    ///
    /// # Errors
    /// If the change could not be written.
    pub fn write(&self, change: StoreChange) -> Result<(), StoreError> {
        let Some(demands) = &self.demands else { return Ok(()) };
        let (done, result) = sync_channel(1);
        let request = WriteRequest::Write(Box::new(change), done);
        demands.send(request).map_err(|_| StoreError::Closed)?;
        result.recv().map_err(|_| StoreError::Closed)?
    }

    /// Returns the table with a name, if there is one.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn read(&self, table: &str) -> Result<Option<StoredTable>, StoreError> {
        let Some(demands) = &self.demands else { return Ok(None) };
        let (done, result) = sync_channel(1);
        demands.send(WriteRequest::Read(table.to_owned(), done)).map_err(|_| StoreError::Closed)?;
        result.recv().map_err(|_| StoreError::Closed)?
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    mod faults;

    use super::*;
    use quadrille_service::protocol::{ClockPlan, RulesKey};

    fn table(name: &str) -> StoredTable {
        let seat = |seat: &str, agent: Option<&str>| StoredSeat {
            seat: seat.to_owned(),
            agent: agent.map(str::to_owned),
            token: agent.is_none().then_some([7; 32]),
            taken: false,
            called: None,
        };
        StoredTable {
            name: name.to_owned(),
            rules: RulesKey { id: "verney-1881".to_owned(), ..RulesKey::default() },
            start: Some("{}".to_owned()),
            clock: Some(ClockPlan { seconds: 60, increment: 2 }),
            host: [1; 32],
            invitation: Some([2; 32]),
            seats: vec![seat("white", None), seat("black", Some("greedy"))],
            actions: Vec::new(),
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("quadrille-tables-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_was_written_is_read_again_by_the_next_program() {
        let folder = folder("again");
        let path = folder.join("tables.db");
        let mut wanted = table("t1");
        {
            let store = TableStore::open(&path).unwrap();
            store.write(StoreChange::Open(wanted.clone())).unwrap();
            for (ply, left) in [(1, None), (2, Some(("white".to_owned(), 59_000)))] {
                let action = StoredAction { ply, action: format!("a{ply}-a3"), left };
                wanted.actions.push(action.clone());
                store.write(StoreChange::Act { table: "t1".to_owned(), action }).unwrap();
            }
            let seat = StoredSeat {
                taken: true,
                called: Some("Ada".to_owned()),
                ..wanted.seats[0].clone()
            };
            wanted.seats[0] = seat.clone();
            store.write(StoreChange::Seat { table: "t1".to_owned(), seat }).unwrap();
            // A second row for a ply would contradict the first.
            let again = StoredAction { ply: 2, action: "x".to_owned(), left: None };
            assert!(
                store.write(StoreChange::Act { table: "t1".to_owned(), action: again }).is_err()
            );
            assert!(store.read("t2").unwrap().is_none());
            // Another game at another table has no actions of the game before.
            let mut other = table("t3");
            store.write(StoreChange::Open(other.clone())).unwrap();
            let action = StoredAction { ply: 1, action: "a1-a3".to_owned(), left: None };
            store.write(StoreChange::Act { table: "t3".to_owned(), action }).unwrap();
            other.seats[1].called = Some("Eve".to_owned());
            let seats = other.seats.clone();
            store.write(StoreChange::Restart { table: "t3".to_owned(), seats }).unwrap();
            assert_eq!(store.read("t3").unwrap(), Some(other));
            drop(store);
        }
        let mut tries = 0;
        // The writer thread of the first store releases the file when it ends.
        let store = loop {
            match TableStore::open(&path) {
                Ok(store) => break store,
                Err(error) if tries > 100 => panic!("{error}"),
                Err(_) => tries += 1,
            }
        };
        assert_eq!(store.read("t1").unwrap(), Some(wanted));
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_store_of_version_1_opens_and_its_tables_have_no_invitation() {
        let folder = folder("old");
        let path = folder.join("tables.db");
        let old = rusqlite::Connection::open(&path).unwrap();
        old.execute_batch(include_str!("version-1.sql")).unwrap();
        drop(old);
        let store = TableStore::open(&path).unwrap();
        let read = store.read("t1").unwrap().expect("the old table");
        assert_eq!(read, StoredTable { invitation: None, ..table("t1") });
        store.write(StoreChange::Open(table("t2"))).unwrap();
        assert_eq!(store.read("t2").unwrap(), Some(table("t2")));
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_of_another_kind_is_left_alone() {
        let folder = folder("foreign");
        let text = folder.join("notes.txt");
        std::fs::write(&text, "not a database, but longer than its header ".repeat(40)).unwrap();
        assert!(TableStore::open(&text).is_err());
        let other = folder.join("other.db");
        rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE a(b)").unwrap();
        assert!(matches!(TableStore::open(&other), Err(StoreError::Foreign(_))));
        assert!(TableStore::open(&folder.join("none").join("a.db")).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_store_with_a_trigger_a_view_or_a_damaged_page_is_refused() {
        let folder = folder("altered");
        let path = folder.join("tables.db");
        let fresh = |change: &str| {
            let _ = std::fs::remove_file(&path);
            drop(StoreWriter::open(&path).unwrap());
            rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
        };
        for change in [
            "CREATE TRIGGER t AFTER INSERT ON action BEGIN DELETE FROM action; END",
            "CREATE VIEW v AS SELECT * FROM seat",
            "ALTER TABLE seat ADD COLUMN more TEXT",
            "DROP TABLE action",
        ] {
            fresh(change);
            let refused = TableStore::open(&path).map(drop).unwrap_err();
            assert!(matches!(refused, StoreError::Altered(_)), "{change}: {refused}");
        }
        // Rows on many pages, one of which is overwritten.
        fresh(
            "INSERT INTO action SELECT 't', value, hex(zeroblob(2000)), NULL, NULL \
             FROM json_each('[1,2,3,4,5,6,7,8,9]')",
        );
        let mut bytes = std::fs::read(&path).unwrap();
        let length = bytes.len();
        bytes[length - 4096..].fill(0xa5);
        std::fs::write(&path, bytes).unwrap();
        let refused = TableStore::open(&path).map(drop).unwrap_err();
        assert!(refused.to_string().contains("it is damaged"), "{refused}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn without_a_database_nothing_is_kept() {
        let store = TableStore::nowhere();
        store.write(StoreChange::Open(table("t1"))).unwrap();
        assert!(store.read("t1").unwrap().is_none());
    }
}
