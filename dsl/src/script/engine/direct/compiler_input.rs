//! The input of the compiler: the scripts and the native functions.

use std::rc::Rc;

use rhai::AST;

use super::node::DirectFunction;
use crate::script::interface::native::Natives;

/// A script whose functions run directly.
pub(crate) struct Library {
    pub ast: AST,
    /// The name of the script's file.
    pub source: Rc<str>,
    /// `true` if other scripts may call the functions in this script.
    pub shared: bool,
    /// The contents of the strings in the script.
    pub texts: Vec<String>,
}

/// The compiled functions, by their numbers.
pub(super) type Functions = [Option<DirectFunction>];

/// The code from which functions are compiled.
pub(super) struct ScriptCode {
    /// The scripts. The entry of a script that does not compile is `None`.
    pub(super) libraries: Vec<Option<Library>>,
    /// The native functions that scripts can call.
    pub(super) natives: Natives,
}

impl ScriptCode {
    /// Returns the script with this number.
    pub(super) fn library(&self, script: usize) -> Option<&Library> {
        self.libraries.get(script)?.as_ref()
    }
}
