//! Restricts the use of functions as values. A closure is allowed only as an argument of a language
//! function that calls the closure immediately. The name of a function is allowed only in a call.
//!
//! A closure shares its captured variables. If scripts could store closures, two faults would be
//! possible. A closure could contain itself and would never be freed. A chain of closures could
//! become so long that dropping it would overflow the stack. All other values are copied when a
//! script stores them, so they can't cause these faults.

use rhai::{Expr, FnCallExpr, Position, Stmt, StmtBlock};

use super::Lint;
use crate::diagnostic::Code;
use crate::script::engine::sandbox::function_as_value;

impl Lint<'_> {
    /// Records the closures among the arguments of a call, if the called function calls such a
    /// closure immediately.
    pub(super) fn pass(&mut self, call: &FnCallExpr, method: bool) {
        let receiver = usize::from(method);
        let count = call.args.len() + receiver;
        for (i, arg) in call.args.iter().enumerate() {
            // An unknown function is reported only once. `curry` only captures variables, and does
            // not call the closure.
            let unknown = call.name != "curry"
                && !self.language.knows(&call.name)
                && !self.outline.functions.iter().any(|f| f.name.value == call.name.as_str())
                && self.shared.params(&call.name).is_none();
            if unknown || self.language.calls_argument(&call.name, count, i + receiver) {
                self.passed.insert(address(arg));
            }
        }
    }

    /// Handles a block that Rhai generates for a closure with captured variables. If the block is
    /// at a place where a closure is allowed, records the closure as allowed.
    pub(super) fn capturing(&mut self, expr: &Expr, block: &StmtBlock) {
        if let Some(curry) = curried(block)
            && let Some(closure) = curry.args.first()
            && self.passed.contains(&address(expr))
        {
            self.passed.insert(address(closure));
        }
    }

    /// Reports a closure, unless the function to which it is passed calls it immediately.
    pub(super) fn closure(&mut self, closure: &Expr, at: Position) {
        if !self.passed.contains(&address(closure)) {
            let message = "a closure is allowed only where it is called at once".to_owned();
            let help = "pass it to a method that calls it, such as `list.filter(|x| …)`, or write a helper";
            self.error(Code::FunctionAsValue, self.span(at), message, Some(help));
        }
    }

    /// Reports the name of a function that is used without a call. Rhai did not find `name` among
    /// the variables, so `name` is a function, or a variable that a closure captures. A captured
    /// variable is not reported.
    pub(super) fn function_name(&mut self, name: &str, at: Position) {
        let function = self.outline.functions.iter().find(|f| f.name.value == name);
        if let Some(function) = function.filter(|_| !self.full()) {
            self.findings.push(function_as_value(&self.source, self.span(at), function));
        }
    }
}

/// Returns the call of `curry` in a block that Rhai generates for a closure with captured
/// variables. Returns `None` for any other block. Only Rhai can generate a `Share` statement, so
/// scripts can't contain such a block.
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

/// Returns the address of an expression. The address identifies the expression.
pub(super) fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr).addr()
}
