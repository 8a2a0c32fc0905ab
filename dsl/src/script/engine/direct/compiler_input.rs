//! The input of the compiler: scripts whose functions run directly, and native functions.

use std::rc::Rc;

use rhai::AST;

use super::node::DirectFunction;
use crate::script::interface::native::Natives;

/// A script whose functions run directly.
pub(crate) struct Library {
    pub ast: AST,
    /// The name of the script's file.
    pub source: Rc<str>,
    /// `true` if other scripts may call its functions.
    pub shared: bool,
    /// The plain strings in the script.
    pub texts: Vec<String>,
}

/// The functions by number.
pub(super) type Functions = [Option<DirectFunction>];

/// The code from which functions are compiled.
pub(super) struct ScriptCode {
    /// The scripts. `None` replaces a script that does not compile.
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
