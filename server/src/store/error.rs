//! [`StoreError`]: why tables can't be kept.

/// Why something can't be kept.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database can't be read or written.
    #[error("{name}: {why}")]
    Database {
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// It belongs to something else.
    #[error("{0} is not a store of tables")]
    Foreign(String),
    /// It was made by another version of this program.
    #[error("{name}: its tables are version {found}; this program reads version {wanted}")]
    Version {
        /// Its name.
        name: String,
        /// Its version.
        found: i32,
        /// The one that is read.
        wanted: i32,
    },
    /// A row makes no sense.
    #[error("the table {0} can't be read")]
    Damaged(String),
    /// The thread that writes has ended.
    #[error("the store is closed")]
    Closed,
}
