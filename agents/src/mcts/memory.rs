//! [`TreeMemory`] keeps the tree of a search from one decision to the next.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use super::grow::locked;
use super::tree::Tree;
use crate::search::thread_memories::ThreadMemories;

/// The interval at which a helping thread tests if the first thread has set the root.
const ROOT_POLL_INTERVAL: Duration = Duration::from_micros(200);

/// The memory of a Monte Carlo tree search. It contains the tree that the search keeps from one
/// decision of a game to the next. At the next decision, the search keeps the part of the tree
/// below the new position. A memory can be used for any number of games.
pub struct TreeMemory(pub(super) ThreadMemories<Mutex<Tree>>);

impl TreeMemory {
    /// Returns a memory whose tree takes at most this number of bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self(ThreadMemories::new(Mutex::new(Tree::new(Tree::nodes_in(bytes)))))
    }

    /// Removes the memories of `count` helping threads from this memory, and returns them. The
    /// helping threads wait until the first thread has set the root.
    pub(crate) fn take_helpers(&mut self, count: usize) -> Vec<Self> {
        locked(self.0.all()).open = false;
        self.0.take_helpers(count).into_iter().map(Self).collect()
    }

    /// Waits until the first thread has set the root of the tree, or until `stop` returns `true`.
    pub(crate) fn wait_for_root(&self, stop: &dyn Fn() -> bool) {
        while !locked(self.0.all()).open && !stop() {
            thread::sleep(ROOT_POLL_INTERVAL);
        }
    }

    /// Returns the memories of helping threads to this memory, after the search.
    pub(crate) fn keep_helpers(&mut self, helpers: Vec<Self>) {
        self.0.keep_helpers(helpers.into_iter().map(|helper| helper.0).collect());
    }

    /// Clears the memory, for a new game.
    pub fn clear(&mut self) {
        locked(self.0.all()).clear();
        self.0.forget();
    }
}

impl std::fmt::Debug for TreeMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TreeMemory")
    }
}
