//! [`Limits`]: the memory and the work of loading a ruleset.

use std::sync::atomic::AtomicBool;

use quadrille_core::MAX_TABLE_BYTES;

/// A stop flag that is never set, for work that ends soon.
pub(crate) static NEVER_STOPPED: AtomicBool = AtomicBool::new(false);

/// Limits on the memory and the work of loading a ruleset. A [`crate::Library`] sets the limits of
/// its rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum size of the tables of movement, in bytes.
    pub table_bytes: usize,
    /// The maximum number of operations of all `define` hooks together.
    pub define_operations: u64,
    /// The maximum number of operations of all calls of tabulated hooks together. These hooks run
    /// for every piece on every square.
    pub tabulated_operations: u64,
}

impl Limits {
    /// The limits for a program that one person runs.
    pub const LOCAL: Self = Self {
        table_bytes: MAX_TABLE_BYTES,
        define_operations: 1_000_000,
        tabulated_operations: 8_000_000,
    };
    /// The limits for an editor, which loads a ruleset again after each change.
    pub const EDITOR: Self =
        Self { table_bytes: 64 << 20, define_operations: 500_000, tabulated_operations: 4_000_000 };
    /// The limits for a server, which holds the rulesets of many visitors at once.
    pub const SERVER: Self =
        Self { table_bytes: 64 << 20, define_operations: 500_000, tabulated_operations: 2_000_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::LOCAL
    }
}
