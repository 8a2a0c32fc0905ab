//! Runs functions of scripts without Rhai's interpreter. This is faster, because names, types and
//! native functions are looked up only once, and because values are stored without boxes.
//!
//! Rhai defines the correct behaviour. If a function reaches an unsupported part or an error, the
//! run stops. Rhai then runs the function from the start, and reports the error if there is one. It
//! is safe to run a function again, because hooks only read the game and record effects. All errors
//! come from Rhai, so this module contains no messages about scripts.

mod compiler;
mod compiler_input;
mod node;
mod operators;
mod runner;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rhai::EvalAltResult;

use crate::script::interface::native::{Meter, Natives, Value};
use compiler::Compiler;
pub(crate) use compiler::statements;
pub(crate) use compiler_input::Library;
use compiler_input::ScriptCode;
use runner::DirectRunner;

/// The minimum number of direct calls after which a function is judged. If Rhai had to run more
/// than half of the calls, Rhai runs all later calls.
const TRIAL_CALLS: u32 = 64;

/// The reason why a directly run function returned no answer.
pub(crate) enum DirectStop {
    /// Rhai must run the function.
    Unable,
    /// The hook needs data that only the game has. The game must supply this data before the hook
    /// can continue.
    Interrupted(Box<EvalAltResult>),
}

/// A script's function that Rust code can call directly, with the counts of its calls.
#[derive(Debug)]
pub(crate) struct EntryFunction {
    function: usize,
    calls: Cell<u32>,
    left: Cell<u32>,
}

impl EntryFunction {
    /// Returns `true` if direct calls of the function waste time, because Rhai had to run most of
    /// them.
    pub(crate) fn is_wasted(&self) -> bool {
        self.calls.get() >= TRIAL_CALLS && self.left.get() > self.calls.get() / 2
    }
}

/// The functions of scripts. A function is compiled when its entry is first requested.
pub(crate) struct Direct {
    code: ScriptCode,
    meter: Rc<Meter>,
    functions: RefCell<Compiler>,
    stack: RefCell<Vec<Value>>,
}

impl Direct {
    /// Creates the functions from scripts and native functions. If a script does not compile, its
    /// entry is `None`.
    pub(crate) fn new(
        libraries: Vec<Option<Library>>,
        natives: Natives,
        meter: &Rc<Meter>,
    ) -> Self {
        Self {
            code: ScriptCode { libraries, natives },
            meter: Rc::clone(meter),
            functions: RefCell::default(),
            stack: RefCell::default(),
        }
    }

    /// Returns a function of a script, so that Rust code can call it.
    pub(crate) fn entry(&self, script: usize, name: &str, params: usize) -> Option<EntryFunction> {
        let function = self.functions.borrow_mut().function(&self.code, script, name, params)?;
        Some(EntryFunction { function, calls: Cell::new(0), left: Cell::new(0) })
    }

    /// Returns the number of calls of a function, and the number of these calls that Rhai had to
    /// run.
    #[cfg(test)]
    pub(crate) fn counts(entry: &EntryFunction) -> (u32, u32) {
        (entry.calls.get(), entry.left.get())
    }

    /// Calls a function.
    pub(crate) fn call(&self, entry: &EntryFunction, args: &[Value]) -> Result<Value, DirectStop> {
        entry.calls.set(entry.calls.get().saturating_add(1));
        let answer = self.run(entry.function, args);
        if matches!(answer, Err(DirectStop::Unable)) {
            entry.left.set(entry.left.get().saturating_add(1));
        }
        answer
    }

    fn run(&self, function: usize, args: &[Value]) -> Result<Value, DirectStop> {
        // Runs are never nested. If a nested run happened, the stack would be in use.
        let Ok(mut stack) = self.stack.try_borrow_mut() else { return Err(DirectStop::Unable) };
        let functions = self.functions.borrow();
        stack.clear();
        stack.extend_from_slice(args);
        let answer = DirectRunner {
            functions: functions.all(),
            meter: &self.meter,
            stack: &mut stack,
            depth: 0,
        }
        .function(function, 0);
        stack.clear();
        answer.map_err(|end| match end {
            runner::NodeExit::Failed(error)
                if matches!(*error, EvalAltResult::ErrorTerminated(..)) =>
            {
                DirectStop::Interrupted(error)
            }
            _ => DirectStop::Unable,
        })
    }
}
