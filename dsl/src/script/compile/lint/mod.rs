//! Checks the functions of scripts without running them. Each call must name a known function and
//! pass a correct number of arguments. The hooks that reach the call must be allowed to make it.
//! The properties and names that the functions use are checked too.
//!
//! Rhai reports an unknown function only when it is called. The script is therefore compiled again
//! without optimisation, because the optimisation would remove branches that can't run. Then every
//! node is checked.
//!
//! This file visits the nodes and calls the checks:
//!
//! - names: [variables](tunable_and_closure_misuse), [calls], [strings that are names](name_strings)
//! - types: [of variables](type_inference), [of values](type_checks), [of the answers of
//!   hooks](names_in_answers)
//! - functions: [as values](function_values), [by the hooks that call them](call_graph), [shared
//!   by scripts](shared_functions)
//! - [the times of effects and hooks](delayed_effects)
//! - [questions and offers](collect_questions), which are recorded for descriptions of the rules

mod call_graph;
mod calls;
mod collect_questions;
mod collect_shared_calls;
mod delayed_effects;
mod function_values;
mod linter;
mod name_strings;
mod names_in_answers;
mod rhai_functions;
mod shared_functions;
mod tunable_and_closure_misuse;
mod type_checks;
mod type_inference;
mod type_knowledge;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rhai::{AST, ASTNode, Expr, Position, Stmt};

use crate::diagnostic::{Code, Diagnostic, NameSuggestion, Source};
use crate::script::compile::scripts::{Name, Script};
use crate::script::engine::sandbox::TextOffsets;
use crate::script::interface::api;
use crate::script::interface::api::Type;
use crate::script::interface::hook_catalogue::HookKind;
use crate::script::syntax::{MAX_FINDINGS, is_numbered_id};
use linter::{FunctionCall, Lint, each_node};
pub(crate) use rhai_functions::RhaiFunctions;
#[cfg(test)]
pub(crate) use rhai_functions::registered;
use shared_functions::SharedFunctions;
use type_knowledge::Locals;

/// Checks scripts and records the names that they use. A script is skipped if its file is in
/// `broken`. When `stop` is set, all further scripts are skipped.
pub(crate) fn check(
    language: &RhaiFunctions,
    scripts: &mut [Script],
    broken: &[Arc<Source>],
    stop: &AtomicBool,
    findings: &mut Vec<Diagnostic>,
) {
    let mut shared = SharedFunctions::of(scripts);
    shared.named_twice(scripts, findings);
    let is_broken =
        |script: &Script| broken.iter().any(|source| Arc::ptr_eq(source, &script.source));
    // Scripts without hooks are checked first. The lint then knows what their functions use, and
    // which hooks may therefore call these functions.
    for shares in [true, false] {
        for script in scripts.iter_mut().filter(|script| script.is_shared() == shares) {
            if !is_broken(script) && !stop.load(Ordering::Relaxed) {
                check_one(language, script, &mut shared, findings);
            }
        }
        shared.spread();
    }
    if broken.is_empty() {
        shared.unused(scripts, findings);
    }
}

/// Checks one script.
fn check_one(
    language: &RhaiFunctions,
    script: &mut Script,
    shared: &mut SharedFunctions,
    findings: &mut Vec<Diagnostic>,
) {
    let ast = match script.compile(&language.engine) {
        Ok(ast) => ast,
        Err(finding) => {
            findings.push(finding);
            return;
        }
    };
    let mut lint = Lint {
        language,
        places: TextOffsets::new(&script.source.text),
        source: Arc::clone(&script.source),
        outline: &script.outline,
        most_findings: findings.len() + MAX_FINDINGS,
        findings,
        shared,
        calls: Vec::new(),
        names: Vec::new(),
        map_keys: BTreeSet::new(),
        properties: Vec::new(),
        properties_on: HashMap::new(),
        passed: HashSet::new(),
        locals: Locals::default(),
        asks: Vec::new(),
        receivers: HashMap::new(),
    };
    lint.shadowing();
    lint.variables(&ast);
    lint.locals(&ast);
    lint.nodes(&ast);
    lint.hook_answers(&ast);
    lint.hook_timing(&ast);
    lint.properties();
    if lint.full() {
        return;
    }
    let (reached, idle) = if script.is_shared() {
        lint.note_shared();
        (vec![Vec::new(); script.outline.functions.len()], Vec::new())
    } else {
        lint.note_calls();
        let reached = lint.reached();
        let idle = lint.idle_hooks();
        lint.phases(&reached);
        lint.asked_at(&reached);
        lint.unused(&reached);
        (reached, idle)
    };
    lint.unused_tunables();
    let whole = script.is_shared();
    let only_define = |name: &(Option<usize>, Name)| {
        whole || name.0.is_none_or(|f| reached[f].iter().any(|kind| *kind != HookKind::Declare))
    };
    script.idle = idle;
    script.asks = std::mem::take(&mut lint.asks);
    let (names, declared): (Vec<_>, Vec<_>) = lint.names.into_iter().partition(only_define);
    script.names = names.into_iter().map(|(_, name)| name).collect();
    script.declared = declared.into_iter().map(|(_, name)| name).collect();
}

