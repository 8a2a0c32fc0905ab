//! The store of tables: an SQLite database with a row for each table, seat and action. A write
//! returns after its change is on the disk. Tables announce a change only after its write has
//! returned. One thread writes all changes. It collects the changes that arrive during a
//! transaction, and writes them in the next one.

mod error;
mod migrate;
mod stored;
mod writer;

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

pub use error::StoreError;
pub use migrate::{migrate_tables, tables_version};
pub(crate) use stored::{
    ClassPlan, ClassTable, StoreChange, StoredAction, StoredClass, StoredSeat, StoredTable,
};
pub use writer::TABLES_VERSION;
use writer::{StoreWriter, WriteRequest};

use tokio::sync::oneshot;

use crate::secret::TokenHash;

/// The store of tables: a database on the disk or in memory.
#[derive(Clone)]
pub(crate) struct TableStore {
    demands: Sender<WriteRequest>,
}

impl TableStore {
    /// Creates a store in memory, which ends with the program.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the system has too little memory, or can't start a thread.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::start(StoreWriter::in_memory()?)
    }

    /// Opens the database of tables, and creates it if it does not exist.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the database cannot be used.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::start(StoreWriter::open(path)?)
    }

    fn start(writer: StoreWriter) -> Result<Self, StoreError> {
        let (demands, queue) = channel();
        let name = writer.name().to_owned();
        let failed = |error: std::io::Error| StoreError::Database { name, why: error.to_string() };
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.run(&queue))
            .map_err(failed)?;
        Ok(Self { demands })
    }

    /// Writes changes, all or none of them. Returns when they are on the disk.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the changes could not be written.
    pub async fn write(&self, changes: Vec<StoreChange>) -> Result<(), StoreError> {
        if changes.is_empty() {
            return Ok(());
        }
        let (done, result) = oneshot::channel();
        let request = WriteRequest::Write(changes, done);
        self.demands.send(request).map_err(|_| StoreError::Closed)?;
        result.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns the table with a name, if there is one.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the table cannot be read.
    pub fn read(&self, table: &str) -> Result<Option<StoredTable>, StoreError> {
        self.request(|done| WriteRequest::Read(table.to_owned(), done))
    }

    /// Returns the class with a code, if there is one.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the class cannot be read.
    pub fn class(&self, code: &str) -> Result<Option<StoredClass>, StoreError> {
        self.request(|done| WriteRequest::Class(code.to_owned(), done))
    }

    /// Returns the number of tables and classes of an owner.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the tables cannot be counted.
    pub fn count(&self, owner: TokenHash) -> Result<usize, StoreError> {
        self.request(|done| WriteRequest::Count(owner, done))
    }

    /// Deletes the tables and classes that were not used for the time `age`, except the tables in
    /// `kept`. Returns the names of the deleted tables.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the tables cannot be deleted.
    pub fn expire(&self, age: Duration, kept: HashSet<String>) -> Result<Vec<String>, StoreError> {
        self.request(|done| WriteRequest::Expire(age, kept, done))
    }

    /// Copies the database to a file. Replaces an existing file.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the file cannot be written.
    pub fn copy(&self, path: &Path) -> Result<(), StoreError> {
        self.request(|done| WriteRequest::Copy(path.to_owned(), done))
    }

    /// Sends a request to the writer thread, and waits for its result. The caller's thread is
    /// blocked meanwhile.
    fn request<T>(
        &self,
        request: impl FnOnce(SyncSender<Result<T, StoreError>>) -> WriteRequest,
    ) -> Result<T, StoreError> {
        let (done, result) = sync_channel(1);
        self.demands.send(request(done)).map_err(|_| StoreError::Closed)?;
        result.recv().map_err(|_| StoreError::Closed)?
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    mod faults;

    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::*;
    use quadrille_service::protocol::{ClockPlan, RulesKey, SeatPlan, Start};

    fn write(store: &TableStore, change: StoreChange) -> Result<(), StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(store.write(vec![change]))
    }

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
            owner: Some([3; 32]),
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
            write(&store, StoreChange::Open(wanted.clone())).unwrap();
            for (ply, left) in [(1, None), (2, Some(("white".to_owned(), 59_000)))] {
                let action = StoredAction { ply, action: format!("a{ply}-a3"), left };
                wanted.actions.push(action.clone());
                write(&store, StoreChange::Act { table: "t1".to_owned(), action }).unwrap();
            }
            let seat = StoredSeat {
                taken: true,
                called: Some("Ada".to_owned()),
                ..wanted.seats[0].clone()
            };
            wanted.seats[0] = seat.clone();
            write(&store, StoreChange::Seat { table: "t1".to_owned(), seat }).unwrap();
            // A second row for a ply would contradict the first.
            let again = StoredAction { ply: 2, action: "x".to_owned(), left: None };
            assert!(
                write(&store, StoreChange::Act { table: "t1".to_owned(), action: again }).is_err()
            );
            assert!(store.read("t2").unwrap().is_none());
            // Another game at another table has no actions of the game before.
            let mut other = table("t3");
            write(&store, StoreChange::Open(other.clone())).unwrap();
            let action = StoredAction { ply: 1, action: "a1-a3".to_owned(), left: None };
            write(&store, StoreChange::Act { table: "t3".to_owned(), action }).unwrap();
            other.seats[1].called = Some("Eve".to_owned());
            let seats = other.seats.clone();
            write(&store, StoreChange::Restart { table: "t3".to_owned(), seats }).unwrap();
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
    fn a_store_of_version_1_opens_and_its_tables_have_no_invitation_and_no_owner() {
        let folder = folder("old");
        let path = folder.join("tables.db");
        let old = rusqlite::Connection::open(&path).unwrap();
        old.execute_batch(include_str!("version-1.sql")).unwrap();
        drop(old);
        let store = TableStore::open(&path).unwrap();
        let read = store.read("t1").unwrap().expect("the old table");
        assert_eq!(read, StoredTable { invitation: None, owner: None, ..table("t1") });
        write(&store, StoreChange::Open(table("t2"))).unwrap();
        assert_eq!(store.read("t2").unwrap(), Some(table("t2")));
        let expired = store.expire(Duration::from_secs(24 * 60 * 60), HashSet::new());
        assert_eq!(expired.unwrap(), Vec::<String>::new(), "their time starts with the upgrade");
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_converted_store_has_the_present_version_and_the_old_one_stays() {
        let folder = folder("migrated");
        let (path, new) = (folder.join("tables.db"), folder.join("new.db"));
        let old = rusqlite::Connection::open(&path).unwrap();
        old.execute_batch(include_str!("version-1.sql")).unwrap();
        drop(old);
        migrate_tables(&path, &new).unwrap();
        assert_eq!(tables_version(&path).unwrap(), Some(1));
        assert_eq!(tables_version(&new).unwrap(), Some(TABLES_VERSION));
        let store = TableStore::open(&new).unwrap();
        assert!(store.read("t1").unwrap().is_some());
        drop(store);
        assert!(migrate_tables(&path, &new).is_err(), "the new file exists already");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_copy_is_a_store_with_the_same_tables() {
        let folder = folder("copy");
        let (store, path) = (TableStore::in_memory().unwrap(), folder.join("copy.db"));
        store.copy(&path).unwrap();
        write(&store, StoreChange::Open(table("t1"))).unwrap();
        store.copy(&path).unwrap();
        assert!(store.copy(&folder.join("none").join("copy.db")).is_err());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no other file is left");
        let copy = TableStore::open(&path).unwrap();
        assert_eq!(copy.read("t1").unwrap(), Some(table("t1")));
        drop(copy);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn tables_are_counted_by_owner_and_expire_unless_they_are_kept() {
        let store = TableStore::in_memory().unwrap();
        for (name, owner) in [("t1", Some([3; 32])), ("t2", Some([3; 32])), ("t3", None)] {
            write(&store, StoreChange::Open(StoredTable { owner, ..table(name) })).unwrap();
        }
        let action = StoredAction { ply: 1, action: "a1-a3".to_owned(), left: None };
        write(&store, StoreChange::Act { table: "t2".to_owned(), action: action.clone() }).unwrap();
        assert_eq!(store.count([3; 32]).unwrap(), 2);
        assert_eq!(store.count([4; 32]).unwrap(), 0);
        let kept = HashSet::from(["t1".to_owned()]);
        assert_eq!(store.expire(Duration::ZERO, kept).unwrap(), ["t2", "t3"]);
        assert_eq!(store.count([3; 32]).unwrap(), 1);
        // Nothing of the table is left.
        write(&store, StoreChange::Open(table("t2"))).unwrap();
        write(&store, StoreChange::Act { table: "t2".to_owned(), action }).unwrap();
    }

    #[test]
    fn a_class_has_its_tables_in_order_until_it_is_closed_or_expires() {
        let store = TableStore::in_memory().unwrap();
        let plan = ClassPlan {
            rules: table("").rules,
            from: Start::Start,
            seats: BTreeMap::from([("black".to_owned(), SeatPlan::Agent("greedy".to_owned()))]),
            clock: None,
            most: 2,
        };
        let class = |code: &str| StoredClass {
            code: code.to_owned(),
            plan: plan.clone(),
            host: [1; 32],
            owner: Some([3; 32]),
            tables: Vec::new(),
        };
        write(&store, StoreChange::OpenClass(class("AAAAAA"))).unwrap();
        write(&store, StoreChange::OpenClass(class("BBBBBB"))).unwrap();
        assert!(write(&store, StoreChange::OpenClass(class("AAAAAA"))).is_err());
        for name in ["t2", "t1"] {
            write(&store, StoreChange::Open(table(name))).unwrap();
            let (code, table) = ("AAAAAA".to_owned(), name.to_owned());
            write(&store, StoreChange::AddToClass { code, table }).unwrap();
        }
        let seat = StoredSeat { taken: true, ..table("t2").seats[0].clone() };
        write(&store, StoreChange::Seat { table: "t2".to_owned(), seat }).unwrap();
        let tables = [("t2", false), ("t1", true)];
        let tables = tables.map(|(name, free)| ClassTable {
            name: name.to_owned(),
            // The agent of Black has no free seat.
            has_free_seat: free,
        });
        let expected = StoredClass { tables: tables.to_vec(), ..class("AAAAAA") };
        assert_eq!(store.class("AAAAAA").unwrap(), Some(expected));
        assert_eq!(store.class("CCCCCC").unwrap(), None);
        assert_eq!(store.count([3; 32]).unwrap(), 4);
        write(&store, StoreChange::CloseClass { code: "BBBBBB".to_owned() }).unwrap();
        assert_eq!(store.class("BBBBBB").unwrap(), None);
        let kept = HashSet::from(["t1".to_owned()]);
        assert_eq!(store.expire(Duration::ZERO, kept).unwrap(), ["t2"]);
        assert_eq!(store.class("AAAAAA").unwrap(), None);
        assert!(store.read("t1").unwrap().is_some(), "a table outlasts its class");
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
}
