//! [`ThreadMemories`]: the memory of a search between decisions. The threads of the search share
//! one part of the memory, and each thread has a separate workspace.

use std::any::Any;
use std::sync::Arc;

use quadrille_core::tables::CompiledRules;

/// The memory of a search's first thread, with the memories of the threads that help it.
pub(crate) struct ThreadMemories<T> {
    all: Arc<T>,
    /// The ruleset, and the thread's workspace for boards of the ruleset's width.
    workspace: Option<(CompiledRules, Box<dyn Any + Send>)>,
    /// The number of a helping thread; `None` for the first thread.
    helper: Option<u32>,
    helpers: Vec<Self>,
}

impl<T> ThreadMemories<T> {
    /// Creates the memory of a first thread.
    pub fn new(all: T) -> Self {
        Self::of(Arc::new(all), None)
    }

    fn of(all: Arc<T>, helper: Option<u32>) -> Self {
        Self { all, workspace: None, helper, helpers: Vec::new() }
    }

    /// Returns the part that all threads share.
    pub fn all(&self) -> &T {
        &self.all
    }

    /// Returns the number of the thread that owns this memory, if it is a helping thread. Returns
    /// `None` for the first thread.
    pub fn helper(&self) -> Option<u32> {
        self.helper
    }

    /// Drops the workspaces.
    pub fn forget(&mut self) {
        self.workspace = None;
        self.helpers.clear();
    }

    /// Returns `true` if there is a workspace, and it belongs to another ruleset.
    pub fn was_of_another(&self, rules: &CompiledRules) -> bool {
        self.workspace.as_ref().is_some_and(|(of, _)| !of.is(rules))
    }

    /// Removes the workspace, and returns it if it belongs to this ruleset.
    pub fn workspace<S: 'static>(&mut self, rules: &CompiledRules) -> Option<Box<S>> {
        let (_, workspace) = self.workspace.take().filter(|(of, _)| of.is(rules))?;
        workspace.downcast().ok()
    }

    /// Stores a workspace for a ruleset.
    pub fn keep(&mut self, rules: &CompiledRules, workspace: Box<dyn Any + Send>) {
        self.workspace = Some((rules.clone(), workspace));
    }

    /// Removes the memories of `count` helping threads, and returns them.
    pub fn take_helpers(&mut self, count: usize) -> Vec<Self> {
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.truncate(count);
        while helpers.len() < count {
            helpers.push(Self::of(self.all.clone(), Some(helpers.len() as u32)));
        }
        helpers
    }

    /// Returns the memories of helping threads to this memory, after the search.
    pub fn keep_helpers(&mut self, helpers: Vec<Self>) {
        self.helpers = helpers;
    }
}
