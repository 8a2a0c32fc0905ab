//! Checks variables. Reports invalid names. Also reports a closure that uses a variable while Rhai
//! has locked this variable.

use std::collections::HashSet;
use std::ops::Range;

use rhai::{AST, Expr, Position};

use super::Lint;
use super::function_values::curried;
use crate::diagnostic::Code;
use crate::script::syntax::{between_bars, is_upper_case};

impl Lint<'_> {
    /// Checks the names of the parameters of closures. The parameters of functions are checked
    /// elsewhere, because only they are in the outline.
    pub(super) fn variables(&mut self, ast: &AST) {
        // Captured variables are parameters of a closure too, but scripts do not write them between
        // the bars.
        let caught: HashSet<&str> = ast
            .iter_fn_def()
            .flat_map(|function| function.params.iter().map(rhai::ImmutableString::as_str))
            .filter(|param| is_upper_case(param))
            .collect();
        for word in &self.outline.words {
            let name = &self.source.text[word.clone()];
            if caught.contains(name) && between_bars(&self.source.text, word) {
                self.variable(name.to_owned().as_str(), word.clone());
            }
        }
    }

    /// Reports a variable in capital letters if a tunable with the same name would replace it.
    pub(super) fn variable(&mut self, name: &str, span: Range<usize>) {
        if is_upper_case(name) {
            let message = if self.outline.is_tunable(name) {
                format!("`{name}` is a tunable and can't be a variable too")
            } else {
                format!("`{name}` is a name for a tunable, not for a variable")
            };
            let help = format!("rename it to `{}`", name.to_lowercase());
            self.error(Code::TunableShadowed, span, message, Some(help));
        }
    }

    /// Reports a tunable that is directly before a dot or a bracket. At such a place, Rhai does not
    /// insert the value of a constant.
    pub(super) fn headed(&mut self, root: &Expr) {
        let Expr::Variable(root, _, at) = root else { return };
        let name = root.1.as_str();
        if self.outline.is_tunable(name) {
            let message = format!("the tunable `{name}` can't be before a dot or a bracket");
            let small = name.to_lowercase();
            let help = format!(
                "assign it to a variable first, `let {small} = {name};`, and write `{small}` here"
            );
            self.error(Code::TunableBeforeDot, self.span(*at), message, Some(help));
        }
    }

    /// Reports a closure in a chain of method calls, if the closure uses the variable at the start
    /// of the chain. Rhai locks this variable while the chain runs.
    pub(super) fn chain(&mut self, root: &Expr, parts: &Expr) {
        let Expr::Variable(root, ..) = root else { return };
        let (root, mut rest, mut first) = (root.1.as_str(), Some(parts), None);
        while let Some(part) = rest {
            let part = match part {
                Expr::Dot(parts, ..) => {
                    rest = Some(&parts.rhs);
                    &parts.lhs
                }
                last => {
                    rest = None;
                    last
                }
            };
            if let Expr::MethodCall(call, _) = part
                && let Some(at) = call.args.iter().find_map(|arg| caught(arg, root))
            {
                let help = match first {
                    Some(first) => {
                        format!("start the chain with a variable: `let list = {root}.{first};`")
                    }
                    None => format!("use a copy in the closure: `let copy = {root};`"),
                };
                let message = format!("`{root}` is locked while this chain runs");
                return self.error(Code::ClosureUsesChainHead, self.span(at), message, Some(help));
            }
            first = first.or_else(|| match part {
                Expr::MethodCall(call, _) if call.args.is_empty() => {
                    Some(format!("{}()", call.name))
                }
                Expr::MethodCall(call, _) => Some(format!("{}(…)", call.name)),
                Expr::Property(property, _) => Some(property.2.to_string()),
                _ => None,
            });
        }
    }
}

/// Returns the place where a closure captures `variable`. The closure is an argument of a call.
/// Returns `None` if the closure does not capture the variable.
fn caught(closure: &Expr, variable: &str) -> Option<Position> {
    let Expr::Stmt(block) = closure else { return None };
    curried(block)?.args.iter().find_map(|arg| match arg {
        Expr::Variable(name, _, at) if name.1 == variable => Some(*at),
        _ => None,
    })
}
