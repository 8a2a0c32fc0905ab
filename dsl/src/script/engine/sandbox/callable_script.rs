//! Compiled scripts that are called many times. Rhai has to find each function that a script calls.
//! The functions that it has found are kept for later calls of the script.

use std::cell::RefCell;

use rhai::{AST, Caches, Dynamic, Engine, EvalAltResult, EvalContext, GlobalRuntimeState, Scope};

use crate::script::interface::native::Fallible;

/// A compiled script. It can be called only in the engine that compiled it.
pub(crate) struct Callable {
    ast: AST,
    frame: RefCell<CallState>,
}

/// The state of Rhai that all calls of a script share. The variables of a call are removed from
/// this state when the call ends.
struct CallState {
    global: GlobalRuntimeState,
    caches: Caches,
    scope: Scope<'static>,
}

impl CallState {
    fn new(engine: &Engine, ast: &AST) -> Self {
        let mut global = engine.new_global_runtime_state();
        global.lib.push(ast.shared_lib().clone());
        global.source = ast.source().map(Into::into);
        Self { global, caches: Caches::new(), scope: Scope::new() }
    }
}

impl Callable {
    pub(super) fn new(engine: &Engine, ast: AST) -> Self {
        let frame = RefCell::new(CallState::new(engine, &ast));
        Self { ast, frame }
    }

    /// Calls a function of the script. Moves the values in `args` into the call.
    pub(super) fn call(
        &self,
        engine: &Engine,
        function: &str,
        args: &mut [Dynamic],
    ) -> Fallible<Dynamic> {
        // Calls are never nested. If a nested call happened, it would use a separate state.
        let Ok(mut frame) = self.frame.try_borrow_mut() else {
            return Self::call_in(&mut CallState::new(engine, &self.ast), engine, function, args);
        };
        let answer = Self::call_in(&mut frame, engine, function, args);
        if answer.is_err() {
            *frame = CallState::new(engine, &self.ast);
        }
        answer
    }

    fn call_in(
        frame: &mut CallState,
        engine: &Engine,
        function: &str,
        args: &mut [Dynamic],
    ) -> Fallible<Dynamic> {
        let CallState { global, caches, scope } = frame;
        let mut context = EvalContext::new(engine, global, caches, scope, None);
        let mut args: Vec<_> = args.iter_mut().collect();
        context.call_fn_raw(function, false, false, &mut args).map_err(|error| match *error {
            EvalAltResult::ErrorInFunctionCall(name, _, inner, _) if name == function => inner,
            _ => error,
        })
    }
}
