//! [`Limits`]: the memory that a ruleset may use.

use std::sync::atomic::AtomicBool;

use quadrille_core::MAX_TABLE_BYTES;

/// A stop flag that is never set, for work that ends soon.
pub(crate) static NEVER_STOPPED: AtomicBool = AtomicBool::new(false);

/// Limits on the memory that loading a ruleset may use. A [`crate::Library`] sets the limits of its
/// rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum size of the tables of movement, in bytes.
    pub table_bytes: usize,
}

impl Limits {
    /// The limits for a program that one person runs.
    pub const LOCAL: Self = Self { table_bytes: MAX_TABLE_BYTES };
    /// The limits for an editor, which loads a ruleset again after each change.
    pub const EDITOR: Self = Self { table_bytes: 64 << 20 };
    /// The limits for a server, which holds the rulesets of many visitors at once.
    pub const SERVER: Self = Self { table_bytes: 32 << 20 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::LOCAL
    }
}
