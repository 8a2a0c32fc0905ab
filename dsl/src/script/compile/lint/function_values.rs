//! Functions as values. A closure may stand only where a function of the language calls it at once, and the
//! name of a function only where it is called.
//!
//! The variables that a closure captures are shared with it. A closure that could be kept could so hold
//! itself, which would never be freed, or hold another that holds another, until dropping them overflows
//! the stack. Everything else that a script can store is copied, so no other value can do that.

use rhai::{Expr, FnCallExpr, Position, Stmt, StmtBlock};

use super::Lint;
use crate::diagnostic::Code;
use crate::script::engine::sandbox::function_as_value;

impl Lint<'_> {
    /// Notes the closures among the arguments of a call that the called function calls.
    pub(super) fn pass(&mut self, call: &FnCallExpr, method: bool) {
        let receiver = usize::from(method);
        let count = call.args.len() + receiver;
        for (i, arg) in call.args.iter().enumerate() {
            // A function that is not there is reported once. `curry`, which captures variables, calls
            // nothing.
            let unknown = call.name != "curry"
                && !self.language.knows(&call.name)
                && !self.outline.functions.iter().any(|f| f.name.value == call.name.as_str())
                && self.shared.params(&call.name).is_none();
            if unknown || self.language.calls_argument(&call.name, count, i + receiver) {
                self.passed.insert(address(arg));
            }
        }
    }

    /// The closure within the block that captures its variables stands where that block stands.
    pub(super) fn capturing(&mut self, expr: &Expr, block: &StmtBlock) {
        if let Some(curry) = curried(block)
            && let Some(closure) = curry.args.first()
            && self.passed.contains(&address(expr))
        {
            self.passed.insert(address(closure));
        }
    }

    /// Reports a closure that is not called at once.
    pub(super) fn closure(&mut self, closure: &Expr, at: Position) {
        if !self.passed.contains(&address(closure)) {
            let message = "a closure can stand only where it is called at once".to_owned();
            let help = "give it to a method that calls it, such as `list.filter(|x| …)`, or write a helper";
            self.error(Code::FunctionAsValue, self.span(at), message, Some(help));
        }
    }

    /// Reports the name of a function without a call. `name` is one that Rhai has not found among the
    /// variables: that of a variable that a closure captures, or that of a function.
    pub(super) fn function_name(&mut self, name: &str, at: Position) {
        let function = self.outline.functions.iter().find(|f| f.name.value == name);
        if let Some(function) = function.filter(|_| !self.full()) {
            self.findings.push(function_as_value(&self.source, self.span(at), function));
        }
    }
}

/// The call by which a closure captures variables, if this is the block that Rhai makes for it. Only Rhai
/// makes `Share` statements.
pub(super) fn curried(block: &StmtBlock) -> Option<&FnCallExpr> {
    let [Stmt::Share(_), capture] = block.statements() else { return None };
    match capture {
        Stmt::Expr(expr) => match expr.as_ref() {
            Expr::FnCall(call, _) if call.name == "curry" => Some(call),
            _ => None,
        },
        Stmt::FnCall(call, _) if call.name == "curry" => Some(call),
        _ => None,
    }
}

/// The address of an expression, which identifies it.
pub(super) fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr).addr()
}
