//! What a script's functions do, as far as that can be known without running them: which functions
//! they call, with how many arguments, from which hooks; which properties and names they use.
//!
//! Rhai finds unknown functions only when they are called. So the script is compiled once more
//! without any optimisation, which would hide what stands in dead branches, and every node of it
//! is looked at.
//!
//! This part walks over the nodes; what there is to say of [variables], [calls] and [types], and of
//! what hooks [reach], stands in parts of its own.

mod calls;
mod language;
mod reach;
mod types;
mod variables;

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

use rhai::{AST, ASTNode, Expr, Position, Stmt};

use crate::diagnostic::{Diagnostic, Source};
use crate::script::interface::api::Phase;
use crate::script::interface::catalogue::HookKind;
use crate::script::outline::{MAX_FINDINGS, Outline};
use crate::script::program::{Name, Script};
use crate::script::sandbox::Places;
pub(crate) use language::Language;
#[cfg(test)]
pub(crate) use language::registered;

/// Checks a script; adds the names it uses.
pub(crate) fn check(language: &Language, script: &mut Script, findings: &mut Vec<Diagnostic>) {
    let ast = match script.compile(&language.engine) {
        Ok(ast) => ast,
        Err(finding) => {
            findings.push(finding);
            return;
        }
    };
    let mut lint = Lint {
        language,
        places: Places::new(&script.source.text),
        source: Arc::clone(&script.source),
        outline: &script.outline,
        most_findings: findings.len() + MAX_FINDINGS,
        findings,
        calls: Vec::new(),
        names: Vec::new(),
        map_keys: BTreeSet::new(),
        properties: Vec::new(),
    };
    lint.shadowing();
    lint.variables(&ast);
    lint.nodes(&ast);
    lint.properties();
    if lint.full() {
        return;
    }
    let reached = lint.reached();
    lint.phases(&reached);
    lint.unused(&reached);
    let only_define = |name: &(Option<usize>, Name)| {
        name.0.is_none_or(|f| reached[f].iter().any(|kind| *kind != HookKind::Declare))
    };
    script.names = lint.names.into_iter().filter(only_define).map(|(_, name)| name).collect();
}

/// How often the nodes of a script are met at most for each byte of its text. Rhai meets a case of a
/// `switch` as often as it has values, and so the cases inside it too.
const VISITS: usize = 32;

/// A call of a function by name.
struct Call {
    /// The function it stands in.
    within: Option<usize>,
    name: String,
    span: Range<usize>,
    /// Where the called function may be used, if it is of the interface.
    phase: Phase,
}

struct Lint<'a> {
    language: &'a Language,
    source: Arc<Source>,
    places: Places,
    outline: &'a Outline,
    findings: &'a mut Vec<Diagnostic>,
    most_findings: usize,
    calls: Vec<Call>,
    names: Vec<(Option<usize>, Name)>,
    map_keys: BTreeSet<String>,
    properties: Vec<(String, Range<usize>)>,
}

impl Lint<'_> {
    fn error(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: String,
        help: Option<String>,
    ) {
        if !self.full() {
            let mut finding = Diagnostic::error(code, &self.source, span, message);
            finding.help = help;
            self.findings.push(finding);
        }
    }

    fn span(&self, at: Position) -> Range<usize> {
        self.places.span(&self.source.text, at)
    }

    fn within(&self, at: Position) -> Option<usize> {
        self.outline.function_at(self.span(at).start)
    }

    /// Helpers that would silently take the place of a function that is there already.
    fn shadowing(&mut self) {
        for function in &self.outline.functions {
            let name = &function.name;
            if function.hook.is_none() && self.language.knows(&name.value) {
                let message = format!("there is a function `{}` already", name.value);
                let help = Some("call the helper something else".to_owned());
                self.error("Q0324", name.span.clone(), message, help);
            }
        }
    }

    /// Every node once, as long as there is room for findings.
    fn nodes(&mut self, ast: &AST) {
        let mut seen = HashSet::new();
        let mut visits = self.source.text.len().saturating_mul(VISITS) + 1000;
        ast.walk(&mut |path| {
            visits -= 1;
            if let Some(node) = path.last()
                && seen.insert(address(node))
            {
                self.node(node);
            }
            visits > 0 && !self.full()
        });
        if visits == 0 {
            let message = "the cases of this script's switches multiply beyond what can be checked";
            let help = "move inner switches into helpers".to_owned();
            self.error("Q0307", 0..0, message.to_owned(), Some(help));
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
            Stmt::FnCall(call, at) => self.call(call, *at, false),
            Stmt::Switch(parts, at) => self.switch(&parts.0, *at),
            Stmt::Assignment(parts) => self.assignment(&parts.1.lhs),
            // Rhai's walk leaves out the value that a loop is broken off with.
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

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::FnCall(call, at) if call.op_token.is_none() => self.call(call, *at, false),
            Expr::FnCall(call, _) => self.comparison(&call.name, &call.args),
            Expr::MethodCall(call, at) => self.call(call, *at, true),
            Expr::Dot(parts, ..) => self.chain(&parts.lhs, &parts.rhs),
            Expr::Property(property, at) => {
                let span = self.span(*at);
                self.properties.push((property.2.to_string(), span));
            }
            Expr::Map(entries, _) => {
                self.map_keys.extend(entries.0.iter().map(|(key, _)| key.name.to_string()));
            }
            _ => {}
        }
    }
}

/// Where a node lies, by which it is known again.
fn address(node: &ASTNode<'_>) -> (bool, usize) {
    match node {
        ASTNode::Stmt(stmt) => (true, std::ptr::from_ref(*stmt).addr()),
        ASTNode::Expr(expr) => (false, std::ptr::from_ref(*expr).addr()),
        _ => (false, 0),
    }
}

#[cfg(test)]
mod tests;
