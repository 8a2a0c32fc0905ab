//! The scripts whose functions run directly, and the native functions that they call.

use std::rc::Rc;

use rhai::AST;

use super::node::DirectFunction;
use crate::script::interface::native::Natives;

/// A script whose functions run directly.
pub(crate) struct Library {
    pub ast: AST,
    /// The name of its file.
    pub source: Rc<str>,
    /// Whether other scripts call its functions.
    pub shared: bool,
    /// The plain texts in it.
    pub texts: Vec<String>,
}

/// The functions, by number.
pub(super) type Functions = [Option<DirectFunction>];

/// The code that compiled functions are made of.
pub(super) struct ScriptCode {
    /// The scripts; `None` for one that does not compile.
    pub(super) libraries: Vec<Option<Library>>,
    /// The native functions.
    pub(super) natives: Natives,
}

impl ScriptCode {
    /// Returns the script with this number.
    pub(super) fn library(&self, script: usize) -> Option<&Library> {
        self.libraries.get(script)?.as_ref()
    }
}
