//! The memory of a search between decisions.

use super::transpositions::Transpositions;
use crate::search::thread_memories::ThreadMemories;

/// The memory that a search keeps from one decision of a game to the next. It contains a table of
/// positions and other data that a search needs. The caller sets the size of the table. A memory
/// can be used for any number of games. A game of another ruleset clears the memory.
pub struct SearchMemory(pub(super) ThreadMemories<Transpositions>);

impl SearchMemory {
    /// Returns a memory whose table takes at most this number of bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self(ThreadMemories::new(Transpositions::new(bytes)))
    }

    /// Removes the memories of `count` helping threads from this memory, and returns them. These
    /// memories share the table of this memory.
    pub(crate) fn take_helpers(&mut self, count: usize) -> Vec<Self> {
        self.0.take_helpers(count).into_iter().map(Self).collect()
    }

    /// Returns the memories of helping threads to this memory, after the search.
    pub(crate) fn keep_helpers(&mut self, helpers: Vec<Self>) {
        self.0.keep_helpers(helpers.into_iter().map(|helper| helper.0).collect());
    }

    /// Clears the memory, for a new game.
    pub fn clear(&mut self) {
        self.0.all().clear();
        self.0.forget();
    }
}

impl std::fmt::Debug for SearchMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SearchMemory")
    }
}