impl Lint<'_> {
    fn error(
        &mut self,
        code: Code,
        span: Range<usize>,
        message: String,
        help: Option<impl Into<NameSuggestion>>,
    ) {
        if !self.full() {
            let made = Diagnostic::error(code, &self.source, span, message);
            self.findings.push(made.maybe_help(help));
        }
    }

    fn span(&self, at: Position) -> Range<usize> {
        self.places.span(&self.source.text, at)
    }

    fn within(&self, at: Position) -> Option<usize> {
        self.outline.function_at(self.span(at).start)
    }

    /// Reports helpers that have the name of an existing function. Such a helper would silently
    /// replace that function.
    fn shadowing(&mut self) {
        for function in &self.outline.functions {
            let name = &function.name;
            if function.hook.is_none() && self.language.is_taken(&name.value) {
                let message = format!("there is already a function `{}`", name.value);
                let help = Some(if api::named(&name.value).next().is_some() {
                    format!(
                        "rename the helper: `{0}` is a word of scripts; see `quadrille explain {0}`",
                        name.value
                    )
                } else {
                    format!(
                        "rename the helper: `{}` belongs to the language of scripts, Rhai",
                        name.value
                    )
                });
                self.error(Code::HelperHidesFunction, name.span.clone(), message, help);
            }
        }
    }

    /// Checks every node once. Stops when the limit on findings is reached.
    fn nodes(&mut self, ast: &AST) {
        let length = self.source.text.len();
        let reached = each_node(length, ast, &mut |node| {
            self.node(node);
            !self.full()
        });
        if !reached {
            let message =
                "the switches of this script have too many combinations of cases to check";
            let help = "move inner switches into helpers".to_owned();
            self.error(Code::NestedSwitches, 0..0, message.to_owned(), Some(help));
        }
    }

    fn full(&self) -> bool {
        self.findings.len() >= self.most_findings
    }

    fn node(&mut self, node: &ASTNode<'_>) {
        match node {
            ASTNode::Stmt(stmt) => self.stmt(stmt),
            ASTNode::Expr(expr) => self.expr(expr),
            _ => {}
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Var(var, _, at) => {
                self.variable(&var.0.name, self.span(var.0.pos.or_else(*at)));
            }
            Stmt::For(parts, at) => {
                for name in std::iter::once(&parts.0).chain(&parts.1) {
                    self.variable(&name.name, self.span(name.pos.or_else(*at)));
                }
            }
            Stmt::TryCatch(parts, at) => {
                if let Expr::Variable(name, _, pos) = &parts.expr {
                    self.variable(&name.1, self.span(pos.or_else(*at)));
                }
            }
            Stmt::FnCall(call, at) => {
                self.pass(call, false);
                self.call(call, *at, None);
            }
            Stmt::Switch(parts, at) => self.switch(&parts.0, *at),
            Stmt::Assignment(parts) => self.assignment(&parts.1.lhs),
            Stmt::Expr(expr) => self.idle(expr),
            // Rhai's walk omits the value of a `break`.
            Stmt::BreakLoop(Some(value), ..) => {
                value.walk(&mut Vec::new(), &mut |path| {
                    if let Some(node) = path.last() {
                        self.node(node);
                    }
                    true
                });
            }
            _ => {}
        }
    }

    /// Warns about a statement that consists only of a string. The author may have forgotten the
    /// name of a function before the string.
    fn idle(&mut self, expr: &Expr) {
        let Expr::StringConstant(text, at) = expr else { return };
        let span = self.text_span(text, *at);
        let after = self.source.text[span.end..].trim_start_matches(['"', ')', ' ']);
        let Some(after) = after.strip_prefix(';') else { return };
        // The last statement of a block may determine the value of the block. The value of an event
        // hook is unused.
        let event = self.within(*at).and_then(|within| self.outline.functions[within].hook);
        let event = event.is_some_and(|hook| matches!(hook.kind, HookKind::Event(_)));
        if self.full() || (after.trim_start().starts_with('}') && !event) {
            return;
        }
        let message = "this string does nothing".to_owned();
        let help = if is_numbered_id(text) {
            format!("did you mean `clause(\"{text}\");`? Otherwise remove it")
        } else {
            "remove it, or call the function that takes it".to_owned()
        };
        let code = Code::IdleStatement;
        self.findings.push(Diagnostic::warning(code, &self.source, span, message).help(help));
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::FnCall(call, at) if call.op_token.is_none() => {
                self.pass(call, false);
                self.call(call, *at, None);
                // `sought in list` is compiled to this call.
                if let ("contains", [list, sought]) = (call.name.as_str(), call.args.as_slice()) {
                    self.listed(list, sought);
                }
            }
            Expr::FnCall(call, _) => self.comparison(&call.name, &call.args),
            Expr::MethodCall(call, at) => {
                self.pass(call, true);
                let on = self.receivers.get(&function_values::address(expr)).copied();
                self.call(call, *at, Some(on.unwrap_or(Type::Any)));
            }
            Expr::DynamicConstant(value, at) if value.is_fnptr() => self.closure(expr, *at),
            Expr::Variable(variable, None, at) if variable.0.is_none() => {
                self.function_name(&variable.1, *at);
            }
            Expr::Stmt(block) => self.capturing(expr, block),
            Expr::Dot(parts, ..) => {
                self.chain(&parts.lhs, &parts.rhs);
                self.headed(&parts.lhs);
                // A visit to the start of a chain also covers the rest of the chain.
                if !matches!(parts.lhs, Expr::Property(..) | Expr::MethodCall(..)) {
                    self.members(expr);
                }
                if let Expr::MethodCall(call, _) = &parts.rhs
                    && let ("contains" | "index_of", [sought]) =
                        (call.name.as_str(), call.args.as_slice())
                {
                    self.listed(&parts.lhs, sought);
                }
            }
            Expr::Index(parts, ..) => {
                self.headed(&parts.lhs);
                self.looked_up(&parts.lhs, &parts.rhs);
            }
            Expr::Property(property, at) => {
                let span = self.span(*at);
                self.properties.push((property.2.to_string(), span));
            }
            Expr::Map(entries, _) => {
                self.map_keys.extend(entries.0.iter().map(|(key, _)| key.name.to_string()));
                self.offered(entries.0.as_slice());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
