//! Weights that a page supplies because the library of its engine does not contain them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille_dsl::{Folder, Library, LibraryError, Limits, weights};

/// The files of weights, by the id of their ruleset. A ruleset with `None` is played without its
/// weights, because the page can't load them.
type WeightsFiles = BTreeMap<String, Option<String>>;

/// A library, with the weights that a page supplies.
pub(crate) struct WithWeights {
    library: Box<dyn Library + Send + Sync>,
    supplied: Mutex<WeightsFiles>,
}

impl WithWeights {
    pub fn new(library: Box<dyn Library + Send + Sync>) -> Self {
        Self { library, supplied: Mutex::default() }
    }

    /// Supplies the weights of a ruleset, or `None` to play without them. Returns `false` if the
    /// library contains these weights. The call then has no effect.
    pub fn supply(&self, id: &str, weights: Option<String>) -> bool {
        let lacks = self.library.lacks_weights(id);
        if lacks {
            self.supplied().insert(id.to_owned(), weights);
        }
        lacks
    }

    /// Removes the supplied weights of a ruleset.
    pub fn withdraw(&self, id: &str) {
        self.supplied().remove(id);
    }

    fn supplied(&self) -> MutexGuard<'_, WeightsFiles> {
        self.supplied.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library for WithWeights {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let mut folder = self.library.folder(name)?;
        if let Some(Some(weights)) = self.supplied().get(name) {
            folder.files.insert(weights::FILE.to_owned(), weights.clone().into_bytes());
        }
        Ok(folder)
    }

    fn names(&self) -> Vec<String> {
        self.library.names()
    }

    fn recipes(&self) -> Vec<String> {
        self.library.recipes()
    }

    fn lacks_weights(&self, name: &str) -> bool {
        self.library.lacks_weights(name) && !self.supplied().contains_key(name)
    }

    fn neighbours(&self, path: &str) -> Vec<String> {
        self.library.neighbours(path)
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.library.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        self.library.plugins()
    }

    fn limits(&self) -> Limits {
        self.library.limits()
    }
}
