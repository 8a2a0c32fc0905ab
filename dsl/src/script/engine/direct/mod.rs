//! Runs functions of scripts directly: their names, types and native functions are looked up once, not at
//! every step, and values lie side by side instead of in boxes.
//!
//! Rhai stays the measure. A function stops where it meets what is not known here, or an error; as hooks only
//! read and emit, Rhai then runs it from its beginning, and raises the error. So nothing here says what
//! is wrong with a script.

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

/// After so many calls, it is known whether a function mostly has to be left to Rhai.
const TRIAL_CALLS: u32 = 64;

/// Why a function did not answer.
pub(crate) enum DirectStop {
    /// Rhai has to run it.
    Unable,
    /// The game has to be asked something first.
    Interrupted(Box<EvalAltResult>),
}

/// What may be called from outside: a function of a script.
#[derive(Debug)]
pub(crate) struct EntryFunction {
    function: usize,
    calls: Cell<u32>,
    left: Cell<u32>,
}

impl EntryFunction {
    /// Whether calling it directly is a waste, since it is mostly left to Rhai.
    pub(crate) fn is_wasted(&self) -> bool {
        self.calls.get() >= TRIAL_CALLS && self.left.get() > self.calls.get() / 2
    }
}

/// Functions of scripts, compiled when they are first called.
pub(crate) struct Direct {
    code: ScriptCode,
    meter: Rc<Meter>,
    functions: RefCell<Compiler>,
    stack: RefCell<Vec<Value>>,
}

impl Direct {
    /// Scripts, of which some may not compile, and the native functions that they call.
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

    /// A function of a script.
    pub(crate) fn entry(&self, script: usize, name: &str, params: usize) -> Option<EntryFunction> {
        let function = self.functions.borrow_mut().function(&self.code, script, name, params)?;
        Some(EntryFunction { function, calls: Cell::new(0), left: Cell::new(0) })
    }

    /// How often a function was called, and how often it was left to Rhai.
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
        // One that runs already, which does not happen, would leave no stack.
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
