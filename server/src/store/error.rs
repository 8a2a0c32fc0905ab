//! [`StoreError`], the reasons why the store of tables cannot be used.

/// The reasons why the store of tables cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database can't be read or written.
    #[error("{name}: {why}")]
    Database {
        /// The name of the database.
        name: String,
        /// The cause.
        why: String,
    },
    /// The database belongs to another program.
    #[error("{0} is not a store of tables")]
    Foreign(String),
    /// The database has the format of another version of this program.
    #[error("{name}: its tables have version {found}; this program reads version {wanted}")]
    Version {
        /// The name of the database.
        name: String,
        /// The version of the database.
        found: i32,
        /// The version that this program reads.
        wanted: i32,
    },
    /// The database contains other tables than this program creates, or views or triggers.
    #[error("{0}: its tables are not the ones that this program creates")]
    Altered(String),
    /// A row has invalid contents.
    #[error("the table {0} can't be read")]
    Damaged(String),
    /// The writer thread has ended.
    #[error("the store is closed")]
    Closed,
}
